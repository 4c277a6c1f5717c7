"""Bots at work: in their own processes, in nobody's way."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from typing import Any

import pytest

from landbridge.server.workers import bot_process, bots
from landbridge.server.workers.bot_process import Order, choose_action
from server.devices import Device, Server


def until(true: Callable[[], bool], seconds: float = 60.0) -> None:
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.02)


def test_a_bot_answers_and_then_waits(home: Device) -> None:
    one = home.begins(seats={"soviet": "bot:random"})
    until(lambda: home.get(f"/api/matches/{one}")["to_decide"] == ["axis"])
    now = home.get(f"/api/matches/{one}")
    assert now["actions"] >= 4
    assert now["seats"]["soviet"] == {"kind": "bot", "name": "random"}
    assert home.get(f"/api/matches/{one}/verify")["ok"]


def test_the_server_answers_while_a_bot_thinks(start: Any) -> None:
    """However long it thinks: its process stands still, and nobody waits for it."""
    server: Server = start(workers=1)
    home = server.device()
    one = home.begins(seats={"soviet": "bot:random", "axis": "bot:random"})
    until(lambda: home.get(f"/api/matches/{one}")["actions"] > 5)
    (worker,) = server.context.bots.workers._pools[0]._processes
    os.kill(worker, signal.SIGSTOP)
    try:
        for _ in range(40):
            home.get("/api/me")
        count = home.get(f"/api/matches/{one}")["actions"]
        assert home.get(f"/api/matches/{one}")["to_decide"]
    finally:
        os.kill(worker, signal.SIGCONT)
    until(lambda: home.get(f"/api/matches/{one}")["actions"] > count + 20)
    home.delete(f"/api/matches/{one}")


def test_a_bot_is_put_in_a_seat_and_taken_out(home: Device) -> None:
    one = home.begins()
    home.post(f"/api/matches/{one}/seats", {"role": "soviet", "to": "bot:random"})
    until(lambda: home.get(f"/api/matches/{one}")["to_decide"] == ["axis"])
    count = home.get(f"/api/matches/{one}")["actions"]
    home.post(f"/api/matches/{one}/seats", {"role": "soviet", "to": "me"})
    assert home.get(f"/api/matches/{one}")["yours"] == ["soviet", "axis"]
    assert home.get(f"/api/matches/{one}")["actions"] == count


def test_a_bot_whose_process_dies_goes_on(start: Any) -> None:
    server: Server = start(workers=1)
    home = server.device()
    one = home.begins(seats={"soviet": "bot:random", "axis": "bot:random"})
    until(lambda: home.get(f"/api/matches/{one}")["actions"] > 5)
    pool = server.context.bots.workers._pools[0]
    (worker,) = pool._processes
    os.kill(worker, signal.SIGTERM)
    count = home.get(f"/api/matches/{one}")["actions"]
    until(lambda: home.get(f"/api/matches/{one}")["actions"] > count + 20)
    home.delete(f"/api/matches/{one}")


def test_bots_go_on_after_a_restart(
    start: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots, "LEASE", 1.0)
    monkeypatch.setattr(bots, "SWEEP", 0.2)
    place = str(tmp_path / "m.sqlite")
    first: Server = start(database=place)
    one = first.device().begins(seats={"soviet": "bot:random"})
    first.run(first.context.close)
    second: Server = start(database=place)
    home = second.device()
    until(lambda: home.get(f"/api/matches/{one}")["to_decide"] == ["axis"])


# A bot's own process


def order(**more: Any) -> Order:
    import msgspec
    from msgspec.structs import replace

    from landbridge.engine.matches.seals import fingerprint
    from landbridge.referee.games import new_match

    match = new_match("belorussia", seed=1)
    header = msgspec.json.encode(replace(match.header, seed=None))
    made = Order("m", "soviet", "random", "1", header, 0, (), fingerprint(match.state))
    return replace(made, **more)


def test_a_bot_says_what_it_would_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_process, "_matches", type(bot_process._matches)())
    assert choose_action(order()).do.startswith("partisan ")
    assert choose_action(order(known=3)).behind
    assert choose_action(order(role="axis")).stuck
    assert choose_action(order(state="nonsense")).stuck
