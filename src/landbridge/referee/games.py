"""Games by their names."""

from __future__ import annotations

from functools import cache
from typing import Any

from landbridge.engine.matches.match import Match
from landbridge.engine.matches.resuming import read_match
from landbridge.engine.matches.saves import Save
from landbridge.engine.play.boards import Board
from landbridge.engine.play.game import Game
from landbridge.games import GAMES, info


@cache
def game(name: str) -> Game[Any]:
    """A game by its name."""
    found = info(name)
    made: Game[Any] = found.load(found.game)()
    return made


@cache
def board(name: str) -> Board[Any] | None:
    """The board of a game, if it has one; games registered beside the packages have none."""
    if name not in GAMES:
        return None
    found = info(name)
    return found.load(found.board)() if found.board else None


def render(name: str, view: Any) -> Any:
    """A view in the words of the game's atlas; None where it has no board."""
    found = board(name)
    return found.render(view) if found else None


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
