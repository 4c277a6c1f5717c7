"""Who hears of what: sockets end with their session, and private matches are nobody else's."""

from __future__ import annotations

import time
from typing import Any

import pytest
from msgspec.structs import replace
from starlette.websockets import WebSocketDisconnect as Disconnect

from landbridge.server.updates import hub, listening
from landbridge.store.matches import now
from landbridge.store.moderation import AuditEntry
from landbridge.store.people import hashed
from server.devices import PASSWORD, Device, Server

pytestmark = pytest.mark.usefixtures("toys")


def in_step(socket: Any) -> None:
    """Everything that was said before has been heard."""
    socket.send_json({"watch": "nothing"})
    assert socket.receive_json() == {"error": "There is no such match.", "match": "nothing"}


def is_closed(socket: Any) -> int:
    """The code with which the server closes a socket, after whatever it still had to tell."""
    while True:
        try:
            socket.receive_json()
        except Disconnect as told:
            code: int = told.code
            return code


def log_out(club: Server, anna: Device) -> None:
    anna.post("/api/logout")


def change_password(club: Server, anna: Device) -> None:
    anna.post("/api/password", {"old": PASSWORD, "new": "an even longer password"})


def disable(club: Server, anna: Device) -> None:
    people = club.context.store.people
    club.run(people.save, replace(club.run(people.find_by_name, "anna"), disabled=1))


def revoke(club: Server, anna: Device) -> None:
    phone = club.device().logs_in("Anna")
    other = next(one["id"] for one in phone.get("/api/me/sessions") if not one["current"])
    phone.delete(f"/api/me/sessions/{other}")


def log_out_elsewhere(club: Server, anna: Device) -> None:
    club.device().logs_in("Anna").post("/api/me/sessions/end-others")


def reset_password(club: Server, anna: Device) -> None:
    people = club.context.store.people
    token = club.run(people.ask_to_reset, anna.user_id)
    device = club.device()
    device.csrf = device.get("/api/me")["csrf"]
    device.post("/api/reset/finish", {"token": token, "password": "an even longer password"})


def moderate(club: Server, anna: Device) -> None:
    mona = club.device().enters("Mona")
    entry = AuditEntry("test", "make moderator", "Mona", mona.user_id)
    club.run(club.context.store.moderation.set_moderator, mona.user_id, True, entry)
    mona.post("/api/moderation/users/anna/disable", {"why": "a test"})


def delete(club: Server, anna: Device) -> None:
    anna.post("/api/me/delete", {"password": PASSWORD})


@pytest.mark.parametrize(
    "act",
    [
        log_out,
        change_password,
        disable,
        revoke,
        log_out_elsewhere,
        reset_password,
        moderate,
        delete,
    ],
)
def test_a_socket_ends_with_its_session(club: Server, anna: Device, act: Any) -> None:
    one = anna.begins("ladder", private=True)
    with anna.live() as socket:
        socket.send_json({"watch": one, "since": 1})
        socket.send_json({"watch": "*"})
        assert socket.receive_json()["match"] == "*"
        in_step(socket)
        act(club, anna)
        assert is_closed(socket) == hub.LOGGED_OUT
    assert club.context.updates._all == set()


def test_another_device_stays(club: Server, anna: Device, boris: Device) -> None:
    phone = club.device().logs_in("Anna")
    with anna.live() as hers, phone.live() as other, boris.live() as his:
        anna.post("/api/logout")
        assert is_closed(hers) == hub.LOGGED_OUT
        in_step(other)
        in_step(his)


@pytest.mark.parametrize("how", ["expires", "revoked", "disabled"])
def test_what_another_process_ends_is_noticed(
    club: Server, anna: Device, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    monkeypatch.setattr(listening, "PING_EVERY", 0.1)
    session = hashed(anna.client.cookies["landbridge"])

    async def end() -> None:
        async with club.context.store.database.changing() as change:
            if how == "expires":
                await change.run(
                    "UPDATE sessions SET expires = ? WHERE hash = ?", now() - 1, session
                )
            elif how == "revoked":
                await change.run("DELETE FROM sessions WHERE hash = ?", session)
            else:
                await change.run("UPDATE users SET disabled = 1 WHERE id = ?", anna.user_id)

    with anna.live() as socket:
        assert socket.receive_json() == {"ping": True}
        club.run(end)
        assert is_closed(socket) == hub.LOGGED_OUT


def test_a_busy_socket_is_looked_at_too(
    club: Server, anna: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that always has something to tell is never pinged."""
    monkeypatch.setattr(listening, "PING_EVERY", 0.3)
    one = anna.begins("ladder", seats={"north": "me"})
    other = club.device().logs_in("Anna")

    async def end() -> None:
        async with club.context.store.database.changing() as change:
            token = hashed(anna.client.cookies["landbridge"])
            await change.run("DELETE FROM sessions WHERE hash = ?", token)

    with anna.live() as socket:
        socket.send_json({"watch": one, "since": 1})
        in_step(socket)
        club.run(end)
        until = time.monotonic() + 20
        while club.context.updates._all and time.monotonic() < until:
            other.does(one, "shout again")
        assert not club.context.updates._all
        assert is_closed(socket) == hub.LOGGED_OUT


# Private matches


def test_a_match_that_turns_private_is_gone_for_strangers(
    club: Server, anna: Device, boris: Device
) -> None:
    one = anna.begins("ladder", seats={"north": "me"})
    link = anna.post(f"/api/matches/{one}/invite", {"role": "spectator"})["link"]
    carl = club.device().enters("Carl")
    carl.post("/api/join", {"token": link.rpartition("/")[2]})
    nobody = club.device()
    with (
        anna.live() as hers,
        boris.live() as his,
        carl.live() as invited,
        nobody.live() as theirs,
    ):
        for socket in (hers, his, invited, theirs):
            socket.send_json({"watch": one, "since": 2})
            in_step(socket)
        anna.post(f"/api/matches/{one}/settings", {"private": True})
        for socket in (hers, invited):
            assert socket.receive_json() == {"match": one, "version": 3}
        for socket in (his, theirs):
            assert socket.receive_json() == {"match": one, "gone": True}
        anna.does(one, "shout hello")
        for socket in (hers, invited):
            assert socket.receive_json() == {"match": one, "version": 4}
        for socket in (his, theirs):
            in_step(socket)
            socket.send_json({"watch": one, "since": 2})
            assert socket.receive_json() == {"error": "There is no such match.", "match": one}


def test_other_processes_tell_strangers_nothing_either(
    club: Server, anna: Device, boris: Device
) -> None:
    one = anna.begins("ladder", seats={"north": "me"})

    async def turn_private() -> None:
        async with club.context.store.database.changing() as change:
            await change.run("UPDATE matches SET private = 1, version = 2 WHERE id = ?", one)

    with anna.live() as hers, boris.live() as his:
        for socket in (hers, his):
            socket.send_json({"watch": one, "since": 1})
            in_step(socket)
        club.run(turn_private)
        club.run(club.context._pass_on, one, 2)
        assert hers.receive_json() == {"match": one, "version": 2}
        assert his.receive_json() == {"match": one, "gone": True}
        club.run(club.context._pass_on, "", 0)
        in_step(hers)
        in_step(his)


@pytest.mark.parametrize("private", [True, False])
def test_the_end_of_a_match_is_told_to_its_people_only(
    club: Server, anna: Device, boris: Device, private: bool
) -> None:
    one = anna.begins("ladder", seats={"north": "me"}, private=private)
    with anna.live() as hers, boris.live() as his:
        for socket in (hers, his):
            socket.send_json({"watch": "*"})
            assert socket.receive_json()["match"] == "*"
            in_step(socket)
        anna.delete(f"/api/matches/{one}")
        assert hers.receive_json() == {"match": one, "gone": True}
        in_step(his)


# Too much


def test_so_many_sockets_and_no_more(
    club: Server, anna: Device, boris: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "MOST_SOCKETS", 2)
    with anna.live() as first, anna.live() as second:
        in_step(first)
        in_step(second)
        with pytest.raises(Disconnect), anna.live():
            pass
        with boris.live() as his, club.device().live() as theirs:
            in_step(his)
            in_step(theirs)
    with anna.live() as again:
        in_step(again)


def test_whoever_says_too_much_is_cut_off(start: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from landbridge.server.http.limits import LIMITS

    monkeypatch.setitem(LIMITS, "listen", (5, 600))
    server: Server = start(public=True)
    anna = server.device().enters("Anna")
    with anna.live() as socket:
        for _ in range(5):
            in_step(socket)
        socket.send_json({"watch": "nothing"})
        assert is_closed(socket) == hub.TOO_MUCH


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        "[" * 10_000,
        '{"x":' * 5_000 + "1" + "}" * 5_000,
        '{"watch": 5}',
        '{"watch": "m", "since": -1}',
        '{"watch": "m", "since": 99999999999999999999999}',
        '{"watch": "m", "since": 9007199254740993}',
        '{"watch": "\\u0000"}',
        '{"watch": "\\ud800"}',
        '{"watch": "' + "x" * 10_000 + '"}',
    ],
)
def test_what_makes_no_sense_is_answered(
    club: Server, anna: Device, text: str, caplog: pytest.LogCaptureFixture
) -> None:
    with anna.live() as socket:
        socket.send_text(text)
        assert "error" in socket.receive_json()
        socket.send_bytes(b"\xff\xfe")
        assert "error" in socket.receive_json()
        in_step(socket)
    assert "Traceback" not in caplog.text
