"""Breakout on the map (OCS 12.8e): who may try, and what becomes of him."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tallies import Tally, tally
from landbridge.engine.columns import BYTE
from landbridge.engine.refusals import Refusal
from landbridge.engine.rules.citing import in_force
from landbridge.engine.rules.findings import Finding, Why
from landbridge.engine.space.graph import BARRED, DEAREST, StepCosts
from landbridge.engine.space.marks import either
from landbridge.engine.space.trace import flood
from landbridge.games.belorussia.movement.zones import open_zones
from landbridge.games.belorussia.position.counters import other_side
from landbridge.games.belorussia.position.land import Land
from landbridge.games.belorussia.position.position import RETURNING, Position
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.supply.attrition import (
    TERMS,
    BreakoutInputs,
    BreakoutResult,
    prepare_breakout,
    resolve_breakout,
)
from landbridge.games.belorussia.supply_lines.starving import destroyed, removed
from landbridge.games.belorussia.supply_lines.trace import DIRECT, THROWN, supply_state
from landbridge.games.belorussia.terrain.words import Move
from landbridge.games.belorussia.words import Side


class BrokenOut(Struct, frozen=True):
    """A position after an attempt to break out."""

    position: Position
    result: BreakoutResult


def can_break_out(theatre: Theatre, row: int) -> Finding[Tally]:
    """What is added to the die of a counter that tries; a refusal if it may not."""
    why = Why()
    counter = theatre.counter(row)
    if not lacks_trace(theatre, row):
        raise Refusal(
            f"{counter.name} has trace supply", "OCS-12.8e-1", legal="units without trace"
        )
    first = theatre.position.cut[row] == 0
    if not first and not theatre.position.out[row]:
        first = not why("OCS-12.8e-6", "a turn on which it ate was a turn out of trace")
    near, path = True, True
    if not first:
        near, path = _friend_near(theatre, row), _way_out(theatre, row)
    inputs = BreakoutInputs(
        unit="combat_unit" if counter.is_combat else "transport_point",
        movement=max(counter.combat.move, counter.moving.move),
        first_turn=first,
        path=path,
        near=near,
        truck=counter.moving.by == "truck",
        deep_freeze=theatre.ground == "deep_freeze",
    )
    why("OCS-12.6-1", "trace is checked again in the Breakout Segment")
    why("OCS-12.8e-1", f"{counter.name} has no trace at this moment")
    if counter.moving.by == "truck" and not first:
        why("OCS-12.8e-3", "for Truck movement the path must be free of enemy ZOCs")
    return why.so(why.add(prepare_breakout(inputs)))


def break_out(
    theatre: Theatre, row: int, nature: Nature, *, let_pass: bool = False
) -> Finding[BrokenOut]:
    """Roll for a counter: it leaves the map and returns, or it is lost and can be rebuilt.

    What may not try is refused, or rolls without modifiers where a referee has let it pass.
    """
    why = Why()
    try:
        modifiers = why.add(can_break_out(theatre, row))
    except Refusal:
        if not let_pass:
            raise
        modifiers = tally()
    result = resolve_breakout(modifiers, nature)
    if not result.out:
        return why.so(BrokenOut(destroyed(theatre, theatre.position, (row,)), result))
    position = removed(theatre.position, (row,), RETURNING)
    position = replace(position, returning=position.returning | {row: result.turns})
    if not why("OCS-12.8e-10", "it keeps the steps that it has lost, and no marker"):
        position = replace(position, lost=BYTE.put(position.lost, row, 0))
    return why.so(BrokenOut(position, result))


def lacks_trace(theatre: Theatre, row: int) -> bool:
    """Whether a counter has no trace now; without the rule that asks for this, nobody has any."""
    return not (_has_trace(theatre, row) and in_force("OCS-12.8e-1"))


def _has_trace(theatre: Theatre, row: int) -> bool:
    """Whether a counter has trace now; a Transport Point as a unit in its hex would.

    It is checked again in the Breakout Segment (OCS-12.6-1), whatever the last Supply Phase found.
    """
    counter = theatre.counter(row)
    if not in_force("OCS-12.6-1"):
        return not theatre.position.cut[row]
    state = supply_state(theatre, counter.side)
    return (
        state.in_trace(row) if counter.is_combat else state.reaches(counter, theatre.place_of(row))
    )


def _friend_near(theatre: Theatre, row: int) -> bool:
    """Whether a friendly combat unit in trace stands near enough, counted straight."""
    place, limit = theatre.place_of(row), TERMS["near"]
    distance = theatre.land.distance
    return any(
        distance(place, theatre.place_of(friend)) <= limit for friend in _friends(theatre, row)
    )


def _friends(theatre: Theatre, row: int) -> list[int]:
    side = theatre.counter(row).side
    how = supply_state(theatre, side).how
    return [
        friend
        for friend, counter in enumerate(theatre.counters)
        if how[friend] in (DIRECT, THROWN) and counter.side == side and counter.is_combat
    ]


def _way_out(theatre: Theatre, row: int) -> bool:
    """Whether some path, however long, leads to a friendly unit in trace."""
    counter, start = theatre.counter(row), theatre.place_of(row)
    closed = _closed(theatre, counter.side, counter.moving.by)
    found = flood(_passable(theatre, counter.moving.by), (start,), (DEAREST,), barred=closed)
    return any(theatre.place_of(friend) in found for friend in _friends(theatre, row))


def _closed(theatre: Theatre, side: Side, move: Move) -> bytes:
    enemies = theatre.held_by(other_side(side))
    if move == "truck" and in_force("OCS-12.8e-3"):
        return either(enemies, open_zones(theatre, side))
    return enemies


def _passable(theatre: Theatre, move: Move) -> StepCosts:
    """Steps that are not prohibited to a kind of movement, a hex each."""
    costs = theatre.land.costs(move, theatre.ground, theatre.ice, rulings=theatre.rulings)

    def make(land: Land) -> StepCosts:
        return StepCosts(land.graph, [BARRED if cost == BARRED else 1 for cost in costs.column])

    return theatre.once(("passable", move), lambda theatre: make(theatre.land))
