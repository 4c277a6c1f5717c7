"""The application: the referee's questions, tables and rules, matches, and the page.

Calls on matches and people are declared in the modules `api_...`; here are the referee's, which
only read.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager
from typing import Any

from msgspec import Raw
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute

from landbridge import __version__
from landbridge.engine.refusals import BadInput, LandbridgeError
from landbridge.games import DOCUMENTS
from landbridge.referee.asking import question
from landbridge.referee.charts import find_table
from landbridge.server import (
    accounts,
    api_account,
    api_asks,
    api_desk,
    api_endings,
    api_keeping,
    api_leave,
    api_matches,
    api_moderation,
    api_people,
    api_play,
    api_reset,
    api_uses,
)
from landbridge.server.answer_processes import describe_problem
from landbridge.server.boards import board
from landbridge.server.book import games, rule, search
from landbridge.server.calls import read_number, routes
from landbridge.server.charts import all_tables, table
from landbridge.server.forms import forms
from landbridge.server.guard import LOOPBACK, Guard, host_name
from landbridge.server.hall import Hall
from landbridge.server.live import endpoint as live
from landbridge.server.metrics import Measuring, show_metrics
from landbridge.server.openapi import openapi
from landbridge.server.pages import page
from landbridge.server.problems import Problem, told
from landbridge.server.proxies import Proxied
from landbridge.server.replies import json
from landbridge.server.settings import Settings

DECLARED = (
    api_play,
    api_endings,
    api_matches,
    api_keeping,
    api_people,
    api_account,
    api_reset,
    api_moderation,
    api_leave,
    api_desk,
    api_asks,
    api_uses,
)
"""The modules that declare calls."""

MOST_SHIFT = 99
"""Modifiers of a table never add up to more, either way."""
MOST_WORDS = 200
"""Letters that a search of the rules may have."""


def health(request: Request) -> Response:
    """Whether the server is there."""
    return json({"ok": True, "version": __version__})


def show_games(request: Request) -> Response:
    """Every game whose rule list is kept."""
    return json({"games": games()})


def show_board(request: Request) -> Response:
    """The map of a game: places, lines and counters that never change."""
    name = request.path_params["name"]
    found = board(name) if name in DOCUMENTS else None
    if found is None:
        return json({"error": f"No game '{name}' has a board to draw."}, 404)
    return json(found.atlas())


def show_questions(request: Request) -> Response:
    """Every question with its inputs."""
    return json({"questions": forms()})


async def answer(request: Request) -> Response:
    """The answer to a question, as `landbridge.ask` gives it."""
    hall: Hall = request.app.state.hall
    name = request.path_params["name"]
    try:
        hall.spend("look", "", request)
        question(name)
        reply = await hall.answers.answer(hall.network(request), name, inputs(request))
    except BadInput as problem:
        return json({"error": str(problem)}, 404)
    except Problem as problem:
        return told(problem)
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


def robots(request: Request) -> Response:
    """Nothing here is for a crawler."""
    return PlainTextResponse("User-agent: *\nDisallow: /\n")


def refused(request: Request, problem: Exception) -> Response:
    """Errors meant for the user, in their own words; a refusal also says what would be legal."""
    return json(describe_problem(problem), 400)


def failed(request: Request, problem: Exception) -> Response:
    """Errors of the protocol."""
    assert isinstance(problem, HTTPException)
    return json({"error": problem.detail}, problem.status_code)


def show_openapi(request: Request) -> Response:
    """This API, described by the types of its calls."""
    return json(openapi())


def limited(act: Callable[[Request], Response]) -> Callable[[Request], Awaitable[Response]]:
    """A call that only reads, counted against its limit."""

    async def endpoint(request: Request) -> Response:
        hall: Hall = request.app.state.hall
        try:
            hall.spend("look", "", request)
        except Problem as problem:
            return told(problem)
        return await run_in_threadpool(act, request)

    return endpoint


@asynccontextmanager
async def lifespan(app: Starlette) -> AsyncIterator[None]:
    """Open the hall before the first request, and close it after the last.

    The games are read while the browser opens, so that its first page need not wait for them.
    """
    hall: Hall = app.state.hall
    await hall.ready()
    app.state.reading = asyncio.create_task(run_in_threadpool(games))
    try:
        yield
    finally:
        await app.state.reading
        await hall.close()


def create_app(hosts: Collection[str] | None = None, settings: Settings | None = None) -> Starlette:
    """The application; it answers only to these host names, by default those of this machine.

    Without settings it is one's own server and keeps its matches in memory only.
    """
    chosen = settings or Settings()
    if chosen.public:
        accounts.hasher()
    known = frozenset(LOOPBACK if hosts is None else hosts)
    if chosen.host:
        known |= {host_name(chosen.host)}
    guard = Middleware(Guard, hosts=known, place=chosen.host, https=chosen.secure)
    around = [Middleware(Measuring), guard]
    if chosen.public:
        around.insert(0, Middleware(Proxied, proxies=chosen.proxies))
    app = Starlette(
        routes=[
            *routes(),
            WebSocketRoute("/api/live", live),
            Route("/healthz", health),
            Route("/metrics", show_metrics),
            Route("/robots.txt", robots),
            Route("/api/openapi.json", limited(show_openapi)),
            Route("/api/games", limited(show_games)),
            Route("/api/games/{name}/board", limited(show_board)),
            Route("/api/questions", limited(show_questions)),
            Route("/api/ask/{name}", answer),
            Route("/api/rules", limited(show_rules)),
            Route("/api/rules/{id}", limited(show_rule)),
            Route("/api/tables", limited(show_tables)),
            Route("/api/tables/{name}", limited(show_table)),
            Route("/{name:path}", page),
        ],
        middleware=around,
        exception_handlers={LandbridgeError: refused, HTTPException: failed},
        lifespan=lifespan,
    )
    app.state.hall = Hall(chosen)
    return app
