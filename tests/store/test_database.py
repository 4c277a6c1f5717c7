"""The store, the same in SQLite and PostgreSQL."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from landbridge.bots.random_bot import RandomBot
from landbridge.bots.seats import play
from landbridge.engine.refusals import BadInput
from landbridge.referee.games import load_match
from landbridge.store.database import Conflict, StoreFailed
from landbridge.store.matches import Advance
from landbridge.store.rows import NoticeRow
from landbridge.store.store import Store
from store.anywhere import a_match, kept, place, step, use, user
from store.postgres_server import postgres, postgres_server

__all__ = ["place", "postgres", "postgres_server"]


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
