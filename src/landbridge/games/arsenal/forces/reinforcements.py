"""Reinforcements: how they enter, the Siberian Reserves, the 1st Polish Army, Axis arrivals."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from landbridge.engine.allowed import Name
from landbridge.engine.ask import Question
from landbridge.engine.chance import Nature
from landbridge.engine.findings import Finding, Why
from landbridge.engine.refusals import BadInput, Refusal
from landbridge.engine.rules import Source, in_force, rule
from landbridge.engine.tables import table
from landbridge.engine.tallies import Tally, modifier, tally
from landbridge.games.arsenal.calendar import Symbols, months_between, symbols_from, turn
from landbridge.games.arsenal.forces.allies import DATA
from landbridge.games.arsenal.forces.dispersal import after_reinforcement
from landbridge.games.arsenal.forces.entry import EntryKinds, entry
from landbridge.games.arsenal.forces.siberia import Dead, read_counts
from landbridge.games.arsenal.forces.units import UNIT, UNITS, unit_number
from landbridge.games.arsenal.map.points import POINTS, control, place_name, point_number
from landbridge.games.arsenal.words import (
    PACKAGE,
    SYMBOLS,
    AxisHolds,
    Die,
    Month,
    Nation,
    Side,
    SovietHolds,
    figures,
    read_csv,
)

RELEASE = table(PACKAGE, "allies.release", bool)
RESERVES: Symbols = symbols_from({s: DATA["reserves"].get(s, 0) for s in SYMBOLS})
"""The Siberian Reserves by type."""
POLISH: int = UNIT[DATA["polish_army"]["unit"]]
POLISH_MONTH: str = DATA["polish_army"]["month"]
RESERVE_WORD = "siberian_reserves"

ReservesRelease = Literal["january_or_early", "january_fixed"]
Stacking = Literal["six_and_nine", "no_limit"]
HowArrived = Literal["in", "out", "home", "released", "refit", "return"]


@rule("RUL-DC-6")
def stacking_limit(point: int, month: str, stacking: str = "six_and_nine") -> int:
    """How many combat units may end on a point."""
    limits = figures("stacking", stacking)
    if turn(month).number <= 1:
        return int(limits["first_turn"])
    return int(limits["city" if POINTS[point].city else "point"])


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


class Coming(Struct, frozen=True):
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

    def answer(self, nature: Nature) -> Finding[tuple[Coming, ...]]:
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
            found.append(Coming(unit.id, unit.nation, due.how, due.at, due.note, due.source))
        return why.so(tuple(found))


# How a reinforcement enters


class Reinforced(Struct, frozen=True):
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
    entry_kinds: str = "both",
    stacking: str = "six_and_nine",
) -> Finding[Reinforced]:
    """Place reinforcements on a point; `unit` is None for the Siberian Reserves."""
    why = Why()
    if nation == "soviet":
        _check_soviet(unit, month, why)
    allowed = entry(nation, held, "reinforcement", entry_kinds)
    if POINTS[at].id not in why.add(allowed).points:
        raise Refusal(
            f"No reinforcement of that nation enters at {place_name(at)}",
            allowed.rules,
            legal=", ".join(allowed.result.points[:8] + allowed.result.edges) or "nowhere",
        )
    limit = stacking_limit(at, month, stacking)
    if count > 1 and not why("DC-R12", "any number may enter at one point") and count > limit:
        raise Refusal(f"No more than {limit} units may be there", "RUL-DC-6", legal=str(limit))
    if count > limit:
        why("RUL-DC-6", f"when movement ends no more than {limit} may be there")
    why("DC-R11", "reinforcements enter undispersed and may move operationally and attack")
    standing = after_reinforcement()
    return why.so(
        Reinforced(
            place_name(at), count, standing.dispersed, standing.may_move, standing.may_attack
        )
    )


def _check_soviet(unit: int | None, month: str, why: Why) -> None:
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
        raise Refusal(f"The 1st Polish Army does not come in {month}", "DC-R22", legal=POLISH_MONTH)


class Reinforcement(Question, frozen=True, kw_only=True):
    """How a reinforcement enters: where it may, in what state, what it may do that turn."""

    cites = ("DC-R11", "DC-R12", "DC-R20", "DC-R22")

    unit: Annotated[Name, Meta(description="a unit, as 1PA or XL, or siberian_reserves")]
    month: Month
    at: Annotated[Name, Meta(description="the point where it is placed")]
    count: Annotated[int, Meta(ge=1, le=60, description="how many enter there")] = 1
    axis_holds: AxisHolds = ()
    soviet_holds: SovietHolds = ()
    entry_kinds: Annotated[EntryKinds, Meta(description="ruling on both kinds")] = "both"
    stacking: Annotated[Stacking, Meta(description="ruling on stacking")] = "six_and_nine"

    def answer(self, nature: Nature) -> Finding[Reinforced]:
        reserve = self.unit == RESERVE_WORD
        unit = None if reserve else unit_number(self.unit)
        return place_reinforcements(
            "soviet" if unit is None else UNITS[unit].nation,
            unit,
            self.month,
            point_number(self.at),
            control(self.axis_holds, self.soviet_holds),
            self.count,
            self.entry_kinds,
            self.stacking,
        )


# The Siberian Reserves


class Reserves(Struct, frozen=True, order=True):
    """Siberian Reserves of one R/R phase."""

    released: bool
    come: Symbols
    owed: Symbols
    """Still to come, as soon as such units are dead."""
    forfeited: int
    """Units that failed early calls have cost."""


def release_modifiers(month: str, early: str) -> Tally:
    """What is added to the die of an early call."""
    waited = months_between(early, month)
    return tally(modifier(waited, f"{waited} months waited", "RUL-DC-9") if waited else None)


@rule("DC-R21", "RUL-DC-9")
def siberian_reserves(
    month: str,
    dead: Symbols | None,
    come: Symbols,
    nature: Nature,
    call: bool = False,
    released: bool = False,
    failed: int = 0,
    reserves_release: str = "january_or_early",
) -> Finding[Reserves]:
    """Which Siberian Reserves come now; `come` have come before, `failed` calls cost a unit each.

    `dead` is None where enough units of every type are dead.
    """
    why = Why()
    terms: dict[str, Any] = figures("reserves_release", reserves_release)
    nothing = Symbols()
    due = released or month >= terms["month"]
    if due:
        why("RUL-DC-9", f"due from {terms['month']} on, or called before")
    elif call:
        if not terms["early"] or month < terms["early"]:
            legal = f"{terms['early'] or terms['month']} at the earliest"
            raise Refusal(f"The Reserves cannot be called in {month}", "RUL-DC-9", legal=legal)
        due = nature.look(RELEASE, release_modifiers(month, terms["early"]))
        failed += 0 if due else int(terms["price"])
    wanted = _wanted(failed)
    if not due:
        why("RUL-DC-9", "not yet released")
        return why.so(Reserves(False, nothing, wanted, failed))
    left: dict[str, int] = {s: max(wanted.of(s) - come.of(s), 0) for s in SYMBOLS}
    now = dict(left)
    drawn = why("DC-R21", "they are drawn from the dead pile; what is missing comes later")
    if drawn and dead is not None:
        now = {s: min(left[s], dead.of(s)) for s in left}
    owed = symbols_from({s: left[s] - now[s] for s in left})
    return why.so(Reserves(True, symbols_from(now), owed, failed))


def _wanted(failed: int) -> Symbols:
    """The list, less one infantry unit for each early call that failed."""
    counts: dict[str, int] = {s: RESERVES.of(s) for s in SYMBOLS}
    counts["infantry"] = max(counts["infantry"] - failed, 0)
    return symbols_from(counts)


class SiberianReserves(Question, frozen=True, kw_only=True):
    """Which Siberian Reserves come in a month out of the dead pile, and which are still owed."""

    rolls = {"die": RELEASE.title}
    cites = ("DC-R21",)

    month: Month
    dead: Dead = None
    come: Annotated[
        tuple[Name, ...], Meta(max_length=60, description="those that came before, as '4 infantry'")
    ] = ()
    call: Annotated[bool, Meta(description="whether they are called early, at a risk")] = False
    released: Annotated[bool, Meta(description="whether they were released before")] = False
    failed: Annotated[int, Meta(ge=0, le=60, description="early calls that failed")] = 0
    reserves_release: Annotated[
        ReservesRelease, Meta(description="ruling on the Siberian Reserves")
    ] = "january_or_early"
    die: Die | None = None

    def answer(self, nature: Nature) -> Finding[Reserves]:
        if self.failed > 3:
            raise BadInput("There are only three months for early calls.")
        come = read_counts(self.come)
        for symbol in SYMBOLS:
            if come.of(symbol) > RESERVES.of(symbol):
                most = f"{RESERVES.of(symbol)} {symbol}"
                raise BadInput(f"come: {come.of(symbol)} {symbol}, but the Reserves have {most}.")
        return siberian_reserves(
            self.month,
            None if self.dead is None else read_counts(self.dead),
            come,
            nature,
            self.call,
            self.released,
            self.failed,
            self.reserves_release,
        )
