"""Before operations end, nobody stands where there is no room for him."""

from __future__ import annotations

from typing import TYPE_CHECKING

from landbridge.engine.actions import Action
from landbridge.games.arsenal.war.columns import ID, WORDS, room
from landbridge.games.arsenal.war.crowds import leaving
from landbridge.games.arsenal.war.moving import Move
from landbridge.games.arsenal.war.steps import DONE

from .charts import FIRE

if TYPE_CHECKING:
    from landbridge.games.arsenal.war.state import War


def spread(state: War, side: int) -> Action:
    """The next unit leaves a point that is too full; if all have room, operations end.

    The weakest goes, to an own point with much room before it takes an empty one.
    """
    for point, away in leaving(state, side):
        unit = min(away, key=lambda unit: (FIRE[unit], unit))
        end = max(away[unit], key=lambda p: (state.held[p] == side, room(state, p), -p))
        return Move(ID[unit], WORDS[point], WORDS[end])
    return DONE
