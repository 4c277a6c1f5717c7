"""The front: points next to an undispersed enemy that fights, and gaps that it closes."""

from __future__ import annotations

from functools import lru_cache

from landbridge.games.arsenal.map.places import LAST_POINT, PLACE
from landbridge.games.arsenal.map.points import NEIGHBOURS
from landbridge.games.arsenal.war.columns import DISPERSED, FIGHTING, FIGHTS, UNDISPERSED, places_of
from landbridge.games.arsenal.war.masks import EVERY, marks, number, owned
from landbridge.games.arsenal.war.state import War


def enemy_near(state: War, point: int, side: int) -> bool:
    """Whether an undispersed enemy that fights stands next to a point."""
    held, at, flags, enemy = state.held, state.at, state.flags, 1 - side
    for end in NEIGHBOURS[point]:
        if held[end] == enemy:
            unit = at.find(end)
            while unit >= 0:
                if FIGHTS[unit] and not flags[unit] & DISPERSED:
                    return True
                unit = at.find(end, unit + 1)
    return False


def front(state: War, side: int) -> bytes:
    """By place, every mark: a point next to an undispersed enemy that fights."""
    return covers(state, side).translate(_ANY)


def covers(state: War, side: int) -> bytes:
    """By place: on how many points next to it undispersed enemies stand that fight."""
    return _covers(state.at, state.flags, state.side, state.held, 1 - side)


_ANY: bytes = marks(lambda count: EVERY * (count > 0))


@lru_cache(maxsize=8)
def _covers(at: bytes, flags: bytes, sides: bytes, held: bytes, enemy: int) -> bytes:
    ready = FIGHTING & number(flags.translate(UNDISPERSED)) & owned(sides, enemy)
    return _next_to(bytes(set(places_of(at, ready))), held, enemy)


@lru_cache(maxsize=512)
def _next_to(places: bytes, held: bytes, enemy: int) -> bytes:
    counted = bytearray(PLACE.top + 1)
    for place in places:
        if place <= LAST_POINT and held[place] == enemy:
            for end in NEIGHBOURS[place]:
                counted[end] += 1
    return bytes(counted)
