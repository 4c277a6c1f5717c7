"""Facts of the map over HTTP: two people confirm each other's claims, one alone asks nobody."""

from __future__ import annotations

import time
from typing import Any

from server.devices import Device

HEXES = ("B6.03", "B12.20", "C30.22", "A40.10")


def begin(owner: Device, **seats: str) -> str:
    match = owner.begins(seats={"soviet": "me"} | seats, seed=None)
    for where in HEXES:
        owner.does(match, f"partisan {where}", role="soviet")
    return match


def against(anna: Device, boris: Device) -> str:
    """A match of Anna's Soviet side against Boris."""
    match = begin(anna)
    boris.post(f"/api/matches/{match}/seats", {"role": "axis", "to": "me"})
    return match


def look(device: Device, match: str) -> Any:
    return device.get(f"/api/matches/{match}")


def pending(found: Any) -> list[str]:
    return [claim["text"] for claim in found["view"].get("claims", {}).get("pending", [])]


def test_a_player_learns_and_destroys_nothing_by_his_word(anna: Device, boris: Device) -> None:
    match = against(anna, boris)
    told = boris.does(match, "act 1 B6.03", 409)
    assert told["refused"].startswith("the Axis player cannot say")
    assert told["rules"]
    reply = boris.does(match, "act 1 B6.03 yes")
    assert [event["id"] for event in reply["events"]] == ["claimed"]
    now = look(boris, match)
    assert [unit["unit"] for unit in now["view"]["partisans"]] == ["?"] * 4
    assert pending(now) == pending(look(anna, match)) == ["partisan 1 in B6.03 is destroyed"]
    for text in ("vp axis 9 agreed", "lose soviet 51 infantry division 2 leg no 3"):
        assert boris.does(match, text)["events"][0]["id"] == "claimed"
    view = look(anna, match)["view"]
    assert view["axis"]["vp"] == 0
    assert view["soviet"]["dead"] == []
    assert boris.does(match, "hold Minsk no")["events"][0]["id"] == "claimed"


def test_a_claim_is_answered_by_the_other_player(anna: Device, boris: Device) -> None:
    match = against(anna, boris)
    assert look(boris, match)["decisions"] == []
    (beside,) = look(boris, match)["asides"]
    assert "hold" in {offer["verb"] for offer in beside["offers"]}
    anna.does(match, "hold Gomel yes")
    now = look(boris, match)
    assert now["to_decide"] == ["soviet", "axis"]
    assert [offer["verb"] for offer in now["decisions"][0]["offers"]][:2] == ["confirm", "dispute"]
    assert anna.does(match, "confirm 1", 409)["refused"]
    boris.does(match, "confirm 1")
    assert look(anna, match)["view"]["held"] == ["Gomel"]
    assert look(anna, match)["to_decide"] == ["soviet"]


def test_whoever_holds_every_seat_notes_for_both(anna: Device) -> None:
    match = begin(anna, axis="me")
    for role in ("soviet", "axis"):
        anna.does(match, f"hold {'Gomel' if role == 'soviet' else 'Minsk'} yes", role=role)
    now = look(anna, match)
    assert now["view"]["held"] == ["Gomel", "Minsk"]
    assert pending(now) == []
    assert now["undoable"] is True
    anna.post(f"/api/matches/{match}/undo", {"role": "soviet"})
    assert look(anna, match)["view"]["held"] == ["Gomel"]


def test_at_home_nobody_is_asked_even_against_a_bot(home: Device) -> None:
    match = begin(home, axis="bot:random")
    home.does(match, "hold Gomel yes", role="soviet")
    now = home.get(f"/api/matches/{match}?as=soviet")
    assert now["view"]["held"] == ["Gomel"]
    assert now["undoable"] is True
    checked = home.post(f"/api/matches/{match}/check", {"do": "vp soviet 0 none", "role": "soviet"})
    assert not checked["ok"]
    assert "0 does nothing" in checked["error"]


def test_a_bot_takes_a_players_word(anna: Device) -> None:
    match = begin(anna, axis="bot:random")
    anna.does(match, "hold Gomel yes")
    deadline = time.monotonic() + 60
    while look(anna, match)["view"]["held"] != ["Gomel"]:
        assert time.monotonic() < deadline, "the bot did not answer in time"
        time.sleep(0.05)
    assert look(anna, match)["to_decide"] == ["soviet"]
