"""A public server: accounts, sessions, seats, spectators, private matches, limits."""

from __future__ import annotations

from typing import Any

import pytest

from landbridge.server.http.limits import LIMITS, Limits, neighbourhood
from landbridge.server.http.problems import TooManyRequests
from landbridge.server.people import accounts
from landbridge.store.people import hashed
from server.devices import PASSWORD, Device, Server

pytestmark = pytest.mark.usefixtures("toys")


@pytest.fixture
def nobody(club: Server) -> Device:
    return club.device()


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

    user = club.run(club.context.store.people.named, "anna")
    club.run(club.context.store.people.keep, replace(user, disabled=1))
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


# Seats


def test_an_invitation_is_for_one_seat_and_one_person(
    club: Server, anna: Device, boris: Device
) -> None:
    one = anna.begins("ladder", seats={"north": "me"}, private=True)
    boris.get(f"/api/matches/{one}", 404)
    link = anna.post(f"/api/matches/{one}/invite", {"role": "south"})["link"]
    assert link.startswith("/#/join/")
    token = link.removeprefix("/#/join/")
    assert boris.post("/api/join", {"token": "x"}, 404)
    joined = boris.post("/api/join", {"token": token})
    assert joined["yours"] == ["south"]
    assert joined["seats"]["north"] == {"kind": "user", "name": "Anna"}
    club.device().enters("Carl").post("/api/join", {"token": token}, 404)
    assert anna.get(f"/api/matches/{one}")["seats"]["south"]["name"] == "Boris"
    assert anna.post(f"/api/matches/{one}/invite", {"role": "south"}, 409)
    assert boris.does(one, "rest", 409, **{"as": "south"})
    assert boris.does(one, "rest", 403, **{"as": "north"})
    anna.does(one, "rest")
    boris.does(one, "rest")


def test_open_seats_of_open_matches_can_be_taken(anna: Device, boris: Device) -> None:
    one = anna.begins("ladder", seats={"north": "me"})
    assert boris.get("/api/matches")[0]["seats"]["south"]["kind"] == "open"
    path = f"/api/matches/{one}/seats"
    assert boris.post(path, {"role": "north", "to": "me"}, 409)["error"].endswith("is taken.")
    assert boris.post(path, {"role": "north", "to": "open"}, 403)
    assert boris.post(path, {"role": "south", "to": "bot:random"}, 403)
    assert boris.post(path, {"role": "south", "to": "me"})["yours"] == ["south"]
    assert anna.post(path, {"role": "south", "to": "open"}, 403)
    assert anna.delete(f"/api/matches/{one}", 403)
    assert boris.delete(f"/api/matches/{one}", 403)
    boris.post(path, {"role": "south", "to": "open"})
    anna.post(path, {"role": "south", "to": "bot:random"})
    assert boris.post(path, {"role": "south", "to": "me"}, 409)["error"].startswith("A bot")


def test_nobody_looks_from_both_sides(anna: Device, boris: Device) -> None:
    one = anna.begins("sealed", seats={"red": "me"})
    path = f"/api/matches/{one}/seats"
    boris.post(path, {"role": "blue", "to": "me"})
    boris.post(path, {"role": "blue", "to": "open"})
    told = anna.post(path, {"role": "blue", "to": "me"}, 403)
    assert told["error"] == "You have seen the match as red."
    anna.post(path, {"role": "red", "to": "open"})
    assert boris.post(path, {"role": "red", "to": "me"}, 403)
    assert boris.post(path, {"role": "blue", "to": "me"})["yours"] == ["blue"]
    assert anna.post(path, {"role": "red", "to": "me"})["yours"] == ["red"]


def test_alone_one_can_take_every_seat(anna: Device) -> None:
    one = anna.begins("sealed", seats={"red": "me"})
    path = f"/api/matches/{one}/seats"
    assert anna.post(path, {"role": "blue", "to": "me"})["yours"] == ["red", "blue"]
    assert anna.get(f"/api/matches/{one}?as=referee")["view"]["hands"]


def test_a_spectator_is_let_into_a_private_match(club: Server, anna: Device, boris: Device) -> None:
    one = anna.begins("ladder", seats={"north": "me"}, private=True)
    assert boris.get("/api/matches") == []
    link = anna.post(f"/api/matches/{one}/invite", {"role": "spectator"})["link"]
    boris.post("/api/join", {"token": link.rpartition("/")[2]})
    seen = boris.get(f"/api/matches/{one}")
    assert (seen["role"], seen["watching"], seen["may_act"]) == ("spectator", True, False)
    assert [match["id"] for match in boris.get("/api/matches")] == [one]
    assert boris.does(one, "rest", 403)["error"] == "You hold no seat in this match."
    told = boris.post(f"/api/matches/{one}/seats", {"role": "south", "to": "me"}, 403)
    assert "by invitation" in told["error"]


def test_a_private_match_is_not_there_for_others(
    club: Server, anna: Device, boris: Device, nobody: Device
) -> None:
    one = anna.begins("ladder", seats={"north": "me"}, private=True)
    for device in (boris, nobody):
        for path in ("", "/log", "/at/0", "/export", "/verify", "/sheets", "/notes", "/notify"):
            known = 403 if device is nobody and path in ("/notes", "/notify") else 404
            device.get(f"/api/matches/{one}{path}", known)
        with device.live() as socket:
            socket.send_json({"watch": one, "since": 0})
            assert socket.receive_json() == {"error": "There is no such match.", "match": one}
    boris.does(one, "rest", 404)
    boris.post(f"/api/matches/{one}/seats", {"role": "south", "to": "me"}, 404)
    boris.post(f"/api/matches/{one}/branch", {}, 404)
    boris.delete(f"/api/matches/{one}", 404)
    anna.post(f"/api/matches/{one}/settings", {"private": False})
    boris.get(f"/api/matches/{one}")
    boris.post(f"/api/matches/{one}/settings", {"private": True}, 403)


def test_the_lobby_tells_people_of_their_own_matches(
    club: Server, anna: Device, boris: Device
) -> None:
    with anna.live() as hers, boris.live() as his:
        for socket in (hers, his):
            socket.send_json({"watch": "*"})
            socket.send_json({"watch": "nothing"})
            socket.receive_json()
        anna.begins("ladder", seats={"north": "me"}, private=True)
        mine = boris.begins("ladder", seats={"north": "me"})
        assert his.receive_json()["match"] == mine
        assert hers.receive_json()["match"] != mine


def test_mine_leaves_out_those_that_one_only_looks_at(anna: Device, boris: Device) -> None:
    anna.begins("ladder", seats={"north": "me"})
    own = boris.begins("ladder", seats={"north": "me"})
    assert len(boris.get("/api/matches")) == 2
    assert [one["id"] for one in boris.get("/api/matches?mine=true")] == [own]
    assert len(boris.get("/api/matches?limit=1")) == 1


# Fair play


def test_nobody_chooses_the_seed(anna: Device) -> None:
    told = anna.post("/api/matches", {"game": "ladder", "seed": "known"}, 400)
    assert "server draws the seed" in told["error"]


def test_whoever_brings_a_file_does_not_know_the_dice_to_come(anna: Device) -> None:
    from landbridge.engine.matches.saves import to_text
    from landbridge.referee.games import new_match

    text = to_text(new_match("ladder", seed="known").save())
    headers = {"X-CSRF-Token": anna.csrf}
    reply = anna.client.post("/api/matches/import", content=text, headers=headers)
    assert reply.status_code == 201
    one = reply.json()["id"]
    before = text.partition('"commitment":"')[2][:64]
    assert anna.get(f"/api/matches/{one}")["commitment"] != before
    assert '"seed":null' in anna.get(f"/api/matches/{one}/export")


def test_a_rollback_needs_everybody(club: Server, anna: Device, boris: Device) -> None:
    one = anna.begins("ladder", seats={"north": "me"})
    boris.post(f"/api/matches/{one}/seats", {"role": "south", "to": "me"})
    anna.does(one, "jump")
    path = f"/api/matches/{one}/rollback"
    if "north" in anna.get(f"/api/matches/{one}")["to_decide"]:
        anna.does(one, "grab yes")
    assert boris.post(f"/api/matches/{one}/undo", {}, 403)
    asked = boris.post(path, {"before": 1})
    assert asked["done"] is False
    seen = anna.get(f"/api/matches/{one}")["rollback"]
    assert (seen["before"], seen["asked_by"], seen["waiting"]) == (1, "south", ["north"])
    assert boris.post(f"{path}/answer", {"agree": True}, 403)
    anna.post(f"{path}/answer", {"agree": False})
    assert anna.get(f"/api/matches/{one}")["rollback"] is None
    assert anna.post(f"{path}/answer", {"agree": True}, 409)
    boris.post(path, {"before": 1})
    assert anna.post(f"{path}/answer", {"agree": True})["done"] is True
    assert anna.get(f"/api/matches/{one}")["actions"] == 0
    boris.post(path, {"before": 1}, 400)
    assert anna.get(f"/api/matches/{one}/verify")["ok"]


def test_an_action_ends_a_request_for_a_rollback(anna: Device, boris: Device) -> None:
    one = anna.begins("ladder", seats={"north": "me"})
    boris.post(f"/api/matches/{one}/seats", {"role": "south", "to": "me"})
    anna.does(one, "rest")
    boris.does(one, "rest")
    boris.post(f"/api/matches/{one}/rollback", {"before": 1})
    anna.does(one, "rest")
    assert boris.get(f"/api/matches/{one}")["rollback"] is None


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
