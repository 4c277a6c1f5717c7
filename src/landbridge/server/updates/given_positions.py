"""The positions that were given out last, so that the next answer can be what changed since."""

from __future__ import annotations

from collections import OrderedDict
from hashlib import blake2b
from typing import NamedTuple

REMEMBERED = 4
"""Positions of a match that are remembered for one person in one role: a few tabs, a few moves."""

MOST_BYTES = 64 * 1024 * 1024
"""Bytes that all remembered positions may have."""


class Reader(NamedTuple):
    """Somebody who looks at a match in a role. What others fetch pushes out nothing of theirs."""

    match_id: str
    user_id: str
    role: str


class GivenPositions:
    """The positions that were given out last, as JSON, by a name made from their content."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most_bytes = most_bytes
        self._bytes = 0
        self._readers: OrderedDict[Reader, OrderedDict[str, bytes]] = OrderedDict()

    def remember(self, reader: Reader, encoded: bytes) -> str:
        """Keep a position; its name."""
        name = blake2b(encoded, digest_size=12).hexdigest()
        given = self._readers.setdefault(reader, OrderedDict())
        self._readers.move_to_end(reader)
        if name not in given:
            given[name] = encoded
            self._bytes += len(encoded)
        given.move_to_end(name)
        if len(given) > REMEMBERED:
            self._bytes -= len(given.popitem(last=False)[1])
        while self._bytes > self._most_bytes:
            _, forgotten = self._readers.popitem(last=False)
            self._bytes -= sum(map(len, forgotten.values()))
        return name

    def find(self, reader: Reader, name: str) -> bytes | None:
        """A position by its name, if it is still remembered."""
        given = self._readers.get(reader)
        return None if given is None else given.get(name)
