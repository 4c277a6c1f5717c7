"""Clocks on a server: how one is chosen, and when it runs."""

from __future__ import annotations

from typing import Any

import pytest

from server.clocks.test_timekeeping import DAY
from server.devices import Device
from server.play.test_endings import two
from server.timed_club import Club, clock_of, long_counts, timed

__all__ = ["long_counts", "timed"]

pytestmark = pytest.mark.usefixtures("toys")


def test_a_clock_is_chosen_at_set_up(timed: Club) -> None:
    anna, boris, one = two(timed.server, clock={"days": 3, "reserve": 7})
    found = clock_of(anna, one)
    assert (found["days"], found["reserve"], found["timeout"]) == (3, 7, "claim")
    running = found["running"]
    assert list(running) == ["north"]
    assert running["north"]["seconds"] == pytest.approx(10 * DAY, abs=2)
    assert running["north"]["reserve"] == 7 * DAY
    assert not running["north"]["stopped"]
    listed = boris.get("/api/matches")[0]["clock"]
    assert listed["running"]["north"]["until"] == running["north"]["until"]
    anna.does(one, "rest")
    assert list(clock_of(anna, one)["running"]) == ["south"]


def test_without_a_clock_none_is_shown(timed: Club) -> None:
    anna, _, one = two(timed.server)
    assert clock_of(anna, one) is None
    timed.days(20)
    assert clock_of(anna, one) is None


@pytest.mark.parametrize(
    ("clock", "wrong"),
    [
        ({"days": 4}, "1, 2, 3, 5, 7 or 14"),
        ({"days": 3, "timeout": "shame"}, "claim, loses or bot"),
        ({"days": 3, "reserve": -1}, "0, 7, 14 or 30"),
        ({"days": 3, "timeout": "bot", "bot": "genius"}, "no bot 'genius'"),
    ],
)
def test_a_clock_that_is_none_is_refused(timed: Club, clock: Any, wrong: str) -> None:
    anna = timed.server.device().enters("Anna")
    told = anna.post("/api/matches", {"game": "ladder", "clock": clock}, 400)
    assert wrong in told["error"]
    assert anna.get("/api/matches") == []


def test_on_ones_own_machine_no_clock_runs(home: Device) -> None:
    assert (
        "no clock"
        in home.post("/api/matches", {"game": "ladder", "clock": {"days": 3}}, 400)["error"]
    )
    one = home.begins("ladder")
    home.post(f"/api/matches/{one}/claim", {"as": "north"}, 400)
    home.get("/api/me/leave", 400)


def test_no_clock_runs_before_every_seat_is_taken(timed: Club) -> None:
    anna = timed.server.device().enters("Anna")
    one = anna.begins("ladder", seats={"north": "me"}, clock={"days": 1, "timeout": "loses"})
    timed.days(10)
    assert clock_of(anna, one)["running"] == {}
    boris = timed.server.device().enters("Boris")
    boris.post(f"/api/matches/{one}/seats", {"role": "south", "to": "me"})
    assert clock_of(anna, one)["running"]["north"]["seconds"] == pytest.approx(DAY, abs=2)
