"""SQLite, by the standard library, called directly.

A commit returns when it is on the disk (WAL, synchronous=FULL). A call takes some twenty
microseconds, a commit as long as the disk needs; hopping to a thread would cost ten times that.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from landbridge.store.database import (
    ANYTHING,
    MEMORY,
    Conflict,
    Heard,
    StoreFailed,
    check_schema,
)
from landbridge.store.schema import SCHEMA, statements

PATIENCE = 10.0
"""Seconds to wait for another process that is writing."""

LOOK_EVERY = 0.5
"""Seconds between looks for what other processes have written."""


class SQLite:
    """One file, or memory only."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._lock = asyncio.Lock()
        self._connection: sqlite3.Connection | None = None

    async def open(self) -> None:
        if self.path != MEMORY:
            self._make_folder()
        try:
            self._connection = sqlite3.connect(
                self.path, timeout=PATIENCE, isolation_level=None, check_same_thread=False
            )
            for word in ("journal_mode=WAL", "synchronous=FULL", "fullfsync=ON"):
                self._connection.execute(f"PRAGMA {word}")
            # Two programs that open a new file at the same moment make its tables one by one.
            self._connection.execute("BEGIN IMMEDIATE")
            for statement in statements():
                self._connection.execute(statement)
            found = self._connection.execute("SELECT value FROM meta WHERE name = 'schema'")
            check_schema(found.fetchall(), self.path)
            self._connection.execute(
                "INSERT INTO meta VALUES ('schema', ?) ON CONFLICT (name) DO NOTHING", (SCHEMA,)
            )
            self._connection.execute("COMMIT")
        except sqlite3.Error as problem:
            raise StoreFailed(f"{self.path} cannot be used as a database: {problem}.") from None

    def _make_folder(self) -> None:
        place = Path(self.path)
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            # It holds seeds and password hashes: nobody else's business.
            os.close(os.open(place, os.O_CREAT | os.O_RDWR, 0o600))
        except OSError as problem:
            raise StoreFailed(
                f"{self.path} cannot be used as a database: {problem.strerror}."
            ) from None

    async def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _cursor(self) -> sqlite3.Connection:
        if self._connection is None:
            raise StoreFailed("The database is closed.")
        return self._connection

    async def rows(self, sql: str, *given: Any) -> list[tuple[Any, ...]]:
        try:
            return self._cursor().execute(sql, given).fetchall()
        except sqlite3.Error as problem:
            raise StoreFailed(f"The database failed: {problem}.") from None

    async def run(self, sql: str, *given: Any) -> int:
        """Part of a transaction, see `changing`."""
        try:
            return self._cursor().execute(sql, given).rowcount
        except sqlite3.IntegrityError as problem:
            raise Conflict(f"It is there already: {problem}.") from None
        except sqlite3.Error as problem:
            raise StoreFailed(f"The database failed: {problem}.") from None

    async def tell(self, match_id: str, version: int) -> None:
        """Other processes see by themselves that the file has changed."""

    @asynccontextmanager
    async def changing(self) -> AsyncIterator[SQLite]:
        async with self._transaction("BEGIN IMMEDIATE"):
            yield self

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[SQLite]:
        async with self._transaction("BEGIN"):
            yield self

    @asynccontextmanager
    async def _transaction(self, begin: str) -> AsyncIterator[None]:
        async with self._lock:
            await self.run(begin)
            try:
                yield
                await self.run("COMMIT")
            except BaseException:
                if self._cursor().in_transaction:
                    self._cursor().execute("ROLLBACK")
                raise

    async def hearing(self) -> AsyncIterator[Heard]:
        seen = await self.rows("PRAGMA data_version")
        while True:
            await asyncio.sleep(LOOK_EVERY)
            # Rises only when another connection has committed something.
            now = await self.rows("PRAGMA data_version")
            if now != seen:
                seen = now
                yield ANYTHING
