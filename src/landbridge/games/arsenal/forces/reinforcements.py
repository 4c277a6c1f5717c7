"""Reinforcements: how they enter, the 1st Polish Army, and what comes and goes by the calendar."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import Refusal
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import Source, in_force, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.arsenal.calendar import month_name, turn
from landbridge.games.arsenal.forces.allies import DATA
from landbridge.games.arsenal.forces.dispersal import after_reinforcement
from landbridge.games.arsenal.forces.entry import entry_ground
from landbridge.games.arsenal.forces.stacking import stacking_limit
from landbridge.games.arsenal.forces.units import UNIT, UNITS, unit_number
from landbridge.games.arsenal.map.places import place_name
from landbridge.games.arsenal.map.points import POINTS, control, point_number
from landbridge.games.arsenal.questions import ArsenalQuestion
from landbridge.games.arsenal.rulings import EntryKinds, Stacking
from landbridge.games.arsenal.words import AxisHolds, Month, Nation, Side, SovietHolds, read_csv

POLISH: int = UNIT[DATA["polish_army"]["unit"]]
POLISH_MONTH: str = DATA["polish_army"]["month"]
RESERVE_WORD = "siberian_reserves"

HowArrived = Literal["in", "out", "home", "released", "refit", "return"]


# Later arrivals and departures


class Arrival(Struct, frozen=True):
    """A unit that comes or goes in a month."""

    unit: int
    month: str
    how: HowArrived
    """in and return: comes. out: leaves the map. home: goes home. released: may leave home again.
    refit: comes back if it is dead."""
    at: str
    """A point, a line onto the map or an edge; a proposal, where the entry rules allow more."""
    note: str
    source: Source


ARRIVALS: tuple[Arrival, ...] = tuple(
    msgspec.convert(row | {"unit": UNIT[row["unit"]]}, Arrival) for row in read_csv("arrivals.csv")
)


def arrivals(month: str, side: str) -> tuple[Arrival, ...]:
    """What comes and goes for a side in a month."""
    return tuple(a for a in ARRIVALS if a.month == month and UNITS[a.unit].side == side)


class ArrivalRow(Struct, frozen=True):
    """One line of the order of arrival."""

    unit: str
    nation: Nation
    how: HowArrived
    at: str
    note: str
    source: Source


class TheArrivals(Question, frozen=True, kw_only=True):
    """Units that arrive, leave or are released in a month, with their provenance."""

    side: Annotated[Side, Meta(description="whose units")]
    month: Month

    def answer(self, nature: Nature) -> Finding[tuple[ArrivalRow, ...]]:
        why = Why()
        turn(self.month)
        why("RUL-DC-36", "the order of arrival is history, except where a rule is cited")
        found = []
        for due in arrivals(self.month, self.side):
            unit = UNITS[due.unit]
            if due.unit == POLISH and not why("DC-R22", "the 1st Polish Army comes in June 1944"):
                continue
            if due.how == "home":
                why("DC-R24", "Rumanian units go home in December 1941")
            found.append(ArrivalRow(unit.id, unit.nation, due.how, due.at, due.note, due.source))
        return why.so(tuple(found))


# How a reinforcement enters


class ReinforcementTerms(Struct, frozen=True):
    """Reinforcements where they were placed."""

    at: str
    units: int
    dispersed: bool
    may_move: str
    may_attack: bool


@rule("DC-R11", "DC-R12", "DC-R20", "DC-R22", "RUL-DC-6")
def place_reinforcements(
    nation: Nation,
    unit: int | None,
    month: str,
    at: int,
    held: bytes,
    count: int = 1,
    entry_kinds: EntryKinds = "both",
    stacking: Stacking = "six_and_nine",
) -> Finding[ReinforcementTerms]:
    """Place reinforcements on a point; `unit` is None for the Siberian Reserves."""
    why = Why()
    if nation == "soviet":
        check_soviet(unit, month, why)
    allowed = entry_ground(nation, held, "reinforcement", entry_kinds)
    ground = why.add(allowed)
    if at not in ground.places:
        names = tuple(POINTS[point].id for point in ground.points[:8])
        raise Refusal(
            f"No reinforcement of that nation enters at {place_name(at)}",
            allowed.rules,
            legal=", ".join(names + ground.edges) or "nowhere",
        )
    limit = stacking_limit(at, month, stacking)
    if count > 1 and not why("DC-R12", "any number may enter at one point") and count > limit:
        raise Refusal(f"No more than {limit} units may be there", "RUL-DC-6", legal=str(limit))
    if count > limit:
        why("RUL-DC-6", f"when movement ends no more than {limit} may be there")
    why("DC-R11", "reinforcements enter undispersed and may move operationally and attack")
    standing = after_reinforcement()
    return why.so(
        ReinforcementTerms(
            place_name(at), count, standing.dispersed, standing.may_move, standing.may_attack
        )
    )


@rule("DC-R20", "DC-R22")
def check_soviet(unit: int | None, month: str, why: Why) -> None:
    """Refuse a Soviet unit that is no reinforcement; None stands for the Siberian Reserves."""
    if unit is None or unit == POLISH:
        why("DC-R20", "the Siberian Reserves and the 1st Polish Army are the reinforcements")
    elif in_force("DC-R20"):
        raise Refusal(
            f"{UNITS[unit].name} is no reinforcement",
            "DC-R20",
            legal="the Siberian Reserves and the 1st Polish Army",
        )
    if unit != POLISH:
        return
    if not why("DC-R22", "the 1st Polish Army is deployed in June 1944"):
        raise Refusal("The 1st Polish Army has no date of arrival", "DC-R20")
    if month < POLISH_MONTH:
        raise Refusal(
            f"The 1st Polish Army does not come in {month_name(month)}",
            "DC-R22",
            month_name(POLISH_MONTH),
        )


@rule("DC-R22", otherwise=False)
def polish_army_comes(month: str) -> bool:
    """Whether the 1st Polish Army is deployed in a month."""
    return month == POLISH_MONTH


class Reinforcement(ArsenalQuestion, frozen=True, kw_only=True):
    """How a reinforcement enters: where it may, in what state, what it may do that turn."""

    turns_on = (
        "entry_kinds",
        "stacking",
    )

    cites = ("DC-R11", "DC-R12", "DC-R20", "DC-R22")

    unit: Annotated[Name, Meta(description="a unit, as 1PA or XL, or siberian_reserves")]
    month: Month
    at: Annotated[Name, Meta(description="the point where it is placed")]
    count: Annotated[int, Meta(ge=1, le=60, description="how many enter there")] = 1
    axis_holds: AxisHolds = ()
    soviet_holds: SovietHolds = ()

    def answer(self, nature: Nature) -> Finding[ReinforcementTerms]:
        reserve = self.unit == RESERVE_WORD
        unit = None if reserve else unit_number(self.unit)
        return place_reinforcements(
            "soviet" if unit is None else UNITS[unit].nation,
            unit,
            self.month,
            point_number(self.at),
            control(self.axis_holds, self.soviet_holds),
            self.count,
            self.rulings.entry_kinds,
            self.rulings.stacking,
        )
