"""Webhooks: a small JSON message to an address that a player has named.

A stranger names the address, so it is only called if it leads out of the server's own network.
The name is looked up once and the connection goes to what was looked up, so that nothing can be
slipped in between; redirects are not followed.
"""

from __future__ import annotations

import asyncio
import re
import socket
import ssl
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import NamedTuple
from urllib.parse import quote, urlsplit

from landbridge.engine.refusals import BadInput, LandbridgeError
from landbridge.server.http.addresses import check_host, is_public

SECONDS = 10.0
"""For everything together: looking up, connecting, sending, and the answer."""

LONGEST = 500
MOST_EARLY = 5
"""Answers that say nothing yet (1xx) before it is taken for none."""

_STATUS = re.compile(rb"HTTP/1\.[01] ([1-9][0-9][0-9])\b")

LookUp = Callable[[str, int], Awaitable[list[str]]]

_room = ThreadPoolExecutor(4, "looking-up")
"""Looking a name up can take long; a match that is being loaded does not wait for it."""


class WebhookRefused(LandbridgeError):
    """A webhook that could not be called."""


class Target(NamedTuple):
    """The parts of a webhook's address."""

    host: str
    port: int
    secure: bool
    path: str
    shown: str
    """As the Host header names it."""


def check_address(url: str) -> Target:
    """The parts of a web address, or why it is none."""
    if len(url) > LONGEST:
        raise BadInput(f"A webhook's address has at most {LONGEST} letters.")
    if not url.isprintable() or " " in url or "\\" in url:
        raise BadInput("A webhook's address has no spaces, backslashes or control characters.")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as problem:
        raise BadInput(f"'{url}' is no web address: {problem}.") from None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise BadInput("A webhook is an address that begins with https:// or http://.")
    if "@" in parts.netloc:
        raise BadInput("A webhook's address names no user and no password.")
    if port == 0 or parts.netloc.endswith(":"):
        raise BadInput("A webhook's port is a number from 1 to 65535.")
    host, secure = check_host(parts.hostname), parts.scheme == "https"
    if "[" in parts.netloc and ":" not in host:
        raise BadInput("Only an IPv6 address stands in brackets.")
    place = f"[{host}]" if ":" in host else host
    path = quote(parts.path or "/", safe="/%:@!$&'()*+,;=~-._")
    if parts.query:
        path += "?" + quote(parts.query, safe="/?%:@!$&'()*+,;=~-._[]")
    shown = f"{place}:{port}" if port else place
    return Target(host, port or (443 if secure else 80), secure, path, shown)


async def look_up(host: str, port: int) -> list[str]:
    """The addresses of a host."""
    loop = asyncio.get_running_loop()
    found = await loop.run_in_executor(
        _room, lambda: socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    )
    return [str(place[0]) for *_, place in found]


async def call(url: str, body: bytes, *, private: bool, look_up: LookUp = look_up) -> None:
    """Send a message; with `private` also to the server's own network."""
    target = check_address(url)
    try:
        async with asyncio.timeout(SECONDS):
            address = await _checked(target, private, look_up)
            status = await _post(target, address, body)
    except TimeoutError:
        raise WebhookRefused(f"{target.host} takes longer than {SECONDS:.0f} s.") from None
    except (OSError, EOFError, UnicodeError, ValueError, asyncio.LimitOverrunError) as problem:
        raise WebhookRefused(f"{target.host} cannot be reached: {problem}.") from None
    if not 200 <= status < 300:
        raise WebhookRefused(f"{target.host} answers {status}.")


async def _checked(target: Target, private: bool, look_up: LookUp) -> str:
    """The address to connect to. One that is not public spoils the others: it may be a trick."""
    found = await look_up(target.host, target.port)
    if not found:
        raise WebhookRefused(f"{target.host} has no address.")
    if not private and not all(is_public(address) for address in found):
        raise WebhookRefused(f"{target.host} is in this server's own network, or in no open one.")
    return found[0]


@cache
def _trusted() -> ssl.SSLContext:
    return ssl.create_default_context()


async def _post(target: Target, address: str, body: bytes) -> int:
    """The status of the answer."""
    reader, writer = await asyncio.open_connection(
        address,
        target.port,
        ssl=_trusted() if target.secure else None,
        server_hostname=target.host if target.secure else None,
        limit=8192,
    )
    try:
        lines = (
            f"POST {target.path} HTTP/1.1",
            f"Host: {target.shown}",
            "User-Agent: Landbridge",
            "Content-Type: application/json",
            f"Content-Length: {len(body)}",
            "Connection: close",
        )
        writer.write("\r\n".join((*lines, "", "")).encode("ascii") + body)
        await writer.drain()
        for _ in range(MOST_EARLY):
            found = _STATUS.match(await reader.readuntil(b"\n"))
            if found is None:
                raise ValueError("it does not speak HTTP")
            if not found[1].startswith(b"1"):
                return int(found[1])
            while (await reader.readuntil(b"\n")).strip():
                pass
        raise ValueError("it does not come to an answer")
    finally:
        writer.close()
