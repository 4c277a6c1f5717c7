"""The referee of a match on a public server: nobody's player, and named in the log."""

from __future__ import annotations

from typing import Any

import pytest

from landbridge.store.rows import MemberRow, SeatRow
from landbridge.store.schema import upsert, values
from server.devices import Device, Server

pytestmark = pytest.mark.usefixtures("toys")


@pytest.fixture
def carl(club: Server) -> Device:
    return club.device().enters("Carl")


def seat(device: Device, match_id: str, role: str, to: str = "me", status: int = 200) -> Any:
    return device.post(f"/api/matches/{match_id}/seats", {"role": role, "to": to}, status)


def invitation(device: Device, match_id: str, role: str) -> str:
    link: str = device.post(f"/api/matches/{match_id}/invite", {"role": role})["link"]
    return link.rpartition("/")[2]


def refereed(anna: Device, boris: Device, carl: Device, game: str = "ladder") -> str:
    """A match that Anna referees and the two others play."""
    one = anna.begins(game, mode="referee", seats={"referee": "me"})
    first, second = anna.get(f"/api/matches/{one}")["roles"]
    seat(boris, one, first)
    seat(carl, one, second)
    return one


def put_rows(club: Server, *rows: SeatRow | MemberRow) -> None:
    """What a match begun before the rule may hold."""

    async def write() -> None:
        async with club.context.store.database.changing() as change:
            for row in rows:
                await change.run(upsert(type(row)), *values(row))
            for row in rows:
                await change.run(
                    "UPDATE matches SET version = version + 1 WHERE id = ?", row.match_id
                )

    club.run(write)
    club.context.matches._slots.clear()


# Nobody's player


def test_a_player_does_not_seat_himself_as_referee(anna: Device) -> None:
    wanted = {"game": "sealed", "seats": {"red": "me", "referee": "me"}}
    told = anna.post("/api/matches", wanted, 400)
    assert told["error"] == (
        "A referee is nobody's player: take the referee's seat alone, or every seat."
    )
    assert anna.get("/api/matches") == []
    wanted["seats"]["blue"] = "bot:random"  # type: ignore[index]
    anna.post("/api/matches", wanted, 400)
    told = anna.post("/api/matches", {"game": "sealed", "seats": {"referee": "open"}}, 400)
    assert told["error"] == "The referee's seat is for 'me'."


def test_a_referee_takes_no_side(anna: Device, boris: Device) -> None:
    one = anna.begins("sealed", seats={"referee": "me"})
    refused = "You are the referee of this match; a referee plays no side in it."
    assert seat(anna, one, "red", status=403)["error"] == refused
    token = invitation(anna, one, "red")
    assert anna.post("/api/join", {"token": token}, 403)["error"] == refused
    seat(boris, one, "red")
    assert seat(anna, one, "blue", status=403)["error"] == refused
    assert seat(boris, one, "referee", status=400)
    seat(boris, one, "red", "open")
    assert seat(anna, one, "red", status=403)["error"] == refused
    assert anna.get(f"/api/matches/{one}")["yours"] == ["referee"]


def test_whoever_plays_and_referees_alone_stays_alone(anna: Device, boris: Device) -> None:
    one = anna.begins("ladder", seats={"north": "me", "south": "me", "referee": "me"})
    assert anna.get(f"/api/matches/{one}")["yours"] == ["north", "south", "referee"]
    for to in ("open", "bot:random"):
        assert "stay yours" in seat(anna, one, "south", to, 403)["error"]
    assert seat(boris, one, "south", status=409)
    anna.post(f"/api/matches/{one}/invite", {"role": "south"}, 409)
    anna.does(one, "rest", **{"as": "north"})
    assert anna.get(f"/api/matches/{one}/log")["actions"][0]["by"] == ""


def test_an_old_referee_who_plays_has_only_his_side(
    club: Server, anna: Device, boris: Device, carl: Device
) -> None:
    """Matches begun before the rule: the side counts, and nobody new is led into them."""
    one = anna.begins("sealed", seats={"red": "me"})
    seat(boris, one, "blue")
    put_rows(
        club,
        SeatRow(one, "referee", "user", anna.user_id),
        MemberRow(one, anna.user_id, "referee"),
    )
    anna.get(f"/api/matches/{one}?as=referee", 403)
    anna.get(f"/api/matches/{one}/export", 403)
    assert anna.does(one, "lay 1", 403, **{"as": "blue"})
    assert anna.get(f"/api/matches/{one}")["yours"] == ["red"]
    seat(anna, one, "red", "open", 403)
    seat(boris, one, "blue", "open", 403)


@pytest.mark.parametrize("way", ["seat", "invitation", "rejoin"])
def test_nobody_is_led_into_a_match_whose_secrets_are_known(
    club: Server, anna: Device, boris: Device, way: str
) -> None:
    one = anna.begins("sealed", seats={"red": "me"})
    token = invitation(anna, one, "blue")
    if way == "rejoin":
        seat(boris, one, "blue")
        seat(boris, one, "blue", "open")
        assert seat(anna, one, "blue", status=403)["error"] == "You have seen the match as red."
        return
    seat(anna, one, "blue")
    told = seat(anna, one, "blue", "open", 403)["error"]
    assert told.startswith("One person has seen this match as blue or red: nobody else can join.")
    seat(anna, one, "blue", "bot:random")
    assert anna.post(f"/api/matches/{one}/invite", {"role": "blue"}, 403)["error"] == told
    if way == "invitation":
        assert boris.post("/api/join", {"token": token}, 403)["error"] == told
    else:
        seat(anna, one, "blue", "open", 403)
        put_rows(club, SeatRow(one, "blue", "open"))
        assert seat(boris, one, "blue", status=403)["error"] == told
    assert anna.get(f"/api/matches/{one}")["seats"]["red"]["kind"] == "me"


def test_where_nothing_is_hidden_a_seat_can_be_handed_on(anna: Device, boris: Device) -> None:
    one = anna.begins("ladder", seats={"north": "me", "south": "me"})
    anna.does(one, "rest")
    seat(anna, one, "south", "open")
    assert seat(boris, one, "south")["yours"] == ["south"]
    boris.does(one, "rest")


# What a referee does


def test_the_log_names_the_referee(anna: Device, boris: Device, carl: Device) -> None:
    one = refereed(anna, boris, carl)
    boris.does(one, "rest")
    anna.does(one, "rest", **{"as": "south"})
    anna.does(one, "rest", **{"as": "referee"})
    anna.does(one, "rest")
    for device in (anna, boris, carl):
        said = device.get(f"/api/matches/{one}/log")["actions"]
        assert [(one["who"], one["by"]) for one in said] == [
            ("north", ""),
            ("south", "referee"),
            ("north", "referee"),
            ("south", "referee"),
        ]


def test_only_the_referee_declares(anna: Device, boris: Device, carl: Device) -> None:
    one = refereed(anna, boris, carl)
    boris.does(one, "rest")
    carl.does(one, "climb right 1", 403, declare=True)
    boris.does(one, "rest", 403, **{"as": "referee"})
    anna.does(one, "climb right 1", declare=True, **{"as": "referee"})
    said = carl.get(f"/api/matches/{one}/log")["actions"][-1]
    assert said["declared"]
    assert (said["who"], said["by"]) == ("south", "referee")
    saved = anna.get(f"/api/matches/{one}/export")
    assert saved.count('"by":"referee"') == 1


def test_a_rollback_by_the_referee_says_so(anna: Device, boris: Device, carl: Device) -> None:
    one = refereed(anna, boris, carl)
    boris.does(one, "jump")
    assert anna.post(f"/api/matches/{one}/rollback", {"before": 1})["done"] is True
    assert '"agreed":["referee"]' in anna.get(f"/api/matches/{one}/export")
