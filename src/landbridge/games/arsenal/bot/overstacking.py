"""Before operations end, nobody stands where there is no room for him."""

from __future__ import annotations

from typing import TYPE_CHECKING

from landbridge.engine.actions import Action
from landbridge.games.arsenal.war.columns import ID, WORDS
from landbridge.games.arsenal.war.movement.operations import Move
from landbridge.games.arsenal.war.movement.overstacking import leaving
from landbridge.games.arsenal.war.steps import DONE

if TYPE_CHECKING:
    from landbridge.games.arsenal.war.state import War


def spread(state: War, side: int) -> Action:
    """The next unit leaves a point that is too full; if all have room, operations end."""
    for unit, start, end in leaving(state, side):
        return Move(ID[unit], WORDS[start], WORDS[end])
    return DONE
