"""Odds of a whole purchase plan: how many leaders, squads or weapons it will bring."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from landbridge.engine.chance.nature import Nature
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.arriving.armor_leaders import GIVEN, resolve_given_armor_leader
from landbridge.games.orsha.rules.arriving.leaders import INTENDED, LEADERS, resolve_leaders
from landbridge.games.orsha.rules.arriving.receiving import SWITCHES, receipt
from landbridge.games.orsha.rules.arriving.strength import Drm, historical, resolve_strength
from landbridge.games.orsha.rules.purchases.order_of_battle import given_groups, given_number
from landbridge.games.orsha.rules.purchases.reinforcement_groups import Group, find_group
from landbridge.games.orsha.rules.purchases.written import PurchaseList, parse_plan
from landbridge.games.orsha.rules.questions import RuledQuestion
from landbridge.games.orsha.rules.words import CgDate, Side
from landbridge.games.orsha.rulings import Rulings

Count = Literal[
    "leader_sets",
    "leaders",
    "armor_leaders",
    "squads",
    "vehicles",
    "guns",
    "support_weapons",
    "depleted",
    "plentiful",
    "scarce",
]
KINDS = {
    "leaders": "leader",
    "armor_leaders": "armor_leader",
    "squads": "squad",
    "vehicles": "vehicle",
    "guns": "gun",
    "support_weapons": "sw",
}
TOP: dict[str, tuple[str, ...]] = {
    "german": LEADERS.column("german").cell(1).value,
    "russian": INTENDED,
}
"""The best leaders that one DR can give."""

Plan = tuple[Group, ...]


def count_in_group(
    group: Group,
    date: CgDate,
    what: Count,
    drm: int | None,
    rulings: Rulings,
    nature: Nature,
) -> int:
    """How many of what is counted come with one RG."""
    if what == "leader_sets":
        return _sets(group, date, drm, rulings, nature)
    if what == "depleted":
        if "c" not in group.notes:
            return 0
        found = resolve_strength(group, date, nature, drm, rulings.historical_drm)
        return int(found.result == "depleted")
    pieces = receipt(group, date, nature, None, drm, rulings).result.pieces
    if what in ("plentiful", "scarce"):
        return sum(lot.number for lot in pieces if what in lot.remarks)
    return sum(lot.number for lot in pieces if lot.kind == KINDS[what])


def _sets(group: Group, date: CgDate, drm: int | None, rulings: Rulings, nature: Nature) -> int:
    if "e" not in group.notes:
        return 0
    strength = resolve_strength(group, date, nature, drm, rulings.historical_drm).result
    found = resolve_leaders(
        group,
        strength,
        date,
        nature,
        drm,
        rulings.historical_drm,
        rulings.leader_drm,
        rulings.platoon_leaders,
    )
    return int(found.result == TOP[group.side])


def count_in_plan(
    plan: Plan, date: CgDate, what: Count, drm: int | None, rulings: Rulings, nature: Nature
) -> int:
    """How many of what is counted a plan brings; half by half, so that long plans stay quick."""
    if not plan:
        return 0
    if len(plan) == 1:
        return nature.sub(count_in_group, plan[0], date, what, drm, rulings)
    half = len(plan) // 2
    first: int = nature.sub(count_in_plan, plan[:half], date, what, drm, rulings)
    return first + nature.sub(count_in_plan, plan[half:], date, what, drm, rulings)


@rule("OTO-8.51-IHSR6-1")
def count_besides(side: Side, what: Count, nature: Nature) -> int:
    """How many of what is counted the initial order of battle has beside its RGs."""
    if what == "armor_leaders" and given_number(side, "vehicle", GIVEN["name"]):
        return sum(nature.sub(_given_leaders) for _ in range(GIVEN["rolls"]))
    return given_number(side, "vehicle") if what == "vehicles" else 0


def _given_leaders(nature: Nature) -> int:
    return int(resolve_given_armor_leader(nature).result != "none")


@rule("OTO-QA.F1-1", "OTO-8.7-1")
def plan_groups(side: Side, date: CgDate, purchases: tuple[str, ...], given: bool) -> Plan:
    """The RGs of a plan, with those of the initial order of battle where they are wanted."""
    bought = [purchase.rg for purchase in parse_plan(side, purchases) if not purchase.given]
    if given and date == "23am":
        bought += [rg for rg, number in given_groups(side).items() for _ in range(number)]
    return tuple(find_group(side, rg) for rg in sorted(bought))


class PlanOdds(RuledQuestion, frozen=True, kw_only=True):
    """How many leaders, squads, weapons a plan brings, as exact odds; or the odds of so many.

    The odds that the first question F names need the Russian Historical DRM of -2 on 23 AM that
    ruling RUL-OTO-20 infers from them, and the given Engineer Company.
    """

    cites = ("OTO-QA.F1-1",)
    turns_on = SWITCHES

    side: Annotated[Side, Meta(description="who buys")]
    purchases: PurchaseList = ()
    count: Annotated[
        Count, Meta(description="what is counted; a leader set is the top row of table 8.71")
    ] = "leader_sets"
    at_least: (
        Annotated[int, Meta(ge=0, le=999, description="ask only whether it is so many or more")]
        | None
    ) = None
    date: Annotated[CgDate, Meta(description="the CG Date")] = "23am"
    given: Annotated[
        bool, Meta(description="whether the initial order of battle is counted on 23 AM")
    ] = True
    drm: Drm | None = None

    def answer(self, nature: Nature) -> Finding[int] | Finding[bool]:
        why = Why()
        plan = plan_groups(self.side, self.date, self.purchases, self.given)
        for group in dict.fromkeys(plan):
            why.by(group.cites, f"{group.id} is {group.type}")
        if self.count == "leader_sets" and self.side == "russian":
            shift = historical(
                self.side, self.date, "leaders", self.drm, self.rulings.historical_drm
            )
            why.by(("OTO-QA.F1-1", *shift.rules), f"{shift.value:+} {shift.reason}")
        number = count_in_plan(plan, self.date, self.count, self.drm, self.rulings, nature)
        if self.given and self.date == "23am":
            if self.count == "armor_leaders" and self.side == "russian":
                why.by(GIVEN["cites"], f"{GIVEN['rolls']} Armor Leader DRs for the four T-34s")
            number += nature.sub(count_besides, self.side, self.count)
        if self.at_least is None:
            return why.so(number)
        return why.so(number >= self.at_least)
