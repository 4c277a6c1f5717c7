"""Stacking: how many more combat units may end on a point, and where too many stand."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from landbridge.games.arsenal.calendar import BOXES
from landbridge.games.arsenal.forces.stacking import stacking_limit
from landbridge.games.arsenal.map.places import LAST_POINT
from landbridge.games.arsenal.map.points import POINTS
from landbridge.games.arsenal.rulings import Stacking
from landbridge.games.arsenal.war.columns import FIGHTING, FIGHTS, places_of, units_on
from landbridge.games.arsenal.war.masks import owned
from landbridge.games.arsenal.war.state import War


@lru_cache(maxsize=128)
def _limits(turn: int, stacking: Stacking) -> tuple[int, ...]:
    """By point: how many combat units may end on it."""
    month = BOXES[turn].month
    return tuple(stacking_limit(point.number, month, stacking) for point in POINTS)


def room(state: War, point: int) -> int:
    """How many more combat units may end on a point."""
    limit = _limits(state.turn, state.rulings.stacking)[point]
    return limit - sum(FIGHTS[unit] for unit in units_on(state.at, point))


def has_room(state: War, point: int) -> bool:
    """Whether one more combat unit may end on a point."""
    limit = _limits(state.turn, state.rulings.stacking)[point]
    return state.at.count(point) < limit or room(state, point) > 0


def full_points(state: War) -> list[int]:
    """The points on which no more combat units may end."""
    limits = _limits(state.turn, state.rulings.stacking)
    counts = Counter(places_of(state.at, FIGHTING))
    return [p for p, count in counts.items() if p <= LAST_POINT and count >= limits[p]]


def overstacked_points(state: War, side: int) -> tuple[int, ...]:
    """The points on which more combat units of a side stand than may end there."""
    return _overstacked_points(state.at, state.side, side, state.turn, state.rulings.stacking)


@lru_cache(maxsize=64)
def _overstacked_points(
    at: bytes, sides: bytes, side: int, turn: int, stacking: Stacking
) -> tuple[int, ...]:
    limits = _limits(turn, stacking)
    counts = Counter(places_of(at, FIGHTING & owned(sides, side)))
    full = (p for p, count in counts.items() if p <= LAST_POINT and count > limits[p])
    return tuple(sorted(full))
