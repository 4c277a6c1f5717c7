"""Games by their names."""

from __future__ import annotations

from functools import cache
from typing import Any

from landbridge.engine.matches.match import Match
from landbridge.engine.matches.resuming import read_match
from landbridge.engine.matches.saves import Save
from landbridge.engine.play.game import Game
from landbridge.games import GAMES, info


@cache
def game(name: str) -> Game[Any]:
    """A game by its name."""
    found = info(name)
    made: Game[Any] = found.load(found.game)()
    return made


def all_games() -> list[Game[Any]]:
    """Every game there is."""
    return [game(name) for name in GAMES]


def new_match(name: str, scenario: str | None = None, **settings: Any) -> Match[Any]:
    """Begin a match of a game."""
    return Match.new(game(name), scenario, **settings)


def resume_match(data: bytes) -> Match[Any] | None:
    """The match in the bytes of a file, from its last snapshot on; None if all must be read."""
    return read_match(game, data)


def load_match(save: Save) -> Match[Any]:
    """The match in a save."""
    return Match.load(game(save.header.game), save)
