"""A full disk and a locked file: who is told that it is saved, and who has to wait."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from faults.matches import Club
from landbridge.store import sqlite
from landbridge.store.database import Conflict, StoreBusy, StoreFailed
from landbridge.store.rows import NoteRow
from landbridge.store.schema import insert, values
from landbridge.store.sqlite import SQLite


@pytest.fixture
def place(tmp_path: Path) -> str:
    return str(tmp_path / "m.sqlite")


@pytest.fixture
def patience(monkeypatch: pytest.MonkeyPatch) -> float:
    """Nobody waits for a lock longer than this."""
    monkeypatch.setattr(sqlite, "PATIENCE", 1.0)
    return 1.0


async def write(database: SQLite, name: str, text: str = "") -> str:
    async with database.changing() as change:
        await change.run(insert(NoteRow), *values(NoteRow("one", name, text, 0.0)))
    return name


async def names(database: SQLite) -> set[str]:
    return {name for (name,) in await database.rows("SELECT user_id FROM notes")}


@contextmanager
def locked(place: str) -> Iterator[None]:
    """Another program writes to the file as long as the block lasts."""
    with closing(sqlite3.connect(place, timeout=10, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


# A full disk


def test_only_what_its_own_commit_holds_is_acknowledged(place: str) -> None:
    """One writer of several finds the disk full, and SQLite gives up what all of them wrote."""

    async def act() -> tuple[set[Any], set[str], list[Any]]:
        database = SQLite(place)
        await database.open()
        assert database._writer is not None
        (pages,) = database._writer.execute("PRAGMA page_count").fetchone()
        database._writer.execute(f"PRAGMA max_page_count={pages + 4}")
        large = "x" * 4096 * 40
        told = await asyncio.gather(
            write(database, "first"),
            write(database, "second"),
            write(database, "third", large),
            write(database, "fourth"),
            return_exceptions=True,
        )
        assert await write(database, "fifth") == "fifth"
        await database.close()
        again = SQLite(place)
        await again.open()
        found = await names(again)
        await again.close()
        return {one for one in told if isinstance(one, str)} | {"fifth"}, found, told

    acknowledged, found, told = asyncio.run(act())
    assert acknowledged == found
    assert isinstance(told[2], StoreFailed)
    assert "full" in str(told[2])
    # Whoever shared the transaction hears the same, and nothing about savepoints.
    assert all("full" in str(one) for one in told if isinstance(one, StoreFailed))


def test_a_match_goes_on_when_there_is_room_again(club: Club) -> None:
    one = club.begins("rest", "rest")
    writer = club.context.store.database._writer
    (pages,) = club.server.run(lambda: _fetch(writer, "PRAGMA page_count"))
    club.server.run(lambda: _fetch(writer, f"PRAGMA max_page_count={pages}"))
    acknowledged, status = 0, 200
    words = " ".join(["loud"] * 400)
    for _ in range(200):
        reply = club.anna.client.post(
            f"/api/matches/{one}/actions",
            json={"do": f"shout {words}"},
            headers={"X-CSRF-Token": club.anna.csrf},
        )
        status = reply.status_code
        if status != 200:
            break
        acknowledged += 1
    assert status == 503
    row = club.check(one)
    assert row is not None
    assert row.version == acknowledged + 1
    club.server.run(lambda: _fetch(writer, "PRAGMA max_page_count=1000000"))
    club.anna.does(one, "rest", version=row.version)
    club.check_anew([one])


async def _fetch(connection: sqlite3.Connection, sql: str) -> Any:
    return connection.execute(sql).fetchone()


def test_whoever_fails_leaves_no_lock_behind(place: str) -> None:
    async def act() -> None:
        database = SQLite(place)
        await database.open()
        await write(database, "first")
        with pytest.raises(Conflict):
            await write(database, "first")
        with closing(sqlite3.connect(place, timeout=0, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            other.execute("ROLLBACK")
        await database.close()

    asyncio.run(act())


# A locked file


def test_others_are_served_while_somebody_waits_for_a_lock(club: Club, place: str) -> None:
    one, other = club.begins("rest", "rest"), club.begins("rest", "rest")
    replies: list[Any] = []
    waiting = threading.Thread(target=lambda: replies.append(club.anna.does(one, "rest")))
    with locked(place):
        waiting.start()
        time.sleep(0.2)
        club.boris.get("/healthz")
        assert club.boris.get(f"/api/matches/{other}")["version"] == 1
        assert not replies
    waiting.join(60)
    assert replies[0]["version"] == 2
    club.check(one)


def test_a_lock_that_is_held_for_too_long_is_told(
    club: Club, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All wait at the same time, none much longer than the limit; nothing has happened."""
    patience = 3.0
    monkeypatch.setattr(sqlite, "PATIENCE", patience)
    ones = [club.begins("rest", "rest") for _ in range(5)]
    replies: list[tuple[Any, float]] = []

    def act(match_id: str) -> None:
        device, start = club.server.device(), time.monotonic()
        device.client.cookies = club.anna.client.cookies
        reply = device.client.post(
            f"/api/matches/{match_id}/actions",
            json={"do": "rest"},
            headers={"X-CSRF-Token": club.anna.csrf},
        )
        replies.append((reply, time.monotonic() - start))

    asking = [threading.Thread(target=act, args=(one,)) for one in ones]
    with locked(place):
        for thread in asking:
            thread.start()
        for thread in asking:
            thread.join(60)
    assert len(replies) == len(ones)
    for reply, took in replies:
        assert reply.status_code == 503, reply.text
        assert int(reply.headers["Retry-After"]) > 0
        assert "unsure" not in reply.json()
        # One after the other, the last would have waited five times as long.
        assert took < 3 * patience
    for one in ones:
        row = club.check(one)
        assert row is not None
        assert row.version == 1
        club.anna.does(one, "rest", version=1)


def test_opening_a_locked_file_holds_up_nobody(place: str, patience: float) -> None:
    async def act() -> int:
        database = SQLite(place)
        await database.open()
        await database.close()
        ticks = 0

        async def tick() -> None:
            nonlocal ticks
            while True:
                await asyncio.sleep(0.02)
                ticks += 1

        ticking = asyncio.create_task(tick())
        with locked(place), pytest.raises(StoreFailed, match="locked"):
            await SQLite(place).open()
        ticking.cancel()
        return ticks

    assert asyncio.run(act()) > 5


def test_a_reader_waits_for_a_lock_too(place: str, patience: float) -> None:
    """As while another program recovers the file: nothing can be read for a moment."""

    async def act() -> list[Any]:
        database = SQLite(place)
        await database.open()
        await write(database, "first")
        reader = database._reader
        busy = Busy(reader)
        database._reader = busy  # type: ignore[assignment]
        found: list[Any] = [await names(database)]
        busy.left = 3
        async with database.reading() as change:
            found.append(await change.rows("SELECT user_id FROM notes"))
        busy.left = 10_000
        for read in (names(database), database.reading().__aenter__()):
            with pytest.raises(StoreBusy):
                await read
        database._reader = reader
        await database.close()
        return found

    assert asyncio.run(act()) == [{"first"}, [("first",)]]


class Busy:
    """A connection that finds the file locked for a while."""

    def __init__(self, connection: Any) -> None:
        self._connection, self.left = connection, 3

    @property
    def in_transaction(self) -> bool:
        return bool(self._connection.in_transaction)

    def execute(self, sql: str, *given: Any) -> Any:
        if sql.startswith("SELECT") and self.left:
            self.left -= 1
            problem = sqlite3.OperationalError("database is locked")
            problem.sqlite_errorcode = sqlite3.SQLITE_BUSY
            raise problem
        return self._connection.execute(sql, *given)
