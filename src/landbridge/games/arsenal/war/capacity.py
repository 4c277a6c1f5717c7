"""Strategic moves: how many a side has left in its turn."""

from __future__ import annotations

from functools import lru_cache

from landbridge.games.arsenal.map.places import OUT
from landbridge.games.arsenal.movement.strategic_movement import strategic_capacity
from landbridge.games.arsenal.war.columns import STAVKA, box
from landbridge.games.arsenal.war.state import War

_capacity = lru_cache(maxsize=512)(strategic_capacity)


def capacity_of(state: War, side: str) -> int:
    """Strategic moves of a side in this month, used or not."""
    lost = state.at[STAVKA] == OUT
    return _capacity(side, box(state).month, lost, state.rulings.stavka)


def capacity_left(state: War, side: str) -> int:
    """Strategic moves that a side has left in its turn."""
    return max(capacity_of(state, side) - state.used, 0)
