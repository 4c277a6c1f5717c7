"""Connections that take their time: a request that does not come to an end is not waited for.

Uvicorn closes a connection on which nothing happens between two requests. A request that trickles
in, what is left of one that has been answered, and an answer that nobody reads are closed here; so
is a connection too many from one network.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from importlib import import_module
from typing import Any

from landbridge.server.http.limits import neighbourhood
from landbridge.server.http.proxies import ProxyMiddleware
from landbridge.server.settings import Settings

HEAD_SECONDS = 15.0
"""For the request line and the headers, and for the rest of a body that nobody wants."""

STALL_SECONDS = 60.0
"""For an answer of which nothing is taken."""

LARGEST_HEAD = 32 * 1024
"""Bytes of the request line and the headers."""

MOST_OF_A_NETWORK = 200
"""Connections from one network at a time, WebSockets not counted."""

KEEP_ALIVE = 10
"""Seconds between two requests."""

MOST_CONNECTIONS = 4000

_ENDS = {
    408: b"HTTP/1.1 408 Request Timeout\r\n",
    429: b"HTTP/1.1 429 Too Many Requests\r\n",
    431: b"HTTP/1.1 431 Request Header Fields Too Large\r\n",
}


class TimedConnection:
    """What is added to a protocol of uvicorn's, which comes after it among the base classes."""

    by_network: Counter[str]
    public: bool
    proxies: ProxyMiddleware

    transport: asyncio.Transport
    cycle: Any
    loop: asyncio.AbstractEventLoop
    client: tuple[str, int] | None

    _alarm: asyncio.TimerHandle | None = None
    _stall: asyncio.TimerHandle | None = None
    _head = 0
    """Bytes of a request whose headers have not ended yet."""
    _network = ""

    def connection_made(self, transport: asyncio.Transport) -> None:
        super().connection_made(transport)  # type: ignore[misc]
        self._set_alarm()
        address = self.client[0] if self.client else ""
        if not self.public or is_near(address) or self.proxies.believes(address):
            return
        network = self._network = neighbourhood(address)
        self.by_network[network] += 1
        if self.by_network[network] > MOST_OF_A_NETWORK:
            self._end(429)

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)  # type: ignore[misc]

    def handle_websocket_upgrade(self, *given: Any) -> None:
        self._leave()
        super().handle_websocket_upgrade(*given)  # type: ignore[misc]

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        before = self.cycle
        waits = before is None or (before.response_complete and not before.more_body)
        if waits:
            self._head += len(data)
            if self._alarm is None:
                self._set_alarm()
        super().data_received(data)  # type: ignore[misc]
        if self.cycle is not before:
            self._stop_alarm()
            self._head = 0
        elif waits and self._head > LARGEST_HEAD and not self.transport.is_closing():
            self._end(431)

    def on_response_complete(self) -> None:
        super().on_response_complete()  # type: ignore[misc]
        self._stop_alarm()
        if self.cycle.response_complete and self.cycle.more_body:
            # What is still to come of an answered request resets uvicorn's clock each time.
            self._set_alarm()

    def pause_writing(self) -> None:
        super().pause_writing()  # type: ignore[misc]
        if self._stall is None:
            self._stall = self.loop.call_later(STALL_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()  # type: ignore[misc]
        self._stop_stall()

    def _set_alarm(self) -> None:
        self._stop_alarm()
        self._alarm = self.loop.call_later(HEAD_SECONDS, self._ring)

    def _stop_alarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def _stop_stall(self) -> None:
        if self._stall is not None:
            self._stall.cancel()
            self._stall = None

    def _ring(self) -> None:
        self._alarm = None
        if self._head:
            self._end(408)
        else:
            self.transport.abort()

    def _end(self, status: int) -> None:
        """Say why, and close."""
        self._stop_alarm()
        if not self.transport.is_closing():
            self.transport.write(_ENDS[status] + b"Content-Length: 0\r\nConnection: close\r\n\r\n")
            self.transport.close()

    def _leave(self) -> None:
        self._stop_alarm()
        self._stop_stall()
        if self._network:
            self.by_network[self._network] -= 1
            if self.by_network[self._network] <= 0:
                del self.by_network[self._network]
            self._network = ""


class WholeTarget:
    """For httptools: an address with a host in it is shown to the guard as it was sent.

    It would hide the host, by which other servers on the way may have chosen.
    """

    url: bytes
    scope: Any

    def on_headers_complete(self) -> None:
        super().on_headers_complete()  # type: ignore[misc]
        if not self.url.startswith(b"/"):
            self.scope["path"] = self.url.decode("latin-1")


def is_near(address: str) -> bool:
    """Whether this is on this machine, as proxies often are: behind it may be any number."""
    return address in ("", "::1") or address.startswith(("127.", "::ffff:127."))


def http_protocol(settings: Settings) -> type[asyncio.Protocol]:
    """How HTTP is spoken: by httptools if it is there, else by h11."""
    extra: tuple[type, ...] = ()
    try:
        import_module("httptools")
        base = import_module("uvicorn.protocols.http.httptools_impl").HttpToolsProtocol
        extra = (WholeTarget,)
    except ImportError:
        base = import_module("uvicorn.protocols.http.h11_impl").H11Protocol
    own = {
        "by_network": Counter(),
        "public": settings.public,
        "proxies": ProxyMiddleware(None, settings.proxies),
    }
    made: type[asyncio.Protocol] = type("HTTP", (TimedConnection, *extra, base), own)
    return made
