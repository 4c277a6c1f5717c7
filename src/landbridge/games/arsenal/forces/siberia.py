"""Siberian replacements: the symbols of the turn track, waiting behind the edge, coming on."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import BadInput, Refusal, choices
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.arsenal.calendar import (
    Symbols,
    month_name,
    months_between,
    symbols_from,
    turn,
)
from landbridge.games.arsenal.forces.dispersal import ARRIVED, READY, UnitCondition
from landbridge.games.arsenal.forces.units import SYMBOL
from landbridge.games.arsenal.map.points import EDGE_POINTS, POINTS, control, point_number
from landbridge.games.arsenal.movement.strategic_movement import move_cost
from landbridge.games.arsenal.questions import ArsenalQuestion
from landbridge.games.arsenal.rulings import HeldOff, SiberianEdges, UnmetSymbol
from landbridge.games.arsenal.words import SOVIET, SYMBOLS, AxisHolds, Month, figures, plural

How = Literal["strategic", "operational"]

Dead = Annotated[
    Annotated[tuple[Name, ...], Meta(max_length=60)] | None,
    Meta(description="dead Soviet units by type, as '4 infantry'; left out, enough of every type"),
]


def read_counts(words: tuple[str, ...]) -> Symbols:
    """Numbers of units by type from words such as '4 infantry'."""
    counts: dict[str, int] = {}
    for word in words:
        found = re.fullmatch(r"\s*(\d+)\s+(\w+)\s*", word)
        if not found or found[2] not in SYMBOLS:
            raise BadInput(
                f"'{word}' is no number of units; write for example 4 infantry."
                f" Types: {choices(SYMBOLS)}."
            )
        counts[found[2]] = counts.get(found[2], 0) + int(found[1])
    return symbols_from(counts)


@rule("DC-R02", otherwise=True)
def symbol_brings(symbol: str, kind: int) -> bool:
    """Whether a symbol of the turn track brings back units of a kind: one of its own type."""
    return SYMBOL[kind] == symbol


class SiberianUnits(Struct, frozen=True):
    """What comes from Siberia on a turn."""

    symbols: Symbols
    taken: Symbols
    """Units that can be taken: one for each symbol, out of the dead pile."""
    lost: Symbols
    kept: Symbols
    """Symbols that wait for a unit to die, where that is the ruling."""


@rule("DC-R01", "DC-R02", "DC-R03", "RUL-DC-1")
def siberian_replacements(
    month: str,
    dead: Symbols | None = None,
    cities_lost: bool = False,
    kept: Symbols | None = None,
    unmet_symbol: UnmetSymbol = "lost",
) -> Finding[SiberianUnits]:
    """The Siberian replacements of a turn, out of this dead pile."""
    why = Why()
    nothing = Symbols()
    due = nothing
    if why("DC-R01", f"the symbols of {month_name(month)} on the turn track"):
        due = turn(month).siberian
    if cities_lost and not why(
        "DC-R03", "they stand for factories in Siberia: no loss on the map stops them"
    ):
        due = nothing
    before = kept or nothing
    wanted: dict[str, int] = {symbol: due.of(symbol) + before.of(symbol) for symbol in SYMBOLS}
    taken = dict(wanted)
    short: dict[str, int] = {}
    if dead is not None:
        for symbol in SYMBOLS:
            missing = wanted[symbol] - dead.of(symbol)
            if missing > 0 and why("DC-R02", f"a symbol is one unit, and no more {symbol} is dead"):
                taken[symbol] -= missing
                short[symbol] = missing
    if any(taken.values()):
        why("DC-R02", "each symbol is one replacement unit of its type")
    carried: bool = figures("unmet_symbol", unmet_symbol)["carried"]
    if short:
        why("RUL-DC-1", "what cannot be taken is kept" if carried else "what is not taken is lost")
    left = symbols_from(short)
    return why.so(
        SiberianUnits(
            due,
            symbols_from(taken),
            nothing if carried else left,
            left if carried else nothing,
        )
    )


class Siberian(ArsenalQuestion, frozen=True, kw_only=True):
    """The Siberian replacements of a month: symbols, units taken, symbols lost."""

    turns_on = ("unmet_symbol",)

    cites = ("DC-R01", "DC-R02", "DC-R03")

    month: Month
    dead: Dead = None
    axis_holds: AxisHolds = ()

    def answer(self, nature: Nature) -> Finding[SiberianUnits]:
        held = control(self.axis_holds)
        lost = any(p.city and p.owner == "soviet" and held[p.number] != SOVIET for p in POINTS)
        dead = None if self.dead is None else read_counts(self.dead)
        return siberian_replacements(self.month, dead, lost, None, self.rulings.unmet_symbol)


# Coming on


@rule("DC-R04", "RUL-DC-2", otherwise=tuple(range(len(POINTS))))
def siberian_entry_points(siberian_edges: SiberianEdges = "eastern") -> tuple[int, ...]:
    """The points at which Siberian units come on."""
    edges: list[str] = figures("siberian_edges", siberian_edges)["edges"]
    return tuple(point for edge in edges for point in EDGE_POINTS[edge])


def turns_to_wait(held_off: HeldOff = "next_turn") -> int:
    """How many own turns a unit is held off before it may enter by operational movement."""
    months: int = figures("held_off", held_off)["months"]
    return months


@rule("DC-R04", "DC-R05", "DC-R06", "DC-R07", "RUL-DC-2", "RUL-DC-3")
def siberian_entry(
    held_back: bool,
    still_waits: bool,
    at: int,
    how: How,
    held: bytes,
    siberian_edges: SiberianEdges = "eastern",
) -> Finding[UnitCondition]:
    """How a Siberian unit stands that comes on at this point, or why it may not.

    It has been held back since an earlier turn, or was taken in this one; and it may still have
    to wait before it enters by operational movement.
    """
    why = Why()
    if at not in siberian_entry_points(siberian_edges):
        raise Refusal(
            f"No Siberian unit comes on at {POINTS[at].name}",
            ("DC-R04", "RUL-DC-2"),
            legal=choices(POINTS[point].name for point in siberian_entry_points(siberian_edges)),
        )
    if held[at] != SOVIET:
        raise Refusal(
            f"{POINTS[at].name} is not Soviet", ("DC-R04",), legal="a Soviet point on that edge"
        )
    why("DC-R04", f"at {POINTS[at].name} a line leads on from the eastern edge")
    if held_back and not why("DC-R05", "held off the map, without limit"):
        raise Refusal("A replacement unit comes on in the turn it is taken", "DC-R01")
    if how == "operational":
        if still_waits or not why(
            ("DC-R06", "RUL-DC-3"), "held off a turn, it enters operationally and undispersed"
        ):
            raise Refusal(
                "Only a unit that was held off enters by operational movement",
                ("DC-R06", "RUL-DC-3"),
                legal="strategic movement now, or operational movement after a turn off the map",
            )
        return why.so(READY)
    why("DC-R07", "it enters by strategic movement, dispersed, and uses a strategic move")
    return why.so(ARRIVED)


class SiberianArrival(Struct, frozen=True):
    """Siberian units that have come on."""

    dispersed: bool
    may_move: str
    may_attack: bool
    moves_used: int
    moves_left: int


class SiberianEntry(ArsenalQuestion, frozen=True, kw_only=True):
    """How Siberian replacements come on: where, in what state, at what cost in strategic moves."""

    turns_on = (
        "siberian_edges",
        "held_off",
    )

    cites = ("DC-R04", "DC-R05", "DC-R06", "DC-R07")

    taken: Annotated[Name, Meta(description="the month in which they were taken, as 1941-10")]
    enters: Annotated[Name, Meta(description="the month in which they come on")]
    at: Annotated[Name, Meta(description="the point at which they come on")]
    how: Annotated[How, Meta(description="by strategic or operational movement")] = "strategic"
    units: Annotated[int, Meta(ge=1, le=60, description="how many units")] = 1
    used: Annotated[
        int, Meta(ge=0, le=60, description="strategic moves already used this turn")
    ] = 0
    axis_holds: AxisHolds = ()

    def answer(self, nature: Nature) -> Finding[SiberianArrival]:
        why = Why()
        held = control(self.axis_holds)
        waited = months_between(self.taken, self.enters)
        if waited < 0:
            raise BadInput(f"A unit taken in {self.taken} cannot come on in {self.enters}.")
        standing = why.add(
            siberian_entry(
                waited > 0,
                waited < turns_to_wait(self.rulings.held_off),
                point_number(self.at),
                self.how,
                held,
                self.rulings.siberian_edges,
            )
        )
        used = self.units * move_cost("siberian") if self.how == "strategic" else 0
        left = turn(self.enters).soviet_capacity - self.used - used
        if left < 0:
            raise Refusal(
                f"Too few strategic moves are left for {plural(self.units, 'unit')}",
                ("DC-R07",),
                legal=plural(max(turn(self.enters).soviet_capacity - self.used, 0), "unit"),
            )
        return why.so(
            SiberianArrival(standing.dispersed, standing.may_move, standing.may_attack, used, left)
        )
