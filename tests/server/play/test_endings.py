"""Resigning and draws on a server."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from landbridge.engine.matches.saves import from_text
from landbridge.store.database import StoreFailed
from server.devices import Device, Server
from server.post.test_notify import confirmed
from server.post.test_notify import server as posted
from server.receivers import MailServer, hook, mail

__all__ = ["hook", "mail", "posted"]

pytestmark = pytest.mark.usefixtures("toys")


def two(club: Server, **more: Any) -> tuple[Device, Device, str]:
    """Anna plays north, Boris south."""
    anna, boris = club.device().enters("Anna"), club.device().enters("Boris")
    one = anna.begins("ladder", seats={"north": "me"}, **more)
    boris.post(f"/api/matches/{one}/seats", {"role": "south", "to": "me"})
    return anna, boris, one


def look(device: Device, one: str) -> Any:
    return device.get(f"/api/matches/{one}")


# Resigning


def test_resigning_ends_the_match_for_everybody(club: Server) -> None:
    anna, boris, one = two(club)
    anna.does(one, "rest")
    assert look(boris, one)["ways_to_end"]["resign"]
    # It is south's move: one may resign at any time.
    anna.post(f"/api/matches/{one}/resign", {"version": look(anna, one)["version"]})
    for device in (anna, boris):
        now = look(device, one)
        assert now["over"]
        assert now["outcome"]["winner"] == "south"
        assert now["outcome"]["reason"] == "the North player resigns"
        assert now["outcome"]["how"] == "resigned"
        assert now["decisions"] == []
        assert now["to_decide"] == []
        assert now["seed"]
        assert now["ways_to_end"] == {"resign": False, "draw": False, "claim": []}
    boris.does(one, "rest", 410)
    for device in (anna, boris):
        device.post(f"/api/matches/{one}/undo", {}, 410)
    for device in (anna, boris):
        device.post(f"/api/matches/{one}/resign", {}, 410)
        device.post(f"/api/matches/{one}/draw", {}, 410)
    assert boris.get(f"/api/matches/{one}/verify")["ok"]


def test_the_ending_is_in_the_log_the_file_and_after_a_restart(start: Any, tmp_path: Any) -> None:
    place = str(tmp_path / "club.sqlite")
    server = start(public=True, limits=False, database=place)
    anna, boris, one = two(server)
    anna.does(one, "rest")
    seen = boris.get(f"/api/matches/{one}/log")
    boris.post(f"/api/matches/{one}/resign")
    told = anna.get(f"/api/matches/{one}/log?since=1&version={seen['version']}")
    assert [event["text"] for event in told["events"]] == [
        "The match is over: the South player resigns."
    ]
    assert told["events"][0]["number"] > told["since"]
    save = from_text(anna.get(f"/api/matches/{one}/export"))
    assert save.footer.ending is not None
    assert save.footer.ending.winner == "north"
    again = start(public=True, limits=False, database=place).device().logs_in("Boris")
    now = look(again, one)
    assert now["outcome"]["winner"] == "north"
    again.does(one, "rest", 410)
    assert again.get(f"/api/matches/{one}/verify")["ok"]
    side = again.post(f"/api/matches/{one}/branch", {}, 201)["id"]
    assert not look(again, side)["over"]
    again.does(side, "rest")


def test_a_file_that_was_resigned_stays_so_when_it_is_brought_in(home: Device) -> None:
    one = home.begins("ladder")
    home.does(one, "rest")
    home.post(f"/api/matches/{one}/resign", {"as": "south"})
    text = home.get(f"/api/matches/{one}/export")
    reply = home.client.post("/api/matches/import", content=text)
    assert reply.status_code == 201
    assert reply.json()["outcome"]["winner"] == "north"


def test_only_a_player_resigns_and_only_for_their_own_side(club: Server) -> None:
    anna, boris, one = two(club)
    clara = club.device().enters("Clara")
    before = look(anna, one)["version"]
    clara.post(f"/api/matches/{one}/resign", {}, 403)
    assert "north" in anna.post(f"/api/matches/{one}/resign", {"as": "south"}, 403)["error"]
    assert anna.post(f"/api/matches/{one}/resign", {"as": "west"}, 403)
    club.device().post(f"/api/matches/{one}/resign", {}, 403)
    assert boris.post(f"/api/matches/{one}/resign", {"version": before - 1}, 409)["stale"]
    assert look(anna, one)["version"] == before
    assert not look(anna, one)["over"]


def test_whoever_plays_both_sides_says_which_resigns(home: Device) -> None:
    one = home.begins("ladder")
    told = home.post(f"/api/matches/{one}/resign", {}, 400)
    assert told["error"] == "Say for which side: north or south."
    home.post(f"/api/matches/{one}/resign", {"as": "north"})
    assert look(home, one)["outcome"]["winner"] == "south"


def test_two_who_resign_at_once_do_not_both(club: Server) -> None:
    anna, boris, one = two(club)

    async def both() -> list[Any]:
        from landbridge.server.play import endings
        from landbridge.server.play.rights import rights

        async def give_up(user_id: str) -> Any:
            async with club.context.matches.hold(one) as live:
                may = rights(live, user_id, public=True)
                return await endings.resign(club.context, live, user_id, may, None)

        return await asyncio.gather(
            give_up(anna.user_id), give_up(boris.user_id), return_exceptions=True
        )

    found = club.run(both)
    assert sum(isinstance(one, Exception) for one in found) == 1
    assert look(anna, one)["outcome"]["winner"] in ("north", "south")


def test_a_match_goes_on_if_its_end_could_not_be_written(
    club: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, boris, one = two(club)
    people = club.context.store.people

    async def fails(user_id: str) -> Any:
        raise StoreFailed("The database failed: gone.")

    with monkeypatch.context() as patch:
        # Anna herself is known by her session; only whoever is to be told cannot be read.
        session = people.session

        async def known(*given: Any) -> Any:
            patch.setattr(people, "user", type(people).user.__get__(people))
            found = await session(*given)
            patch.setattr(people, "user", fails)
            return found

        patch.setattr(people, "session", known)
        anna.post(f"/api/matches/{one}/resign", {}, 503)
    assert not look(boris, one)["over"]
    assert look(boris, one)["to_decide"] == ["north"]
    anna.does(one, "rest")
    boris.post(f"/api/matches/{one}/resign")
    assert look(anna, one)["outcome"]["winner"] == "north"


def test_a_letter_tells_the_winner(posted: Server, mail: MailServer) -> None:
    anna, boris = confirmed(posted, mail, "Anna"), confirmed(posted, mail, "Boris")
    one = anna.begins("ladder", seats={"north": "me"}, name="Two ladders")
    boris.post(f"/api/matches/{one}/seats", {"role": "south", "to": "me"})
    anna.post(f"/api/matches/{one}/resign")
    told = mail.next()
    assert told["To"] == "boris@example.org"
    assert told["Subject"] == "Two ladders: the match is over"
    assert mail.letters.empty()


# Draws


def test_a_draw_is_offered_and_accepted(club: Server) -> None:
    anna, boris, one = two(club)
    anna.does(one, "rest")
    assert look(anna, one)["ways_to_end"]["draw"] is True
    assert not anna.post(f"/api/matches/{one}/draw")["done"]
    for device in (anna, boris):
        assert look(device, one)["draw"] == {
            "by": "north",
            "agreed": ["north"],
            "waiting": ["south"],
        }
    assert (
        "not asked" in anna.post(f"/api/matches/{one}/draw/answer", {"agree": True}, 403)["error"]
    )
    assert boris.post(f"/api/matches/{one}/draw/answer", {"agree": True})["done"]
    now = look(anna, one)
    assert now["over"]
    assert now["outcome"]["winner"] is None
    assert now["outcome"]["how"] == "drawn"
    assert now["outcome"]["reason"] == "a draw by agreement"
    assert now["draw"] is None


def test_an_offer_stands_while_its_own_side_goes_on_and_ends_when_the_other_acts(
    club: Server,
) -> None:
    anna, boris, one = two(club)
    anna.post(f"/api/matches/{one}/draw")
    anna.does(one, "shout a draw is fair")
    assert look(boris, one)["draw"]["by"] == "north"
    anna.does(one, "rest")
    assert look(boris, one)["draw"]["by"] == "north"
    boris.does(one, "rest")
    assert look(boris, one)["draw"] is None
    boris.post(f"/api/matches/{one}/draw/answer", {"agree": True}, 409)


def test_an_offer_is_declined_or_taken_back(club: Server) -> None:
    anna, boris, one = two(club)
    clara = club.device().enters("Clara")
    anna.post(f"/api/matches/{one}/draw")
    clara.post(f"/api/matches/{one}/draw/answer", {"agree": False}, 403)
    boris.post(f"/api/matches/{one}/draw/answer", {"agree": False})
    assert look(anna, one)["draw"] is None
    assert not look(anna, one)["over"]
    boris.post(f"/api/matches/{one}/draw")
    boris.post(f"/api/matches/{one}/draw/answer", {"agree": False})
    assert look(anna, one)["draw"] is None


def test_nobody_is_asked_again_before_both_sides_have_acted(club: Server) -> None:
    anna, boris, one = two(club)
    anna.post(f"/api/matches/{one}/draw")
    assert "already" in boris.post(f"/api/matches/{one}/draw", {}, 409)["error"]
    boris.post(f"/api/matches/{one}/draw/answer", {"agree": False})
    for act in (None, (anna, "shout well"), (anna, "rest")):
        if act:
            act[0].does(one, act[1])
        told = anna.post(f"/api/matches/{one}/draw", {}, 409)
        assert "both sides act" in told["error"]
        assert "both sides act" in look(anna, one)["ways_to_end"]["draw"]
    boris.does(one, "rest")
    assert look(anna, one)["ways_to_end"]["draw"] is True
    anna.post(f"/api/matches/{one}/draw")


def test_a_bot_agrees_to_no_draw_and_an_empty_seat_to_none(club: Server) -> None:
    anna = club.device().enters("Anna")
    one = anna.begins("ladder", seats={"north": "me", "south": "bot:random"})
    told = anna.post(f"/api/matches/{one}/draw", {}, 409)
    assert told["refused"] == "a bot plays south, and a bot agrees to no draw"
    two_ = anna.begins("ladder", seats={"north": "me"})
    assert "nobody plays south yet" in anna.post(f"/api/matches/{two_}/draw", {}, 409)["error"]
    anna.post(f"/api/matches/{one}/resign")
    assert look(anna, one)["outcome"]["winner"] == "south"


def test_alone_a_draw_is_agreed_at_once(home: Device) -> None:
    one = home.begins("ladder")
    assert home.post(f"/api/matches/{one}/draw", {"as": "north"})["done"]
    assert look(home, one)["outcome"]["how"] == "drawn"


def test_whoever_joins_finds_no_old_offer(club: Server) -> None:
    anna, boris, one = two(club)
    anna.post(f"/api/matches/{one}/draw")
    boris.post(f"/api/matches/{one}/seats", {"role": "south", "to": "open"})
    assert look(anna, one)["draw"] is None


def test_a_letter_tells_of_an_offer(posted: Server, mail: MailServer) -> None:
    anna, boris = confirmed(posted, mail, "Anna"), confirmed(posted, mail, "Boris")
    one = anna.begins("ladder", seats={"north": "me"}, name="Two ladders")
    boris.post(f"/api/matches/{one}/seats", {"role": "south", "to": "me"})
    anna.post(f"/api/matches/{one}/draw")
    told = mail.next()
    assert told["To"] == "boris@example.org"
    assert told["Subject"] == "Two ladders: north offers a draw"
