"""Calls of the API: each says what it takes and gives, so that routes and docs are made from it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Literal

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from landbridge.engine.refusals import BadInput, shorten
from landbridge.server.context import ServerContext
from landbridge.server.http.problems import NotLoggedIn, TooLarge, TooSlow, to_response
from landbridge.server.http.replies import json
from landbridge.server.people.sessions import check_csrf, identify, watch_links
from landbridge.server.people.shapes import Person
from landbridge.store.people import hashed

Method = Literal["GET", "POST", "DELETE"]

SMALL = 64 * 1024
"""Bytes that any request but an import may have."""


BODY_SECONDS = 20.0
SLOWEST = 50 * 1024
"""For a body there are so many seconds, and one more for so many bytes that it may have."""

BUSIEST = "/api/matches/{id}/actions"


MOST_NUMBER = 2**31 - 1
"""No version and no count of actions is larger; every database knows numbers of this size."""
_NUMBER = re.compile(r"[+-]?[0-9]{1,10}", re.ASCII).fullmatch


def read_number(name: str, text: str, low: int = -1, high: int = MOST_NUMBER) -> int:
    """A whole number between two ends, or an error that names them."""
    if _NUMBER(text.strip()) and low <= (number := int(text)) <= high:
        return number
    raise BadInput(f"{name} is a whole number from {low} to {high}, not '{shorten(text)}'.")


class RequestContext:
    """One request: who asks, and for what."""

    def __init__(self, http: Request, server: ServerContext, person: Person | None) -> None:
        self.http, self.server, self.person = http, server, person
        self.reply_changes: list[Callable[[Response], None]] = []
        """What to do to the reply, such as setting a cookie."""

    @property
    def user(self) -> Person:
        """Whoever asks; somebody has to be logged in."""
        if self.person is None:
            raise NotLoggedIn
        return self.person

    @property
    def user_id(self) -> str:
        """The id of the caller; nobody's is empty."""
        return self.person.id if self.person else ""

    @property
    def watch_links(self) -> frozenset[str]:
        """The hashes of the links by which the caller looks on."""
        return frozenset(map(hashed, watch_links(self.server.settings, self.http)))

    def path(self, name: str) -> str:
        """A part of the address."""
        found: str = self.http.path_params[name]
        return found

    def query(self, name: str) -> str | None:
        """A value behind the question mark."""
        return self.http.query_params.get(name)

    def all_of(self, name: str) -> list[str]:
        """Every value of a name that is repeated behind the question mark."""
        return self.http.query_params.getlist(name)

    def number(self, name: str) -> int | None:
        """A whole number behind the question mark."""
        text = self.query(name)
        return None if text is None else read_number(name, text)

    def path_number(self, name: str) -> int:
        """A whole number in the address."""
        return read_number(name, self.path(name), low=0)


Act = Callable[[RequestContext, Any], Awaitable[Any]]


class Call(Struct, frozen=True, kw_only=True):
    """One call of the API."""

    method: Method
    path: str
    act: Act
    takes: Any
    """The type of its body; None, or `str` for plain text."""
    gives: Any
    """The type of its answer; `str` for a page or a file that is no JSON."""
    status: int
    query: dict[str, str]
    limit: str
    """What it counts as, see limits.py."""
    largest: int
    """Bytes of a body."""

    @property
    def text(self) -> str:
        """What it does."""
        return (self.act.__doc__ or "").strip()


CALLS: list[Call] = []


def call(
    method: Method,
    path: str,
    *,
    takes: Any = None,
    gives: Any,
    status: int = 200,
    query: dict[str, str] | None = None,
    limit: str = "",
    largest: int = SMALL,
) -> Callable[[Act], Act]:
    """Make a function a call of the API."""

    def note(act: Act) -> Act:
        kind = limit or ("look" if method == "GET" else "act")
        CALLS.append(
            Call(
                method=method,
                path=path,
                act=act,
                takes=takes,
                gives=gives,
                status=status,
                query=query or {},
                limit=kind,
                largest=largest,
            )
        )
        return act

    return note


def routes(calls: Iterable[Call]) -> list[Route]:
    """Calls as routes. They are tried in turn, so the busiest comes first."""
    calls = sorted(calls, key=lambda one: one.path != BUSIEST)
    return [Route(one.path, _endpoint(one), methods=[one.method]) for one in calls]


def _endpoint(one: Call) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(http: Request) -> Response:
        server: ServerContext = http.app.state.context
        try:
            await server.ready()
            _check_address(http)
            request = RequestContext(
                http, server, await identify(server.settings, server.store.people, http)
            )
            server.spend(one.limit, request.user_id, http)
            if one.method != "GET":
                check_csrf(server.settings, http)
            body = await _body(http, one)
            answer = await one.act(request, body)
        except Exception as problem:
            server.metrics.note_problem(problem)
            return to_response(problem)
        reply = answer if isinstance(answer, Response) else json(answer, one.status)
        for change in request.reply_changes:
            change(reply)
        return reply

    return endpoint


async def _body(request: Request, one: Call) -> Any:
    if one.takes is None:
        return None
    read = await _read(request, one.largest)
    if b"\0" in read or b"\\u0000" in read:
        # No database keeps it, and nobody types it.
        raise BadInput("The request has a NUL character in it.")
    if one.takes is str:
        try:
            return read.decode()
        except UnicodeDecodeError:
            raise BadInput("This is not text.") from None
    try:
        return msgspec.json.decode(read or b"{}", type=one.takes)
    except msgspec.ValidationError as problem:
        raise BadInput(f"The request does not fit: {problem}.") from None
    except RecursionError:
        raise BadInput("The request has lists in lists, deeper than anything here needs.") from None
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise BadInput("The request is not JSON.") from None


async def _read(request: Request, largest: int) -> bytes:
    """A body, if it is not too long and comes in time."""
    seconds = BODY_SECONDS + largest / SLOWEST
    read = bytearray()
    try:
        async with asyncio.timeout(seconds):
            async for part in request.stream():
                read += part
                if len(read) > largest:
                    raise TooLarge(f"At most {largest // 1024} kB can be sent here.")
    except TimeoutError:
        raise TooSlow(seconds) from None
    return bytes(read)


def _check_address(request: Request) -> None:
    if "\0" in request.url.path or b"%00" in request.scope["query_string"]:
        raise BadInput("The address has a NUL character in it.")
