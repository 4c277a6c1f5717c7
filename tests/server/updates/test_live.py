"""Live updates, devices in step, and races."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from server.devices import Device, Server

pytestmark = pytest.mark.usefixtures("toys")


def test_a_listener_hears_of_every_change(home: Device) -> None:
    one = home.begins("ladder")
    with home.live() as socket:
        socket.send_json({"watch": one, "as": "north", "since": 1})
        home.does(one, "rest")
        assert socket.receive_json() == {"match": one, "version": 2}
        home.post(f"/api/matches/{one}/undo", {})
        assert socket.receive_json() == {"match": one, "version": 3}
        home.delete(f"/api/matches/{one}")
        assert socket.receive_json() == {"match": one, "gone": True}


def test_whoever_comes_back_is_told_at_once(home: Device) -> None:
    one = home.begins("ladder")
    home.does(one, "rest")
    home.does(one, "rest")
    with home.live() as socket:
        socket.send_json({"watch": one, "since": 1})
        assert socket.receive_json() == {"match": one, "version": 3}
        socket.send_json({"watch": one})
        assert socket.receive_json() == {"match": one, "version": 3}
    log = home.get(f"/api/matches/{one}/log?since=0&version=1")
    assert [said["number"] for said in log["actions"]] == [1, 2]


def test_two_devices_stay_in_step(start: Any) -> None:
    server: Server = start()
    desk, phone = server.device(), server.device()
    one = desk.begins("ladder")
    with desk.live() as at_desk, phone.live() as on_phone:
        for socket in (at_desk, on_phone):
            socket.send_json({"watch": one, "since": 1})
            socket.send_json({"watch": "*"})
            assert socket.receive_json()["match"] == "*"
        phone.does(one, "rest")
        assert at_desk.receive_json() == on_phone.receive_json() == {"match": one, "version": 2}
    assert desk.get(f"/api/matches/{one}") == phone.get(f"/api/matches/{one}")


def test_the_lobby_hears_of_new_matches(home: Device) -> None:
    with home.live() as socket:
        socket.send_json({"watch": "*"})
        assert socket.receive_json() == {"match": "*", "listening": True}
        one = home.begins("ladder")
        assert socket.receive_json() == {"match": one, "version": 1}


def test_one_can_stop_listening(home: Device) -> None:
    one, other = home.begins("ladder"), home.begins("ladder")
    with home.live() as socket:
        socket.send_json({"watch": one, "since": 1})
        socket.send_json({"watch": other, "since": 1})
        socket.send_json({"unwatch": one})
        socket.send_text("nonsense")
        assert "watch" in socket.receive_json()["error"]
        home.does(one, "rest")
        home.does(other, "rest")
        assert socket.receive_json() == {"match": other, "version": 2}


def test_a_quiet_socket_is_pinged(home: Device, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("landbridge.server.updates.listening.PING_EVERY", 0.05)
    with home.live() as socket:
        assert socket.receive_json() == {"ping": True}


def test_a_slow_listener_hears_the_newest_version_once() -> None:
    from landbridge.server.updates.hub import Listener, UpdateHub

    async def listen() -> list[bytes]:
        live, slow = UpdateHub(), Listener("anna")
        live.watch(slow, "m", 1)
        for version in range(2, 50):
            live.publish("m", version)
        live.publish("m", 30)
        return await slow.news()

    assert asyncio.run(listen()) == [b'{"match":"m","version":49}']


def test_of_two_that_race_one_wins(start: Any) -> None:
    """Both act on version 1 at the same time; one is done, the other is told of version 2."""
    server: Server = start()
    one = server.device().begins("ladder")

    async def both() -> list[int]:
        import httpx

        transport = httpx.ASGITransport(app=server.app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            replies = await asyncio.gather(
                *(
                    client.post(
                        f"/api/matches/{one}/actions",
                        json={"do": "shout hello", "version": 1, "as": "north"},
                    )
                    for _ in range(8)
                )
            )
        assert {reply.json()["version"] for reply in replies} == {2}
        return sorted(reply.status_code for reply in replies)

    assert server.run(both) == [200, *[409] * 7]
    assert server.device().get(f"/api/matches/{one}")["actions"] == 1
