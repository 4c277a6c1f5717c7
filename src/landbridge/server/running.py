"""Starting the server: finding a port, saying where it is, opening the browser when it is ready."""

from __future__ import annotations

import asyncio
import errno
import gc
import os
import socket
import threading
import webbrowser

import uvicorn
from starlette.applications import Starlette

from landbridge.engine.refusals import LandbridgeError
from landbridge.server.app import create_app
from landbridge.server.http.connections import (
    KEEP_ALIVE,
    LARGEST_HEAD,
    MOST_CONNECTIONS,
    http_protocol,
)
from landbridge.server.http.guard import ANY_ADDRESS, LOOPBACK
from landbridge.server.settings import Settings
from landbridge.store.places import usual_place
from landbridge.store.store import opened

TRIES = 50
"""How many ports after the wanted one are tried."""

LAST = 65_535
EVERYWHERE = ("0.0.0.0", "::", "")


class CannotServe(LandbridgeError):
    """The server could not be started; the text says what to do."""


class BrowserOpeningServer(uvicorn.Server):
    """A server that opens the browser as soon as it answers."""

    address = ""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.started:
            return
        if self.address:
            threading.Thread(target=webbrowser.open, args=(self.address,), daemon=True).start()
        app: Starlette = self.config.app  # type: ignore[assignment]
        app.state.reading.add_done_callback(_freeze_games)


def _freeze_games(reading: object) -> None:
    """The games are read and stay: the collector need not go through them again and again."""
    gc.collect()
    gc.freeze()


def run(
    host: str = "127.0.0.1",
    port: int = 8000,
    open_browser: bool = True,
    settings: Settings | None = None,
) -> None:
    """Serve until stopped."""
    chosen = settings or Settings(database=usual_place())
    app = create_app(names_of(host), chosen)
    asyncio.run(_try(chosen.database))
    listening = listen(host, port)
    found: int = listening.getsockname()[1]
    if port and found != port:
        print(f"Port {port} is busy, so port {found} is used.", flush=True)
    address = address_of(host, found)
    print(f"Landbridge is at {address} (Ctrl+C stops it).", flush=True)
    if host not in LOOPBACK and not chosen.public:
        print(
            "Whoever reaches this machine can play every seat; --public has accounts.", flush=True
        )
    server = BrowserOpeningServer(server_config(app, chosen))
    server.address = address if open_browser else ""
    try:
        server.run(sockets=[listening])
    except KeyboardInterrupt:
        pass
    finally:
        listening.close()
    if not server.started:
        raise CannotServe("The server could not be started.")


def server_config(app: Starlette, settings: Settings) -> uvicorn.Config:
    """How connections are served."""
    return uvicorn.Config(
        app,
        http=http_protocol(settings),
        log_level="warning",
        lifespan="on",
        ws="websockets-sansio",
        ws_max_size=16 * 1024,
        server_header=False,
        # The application itself believes the proxies that it is told to believe, and no others.
        proxy_headers=False,
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=3,
        h11_max_incomplete_event_size=LARGEST_HEAD,
        limit_concurrency=MOST_CONNECTIONS,
    )


async def _try(place: str) -> None:
    """Say at once, and clearly, if the database cannot be used."""
    async with opened(place):
        pass


def listen(host: str, port: int) -> socket.socket:
    """A socket on the wanted port, or on the next one that is free."""
    if not 0 <= port <= LAST:
        raise CannotServe(f"A port is a number from 0 to {LAST}, not {port}.")
    try:
        family = socket.getaddrinfo(host or "0.0.0.0", port, type=socket.SOCK_STREAM)[0][0]
    except OSError:
        raise CannotServe(f"'{host}' is no address of this machine.") from None
    for wanted in range(port, min(port + TRIES, LAST) + 1):
        listening = socket.socket(family, socket.SOCK_STREAM)
        if os.name == "posix":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, wanted))
            listening.listen(128)
        except OSError as problem:
            listening.close()
            if problem.errno == errno.EADDRINUSE:
                continue
            if problem.errno == errno.EACCES:
                raise CannotServe(
                    f"Port {wanted} is reserved by the system; choose one above 1023."
                ) from None
            raise CannotServe(f"Nothing can listen at {host}: {problem.strerror}.") from None
        return listening
    raise CannotServe(f"The ports from {port} to {wanted} are all busy; choose another.")


def address_of(host: str, port: int) -> str:
    """Where the page is, as one types it into a browser."""
    name = "127.0.0.1" if host in EVERYWHERE else host
    return f"http://[{name}]:{port}/" if ":" in name else f"http://{name}:{port}/"


def names_of(host: str) -> frozenset[str]:
    """The host names to answer to: this machine's own, and more only if it listens to others."""
    if host in LOOPBACK:
        return LOOPBACK
    own = socket.gethostname().lower()
    return LOOPBACK | {host.lower(), own, f"{own}.local", ANY_ADDRESS}
