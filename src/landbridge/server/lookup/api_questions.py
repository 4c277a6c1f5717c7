"""Many questions at once: a plot over a calendar asks one for every turn."""

from __future__ import annotations

from typing import Any

from msgspec import Raw, Struct

from landbridge.engine.refusals import BadInput
from landbridge.referee.asking import CitedAnswer
from landbridge.server.http.calls import RequestContext, call
from landbridge.server.workers.answer_processes import Reply

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

    answer: CitedAnswer | None
    error: str = ""


class Answers(Struct, frozen=True):
    """The answers in the order of the questions."""

    answers: tuple[OneAnswer, ...]


@call("POST", "/api/asks", takes=Questions, gives=Answers, limit="look")
async def ask_many(request: RequestContext, body: Questions) -> Answers:
    """The answers to many questions, each as if it had been asked alone."""
    if len(body.asks) > MOST:
        raise BadInput(f"At most {MOST} questions can be asked at once, not {len(body.asks)}.")
    server = request.server
    asked: list[tuple[str, dict[str, Any]]] = [(one.name, dict(one.inputs)) for one in body.asks]
    replies = await server.answers.answer_all(server.network(request.http), asked)
    return Answers(tuple(_one(reply) for reply in replies))


def _one(reply: Reply) -> OneAnswer:
    if reply.problem:
        return OneAnswer(None, str(reply.problem["error"]))
    # It is JSON already, and is not read only to be written again.
    encoded: Any = Raw(reply.answer)
    return OneAnswer(encoded)
