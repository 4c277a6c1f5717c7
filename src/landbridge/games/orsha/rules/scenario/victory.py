"""Victory: Russian victory points, and who has won a scenario and the campaign."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import read_toml
from landbridge.engine.refusals import BadInput, Refusal
from landbridge.engine.rules.citing import in_force, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.map.location_points import lvp_table
from landbridge.games.orsha.rules.purchases.extras import leftover_points
from landbridge.games.orsha.rules.questions import AS_RULED, RuledQuestion
from landbridge.games.orsha.rules.readings import natural
from landbridge.games.orsha.rules.words import CG_DATES, PACKAGE, CgDate, Side, figures
from landbridge.games.orsha.rulings import (
    LeftoverCpp,
    Rulings,
    ScenarioPoints,
)

DATA = read_toml(PACKAGE, "victory.toml")
STEP_CVP: int = DATA["steps"]["cvp"]
STEP_EVP: int = DATA["steps"]["evp"]
NEEDED: dict[str, int] = DATA["needed"]
BALANCE: dict[str, int] = DATA["balance"]

INITIAL: CgDate = CG_DATES[0]
LAST: CgDate = CG_DATES[-1]

Balance = Literal["none", "russian", "german"]

Count = Annotated[int, Meta(ge=0, le=9999)]


# Counting


class RussianEarnings(Struct, frozen=True):
    """What the Russians have earned up to a scenario's end."""

    lvp: int = 0
    """Points of the Locations that they Control now."""
    lvp_lost: int = 0
    """Points of Locations that they Controlled once and have lost."""
    cvp: tuple[int, ...] = ()
    """Scenario by scenario."""
    evp: tuple[int, ...] = ()
    late_cvp: int = 0
    """Value of German units that were not on the map by turn 2 of the 24 PM scenario."""
    isolated_cvp: int = 0
    """Value of Isolated German units that could not be set up (9.619)."""
    german_cpp: int = 0
    russian_cpp: int = 0


class Points(Struct, frozen=True, order=True):
    """Russian victory points and where they come from."""

    total: int
    lvp: int
    cvp: int
    """VP for CVP, not CVP."""
    evp: int
    cpp: int
    cvp_carried: int
    """CVP with which the next scenario starts."""
    evp_carried: int


@rule("OTO-8.51-Obj-5")
def _steps(scores: tuple[int, ...], size: int, kind: str, why: Why) -> tuple[int, int]:
    """Whole steps in all scenarios together, and what is carried into the next."""
    total = sum(scores)
    carries = len(scores) > 1 or total % size > 0
    if carries and not why(
        "OTO-8.51-Obj-5", f"{kind} add up from scenario to scenario: {total}, {total % size} over"
    ):
        return sum(score // size for score in scores), 0
    return divmod(total, size)


@rule("OTO-CG12a-3", "OTO-NEC-23", "OTO-8.51-Obj-7")
def _with_late_units(
    earned: RussianEarnings, date: CgDate, rulings: Rulings, why: Why
) -> tuple[tuple[int, ...], int]:
    """CVP by scenario with German units that never came, and VP that they give apart."""
    scores, apart = earned.cvp, 0
    if earned.late_cvp and date != LAST and in_force("OTO-CG12a-3"):
        raise Refusal(
            "German units are late only in the 24 PM scenario",
            "OTO-CG12a-3",
            legal="legal: late_cvp on 24pm",
        )
    if earned.late_cvp and why(
        ("OTO-CG12a-3", "OTO-8.51-Obj-7"),
        f"German units not placed by turn 2 of 24 PM are {earned.late_cvp} CVP",
    ):
        added = rulings.late_units == "added"
        text = "they are added before the division by 20"
        if natural(why, added, "OTO-NEC-23", "RUL-OTO-94", text, "they are divided apart"):
            scores = (*scores, earned.late_cvp)
        else:
            apart = earned.late_cvp // STEP_CVP
    if earned.isolated_cvp:
        counts = figures("unplaced_isolated", rulings.unplaced_isolated)["counts"]
        text = "Isolated Germans who could not be set up are CVP" if counts else "they count not"
        if why(("OTO-8.51-Obj-7", "RUL-OTO-83"), text) and counts:
            scores = (*scores, earned.isolated_cvp)
    return scores, apart


def _left_over(earned: RussianEarnings, leftover_cpp: LeftoverCpp, why: Why) -> int:
    """VP for purchase points that nobody spent."""
    left: dict[Side, int] = {"german": earned.german_cpp, "russian": earned.russian_cpp}
    return sum(
        why.add(leftover_points(side, cpp, leftover_cpp)) for side, cpp in left.items() if cpp
    )


@rule("OTO-8.51-Obj-2", "OTO-8.51-Obj-3", "OTO-8.51-Obj-4", "OTO-8.51-Obj-6", "OTO-NEC-25")
def victory_points(
    earned: RussianEarnings,
    date: CgDate = LAST,
    campaign_over: bool = False,
    rulings: Rulings = AS_RULED,
) -> Finding[Points]:
    """The Russian victory points at the end of a scenario, or of the campaign.

    CPP left over count when the last RePh is completed (8.611): they win no scenario.
    """
    why = Why()
    lvp = earned.lvp if earned.lvp and why("OTO-8.51-Obj-2", f"{earned.lvp} LVP Controlled") else 0
    if earned.lvp_lost:
        only_now = rulings.lost_lvp == "not_counted"
        text, other = "LVP lost again do not count, CVP and EVP stay", "LVP once gained stay"
        if not natural(why, only_now, "OTO-NEC-25", "RUL-OTO-95", text, other):
            lvp += earned.lvp_lost
    scores, apart = _with_late_units(earned, date, rulings, why)
    cvp, cvp_left = _steps(scores, STEP_CVP, "CVP", why)
    evp, evp_left = _steps(earned.evp, STEP_EVP, "EVP", why)
    if sum(scores) and sum(earned.evp) and not why("OTO-8.51-Obj-6", "CVP and EVP stay apart"):
        cvp, cvp_left = divmod(sum(scores) + sum(earned.evp), STEP_CVP)
        evp, evp_left = 0, 0
    if sum(scores) and not why("OTO-8.51-Obj-3", f"{cvp} VP for CVP, 1 for every {STEP_CVP}"):
        cvp = 0
    if sum(earned.evp) and not why("OTO-8.51-Obj-4", f"{evp} VP for EVP, 1 for every {STEP_EVP}"):
        evp = 0
    cpp = _left_over(earned, rulings.leftover_cpp, why) if campaign_over else 0
    cvp += apart
    return why.so(Points(lvp + cvp + evp + cpp, lvp, cvp, evp, cpp, cvp_left, evp_left))


# Verdicts


class ScenarioVerdict(Struct, frozen=True):
    """Who has won a scenario."""

    winner: Side
    counted: int
    needed: int


@rule("OTO-8.51-Tac-1", "OTO-8.51-Tac-2", "OTO-9.0-1", "OTO-NEC-24")
def scenario_verdict(
    date: CgDate, points: int, before: int = 0, scenario_points: ScenarioPoints = "gained"
) -> Finding[ScenarioVerdict]:
    """Who wins the scenario of a date: `points` at its end, `before` at the end of the last one."""
    why = Why()
    needed = NEEDED["campaign"]
    if date == INITIAL and why(("OTO-8.51-Tac-1", "OTO-9.0-1"), "5 VP win the Initial Scenario"):
        needed = NEEDED["initial"]
    elif why(("OTO-8.51-Tac-2", "OTO-9.0-1"), "7 VP win a later scenario"):
        needed = NEEDED["later"]
    counted = points
    if before and date != INITIAL:
        gained = scenario_points == "gained"
        if not why(
            "RUL-OTO-84" if gained else ("OTO-NEC-24", "RUL-OTO-84"),
            "only VP gained in this scenario count" if gained else "all VP so far count",
        ):
            gained = not gained
        counted = points - before if gained else points
    winner: Side = "russian" if counted >= needed else "german"
    return why.so(ScenarioVerdict(winner, counted, needed))


class CampaignVerdict(Struct, frozen=True):
    """Who has won the campaign; nobody before it ends."""

    winner: Side | None
    needed: int


@rule("OTO-8.51-Obj-1", "OTO-8.31-1", "OTO-8.31-2")
def campaign_verdict(
    date: CgDate, points: int, balance: Balance = "none"
) -> Finding[CampaignVerdict]:
    """Who wins the campaign at the end of its last date."""
    why = Why()
    needed = NEEDED["campaign"]
    if balance == "russian" and why("OTO-8.31-1", "Russian Balance: 18 VP are enough"):
        needed = BALANCE["russian"]
    elif balance == "german" and why("OTO-8.31-2", "German Balance: 22 VP are needed"):
        needed = BALANCE["german"]
    if date != LAST:
        return why.so(CampaignVerdict(None, needed))
    why.by("OTO-8.51-Obj-1", f"at the end of the last date the Russians need {needed} VP")
    return why.so(CampaignVerdict("russian" if points >= needed else "german", needed))


class Verdicts(Struct, frozen=True):
    """Points and verdicts at the end of a scenario."""

    points: Points
    scenario: ScenarioVerdict
    campaign: CampaignVerdict


class Victory(RuledQuestion, frozen=True, kw_only=True):
    """Victory points at the end of a scenario, who has won it, and on 24 PM the campaign."""

    cites = (
        *(f"OTO-8.51-Obj-{n}" for n in range(1, 8)),
        *(f"OTO-NEC-{n}" for n in (22, 23, 24, 25)),
        "OTO-8.51-Tac-1",
        "OTO-8.51-Tac-2",
        "OTO-8.31-1",
        "OTO-8.31-2",
        "OTO-9.0-1",
        "OTO-E15-1",
    )
    turns_on = (
        "scenario_points",
        "unplaced_isolated",
        "leftover_cpp",
        "late_units",
        "lost_lvp",
    )

    date: Annotated[CgDate, Meta(description="the scenario that has ended")]
    lvp: Annotated[Count, Meta(description="LVP that the Russians Control now")] = 0
    lvp_lost: Annotated[Count, Meta(description="LVP that they Controlled once and lost")] = 0
    cvp: Annotated[
        tuple[Count, ...], Meta(max_length=4, description="Russian CVP, scenario by scenario")
    ] = ()
    evp: Annotated[
        tuple[Count, ...], Meta(max_length=4, description="Russian EVP, scenario by scenario")
    ] = ()
    late_cvp: Annotated[
        Count, Meta(description="CVP of German units not placed by turn 2 of 24 PM (CG12a)")
    ] = 0
    isolated_cvp: Annotated[
        Count, Meta(description="CVP of Isolated German units that could not be set up (9.619)")
    ] = 0
    german_cpp: Annotated[Count, Meta(description="German CPP left over")] = 0
    russian_cpp: Annotated[Count, Meta(description="Russian CPP left over")] = 0
    vp_before: Annotated[Count, Meta(description="VP at the end of the scenario before")] = 0
    balance: Annotated[Balance, Meta(description="which side has the Balance (8.31)")] = "none"

    def answer(self, nature: Nature) -> Finding[Verdicts]:
        self._check()
        why = Why()
        earned = RussianEarnings(
            self.lvp,
            self.lvp_lost,
            self.cvp,
            self.evp,
            self.late_cvp,
            self.isolated_cvp,
            self.german_cpp,
            self.russian_cpp,
        )
        over = self.date == LAST
        final = why.add(victory_points(earned, self.date, over, self.rulings))
        scenario = scenario_verdict(
            self.date, final.total - final.cpp, self.vp_before, self.rulings.scenario_points
        )
        campaign = campaign_verdict(self.date, final.total, self.balance)
        return why.so(Verdicts(final, why.add(scenario), why.add(campaign)))

    def _check(self) -> None:
        """Refuse points that the map or the dates so far cannot have given."""
        scenarios = CG_DATES.index(self.date) + 1
        for name, scores in (("cvp", self.cvp), ("evp", self.evp)):
            if len(scores) > scenarios:
                raise BadInput(
                    f"{name} is a list of up to {scenarios}, one for each scenario"
                    f" up to {self.date}, not {len(scores)}."
                )
        most = sum(entry.points for entry in lvp_table())
        if self.lvp + self.lvp_lost > most and in_force("OTO-8.2-LVP-1"):
            raise Refusal(
                f"{self.lvp + self.lvp_lost} LVP, held and lost together",
                "OTO-8.2-LVP-1",
                legal=f"the map has {most}",
            )
        if self.vp_before and self.date == INITIAL:
            raise BadInput(f"vp_before is 0 on {INITIAL}: no scenario came before.")
