"""The games. Each is a package of the same shape: chapters as modules, `data/` and `cases/`.

A game's `__init__` is its manifest: where its questions, tables and rules of play are. Nothing
else of a game is imported before it is asked for.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from landbridge.engine.refusals import BadInput, unknown

DOCUMENTS = ("belorussia", "orsha", "arsenal")
"""Every game whose rule list is kept here."""

GAMES = tuple(name for name in DOCUMENTS if import_module(f"{__name__}.{name}").GAME)
"""Those that can be played or refereed."""


def package(game: str) -> ModuleType:
    """The package of a game: its manifest."""
    if game not in DOCUMENTS:
        raise BadInput(unknown("game", game, DOCUMENTS))
    return import_module(f"{__name__}.{game}")
