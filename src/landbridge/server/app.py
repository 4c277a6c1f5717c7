"""The HTTP API: the referee's questions, tables and rules as JSON, and the page that uses them."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from landbridge import __version__
from landbridge.engine.refusals import BadInput, LandbridgeError, Refused
from landbridge.referee.asking import ask, question
from landbridge.referee.charts import find_table
from landbridge.server.book import games, rule, search
from landbridge.server.charts import all_tables, table
from landbridge.server.forms import forms
from landbridge.server.guard import LOOPBACK, Guard
from landbridge.server.pages import page


def json(data: Any, status: int = 200) -> Response:
    """Anything as JSON; fractions are text, because they are exact."""
    body = msgspec.json.encode(data, enc_hook=str)
    return Response(body, status, {"Cache-Control": "no-store"}, "application/json")


def health(request: Request) -> Response:
    """Whether the server is there."""
    return json({"ok": True, "version": __version__})


def show_games(request: Request) -> Response:
    """Every game whose rule list is kept."""
    return json({"games": games()})


def show_questions(request: Request) -> Response:
    """Every question with its inputs."""
    return json({"questions": forms()})


def answer(request: Request) -> Response:
    """The answer to a question, as `landbridge.ask` gives it."""
    name = request.path_params["name"]
    try:
        question(name)
    except BadInput as problem:
        return json({"error": str(problem)}, 404)
    return json(ask(name, **inputs(request)))


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
    return json(search(request.query_params.get("game", ""), request.query_params.get("q", "")))


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
    try:
        modifier = int(shift)
    except ValueError:
        raise BadInput(f"shift is a whole number, not '{shift}'.") from None
    return json(table(name, modifier))


def robots(request: Request) -> Response:
    """Nothing here is for a crawler."""
    return PlainTextResponse("User-agent: *\nDisallow: /\n")


def refused(request: Request, problem: Exception) -> Response:
    """Errors meant for the user, in their own words; a refusal also says what would be legal."""
    told: dict[str, Any] = {"error": str(problem)}
    if isinstance(problem, Refused):
        told |= {"refused": problem.text, "rules": problem.rules, "legal": problem.legal}
    return json(told, 400)


def failed(request: Request, problem: Exception) -> Response:
    """Errors of the protocol."""
    assert isinstance(problem, HTTPException)
    return json({"error": problem.detail}, problem.status_code)


def create_app(hosts: Collection[str] | None = None) -> Starlette:
    """The application; it answers only to these host names, by default those of this machine."""
    return Starlette(
        routes=[
            Route("/healthz", health),
            Route("/robots.txt", robots),
            Route("/api/games", show_games),
            Route("/api/questions", show_questions),
            Route("/api/ask/{name}", answer),
            Route("/api/rules", show_rules),
            Route("/api/rules/{id}", show_rule),
            Route("/api/tables", show_tables),
            Route("/api/tables/{name}", show_table),
            Route("/{name:path}", page),
        ],
        middleware=[Middleware(Guard, hosts=frozenset(LOOPBACK if hosts is None else hosts))],
        exception_handlers={LandbridgeError: refused, HTTPException: failed},
    )
