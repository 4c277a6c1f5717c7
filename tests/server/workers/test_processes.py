"""Real server processes: what is acknowledged survives, and several stay in step."""

from __future__ import annotations

import json
import os
import threading
from pathlib import Path
from typing import Any

import httpx
import pytest

from server.devices import PASSWORD
from server.processes import Process
from server.workers.test_bots import until
from store.postgres_server import postgres, postgres_server

__all__ = ["postgres", "postgres_server"]

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals")

MARK = "mark Minsk major_city axis"
"""An action that can be done again and again."""

HEXES = ("B6.03", "B12.20", "C30.22", "A40.10")


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "m.sqlite")
    found: str = request.getfixturevalue("postgres")
    return found


def begun(server: Process, **more: Any) -> str:
    found: str = server.post("/api/matches", {"game": "belorussia", **more}, 201)["id"]
    return found


def test_what_is_acknowledged_survives_a_kill(place: str) -> None:
    with Process("--db", place) as server:
        one = begun(server)
        for number, hex in enumerate(HEXES, start=1):
            done = server.post(f"/api/matches/{one}/actions", {"do": f"partisan {hex}"})
            assert done["version"] == number + 1
        before = server.get(f"/api/matches/{one}")
        log = server.get(f"/api/matches/{one}/log")
        server.kill()
    with Process("--db", place) as server:
        assert server.get(f"/api/matches/{one}") == before
        assert server.get(f"/api/matches/{one}/log") == log
        found = server.get(f"/api/matches/{one}/verify")
        assert (found["ok"], found["findings"]) == (True, [])
        server.post(f"/api/matches/{one}/actions", {"do": "weather", "version": 5})
        assert server.stop() == 0


def test_killed_in_full_flight_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    """A client acts as fast as it can; the server is killed; every answer it got still holds."""
    place = str(tmp_path / "m.sqlite")
    acknowledged = [0]
    with Process("--db", place) as server:
        one = begun(server)

        def act() -> None:
            try:
                while True:
                    done = server.post(f"/api/matches/{one}/actions", {"do": MARK})
                    acknowledged[0] = done["version"]
            except (httpx.HTTPError, AssertionError):
                return

        acting = threading.Thread(target=act)
        acting.start()
        until(lambda: acknowledged[0] > 40)
        server.kill()
        acting.join(20)
    with Process("--db", place) as server:
        now = server.get(f"/api/matches/{one}")["version"]
        assert acknowledged[0] <= now <= acknowledged[0] + 1
        assert server.get(f"/api/matches/{one}/verify")["ok"]


def test_whoever_reconnects_gets_exactly_what_was_missed(tmp_path: Path) -> None:
    place = str(tmp_path / "m.sqlite")
    with Process("--db", place) as server:
        one = begun(server)
        server.post(f"/api/matches/{one}/actions", {"do": f"partisan {HEXES[0]}"})
        with server.live() as socket:
            socket.send(json.dumps({"watch": one, "since": 2}))
            server.post(f"/api/matches/{one}/actions", {"do": f"partisan {HEXES[1]}"})
            assert json.loads(socket.recv(10)) == {"match": one, "version": 3}
        server.post(f"/api/matches/{one}/rollback", {"before": 2})
        server.post(f"/api/matches/{one}/actions", {"do": f"partisan {HEXES[2]}"})
        server.kill()
    with Process("--db", place) as server, server.live() as socket:
        socket.send(json.dumps({"watch": one, "since": 3}))
        assert json.loads(socket.recv(10)) == {"match": one, "version": 5}
        missed = server.get(f"/api/matches/{one}/log?since=2&version=3")
        assert missed["since"] == 1
        assert [said["do"] for said in missed["actions"]] == [f"partisan {HEXES[2]}"]
        assert {event["number"] for event in missed["events"]} == {2}


def test_two_processes_stay_in_step(place: str) -> None:
    """Each hears of what the other does, without asking; of two that race, one wins."""
    with Process("--db", place) as here, Process("--db", place) as there:
        one = begun(here)
        with there.live() as socket:
            socket.send(json.dumps({"watch": one, "since": 1}))
            here.post(f"/api/matches/{one}/actions", {"do": f"partisan {HEXES[0]}"})
            assert json.loads(socket.recv(10)) == {"match": one, "version": 2}
        assert there.get(f"/api/matches/{one}") == here.get(f"/api/matches/{one}")
        done = there.post(
            f"/api/matches/{one}/actions", {"do": f"partisan {HEXES[1]}", "version": 2}
        )
        assert done["version"] == 3
        stale = here.post(
            f"/api/matches/{one}/actions", {"do": f"partisan {HEXES[2]}", "version": 2}, 409
        )
        assert (stale["version"], stale["stale"]) == (3, True)
        here.post(f"/api/matches/{one}/rollback", {"before": 2})
        there.post(f"/api/matches/{one}/actions", {"do": f"partisan {HEXES[3]}", "version": 4})
        assert here.get(f"/api/matches/{one}") == there.get(f"/api/matches/{one}")
        assert here.get(f"/api/matches/{one}/verify")["ok"]


def test_whoever_is_behind_acts_on_the_newest_position(place: str) -> None:
    """A process that has not yet heard of the other neither loses an action nor refuses one."""
    with Process("--db", place) as here, Process("--db", place) as there:
        one = begun(here)
        path = f"/api/matches/{one}/actions"
        there.get(f"/api/matches/{one}")
        for number, hex in enumerate((*HEXES, *HEXES)):
            server = (here, there)[number % 2]
            do = f"partisan {hex}" if number < 4 else MARK
            assert server.post(path, {"do": do})["version"] == number + 2
        here.post(path, {"do": "weather"})
        refused = there.post(path, {"do": "weather"}, 409)
        assert refused["refused"]
        assert there.get(f"/api/matches/{one}") == here.get(f"/api/matches/{one}")
        httpx.delete(f"{here.address}api/matches/{one}").raise_for_status()
        there.post(path, {"do": MARK}, 404)


def test_many_race_and_each_action_is_done_once(place: str) -> None:
    with Process("--db", place) as here, Process("--db", place) as there:
        one = begun(here)
        won: list[int] = []

        def act(server: Process) -> None:
            version = 1
            with httpx.Client(base_url=server.address, timeout=30) as client:
                for _ in range(15):
                    reply = client.post(
                        f"/api/matches/{one}/actions",
                        json={"do": MARK, "version": version},
                    ).json()
                    version = reply["version"]
                    if "events" in reply:
                        won.append(version)

        racing = [threading.Thread(target=act, args=(server,)) for server in (here, there) * 2]
        for one_of in racing:
            one_of.start()
        for one_of in racing:
            one_of.join(60)
        now = here.get(f"/api/matches/{one}")
        assert len(won) == len(set(won)) == now["actions"] > 0
        assert now == there.get(f"/api/matches/{one}")
        assert there.get(f"/api/matches/{one}/verify")["ok"]


def test_bots_end_with_their_server(tmp_path: Path) -> None:
    place = str(tmp_path / "m.sqlite")
    with Process("--db", place) as server:
        one = begun(server, seats={"soviet": "bot:random", "axis": "bot:random"})
        until(lambda: server.get(f"/api/matches/{one}")["actions"] > 10)
        below = children(server.pid)
        assert below
        server.kill()
    until(lambda: not any(alive(pid) for pid in below), 20)
    with Process("--db", place) as server:
        count = server.get(f"/api/matches/{one}")["actions"]
        until(lambda: server.get(f"/api/matches/{one}")["actions"] > count)
        assert server.get(f"/api/matches/{one}/verify")["ok"]
        assert server.stop() == 0


def children(pid: int) -> list[int]:
    found = []
    for place in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = place.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == pid:
            found.append(int(place.parent.name))
    return found


def alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def test_a_public_server_with_argon2(tmp_path: Path) -> None:
    with Process("--db", str(tmp_path / "m.sqlite"), "--public") as server:
        token = server.get("/api/me")["csrf"]
        body = {"name": "Anna", "password": PASSWORD}
        me = server.post("/api/register", body, 201, **{"X-CSRF-Token": token})
        one = server.post(
            "/api/matches",
            {"game": "belorussia", "seats": {"soviet": "me"}},
            201,
            **{"X-CSRF-Token": me["csrf"]},
        )
        assert one["yours"] == ["soviet"]
        with httpx.Client(base_url=server.address) as other:
            csrf = other.get("/api/me").json()["csrf"]
            wrong = other.post(
                "/api/login",
                json={"name": "Anna", "password": "not the password"},
                headers={"X-CSRF-Token": csrf},
            )
            assert wrong.status_code == 403


def test_a_database_that_cannot_be_used_is_told_at_once(tmp_path: Path) -> None:
    import subprocess
    import sys

    place = tmp_path / "folder"
    place.mkdir()
    done = subprocess.run(
        [sys.executable, "-m", "landbridge", "serve", "--no-open", "--db", str(place)],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 2
    assert "cannot be used as a database" in done.stderr
    assert "Traceback" not in done.stderr
