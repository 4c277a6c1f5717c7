"""Matches in memory: nothing half done stays there, and nothing after the commit takes it back."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest

from faults.matches import Club
from landbridge.engine.refusals import LandbridgeError
from landbridge.server import context as contexts
from landbridge.server.play import matches
from landbridge.server.settings import Settings
from landbridge.store.database import StoreFailed
from landbridge.store.store import opened
from server.devices import Server


def act_elsewhere(club: Club, match_id: str, *actions: str) -> None:
    """Another server process acts in a match."""

    async def act() -> None:
        async with opened(club.place) as store:
            other = matches.Matches(store, lambda live: None, lambda one: None)
            async with other.hold(match_id) as live:
                for action in actions:
                    if action == "undo":
                        live.match.undo()
                    else:
                        live.match.do(action)
                    entries = () if action == "undo" else (live.match.history.records[-1],)
                    count = len(live.match) - len(entries)
                    kind: Any = "do" if entries else "undo"
                    await other.advance(live, kind, untouched=count, entries=entries)

    asyncio.run(act())


@pytest.mark.parametrize("problem", [LandbridgeError("no"), RuntimeError("no"), None])
def test_a_match_that_is_half_followed_is_never_seen(
    club: Club, monkeypatch: pytest.MonkeyPatch, problem: Exception | None
) -> None:
    """What another process did is repeated in memory; that fails, or is broken off, on the way."""
    one = club.begins("rest", "rest")
    act_elsewhere(club, one, "rest", "rest", "rest")
    repeat = matches._repeat

    def half(match: Any, entries: Any) -> None:
        repeat(match, entries[:1])
        if problem is not None:
            raise problem
        time.sleep(0.5)
        repeat(match, entries[1:])

    async def look() -> None:
        async with club.context.matches.hold(one):
            pass

    async def break_off() -> None:
        task = asyncio.create_task(look())
        await asyncio.sleep(0.25)
        task.cancel()
        await asyncio.wait([task], timeout=10)
        # The thread that repeats is still at it.

    monkeypatch.setattr(matches, "_repeat", half)
    if problem is None:
        club.server.run(break_off)
    elif isinstance(problem, LandbridgeError):
        club.server.run(look)
    else:
        with pytest.raises(RuntimeError):
            club.server.run(look)
    monkeypatch.setattr(matches, "_repeat", repeat)
    row = club.check(one)
    assert row is not None
    assert row.version == 4
    for number in range(3):
        device = (club.boris, club.anna)[number % 2]
        device.does(one, "rest", version=4 + number)
        club.check(one)
    club.check_anew([one])


def test_a_serial_number_that_another_process_used_up_is_not_given_again(club: Club) -> None:
    one = club.begins("rest", "rest")
    act_elsewhere(club, one, "rest", "undo")
    club.anna.get(f"/api/matches/{one}")
    row = club.check(one)
    assert row is not None
    assert row.next_serial == 4
    club.anna.does(one, "jump", version=3)
    club.check(one)
    club.check_anew([one])


def test_what_fails_after_the_commit_takes_nothing_back(
    club: Club, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    one = club.begins("rest", "rest")

    def fail(*given: Any) -> None:
        raise RuntimeError("nobody can be told")

    monkeypatch.setattr(club.context.updates, "publish", fail)
    assert club.anna.does(one, "rest", version=1)["version"] == 2
    monkeypatch.undo()
    assert "could not be passed on" in caplog.text
    club.check(one)
    club.boris.does(one, "rest", version=2)
    club.check_anew([one])


def test_a_code_path_that_forgets_to_write_leaves_nothing_in_memory(club: Club) -> None:
    """Whatever is written later: an action that was not made durable is gone with its block."""
    one = club.begins("rest", "rest")

    async def forget(raises: bool) -> None:
        async with club.context.matches.hold(one, trusting=True) as live:
            live.match.do("rest")
            if raises:
                raise ValueError("forgotten")

    club.server.run(forget, False)
    club.check(one)
    with pytest.raises(ValueError, match="forgotten"):
        club.server.run(forget, True)
    club.check(one)
    club.anna.does(one, "rest", version=1)


def test_watchers_hear_of_a_change_whose_answer_was_lost(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contexts, "LOOK_AGAIN", (0.05, 0.1))
    one = club.begins("rest", "rest")
    store = club.context.store.matches
    advance = store.advance

    async def lose(wanted: Any) -> bool:
        await advance(wanted)
        raise StoreFailed("the answer is lost")

    monkeypatch.setattr(store, "advance", lose)
    with club.boris.live() as socket:
        socket.send_json({"watch": one, "since": 1})
        reply = club.anna.does(one, "rest", 503, version=1)
        assert reply["unsure"]
        assert socket.receive_json() == {"match": one, "version": 2}
    monkeypatch.undo()
    # Whoever sends it again with the version that it was meant for does it no second time.
    assert club.anna.does(one, "rest", 409, version=1)["stale"]
    club.check(one)


def test_memory_only_keeps_to_the_same_rules() -> None:
    """A server without a file: an action that fails on the way leaves no trace."""
    with Server(Settings()) as server:
        home = server.device()
        one = home.begins()

        async def fail(*given: Any) -> Any:
            raise StoreFailed("no")

        store = server.context.store.matches
        store.advance, advance = fail, store.advance
        home.does(one, "partisan B6.03", 503)
        store.advance = advance
        assert home.get(f"/api/matches/{one}")["actions"] == 0
        home.does(one, "partisan B6.03", version=1)
