"""The four Fronts (rule 3.3): Offensive and Regrouping, turn by turn, and what they do.

The booklet shows the markers and nothing else, so this chapter rests on rulings: at the start of
every Soviet player turn but a campaign's first each Front moves on by `advance_front`; then
surplus Offensives end, and the Soviet player may end others and begin new ones from the Ready box.
"""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from math import ceil
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import read_toml
from landbridge.engine.refusals import BadInput, Violation, unknown
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.asked_rulings import point_data
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.calendar import Campaign
from landbridge.games.belorussia.fronts.offensive_limit import offensive_limit
from landbridge.games.belorussia.questions import RuledQuestion
from landbridge.games.belorussia.ruling_figures import AS_RULED, figures
from landbridge.games.belorussia.rulings import (
    BarrageTrack,
    OffensiveEntry,
    OffensiveLength,
    RegroupingLength,
    Rulings,
)
from landbridge.games.belorussia.violations import refuse, violation_if, violations
from landbridge.games.belorussia.words import PACKAGE, Die, TurnDate, short

DATA = read_toml(PACKAGE, "fronts.toml")

Front = Literal["1st_baltic", "western", "1st_belorussian", "2nd_belorussian"]
Posture = Literal["offensive", "regrouping", "ready"]
FRONTS: tuple[Front, ...] = ("1st_baltic", "western", "2nd_belorussian", "1st_belorussian")
"""From north to south."""
NAMES: dict[Front, str] = {
    "1st_baltic": "1st Baltic",
    "western": "Western",
    "2nd_belorussian": "2nd Belorussian",
    "1st_belorussian": "1st Belorussian",
}
"""As players call them."""
FRONT_HQS: dict[Front, str] = {front: DATA["front_hqs"][front] for front in FRONTS}
"""The counter of each Front's HQ."""

PURPOSE = "Whether the Offensive ends"

Box = Annotated[int, Meta(ge=0, le=8, description="the barrage marker's box; 0 is Ready")]
TurnsInPosture = Annotated[
    int,
    Meta(ge=0, le=100, description="turns in this posture, the present one included; 0 in Ready"),
]


def front_name(front: Front) -> str:
    """A Front as players call it."""
    return f"{NAMES[front]} Front"


def find_front(name: str) -> Front:
    """A Front by its word."""
    for front in FRONTS:
        if name == front:
            return front
    raise BadInput(unknown("Front", name, FRONTS))


WHATEVER_IT_HITS = -1
"""Of a barrage that is not bounded to so many hexes."""


class FrontState(Struct, frozen=True, order=True):
    """Where a Front stands on the posture display and the barrage track."""

    posture: Posture
    turns: int = 0
    """Turns in this posture, the present one included; 0 in the Ready box."""
    barrage: int = 0
    """The box of the barrage marker; 0 is Ready."""
    spent: int = 0
    """How many turns the last Offensive lasted."""
    firing: int | UnsetType = UNSET
    """Hexes at which its barrage may still be fired in this segment, or `WHATEVER_IT_HITS`; unset
    where it is not fired now."""


# The start


@rule("RUL-TFB-18", "RUL-TFB-21", "RUL-TFB-25")
def start_postures(
    campaign: Campaign = "campaign-1943", settled: Rulings = AS_RULED
) -> dict[Front, FrontState]:
    """Where every Front stands as a campaign begins."""
    start = point_data(PACKAGE, f"fronts_in_{campaign[-4:]}", settled)
    return {front: FrontState(*start[front]) for front in FRONTS}


def postures_on_map(scenario: str) -> dict[Front, FrontState]:
    """Where Fronts stand as a scenario on the map begins, other than in its campaign."""
    start = DATA["on_map"].get(scenario, {})
    return {front: FrontState(*start[front]) for front in FRONTS if front in start}


class FrontStart(Question, frozen=True, kw_only=True):
    """Where a Front stands on the posture display and the barrage track as a campaign begins."""

    front: Annotated[Front, Meta(description="which Front")]
    campaign: Annotated[Campaign, Meta(description="which campaign")] = "campaign-1943"

    def answer(self, nature: Nature) -> Finding[FrontState]:
        why = Why()
        for ruled in DATA["start"][self.campaign]["cites"]:
            why(ruled, "as the scenario has it")
        return why.so(start_postures(self.campaign)[self.front])


# From turn to turn


def advance_barrage(box: int, track: BarrageTrack = "count_up", paid: bool = False) -> int:
    """The box of a barrage marker in the next Soviet turn; 0 is Ready."""
    settled = figures("barrage_track", track)
    for _ in range(2 if paid and settled["extra_sp"] else 1):
        if box:
            box = 0 if box == settled["last"] else box + settled["step"]
    return box


def regrouping_turns(spent: int, length: RegroupingLength = "four") -> int:
    """How many turns a Front must regroup after an Offensive of this many turns."""
    settled = figures("regrouping_length", length)
    if "share" not in settled:
        turns: int = settled["turns"]
        return turns
    least: int = settled["at_least"]
    return max(ceil(Fraction(settled["share"]) * spent), least)


def end_offensive(front: FrontState, turns: int | None = None) -> FrontState:
    """A Front that leaves the Offensive: the first turn of Regrouping."""
    spent = front.turns if turns is None else turns
    return replace(front, posture="regrouping", turns=1, spent=spent)


def go_offensive(front: FrontState) -> FrontState:
    """A Front that goes over to the Offensive: its first turn."""
    return replace(front, posture="offensive", turns=1)


@rule("RUL-TFB-18", "RUL-TFB-21", "RUL-TFB-25")
def advance_front(
    front: FrontState,
    nature: Nature,
    settled: Rulings = AS_RULED,
    paid: bool = False,
) -> Finding[FrontState]:
    """A Front at the start of the next Soviet player turn, before anything is declared."""
    why = Why()
    box = advance_barrage(front.barrage, settled.barrage_track, paid)
    if front.barrage:
        why("RUL-TFB-25", f"barrage marker to {f'box {box}' if box else 'Ready'}")
    moved = replace(front, barrage=box)
    if front.posture == "offensive":
        if _offensive_ends(front.turns + 1, settled.offensive_length, nature, why):
            return why.so(end_offensive(moved))
        return why.so(replace(moved, turns=front.turns + 1))
    if front.posture == "regrouping":
        needed = regrouping_turns(front.spent, settled.regrouping_length)
        if front.turns >= needed:
            why("RUL-TFB-21", f"after {needed} turns of Regrouping: the Ready box")
            return why.so(replace(moved, posture="ready", turns=0))
        why("RUL-TFB-21", f"turn {front.turns + 1} of {needed} in Regrouping")
        return why.so(replace(moved, turns=front.turns + 1))
    why("RUL-TFB-21", "a Front may stay in the Ready box")
    return why.so(moved)


def _offensive_ends(turn: int, length: OffensiveLength, nature: Nature, why: Why) -> bool:
    settled = figures("offensive_length", length)
    beyond = turn - settled["turns"]
    if beyond <= 0:
        why("RUL-TFB-18", f"Offensive turn {turn}")
        return False
    if "ends_at_most" in settled:
        most = settled["ends_at_most"] + settled["rises_by"] * (beyond - 1)
        why("RUL-TFB-18", f"before turn {turn} the Offensive ends on {most} or less")
        return bool(nature.roll("1d6", PURPOSE, "RUL-TFB-18") <= most)
    why("RUL-TFB-18", f"no more than {settled['turns']} turns on the Offensive")
    return True


class FrontNext(RuledQuestion, frozen=True, kw_only=True):
    """Where a Front stands at the start of the next Soviet player turn if nothing is declared."""

    rolls = {"die": PURPOSE}
    turns_on = ("offensive_length", "regrouping_length", "barrage_track")

    posture: Annotated[Posture, Meta(description="its posture now")]
    turns: TurnsInPosture = 0
    barrage: Box = 0
    spent: Annotated[
        int, Meta(ge=0, le=100, description="turns that its last Offensive lasted")
    ] = 0
    paid: Annotated[bool, Meta(description="whether a further barrage step is paid for")] = False
    die: Die | None = None

    def answer(self, nature: Nature) -> Finding[FrontState]:
        front = FrontState(self.posture, self.turns, self.barrage, self.spent)
        return advance_front(front, nature, self.rulings, self.paid)


# Going over to the Offensive


@rule("RUL-TFB-19", "TFB-AGM-15")
def offensive_violations(
    posture: Posture,
    offensive: int,
    day: date,
    sp: int,
    entry: OffensiveEntry = "from_ready_free",
) -> tuple[Violation, ...]:
    """What speaks against a Front's going over to the Offensive while others are on it."""
    settled = figures("offensive_entry", entry)
    price, most = settled["cost_sp"], settled["at_a_time"]
    limit = offensive_limit(day, offensive)
    if limit.result.limit is not None:
        most = min(most, limit.result.limit)
    return violations(
        violation_if(posture == "offensive", "it is on the Offensive already", "RUL-TFB-19"),
        violation_if(
            posture == "regrouping",
            "it is still Regrouping",
            "RUL-TFB-19",
            "only from the Ready box",
        ),
        violation_if(
            offensive >= most,
            f"{offensive} of the other Fronts on the Offensive, on {short(day)}",
            "RUL-TFB-19" if limit.result.limit is None else limit.rules,
            f"{most} at a time; end another Offensive first",
        ),
        violation_if(sp < price, f"it costs {price} SP", "RUL-TFB-19"),
    )


@rule("RUL-TFB-19")
def regrouping_violations(posture: Posture) -> tuple[Violation, ...]:
    """What speaks against a Front's ending its Offensive."""
    text, remedy = "it is not on the Offensive", "a Front on the Offensive"
    return violations(violation_if(posture != "offensive", text, "RUL-TFB-19", remedy))


class FrontOffensive(RuledQuestion, frozen=True, kw_only=True):
    """Whether a Front may go over to the Offensive, and where it then stands."""

    turns_on = ("offensive_entry",)

    posture: Annotated[Posture, Meta(description="its posture now")]
    date: TurnDate
    offensive: Annotated[int, Meta(ge=0, le=3, description="other Fronts on the Offensive")] = 0
    barrage: Box = 0
    sp: Annotated[int, Meta(ge=0, le=999, description="supply points that it can pay")] = 0

    def answer(self, nature: Nature) -> Finding[FrontState]:
        refuse(
            offensive_violations(
                self.posture, self.offensive, self.date, self.sp, self.rulings.offensive_entry
            )
        )
        why = Why()
        price = figures("offensive_entry", self.rulings.offensive_entry)["cost_sp"]
        why.by("RUL-TFB-19", f"from the Ready box, {f'for {price} SP' if price else 'free'}")
        why("TFB-3.8-1", "it brings up to two penal assault units")
        return why.so(go_offensive(FrontState(self.posture, 0, self.barrage)))
