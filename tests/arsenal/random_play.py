"""Legal actions at random, complete: who acts, and what is done."""

from __future__ import annotations

from collections.abc import Callable

from landbridge.engine.play.actions import Action
from landbridge.games.arsenal.war.game import Arsenal
from landbridge.games.arsenal.war.state import War

GAME = Arsenal()


def draw(state: War, choose: Callable[[int], int]) -> tuple[str, Action] | None:
    """An action of whoever has to decide; None at the end."""
    for who in GAME.deciders(state):
        action = GAME.random_action(state, who, choose)
        assert action is not None
        return who, action
    return None
