"""A public server: accounts, sessions, limits."""

from __future__ import annotations

from typing import Any

import pytest

from landbridge.server.http.limits import LIMITS, Limits, neighbourhood
from landbridge.server.http.problems import TooManyRequests
from landbridge.server.people import accounts
from landbridge.store.people import hashed
from server.devices import PASSWORD, Device, Server

pytestmark = pytest.mark.usefixtures("toys")


# Accounts


def test_whoever_comes_gets_a_token_first(nobody: Device) -> None:
    me = nobody.get("/api/me")
    assert (me["mode"], me["user"], me["registering"]) == ("public", None, True)
    assert len(me["csrf"]) == 48
    assert nobody.get("/api/me")["csrf"] == me["csrf"]


def test_log_in_and_out(club: Server, anna: Device) -> None:
    assert anna.get("/api/me")["user"]["name"] == "Anna"
    phone = club.device().logs_in(" anna ")
    assert phone.get("/api/me")["user"] == anna.get("/api/me")["user"]
    old = phone.csrf
    out = phone.post("/api/logout")
    assert out["user"] is None
    assert out["csrf"] not in ("", old)
    assert phone.get("/api/me")["user"] is None
    assert anna.get("/api/me")["user"]["name"] == "Anna"


def test_wrong_names_and_passwords_get_the_same_answer(club: Server, anna: Device) -> None:
    device = club.device()
    device.csrf = device.get("/api/me")["csrf"]
    answers = [
        device.post("/api/login", {"name": name, "password": "wrong wrong wrong"}, 403)
        for name in ("Anna", "Nobody")
    ]
    assert answers[0] == answers[1] == {"error": "Name or password is wrong."}
    assert device.get("/api/me")["user"] is None


@pytest.mark.parametrize(
    ("body", "part"),
    [
        ({"name": "x", "password": PASSWORD}, "2 to 30 letters"),
        ({"name": "ANNA", "password": PASSWORD}, "is taken"),
        ({"name": "Referee", "password": PASSWORD}, "means something else"),
        ({"name": "Carl", "password": "short"}, "10 to 200 letters"),
        ({"name": "Carl", "password": "aaaaaaaaaaaa"}, "too easy"),
        ({"name": "Carl the Great", "password": "carl the great"}, "too easy"),
        ({"name": "Carl", "password": PASSWORD, "email": "carl"}, "no mail address"),
        ({"name": "Carl", "password": PASSWORD, "email": "a@b.c\r\nBcc: x@y.z"}, "no mail"),
    ],
)
def test_what_is_no_account(anna: Device, nobody: Device, body: Any, part: str) -> None:
    nobody.csrf = nobody.get("/api/me")["csrf"]
    assert part in nobody.post("/api/register", body, 400)["error"]


def test_registering_can_be_closed(start: Any) -> None:
    device = start(public=True, registering=False).device()
    me = device.get("/api/me")
    device.csrf = me["csrf"]
    assert me["registering"] is False
    device.post("/api/register", {"name": "Carl", "password": PASSWORD}, 403)


def test_a_new_password_logs_out_everywhere_else(club: Server, anna: Device) -> None:
    phone = club.device().logs_in("Anna")
    new = "an even longer password"
    anna.post("/api/password", {"old": "wrong wrong wrong", "new": new}, 403)
    me = anna.post("/api/password", {"old": PASSWORD, "new": new})
    anna.csrf = me["csrf"]
    assert anna.get("/api/me")["user"]["name"] == "Anna"
    assert phone.get("/api/me")["user"] is None
    club.device().logs_in("Anna", new)


def test_argon2_hashes_passwords() -> None:
    argon2 = accounts.Argon2()
    kept = argon2.hash("secret words")
    assert kept.startswith("$argon2id$")
    assert argon2.right(kept, "secret words")
    assert not argon2.right(kept, "other words")
    assert not argon2.right("nonsense", "secret words")
    assert not argon2.outdated(kept)


# Sessions


def test_the_cookie_is_out_of_reach(club: Server) -> None:
    device = club.device()
    device.csrf = device.get("/api/me")["csrf"]
    reply = device.client.post(
        "/api/register",
        json={"name": "Anna", "password": PASSWORD},
        headers={"X-CSRF-Token": device.csrf},
    )
    cookie = next(
        line for line in reply.headers.get_list("set-cookie") if line.startswith("landbridge=")
    ).lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert "path=/" in cookie
    assert "secure" not in cookie


def test_by_https_the_cookie_is_secure_and_bound_to_the_host(start: Any) -> None:
    server: Server = start(public=True, url="https://play.example")
    reply = server.device().client.get("/api/me", headers={"host": "play.example"})
    cookie = reply.headers["set-cookie"].lower()
    assert cookie.startswith("__host-landbridge-visit=")
    assert "secure" in cookie
    assert reply.headers["strict-transport-security"]


def test_the_database_knows_only_hashes(club: Server, anna: Device) -> None:
    token = anna.client.cookies["landbridge"]
    rows = club.run(club.context.store.database.rows, "SELECT hash FROM sessions")
    assert rows == [(hashed(token),)]
    users = club.run(club.context.store.people.all)
    assert PASSWORD not in users[0].password
    one = anna.begins("ladder")
    link = anna.post(f"/api/matches/{one}/invite", {"role": "south"})["link"]
    secret = link.rpartition("/")[2]
    kept = club.run(club.context.store.database.rows, "SELECT hash FROM invitations")
    assert kept == [(hashed(secret),)]


def test_a_change_needs_the_token(club: Server, anna: Device) -> None:
    body = {"game": "ladder"}
    good, anna.csrf = anna.csrf, ""
    assert anna.post("/api/matches", body, 403)["csrf"] is True
    anna.csrf = "f" * 48
    anna.post("/api/matches", body, 403)
    other = club.device()
    anna.csrf = other.get("/api/me")["csrf"]
    anna.post("/api/matches", body, 403)
    anna.csrf = good
    anna.post("/api/matches", body, 201)


def test_a_disabled_account_is_out_at_once(club: Server, anna: Device) -> None:
    from msgspec.structs import replace

    user = club.run(club.context.store.people.find_by_name, "anna")
    club.run(club.context.store.people.save, replace(user, disabled=1))
    assert anna.get("/api/me")["user"] is None


def test_nobody_can_do_nothing_but_look(club: Server, anna: Device, nobody: Device) -> None:
    one = anna.begins("ladder", seats={"north": "me"})
    nobody.csrf = nobody.get("/api/me")["csrf"]
    assert nobody.post("/api/matches", {"game": "ladder"}, 403)["login"] is True
    assert nobody.does(one, "rest", 403)["login"] is True
    assert nobody.get(f"/api/matches/{one}")["role"] == "spectator"
    assert nobody.get(f"/api/matches/{one}/notes", 403)
    assert nobody.get(f"/api/matches/{one}?as=referee", 403)
    assert nobody.get(f"/api/matches/{one}?as=north", 403)


# Limits


def test_buckets_fill_again_with_time() -> None:
    now = [0.0]
    limits = Limits(lambda: now[0])
    size, seconds = LIMITS["login"]
    for _ in range(size):
        limits.spend("login", "a")
    with pytest.raises(TooManyRequests) as told:
        limits.spend("login", "a")
    assert int(told.value.headers["Retry-After"]) >= 1
    limits.spend("login", "b")
    now[0] += seconds / size
    limits.spend("login", "a")
    with pytest.raises(TooManyRequests):
        limits.spend("login", "a")


def test_full_buckets_are_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("landbridge.server.http.limits.MANY", 10)
    now = [0.0]
    limits = Limits(lambda: now[0])
    for who in range(30):
        now[0] += 1000.0
        limits.spend("look", str(who))
    assert len(limits._buckets) <= 11


def test_neighbours_share_a_limit() -> None:
    assert neighbourhood("2001:db8::1") == neighbourhood("2001:db8::ffff")
    assert neighbourhood("2001:db8::1") != neighbourhood("2001:db8:0:1::1")
    assert neighbourhood("192.0.2.1") != neighbourhood("192.0.2.2")
    assert neighbourhood("testclient") == "testclient"


def test_too_many_attempts_to_log_in(start: Any) -> None:
    server: Server = start(public=True)
    server.device().enters("Anna")
    thief = server.device()
    thief.csrf = thief.get("/api/me")["csrf"]
    seen = set()
    for _ in range(LIMITS["login"][0] + 2):
        reply = thief.client.post(
            "/api/login",
            json={"name": "Anna", "password": "guess guess guess"},
            headers={"X-CSRF-Token": thief.csrf},
        )
        seen.add(reply.status_code)
    assert seen == {403, 429}
    assert int(reply.headers["retry-after"]) >= 1
    assert reply.json()["retry"] >= 1


def test_reading_is_limited_too(start: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LIMITS, "look", (2, 60.0))
    device = start(public=True).device()
    assert [device.client.get("/api/ask/x").status_code for _ in range(3)] == [404, 404, 429]
