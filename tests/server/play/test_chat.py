"""What is said beside a match: who reads it, who writes it, live, limited, exported, reported."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from typing import Any

import pytest

from landbridge.store.database import ANYTHING, ChangeNotice
from landbridge.store.moderation import AuditEntry
from landbridge.store.store import Store, opened
from server.devices import PASSWORD, Device, Server
from store.anywhere import place, use
from store.postgres_server import postgres, postgres_server

__all__ = ["place", "postgres", "postgres_server"]

pytestmark = pytest.mark.usefixtures("toys")


@pytest.fixture
def sealed(anna: Device, boris: Device) -> str:
    """A match with secrets between Anna and Boris."""
    one = anna.begins("sealed", seats={"red": "me"})
    boris.post(f"/api/matches/{one}/seats", {"role": "blue", "to": "me"})
    return one


def says(device: Device, match_id: str, text: str, status: int = 200) -> Any:
    return device.post(f"/api/matches/{match_id}/chat", {"text": text}, status)


def reads(device: Device, match_id: str) -> list[str]:
    return [one["text"] for one in device.get(f"/api/matches/{match_id}/chat")["messages"]]


def test_players_and_spectators_talk_apart_until_the_end(
    club: Server, anna: Device, boris: Device, sealed: str
) -> None:
    carl, nobody = club.device().enters("Carl"), club.device()
    nobody.csrf = nobody.get("/api/me")["csrf"]
    first = says(anna, sealed, "Hello, <b>Boris</b>.\n")
    assert first["rooms"] == ["players"]
    assert first["messages"] == [
        {
            "number": 1,
            "room": "players",
            "name": "Anna",
            "role": "red",
            "mine": True,
            "text": "Hello, <b>Boris</b>.",
            "at": first["messages"][0]["at"],
        }
    ]
    assert says(carl, sealed, "Red will lose.")["rooms"] == ["spectators"]
    for device in (anna, boris):
        assert reads(device, sealed) == ["Hello, <b>Boris</b>."]
    for device in (carl, nobody):
        assert reads(device, sealed) == ["Red will lose."]
    assert says(nobody, sealed, "Me too.", 403)["login"] is True
    seen = nobody.get(f"/api/matches/{sealed}/chat")
    assert (seen["writes"], seen["why_not"]) == (None, "To write you need an account.")

    # Whoever has left a seat knows too much to talk to those who look on.
    boris.post(f"/api/matches/{sealed}/seats", {"role": "blue", "to": "open"})
    left = boris.get(f"/api/matches/{sealed}/chat")
    assert (left["rooms"], left["writes"], left["messages"]) == ([], None, [])
    assert "left your seat" in says(boris, sealed, "Psst.", 403)["error"]
    boris.post(f"/api/matches/{sealed}/seats", {"role": "blue", "to": "me"})

    boris.post(f"/api/matches/{sealed}/resign", {})
    for device in (anna, boris, carl, nobody):
        assert reads(device, sealed) == ["Hello, <b>Boris</b>.", "Red will lose."]
    assert says(carl, sealed, "I told you.")["messages"][-1]["room"] == "spectators"
    assert says(boris, sealed, "Well played.")["messages"][-1]["room"] == "players"
    text = anna.get(f"/api/matches/{sealed}/chat/export")
    assert "[players] Anna: Hello, <b>Boris</b>.\n" in text
    assert "[spectators] Carl: I told you.\n" in text


def test_what_is_no_message(anna: Device, home: Device, sealed: str) -> None:
    assert "nothing in this" in says(anna, sealed, " \n \u200b", 400)["error"]
    assert "at most 500 letters" in says(anna, sealed, "x" * 501, 400)["error"]
    assert says(anna, sealed, "a\u202eb\u0007c")["messages"][-1]["text"] == "abc"
    alone = home.begins("sealed")
    assert "nobody to talk to" in says(home, alone, "Hello.", 400)["error"]


def test_nobody_floods_a_match(start: Any) -> None:
    anna = start(public=True).device().enters("Anna")
    one = anna.begins("ladder", seats={"north": "me"})
    statuses = [
        anna.client.post(
            f"/api/matches/{one}/chat", json={"text": "!"}, headers={"X-CSRF-Token": anna.csrf}
        ).status_code
        for _ in range(25)
    ]
    assert statuses[:20] == [200] * 20
    assert 429 in statuses


def test_everybody_at_the_match_hears_at_once(anna: Device, boris: Device, sealed: str) -> None:
    version = anna.get(f"/api/matches/{sealed}")["version"]
    with boris.live() as socket:
        socket.send_json({"watch": sealed, "since": version})
        socket.send_json({"watch": "none"})
        assert socket.receive_json()["error"] == "There is no such match."
        says(anna, sealed, "Are you there?")
        assert socket.receive_json() == {"match": sealed, "chat": 1}
    assert anna.get(f"/api/matches/{sealed}")["version"] == version


def test_a_message_is_reported_and_removed(
    club: Server, anna: Device, boris: Device, sealed: str
) -> None:
    mona = club.device().enters("Mona")
    entry = AuditEntry("test", "make moderator", "Mona", mona.user_id)
    club.run(club.context.store.moderation.set_moderator, mona.user_id, True, entry)
    says(anna, sealed, "Mine.")
    says(boris, sealed, "Something foul.")
    body = {"user": "Boris", "reason": "abuse", "text": "See there.", "match": sealed}
    carl = club.device().enters("Carl")
    assert carl.post("/api/reports", body | {"message": 2}, 404), "he cannot read it"
    assert anna.post("/api/reports", body | {"message": 1}, 404), "not said by Boris"
    anna.post("/api/reports", body | {"message": 2}, 201)
    (report,) = mona.get("/api/moderation/reports")
    assert (report["message"], report["quoted"]) == (2, "Something foul.")
    path = f"/api/moderation/reports/{report['id']}/remove-message"
    mona.post(path, {"why": "Foul."})
    mona.post(path, {"why": "Foul."}, 404)
    assert reads(anna, sealed) == ["Mine.", ""]
    assert mona.get("/api/moderation/audit")[0]["act"] == "remove message"
    says(anna, sealed, "Next.")
    assert anna.get(f"/api/matches/{sealed}/chat")["messages"][-1]["number"] == 3


def test_what_somebody_said_goes_with_their_account(
    anna: Device, boris: Device, sealed: str
) -> None:
    says(anna, sealed, "Stays.")
    says(boris, sealed, "Goes.")
    exported = boris.client.get("/api/me/export").json()
    assert [row["text"] for row in exported["chat"]] == ["Goes."]
    boris.post("/api/me/delete", {"password": PASSWORD, "seats": "resign"})
    assert reads(anna, sealed) == ["Stays."]


def test_each_message_has_its_number_and_other_processes_hear_of_it(place: str) -> None:
    async def act(store: Store) -> None:
        async with opened(place) as other:
            rows = await asyncio.gather(
                *(
                    one.chat.add("m", "players", "anna", f"{n}")
                    for n in range(6)
                    for one in (store, other)
                )
            )
            assert sorted(row.number for row in rows) == list(range(1, 13))
            assert await store.chat.newest(["m", "none"]) == {"m": 12}
            async with aclosing(other.database.listen()) as heard:
                if place.startswith("postgresql"):
                    assert await anext(heard) == ANYTHING
                waiting = asyncio.ensure_future(anext(heard))
                await asyncio.sleep(0)
                async with asyncio.timeout(20):
                    while not waiting.done():
                        await store.chat.add("m", "players", "anna", "again")
                        await asyncio.wait({waiting}, timeout=0.3)
                notice = waiting.result()
                if place.startswith("postgresql"):
                    assert notice.match_id == "m"
                    assert notice.chat > 12
                else:
                    assert notice == ChangeNotice("", 0)

    use(place, act)
