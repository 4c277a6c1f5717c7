"""Who is let in while others guess, and names that pass for others."""

from __future__ import annotations

from typing import Any

import pytest

from landbridge.server.http.limits import LIMITS
from landbridge.server.people.passwords import LONGEST
from server.devices import PASSWORD, Device, Quick, Server


@pytest.fixture
def server(start: Any) -> Server:
    made: Server = start(public=True)
    return made


def guess(device: Device, name: str = "Anna", password: str = "guess guess guess") -> int:
    if not device.csrf:
        device.csrf = device.get("/api/me")["csrf"]
    reply = device.client.post(
        "/api/login",
        json={"name": name, "password": password},
        headers={"X-CSRF-Token": device.csrf},
    )
    return reply.status_code


def guess_from_many_networks(server: Server, name: str = "Anna") -> None:
    """Guess until nobody else is let try."""
    for number in range(100):
        device = server.device(f"198.51.100.{number}")
        for _ in range(LIMITS["login there"][0]):
            status = guess(device, name)
        if status == 429:
            return
        assert status == 403
    raise AssertionError("guessing has no end")


def test_strangers_guesses_do_not_lock_the_owner_out(server: Server) -> None:
    home = server.device("192.0.2.1").enters("Anna")
    home.post("/api/logout")
    home.csrf = home.get("/api/me")["csrf"]
    guess_from_many_networks(server)
    assert guess(server.device("203.0.113.9"), password=PASSWORD) == 429
    assert guess(home, password="wrong wrong wrong") == 403
    assert guess(home, password=PASSWORD) == 200


def test_one_network_does_not_lock_others_out(server: Server) -> None:
    server.device("192.0.2.1").enters("Anna")
    thief = server.device("198.51.100.1")
    found = [guess(thief) for _ in range(LIMITS["login there"][0] + 5)]
    assert found[0] == 403
    assert found[-1] == 429
    assert guess(server.device("203.0.113.9"), password=PASSWORD) == 200


def test_even_in_the_owners_network_the_owners_device_gets_in(server: Server) -> None:
    home = server.device("192.0.2.1").enters("Anna")
    home.post("/api/logout")
    home.csrf = ""
    thief = server.device("192.0.2.1")
    while guess(thief) != 429:
        pass
    assert guess(home, password=PASSWORD) == 200


def test_a_known_device_has_a_limit_of_its_own(server: Server) -> None:
    home = server.device("192.0.2.1").enters("Anna")
    found = [guess(home) for _ in range(LIMITS["login device"][0] + 1)]
    assert found == [403] * LIMITS["login device"][0] + [429]


@pytest.mark.parametrize("broken", ["", "x", "~~", "a.b", "a.b.c", "ID.x.y", "ID.." + "0" * 40])
def test_nobody_makes_a_device_known(server: Server, broken: str) -> None:
    home = server.device("192.0.2.1").enters("Anna")
    other = server.device("192.0.2.1").enters("Boris")
    guess_from_many_networks(server)
    thief = server.device("203.0.113.9")
    thief.client.cookies.set("landbridge-device", broken.replace("ID", home.user_id))
    assert guess(thief, password=PASSWORD) == 429
    stolen = other.client.cookies["landbridge-device"].replace(other.user_id, home.user_id)
    thief.client.cookies.set("landbridge-device", stolen)
    assert guess(thief, password=PASSWORD) == 429


def test_one_device_is_known_for_several_accounts(server: Server) -> None:
    shared = server.device("192.0.2.1").enters("Anna")
    shared.post("/api/logout")
    shared.enters("Boris")
    shared.post("/api/logout")
    shared.csrf = ""
    guess_from_many_networks(server, "Anna")
    guess_from_many_networks(server, "Boris")
    for name in ("Anna", "Boris", "Anna"):
        assert guess(shared, name, PASSWORD) == 200
        shared.csrf = ""


# Names


@pytest.mark.parametrize("name", ["ANNA", "An na", "Ánna", "ΑΝΝΑ"])
def test_a_name_that_looks_like_anothers_is_refused(server: Server, name: str) -> None:
    server.device("192.0.2.1").enters("Anna")
    device = server.device("192.0.2.2")
    device.csrf = device.get("/api/me")["csrf"]
    told = device.post("/api/register", {"name": name, "password": PASSWORD}, 400)
    assert "looks like one" in told["error"]


def test_a_name_of_two_scripts_is_refused(server: Server) -> None:
    device = server.device()
    device.csrf = device.get("/api/me")["csrf"]
    told = device.post("/api/register", {"name": "Аnna", "password": PASSWORD}, 400)
    assert "one script" in told["error"]


def test_common_passwords_are_refused_everywhere(server: Server) -> None:
    device = server.device()
    device.csrf = device.get("/api/me")["csrf"]
    body = {"name": "Anna", "password": "P@ssw0rd2024"}
    assert "too easy" in device.post("/api/register", body, 400)["error"]
    anna = server.device().enters("Anna")
    body = {"old": PASSWORD, "new": "qwertyuiop12"}
    assert "too easy" in anna.post("/api/password", body, 400)["error"]


def test_a_password_that_is_hashed_anew_is_kept_as_it_was_compared(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Letters after the longest password are not compared; they must not be kept either."""
    longest = (PASSWORD * 20)[:LONGEST]
    server.device().enters("Anna", longest)
    with monkeypatch.context() as patch:
        patch.setattr(Quick, "outdated", lambda self, kept: True)
        assert guess(server.device(), password=f"{longest} and more") == 200
    assert guess(server.device(), password=longest) == 200
