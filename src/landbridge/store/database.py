"""What the store needs of a database; SQLite and PostgreSQL both give it.

SQL is written once, with `?` for values, in words that both understand.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager
from typing import Any, NamedTuple, Protocol

from landbridge.engine.refusals import LandbridgeError
from landbridge.store.rows import MatchStep


class StoreFailed(LandbridgeError):
    """The database could not do it; nothing is promised to have happened."""


class StoreBusy(StoreFailed):
    """Something else has held the database for too long; this was not begun."""


class Conflict(LandbridgeError):
    """A row with the same key is there already."""


class ChangeNotice(NamedTuple):
    """A match that was changed, and its version; without a name, anything may have changed."""

    match_id: str
    version: int
    chat: int = 0
    """The number of the last message, where only something was said beside the match."""


ANYTHING = ChangeNotice("", 0)


class Change(Protocol):
    """A transaction: all of it happens, or nothing."""

    async def run(self, sql: str, *given: Any) -> int:
        """Carry a statement out; how many rows it touched."""

    async def rows(self, sql: str, *given: Any) -> list[tuple[Any, ...]]:
        """Read inside the transaction."""

    async def announce(self, match_id: str, version: int) -> None:
        """Let other server processes know, once it is committed."""

    async def announce_chat(self, match_id: str, number: int) -> None:
        """Let them know that something was said beside a match."""


class Database(Protocol):
    """A database that is open."""

    async def open(self) -> None:
        """Open it, and make what is missing."""

    async def close(self) -> None:
        """Close it."""

    async def rows(self, sql: str, *given: Any) -> list[tuple[Any, ...]]:
        """Read."""

    async def step(self, step: MatchStep) -> bool:
        """Take a match one action further; False, and nothing done, if it comes too late.

        It is on the disk when this returns; many steps at a time share the wait for it.
        """

    def changing(self) -> AbstractAsyncContextManager[Change]:
        """A transaction; what it commits is on the disk when the block ends."""

    def reading(self) -> AbstractAsyncContextManager[Change]:
        """A transaction that only reads, all from the same moment."""

    def listen(self) -> AsyncGenerator[ChangeNotice, None]:
        """What other processes change, as it happens."""
