"""Webhooks: a small JSON message to an address that a player has named.

A stranger names the address, so it is only called if it leads out of the server's own network.
The name is looked up once and the connection goes to what was looked up, so that nothing can be
slipped in between; redirects are not followed.
"""

from __future__ import annotations

import http.client
import socket
import ssl
from ipaddress import ip_address
from urllib.parse import urlsplit

from landbridge.engine.refusals import BadInput, LandbridgeError

SECONDS = 10.0
LONGEST = 500


class NotCalled(LandbridgeError):
    """A webhook that could not be called."""


def check_address(url: str) -> None:
    """Refuse what is no web address."""
    found = urlsplit(url)
    try:
        sound = found.scheme in ("http", "https") and bool(found.hostname) and found.port != 0
    except ValueError:
        sound = False
    if not sound or found.username or len(url) > LONGEST or not url.isprintable() or " " in url:
        raise BadInput("A webhook is an address that begins with https:// or http://.")


def call(url: str, body: bytes, *, private: bool) -> None:
    """Send a message; with `private` also to the server's own network. This takes a while."""
    check_address(url)
    parts = urlsplit(url)
    host, secure = parts.hostname or "", parts.scheme == "https"
    port = parts.port or (443 if secure else 80)
    connection = http.client.HTTPConnection(host, port, timeout=SECONDS)
    try:
        plain = socket.create_connection(_look_up(host, port, private), timeout=SECONDS)
        if secure:
            context = ssl.create_default_context()
            connection.sock = context.wrap_socket(plain, server_hostname=host)
        else:
            connection.sock = plain
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        headers = {"Content-Type": "application/json", "User-Agent": "Landbridge"}
        if parts.port:
            headers["Host"] = f"{host}:{port}"
        connection.request("POST", path, body, headers)
        reply = connection.getresponse()
        if not 200 <= reply.status < 300:
            raise NotCalled(f"{host} answers {reply.status}.")
    except (OSError, http.client.HTTPException) as problem:
        raise NotCalled(f"{host} cannot be reached: {problem}.") from None
    finally:
        connection.close()


def _look_up(host: str, port: int, private: bool) -> tuple[str, int]:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    for *_, place in found:
        address = str(place[0])
        if private or ip_address(address).is_global:
            return address, port
    raise NotCalled(f"{host} is in this server's own network.")
