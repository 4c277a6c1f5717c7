"""A forgotten password: a letter, a link that works once, and no hint at who has an account."""

from __future__ import annotations

import re
from typing import Any

import pytest

from landbridge.store.people import hashed
from landbridge.store.post import LETTERS
from server.devices import PASSWORD, Device, Server
from server.receivers import MailServer, mail
from server.workers.test_bots import until

__all__ = ["mail"]

URL = "http://localhost:8000"
NEW = "another long password"


@pytest.fixture
def server(start: Any, mail: MailServer) -> Server:
    made: Server = start(
        public=True, limits=False, url=URL, smtp=mail.url, mail_from="club@example.org"
    )
    return made


@pytest.fixture
def anna(server: Server, mail: MailServer) -> Device:
    """Somebody whose address is confirmed."""
    device = server.device().enters("Anna", email="Anna@example.org")
    link = re.search(rf"{URL}(/mail/confirm/\S+)", mail.next().get_content())
    assert link is not None
    device.get(link[1])
    return device


@pytest.fixture
def stranger(server: Server) -> Device:
    device = server.device()
    device.csrf = device.get("/api/me")["csrf"]
    return device


def token_of(mail: MailServer) -> str:
    letter = mail.next()
    assert letter["Subject"] == "Landbridge: a new password"
    assert letter["To"] == "Anna@example.org"
    found = re.search(rf"{URL}/#/reset/(\S+)", letter.get_content())
    assert found is not None
    return found[1]


@pytest.mark.parametrize("who", ["anna", " ANNA ", "anna@EXAMPLE.org"])
def test_a_new_password_by_letter(
    server: Server, anna: Device, stranger: Device, mail: MailServer, who: str
) -> None:
    assert stranger.get("/api/me")["resetting"] is True
    assert stranger.post("/api/reset", {"who": who}) == {"ok": True}
    token = token_of(mail)
    rows = server.run(server.context.store.database.rows, "SELECT hash FROM resets")
    assert rows == [(hashed(token),)]
    assert (
        "10 to 200"
        in stranger.post("/api/reset/finish", {"token": token, "password": "short"}, 400)["error"]
    )
    stranger.post("/api/reset/finish", {"token": token, "password": NEW})
    assert anna.get("/api/me")["user"] is None
    stranger.post("/api/login", {"name": "Anna", "password": PASSWORD}, 403)
    server.device().logs_in("Anna", NEW)
    used = stranger.post("/api/reset/finish", {"token": token, "password": NEW}, 404)
    assert "has been used" in used["error"]


def test_a_link_is_good_for_an_hour(
    server: Server, anna: Device, stranger: Device, mail: MailServer
) -> None:
    stranger.post("/api/reset", {"who": "anna"})
    token = token_of(mail)
    people = server.context.store.people
    found = server.run(people._database.rows, "SELECT expires FROM resets")
    left = found[0][0] - server.run(_now)
    assert 3500 < left <= 3600
    server.run(people._run, "UPDATE resets SET expires = expires - 3601")
    stranger.post("/api/reset/finish", {"token": token, "password": NEW}, 404)
    server.run(people.sweep)
    assert server.run(people._database.rows, "SELECT 1 FROM resets") == []
    server.device().logs_in("Anna")


async def _now() -> float:
    from landbridge.store.matches import now

    return now()


def test_the_first_link_that_is_used_ends_the_others(
    server: Server, anna: Device, stranger: Device, mail: MailServer
) -> None:
    tokens = []
    for _ in range(2):
        stranger.post("/api/reset", {"who": "anna"})
        tokens.append(token_of(mail))
    stranger.post("/api/reset/finish", {"token": tokens[1], "password": NEW})
    stranger.post("/api/reset/finish", {"token": tokens[0], "password": PASSWORD}, 404)


def test_nobody_learns_who_has_an_account(
    server: Server, anna: Device, stranger: Device, mail: MailServer
) -> None:
    """The answer comes before anything is looked up, so it cannot differ, nor can its time."""
    server.device().enters("Boris")
    looked: list[str] = []
    people = server.context.store.people
    named = people.find_by_name

    async def watched(name: str) -> Any:
        looked.append(name)
        return await named(name)

    people.find_by_name = watched
    answers = []
    for who in ("anna", "boris", "nobody", "nobody@example.org", "anna@example.org"):
        in_background = server.context.in_background
        held: list[Any] = []
        server.context.in_background = held.append
        reply = stranger.client.post(
            "/api/reset", json={"who": who}, headers={"X-CSRF-Token": stranger.csrf}
        )
        assert looked == []
        server.context.in_background = in_background
        server.run(_finish, held)
        assert looked == [who]
        looked.clear()
        answers.append((reply.status_code, reply.text, sorted(reply.headers)))
    assert len(set(map(str, answers))) == 1
    assert [token_of(mail) for _ in range(2)]
    assert mail.letters.empty()


async def _finish(held: list[Any]) -> None:
    for work in held:
        await work


def test_no_letter_goes_to_an_address_that_nobody_confirmed(
    server: Server, anna: Device, stranger: Device, mail: MailServer
) -> None:
    server.device().enters("Boris", email="boris@example.org")
    assert "is this your address" in mail.next()["Subject"]
    for who in ("boris", "boris@example.org"):
        stranger.post("/api/reset", {"who": who})
    until(lambda: not server.context._background)
    stranger.post("/api/reset", {"who": "anna"})
    token_of(mail)
    assert mail.letters.empty()


def test_letters_to_one_person_are_limited(
    server: Server, anna: Device, stranger: Device, mail: MailServer
) -> None:
    an_hour = LETTERS[0][0]
    for _ in range(an_hour + 5):
        assert stranger.post("/api/reset", {"who": "anna"}) == {"ok": True}
    # The letter that confirmed the address was one of them.
    for _ in range(an_hour - 1):
        token_of(mail)
    until(lambda: not server.context._background)
    until(lambda: server.run(server.context.store.post.waiting) == 0)
    assert mail.letters.empty()


def test_requests_are_limited_by_network(start: Any, mail: MailServer) -> None:
    device = start(public=True, smtp=mail.url).device()
    device.csrf = device.get("/api/me")["csrf"]
    headers = {"X-CSRF-Token": device.csrf}
    answers = [
        device.client.post("/api/reset", json={"who": "x"}, headers=headers).status_code
        for _ in range(12)
    ]
    assert answers == [200] * 10 + [429] * 2


def test_a_disabled_account_gets_no_new_password(
    server: Server, anna: Device, stranger: Device, mail: MailServer
) -> None:
    stranger.post("/api/reset", {"who": "anna"})
    token = token_of(mail)
    server.run(server.context.store.people._run, "UPDATE users SET disabled = 1")
    stranger.post("/api/reset/finish", {"token": token, "password": NEW}, 404)
    stranger.post("/api/reset", {"who": "anna"})
    until(lambda: not server.context._background)
    assert mail.letters.empty()


def test_without_mail_it_says_whom_to_ask(club: Server) -> None:
    device = club.device()
    me = device.get("/api/me")
    device.csrf = me["csrf"]
    assert me["resetting"] is False
    assert "sends no letters" in device.post("/api/reset", {"who": "anna"}, 400)["error"]


@pytest.mark.parametrize("who", ["", "  ", "x" * 201])
def test_what_is_no_name(stranger: Device, who: str) -> None:
    assert "name of your account" in stranger.post("/api/reset", {"who": who}, 400)["error"]
