"""As in my box, by the names of games: what is asked, packs of answers, and matches that ask."""

from __future__ import annotations

from typing import Any

from landbridge.engine.matches.match import Match
from landbridge.engine.play.box_game import BoxGame
from landbridge.engine.play.box_steps import Box, is_as_in_box
from landbridge.engine.refusals import BadInput, choices
from landbridge.engine.rules.box import BoxQuestion, OwnersAnswer, box_questions, read_answer
from landbridge.engine.rules.box_packs import read_box_pack, write_box_pack, write_form
from landbridge.games import GAMES
from landbridge.referee.games import game as find_game


def box_games() -> tuple[str, ...]:
    """The games that can be played as in the owner's box."""
    return tuple(name for name in GAMES if isinstance(find_game(name), BoxGame))


def package_of(name: str) -> str:
    """Where the data of such a game are."""
    found = find_game(name)
    if not isinstance(found, BoxGame):
        raise BadInput(f"{found.title} asks no owner; allowed: {choices(box_games())}.")
    return found.package


def questions_of(name: str) -> tuple[BoxQuestion, ...]:
    """Everything that the owner of a game may be asked."""
    return tuple(box_questions(package_of(name)).values())


def read_pack(name: str, file: str, text: str) -> tuple[OwnersAnswer, ...]:
    """The answers of a pack, or everything that is wrong with it."""
    return read_box_pack(package_of(name), name, file, text)


def write_pack(name: str, answers: tuple[OwnersAnswer, ...]) -> str:
    """A pack with these answers."""
    return write_box_pack(package_of(name), name, answers)


def form_of(name: str, answers: tuple[OwnersAnswer, ...] = ()) -> str:
    """Everything that may be asked, as a pack to be filled in."""
    return write_form(package_of(name), name, answers)


def answers_in(match: Match[Any]) -> tuple[OwnersAnswer, ...]:
    """What the owner has said in a match."""
    if not isinstance(match.game, BoxGame) or not is_as_in_box(match.state):
        raise BadInput("This match is not played as in the owner's box (option box=yes).")
    found: tuple[OwnersAnswer, ...] = match.state.rulings.owner
    return found


def answer_action(answers: tuple[OwnersAnswer, ...]) -> Box:
    """The action that gives these answers."""
    return Box(tuple(answer.word() for answer in answers))


def answer_beforehand(match: Match[Any], said: dict[str, Any]) -> None:
    """Give answers in a match that has just begun, or say what is wrong with one."""
    answers_in(match)
    package = match.game.package
    match.do(answer_action(tuple(read_answer(package, key, one) for key, one in said.items())))
