"""Clocks as people read them: whose time runs, until when, and who is away."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

from msgspec import Struct

from landbridge.server.clocks.clock import DAY, Timeout, deadline, elapsed, read_clock, reserve_left
from landbridge.server.clocks.server_time import Timekeeper
from landbridge.store.rows import MatchRow, SeatRow


class RunningTime(Struct, frozen=True):
    """The time of a side that must decide."""

    until: str
    """When it is out of time, if the server stays up and nobody goes on leave."""
    seconds: int
    """What is left, the reserve included; below zero it is late."""
    reserve: int
    """How much of that is reserve."""
    stopped: bool
    """Whether it stands still, because the player is on leave."""


class ClockView(Struct, frozen=True):
    """The clock of a match. `days` is 0 where none was chosen and somebody stays away."""

    days: int
    reserve: int
    timeout: Timeout
    bot: str
    running: dict[str, RunningTime]
    late: tuple[str, ...]
    """The sides that are out of time."""


def moment(seconds: float) -> str:
    """A time as text."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def clock_view(
    row: MatchRow, seats: Iterable[SeatRow], keeper: Timekeeper | None
) -> ClockView | None:
    """The clock of a match; None where there is nothing to tell of it."""
    if keeper is None or not row.clock:
        return None
    clock, now = read_clock(row.clock), keeper.now()
    if not clock.days and not clock.warned:
        return None
    people = {seat.role: seat.user_id for seat in seats if seat.kind == "user"}
    running = {}
    for role, since in clock.since.items():
        if row.over or role not in people or (not clock.days and role not in clock.warned):
            continue
        away = keeper.away(people[role])
        end = deadline(clock, role, away)
        took = elapsed(since, now, away)
        reserve = reserve_left(clock, role)
        # What is left, counted without the days on which the player is away.
        left = elapsed(now, end, away) if now < end else now - end
        spare = reserve - max(0.0, took - clock.days * DAY) if clock.days else 0.0
        running[role] = RunningTime(
            until=moment(keeper.wall_time(end)),
            seconds=round(left if now < end else -left),
            reserve=max(0, round(spare)),
            stopped=keeper.away_until(people[role]) is not None,
        )
    if not clock.days and not running:
        return None
    late = tuple(role for role, time in running.items() if time.seconds <= 0)
    return ClockView(clock.days, clock.reserve, clock.timeout, clock.bot, running, late)


def away_text(user_id: str, keeper: Timekeeper | None) -> str:
    """Until when somebody is on leave; empty if they are not."""
    until = keeper.away_until(user_id) if keeper is not None else None
    return "" if until is None or keeper is None else moment(keeper.wall_time(until))
