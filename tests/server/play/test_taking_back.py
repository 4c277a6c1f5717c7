"""Taking back on a server: by consent of people, and never after the end."""

from __future__ import annotations

import msgspec
import pytest

from landbridge.server.http.problems import MatchOver
from landbridge.server.play.acting import answer_rollback
from landbridge.server.play.rights import rights
from landbridge.server.play.shapes import RollbackRequest
from server.devices import Device, Server

pytestmark = pytest.mark.usefixtures("toys")


def finish(devices: tuple[Device, Device], match_id: str) -> None:
    """Lay cards until a match of sealed hands is over."""
    for _ in range(2):
        for device in devices:
            card = device.get(f"/api/matches/{match_id}")["view"]["hand"][0]
            device.does(match_id, f"lay {card}")


@pytest.fixture
def over(anna: Device, boris: Device) -> str:
    """A match of Anna and Boris that is over: its seed is published."""
    one = anna.begins("sealed", seats={"red": "me"}, options={"rounds": "two"})
    boris.post(f"/api/matches/{one}/seats", {"role": "blue", "to": "me"})
    finish((anna, boris), one)
    assert anna.get(f"/api/matches/{one}")["seed"]
    return one


def test_nothing_is_taken_back_after_the_end(over: str, anna: Device, boris: Device) -> None:
    before = anna.get(f"/api/matches/{over}")
    for device in (anna, boris):
        told = device.post(f"/api/matches/{over}/rollback", {"before": 1}, 410)
        assert told["error"] == "The match is over; it can only be gone on with in a sandbox."
        device.post(f"/api/matches/{over}/undo", {}, 410)
        device.post(f"/api/matches/{over}/rollback/answer", {"agree": True}, 410)
    assert anna.get(f"/api/matches/{over}") == before
    assert before["undoable"] == "The match is over."
    assert anna.post(f"/api/matches/{over}/branch", {"at": 1}, 201)["actions"] == 1


def test_a_rollback_asked_before_the_end_is_not_answered_after_it(
    club: Server, over: str, anna: Device, boris: Device
) -> None:
    wanted = msgspec.json.encode(RollbackRequest(1, "red", ("red",), ("blue",), 4)).decode()

    async def answer() -> None:
        async with club.context.matches.hold(over) as live:
            live.row = msgspec.structs.replace(live.row, rollback=wanted)
            may = rights(live, boris.user_id, public=True)
            await answer_rollback(club.context, live, boris.user_id, may, "blue", True)

    with pytest.raises(MatchOver):
        club.run(answer)
    assert boris.get(f"/api/matches/{over}")["over"] is True


def test_on_ones_own_machine_the_end_is_the_end_too(home: Device) -> None:
    one = home.begins("sealed", options={"rounds": "two"})
    for _ in range(2):
        for role in ("red", "blue"):
            card = home.get(f"/api/matches/{one}?as={role}")["view"]["hand"][0]
            home.does(one, f"lay {card}", **{"as": role})
    home.post(f"/api/matches/{one}/rollback", {"before": 4}, 410)
    home.post(f"/api/matches/{one}/undo", {}, 410)


@pytest.mark.parametrize(
    ("other", "why"),
    [("open", "The seat of south is open"), ("bot:random", "A bot plays south")],
)
def test_only_people_agree(anna: Device, other: str, why: str) -> None:
    one = anna.begins("ladder", seats={"north": "me", "south": other})
    anna.does(one, "jump")
    told = anna.post(f"/api/matches/{one}/rollback", {"before": 1}, 403)
    assert told["error"].startswith(f"{why}, so nobody can agree to a rollback.")
    assert anna.get(f"/api/matches/{one}")["actions"] >= 1


def test_whoever_plays_every_side_agrees_with_himself(anna: Device) -> None:
    one = anna.begins("ladder", seats={"north": "me", "south": "me"})
    anna.does(one, "jump")
    assert anna.post(f"/api/matches/{one}/rollback", {"before": 1})["done"] is True
    assert '"agreed":["north","south"]' in anna.get(f"/api/matches/{one}/export")


def test_the_owner_of_a_machine_rolls_back_against_a_bot(home: Device) -> None:
    one = home.begins("ladder", seats={"north": "me", "south": "bot:random"})
    home.does(one, "jump", **{"as": "north"})
    assert home.post(f"/api/matches/{one}/rollback", {"before": 1})["done"] is True
    assert '"agreed":["referee"]' in home.get(f"/api/matches/{one}/export")


def test_actions_sent_together_are_done_and_taken_back_together(home: Device) -> None:
    one = home.begins("ladder", scenario="tower")
    first = home.get(f"/api/matches/{one}")
    done = home.does(one, "climb left 1", then=["rest", "climb right 2"])
    assert [event["number"] for event in done["events"]] == sorted(
        event["number"] for event in done["events"]
    )
    assert {event["number"] for event in done["events"]} <= {1, 2, 3}
    log = home.get(f"/api/matches/{one}/log")
    assert [action["joined"] for action in log["actions"]] == [False, True, True]
    home.post(f"/api/matches/{one}/undo", {})
    now = home.get(f"/api/matches/{one}")
    assert (now["actions"], now["view"]) == (0, first["view"])
    refused = home.post(
        f"/api/matches/{one}/actions", {"do": "rest", "then": ["climb left 99"]}, 409
    )
    assert "nobody climbs 99 rungs at once" in refused["error"]
    found = home.post(f"/api/matches/{one}/check", {"do": "rest", "then": ["climb left 99"]})
    assert not found["ok"]
    assert "99 rungs" in found["error"]
    assert [bool(one) for one in found["each"]] == [False, True]
    assert home.post(f"/api/matches/{one}/check", {"do": "rest", "then": ["jump"]})["ok"]
    assert home.get(f"/api/matches/{one}")["actions"] == 0
