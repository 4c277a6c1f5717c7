"""The yardstick: a bare Starlette that appends a row and tells its listeners, and nothing else.

python -m bench.bare_server FILE
"""

from __future__ import annotations

import sqlite3
import sys

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


def app(path: str) -> Starlette:
    """The application."""
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("PRAGMA journal_mode=WAL")
    database.execute("PRAGMA synchronous=FULL")
    database.execute("CREATE TABLE entries (number INTEGER PRIMARY KEY, entry TEXT)")
    listeners: set[WebSocket] = set()

    async def append(request: Request) -> Response:
        told = msgspec.json.decode(await request.body(), type=Append)
        done = database.execute("INSERT INTO entries (entry) VALUES (?)", (told.do,))
        body = msgspec.json.encode({"version": done.lastrowid})
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
