"""The referee's calls, which only read: games and their maps, questions, rules, tables."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import cache
from typing import Any

from msgspec import Raw
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from landbridge.engine.refusals import BadInput, unknown
from landbridge.games import GAMES
from landbridge.referee.asking import question
from landbridge.referee.charts import find_table
from landbridge.referee.games import board
from landbridge.server.context import ServerContext
from landbridge.server.http.calls import read_number
from landbridge.server.http.pages import Asset, asset_of
from landbridge.server.http.problems import Problem, to_response
from landbridge.server.http.replies import encode, json
from landbridge.server.lookup.charts import all_tables, table
from landbridge.server.lookup.forms import forms
from landbridge.server.lookup.rules import games, open_points, rule, search

MOST_SHIFT = 99
"""Modifiers of a table never add up to more, either way."""
MOST_WORDS = 200
"""Letters that a search of the rules may have."""


def show_games(request: Request) -> Response:
    """Every game whose rule list is kept."""
    return json({"games": games()})


def show_rulings(request: Request) -> Response:
    """The open points of a game's rules, and how each may be settled."""
    name = request.path_params["name"]
    if name not in GAMES:
        return json({"error": unknown("game", name, GAMES)}, 404)
    return json({"rulings": open_points(name)})


def show_board(request: Request) -> Response:
    """The map of a game: places, lines and counters that never change."""
    name = request.path_params["name"]
    found = _atlas(name) if name in GAMES else None
    if found is None:
        return json({"error": f"No game '{name}' has a board to draw."}, 404)
    reply = found.reply(request)
    if "content-encoding" not in reply.headers:
        # That it varies is said of every reply that might be compressed on its way.
        del reply.headers["vary"]
    return reply


@cache
def _atlas(game: str) -> Asset | None:
    """A map is large: it is packed once, and sent only to those who do not have it."""
    found = board(game)
    return None if found is None else asset_of("application/json", encode(found.atlas()))


def show_questions(request: Request) -> Response:
    """Every question with its inputs."""
    return json({"questions": forms()})


def show_question(request: Request) -> Response:
    """One question with its inputs."""
    try:
        name, _ = question(request.path_params["name"])
    except BadInput as problem:
        return json({"error": str(problem)}, 404)
    return json(next(one for one in forms() if one.name == name))


async def answer(request: Request) -> Response:
    """The answer to a question, as `landbridge.ask` gives it."""
    server: ServerContext = request.app.state.context
    name = request.path_params["name"]
    try:
        server.spend("look", "", request)
        question(name)
        reply = await server.answers.answer(server.network(request), name, inputs(request))
    except BadInput as problem:
        return json({"error": str(problem)}, 404)
    except Problem as problem:
        return to_response(problem)
    return json(reply.problem or Raw(reply.answer), reply.status)


def inputs(request: Request) -> dict[str, Any]:
    """The inputs of a query; one that is repeated is a list."""
    given: dict[str, list[str]] = {}
    for word, value in request.query_params.multi_items():
        given.setdefault(word, []).append(value)
    return {
        word: values[0]
        if len(values) == 1
        else [part.strip() for value in values for part in value.split(",") if part.strip()]
        for word, values in given.items()
    }


def show_rules(request: Request) -> Response:
    """Rows of the rule lists, all or those that hold the words."""
    words = request.query_params.get("q", "")
    if len(words) > MOST_WORDS:
        raise BadInput(f"q has at most {MOST_WORDS} letters, not {len(words)}.")
    return json(search(request.query_params.get("game", ""), words))


def show_rule(request: Request) -> Response:
    """One row or ruling with everything that hangs on it."""
    found = rule(request.path_params["id"])
    if found is None:
        return json({"error": f"No rule list has '{request.path_params['id']}'."}, 404)
    return json(found)


def show_tables(request: Request) -> Response:
    """Every table, without its cells."""
    return json({"tables": all_tables()})


def show_table(request: Request) -> Response:
    """One table whole, with the exact odds of each column."""
    name, shift = request.path_params["name"], request.query_params.get("shift", "0")
    try:
        find_table(name)
    except BadInput as problem:
        return json({"error": str(problem)}, 404)
    return json(table(name, read_number("shift", shift, -MOST_SHIFT, MOST_SHIFT)))


def limited(act: Callable[[Request], Response]) -> Callable[[Request], Awaitable[Response]]:
    """A call that only reads, counted against its limit."""

    async def endpoint(request: Request) -> Response:
        server: ServerContext = request.app.state.context
        try:
            server.spend("look", "", request)
        except Problem as problem:
            return to_response(problem)
        return await run_in_threadpool(act, request)

    return endpoint


LOOKUPS = [
    Route("/api/games", limited(show_games)),
    Route("/api/games/{name}/board", limited(show_board)),
    Route("/api/games/{name}/rulings", limited(show_rulings)),
    Route("/api/questions", limited(show_questions)),
    Route("/api/questions/{name}", limited(show_question)),
    Route("/api/ask/{name}", answer),
    Route("/api/rules", limited(show_rules)),
    Route("/api/rules/{id}", limited(show_rule)),
    Route("/api/tables", limited(show_tables)),
    Route("/api/tables/{name}", limited(show_table)),
]
"""Every call of the referee's."""
