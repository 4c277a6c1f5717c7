"""SQLite, by the standard library.

Statements are called directly: each takes some twenty microseconds, a tenth of a hop to a thread.
Only the wait for the disk happens in a thread (WAL, synchronous=FULL), so that it holds up nobody;
whatever is written meanwhile shares the next wait. Nothing here ever waits for a lock of another
program while others want to be served: a statement that finds the file locked is tried again.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

from landbridge.store.database import ANYTHING, ChangeNotice, Conflict, StoreBusy, StoreFailed
from landbridge.store.migrating import (
    copy_file,
    find_schema,
    migrate,
    needs_steps,
    say_what_changed,
)
from landbridge.store.places import MEMORY
from landbridge.store.rows import MatchStep
from landbridge.store.steps import take

PATIENCE = 5.0
"""Seconds to wait for another program that has the file locked."""

PAUSES = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05)
"""Seconds between tries to get at a locked file; the last again and again."""

LOOK_EVERY = 0.5
"""Seconds between looks for what other processes have written."""

_BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)

T = TypeVar("T")


class SharedCommit:
    """One transaction in which many write. All of them wait for its commit, and for no other."""

    def __init__(self) -> None:
        self.writers = 0
        self.ended: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        """Empty when it is on the disk, otherwise what went wrong."""

    def end(self, problem: str = "") -> None:
        """Tell all who wrote into it."""
        if not self.ended.done():
            self.ended.set_result(problem)


class SQLite:
    """One file, or memory only."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._lock = asyncio.Lock()
        self._writer: sqlite3.Connection | None = None
        self._reader: sqlite3.Connection | None = None
        """Sees only what is committed; with memory only, there is one connection for both."""
        self._shared: SharedCommit | None = None
        """The transaction that is open on the writer; whoever writes now writes into it."""
        self._settling: set[asyncio.Task[None]] = set()

    # Opening

    async def open(self) -> None:
        # Another program may hold the file, or have left a journal that is long to go through.
        opening = asyncio.ensure_future(asyncio.to_thread(self._open))
        try:
            await asyncio.shield(opening)
        except sqlite3.Error as problem:
            await self.close()
            raise StoreFailed(f"{self.path} cannot be used as a database: {problem}.") from None
        except BaseException:
            await asyncio.wait([opening])
            await self.close()
            raise

    def _open(self) -> None:
        if self.path != MEMORY:
            self._make_folder()
        self._writer = self._connect()
        asyncio.run(self._migrate(self._writer))
        self._reader = self._writer if self.path == MEMORY else self._connect()
        for connection in (self._writer, self._reader):
            connection.execute("PRAGMA busy_timeout=0")

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
        change, copy = Transaction(connection), None
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
        await asyncio.gather(*self._settling, return_exceptions=True)
        async with self._lock:
            for connection in (self._reader, self._writer):
                if connection is not None:
                    connection.close()
            self._reader = self._writer = None

    # Reading

    async def rows(self, sql: str, *given: Any) -> list[tuple[Any, ...]]:
        connection = _open(self._reader)
        try:
            return connection.execute(sql, given).fetchall()
        except sqlite3.Error as problem:
            if not _busy(problem):
                raise _failed(problem) from None
        return await _patiently(lambda: _rows(connection, sql, given), _deadline())

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Transaction]:
        # Nothing else can run on this connection before the block ends: no call in it waits.
        connection = _open(self._reader)
        if connection is self._writer:
            yield Transaction(connection, guarded=False)
            return
        await _patiently(lambda: _begin_reading(connection), _deadline())
        try:
            yield Transaction(connection)
        finally:
            _leave(connection)

    # Writing

    @asynccontextmanager
    async def changing(self) -> AsyncIterator[Transaction]:
        until = _deadline()
        async with self._lock:
            connection, shared = await self._begin(until)
            try:
                _run(connection, "SAVEPOINT change")
                work = Transaction(connection)
                yield work
                await work.run("RELEASE change")
            except BaseException as problem:
                self._take_back(connection, shared, problem)
                raise
            shared.writers += 1
            if shared.writers == 1:
                settling = asyncio.create_task(self._settle(shared))
                self._settling.add(settling)
                settling.add_done_callback(self._settling.discard)
        # Whoever is cancelled here has still done it; only the acknowledgement is lost.
        failure = await asyncio.shield(shared.ended)
        if failure:
            raise StoreFailed(failure)

    async def step(self, step: MatchStep) -> bool:
        async with self.changing() as change:
            return await take(change, step)

    async def _begin(self, until: float) -> tuple[sqlite3.Connection, SharedCommit]:
        """The transaction that is open, or a new one once no other program writes."""
        if self._writer is None and self._reader is not None:
            await self._open_again()
        connection = _open(self._writer)
        if self._shared is None:
            try:
                await _patiently(lambda: _run(connection, "BEGIN IMMEDIATE"), until)
            except BaseException:
                self._give_up(connection)
                raise
            self._shared = SharedCommit()
        return connection, self._shared

    def _take_back(
        self, connection: sqlite3.Connection, shared: SharedCommit, problem: BaseException
    ) -> None:
        """Undo what one writer has written, or everything where SQLite has done so already."""
        if connection.in_transaction and shared.writers:
            try:
                connection.execute("ROLLBACK TO change")
                connection.execute("RELEASE change")
                return
            except sqlite3.Error:
                pass
        # A full disk, for one, ends the whole transaction: then nobody's part of it was kept.
        self._shared = None
        self._give_up(connection)
        shared.end(str(problem) if isinstance(problem, StoreFailed) else "The database failed.")

    def _give_up(self, connection: sqlite3.Connection) -> None:
        """Leave nothing of a transaction behind, not even its lock."""
        if connection.in_transaction:
            with suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
        if connection.in_transaction and connection is not self._reader:
            # Closing it is the last resort; the next writer opens the file again.
            connection.close()
            self._writer = None

    async def _open_again(self) -> None:
        try:
            connection = await asyncio.to_thread(self._connect)
            connection.execute("PRAGMA busy_timeout=0")
        except sqlite3.Error as problem:
            raise _failed(problem) from None
        self._writer = connection

    async def _settle(self, shared: SharedCommit) -> None:
        """Put everything that was written on the disk. Whoever waits to write goes first."""
        failure = "The database was closed."
        try:
            async with self._lock:
                if self._shared is not shared:
                    return
                self._shared = None
                connection = _open(self._writer)
                try:
                    if self.path == MEMORY:
                        connection.execute("COMMIT")
                    else:
                        await asyncio.to_thread(connection.execute, "COMMIT")
                    failure = ""
                except sqlite3.Error as problem:
                    failure = str(_failed(problem))
                    self._give_up(connection)
        finally:
            shared.end(failure)

    # News

    async def listen(self) -> AsyncGenerator[ChangeNotice, None]:
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
            if self._writer is None and self._reader is not None:
                return []
            connection = _open(self._writer)
            return await _patiently(lambda: _rows(connection, "PRAGMA data_version"), _deadline())


class Transaction:
    """A transaction."""

    def __init__(self, connection: sqlite3.Connection, *, guarded: bool = True) -> None:
        self._connection, self._guarded = connection, guarded

    async def run(self, sql: str, *given: Any) -> int:
        self._check()
        return _run(self._connection, sql, given)

    async def rows(self, sql: str, *given: Any) -> list[tuple[Any, ...]]:
        self._check()
        return _rows(self._connection, sql, given)

    async def announce(self, match_id: str, version: int) -> None:
        """Other processes see by themselves that the file has changed."""

    async def announce_chat(self, match_id: str, number: int) -> None:
        """So they do here."""

    def _check(self) -> None:
        # After some errors SQLite ends a transaction by itself; what came next would stand alone.
        if self._guarded and not self._connection.in_transaction:
            raise StoreFailed("The database failed: it has given the transaction up.")


def _open(connection: sqlite3.Connection | None) -> sqlite3.Connection:
    if connection is None:
        raise StoreFailed("The database is closed.")
    return connection


def _rows(connection: sqlite3.Connection, sql: str, given: tuple[Any, ...] = ()) -> list[Any]:
    try:
        return connection.execute(sql, given).fetchall()
    except sqlite3.Error as problem:
        raise _failed(problem) from None


def _run(connection: sqlite3.Connection, sql: str, given: tuple[Any, ...] = ()) -> int:
    try:
        return connection.execute(sql, given).rowcount
    except sqlite3.IntegrityError as problem:
        raise Conflict(f"It is there already: {problem}.") from None
    except sqlite3.Error as problem:
        raise _failed(problem) from None


def _begin_reading(connection: sqlite3.Connection) -> None:
    """Begin to read: from the first row on, everything is from the same moment."""
    try:
        _run(connection, "BEGIN")
        _rows(connection, "SELECT 1 FROM meta LIMIT 1")
    except BaseException:
        _leave(connection)
        raise


def _leave(connection: sqlite3.Connection) -> None:
    if connection.in_transaction:
        with suppress(sqlite3.Error):
            connection.execute("ROLLBACK")


# Locks of other programs


def _deadline() -> float:
    return time.monotonic() + PATIENCE


async def _patiently(act: Callable[[], T], until: float) -> T:
    """Do something as soon as the file is not locked; others are served meanwhile."""
    tries = 0
    while True:
        try:
            return act()
        except StoreBusy:
            if time.monotonic() >= until:
                raise
        await asyncio.sleep(PAUSES[min(tries, len(PAUSES) - 1)])
        tries += 1


def _busy(problem: sqlite3.Error) -> bool:
    # What comes from SQLite itself has a code; the low byte is the kind of error.
    return getattr(problem, "sqlite_errorcode", 0) & 0xFF in _BUSY


def _failed(problem: sqlite3.Error) -> StoreFailed:
    kind = StoreBusy if _busy(problem) else StoreFailed
    return kind(f"The database failed: {problem}.")
