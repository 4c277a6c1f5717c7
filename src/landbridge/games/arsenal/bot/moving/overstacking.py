"""Before operations end: nobody stands where there is no room, and Rumanians go home."""

from __future__ import annotations

from itertools import chain

from landbridge.engine.play.actions import Action
from landbridge.games.arsenal.map.places import PLACE_WORDS
from landbridge.games.arsenal.war.columns import ID
from landbridge.games.arsenal.war.movement.homeward import marches_home
from landbridge.games.arsenal.war.movement.operations import Move
from landbridge.games.arsenal.war.movement.overstacking import departures
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.war.steps import EndPhase


def spread(state: War, side: int) -> Action:
    """The next unit leaves a point where it may not stay; if none is left, operations end."""
    for unit, start, end in chain(departures(state, side), marches_home(state, side)):
        return Move(ID[unit], PLACE_WORDS[start], PLACE_WORDS[end])
    return EndPhase()
