"""The database fails at every statement of every change: memory and database stay the same.

What is acknowledged is kept. What is not may have been kept, where only the answer was lost; then
memory knows of it too, and whoever asks again with the same version does it no second time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from msgspec import Struct

from faults.conftest import inject, opened_club
from faults.injection import Fault, Mode
from faults.matches import Club, messages
from landbridge.server.play import acting
from landbridge.server.play.rights import rights
from landbridge.store.rows import MatchRow
from server.devices import Device, quick_passwords
from store.postgres_server import new_database

MODES = ("before", "after", "down", "ended", "busy")

MOST = 80
"""No change takes so many statements."""


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path_factory: Any) -> Iterator[str]:
    """Where the database of all tests is."""
    if request.param == "sqlite":
        yield str(tmp_path_factory.mktemp("faults") / "m.sqlite")
        return
    with new_database(request.getfixturevalue("postgres_server")) as address:
        yield address


@pytest.fixture(scope="module")
def fault(place: str) -> Iterator[Fault]:
    with pytest.MonkeyPatch.context() as patch:
        yield inject(place, patch)


@pytest.fixture(scope="module")
def club(place: str, fault: Fault) -> Iterator[Club]:
    """One club for all tests: whatever has failed there, it goes on."""
    with pytest.MonkeyPatch.context() as patch:
        quick_passwords(patch)
        with opened_club(place) as made:
            yield made


class Trial(Struct):
    """One change that is tried with a fault, and then without."""

    match_id: str
    send: Callable[[], Any]
    """Ask for it; the reply, whatever it is."""


def post(device: Device, path: str, body: Any) -> Any:
    return device.client.post(path, json=body, headers={"X-CSRF-Token": device.csrf})


def act(club: Club) -> Trial:
    one = club.begins("rest", "rest")
    return Trial(one, lambda: post(club.anna, _at(one, "actions"), {"do": "rest", "version": 1}))


def throw(club: Club) -> Trial:
    one = club.begins("rest", "rest", "shout loud")
    return Trial(one, lambda: post(club.anna, _at(one, "actions"), {"do": "jump", "version": 1}))


def undo(club: Club) -> Trial:
    one = club.begins("rest", "rest", "rest")
    return Trial(one, lambda: post(club.anna, _at(one, "undo"), {"version": 1}))


def ask(club: Club) -> Trial:
    one = club.begins("rest", "rest")
    body = {"before": 1, "version": 1}
    return Trial(one, lambda: post(club.anna, _at(one, "rollback"), body))


def agree(club: Club) -> Trial:
    one = club.begins("rest", "rest")
    club.anna.post(_at(one, "rollback"), {"before": 1, "version": 1})
    return Trial(one, lambda: post(club.boris, _at(one, "rollback/answer"), {"agree": True}))


def leave(club: Club) -> Trial:
    one = club.begins("rest", "rest")
    return Trial(one, lambda: post(club.boris, _at(one, "seats"), {"role": "south", "to": "open"}))


def join(club: Club) -> Trial:
    one = club.begins("rest", alone=True)
    invite = club.context.store.people.invite
    token = club.server.run(invite, one, "south", club.anna.user_id, 14.0)
    return Trial(one, lambda: post(club.boris, "/api/join", {"token": token}))


def name(club: Club) -> Trial:
    one = club.begins("rest", "rest")
    return Trial(one, lambda: post(club.anna, _at(one, "settings"), {"name": "A long climb"}))


CHANGES = {one.__name__: one for one in (act, throw, undo, ask, agree, leave, join, name)}


def _at(match_id: str, what: str) -> str:
    return f"/api/matches/{match_id}/{what}"


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("change", CHANGES)
def test_memory_and_database_agree_after_any_fault(
    club: Club, fault: Fault, change: str, mode: Mode
) -> None:
    if club.place.startswith("postgresql") and mode in ("ended", "busy"):
        pytest.skip("only SQLite fails like that")
    tried = []
    for number in range(1, MOST):
        trial = CHANGES[change](club)
        row = club.check(trial.match_id)
        assert row is not None
        fault.arm(number, mode)
        reply = trial.send()
        fired = fault.disarm()
        assert reply.status_code in (200, 503), reply.text
        tried.append(trial.match_id)
        _see(club, trial, row.version, reply)
        if not fired:
            assert reply.status_code == 200
            assert fault.seen == fault.seen[: number - 1]
            break
    assert 3 < number < MOST
    club.check_anew(tried)


def _see(club: Club, trial: Trial, version: int, reply: Any) -> None:
    """What was acknowledged is there; what was not is done now, if it is not there either."""
    now = club.check(trial.match_id)
    assert now is not None
    if reply.status_code == 200:
        assert now.version == version + 1
    else:
        assert now.version in (version, version + 1)
        assert reply.headers["Retry-After"]
        again = trial.send()
        expected = 200 if now.version == version else None
        assert again.status_code == (expected or again.status_code) < 500, again.text
        now = club.check(trial.match_id)
        assert now is not None
    # A name may be given twice; everything else is done once.
    assert now.version == version + 1 or now.name == "A long climb"
    assert club.server.run(messages, club.context.store, trial.match_id) <= 1
    _go_on(club, trial.match_id, now)


def _go_on(club: Club, match_id: str, before: MatchRow) -> None:
    """The match, as it was just found, can be played on by whoever has the move."""
    for device, role in ((club.anna, "north"), (club.boris, "south")):
        found = device.get(f"/api/matches/{match_id}")
        if role in found["to_decide"] and role in found["yours"]:
            verb = found["decisions"][0]["offers"][0]["verb"]
            words = "grab yes" if verb == "grab" else "rest"
            done = device.does(match_id, words, version=before.version)
            assert done["version"] == before.version + 1
            break
    club.check(match_id)


@pytest.mark.parametrize("mode", MODES)
def test_a_match_begins_whole_or_not_at_all(club: Club, fault: Fault, mode: Mode) -> None:
    if club.place.startswith("postgresql") and mode in ("ended", "busy"):
        pytest.skip("only SQLite fails like that")
    clara = club.server.device().enters(f"Clara {mode}")
    acknowledged: set[str] = set()
    for number in range(1, MOST):
        fault.arm(number, mode)
        reply = post(clara, "/api/matches", {"game": "ladder", "seats": {"north": "me"}})
        fired = fault.disarm()
        assert reply.status_code in (201, 503), reply.text
        if reply.status_code == 201:
            acknowledged.add(reply.json()["id"])
        if not fired:
            break
    assert 4 < number < MOST
    listed = {one["id"] for one in clara.get("/api/matches?mine=true")}
    assert acknowledged <= listed
    assert all(club.check(one) for one in listed)
    club.check_anew(listed)


@pytest.mark.parametrize("mode", MODES)
def test_a_match_is_deleted_whole_or_not_at_all(club: Club, fault: Fault, mode: Mode) -> None:
    if club.place.startswith("postgresql") and mode in ("ended", "busy"):
        pytest.skip("only SQLite fails like that")
    tried = []
    for number in range(1, MOST):
        one = club.begins("rest", alone=True)
        tried.append(one)
        fault.arm(number, mode)
        reply = club.anna.client.delete(
            f"/api/matches/{one}", headers={"X-CSRF-Token": club.anna.csrf}
        )
        fired = fault.disarm()
        assert reply.status_code in (200, 503), reply.text
        left = club.check(one)
        if reply.status_code == 200:
            assert left is None
        if left is None:
            club.anna.get(f"/api/matches/{one}", 404)
            club.anna.does(one, "rest", 404)
        if not fired:
            break
    assert 4 < number < MOST
    club.check_anew(tried)


# Whoever asks goes away


@pytest.mark.parametrize("change", ["do", "undo", "roll_back"])
def test_memory_and_database_agree_when_whoever_asks_goes_away(
    club: Club, fault: Fault, change: str
) -> None:
    """The request is cancelled at every exchange with the database."""
    anna = club.anna.user_id

    async def ask(match_id: str) -> None:
        async with club.context.matches.hold(match_id) as live:
            if change == "do":
                await acting.do(club.context, live, anna, "rest", "north", seen_by="north")
            elif change == "undo":
                may = rights(live, anna, public=True)
                await acting.undo(club.context, live, anna, may, "north")
            else:
                await acting.roll_back(club.context, live, anna, "north", 1, live.match.game.roles)

    async def go_away(match_id: str, number: int) -> tuple[bool, bool]:
        task = asyncio.create_task(ask(match_id))
        fault.cancel = task.cancel
        fault.arm(number, "cancel")
        done, _ = await asyncio.wait([task], timeout=30)
        assert done, "the request hangs"
        return fault.disarm(), task.cancelled()

    cancelled, tried = 0, []
    for number in range(1, MOST):
        one = club.begins("rest", "rest", *(["rest"] if change == "undo" else []))
        fired, gone = club.server.run(go_away, one, number)
        cancelled += gone
        tried.append(one)
        club.settle()
        # A write that nobody waits for any more is carried out all the same, or not at all.
        now = club.check(one)
        assert now is not None
        assert now.version in (1, 2)
        _go_on(club, one, now)
        if not fired:
            break
    assert cancelled > 1
    assert number < MOST
    club.check_anew(tried)
