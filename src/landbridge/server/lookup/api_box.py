"""As in my box: what an owner is asked, and packs of answers as text."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from landbridge.engine.refusals import LandbridgeError
from landbridge.engine.rules.box import BoxQuestion, OwnersAnswer, read_answer
from landbridge.engine.rules.citing import Source
from landbridge.games import GAMES
from landbridge.referee.box import package_of, questions_of, read_pack, write_pack
from landbridge.server.http.calls import RequestContext, call
from landbridge.server.http.problems import NotFound

MOST_PACK = 256 * 1024
"""Bytes of a pack."""


class BoxChoice(Struct, frozen=True):
    """A choice of an answer with its figures; those that it does not give are the default's."""

    name: str
    text: str
    figures: dict[str, Any]


class BoxQuestionView(Struct, frozen=True):
    """One question to the owner of a box."""

    key: str
    title: str
    text: str
    look: str
    """Where in the box to look, as far as that is known."""
    default: str
    source: Source
    rules: tuple[str, ...]
    options: tuple[BoxChoice, ...]


class BoxQuestions(Struct, frozen=True):
    """Everything that a match as in the owner's box may ask."""

    questions: tuple[BoxQuestionView, ...]


class BoxAnswers(Struct, frozen=True):
    """Answers by the keys of their questions: a choice, or a choice with figures."""

    answers: dict[str, Any]
    words: tuple[str, ...] = ()
    """The same as the action `box` says them."""


class BoxPack(Struct, frozen=True):
    """A pack of answers as text."""

    text: str
    name: str = "the pack"


@call("GET", "/api/games/{game}/box", gives=BoxQuestions, limit="look")
async def box(request: RequestContext, body: None) -> BoxQuestions:
    """Everything that the owner of a game is asked in a match as in his box."""
    return BoxQuestions(tuple(_view(question) for question in questions_of(_game(request))))


@call(
    "POST",
    "/api/games/{game}/box",
    takes=BoxPack,
    gives=BoxAnswers,
    limit="look",
    largest=MOST_PACK,
)
async def open_pack(request: RequestContext, body: BoxPack) -> BoxAnswers:
    """The answers of a pack, or everything that is wrong with it."""
    return _answers(read_pack(_game(request), body.name, body.text))


@call("POST", "/api/games/{game}/pack", takes=BoxAnswers, gives=BoxPack, limit="look")
async def save_pack(request: RequestContext, body: BoxAnswers) -> BoxPack:
    """Answers as a pack to be kept."""
    name = _game(request)
    found = tuple(read_answer(package_of(name), key, said) for key, said in body.answers.items())
    return BoxPack(write_pack(name, found), f"{name}.toml")


def _game(request: RequestContext) -> str:
    name = request.path("game")
    if name not in GAMES:
        raise NotFound(f"There is no game '{name}'.")
    try:
        package_of(name)
    except LandbridgeError as problem:
        raise NotFound(str(problem)) from None
    return name


def _view(question: BoxQuestion) -> BoxQuestionView:
    return BoxQuestionView(
        question.key,
        question.title,
        question.text,
        question.look,
        question.default,
        question.source,
        question.rules,
        tuple(
            BoxChoice(name, option.text, question.figures_of(name))
            for name, option in question.options.items()
        ),
    )


def _answers(found: tuple[OwnersAnswer, ...]) -> BoxAnswers:
    plain = {answer.key: answer.plain() for answer in found}
    return BoxAnswers(plain, tuple(answer.word() for answer in found))
