"""Many questions at once: a plot over a calendar asks one for every turn."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from starlette.concurrency import run_in_threadpool

from landbridge.engine.refusals import BadInput, LandbridgeError
from landbridge.referee.asking import Ruled, ask
from landbridge.server.calls import Asking, call

MOST = 200
"""Questions that can be asked at once."""


class OneQuestion(Struct, frozen=True):
    """A question by its name, with its inputs."""

    name: str
    inputs: dict[str, str | int | bool | list[str]] = {}


class Questions(Struct, frozen=True):
    """Questions in some order."""

    asks: tuple[OneQuestion, ...]


class OneAnswer(Struct, frozen=True):
    """An answer, or why there is none."""

    answer: Ruled | None
    error: str = ""


class Answers(Struct, frozen=True):
    """The answers in the order of the questions."""

    answers: tuple[OneAnswer, ...]


@call("POST", "/api/asks", takes=Questions, gives=Answers, limit="look")
async def ask_many(asking: Asking, body: Questions) -> Answers:
    """The answers to many questions, each as if it had been asked alone."""
    if len(body.asks) > MOST:
        raise BadInput(f"At most {MOST} questions can be asked at once, not {len(body.asks)}.")
    return Answers(await run_in_threadpool(_all, body.asks))


def _all(asks: tuple[OneQuestion, ...]) -> tuple[OneAnswer, ...]:
    return tuple(_one(one.name, one.inputs) for one in asks)


def _one(name: str, inputs: dict[str, Any]) -> OneAnswer:
    try:
        return OneAnswer(ask(name, **inputs))
    except LandbridgeError as problem:
        return OneAnswer(None, str(problem))
