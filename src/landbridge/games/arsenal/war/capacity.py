"""Strategic moves: how many a side has, uses and has left."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from landbridge.games.arsenal.map.places import OUT
from landbridge.games.arsenal.movement.strategic_movement import strategic_capacity
from landbridge.games.arsenal.war.columns import STAVKA, box
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.war.steps import SideTurnEnd
from landbridge.games.arsenal.words import Side

_capacity = lru_cache(maxsize=512)(strategic_capacity)


def capacity_of(state: War, side: str) -> int:
    """Strategic moves of a side in this month, used or not."""
    lost = state.at[STAVKA] == OUT
    return _capacity(side, box(state).month, lost, state.rulings.stavka)


def moves_used(state: War, side: str) -> int:
    """Strategic moves that a side has used; none while the other side plays."""
    return state.used if whose_turn(state) in (side, None) else 0


def capacity_left(state: War, side: str) -> int:
    """Strategic moves that a side has left; all of the month's while the other side plays."""
    return max(capacity_of(state, side) - moves_used(state, side), 0)


def use_moves(state: War, side: str, moves: int) -> War:
    """A side uses strategic moves, or gets some back.

    What a referee lets it do in the other side's turn is not counted against that side.
    """
    if whose_turn(state) not in (side, None):
        return state
    return replace(state, used=max(state.used + moves, 0))


def whose_turn(state: War) -> Side | None:
    """Whose turn it is; nobody's before play."""
    ends = (step.side for step in state.agenda if isinstance(step, SideTurnEnd))
    return next(ends, None)
