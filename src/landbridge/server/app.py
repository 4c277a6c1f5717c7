"""The application: every call of the API, live updates, figures, and the page in the browser."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from threading import Lock

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute

from landbridge import __version__
from landbridge.engine.refusals import LandbridgeError
from landbridge.server.api import ALL_CALLS
from landbridge.server.context import ServerContext
from landbridge.server.http.calls import routes
from landbridge.server.http.compression import Compression
from landbridge.server.http.guard import LOOPBACK, Guard, host_name
from landbridge.server.http.metrics import MetricsMiddleware
from landbridge.server.http.metrics_page import show_metrics
from landbridge.server.http.pages import bundled, page
from landbridge.server.http.proxies import ProxyMiddleware
from landbridge.server.http.replies import json
from landbridge.server.lookup.api_lookup import LOOKUPS, limited
from landbridge.server.lookup.rules import games
from landbridge.server.openapi import openapi
from landbridge.server.people import accounts
from landbridge.server.settings import Settings
from landbridge.server.updates.listening import endpoint as live


def show_openapi(request: Request) -> Response:
    """This API, described by the types of its calls."""
    return json(openapi())


def health(request: Request) -> Response:
    """Whether the server is there."""
    return json({"ok": True, "version": __version__})


def robots(request: Request) -> Response:
    """Nothing here is for a crawler."""
    return PlainTextResponse("User-agent: *\nDisallow: /\n")


def refused(request: Request, problem: Exception) -> Response:
    """Errors meant for the user, in their own words."""
    return json({"error": str(problem)}, 400)


def failed(request: Request, problem: Exception) -> Response:
    """Errors of the protocol."""
    assert isinstance(problem, HTTPException)
    return json({"error": problem.detail}, problem.status_code)


_READING_AHEAD = Lock()


def read_ahead(modules: bool) -> None:
    """Have what the first page asks for: the games, and the files of the client.

    Servers in one process read ahead one after the other: all but the first find it done.
    """
    with _READING_AHEAD:
        games()
        if not modules:
            bundled()


@asynccontextmanager
async def lifespan(app: Starlette) -> AsyncIterator[None]:
    """Open the server's context before the first request, and close it after the last.

    Games and client are read while the browser opens: its first page need not wait for them.
    """
    server: ServerContext = app.state.context
    await server.ready()
    app.state.reading = asyncio.create_task(run_in_threadpool(read_ahead, app.state.modules))
    try:
        yield
    finally:
        await app.state.reading
        await server.close()


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
    around = [Middleware(MetricsMiddleware), guard, Middleware(Compression)]
    if chosen.public:
        around.insert(0, Middleware(ProxyMiddleware, proxies=chosen.proxies))
    app = Starlette(
        routes=[
            *routes(ALL_CALLS),
            WebSocketRoute("/api/live", live),
            Route("/healthz", health),
            Route("/metrics", show_metrics),
            Route("/robots.txt", robots),
            Route("/api/openapi.json", limited(show_openapi)),
            *LOOKUPS,
            Route("/{name:path}", page),
        ],
        middleware=around,
        exception_handlers={LandbridgeError: refused, HTTPException: failed},
        lifespan=lifespan,
    )
    app.state.context = ServerContext(chosen)
    app.state.modules = chosen.modules
    return app
