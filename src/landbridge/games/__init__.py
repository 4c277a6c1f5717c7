"""The games. Each is a package of the same shape: chapters as modules, `data/` and `cases/`.

A game's `__init__` holds its manifest. Nothing else of a game is imported before it is asked for.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

from landbridge.engine.manifest import GameInfo
from landbridge.engine.refusals import BadInput, unknown

GAMES = ("belorussia", "orsha", "arsenal")
"""Every game there is."""


def info(game: str) -> GameInfo:
    """The manifest of a game."""
    if game not in GAMES:
        raise BadInput(unknown("game", game, GAMES))
    return _info(game)


@cache
def _info(game: str) -> GameInfo:
    found: GameInfo = import_module(f"{__name__}.{game}").INFO
    return found
