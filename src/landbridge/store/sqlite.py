"""SQLite, by the standard library.

Statements are called directly: each takes some twenty microseconds, a tenth of a hop to a thread.
Only the wait for the disk happens in a thread (WAL, synchronous=FULL), so that it holds up nobody;
whatever is written meanwhile shares the next wait.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from landbridge.store.database import (
    ANYTHING,
    MEMORY,
    Conflict,
    Heard,
    StoreFailed,
)
from landbridge.store.migrating import (
    copy_file,
    find_schema,
    migrate,
    needs_steps,
    say_what_changed,
)
from landbridge.store.steps import Step, take

PATIENCE = 10.0
"""Seconds to wait for another process that is writing."""

LOOK_EVERY = 0.5
"""Seconds between looks for what other processes have written."""


class SQLite:
    """One file, or memory only."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._lock = asyncio.Lock()
        self._writer: sqlite3.Connection | None = None
        self._reader: sqlite3.Connection | None = None
        """Sees only what is committed; with memory only, there is one connection for both."""
        self._commit: asyncio.Task[None] | None = None
        """The next wait for the disk."""

    # Opening

    async def open(self) -> None:
        if self.path != MEMORY:
            self._make_folder()
        try:
            self._writer = self._connect()
            await self._migrate(self._writer)
            self._reader = self._writer if self.path == MEMORY else self._connect()
        except sqlite3.Error as problem:
            await self.close()
            raise StoreFailed(f"{self.path} cannot be used as a database: {problem}.") from None
        except BaseException:
            await self.close()
            raise

    def _connect(self) -> sqlite3.Connection:
        made = sqlite3.connect(
            self.path, timeout=PATIENCE, isolation_level=None, check_same_thread=False
        )
        for word in ("journal_mode=WAL", "synchronous=FULL", "fullfsync=ON"):
            made.execute(f"PRAGMA {word}")
        return made

    async def _migrate(self, connection: sqlite3.Connection) -> None:
        # Two programs that open a file at the same moment bring it up to date one by one.
        connection.execute("BEGIN IMMEDIATE")
        change, copy = Working(connection), None
        try:
            found = await find_schema(change, self.path)
            if needs_steps(found):
                if found and self.path != MEMORY:
                    copy = copy_file(self.path, found)
                await migrate(change, found)
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            if copy is not None:
                copy.unlink()
            raise
        if found and needs_steps(found):
            say_what_changed(self.path, found, copy)

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
        if self._commit is not None:
            with suppress(StoreFailed):
                await self._commit
        async with self._lock:
            for connection in (self._reader, self._writer):
                if connection is not None:
                    connection.close()
            self._reader = self._writer = None

    # Reading

    async def rows(self, sql: str, *given: Any) -> list[tuple[Any, ...]]:
        return _rows(_open(self._reader), sql, given)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Working]:
        # Nothing else can run on this connection before the block ends: no call in it waits.
        connection = _open(self._reader)
        if connection is self._writer:
            yield Working(connection)
            return
        _run(connection, "BEGIN")
        try:
            yield Working(connection)
        finally:
            _run(connection, "COMMIT")

    # Writing

    @asynccontextmanager
    async def changing(self) -> AsyncIterator[Working]:
        async with self._lock:
            connection = _open(self._writer)
            if not connection.in_transaction:
                _run(connection, "BEGIN IMMEDIATE")
            _run(connection, "SAVEPOINT change")
            try:
                yield Working(connection)
            except BaseException:
                _run(connection, "ROLLBACK TO change")
                _run(connection, "RELEASE change")
                raise
            _run(connection, "RELEASE change")
            if self._commit is None:
                self._commit = asyncio.create_task(self._settle())
            commit = self._commit
        # Whoever is cancelled here has still done it; only the acknowledgement is lost.
        await asyncio.shield(commit)

    async def step(self, step: Step) -> bool:
        async with self.changing() as change:
            return await take(change, step)

    async def _settle(self) -> None:
        """Put everything that was written on the disk. Whoever waits to write goes first."""
        async with self._lock:
            self._commit = None
            connection = _open(self._writer)
            try:
                if self.path == MEMORY:
                    connection.execute("COMMIT")
                else:
                    await asyncio.to_thread(connection.execute, "COMMIT")
            except sqlite3.Error as problem:
                with suppress(sqlite3.Error):
                    connection.execute("ROLLBACK")
                raise StoreFailed(f"The database failed: {problem}.") from None

    # News

    async def hearing(self) -> AsyncIterator[Heard]:
        seen = await self._others()
        while True:
            await asyncio.sleep(LOOK_EVERY)
            now = await self._others()
            if now != seen:
                seen = now
                yield ANYTHING

    async def _others(self) -> list[tuple[Any, ...]]:
        """A number that rises only when another connection has committed something."""
        async with self._lock:
            return _rows(_open(self._writer), "PRAGMA data_version", ())


class Working:
    """A transaction."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    async def run(self, sql: str, *given: Any) -> int:
        return _run(self._connection, sql, given)

    async def rows(self, sql: str, *given: Any) -> list[tuple[Any, ...]]:
        return _rows(self._connection, sql, given)

    async def tell(self, match_id: str, version: int) -> None:
        """Other processes see by themselves that the file has changed."""


def _open(connection: sqlite3.Connection | None) -> sqlite3.Connection:
    if connection is None:
        raise StoreFailed("The database is closed.")
    return connection


def _rows(connection: sqlite3.Connection, sql: str, given: tuple[Any, ...]) -> list[Any]:
    try:
        return connection.execute(sql, given).fetchall()
    except sqlite3.Error as problem:
        raise StoreFailed(f"The database failed: {problem}.") from None


def _run(connection: sqlite3.Connection, sql: str, given: tuple[Any, ...] = ()) -> int:
    try:
        return connection.execute(sql, given).rowcount
    except sqlite3.IntegrityError as problem:
        raise Conflict(f"It is there already: {problem}.") from None
    except sqlite3.Error as problem:
        raise StoreFailed(f"The database failed: {problem}.") from None
