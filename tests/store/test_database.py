"""The store, the same in SQLite and PostgreSQL."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from landbridge.bots.random_bot import RandomBot
from landbridge.bots.seats import play
from landbridge.engine.matches.match import Match
from landbridge.engine.refusals import BadInput
from landbridge.referee.games import load_match, new_match
from landbridge.server.play.match_rows import new_row
from landbridge.store.database import (
    ANYTHING,
    ChangeNotice,
    Conflict,
    StoreFailed,
    connect,
    shown,
    usual_place,
)
from landbridge.store.matches import Advance, now
from landbridge.store.rows import MatchRow, NoticeRow, SeatRow, UserRow
from landbridge.store.store import Store, opened
from store.postgres_server import postgres, postgres_server

__all__ = ["postgres", "postgres_server"]


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where the database is."""
    if request.param == "sqlite":
        return str(tmp_path / "data" / "m.sqlite")
    found: str = request.getfixturevalue("postgres")
    return found


Act = Callable[[Store], Awaitable[Any]]


def use(place: str, act: Act) -> Any:
    """Do something with the store at a place."""

    async def run() -> Any:
        async with opened(place) as store:
            return await act(store)

    return asyncio.run(run())


def a_match(actions: int = 20) -> Match[Any]:
    match = new_match("belorussia", seed=7)
    play(match, {"soviet": RandomBot(1), "axis": RandomBot(2)}, until=actions)
    return match


async def kept(
    store: Store, match: Match[Any], match_id: str = "one", owner: str = "u"
) -> MatchRow:
    seats = [SeatRow(match_id, "soviet", "user", owner), SeatRow(match_id, "axis", "open")]
    row = new_row(
        match, match.save(), seats, match_id=match_id, name="A name", owner=owner, private=False
    )
    await store.matches.create(row, match.save(), seats, [])
    return row


def step(row: MatchRow, match: Match[Any]) -> Advance:
    """What the last action of a match changes."""
    entry = match.history.records[-1]
    after = replace(
        new_row(match, match.save(), [], match_id=row.id, name="", owner="", private=False),
        version=row.version + 1,
        owner=row.owner,
        created=row.created,
    )
    return Advance(after=after, kind="do", kept=len(match) - 1, entries=(entry,))


def user(name: str = "Anna", **more: Any) -> UserRow:
    return UserRow(id=name.lower(), name=name, folded=name.lower(), created=now(), **more)


# Matches


def test_a_match_comes_back_as_it_went_in(place: str) -> None:
    match = a_match()

    async def act(store: Store) -> None:
        row = await kept(store, match)
        assert await store.matches.match("one") == row
        assert await store.matches.match("two") is None
        assert await store.matches.version("one") == 1

    use(place, act)
    stored = use(place, lambda store: store.matches.load("one"))
    assert stored.save() == match.save()
    assert load_match(stored.save()).state == match.state
    assert stored.row.actions == 20


def test_only_one_of_two_changes_is_taken(place: str) -> None:
    match = a_match()

    async def act(store: Store) -> None:
        row = await kept(store, match)
        play(match, {"soviet": RandomBot(1), "axis": RandomBot(2)}, until=1)
        one = step(row, match)
        assert await asyncio.gather(store.matches.advance(one), store.matches.advance(one)) in (
            [True, False],
            [False, True],
        )
        found = await store.matches.load("one")
        assert found is not None
        assert found.row.version == 2
        assert found.save() == match.save()

    use(place, act)


def test_what_fails_leaves_nothing_behind(place: str) -> None:
    match = a_match(3)

    async def act(store: Store) -> None:
        row = await kept(store, match)
        with pytest.raises(Conflict):
            await kept(store, match)
        bad = step(row, match)
        with pytest.raises(Conflict):
            await store.matches.advance(bad)
        assert await store.matches.version("one") == 1
        with pytest.raises(StoreFailed):
            await store.database.rows("SELECT nonsense FROM nowhere")
        assert await store.matches.version("one") == 1

    use(place, act)


def test_how_much_of_an_old_version_is_still_good(place: str) -> None:
    match = a_match(4)

    async def act(store: Store) -> None:
        row = await kept(store, match)
        for kind, untouched in (("do", 4), ("undo", 4), ("rollback", 1), ("do", 1), ("seat", 2)):
            row = replace(row, version=row.version + 1)
            one = Advance(after=row, kind=kind, kept=untouched)  # type: ignore[arg-type]
            assert await store.matches.advance(one)
        assert await store.matches.unchanged_since("one", 1) == 1
        assert await store.matches.unchanged_since("one", 4) == 1
        assert await store.matches.unchanged_since("one", 5) == 2
        assert await store.matches.unchanged_since("one", 6) is None

    use(place, act)


def test_lists_hold_what_somebody_may_see(place: str) -> None:
    match = a_match(1)

    async def act(store: Store) -> None:
        await kept(store, match, "mine", "anna")
        other = await kept(store, match, "other", "boris")
        hidden = replace(other, id="hidden", private=1)
        await store.matches.create(hidden, match.save(), [], [])
        seen = await store.matches.listed("anna", mine=False, limit=10)
        assert {row.id for row, _ in seen} == {"mine", "other"}
        assert {len(seats) for _, seats in seen} == {2}
        assert [row.id for row, _ in await store.matches.listed("anna", mine=True, limit=10)] == [
            "mine"
        ]
        assert len(await store.matches.listed("boris", mine=False, limit=2)) == 2
        assert await store.matches.owned("boris") == 2
        assert await store.matches.versions(["mine", "gone"]) == {"mine": 1}
        assert await store.matches.versions([]) == {}
        await store.matches.delete("mine")
        assert await store.matches.version("mine") is None
        assert await store.database.rows("SELECT 1 FROM entries WHERE match_id = 'mine'") == []

    use(place, act)


def test_many_that_write_at_once_share_nothing_but_the_wait(place: str) -> None:
    """One that fails takes nothing of the others with it."""

    async def act(store: Store) -> None:
        async def write(number: int) -> None:
            async with store.database.changing() as change:
                await change.run("INSERT INTO meta VALUES (?, 'x')", f"n{number}")
                if number % 5 == 0:
                    await change.run("INSERT INTO meta VALUES ('schema', 'y')")

        done = await asyncio.gather(*(write(n) for n in range(20)), return_exceptions=True)
        assert [type(one) for one in done] == [
            Conflict if n % 5 == 0 else type(None) for n in range(20)
        ]
        found = await store.database.rows("SELECT name FROM meta WHERE value = 'x'")
        assert {name for (name,) in found} == {f"n{n}" for n in range(20) if n % 5}

    use(place, act)


def test_steps_of_many_matches_go_together_and_fail_alone(place: str) -> None:
    old = a_match(3)
    match = load_match(old.save())
    play(match, {"soviet": RandomBot(1), "axis": RandomBot(2)}, until=1)

    async def act(store: Store) -> None:
        wanted = []
        for number in range(24):
            row = await kept(store, old, f"m{number}")
            if number % 6 == 1:
                # The entry that it would add is there already.
                wanted.append(step(row, old))
            elif number % 6 == 2:
                wanted.append(step(replace(row, version=5), match))
            else:
                wanted.append(step(row, match))
        done = await asyncio.gather(
            *(store.matches.advance(one) for one in wanted), return_exceptions=True
        )
        for number, found in enumerate(done):
            stored = await store.matches.load(f"m{number}")
            assert stored is not None
            if number % 6 == 1:
                assert isinstance(found, Conflict)
            else:
                assert found is (number % 6 != 2)
            went = found is True
            assert stored.row.version == 1 + went
            assert stored.save() == (match if went else old).save()
            assert await store.matches.unchanged_since(f"m{number}", 1) == (3 if went else None)

    use(place, act)


# Backups


def test_a_backup_can_be_restored_elsewhere(place: str, tmp_path: Path) -> None:
    match = a_match()

    async def fill(store: Store) -> list[str]:
        await store.people.add(user(email="ä@b.c"))
        await store.people.begin_session("anna", 1)
        await kept(store, match, "one", "anna")
        await store.people.set_notice(NoticeRow("one", "anna", None, None))
        return [line async for line in store.backup()]

    lines = use(place, fill)
    elsewhere = str(tmp_path / "elsewhere.sqlite")
    assert use(elsewhere, lambda store: store.restore(lines)) == len(lines) - 2
    stored = use(elsewhere, lambda store: store.matches.load("one"))
    assert stored.save() == match.save()
    again = use(elsewhere, lambda store: collected(store))
    assert sorted(again) == sorted(lines)
    with pytest.raises(BadInput, match="There is something in this database"):
        use(elsewhere, lambda store: store.restore(lines))


async def collected(store: Store) -> list[str]:
    return [line async for line in store.backup()]


@pytest.mark.parametrize(
    ("damage", "part"),
    [
        (lambda lines: [], "no backup"),
        (lambda lines: ["{}"], "no backup"),
        (lambda lines: ['{"format":"landbridge backup 1","schema":"0"}'], "has schema 0"),
        (lambda lines: lines[:-1], "breaks off"),
        (lambda lines: [*lines[:1], *lines[2:]], "is damaged"),
        (lambda lines: [*lines, "{}"], "is damaged"),
        (lambda lines: ['{"format":"landbridge backup 2","schema":"999"}'], "has schema 999"),
        (lambda lines: ['{"format":"landbridge backup 9","schema":"1"}'], "a newer version"),
        (lambda lines: [lines[0].replace('"id"', '"id;"', 1)], "cannot be the name of a column"),
        (lambda lines: [lines[0], '["nowhere", 1]'], "nobody knows"),
        (lambda lines: [lines[0], '["sessions", "h", "u", 1]'], "nobody knows"),
        (lambda lines: [lines[0], "7"], "nobody knows"),
        (lambda lines: [lines[0], '["origins", "x"]'], "damaged in line 2"),
        (lambda lines: [lines[0], "{"], "damaged one"),
    ],
)
def test_a_damaged_backup_restores_nothing(tmp_path: Path, damage: Any, part: str) -> None:
    async def fill(store: Store) -> list[str]:
        await kept(store, a_match(3))
        return await collected(store)

    lines = use(":memory:", fill)
    elsewhere = str(tmp_path / "elsewhere.sqlite")
    with pytest.raises(BadInput, match=part):
        use(elsewhere, lambda store: store.restore(damage(lines)))
    assert len(use(elsewhere, collected)) == 2


# Places


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
    assert shown("postgresql://u:secret@h/d?x=y") == "postgresql://u@h/d"
    assert shown("postgresql://h/d") == "postgresql://h/d"
    assert shown("/tmp/x") == "/tmp/x"


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
