"""What every reply is wrapped in: only known hosts are answered, and nothing else is let in.

A page on another site can make a browser send requests to this machine under a name of its own;
the check of the Host header is what stops it from reading the answers. It can also send changes,
or open a WebSocket, without reading what comes back; the check of the Origin header stops that.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from landbridge.server.http.addresses import is_address
from landbridge.server.http.connections import LARGEST_HEAD

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
ANY_ADDRESS = "any address"
"""Stands for every Host that is a bare IP address: no other site can use one as its name."""

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
        " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


HTTPS = {"Strict-Transport-Security": "max-age=31536000"}
"""Added where players come by https."""

SAFE = ("GET", "HEAD", "OPTIONS")

MOST_HEADERS = 100


class Guard:
    """Checks the Host and Origin headers and adds the security headers."""

    def __init__(
        self, app: ASGIApp, hosts: frozenset[str], place: str = "", https: bool = False
    ) -> None:
        """`place` is the host and port that players know, where a proxy passes on another."""
        self.app, self.hosts, self.place = app, hosts, place
        added = HEADERS | (HTTPS if https else {})
        self.headers = [(name.lower().encode(), value.encode()) for name, value in added.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = message.setdefault("headers", [])
                said = {name for name, _ in own}
                own.extend(header for header in self.headers if header[0] not in said)
            await send(message)

        headers = Headers(scope=scope)
        changes = scope["type"] == "websocket" or scope["method"] not in SAFE
        problem = misshapen(scope)
        if problem is not None:
            reply = problem
        elif not self.knows(host_name(headers.get("host", ""))):
            reply = PlainTextResponse("This server does not go by that name.\n", 421)
        elif changes and not self.own(headers):
            reply = PlainTextResponse("Another site may not do this.\n", 403)
        else:
            await self.app(scope, receive, send_guarded)
            return
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            await reply(scope, receive, send_guarded)

    def own(self, headers: Headers) -> bool:
        """Whether our own page asks, or a program that is no browser."""
        origin = headers.get("origin")
        if origin is None:
            return headers.get("sec-fetch-site", "none") in ("none", "same-origin")
        try:
            place = urlsplit(origin).netloc.lower()
        except ValueError:
            return False
        return bool(place) and place in (headers.get("host", "").lower(), self.place)

    def knows(self, name: str) -> bool:
        """Whether this server goes by that name."""
        return name in self.hosts or (ANY_ADDRESS in self.hosts and is_address(name))


def misshapen(scope: Scope) -> PlainTextResponse | None:
    """The answer to a request that no browser makes, and that others could read otherwise."""
    headers: list[tuple[bytes, bytes]] = scope["headers"]
    if not scope["path"].startswith("/"):
        return PlainTextResponse("An address begins with a slash here.\n", 400)
    if sum(name == b"host" for name, _ in headers) > 1:
        return PlainTextResponse("A request names one host.\n", 400)
    size = len(scope.get("query_string", b"")) + len(scope["path"])
    size += sum(len(name) + len(value) for name, value in headers)
    if len(headers) > MOST_HEADERS or size > LARGEST_HEAD:
        text = f"A request has at most {MOST_HEADERS} headers, {LARGEST_HEAD // 1024} kB in all.\n"
        return PlainTextResponse(text, 431)
    return None


def host_name(header: str) -> str:
    """The name in a Host header, without its port and without brackets."""
    if header.startswith("["):
        return header[1:].partition("]")[0].lower()
    return header.partition(":")[0].lower()
