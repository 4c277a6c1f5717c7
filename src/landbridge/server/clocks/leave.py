"""Leave: some weeks a year in which somebody's clocks stand still."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from landbridge.engine.refusals import BadInput
from landbridge.server.clocks.clock import DAY, elapsed
from landbridge.server.http.problems import Clash
from landbridge.store.rows import LeaveRow

DAYS_A_YEAR = 28
"""Days of leave that anybody has within a year."""

YEAR = 365.0
AHEAD = 365
"""Days for which leave can be planned beforehand."""


def read_day(text: str, name: str) -> date:
    """A day as it is written."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise BadInput(f"{name} is a day such as 2025-07-14, not '{text[:40]}'.") from None


def span_of(first: str, last: str, now: datetime) -> tuple[datetime, datetime]:
    """From when to when somebody is away; without a first day from now on, the last included."""
    end_day = read_day(last, "until")
    start_day = read_day(first, "from") if first else now.date()
    if start_day < now.date():
        raise BadInput(f"Leave begins today ({now.date()}) or later, not on {start_day}.")
    if end_day < start_day:
        raise BadInput(f"Leave that begins on {start_day} cannot end on {end_day}.")
    if end_day > now.date() + timedelta(days=AHEAD):
        raise BadInput(f"Leave can be planned for the next {AHEAD} days, not until {end_day}.")
    start = datetime(start_day.year, start_day.month, start_day.day, tzinfo=UTC)
    end = datetime(end_day.year, end_day.month, end_day.day, tzinfo=UTC) + timedelta(days=1)
    return max(start, now), end


def days_left(leaves: list[LeaveRow], at: float) -> float:
    """Days of leave that somebody still has in the year before this time."""
    spans = [(leave.start, leave.until) for leave in leaves]
    used = YEAR - elapsed(at - YEAR * DAY, at, spans) / DAY
    return max(0.0, DAYS_A_YEAR - used)


def check_leave(leaves: list[LeaveRow], wanted: LeaveRow) -> None:
    """Refuse leave that lies over other leave, or is more than one has in a year."""
    if any(leave.start < wanted.until and wanted.start < leave.until for leave in leaves):
        raise Clash("You have leave in these days already; end it first.")
    most = DAYS_A_YEAR * DAY
    # Every year that holds some of it must have room, also one that ends with later leave.
    ends = [wanted.until, *(leave.until for leave in leaves if leave.until > wanted.until)]
    spans = [(leave.start, leave.until) for leave in [*leaves, wanted]]
    for end in ends:
        first = end - YEAR * DAY
        if YEAR * DAY - elapsed(first, end, spans) > most + 1:
            left = days_left(leaves, end)
            raise Clash(
                f"Leave is at most {DAYS_A_YEAR} days within a year; you have {left:.0f} left."
            )
