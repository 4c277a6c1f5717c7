"""Tutorials by the scenario that they play."""

from __future__ import annotations

from functools import cache

from landbridge.engine.coaching.guide import Guide
from landbridge.engine.coaching.tutorial import Tutorial, read_tutorial
from landbridge.games import GAMES, info
from landbridge.referee.games import game


def tutorials(name: str) -> tuple[Tutorial, ...]:
    """The tutorials of a game."""
    if name not in GAMES:
        return ()
    return tuple(filter(None, (tutorial(name, scenario) for scenario in info(name).tutorials)))


@cache
def tutorial(name: str, scenario: str) -> Tutorial | None:
    """The tutorial that plays a scenario of a game, if there is one."""
    if name not in GAMES:
        return None
    own = info(name)
    found = own.tutorials.get(scenario)
    if found is None:
        return None
    guide: Guide[object] = own.load(found.guide)() if found.guide else Guide()
    return read_tutorial(game(name), guide, found.file, own.bots)
