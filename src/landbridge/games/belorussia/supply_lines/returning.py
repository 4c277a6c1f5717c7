"""Back from a Breakout (OCS 12.8e): when a unit returns, where, and as what."""

from __future__ import annotations

from msgspec.structs import replace

from landbridge.engine.columns import BYTE
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.arrivals.on_the_map import arrival_violations, open_edges, placed
from landbridge.games.belorussia.position.position import Position
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.supply_lines.sources import edge_sources, entrances
from landbridge.games.belorussia.terrain.fuel_and_rail import fuel_cost
from landbridge.games.belorussia.units.words import Mode
from landbridge.games.belorussia.violations import violation_if, violations
from landbridge.games.belorussia.words import Side


def a_turn_nearer(theatre: Theatre, side: Side) -> Position:
    """The position when a turn more has passed for the units of a side on their way back."""
    left = {
        row: max(0, turns - (theatre.counter(row).side == side))
        for row, turns in theatre.position.returning.items()
    }
    return replace(theatre.position, returning=left)


def due_back(theatre: Theatre, side: Side) -> tuple[int, ...]:
    """The units of a side whose turns are over (OCS-12.8e-9)."""
    returning = theatre.position.returning
    return tuple(
        row for row in sorted(returning) if not returning[row] and theatre.counter(row).side == side
    )


def ways_back(theatre: Theatre, side: Side) -> tuple[int, ...]:
    """Where a side's units come back: where its reinforcements arrive (OCS-12.8e-10).

    That are the entrances that it holds; where it holds none any of them.
    """
    held = edge_sources(theatre, side) or entrances(theatre, side)
    return open_edges(theatre, side, sorted(held))


def return_violations(theatre: Theatre, row: int, place: int, mode: Mode) -> tuple[Violation, ...]:
    """What speaks against a unit's coming back in a hex, in a mode."""
    counter, label = theatre.counter(row), theatre.land.labels[place]
    moves = counter.moving.by
    fuel = fuel_cost("single", 1, moves, not counter.is_combat, arriving=True).result.tokens
    return violations(
        violation_if(
            place not in ways_back(theatre, counter.side),
            f"{label} is no entrance of its side",
            ("OCS-12.8e-10", "OCS-13.6b-2"),
            "a rail hex on the map's edge where its reinforcements arrive",
        ),
        violation_if(bool(fuel), f"no fuel has been paid for {counter.name}", "OCS-12.5a-1"),
        *arrival_violations(theatre, counter, place, mode, row),
    )


def come_back(theatre: Theatre, row: int, place: int, mode: Mode) -> Finding[Position]:
    """The position when a unit has come back from its Breakout."""
    why, counter = Why(), theatre.counter(row)
    why("OCS-12.8e-9", f"{counter.name} is back after its turns off the map")
    why("OCS-12.8e-10", "where its reinforcements arrive, with the steps that it lost")
    why("OCS-13.6b-1", "in any mode that a player may choose")
    why.add(fuel_cost("single", 1, counter.moving.by, not counter.is_combat, arriving=True))
    position = placed(theatre, row, place, mode)
    lost = BYTE.put(position.lost, row, theatre.position.lost[row])
    left = {one: turns for one, turns in position.returning.items() if one != row}
    return why.so(replace(position, lost=lost, returning=left))
