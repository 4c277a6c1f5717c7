"""Control of points: taking them, what becomes of factories there, and who defends a point."""

from __future__ import annotations

from msgspec.structs import replace

from landbridge.engine.play.events import Play
from landbridge.engine.rules.findings import Why, unique
from landbridge.games.arsenal.industry.factories import (
    FACTORIES,
    factory_defence,
    factory_defends,
    factory_fate,
)
from landbridge.games.arsenal.map.places import DESTROYED, SIBERIA, place_name, place_number
from landbridge.games.arsenal.map.points import POINTS
from landbridge.games.arsenal.war.columns import put
from landbridge.games.arsenal.war.restraints import THAW
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.words import SIDES, SOVIET

ENTRAINED, MOVED = 1, 2
"""Marks of a factory: entrained; entrained or moved in this phase."""


def take(state: War, point: int, side: int, play: Play) -> War:
    """A point comes under a side's control; factories there are lost to the Axis."""
    if state.held[point] == side:
        return state
    state = replace(state, held=put(state.held, point, side))
    play.log("taken", ("RUL-DC-33",), side=SIDES[side], point=POINTS[point].name)
    if side == SOVIET:
        return state
    if point == THAW:
        state = replace(state, thawed=True)
    for factory, place in enumerate(state.factory_at):
        if place in (point, SIBERIA):
            state = _fall(state, factory, place, play)
    return state


def _fall(state: War, factory: int, place: int, play: Play) -> War:
    """The Axis have come: a factory is destroyed or gets away; in Siberia it is safe."""
    entrained = bool(state.factory_flags[factory] & ENTRAINED)
    found, why = factory_fate(place, state.held, entrained, state.rulings.captured_entrained), Why()
    factory_defence(entrained, why)
    if found.result.at == place_name(place):
        return state
    destroyed = found.result.destroyed
    where = DESTROYED if destroyed else place_number(found.result.at)
    flags = 0 if destroyed else state.factory_flags[factory]
    play.log(
        "plant_lost" if destroyed else "plant_escapes",
        unique(found.rules + why.so(True).rules),
        plant=FACTORIES[factory].id,
        point=place_name(place),
    )
    return replace(
        state,
        factory_at=put(state.factory_at, factory, where),
        factory_flags=put(state.factory_flags, factory, flags),
    )


def factories_defending(state: War, point: int) -> tuple[int, ...]:
    """The factories on a point that have to be fought for."""
    if point not in state.factory_at:
        return ()
    return tuple(
        factory
        for factory, place in enumerate(state.factory_at)
        if place == point and factory_defends(bool(state.factory_flags[factory] & ENTRAINED))
    )


def defended(state: War, point: int) -> bool:
    """Whether enemy units or a standing factory are on a point."""
    return state.at.find(point) >= 0 or bool(factories_defending(state, point))
