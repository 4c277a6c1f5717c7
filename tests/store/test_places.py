"""Where a store may be: news from one process to another, connections, files, what is no store."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from landbridge.engine.refusals import BadInput
from landbridge.store.connecting import connect
from landbridge.store.database import ANYTHING, ChangeNotice, StoreFailed
from landbridge.store.places import usual_place, without_password
from landbridge.store.store import Store, opened
from store.anywhere import a_match, kept, place, use
from store.postgres_server import postgres, postgres_server

__all__ = ["place", "postgres", "postgres_server"]


async def _until(true: Callable[[], bool], seconds: float = 30) -> None:
    async with asyncio.timeout(seconds):
        while not true():
            await asyncio.sleep(0.02)


def test_news_of_another_process(place: str) -> None:
    async def act() -> list[ChangeNotice]:
        heard: list[ChangeNotice] = []
        async with opened(place) as here, opened(place) as there:

            async def listen() -> None:
                nonlocal heard
                async for one in here.database.listen():
                    heard += [one]

            listening = asyncio.create_task(listen())
            await asyncio.sleep(0.3)
            if place.startswith("postgresql"):
                await _until(lambda: heard == [ANYTHING])
            heard.clear()
            await kept(there, a_match(1))
            await _until(lambda: bool(heard))
            listening.cancel()
            await asyncio.gather(listening, return_exceptions=True)
        return heard

    found = asyncio.run(act())
    assert found == ([ChangeNotice("one", 1)] if place.startswith("postgresql") else [ANYTHING])


def test_a_connection_that_nobody_waits_for_any_more_is_closed(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when a server stops while it connects."""
    import psycopg

    made: list[Any] = []

    class Slow(psycopg.AsyncConnection[Any]):
        async def execute(self, *given: Any, **more: Any) -> Any:
            made.append(self)
            await asyncio.sleep(60)

    monkeypatch.setattr(psycopg, "AsyncConnection", Slow)

    async def act() -> None:
        opening = asyncio.create_task(connect(postgres).open())
        await _until(lambda: bool(made))
        opening.cancel()
        await asyncio.gather(opening, return_exceptions=True)

    asyncio.run(act())
    assert made[0].closed


def test_whoever_stops_listening_leaves_no_connection_open(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when a server stops while it passes on what it has heard."""
    import psycopg

    made: list[Any] = []

    class Noted(psycopg.AsyncConnection[Any]):
        @classmethod
        async def connect(cls, *given: Any, **more: Any) -> Any:
            made.append(await super().connect(*given, **more))
            return made[-1]

    async def act() -> None:
        async with opened(postgres) as store:
            heard: list[ChangeNotice] = []

            async def pass_on() -> None:
                async for one in store.database.listen():
                    heard.append(one)
                    if len(heard) > 1:
                        await asyncio.sleep(60)

            passing_on = asyncio.create_task(pass_on())
            await _until(lambda: heard == [ANYTHING])
            await kept(store, a_match(1))
            await _until(lambda: len(heard) == 2)
            passing_on.cancel()
            await asyncio.gather(passing_on, return_exceptions=True)

    monkeypatch.setattr(psycopg, "AsyncConnection", Noted)
    asyncio.run(act())
    assert len(made) >= 2
    assert [one for one in made if not one.closed] == []


def test_a_connection_that_comes_back_too_late_is_closed(postgres: str) -> None:
    """As when a server stops while somebody still reads."""

    async def act() -> Any:
        database: Any = connect(postgres)
        await database.open()
        async with database.reading() as late:
            await database.close()
        return late._connection

    assert asyncio.run(act()).closed


def test_places() -> None:
    assert type(connect("")).__name__ == "SQLite"
    assert connect("sqlite:///tmp/x").path == "/tmp/x"  # type: ignore[attr-defined]
    assert without_password("postgresql://u:secret@h/d?x=y") == "postgresql://u@h/d"
    assert without_password("postgresql://h/d") == "postgresql://h/d"
    assert without_password("/tmp/x") == "/tmp/x"


def test_the_usual_place_is_in_the_data_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("LANDBRIDGE_DB", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("sys.platform", "linux")
    assert usual_place() == str(tmp_path / "landbridge" / "matches.sqlite")
    monkeypatch.setattr("sys.platform", "darwin")
    assert usual_place().endswith("Library/Application Support/Landbridge/matches.sqlite")
    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    assert usual_place() == str(tmp_path / "Landbridge" / "matches.sqlite")
    monkeypatch.setenv("LANDBRIDGE_DB", "elsewhere")
    assert usual_place() == "elsewhere"


def test_a_file_is_the_users_own_and_durable(tmp_path: Path) -> None:
    place = tmp_path / "m.sqlite"

    async def act(store: Store) -> list[Any]:
        return [
            (await store.database.rows(f"PRAGMA {word}"))[0][0]
            for word in ("journal_mode", "synchronous")
        ]

    assert use(str(place), act) == ["wal", 2]
    if os.name == "posix":
        assert place.stat().st_mode & 0o777 == 0o600


def test_what_is_no_database_is_told(tmp_path: Path) -> None:
    async def nothing(store: Store) -> None: ...

    text = tmp_path / "text"
    text.write_text("This is not a database, but it is long enough to be taken for one. " * 20)
    with pytest.raises(StoreFailed, match="cannot be used as a database"):
        use(str(text), nothing)
    with pytest.raises(StoreFailed, match="cannot be used as a database"):
        use(str(text / "m.sqlite"), nothing)


def test_a_server_that_is_not_there_is_told() -> None:
    async def nothing(store: Store) -> None: ...

    with pytest.raises(StoreFailed, match="does not answer"):
        use("postgresql://u:secret@127.0.0.1:1/d", nothing)


def test_without_the_driver_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "psycopg", None)
    with pytest.raises(BadInput, match=r"landbridge\[server\]"):
        connect("postgresql://h/d")
