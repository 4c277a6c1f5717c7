"""Who is out of time: the reserve, claims, bots that take over, and the letters before."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from landbridge.server.clocks.watch import look_after_clocks
from landbridge.server.play.rights import rights
from server.clocks.test_timekeeping import DAY, Machine
from server.devices import Server
from server.play.test_endings import look, two
from server.post.test_notify import confirmed
from server.receivers import MailServer, hook, mail
from server.timed_club import Club, clock_of, long_counts, posted, subjects, timed
from server.workers.test_bots import until

__all__ = ["hook", "long_counts", "mail", "posted", "timed"]

pytestmark = pytest.mark.usefixtures("toys")


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
