"""A server for several people: who takes which seat, and that nobody knows the dice to come."""

from __future__ import annotations

import pytest

from server.devices import Device, Server

pytestmark = pytest.mark.usefixtures("toys")


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
            assert socket.receive_json() == {"match": "*", "listening": True}
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
