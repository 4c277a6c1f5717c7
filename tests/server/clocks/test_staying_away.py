"""Matches without a clock whose players stay away, and matches that nobody joins."""

from __future__ import annotations

import pytest

from server.clocks.test_timekeeping import DAY
from server.play.test_endings import look, two
from server.post.test_notify import confirmed
from server.receivers import MailServer, hook, mail
from server.timed_club import Club, clock_of, long_counts, posted, subjects, timed

__all__ = ["hook", "long_counts", "mail", "posted", "timed"]

pytestmark = pytest.mark.usefixtures("toys")


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
