"""One's own account: where it is logged in, what is kept of it, and its end."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from landbridge.server.people.devices import describe_device, shorten_network
from landbridge.store.rows import OF_A_PERSON
from server.devices import PASSWORD, Device, Server

pytestmark = pytest.mark.usefixtures("toys")

CHROME = (
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)"
    " Chrome/126.0.0.0 Safari/537.36"
)


@pytest.fixture
def anna(club: Server) -> Device:
    return club.device().enters("Anna", email="anna@example.org")


@pytest.fixture
def boris(club: Server) -> Device:
    return club.device().enters("Boris")


# Sessions


def test_devices_are_listed_with_what_they_are(club: Server, anna: Device) -> None:
    phone = club.device()
    phone.client.headers["user-agent"] = CHROME
    phone.logs_in("Anna")
    found = phone.get("/api/me/sessions")
    assert [one["current"] for one in found].count(True) == 1
    mine = next(one for one in found if one["current"])
    assert mine["device"] == "Chrome on Linux"
    assert mine["begun"]
    assert mine["seen"]
    assert {len(one["id"]) for one in found} == {16}
    assert "hash" not in str(found)


def test_a_device_can_be_logged_out_from_another(club: Server, anna: Device, boris: Device) -> None:
    phone = club.device().logs_in("Anna")
    other = next(one["id"] for one in anna.get("/api/me/sessions") if not one["current"])
    boris.delete(f"/api/me/sessions/{other}", 404)
    assert phone.get("/api/me")["user"]
    anna.delete(f"/api/me/sessions/{other}")
    assert phone.get("/api/me")["user"] is None
    assert anna.get("/api/me")["user"]
    anna.delete(f"/api/me/sessions/{other}", 404)


def test_all_other_devices_are_logged_out_at_once(
    club: Server, anna: Device, boris: Device
) -> None:
    others = [club.device().logs_in("Anna") for _ in range(3)]
    assert anna.post("/api/me/sessions/end-others") == {"ended": 3}
    assert [one.get("/api/me")["user"] for one in others] == [None] * 3
    assert anna.get("/api/me")["user"]["name"] == "Anna"
    assert boris.get("/api/me")["user"]["name"] == "Boris"
    assert len(anna.get("/api/me/sessions")) == 1


def test_a_session_that_was_ended_does_not_come_back(club: Server, anna: Device) -> None:
    """A request that began before the end would otherwise write it again."""
    people = club.context.store.people
    token = anna.client.cookies["landbridge"]

    async def ended_meanwhile() -> int:
        # The session is old enough to be noted as seen again.
        await people._run("UPDATE sessions SET seen = 0, expires = expires - 200000")
        read = people._database.rows

        async def rows(sql: str, *given: Any) -> Any:
            found = await read(sql, *given)
            if "FROM sessions" in sql:
                await people.end_session(token)
            return found

        people._database.rows = rows
        try:
            await people.session(token, 30)
        finally:
            people._database.rows = read
        return len(await read("SELECT 1 FROM sessions"))

    assert club.run(ended_meanwhile) == 0


def test_when_a_device_was_last_seen_is_noted_now_and_then(club: Server, anna: Device) -> None:
    people = club.context.store.people
    club.run(people._run, "UPDATE sessions SET seen = 5")
    anna.get("/api/me/notify")
    seen = club.run(people._database.rows, "SELECT seen FROM sessions")
    assert seen[0][0] > 1e9


@pytest.mark.parametrize(
    ("header", "words"),
    [
        (CHROME, "Chrome on Linux"),
        (CHROME + " Edg/126.0", "Edge on Linux"),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15"
            " (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
            "Safari on an iPhone",
        ),
        (
            "Mozilla/5.0 (Windows NT 10.0; rv:128.0) Gecko/20100101 Firefox/128.0",
            "Firefox on Windows",
        ),
        ("curl/8.5.0", "curl"),
        ("", "an unknown device"),
        ("\x1b[31m/1", "an unknown device"),
        ("x" * 5000, "an unknown device"),
    ],
)
def test_devices_in_words(header: str, words: str) -> None:
    assert describe_device(header) == words


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("203.0.113.7", "203.0.…"),
        ("::ffff:203.0.113.7", "203.0.…"),
        ("2001:db8:1:2::3", "2001:0db8:…"),
        ("fe80::1%eth0", "fe80:0000:…"),
        ("127.0.0.1", "this machine"),
        ("testclient", ""),
    ],
)
def test_networks_are_abbreviated(address: str, shown: str) -> None:
    assert shorten_network(address) == shown


# What is kept


def test_everything_that_is_kept_is_handed_out(club: Server, anna: Device, boris: Device) -> None:
    one = anna.begins("ladder", seats={"north": "me"}, name="Two ladders", private=True)
    anna.post(f"/api/matches/{one}/notes", {"text": "a plan of mine"})
    anna.post(f"/api/matches/{one}/notify", {"mail": False})
    anna.does(one, "rest")
    anna.post("/api/reports", {"user": "Boris", "reason": "spam", "text": "too loud"}, 201)
    boris.begins("ladder", seats={"north": "me"}, name="Not hers")
    reply = anna.client.get("/api/me/export")
    assert "attachment" in reply.headers["content-disposition"]
    assert reply.headers["cache-control"] == "no-store"
    found = reply.json()
    assert set(found) >= {kind.table for kind in OF_A_PERSON} | {"account", "matches", "audit"}
    assert found["account"][0]["email"] == "anna@example.org"
    assert [match["name"] for match in found["matches"]] == ["Two ladders"]
    assert found["notes"][0]["text"] == "a plan of mine"
    assert found["notices"][0]["mail"] == 0
    assert found["reports"][0]["text"] == "too loud"
    assert found["seats"][0]["role"] == "north"
    assert {change["kind"] for change in found["changes"]} == {"begin", "do"}
    assert len(found["sessions"]) == 1
    text = reply.text
    assert "Not hers" not in text
    user = club.run(club.context.store.people.find_by_name, "anna")
    for secret in (user.password, "hash", "password", "header"):
        assert secret not in text
    club.device().get("/api/me/export", 403)


def test_the_file_does_not_tell_what_the_other_side_did_in_secret(
    club: Server, anna: Device, boris: Device
) -> None:
    """Numbers of versions and actions, and what was taken back, count the other side's deeds."""
    one = boris.begins("sealed", seats={"red": "me"})
    anna.post(f"/api/matches/{one}/seats", {"role": "blue", "to": "me"})
    before = anna.client.get("/api/me/export").json()
    club.run(
        club.context.store.people._run,
        "UPDATE matches SET version = version + 3, actions = 3, next_serial = 9, updated = 5e9,"
        " taken_back = ?, state = 'x', to_decide = '[]', rollback = 'y' WHERE id = ?",
        '[{"actions": ["hide 7"]}]',
        one,
    )
    after = anna.client.get("/api/me/export").json()
    assert after["matches"] == before["matches"]
    assert after["changes"] == before["changes"]
    assert all(not {"version", "kept"} & set(row) for row in after["changes"])


# The end


def test_an_account_ends_and_leaves_no_name_behind(
    club: Server, anna: Device, boris: Device
) -> None:
    goes_on = boris.begins("ladder", seats={"north": "me"})
    anna.post(f"/api/matches/{goes_on}/seats", {"role": "south", "to": "me"})
    over = boris.begins("ladder", seats={"north": "me"})
    anna.post(f"/api/matches/{over}/seats", {"role": "south", "to": "me"})
    club.run(club.context.store.people._run, "UPDATE matches SET over = 1 WHERE id = ?", over)
    alone = anna.begins("ladder", seats={"north": "me"})
    anna.post(f"/api/matches/{goes_on}/notes", {"text": "a plan of mine"})
    boris.get(f"/api/matches/{goes_on}")
    phone = club.device().logs_in("Anna")

    told = anna.post("/api/me/delete", {"password": "not this one"}, 403)
    assert "nothing has been deleted" in told["error"]
    assert anna.get("/api/me")["user"]
    me = anna.post("/api/me/delete", {"password": PASSWORD})
    assert me["user"] is None
    assert anna.get("/api/me")["user"] is None
    assert phone.get("/api/me")["user"] is None

    assert boris.get(f"/api/matches/{goes_on}")["seats"]["south"] == {"kind": "open", "name": ""}
    listed = {match["id"]: match for match in boris.get("/api/matches")}
    assert listed[over]["seats"]["south"] == {"kind": "user", "name": "former player"}
    assert boris.get(f"/api/matches/{alone}", 404)
    boris.does(goes_on, "rest")

    rows = club.run(club.context.store.database.rows, "SELECT name FROM users")
    assert rows == [("Boris",)]
    user_id = anna.user_id
    for kind in OF_A_PERSON:
        left = club.run(
            club.context.store.database.rows,
            f"SELECT 1 FROM {kind.table} WHERE user_id = ?",
            user_id,
        )
        assert not left or kind.table in ("changes", "seats"), kind.table
    anna.csrf = anna.get("/api/me")["csrf"]
    anna.post("/api/login", {"name": "Anna", "password": PASSWORD}, 403)


def test_whoever_leaves_may_resign(club: Server, anna: Device, boris: Device) -> None:
    against = boris.begins("ladder", seats={"north": "me"})
    anna.post(f"/api/matches/{against}/seats", {"role": "south", "to": "me"})
    waits = anna.begins("ladder", seats={"north": "me"})
    boris.get(f"/api/matches/{against}")
    anna.post("/api/me/delete", {"password": PASSWORD, "seats": "resign"})
    seen = boris.get(f"/api/matches/{against}")
    assert seen["over"] is True
    assert seen["outcome"]["winner"] == "north"
    assert seen["seats"]["south"] == {"kind": "user", "name": "former player"}
    boris.get(f"/api/matches/{waits}", 404)


def test_nobody_else_deletes_an_account(club: Server, anna: Device) -> None:
    device = club.device()
    device.csrf = device.get("/api/me")["csrf"]
    assert device.post("/api/me/delete", {"password": PASSWORD}, 403)["login"] is True
    assert anna.get("/api/me")["user"]
    assert (
        "seats" in anna.post("/api/me/delete", {"password": PASSWORD, "seats": "x"}, 400)["error"]
    )


def test_guesses_at_the_password_are_limited(start: Any) -> None:
    device = start(public=True).device().enters("Anna")
    answers = {
        device.client.post(
            "/api/me/delete",
            json={"password": "wrong wrong wrong"},
            headers={"X-CSRF-Token": device.csrf},
        ).status_code
        for _ in range(30)
    }
    assert answers == {403, 429}


def test_at_home_there_are_no_accounts(home: Device) -> None:
    for path in ("/api/me/sessions", "/api/me/export", "/api/moderation/reports"):
        assert "nobody logs in" in home.get(path, 400)["error"]


def test_a_disabled_account_has_no_pages(club: Server, anna: Device) -> None:
    user = club.run(club.context.store.people.find_by_name, "anna")
    club.run(club.context.store.people.save, replace(user, disabled=1))
    anna.get("/api/me/export", 403)
    anna.get("/api/me/sessions", 403)
