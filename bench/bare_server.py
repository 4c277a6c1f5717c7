"""The yardstick: a bare Starlette that appends a row and tells its listeners, and nothing else.

python -m bench.bare_server FILE or postgresql://...
"""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from landbridge.server.running import listen


class Append(msgspec.Struct):
    """What is appended."""

    do: str


Writer = Callable[[str], Awaitable[int]]
"""Appends a row, durably, and gives its number."""


def to_sqlite(path: str) -> Writer:
    """One connection, on the disk after each row."""
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("PRAGMA journal_mode=WAL")
    database.execute("PRAGMA synchronous=FULL")
    database.execute("CREATE TABLE entries (number INTEGER PRIMARY KEY, entry TEXT)")

    async def write(entry: str) -> int:
        done = database.execute("INSERT INTO entries (entry) VALUES (?)", (entry,))
        assert done.lastrowid is not None
        return done.lastrowid

    return write


def to_postgres(url: str) -> Writer:
    """As many connections as there are rows at a time."""
    import psycopg

    with psycopg.connect(url, autocommit=True) as database:
        database.execute("DROP TABLE IF EXISTS bare_entries")
        database.execute("CREATE TABLE bare_entries (number BIGSERIAL PRIMARY KEY, entry TEXT)")
    free: list[Any] = []

    async def write(entry: str) -> int:
        if free:
            database = free.pop()
        else:
            database = await psycopg.AsyncConnection.connect(url, autocommit=True)
        done = await database.execute(
            "INSERT INTO bare_entries (entry) VALUES (%s) RETURNING number", (entry,)
        )
        (number,) = await done.fetchone()
        free.append(database)
        return int(number)

    return write


def app(place: str) -> Starlette:
    """The application."""
    write = to_postgres(place) if place.startswith("postgresql:") else to_sqlite(place)
    listeners: set[WebSocket] = set()

    async def append(request: Request) -> Response:
        told = msgspec.json.decode(await request.body(), type=Append)
        body = msgspec.json.encode({"version": await write(told.do)})
        for listener in list(listeners):
            await listener.send_text(body.decode())
        return Response(body, media_type="application/json")

    async def live(socket: WebSocket) -> None:
        await socket.accept()
        listeners.add(socket)
        try:
            while True:
                await socket.receive_text()
        except WebSocketDisconnect:
            listeners.discard(socket)

    return Starlette(
        routes=[Route("/append", append, methods=["POST"]), WebSocketRoute("/live", live)]
    )


if __name__ == "__main__":
    listening = listen("127.0.0.1", 0)
    print(f"at http://127.0.0.1:{listening.getsockname()[1]}/", flush=True)
    config = uvicorn.Config(app(sys.argv[1]), log_level="warning", ws="websockets-sansio")
    uvicorn.Server(config).run(sockets=[listening])
