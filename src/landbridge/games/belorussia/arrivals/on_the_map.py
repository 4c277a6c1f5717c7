"""Reinforcements on the map (OCS 13.6): where they are placed, in which mode, with which load."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from landbridge.engine.columns import BYTE
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import in_force
from landbridge.games.belorussia.movement.modes import VOLUNTARY
from landbridge.games.belorussia.movement.sizes import QUARTERS, quarters_of
from landbridge.games.belorussia.movement.stacking import MOST
from landbridge.games.belorussia.movement.zones import enemy_zones
from landbridge.games.belorussia.position.counters import Counter, other_side
from landbridge.games.belorussia.position.position import INACTIVE, Position
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.replacements.rebuilding_on_map import put_in_mode
from landbridge.games.belorussia.units.words import Mode
from landbridge.games.belorussia.violations import violation_if, violations
from landbridge.games.belorussia.words import Side

PLANES = 4
"""Active planes that an air strip holds; a base holds as many more as its level."""


def is_blocked(theatre: Theatre, side: Side, place: int) -> bool:
    """Whether an enemy combat unit stands in a hex."""
    return bool(theatre.held_by(other_side(side))[place])


def open_edges(theatre: Theatre, side: Side, wanted: Iterable[int]) -> tuple[int, ...]:
    """Hexes on the map's edge where units come in: for a blocked one, the nearest that is not."""
    found: dict[int, None] = {}
    for place in wanted:
        if not is_blocked(theatre, side, place):
            found[place] = None
        elif in_force("OCS-13.6b-2"):
            found.update(dict.fromkeys(_nearest_open(theatre, side, place)))
    return tuple(found)


def _nearest_open(theatre: Theatre, side: Side, place: int) -> list[int]:
    land = theatre.land
    width = land.graph.width
    edge = [
        other
        for other in range(land.size)
        if len(land.graph.neighbours[other]) < width and not is_blocked(theatre, side, other)
    ]
    near = min((land.distance(place, other) for other in edge), default=0)
    return [other for other in edge if land.distance(place, other) == near]


# Air bases


def room_for_planes(theatre: Theatre, side: Side, place: int) -> int:
    """How many more Active planes an air base of this side holds; none where there is no base."""
    base = theatre.position.bases.get(place)
    if base is None or base.side != side:
        return 0
    planes = (row for row in theatre.stack(place, side) if theatre.counter(row).kind == "plane")
    active = sum(not theatre.position.done[row] & INACTIVE for row in planes)
    return max(0, PLANES + base.level - active)


def air_bases(theatre: Theatre, side: Side) -> tuple[int, ...]:
    """The air bases of a side with room for another Active plane."""
    bases = theatre.position.bases
    return tuple(place for place in sorted(bases) if room_for_planes(theatre, side, place))


# One counter in one hex


def arrival_violations(
    theatre: Theatre, counter: Counter, place: int, mode: Mode, row: int | None = None
) -> tuple[Violation, ...]:
    """What speaks against a counter's being placed in a hex in a mode; which hexes are its
    entrances is asked before."""
    label, side = theatre.land.labels[place], counter.side
    if counter.kind == "plane":
        return violations(
            violation_if(
                not room_for_planes(theatre, side, place),
                f"no own air base with room for another Active plane is in {label}",
                "OCS-13.6-2",
                "any friendly air base, within its limit of Active planes",
            )
        )
    # The series lets reinforcements be placed in enemy zones and on top of each other.
    zone = enemy_zones(theatre, side)[place] and not in_force("OCS-13.6b-1")
    over = not in_force("OCS-13.6a-1") and is_full(theatre, side, place, row)
    transport = counter.is_transport and mode != "move"
    return violations(
        violation_if(
            is_blocked(theatre, side, place),
            f"an enemy combat unit is in {label}",
            "OCS-4.8c-1",
            "a hex free of them",
        ),
        violation_if(
            mode not in VOLUNTARY,
            f"nobody arrives in {mode.upper() if mode == 'dg' else mode.title()} Mode",
            "OCS-13.6b-1",
            "Combat, Move, Reserve or Strat",
        ),
        violation_if(
            transport, f"{counter.name} is always in Move Mode", "OCS-5.7f-1", "Move Mode"
        ),
        violation_if(
            counter.duty == "repl" and mode == "combat",
            f"{counter.name} is never in Combat Mode",
            "OCS-5.5c-1",
            "its Move side stays up",
        ),
        violation_if(bool(zone), f"{label} is in an enemy ZOC", "OCS-13.6-1", "another hex"),
        violation_if(over, f"{label} would be overstacked", "OCS-4.8-1", "another hex"),
    )


def is_full(theatre: Theatre, side: Side, place: int, row: int | None) -> bool:
    """Whether a hex would be overstacked with a counter that arrives."""
    there = sum(quarters_of(theatre, one) for one in theatre.combat_units(place, side))
    more = 0 if row is None else quarters_of(theatre, row)
    return there + more > MOST * QUARTERS


def load_on_arrival(counter: Counter, with_supply: int = 0) -> int:
    """Tokens on a counter that arrives: Organic Trucks come full, other Transport Points empty.

    `with_supply` are tokens that arrive at the same place in the same turn.
    """
    if counter.kind == "organic_truck":
        return counter.capacity if in_force("OCS-13.6c-1") else 0
    if counter.is_transport:
        return min(counter.capacity, with_supply if in_force("OCS-13.6c-2") else counter.capacity)
    return 0


def placed(theatre: Theatre, row: int, place: int, mode: Mode, with_supply: int = 0) -> Position:
    """The position when a counter has arrived, fresh and in a mode; planes are Active."""
    counter = theatre.counter(row)
    up: Mode = "move" if counter.is_transport or counter.duty == "repl" else mode
    position = put_in_mode(theatre.position.moved({row: place}), (row,), up)
    return replace(
        position,
        lost=BYTE.put(position.lost, row, 0),
        load=BYTE.put(position.load, row, load_on_arrival(counter, with_supply)),
    )
