"""Whether a counter may move at all: its side's turn, its phase, an allowance, fuel (OCS 6)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import Rules, in_force
from landbridge.games.belorussia.movement.allowances import allowed
from landbridge.games.belorussia.movement.costs import rides
from landbridge.games.belorussia.movement.faces import mobility
from landbridge.games.belorussia.movement.segments import acting_side, moves_are_made
from landbridge.games.belorussia.movement.special_orders import order_violations
from landbridge.games.belorussia.position.position import FINISHED, RELEASED
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.supply_lines.fuel import is_fuelled, needs_fuel
from landbridge.games.belorussia.supply_lines.trace import supply_state
from landbridge.games.belorussia.violations import violation_if, violations
from landbridge.games.belorussia.words import Phase

BY_RELEASE: dict[Phase, str] = {"reaction": "OCS-7.0a-1", "exploitation": "OCS-11.0a-1"}
"""Phases in which of all ground units only released Reserves and those in Exploit Mode move."""

Asks = Callable[[Theatre, int], bool]
"""A question about a counter in a theatre: has it fuel, could it get trace supply?"""


def always(theatre: Theatre, row: int) -> bool:
    """For whoever asks how far a counter gets with fuel, whether it has any or not."""
    return True


def has_fuel(theatre: Theatre, row: int) -> bool:
    """Whether a counter may spend movement: fuel has been paid for it, or it needs none."""
    return is_fuelled(theatre, row).result


def could_trace(theatre: Theatre, row: int) -> bool:
    """Whether a counter can get trace supply where it stands."""
    return supply_state(theatre, theatre.counter(row).side).in_trace(row)


def _lacks_fuel(theatre: Theatre, row: int, rows: Sequence[int], fuelled: Asks) -> bool:
    """Whether a counter that sets out with these others would have to be fuelled first."""
    under_way = row in theatre.position.moving
    if under_way or not needs_fuel(theatre, row) or fuelled(theatre, row):
        return False
    goes_by_engine = theatre.counter(row).is_combat and mobility(theatre, row) != "leg"
    return rides(theatre, row, rows).fuel or not goes_by_engine


def setting_out_violations(
    theatre: Theatre, rows: Sequence[int], fuelled: Asks = has_fuel
) -> tuple[Violation, ...]:
    """What speaks against moving these counters at all."""
    rows = tuple(rows)
    key = ("setting out", rows, fuelled)
    return theatre.once(key, lambda theatre: _against(theatre, rows, fuelled))


def _against(theatre: Theatre, rows: Sequence[int], fuelled: Asks) -> tuple[Violation, ...]:
    found: list[Violation | None] = []
    for row in rows:
        counter = theatre.counter(row)
        if not theatre.on_map(row) or counter.kind == "plane":
            text = "flies" if counter.kind == "plane" else "is not on the map"
            return (Violation(f"{counter.name} {text}", ("OCS-6.1-1",), "ground units march"),)
        found += (*_one(theatre, row, rows, fuelled), *order_violations(theatre, row))
    if len({theatre.place_of(row) for row in rows}) > 1:
        together = "a stack sets out from one hex"
        found.insert(0, violation_if(True, "they do not stand together", "OCS-6.1-1", together))
    return violations(*found)


def _stays_out(theatre: Theatre, row: int) -> Violation | None:
    """Why a counter takes no part in a phase in which few move."""
    released = theatre.position.done[row] & RELEASED
    exploits = theatre.phase == "exploitation" and theatre.marker(row) == "exploit"
    if theatre.phase not in BY_RELEASE or released or exploits:
        return None
    rules = BY_RELEASE[theatre.phase]
    if theatre.counter(row).is_transport:
        rules = "OCS-7.0a-3"
    text = f"{theatre.counter(row).name} is no released Reserve"
    return violation_if(True, text, rules, "release it first, if it is in Reserve Mode")


def _fuel_rules(theatre: Theatre, row: int) -> Rules:
    """By which rules a counter needs fuel before it sets out."""
    repls = ("OCS-13.5-1",) if theatre.counter(row).duty == "repl" else ()
    return (*is_fuelled(theatre, row).rules, "OCS-6.1c-4", "OCS-3.1a-2", *repls)


def _one(
    theatre: Theatre, row: int, rows: Sequence[int], fuelled: Asks
) -> Iterator[Violation | None]:
    """What speaks against one of them; nothing is worded that does not."""
    counter = theatre.counter(row)
    if counter.side != acting_side(theatre) or not moves_are_made(theatre):
        phase = theatre.phase.replace("_", " ").title()
        yield violation_if(
            True,
            f"{counter.name} does not move in this {phase} Phase",
            "OCS-6.3a-1",
            "only units of the side that acts in it move",
        )
    yield _stays_out(theatre, row)
    if theatre.position.done[row] & FINISHED:
        yield violation_if(
            True,
            f"{counter.name} has finished its move",
            ("OCS-6.1-1", "OCS-2.3-6"),
            "it moves again in a later phase",
        )
    if not allowed(theatre, row):
        yield violation_if(
            True,
            f"{counter.name} has no movement allowance",
            ("OCS-6.1b-2", *(("TFB-2.4a-4",) if counter.arm == "garrison" else ())),
            "turn its Move side up, if that has one",
        )
    if _lacks_fuel(theatre, row, rows, fuelled):
        yield _lack_of_fuel(theatre, row)


def _lack_of_fuel(theatre: Theatre, row: int) -> Violation | None:
    text, remedy = (
        f"{theatre.counter(row).name} has no fuel",
        "pay its fuel first, even for one hex",
    )
    return violation_if(in_force("OCS-12.5a-1"), text, _fuel_rules(theatre, row), remedy)
