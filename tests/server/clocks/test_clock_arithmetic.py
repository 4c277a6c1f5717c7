"""Clocks as arithmetic: what a move takes, a reserve, leave, and taking back."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from landbridge.engine.refusals import BadInput
from landbridge.server.clocks.clock import (
    DAY,
    Clock,
    ClockChoice,
    chosen,
    clock_after,
    deadline,
    elapsed,
    next_look,
    reached,
    read_clock,
    timed_roles,
    warning_time,
    write_clock,
)
from landbridge.store.rows import SeatRow

A, B = "soviet", "axis"
NOBODY: dict[str, Any] = {}


def seats(first: str = "u1", second: str = "u2") -> list[SeatRow]:
    found = []
    for role, who in ((A, first), (B, second)):
        kind = "open" if not who else "bot" if who == "bot" else "user"
        found.append(SeatRow("m", role, kind, who if kind == "user" else "", ""))
    return found


def begun(days: int = 3, reserve: int = 0, at: float = 0.0) -> Clock:
    return clock_after(Clock(days, reserve), (A,), at, NOBODY, "begin")


@pytest.mark.parametrize(
    ("choice", "wrong"),
    [
        (ClockChoice(4), "1, 2, 3, 5, 7 or 14 days, not 4"),
        (ClockChoice(0), "not 0"),
        (ClockChoice(3, 5), "0, 7, 14 or 30 days, not 5"),
        (ClockChoice(3, 0, "explode"), "claim, loses or bot, not 'explode'"),
        (ClockChoice(3, 0, "bot", "genius"), "There is no bot 'genius'"),
    ],
)
def test_a_clock_that_is_none_is_refused(choice: ClockChoice, wrong: str) -> None:
    with pytest.raises(BadInput, match=wrong):
        chosen(choice, "arsenal", "seeded")


def test_what_is_chosen_is_kept() -> None:
    assert chosen(None, "arsenal", "seeded") == Clock()
    found = chosen(ClockChoice(5, 14, "loses"), "arsenal", "seeded")
    assert (found.days, found.reserve, found.timeout) == (5, 14, "loses")
    assert read_clock(write_clock(found)) == found
    assert chosen(ClockChoice(5, 0, "bot"), "arsenal", "seeded").bot
    with pytest.raises(BadInput, match="throws no dice"):
        chosen(ClockChoice(5, 0, "bot"), "arsenal", "typed")


def test_the_clock_runs_for_people_who_must_decide() -> None:
    clock = Clock(3)
    assert timed_roles(clock, seats(), (A,)) == (A,)
    assert timed_roles(clock, seats(), (A, B)) == (A, B)
    assert timed_roles(clock, seats(second=""), (A,)) == ()
    assert timed_roles(clock, seats(second="bot"), (A, B)) == (A,)
    assert timed_roles(Clock(), seats(second="bot"), (A,)) == ()
    assert timed_roles(clock, seats("u1", "u1"), (A, B)) == ()


def test_a_move_begins_when_a_side_must_decide_and_ends_when_it_need_not() -> None:
    clock = begun()
    assert clock.since == {A: 0.0}
    # Actions within a move give no new time.
    clock = clock_after(clock, (A,), DAY, NOBODY, "do", acted=A)
    assert clock.since == {A: 0.0}
    assert deadline(clock, A, ()) == 3 * DAY
    clock = clock_after(clock, (B,), 2 * DAY, NOBODY, "do", acted=A)
    assert clock.since == {B: 2 * DAY}
    clock = clock_after(clock, (A,), 4 * DAY, NOBODY, "do", acted=B)
    assert deadline(clock, A, ()) == 7 * DAY


def test_each_of_several_has_a_time_of_their_own() -> None:
    clock = clock_after(Clock(3), (A, B), 0.0, NOBODY, "begin")
    clock = clock_after(clock, (B,), DAY, NOBODY, "do", acted=A)
    assert clock.since == {B: 0.0}


def test_the_reserve_is_used_up_over_the_match() -> None:
    clock = begun(1, 7)
    assert deadline(clock, A, ()) == 8 * DAY
    clock = clock_after(clock, (B,), 3 * DAY, NOBODY, "do", acted=A)
    assert clock.used == {A: 2 * DAY}
    clock = clock_after(clock, (A,), 3.5 * DAY, NOBODY, "do", acted=B)
    assert clock.used == {A: 2 * DAY}
    assert deadline(clock, A, ()) == 3.5 * DAY + 6 * DAY
    assert warning_time(clock, A, ()) == 3.5 * DAY + 5.5 * DAY


def test_ending_a_move_and_taking_that_back_gives_no_time() -> None:
    clock = begun(1, 7)
    for number in range(1, 6):
        at = number * DAY
        clock = clock_after(clock, (B,), at, NOBODY, "do", acted=A)
        clock = clock_after(clock, (A,), at, NOBODY, "undo", acted=A)
        assert deadline(clock, A, ()) == 8 * DAY
    # Time in which the other side was thinking is not one's own.
    clock = clock_after(clock, (B,), 5 * DAY, NOBODY, "do", acted=A)
    clock = clock_after(clock, (A,), 6 * DAY, NOBODY, "undo", acted=A)
    assert deadline(clock, A, ()) == 9 * DAY


def test_a_rollback_and_a_new_player_begin_anew() -> None:
    clock = begun()
    assert clock_after(clock, (A,), 2 * DAY, NOBODY, "rollback").since == {A: 2 * DAY}
    again = clock_after(clock, (A,), 2 * DAY, NOBODY, "seat", reseated=(A,))
    assert again.since == {A: 2 * DAY}
    assert clock_after(clock, (A,), 2 * DAY, NOBODY, "seat", reseated=(B,)).since == {A: 0.0}


def test_leave_stops_the_clock() -> None:
    away = ((DAY, 11 * DAY),)
    assert elapsed(0.0, 5 * DAY, away) == DAY
    assert elapsed(2 * DAY, 20 * DAY, away) == 9 * DAY
    assert reached(0.0, 3 * DAY, away) == 13 * DAY
    assert reached(0.0, DAY / 2, away) == DAY / 2
    assert reached(12 * DAY, DAY, away) == 13 * DAY
    assert reached(2 * DAY, DAY, away) == 12 * DAY
    two = ((20 * DAY, 22 * DAY), (DAY, 11 * DAY))
    assert reached(0.0, 11 * DAY, two) == 23 * DAY
    clock = begun(1, 7)
    clock = clock_after(clock, (B,), 11.5 * DAY, {A: away}, "do", acted=A)
    assert clock.used == {A: DAY / 2}


def test_a_warning_comes_a_day_before_or_at_half_of_a_short_move() -> None:
    assert warning_time(begun(3), A, ()) == 2 * DAY
    assert warning_time(begun(1), A, ()) == DAY / 2
    patient = begun(0)
    assert warning_time(patient, A, ()) == 30 * DAY
    assert deadline(patient, A, ()) == 37 * DAY


def test_patience_is_for_whoever_stays_away() -> None:
    clock = begun(0)
    clock = clock_after(clock, (A,), 20 * DAY, NOBODY, "do", acted=A)
    assert clock.since == {A: 20 * DAY}


def test_when_to_look_again() -> None:
    clock = begun(3)
    assert next_look(clock, NOBODY, open_seats=False) == 2 * DAY
    clock = replace(clock, warned=(A,))
    assert next_look(clock, NOBODY, open_seats=False) == 3 * DAY
    clock = replace(clock, late=(A,))
    assert next_look(clock, NOBODY, open_seats=False) == 0.0
    empty = clock_after(Clock(), (), 5.0, NOBODY, "begin")
    assert next_look(empty, NOBODY, open_seats=False) == 0.0
    assert next_look(empty, NOBODY, open_seats=True) == 60 * DAY + 5.0


def test_a_side_that_acts_is_no_longer_warned_or_late() -> None:
    clock = replace(begun(3), warned=(A,), late=(A,))
    clock = clock_after(clock, (B,), DAY, NOBODY, "do", acted=A)
    assert (clock.warned, clock.late) == ((), ())
    assert clock_after(replace(begun(3), warned=(A,)), (A,), DAY, NOBODY, "clock").warned == (A,)
