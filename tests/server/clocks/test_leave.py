"""Leave stops every clock of a player."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from landbridge.server.clocks.leave import check_leave
from landbridge.store.rows import LeaveRow
from server.clocks.test_timekeeping import DAY
from server.play.test_endings import look, two
from server.timed_club import Club, clock_of, long_counts, timed

__all__ = ["long_counts", "timed"]

pytestmark = pytest.mark.usefixtures("toys")


def test_leave_stops_the_clock_and_opponents_see_it(timed: Club) -> None:
    anna, boris, one = two(timed.server, clock={"days": 2, "timeout": "loses"})
    assert anna.get("/api/me/leave") == {"leaves": [], "days_a_year": 28, "days_left": 28}
    timed.days(1)
    day = iso(timed, 9)
    taken = anna.post("/api/me/leave", {"until": day})
    assert taken["leaves"][0]["now"]
    assert taken["days_left"] < 28
    shown = look(boris, one)
    assert shown["seats"]["north"]["away"] == taken["leaves"][0]["until"]
    assert "away" not in shown["seats"]["south"]
    assert shown["clock"]["running"]["north"]["stopped"]
    assert shown["clock"]["running"]["north"]["seconds"] == pytest.approx(DAY, abs=3)
    timed.days(8)
    assert not look(boris, one)["over"]
    assert clock_of(boris, one)["running"]["north"]["seconds"] == pytest.approx(DAY, abs=3)
    timed.days(4)
    assert look(boris, one)["outcome"]["winner"] == "south"


def test_leave_that_is_ended_lets_the_clock_go_on(timed: Club) -> None:
    anna, boris, one = two(timed.server, clock={"days": 2, "timeout": "loses"})
    anna.post("/api/me/leave", {"until": iso(timed, 20)})
    timed.days(5)
    assert clock_of(boris, one)["running"]["north"]["seconds"] == pytest.approx(2 * DAY, abs=3)
    ended = anna.delete("/api/me/leave")
    assert ended["leaves"] == []
    assert ended["days_left"] == 23
    assert not clock_of(boris, one)["running"]["north"]["stopped"]
    timed.days(1.9)
    assert not look(boris, one)["over"]
    timed.days(0.2)
    assert look(boris, one)["over"]
    anna.delete("/api/me/leave", 404)


def test_planned_leave_begins_on_its_day_and_can_be_given_up(timed: Club) -> None:
    anna, boris, one = two(timed.server, clock={"days": 7, "timeout": "loses"})
    planned = anna.post("/api/me/leave", {"from": iso(timed, 3), "until": iso(timed, 5)})
    assert not planned["leaves"][0]["now"]
    assert planned["days_left"] == 25
    assert "away" not in look(boris, one)["seats"]["north"]
    timed.days(4)
    assert look(boris, one)["seats"]["north"]["away"]
    timed.days(4)
    assert not look(boris, one)["over"]
    anna.post("/api/me/leave", {"from": iso(timed, 30), "until": iso(timed, 31)})
    assert anna.delete("/api/me/leave")["days_left"] == 25


def test_two_devices_take_no_more_leave_than_there_is(timed: Club) -> None:
    anna = timed.server.device().enters("Anna")
    store, keeper = timed.server.context.store.clocks, timed.server.context.keeper

    async def both() -> list[Any]:
        spans = [(5, 25), (30, 50)]
        wanted = [
            LeaveRow(anna.user_id, keeper.now() + a * DAY, keeper.now() + b * DAY) for a, b in spans
        ]

        async def take(one: LeaveRow) -> None:
            await store.change_leave(
                anna.user_id, before=None, after=one, check=lambda had: check_leave(had, one)
            )

        return await asyncio.gather(*map(take, wanted), return_exceptions=True)

    found = timed.server.run(both)
    assert sum(isinstance(one, Exception) for one in found) == 1
    assert anna.get("/api/me/leave")["days_left"] == 8


def iso(club: Club, days: float) -> str:
    here = datetime.fromtimestamp(club.machine.wall, UTC)
    return (here + timedelta(days=days)).date().isoformat()


def test_leave_has_a_limit_and_bad_days_are_named(timed: Club) -> None:
    anna = timed.server.device().enters("Anna")
    for body, wrong in [
        ({"until": "soon"}, "such as"),
        ({"until": iso(timed, -1)}, "cannot end"),
        ({"from": iso(timed, -2), "until": iso(timed, 2)}, "today"),
        ({"from": iso(timed, 5), "until": iso(timed, 4)}, "cannot end"),
        ({"until": iso(timed, 500)}, "next 365 days"),
        ({}, "until"),
    ]:
        assert wrong in anna.post("/api/me/leave", body, 400)["error"]
    told = anna.post("/api/me/leave", {"from": iso(timed, 1), "until": iso(timed, 40)}, 409)
    assert "at most 28 days within a year; you have 28 left" in told["error"]
    anna.post("/api/me/leave", {"from": iso(timed, 10), "until": iso(timed, 29)})
    assert (
        "already"
        in anna.post("/api/me/leave", {"from": iso(timed, 25), "until": iso(timed, 35)}, 409)[
            "error"
        ]
    )
    # Days before planned leave count in the same year.
    assert (
        "you have 8 left"
        in anna.post("/api/me/leave", {"from": iso(timed, 1), "until": iso(timed, 9)}, 409)["error"]
    )
    assert anna.get("/api/me/leave")["days_left"] == 8
