"""Nobody may ask too much of a public server: buckets that fill again with time."""

from __future__ import annotations

import time
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address, ip_network

from landbridge.server.http.problems import TooManyRequests

LIMITS: dict[str, tuple[int, float]] = {
    "look": (1200, 60),
    "act": (300, 60),
    "work": (30, 60),
    "begin": (60, 3600),
    "login": (20, 60),
    "login there": (10, 900),
    "login name": (200, 3600),
    "login device": (10, 900),
    "register": (10, 3600),
    "letter": (5, 3600),
    "reset": (10, 3600),
    "report": (5, 3600),
    "chat": (20, 60),
    "live": (60, 60),
    "listen": (600, 60),
}
"""For each kind of request, how many at once and in how many seconds they all come back.

Logging in counts by the network it comes from, by account and network, and by account; but on a
device on which the account was used before, only by that device.
"""

MANY = 50_000
"""When there are more buckets than this, the full ones are thrown away."""


class Limits:
    """What everybody has left."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._buckets: dict[tuple[str, str], tuple[float, float]] = {}
        self._most = MANY
        """With more buckets than these they are tidied up: seldom, where few of them are full."""

    def spend(self, kind: str, who: str) -> None:
        """Let one request pass, or refuse it."""
        size, seconds = LIMITS[kind]
        now = self._clock()
        left, then = self._buckets.get((kind, who), (float(size), now))
        left = min(float(size), left + (now - then) * size / seconds)
        if left < 1:
            self._buckets[kind, who] = left, now
            raise TooManyRequests(max(1, round((1 - left) * seconds / size)))
        self._buckets[kind, who] = left - 1, now
        if len(self._buckets) > self._most:
            self._tidy(now)
            self._most = max(MANY, 2 * len(self._buckets))

    def _tidy(self, now: float) -> None:
        for (kind, who), (left, then) in list(self._buckets.items()):
            size, seconds = LIMITS[kind]
            if left + (now - then) * size / seconds >= size:
                del self._buckets[kind, who]


def neighbourhood(address: str) -> str:
    """Whose address this is: with IPv6 one customer has a whole network."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv6Address) and found.ipv4_mapped is None:
        return str(ip_network(f"{found}/64", strict=False))
    return str(found)
