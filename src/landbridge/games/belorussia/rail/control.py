"""Who controls the places where trains stop, and how they change hands (OCS 13.3d, 13.3h)."""

from __future__ import annotations

from array import array
from collections.abc import Iterable

from msgspec.structs import replace

from landbridge.engine.columns import BYTE
from landbridge.engine.rules.citing import in_force
from landbridge.engine.rules.findings import Finding, Why
from landbridge.engine.space.graph import BARRED, StepCosts
from landbridge.engine.space.marks import either, without
from landbridge.engine.space.trace import flood
from landbridge.engine.space.zones import widened
from landbridge.games.belorussia.movement.zones import enemy_zones
from landbridge.games.belorussia.position.counters import SIDES, other_side
from landbridge.games.belorussia.position.land import Land
from landbridge.games.belorussia.position.position import Position
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.rail.detraining import controlled, marked, sites
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.supply_lines.sources import edge_sources, named_sources
from landbridge.games.belorussia.words import Side


def takes_hold(theatre: Theatre, row: int) -> bool:
    """Whether a counter takes hold of what it enters; partisans hold nothing."""
    counter = theatre.counter(row)
    return counter.is_combat and counter.arm != "partisan"


def take_control(position: Position, side: Side, entered: Iterable[int]) -> Position:
    """The position when combat units of a side have entered hexes: they are the side's.

    The series needs it of detrainable hexes alone (OCS-13.3h-2); here every hex has a holder, so
    that the map shows whose it is. Railways keep their gauge (OCS-13.3d-1).
    """
    number = SIDES.index(side) + 1
    if in_force("OCS-13.3h-2"):
        taken = {place: number for place in entered if position.control[place] != number}
        if taken:
            position = replace(position, control=BYTE.put_all(position.control, taken))
    if not in_force("OCS-13.3d-1"):
        # Without the rule a line would follow the troops by itself.
        relaid = {place: number for place in entered if position.gauge[place]}
        position = replace(position, gauge=BYTE.put_all(position.gauge, relaid))
    return position


def stations_taken(theatre: Theatre, side: Side, entered: Iterable[int]) -> tuple[int, ...]:
    """The stations among these hexes that another held, or nobody."""
    number = SIDES.index(side) + 1
    new = [place for place in entered if theatre.position.control[place] != number]
    if not new:
        return ()
    stops = sites(theatre.land)
    return tuple(place for place in new if stops[place] and theatre.land.has_rail(place))


# Behind the enemy's front


def lost_behind_the_front(theatre: Theatre, side: Side) -> tuple[int, ...]:
    """The detrainable hexes of a side that lie clearly behind the enemy's front (OCS-13.3h-3)."""
    enemy, land = other_side(side), theatre.land
    if not figures("rear_control", theatre.rulings.rear_control)["passes"]:
        return ()
    if not in_force("OCS-13.3h-3"):
        return ()
    own = theatre.held_by(side)
    near = either(own, widened(land.graph, own))
    at_risk = without(marked(theatre.position.control, SIDES.index(side) + 1), near)
    lost = without(at_risk, _joined(theatre, side))
    reached = _joined(theatre, enemy)
    stops = sites(land)
    return tuple(
        place
        for place in range(land.size)
        if lost[place] and reached[place] and stops[place] and land.has_rail(place)
    )


def _joined(theatre: Theatre, side: Side) -> bytes:
    """By place: 1 where a chain of hexes free of enemies and their ZOCs leads from a source."""
    land = theatre.land
    shut = either(theatre.held_by(other_side(side)), enemy_zones(theatre, side))
    starts = [
        place
        for place in sorted(edge_sources(theatre, side) | named_sources(theatre, side))
        if not shut[place]
    ]
    if not starts:
        return bytes(land.size)
    steps = land.once("all steps", _all_steps)
    return flood(steps, starts, [land.size] * len(starts), barred=shut).marked()


def _all_steps(land: Land) -> StepCosts:
    return StepCosts(land.graph, array("h", (1 if end >= 0 else BARRED for end in land.graph.ends)))


def control_passes(theatre: Theatre) -> Finding[Position]:
    """The position after a turn: what lies clearly behind the enemy's front is his."""
    why, changes = Why(), dict[int, int]()
    for side in SIDES:
        for place in lost_behind_the_front(theatre, side):
            changes[place] = SIDES.index(other_side(side)) + 1
    if not changes:
        return why.so(theatre.position)
    labels = [theatre.land.labels[place] for place in sorted(changes)]
    why(("OCS-13.3h-3", "RUL-TFB-183"), f"clearly behind the enemy's front: {', '.join(labels)}")
    column = BYTE.put_all(theatre.position.control, changes)
    return why.so(replace(theatre.position, control=column))


def holds(theatre: Theatre, side: Side, place: int) -> bool:
    """Whether a hex is a side's: it controls it, or has a combat unit there."""
    return bool(controlled(theatre, side)[place] or theatre.held_by(side)[place])
