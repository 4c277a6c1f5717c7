"""Snapshots in a database: a long match is loaded from the last one, and never from a stale one."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from landbridge.bots.random_bot import RandomBot
from landbridge.bots.seats import play
from landbridge.engine.matches.history import SEGMENT
from landbridge.engine.matches.match import Match
from landbridge.engine.matches.resuming import resume
from landbridge.engine.matches.saves import Save
from landbridge.engine.play.events import SPECTATOR
from landbridge.server.play import snapshots
from landbridge.server.play.match_rows import new_row
from landbridge.server.play.matches import Matches
from landbridge.store.matches import Advance
from landbridge.store.rows import SeatRow
from landbridge.store.store import Store
from store.anywhere import a_match, kept, place, use
from store.postgres_server import postgres, postgres_server

__all__ = ["place", "postgres", "postgres_server"]


def with_snapshots(match: Match[Any]) -> Save:
    save = match.save()
    return replace(save, footer=replace(save.footer, snapshots=match.snapshots.all()))


async def keep(store: Store, match: Match[Any]) -> None:
    """Keep a match as a server does, with its snapshots."""
    row = await kept(store, match)
    await store.matches.delete("one")
    await store.matches.create(row, with_snapshots(match), [], [])


async def keep_last(store: Store, match: Match[Any], number: int, spacing: int) -> None:
    snapshot = match.snapshots.at(number)
    assert snapshot is not None
    serial = match.history.records[number - 1].serial
    await store.matches.keep_snapshot("one", serial, snapshot, spacing)


def test_a_stored_match_goes_on_from_its_last_snapshot(place: str) -> None:
    match = a_match(SEGMENT + 20)

    async def act(store: Store) -> None:
        await keep(store, match)
        stored = await store.matches.load("one")
        assert stored is not None
        assert [snapshot.after for snapshot in stored.snapshots] == [SEGMENT]
        assert stored.save() == match.save()
        again = resume(match.game, stored.header, stored.lines, stored.footer())
        assert again.save() == match.save()
        assert again.log() == match.log()

    use(place, act)


def test_snapshots_go_with_what_is_taken_back(place: str) -> None:
    match = a_match(2 * SEGMENT)

    async def act(store: Store) -> None:
        await keep(store, match)
        stored = await store.matches.load("one")
        assert stored is not None
        assert len(stored.snapshots) == 2
        taken = match.rollback(SEGMENT + 50, match.game.roles)
        after = replace(stored.row, version=2, actions=len(match), next_serial=match.next_serial)
        wanted = Advance(after=after, kind="rollback", kept=taken.before - 1)
        assert await store.matches.advance(wanted)
        stored = await store.matches.load("one")
        assert stored is not None
        assert [snapshot.after for snapshot in stored.snapshots] == [SEGMENT]
        await store.matches.delete("one")
        assert await store.database.rows("SELECT number FROM snapshots") == []

    use(place, act)


def test_a_snapshot_of_a_history_that_was_taken_back_is_passed_over(place: str) -> None:
    """Another process may write one just after a rollback: the serial number gives it away."""
    match = a_match(SEGMENT + 5)

    async def act(store: Store) -> None:
        await keep(store, match)
        snapshot = match.snapshots.at(SEGMENT)
        assert snapshot is not None
        await store.matches.keep_snapshot("one", 9999, snapshot, SEGMENT)
        stored = await store.matches.load("one")
        assert stored is not None
        assert stored.snapshots == ()
        late = replace(snapshot, after=5 * SEGMENT)
        await store.matches.keep_snapshot("one", 1, late, SEGMENT)
        stored = await store.matches.load("one")
        assert stored is not None
        assert stored.snapshots == ()

    use(place, act)


def test_snapshots_are_thinned_out(place: str) -> None:
    match = a_match(4 * SEGMENT)

    async def act(store: Store) -> None:
        await keep(store, match)
        await keep_last(store, match, 3 * SEGMENT, 2 * SEGMENT)
        found = await store.database.rows("SELECT number FROM snapshots ORDER BY number")
        assert [number for (number,) in found] == [2 * SEGMENT, 3 * SEGMENT, 4 * SEGMENT]

    use(place, act)


def test_a_server_loads_from_the_snapshot_and_plays_through_where_it_is_wrong(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    match = a_match(SEGMENT + 3)

    async def act(store: Store) -> Any:
        await keep(store, match)
        return await store.matches.load("one")

    stored = use(":memory:", act)
    with monkeypatch.context() as patch:
        patch.setattr(snapshots, "load_match", None)
        assert snapshots.load_stored(stored).save() == match.save()
    wrong = replace(stored, snapshots=(replace(stored.snapshots[0], state=b"x"),))
    assert snapshots.load_stored(wrong).save() == match.save()
    assert "is played through from the start" in caplog.text


def test_a_server_keeps_a_snapshot_of_every_hundredth_action(place: str) -> None:
    match = a_match(SEGMENT - 1)

    async def act(store: Store) -> None:
        held = Matches(store, lambda _: None, lambda _: None)
        seats = [SeatRow("one", role, "open") for role in match.game.roles]
        row = new_row(
            match, match.save(), seats, match_id="one", name="A name", owner="u", private=False
        )
        await held.create(row, match, seats, [])
        async with held.hold("one") as live:
            play(live.match, {"soviet": RandomBot(1), "axis": RandomBot(2)}, until=1)
            record = live.match.history.records[-1]
            await held.advance(
                live, "do", untouched=SEGMENT - 1, entries=(record,), role=record.who
            )
        stored = await store.matches.load("one")
        assert stored is not None
        (snapshot,) = stored.snapshots
        assert snapshot.after == SEGMENT
        assert set(snapshot.noticed) == {*match.game.roles, SPECTATOR}
        again = snapshots.load_stored(stored)
        played = Match.load(match.game, stored.save())
        assert again.head(public=True) == played.head(public=True)
        for role in (*match.game.roles, SPECTATOR):
            assert list(again.visible(role).numbers()) == list(played.visible(role).numbers())

    use(place, act)
