"""How often the enemy acted in secret is in no answer and in no news."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from landbridge.engine.matches.seals import Seed
from landbridge.engine.play.events import REFEREE, SPECTATOR
from landbridge.engine.refusals import LandbridgeError
from landbridge.referee.games import new_match
from landbridge.server.api import ALL_CALLS
from server.devices import Device, Server

MATCH = "same4same4sa"
LINES = ("I1", "I2", "I3", "V1", "V2", "G1", "G2", "G3", "O1", "O2", "M1")

Start = Callable[..., Server]


class Clock:
    """The time as the server reads it."""

    now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Every match has the same name, seed and time, so that answers can be compared as bytes."""
    made = Clock()
    monkeypatch.setattr("landbridge.server.play.match_rows.now", made)
    monkeypatch.setattr("landbridge.server.play.matches.now", made)
    monkeypatch.setattr("landbridge.server.play.api_matches.fresh_id", lambda: MATCH)
    fresh = classmethod(lambda cls, text=None: cls("the same", "salt"))
    monkeypatch.setattr(Seed, "fresh", fresh)
    return made


class Campaign:
    """A campaign in Orsha of two people and somebody who looks on."""

    def __init__(self, server: Server, clock: Clock) -> None:
        self.server, self.clock = server, clock
        self.german = server.device().enters("Anna")
        self.russian = server.device().enters("Boris")
        self.watcher = server.device()
        self.watcher.csrf = self.watcher.get("/api/me")["csrf"]
        assert self.german.begins("orsha", seats={"german": "me"}) == MATCH
        self.russian.post(f"/api/matches/{MATCH}/seats", {"role": "russian", "to": "me"})
        for line in ("I1", "V1"):
            self.russian.does(MATCH, f"buy {line}")

    def hide(self, actions: list[str]) -> None:
        """Let the German player act in secret, later and later."""
        for action in actions:
            self.clock.now += 600.0
            if action == "undo":
                self.german.post(f"/api/matches/{MATCH}/undo", {})
            else:
                self.german.does(MATCH, action)

    def answers(self, device: Device, role: str) -> Iterator[tuple[str, int, bytes]]:
        """The raw bytes of every call that reads, and of changes that are refused."""
        for one in ALL_CALLS:
            if one.method != "GET" or "{id}" not in one.path or "/rules/" in one.path:
                continue
            place = one.path.replace("{id}", MATCH).replace("{name}", "roster")
            for number in range(8) if "{n:int}" in place else [0]:
                path = place.replace("{n:int}", str(number))
                for words in ("", f"as={role}"):
                    for more in ("", "&since=1", "&version=2", "&version=1&since=2", "&verb=buy"):
                        reply = device.client.get(f"{path}?{words}{more}")
                        yield f"{path}?{words}{more}", reply.status_code, reply.content
        for path in ("/api/matches", "/api/matches?mine=true", "/api/rules/OTO-8.61-1/uses"):
            reply = device.client.get(path)
            yield path, reply.status_code, reply.content
        bodies: dict[str, list[Any]] = {
            "actions": [{"do": "buy I1", "version": 99}, {"do": "x"}, {"do": "wind"}],
            "check": [{"do": "buy V2"}, {"do": "wind"}],
            "undo": [{"version": 99}],
            "rollback": [{"before": 99}, {"before": 1, "version": 99}],
            "rollback/answer": [{"agree": True}],
            "branch": [{"at": 1}],
            "seats": [{"role": "german", "to": "me"}],
            "invite": [{"role": "german"}],
            "drafts": [{}, {"at": 1}, {"at": 99}],
        }
        for name, tried in bodies.items():
            for body in tried:
                path, headers = f"/api/matches/{MATCH}/{name}", {"X-CSRF-Token": device.csrf}
                reply = device.client.post(path, json=body, headers=headers)
                yield f"{path} {body}", reply.status_code, reply.content

    def all_answers(self) -> list[tuple[str, str, int, bytes]]:
        people = {"russian": self.russian, SPECTATOR: self.watcher}
        return [
            (role, *found)
            for role, device in people.items()
            for found in self.answers(device, role)
        ]


def secrets_of(seed: int) -> list[str]:
    """What a player may do in secret: any number of purchases, some of them taken back."""
    chance = random.Random(seed)
    match = new_match("orsha")
    said: list[str] = []
    for _ in range(chance.randint(1, 6)):
        action = f"buy {chance.choice(LINES)}"
        try:
            match.do(action, "german")
        except LandbridgeError:
            continue
        said.append(action)
        if chance.random() < 0.25:
            match.undo()
            said.append("undo")
    return said


@pytest.mark.parametrize("seed", range(4))
def test_no_answer_depends_on_how_often_the_enemy_acted(
    start: Start, clock: Clock, seed: int
) -> None:
    hidden = secrets_of(seed)
    found = []
    for secret in ([], hidden):
        clock.now = 1_000_000.0
        campaign = Campaign(start(public=True, limits=False), clock)
        campaign.hide(secret)
        found.append(campaign.all_answers())
        # What the enemy does before everybody's eyes comes to everybody, by the same number.
        campaign.clock.now = 1_100_000.0
        campaign.russian.does(MATCH, "buy G1")
        campaign.russian.post(f"/api/matches/{MATCH}/undo", {})
        campaign.russian.does(MATCH, "ready")
        found[-1] += campaign.all_answers()
    assert hidden
    assert len(found[0]) > 300
    for quiet, busy in zip(*found, strict=True):
        assert quiet == busy


def test_no_news_of_what_the_enemy_does_in_secret(start: Start, clock: Clock) -> None:
    """The first thing that a listener hears after secret actions is the first open one."""
    campaign = Campaign(start(public=True, limits=False), clock)
    now = campaign.russian.get(f"/api/matches/{MATCH}")["version"]
    watchers = {"russian": campaign.russian, SPECTATOR: campaign.watcher}
    with (
        campaign.russian.live() as russian,
        campaign.watcher.live() as watcher,
        campaign.russian.live() as lobby,
        campaign.german.live() as german,
    ):
        sockets = {"russian": russian, SPECTATOR: watcher}
        versions = {
            role: device.get(f"/api/matches/{MATCH}")["version"]
            for role, device in watchers.items()
        }
        for role, socket in sockets.items():
            socket.send_json({"watch": MATCH, "as": role, "since": versions[role]})
        lobby.send_json({"watch": "*"})
        assert lobby.receive_json() == {"match": "*", "listening": True}
        german.send_json({"watch": MATCH, "since": 0})
        first = german.receive_json()["version"]
        for socket in (*sockets.values(), lobby):
            socket.send_json({"watch": "nothing"})
            assert "error" in socket.receive_json()
        campaign.hide(["buy I1", "buy V1", "undo"])
        heard = german.receive_json()["version"]
        while heard < first + 3:
            heard = german.receive_json()["version"]
        assert heard == first + 3
        # Another process that is told of each change tells no more than this one.
        rows = "SELECT version FROM changes"
        for (version,) in campaign.server.run(campaign.server.context.store.database.rows, rows)[
            -3:
        ]:
            campaign.server.run(campaign.server.context._pass_on, MATCH, version)
        campaign.server.run(campaign.server.context._pass_on, "", 0)
        # Nothing has come: the next that each hears is the answer to what it says.
        for socket in (*sockets.values(), lobby):
            socket.send_json({"watch": "nothing"})
            assert "error" in socket.receive_json()
        campaign.german.post(f"/api/matches/{MATCH}/settings", {"name": "Open"})
        for role, socket in sockets.items():
            assert socket.receive_json() == {"match": MATCH, "version": versions[role] + 1}
        assert lobby.receive_json() == {"match": MATCH, "version": now + 1}


def test_each_role_numbers_what_it_noticed(start: Start, clock: Clock) -> None:
    campaign = Campaign(start(public=True, limits=False), clock)
    campaign.hide(["buy I1", "buy V1", "buy G1"])
    german = campaign.german.get(f"/api/matches/{MATCH}")
    russian = campaign.russian.get(f"/api/matches/{MATCH}")
    assert (german["actions"], russian["actions"]) == (3, 2)
    assert campaign.watcher.get(f"/api/matches/{MATCH}")["actions"] == 0
    log = campaign.russian.get(f"/api/matches/{MATCH}/log")
    assert [(said["number"], said["do"]) for said in log["actions"]] == [
        (1, "buy I1"),
        (2, "buy V1"),
    ]
    before = campaign.russian.get(f"/api/matches/{MATCH}/at/1")
    assert (before["actions"], len(before["view"]["russian"]["plan"])) == (1, 1)
    told = campaign.russian.get(f"/api/matches/{MATCH}/at/3", 400)["error"]
    assert told == "There are 2 actions; 3 is beyond them."


def test_ones_own_action_is_undone_beneath_what_the_enemy_hides(start: Start, clock: Clock) -> None:
    campaign = Campaign(start(public=True, limits=False), clock)
    campaign.hide(["buy I1", "buy V1"])
    seen = campaign.russian.get(f"/api/matches/{MATCH}")
    assert seen["undoable"] is True
    undone = campaign.russian.post(f"/api/matches/{MATCH}/undo", {"version": seen["version"]})
    assert undone["version"] == seen["version"] + 1
    assert len(campaign.russian.get(f"/api/matches/{MATCH}")["view"]["russian"]["plan"]) == 1
    assert len(campaign.german.get(f"/api/matches/{MATCH}")["view"]["german"]["plan"]) == 2
    # Another process, or this one after a restart, finds the same match.
    before = campaign.german.get(f"/api/matches/{MATCH}")
    campaign.server.context.matches._slots.clear()
    assert campaign.german.get(f"/api/matches/{MATCH}") == before
    assert campaign.german.get(f"/api/matches/{MATCH}/verify")["ok"]


def test_an_action_is_not_late_because_of_what_was_hidden(start: Start, clock: Clock) -> None:
    campaign = Campaign(start(public=True, limits=False), clock)
    version = campaign.russian.get(f"/api/matches/{MATCH}")["version"]
    campaign.hide(["buy I1", "buy V1"])
    done = campaign.russian.does(MATCH, "buy G1", version=version)
    assert (done["version"], {event["number"] for event in done["events"]}) == (version + 1, {3})
    told = campaign.russian.does(MATCH, "buy G2", 409, version=version)
    assert (told["stale"], told["version"]) == (True, version + 1)


def test_whoever_was_away_gets_what_their_role_missed(start: Start, clock: Clock) -> None:
    campaign = Campaign(start(public=True, limits=False), clock)
    path = f"/api/matches/{MATCH}/log?since=2&version="
    had = campaign.russian.get(f"/api/matches/{MATCH}/log")["version"]
    campaign.hide(["buy I1", "undo", "buy V1"])
    log = campaign.russian.get(f"{path}{had}")
    assert (log["since"], log["version"], log["actions"], log["events"]) == (2, had, [], [])
    campaign.russian.post(f"/api/matches/{MATCH}/undo", {})
    campaign.russian.does(MATCH, "buy G2")
    log = campaign.russian.get(f"{path}{had}")
    assert log["since"] == 1
    assert [said["do"] for said in log["actions"]] == ["buy G2"]


def test_a_rollback_is_asked_for_in_the_numbers_of_each_role(start: Start, clock: Clock) -> None:
    campaign = Campaign(start(public=True, limits=False), clock)
    campaign.hide(["buy I1", "buy V1"])
    campaign.russian.does(MATCH, "buy G1")
    campaign.russian.post(f"/api/matches/{MATCH}/rollback", {"before": 3})
    asked = {
        device: device.get(f"/api/matches/{MATCH}")["rollback"]
        for device in (campaign.russian, campaign.german, campaign.watcher)
    }
    assert [(one["before"], one["actions"]) for one in asked.values()] == [(3, 1), (3, 0), (1, 0)]
    campaign.german.post(f"/api/matches/{MATCH}/rollback/answer", {"agree": True})
    assert campaign.russian.get(f"/api/matches/{MATCH}")["actions"] == 2
    assert campaign.german.get(f"/api/matches/{MATCH}")["actions"] == 2


def test_letters_count_what_their_reader_noticed(start: Start, clock: Clock) -> None:
    """What is sent when it is somebody's turn says nothing of secret actions either."""
    bodies = []
    for hidden in ([], ["buy I1", "buy V1"]):
        server = start(public=True, limits=False, smtp="smtp://127.0.0.1:9", url="http://x.example")
        campaign = Campaign(server, clock)
        campaign.german.post("/api/me/notify", {"webhook": "https://hooks.example/anna"})
        campaign.russian.post("/api/me/notify", {"webhook": "https://hooks.example/boris"})
        campaign.hide(hidden)
        campaign.russian.does(MATCH, "ready")
        campaign.russian.does(MATCH, "receive")
        while "russian" in campaign.russian.get(f"/api/matches/{MATCH}")["to_decide"]:
            campaign.russian.does(MATCH, "ready")
        campaign.german.does(MATCH, "ready")
        campaign.german.does(MATCH, "receive")
        for _ in range(12):
            for device, role in ((campaign.german, "german"), (campaign.russian, "russian")):
                seen = device.get(f"/api/matches/{MATCH}")
                verbs = [o["verb"] for d in seen["decisions"] for o in d["offers"]]
                for verb in ("wind", "ready"):
                    if verb in verbs and "file" not in verbs:
                        notes = ("place rest retained", "place rest K30")
                        setting_up = verb == "ready" and role == "german"
                        for text in (*(notes if setting_up else ()), verb):
                            device.does(MATCH, text, **{"as": role})
                        break
        rows = server.run(server.context.store.database.rows, "SELECT body, user_id FROM outgoing")
        bodies.append(
            [
                {k: v for k, v in msgspec.json.decode(body).items() if k in ("version", "roles")}
                for body, user_id in rows
                if user_id == campaign.russian.user_id
            ]
        )
    assert bodies[0]
    assert bodies[0] == bodies[1]


def test_on_ones_own_machine_a_hot_seat_counts_by_role(home: Device) -> None:
    one = home.begins("orsha")
    for action in ("buy I1", "buy V1"):
        home.does(one, action, **{"as": "german"})
    assert home.get(f"/api/matches/{one}?as=russian")["actions"] == 0
    assert home.get(f"/api/matches/{one}?as=german")["actions"] == 2
    assert home.get(f"/api/matches/{one}?as={REFEREE}")["actions"] == 2
    assert home.get("/api/matches")[0]["actions"] == 2
    home.does(one, "buy I1", **{"as": "russian"})
    made = home.post(f"/api/matches/{one}/branch", {"at": 1, "as": "russian"}, 201)
    assert made["actions"] == 3


def test_requests_stand_while_the_enemy_acts_in_secret(start: Start, clock: Clock) -> None:
    """A rollback or a draw that fell by a secret action would tell of it."""
    found = []
    for hidden in ([], ["buy I1", "buy V1", "undo"]):
        clock.now = 1_000_000.0
        campaign = Campaign(start(public=True, limits=False), clock)
        campaign.russian.post(f"/api/matches/{MATCH}/rollback", {"before": 2})
        campaign.russian.post(f"/api/matches/{MATCH}/draw", {})
        campaign.hide(hidden)
        seen = campaign.russian.get(f"/api/matches/{MATCH}")
        assert (seen["rollback"]["before"], seen["draw"]["by"]) == (2, "russian")
        clock.now = 1_100_000.0
        campaign.german.post(f"/api/matches/{MATCH}/draw/answer", {"agree": False})
        found.append([seen, *campaign.all_answers()])
    for quiet, busy in zip(*found, strict=True):
        assert quiet == busy


def test_a_secret_undo_does_not_move_what_a_rollback_is_asked_for(
    start: Start, clock: Clock
) -> None:
    campaign = Campaign(start(public=True, limits=False), clock)
    campaign.hide(["buy I1"])
    campaign.russian.does(MATCH, "buy G1")
    campaign.russian.post(f"/api/matches/{MATCH}/rollback", {"before": 3})
    campaign.hide(["undo"])
    campaign.german.post(f"/api/matches/{MATCH}/rollback/answer", {"agree": True})
    plans = {
        side: len(device.get(f"/api/matches/{MATCH}")["view"][side]["plan"])
        for side, device in (("russian", campaign.russian), ("german", campaign.german))
    }
    assert plans == {"russian": 2, "german": 0}
