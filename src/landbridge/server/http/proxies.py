"""Where a request really comes from, behind a proxy that is believed.

A proxy names the address that it was asked from in a header, which anybody else can send as well.
So only proxies in networks that were named at the start are believed, and of the addresses in the
header the right-most counts that is no such proxy's: what is left of it, the client wrote.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from starlette.types import ASGIApp, Receive, Scope, Send

from landbridge.engine.refusals import BadInput

log = logging.getLogger("landbridge")

Network = IPv4Network | IPv6Network

MOST = 20
"""Addresses in a header; nobody has so many proxies one behind another."""

_FOR = re.compile(r'(?:^|[;\s])for=(?:"([^"]*)"|([^";,\s]*))', re.IGNORECASE)


def read_networks(words: Iterable[str], option: str = "--proxy") -> tuple[str, ...]:
    """Networks as an option of the server writes them: addresses or networks."""
    found = []
    for word in (part.strip() for text in words for part in text.split(",")):
        try:
            found.append(str(ip_network(word)))
        except ValueError:
            raise BadInput(
                f"{option} takes addresses or networks, such as 127.0.0.1 or 10.0.0.0/8,"
                f" not '{word}'."
            ) from None
    return tuple(found)


class ProxyMiddleware:
    """Puts the address of the client in the place of the proxy's."""

    def __init__(self, app: ASGIApp | None, proxies: Iterable[str] = ()) -> None:
        self.app = app
        self.networks: tuple[Network, ...] = tuple(ip_network(one) for one in proxies)
        self._warned = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket") and scope.get("client"):
            address, port = scope["client"]
            found = self.client(address, scope["headers"])
            if found != address:
                scope = {**scope, "client": (found, port)}
        assert self.app is not None
        await self.app(scope, receive, send)

    def client(self, address: str, headers: Iterable[tuple[bytes, bytes]]) -> str:
        """Where a request comes from that this address has sent on."""
        named = [_forwarded_for(headers), _forwarded(headers)]
        if not any(named):
            return address
        if not self.believes(address):
            self._warn(address)
            return address
        clients = {self._last_stranger(one) for one in named if one}
        # A proxy writes one header and may pass the other on as the client wrote it.
        return clients.pop() or address if len(clients) == 1 else address

    def believes(self, address: str) -> bool:
        """Whether this is a proxy that is believed."""
        found = _address(address)
        return found is not None and any(found in network for network in self.networks)

    def _last_stranger(self, chain: list[str]) -> str:
        """The right-most address that is no proxy's; none if there is something else before it."""
        for word in reversed(chain):
            found = _address(word)
            if found is None:
                return ""
            if not self.believes(str(found)):
                return str(found)
        first = _address(chain[0])
        return str(first) if first else ""

    def _warn(self, address: str) -> None:
        found = _address(address)
        if not self._warned and not self.networks and found is not None and found.is_loopback:
            self._warned = True
            log.warning(
                "a proxy at %s names its clients and is not believed, so all of them share the"
                " limits of one address; --proxy %s would believe it",
                address,
                address,
            )


def _values(headers: Iterable[tuple[bytes, bytes]], name: bytes) -> str:
    return ",".join(value.decode("latin-1") for key, value in headers if key == name)


def _forwarded_for(headers: Iterable[tuple[bytes, bytes]]) -> list[str]:
    """The addresses of X-Forwarded-For."""
    text = _values(headers, b"x-forwarded-for")
    return [part.strip() for part in text.split(",")][-MOST:] if text.strip() else []


def _forwarded(headers: Iterable[tuple[bytes, bytes]]) -> list[str]:
    """The addresses of Forwarded (RFC 7239); one that hides itself is left as it is."""
    text = _values(headers, b"forwarded")
    if not text.strip():
        return []
    found = []
    for part in text.split(",")[-MOST:]:
        match = _FOR.search(part)
        found.append((match[1] or match[2] or "").strip() if match else "")
    return found


def _address(word: str) -> IPv4Address | IPv6Address | None:
    """An address as headers write it, with or without a port; in IPv6 form also an IPv4 one."""
    text = word.strip()
    if text.startswith("["):
        text, _, port = text[1:].partition("]")
        if port and not re.fullmatch(r":[0-9]{1,5}", port):
            return None
    elif text.count(":") == 1:
        text, _, port = text.partition(":")
        if not re.fullmatch(r"[0-9]{1,5}", port):
            return None
    try:
        found = ip_address(text)
    except ValueError:
        return None
    if isinstance(found, IPv6Address) and found.ipv4_mapped is not None:
        return found.ipv4_mapped
    return None if "%" in text else found
