"""What a role may not know is in no answer, to no call."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from landbridge.bots.random_bot import RandomBot
from landbridge.bots.seats import play
from landbridge.engine.chance.nature import Sampler
from landbridge.engine.play.events import SPECTATOR
from landbridge.games import GAMES
from landbridge.referee.games import game, new_match
from landbridge.server.api import ALL_CALLS
from server.devices import Device, Server

PARTISAN = re.compile(rb"(foot|cavalry) \d+")
"""How partisan units are named; only the Soviet player knows which lies where."""

ALERT = re.compile(rb"(infantry|ag_pg|flak) \d+")
"""How Alert units are named; only the Axis player knows which were drawn."""

HEXES = ("B6.03", "B12.20", "C30.22", "A40.10")


@pytest.fixture
def table(club: Server) -> tuple[str, dict[str, Device]]:
    """A match of two people with partisans on the map, and somebody who looks on."""
    soviet, axis = club.device().enters("Anna"), club.device().enters("Boris")
    one = soviet.begins("belorussia", seats={"soviet": "me"})
    axis.post(f"/api/matches/{one}/seats", {"role": "axis", "to": "me"})
    for place in HEXES:
        soviet.does(one, f"partisan {place}")
    watcher = club.device()
    watcher.csrf = watcher.get("/api/me")["csrf"]
    return one, {"soviet": soviet, "axis": axis, "spectator": watcher}


def answers(device: Device, match_id: str, role: str) -> Iterator[tuple[str, bytes]]:
    """The raw bytes of every call that reads from a match, in whatever role it is tried."""
    for one in ALL_CALLS:
        if one.method != "GET" or "{id}" not in one.path:
            continue
        base = one.path.replace("{id}", match_id)
        places = [base.replace("{n}", str(number)) for number in (0, 1, 4)]
        for name in ("ledger", "turn", "summary"):
            for place in {place.replace("{name}", name) for place in places}:
                for words in ("", f"?as={role}", "?as=soviet", "?as=axis", "?as=referee"):
                    more = "&verb=partisan&since=-1&version=0"
                    path = f"{place}{words or '?x=1'}{more}"
                    yield path, device.client.get(path).content
    yield "list", device.client.get("/api/matches").content


def changes(device: Device, match_id: str) -> Iterator[tuple[str, bytes]]:
    """The raw bytes of calls that change a match, or would."""
    bodies: dict[str, list[Any]] = {
        "actions": [{"do": "partisan B6.03"}, {"do": "weather"}, {"do": "x"}, {"do": "end"}],
        "check": [{"do": "partisan B6.03"}, {"do": "weather"}],
        "undo": [{}],
        "rollback": [{"before": 1}],
        "rollback/answer": [{"agree": True}],
        "branch": [{}],
        "seats": [{"role": "soviet", "to": "me"}],
        "invite": [{"role": "soviet"}],
        "notes": [{"text": "mine"}],
        "settings": [{"name": "x"}],
    }
    for place, tried in bodies.items():
        for body in tried:
            path = f"/api/matches/{match_id}/{place}"
            headers = {"X-CSRF-Token": device.csrf}
            yield path, device.client.post(path, json=body, headers=headers).content


def test_the_soviet_player_knows_them(table: tuple[str, dict[str, Device]]) -> None:
    one, people = table
    seen = people["soviet"].client.get(f"/api/matches/{one}").content
    assert len(PARTISAN.findall(seen)) >= 4
    assert not ALERT.search(seen)


@pytest.mark.parametrize("role", ["axis", "spectator"])
def test_nobody_else_learns_which_partisan_lies_where(
    table: tuple[str, dict[str, Device]], role: str
) -> None:
    one, people = table
    device = people[role]
    found = [*answers(device, one, role), *changes(device, one)]
    assert len(found) > 50
    for path, body in found:
        assert not PARTISAN.search(body), f"{path}: {PARTISAN.search(body)}"
        assert b"Partisan drawn" not in body, path
    log = device.get(f"/api/matches/{one}/log")
    assert [event["id"] for event in log["events"]].count("partisan_placed") == 4
    assert {said["do"] for said in log["actions"] if said["who"] == "soviet"} == {""}


def test_nobody_but_the_axis_player_learns_of_alert_units(
    table: tuple[str, dict[str, Device]],
) -> None:
    one, people = table
    assert ALERT.search(people["axis"].client.get(f"/api/matches/{one}").content)
    for role in ("soviet", "spectator"):
        for path, body in answers(people[role], one, role):
            assert not ALERT.search(body), path


def test_the_seed_is_in_no_answer(table: tuple[str, dict[str, Device]], club: Server) -> None:
    one, people = table
    header = club.run(club.context.store.database.rows, "SELECT header FROM origins")[0][0]
    seed = re.search(r'"seed":\{"text":"(\w+)"', header)
    assert seed is not None
    for role, device in people.items():
        for path, body in answers(device, one, role):
            assert seed[1].encode() not in body, path


def test_files_and_sandboxes_wait_for_the_end(table: tuple[str, dict[str, Device]]) -> None:
    one, people = table
    for device in people.values():
        device.get(f"/api/matches/{one}/export", 403)
    people["axis"].post(f"/api/matches/{one}/branch", {}, 403)
    found = people["axis"].get(f"/api/matches/{one}/verify")
    assert (found["ok"], found["findings"]) == (True, [])


def test_on_ones_own_machine_a_role_sees_what_it_may(home: Device) -> None:
    one = home.begins()
    for place in HEXES:
        home.does(one, f"partisan {place}")
    for path in ("", "/log", "/at/4", "/sheets/ledger", "/sheets/turn"):
        body = home.client.get(f"/api/matches/{one}{path}?as=axis").content
        assert not PARTISAN.search(body), path
        body = home.client.get(f"/api/matches/{one}{path}?as=spectator").content
        assert not PARTISAN.search(body), path
    assert PARTISAN.search(home.client.get(f"/api/matches/{one}?as=referee").content)


def test_cards_laid_face_down_stay_so(club: Server, toys: None) -> None:
    red, blue = club.device().enters("Anna"), club.device().enters("Boris")
    one = red.begins("sealed", seats={"red": "me"})
    blue.post(f"/api/matches/{one}/seats", {"role": "blue", "to": "me"})
    card = red.get(f"/api/matches/{one}")["view"]["hand"][0]
    red.does(one, f"lay {card}")
    seen = blue.get(f"/api/matches/{one}")
    assert seen["view"]["has_laid"] == ["red"]
    assert seen["view"]["laid"] is None
    assert "red" not in str(seen["decisions"])
    assert seen["undoable"] == "The last action was done by red."
    assert blue.get(f"/api/matches/{one}/log")["actions"][0]["do"] == ""
    assert red.get(f"/api/matches/{one}/log")["actions"][0]["do"] == f"lay {card}"
    watcher = club.device().get(f"/api/matches/{one}")
    assert (watcher["view"]["hand"], watcher["view"]["laid"]) == ([], None)


def test_when_it_is_over_everything_is_open(club: Server, toys: None) -> None:
    red, blue = club.device().enters("Anna"), club.device().enters("Boris")
    one = red.begins("sealed", seats={"red": "me"}, options={"rounds": "two"})
    blue.post(f"/api/matches/{one}/seats", {"role": "blue", "to": "me"})
    for _ in range(2):
        for device in (red, blue):
            card = device.get(f"/api/matches/{one}")["view"]["hand"][0]
            device.does(one, f"lay {card}")
    assert blue.get(f"/api/matches/{one}/log")["actions"][0]["do"].startswith("lay ")
    assert blue.get(f"/api/matches/{one}?as=referee")["view"]["hands"]
    assert '"seed":{' in blue.get(f"/api/matches/{one}/export")
    assert blue.post(f"/api/matches/{one}/branch", {}, 201)["private"] is True


@pytest.mark.parametrize("name", GAMES)
def test_those_who_look_on_see_no_more_than_any_role(name: str) -> None:
    """Whatever one role cannot tell apart, a spectator cannot either."""
    rules = game(name)
    match = new_match(name, seed="looking on")
    bots = {role: RandomBot(place) for place, role in enumerate(rules.roles)}
    for step in range(12):
        if match.outcome is not None:
            break
        play(match, bots, until=15)
        for role in rules.roles:
            other = rules.imagine(match.state, role, Sampler(step))
            assert rules.view(other, SPECTATOR) == rules.view(match.state, SPECTATOR)
