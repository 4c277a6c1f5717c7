"""Clocks on a server: warnings, time-outs, claims, leave, and matches that nobody plays."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from landbridge.server.clocks import server_time
from landbridge.server.clocks.leave import check_leave
from landbridge.server.clocks.watch import look_after_clocks
from landbridge.server.play.rights import rights
from landbridge.store.rows import LeaveRow
from server.devices import Device, Server
from server.receivers import MailServer, hook, mail
from server.test_bots import until
from server.test_endings import look, two
from server.test_notify import URL, confirmed
from server.test_timekeeping import DAY, Machine

__all__ = ["hook", "mail"]

pytestmark = pytest.mark.usefixtures("toys")


class Club:
    """A public server whose clocks are set by hand."""

    def __init__(self, server: Server, machine: Machine | None = None) -> None:
        self.server, self.machine = server, machine or Machine()
        keeper = server.context.keeper
        keeper.wall, keeper.steady = lambda: self.machine.wall, lambda: self.machine.steady
        keeper._base, keeper._at = self.machine.wall, self.machine.steady
        self.sweep()

    def sweep(self) -> None:
        """What every server process does once a minute."""
        self.server.run(look_after_clocks, self.server.context)

    def days(self, count: float) -> None:
        """Let days pass, and look after the clocks."""
        self.machine.wait(count * DAY)
        self.sweep()


@pytest.fixture
def long_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Days may pass between two counts of the time; that they do not is tested elsewhere."""
    monkeypatch.setattr(server_time, "COUNT_EVERY", 1000 * DAY)


@pytest.fixture
def timed(start: Callable[..., Server], long_counts: None) -> Club:
    return Club(start(public=True, limits=False))


@pytest.fixture
def posted(start: Callable[..., Server], long_counts: None, mail: MailServer) -> Club:
    return Club(start(public=True, limits=False, url=URL, smtp=mail.url))


def clock_of(device: Device, one: str) -> Any:
    return look(device, one)["clock"]


# Choosing


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


# Time-out


def test_who_is_out_of_time_loses(timed: Club) -> None:
    anna, boris, one = two(timed.server, clock={"days": 3, "timeout": "loses"})
    timed.days(2.9)
    assert not look(anna, one)["over"]
    anna.does(one, "rest")
    timed.days(2.9)
    boris.does(one, "rest")
    timed.days(3.1)
    now = look(anna, one)
    assert now["over"]
    assert now["outcome"]["winner"] == "south"
    assert now["outcome"]["how"] == "timed_out"
    assert now["outcome"]["reason"] == "the North player ran out of time"
    anna.does(one, "rest", 410)
    assert boris.get(f"/api/matches/{one}/verify")["ok"]
    before = look(anna, one)["version"]
    timed.days(1)
    assert look(anna, one)["version"] == before


def test_the_reserve_is_used_before_anybody_loses(timed: Club) -> None:
    anna, boris, one = two(timed.server, clock={"days": 1, "reserve": 7, "timeout": "loses"})
    timed.days(5)
    anna.does(one, "rest")
    boris.does(one, "rest")
    left = clock_of(anna, one)["running"]["north"]
    assert left["seconds"] == pytest.approx(4 * DAY, abs=3)
    assert left["reserve"] == pytest.approx(3 * DAY, abs=3)
    timed.days(4.1)
    assert look(anna, one)["outcome"]["winner"] == "south"


def test_a_bot_takes_over(timed: Club) -> None:
    anna, boris = (timed.server.device().enters(name) for name in ("Anna", "Boris"))
    clock = {"days": 1, "timeout": "bot", "bot": "random"}
    one = anna.begins("arsenal", scenario="tutorial", seats={"axis": "me"}, clock=clock)
    boris.post(f"/api/matches/{one}/seats", {"role": "soviet", "to": "me"})
    late = look(anna, one)["to_decide"][0]
    mover, other = (anna, boris) if late == "axis" else (boris, anna)
    timed.days(1.1)
    now = look(other, one)
    assert not now["over"]
    assert now["seats"][late] == {"kind": "bot", "name": "random"}
    assert look(mover, one)["yours"] == []
    until(lambda: look(other, one)["actions"] > 0)
    other.post(f"/api/matches/{one}/resign")
    assert other.get(f"/api/matches/{one}/verify")["ok"]


def test_time_out_may_be_claimed_or_forgiven(timed: Club) -> None:
    anna, boris, one = two(timed.server, clock={"days": 3})
    assert boris.post(f"/api/matches/{one}/claim", {}, 409)["refused"] == "nobody is out of time"
    timed.days(3.1)
    now = look(boris, one)
    assert not now["over"]
    assert now["clock"]["late"] == ["north"]
    assert now["ways_to_end"]["claim"] == ["north"]
    assert look(anna, one)["ways_to_end"]["claim"] == []
    assert "yourself" in anna.post(f"/api/matches/{one}/claim", {}, 409)["error"]
    clara = timed.server.device().enters("Clara")
    clara.post(f"/api/matches/{one}/claim", {}, 403)
    assert (
        "win, draw or close"
        in boris.post(f"/api/matches/{one}/claim", {"result": "all"}, 400)["error"]
    )
    # Boris lets it go on: an action that comes late still counts.
    anna.does(one, "rest")
    assert look(anna, one)["clock"]["late"] == []
    boris.post(f"/api/matches/{one}/claim", {}, 409)
    timed.days(3.1)
    anna.post(f"/api/matches/{one}/claim", {"result": "win"})
    now = look(boris, one)
    assert now["outcome"]["winner"] == "north"
    assert now["outcome"]["how"] == "timed_out"


@pytest.mark.parametrize(("result", "how"), [("draw", "drawn"), ("close", "timed_out")])
def test_a_claim_need_not_be_for_a_win(timed: Club, result: str, how: str) -> None:
    _, boris, one = two(timed.server, clock={"days": 1})
    timed.days(1.5)
    boris.post(f"/api/matches/{one}/claim", {"result": result})
    now = look(boris, one)
    assert now["outcome"]["winner"] is None
    assert now["outcome"]["how"] == how


def test_two_claims_and_an_action_at_once(timed: Club) -> None:
    anna, boris, one = two(timed.server, clock={"days": 1})
    timed.days(1.5)
    context = timed.server.context

    async def race() -> list[Any]:
        from landbridge.server.play import acting, endings

        async def claim() -> Any:
            async with context.matches.hold(one) as live:
                may = rights(live, boris.user_id, public=True)
                return await endings.claim(context, live, boris.user_id, may, None, "win")

        async def act() -> Any:
            async with context.matches.hold(one) as live:
                return await acting.do(
                    context, live, anna.user_id, "rest", "north", seen_by="north"
                )

        return await asyncio.gather(claim(), act(), claim(), return_exceptions=True)

    claimed, acted, again = timed.server.run(race)
    assert not isinstance(claimed, Exception)
    assert isinstance(acted, Exception)
    assert isinstance(again, Exception)
    assert look(anna, one)["actions"] == 0
    assert boris.get(f"/api/matches/{one}/verify")["ok"]


def test_an_action_at_the_deadline_counts_if_it_comes_before_the_look(timed: Club) -> None:
    anna, _, one = two(timed.server, clock={"days": 1, "timeout": "loses"})
    timed.machine.wait(1.01 * DAY)
    anna.does(one, "rest")
    timed.sweep()
    assert not look(anna, one)["over"]


def test_two_servers_with_one_database_time_somebody_out_once(
    start: Callable[..., Server], long_counts: None, tmp_path: Any
) -> None:
    place = str(tmp_path / "club.sqlite")
    servers = [start(public=True, limits=False, database=place) for _ in range(2)]
    machine = Machine()
    first, second = (Club(server, machine) for server in servers)
    anna, boris, one = two(first.server, clock={"days": 1, "timeout": "loses"})
    anna.does(one, "rest")
    version = look(anna, one)["version"]
    # The second process knows the match; an action comes through the first at the last moment.
    late = second.server.device().logs_in("Boris")
    assert look(late, one)["version"] == version
    first.machine.wait(1.5 * DAY)
    boris.does(one, "rest")
    second.sweep()
    assert not look(late, one)["over"]
    first.machine.wait(1.5 * DAY)
    second.sweep()
    first.sweep()
    now = look(anna, one)
    assert now["outcome"]["winner"] == "south"
    # One for the warning, or none where a look comes too late for it, and one for the end.
    assert now["version"] <= version + 3


def test_a_leap_of_the_machines_clock_times_nobody_out(
    start: Callable[..., Server],
) -> None:
    club = Club(start(public=True, limits=False))
    anna, _, one = two(club.server, clock={"days": 1, "timeout": "loses"})
    for leap in (400 * DAY, -800 * DAY, 400 * DAY):
        club.machine.wait(60)
        club.machine.wall += leap
        club.sweep()
        left = clock_of(anna, one)["running"]["north"]["seconds"]
        assert left == pytest.approx(DAY, abs=300)
    assert not look(anna, one)["over"]


def test_a_server_that_was_down_for_a_week_times_nobody_out(
    start: Callable[..., Server], tmp_path: Any
) -> None:
    place = str(tmp_path / "club.sqlite")
    club = Club(start(public=True, limits=False, database=place))
    _, _, one = two(club.server, clock={"days": 1, "timeout": "loses"})
    again = start(public=True, limits=False, database=place)
    later = Machine(club.machine.wall + 7 * DAY, 1.0)
    keeper = again.context.keeper
    keeper.wall, keeper.steady = lambda: later.wall, lambda: later.steady
    keeper._base = None
    again.run(look_after_clocks, again.context)
    anna = again.device().logs_in("Anna")
    assert clock_of(anna, one)["running"]["north"]["seconds"] == pytest.approx(DAY, abs=300)


def test_a_match_that_cannot_be_read_holds_up_no_other(timed: Club) -> None:
    anna, boris, one = two(timed.server, clock={"days": 1, "timeout": "loses"})
    broken = anna.begins("ladder", seats={"north": "me"}, clock={"days": 1})
    boris.post(f"/api/matches/{broken}/seats", {"role": "south", "to": "me"})
    context = timed.server.context

    async def spoil() -> None:
        async with context.store.database.changing() as change:
            await change.run("UPDATE matches SET clock = 'x', version = 9 WHERE id = ?", broken)

    timed.server.run(spoil)
    timed.days(1.5)
    assert look(anna, one)["over"]


# Letters


def subjects(mail: MailServer, count: int) -> set[tuple[str, str]]:
    return {(told["To"], told["Subject"]) for told in (mail.next() for _ in range(count))}


def test_letters_warn_and_tell_of_a_claim(posted: Club, mail: MailServer) -> None:
    server = posted.server
    anna, boris = confirmed(server, mail, "Anna"), confirmed(server, mail, "Boris")
    one = anna.begins("ladder", seats={"north": "me"}, name="Two", clock={"days": 3})
    boris.post(f"/api/matches/{one}/seats", {"role": "south", "to": "me"})
    posted.days(1.9)
    assert mail.letters.empty()
    posted.days(0.2)
    assert subjects(mail, 1) == {
        ("anna@example.org", "Two: your time runs out on 18 Jan, 08:00 UTC")
    }
    posted.days(0.2)
    posted.days(0.8)
    assert subjects(mail, 2) == {
        ("anna@example.org", "Two: you are out of time"),
        ("boris@example.org", "Two: north is out of time: you may claim"),
    }
    posted.days(5)
    assert mail.letters.empty()


# Leave


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


# Without a clock


def test_whoever_stays_away_is_warned_and_can_be_counted_out(
    posted: Club, mail: MailServer
) -> None:
    server = posted.server
    anna, boris = confirmed(server, mail, "Anna"), confirmed(server, mail, "Boris")
    one = anna.begins("ladder", seats={"north": "me"}, name="Two")
    boris.post(f"/api/matches/{one}/seats", {"role": "south", "to": "me"})
    posted.days(29)
    assert mail.letters.empty()
    boris.post(f"/api/matches/{one}/claim", {}, 409)
    posted.days(1.1)
    words = "your opponent has waited for a month; act before 21 Feb, 08:00 UTC, or they may end it"
    assert subjects(mail, 1) == {("anna@example.org", f"Two: {words}")}
    shown = clock_of(boris, one)
    assert shown["days"] == 0
    assert shown["running"]["north"]["seconds"] == pytest.approx(6.9 * DAY, abs=9)
    boris.post(f"/api/matches/{one}/claim", {}, 409)
    posted.days(7)
    assert len(subjects(mail, 2)) == 2
    assert look(boris, one)["ways_to_end"]["claim"] == ["north"]
    boris.post(f"/api/matches/{one}/claim", {"result": "close"})
    now = look(boris, one)
    assert now["outcome"]["how"] == "abandoned"
    assert now["outcome"]["reason"] == "the North player left the match"
    assert now["outcome"]["winner"] is None
    assert boris.get(f"/api/matches/{one}/verify")["ok"]


def test_whoever_acts_in_time_is_not_counted_out(timed: Club) -> None:
    anna, boris, one = two(timed.server)
    timed.days(36)
    assert clock_of(boris, one)
    anna.does(one, "shout still here")
    timed.days(29)
    assert clock_of(boris, one) is None
    boris.post(f"/api/matches/{one}/claim", {}, 409)


def test_a_match_that_nobody_joins_is_closed(timed: Club) -> None:
    anna = timed.server.device().enters("Anna")
    one = anna.begins("ladder", seats={"north": "me"})
    timed.days(59)
    assert not look(anna, one)["over"]
    timed.days(1.1)
    now = look(anna, one)
    assert now["outcome"]["how"] == "abandoned"
    assert now["outcome"]["reason"] == "closed, because nobody was left to play it"
    assert anna.get(f"/api/matches/{one}/verify")["ok"]


def test_a_match_on_ones_own_is_never_closed(timed: Club) -> None:
    anna = timed.server.device().enters("Anna")
    alone = anna.begins("ladder", seats={"north": "me", "south": "me"})
    timed.days(200)
    assert not look(anna, alone)["over"]


def test_a_match_whose_people_are_gone_is_closed_and_kept(timed: Club) -> None:
    anna, boris, one = two(timed.server)
    leaving = timed.server.context.store.leaving
    timed.server.run(leaving.remove, anna.user_id)
    timed.sweep()
    assert not look(boris, one)["over"]
    timed.server.run(leaving.remove, boris.user_id)
    timed.sweep()
    clara = timed.server.device().enters("Clara")
    now = look(clara, one)
    assert now["over"]
    assert now["outcome"]["how"] == "abandoned"


def test_a_match_from_before_there_were_clocks_is_taken_up(timed: Club) -> None:
    anna, boris, one = two(timed.server)
    context = timed.server.context

    async def forget() -> None:
        async with context.store.database.changing() as change:
            sql = "UPDATE matches SET clock = '', due = 1, version = version + 1 WHERE id = ?"
            await change.run(sql, one)

    timed.server.run(forget)
    timed.days(1)
    timed.days(36.5)
    timed.days(1)
    assert look(boris, one)["ways_to_end"]["claim"] == ["north"]
    anna.does(one, "rest")
