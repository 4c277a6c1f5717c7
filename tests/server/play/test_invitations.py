"""Invitations: what they say before one accepts, links to look on, and the next match."""

from __future__ import annotations

from typing import Any

import pytest

from server.devices import Device, Server

pytestmark = pytest.mark.usefixtures("toys")


@pytest.fixture
def nobody(club: Server) -> Device:
    """Somebody without an account."""
    device = club.device()
    device.csrf = device.get("/api/me")["csrf"]
    return device


def token_to(device: Device, match_id: str, role: str) -> str:
    link: str = device.post(f"/api/matches/{match_id}/invite", {"role": role})["link"]
    return link.rpartition("/")[2]


# What they say


def test_an_invitation_says_who_invites_to_what(
    club: Server, anna: Device, boris: Device, nobody: Device
) -> None:
    clock = {"days": 3, "reserve": 7}
    one = anna.begins("arsenal", seats={"axis": "me"}, private=True, name="Evening", clock=clock)
    token = token_to(anna, one, "soviet")
    for device in (nobody, boris):
        told = device.get(f"/api/invitations/{token}")
        assert (told["by"], told["role"], told["game"]) == ("Anna", "soviet", "arsenal")
        assert (told["name"], told["begun"], told["over"]) == ("Evening", False, False)
        assert told["scenario_title"] == anna.get(f"/api/matches/{one}")["scenario_title"]
        assert told["seats"]["axis"] == {"kind": "user", "name": "Anna"}
        assert told["clock"]["days"] == 3
        assert "view" not in told
    assert nobody.post("/api/join", {"token": token}, 403)["login"] is True
    boris.post("/api/join", {"token": token})
    assert "used" in nobody.get(f"/api/invitations/{token}", 404)["error"]
    assert nobody.get("/api/invitations/x", 404)


# Looking on by a link


def test_a_link_lets_many_look_on_without_an_account(
    club: Server, anna: Device, boris: Device, nobody: Device
) -> None:
    one = anna.begins("sealed", seats={"red": "me"}, private=True)
    nobody.get(f"/api/matches/{one}", 404)
    token = token_to(anna, one, "spectator")
    boris.post("/api/join", {"token": token})
    assert nobody.post("/api/join", {"token": token})["watching"] is True
    cookie = nobody.client.cookies["landbridge-watch"]
    assert cookie == token
    seen = nobody.get(f"/api/matches/{one}")
    assert (seen["role"], seen["may_act"]) == ("spectator", False)
    assert nobody.get(f"/api/matches/{one}?as=red", 403)
    assert nobody.does(one, "pass", 403)
    assert nobody.get(f"/api/matches/{one}/log")["actions"] == []
    # Of another private match the link says nothing.
    other = anna.begins("sealed", seats={"red": "me"}, private=True)
    nobody.get(f"/api/matches/{other}", 404)

    stranger = club.device()
    with nobody.live() as socket, stranger.live() as shut:
        for each in (socket, shut):
            each.send_json({"watch": one, "since": seen["version"]})
        assert shut.receive_json() == {"error": "There is no such match.", "match": one}
        anna.post(f"/api/matches/{one}/settings", {"name": "Renamed"})
        assert "version" in socket.receive_json()
        boris.post(f"/api/matches/{one}/invite/withdraw", {"role": "spectator"}, 403)
        anna.post(f"/api/matches/{one}/invite/withdraw", {"role": "spectator"})
        assert socket.receive_json() == {"match": one, "gone": True}
    nobody.get(f"/api/matches/{one}", 404)
    assert boris.get(f"/api/matches/{one}")["watching"], "an account was let in for good"


def test_links_to_look_on_add_up(anna: Device, nobody: Device) -> None:
    matches = [anna.begins("ladder", seats={"north": "me"}, private=True) for _ in range(3)]
    for one in matches:
        nobody.post("/api/join", {"token": token_to(anna, one, "spectator")})
    for one in matches:
        nobody.get(f"/api/matches/{one}")


# The next match


def over(device: Device, match_id: str) -> None:
    device.post(f"/api/matches/{match_id}/resign", {})


@pytest.mark.parametrize("swap", [False, True])
def test_the_same_people_play_again(club: Server, anna: Device, boris: Device, swap: bool) -> None:
    one = anna.begins("sealed", seats={"red": "me"}, private=True, name="Evening")
    boris.post("/api/join", {"token": token_to(anna, one, "blue")})
    path = f"/api/matches/{one}/rematch"
    assert "still goes on" in anna.post(path, {"swap": swap}, 403)["error"]
    over(boris, one)
    club.device().enters("Carl").post(path, {}, 404)
    begun = boris.post(path, {"swap": swap}, 201)
    his, hers = ("red", "blue") if swap else ("blue", "red")
    assert (begun["name"], begun["private"], begun["yours"]) == ("Evening", True, [his])
    assert begun["seats"][hers]["kind"] == "open"
    assert anna.get(f"/api/matches/{one}")["rematch"] == begun["id"]
    assert "already" in anna.post(path, {"swap": swap}, 409)["error"]
    # Her seat is kept for her, the other is not hers to take.
    seats = f"/api/matches/{begun['id']}/seats"
    assert anna.post(seats, {"role": hers, "to": "me"})["yours"] == [hers]


def test_again_against_the_bot_and_another_scenario(home: Device) -> None:
    seats = {"axis": "me", "soviet": "bot:steady"}
    one = home.begins("arsenal", scenario="tutorial", seats=seats)
    home.post(f"/api/matches/{one}/resign", {"as": "axis"})
    other = "barbarossa"
    begun = home.post(f"/api/matches/{one}/rematch", {"scenario": other, "swap": True}, 201)
    assert begun["scenario"] == other
    assert begun["name"] == begun["scenario_title"]
    assert begun["seats"] == {
        "axis": {"kind": "bot", "name": "steady"},
        "soviet": {"kind": "me", "name": "You"},
    }
    assert home.post(f"/api/matches/{one}/rematch", {}, 201)["scenario"] == "tutorial"


def test_a_sandbox_knows_the_way_back(home: Device) -> None:
    one = home.begins("ladder")
    made: Any = home.post(f"/api/matches/{one}/branch", {"at": 0}, 201)
    assert made["sandbox_of"] == one
    assert home.get(f"/api/matches/{made['id']}")["sandbox_of"] == one
    assert home.get(f"/api/matches/{one}")["sandbox_of"] == ""
