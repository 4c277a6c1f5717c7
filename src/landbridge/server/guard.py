"""What every reply is wrapped in: only known hosts are answered, and nothing else is let in.

A page on another site can make a browser send requests to this machine under a name of its own;
the check of the Host header is what stops it from reading the answers.
"""

from __future__ import annotations

from ipaddress import ip_address

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

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


class Guard:
    """Checks the Host header and adds the security headers."""

    def __init__(self, app: ASGIApp, hosts: frozenset[str]) -> None:
        self.app, self.hosts = app, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
            await send(message)

        if self.knows(host_name(Headers(scope=scope).get("host", ""))):
            await self.app(scope, receive, send_guarded)
        else:
            reply = PlainTextResponse("This server does not go by that name.\n", 421)
            await reply(scope, receive, send_guarded)

    def knows(self, name: str) -> bool:
        """Whether this server goes by that name."""
        return name in self.hosts or (ANY_ADDRESS in self.hosts and is_address(name))


def host_name(header: str) -> str:
    """The name in a Host header, without its port and without brackets."""
    if header.startswith("["):
        return header[1:].partition("]")[0].lower()
    return header.partition(":")[0].lower()


def is_address(name: str) -> bool:
    """Whether this is a bare IP address."""
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
