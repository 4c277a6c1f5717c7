"""Combining Transport Points (OCS 13.2c): they share their load, and go as far as the slowest."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.chance.nature import Nature
from landbridge.engine.columns import BYTE, WORD
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.movement.allowances import allowance_left, allowance_spent
from landbridge.games.belorussia.movement.segments import acting_side
from landbridge.games.belorussia.position.asking import PositionQuestion, UnitNames, find_rows
from landbridge.games.belorussia.position.position import FINISHED, MOVED, Position
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.terrain.chart import cost_text
from landbridge.games.belorussia.violations import refuse, violation_if, violations

RULE = "OCS-13.2c-2"


def combining_violations(theatre: Theatre, rows: Sequence[int]) -> tuple[Violation, ...]:
    """What speaks against combining these Transport Points."""
    counters = [theatre.counter(row) for row in rows]
    own = theatre.phase == "movement" and all(c.side == acting_side(theatre) for c in counters)
    kinds = {counter.kind for counter in counters}
    places = {theatre.place_of(row) for row in rows}
    done = [row for row in rows if theatre.position.done[row] & FINISHED]
    name = theatre.counter(done[0]).name if done else ""
    return violations(
        violation_if(
            not own, "Transport Points are combined in the owner's Movement Phase", RULE, "then"
        ),
        violation_if(
            "organic_truck" in kinds, "Organic Trucks are not combined", RULE, "trucks or wagons"
        ),
        violation_if(
            len(kinds) > 1 or not all(counter.is_transport for counter in counters),
            "they are not Transport Points of one type",
            RULE,
            "trucks with trucks, wagons with wagons",
        ),
        violation_if(len(places) > 1, "they are not in one hex", RULE, "points in one hex"),
        violation_if(bool(done), f"{name} has finished its move", "OCS-6.1-1", "others"),
    )


def combine(theatre: Theatre, rows: Sequence[int]) -> Finding[Position]:
    """Transport Points become one: their loads are one, and each has what the slowest has left."""
    refuse(combining_violations(theatre, rows))
    why = Why()
    why.by(RULE, "points of one type in a hex, without MP; they may part again")
    why("RUL-TFB-182", f"how far they go then: {theatre.rulings.combined_points}")
    return why.so(combined(theatre, rows))


def combined(theatre: Theatre, rows: Sequence[int]) -> Position:
    """The position when Transport Points have been combined."""
    position, load = theatre.position, sum(theatre.position.load[row] for row in rows)
    loads: dict[int, int] = {}
    for row in rows:
        loads[row] = min(load, theatre.counter(row).capacity)
        load -= loads[row]
    position = replace(position, load=BYTE.put_all(position.load, loads))
    if not figures("combined_points", theatre.rulings.combined_points)["least"]:
        return position
    most = max(allowance_spent(theatre, row) for row in rows)
    if not most:
        return position
    both = replace(position, spent=WORD.put_all(position.spent, dict.fromkeys(rows, most)))
    return both.mark(tuple(rows), MOVED)


class CombinedTransport(Struct, frozen=True):
    """Transport Points that have been combined."""

    loads: tuple[int, ...]
    """Tokens on each of them."""
    left: tuple[str, ...]
    """Movement points that each has left."""


class Combining(PositionQuestion, frozen=True, kw_only=True):
    """Whether Transport Points may be combined, and how far they go then."""

    cites = (RULE,)
    turns_on = ("combined_points",)

    units: UnitNames

    def answer(self, nature: Nature) -> Finding[CombinedTransport]:
        theatre = self.theatre()
        rows = find_rows(theatre, self.units)
        found = combine(theatre, rows)
        after = theatre.with_position(found.result)
        loads = tuple(after.position.load[row] for row in rows)
        rests = tuple(cost_text(allowance_left(after, row)) for row in rows)
        return Finding(CombinedTransport(loads, rests), found.rules, found.why)
