"""Clocks: days for a move, a reserve, and what happens when both are used up.

A move begins when a side has something to decide and ends when it has nothing more to decide. All
times are the server's, see server_time.py. Where no clock was chosen, patience takes its place:
whoever lets others wait for a month is warned, and a week later may be counted out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from landbridge.bots.known import known_bots
from landbridge.engine.matches.saves import DiceFrom
from landbridge.engine.refusals import BadInput, choices
from landbridge.store.rows import Kind, SeatRow

DAY = 86_400.0
DAYS = (1, 2, 3, 5, 7, 14)
"""Days that a move may take."""

RESERVES = (0, 7, 14, 30)
"""Days of reserve that a side may use up over the whole match."""

PATIENCE = 37.0
"""Days after which somebody who stays away may be counted out, where there is no clock."""

REMINDED = 7.0
"""Days before that, in which they are warned."""

NEVER_BEGUN = 60.0
"""Days after which a match with an open seat is closed, if nothing happens in it."""

Timeout = Literal["claim", "loses", "bot"]
TIMEOUTS: tuple[Timeout, ...] = ("claim", "loses", "bot")

Span = tuple[float, float]
"""From when to when somebody is away."""


class ClockChoice(Struct, frozen=True):
    """A clock, as it is chosen for a new match."""

    days: int
    """Days for a move: 1, 2, 3, 5, 7 or 14."""
    reserve: int = 0
    """Days of reserve for the whole match: 0, 7, 14 or 30."""
    timeout: str = "claim"
    """What happens at time-out: `claim` (the others may end it), `loses`, or `bot`."""
    bot: str = ""
    """The bot that takes over."""


class Clock(Struct, frozen=True):
    """The clock of a match and how it stands."""

    days: int = 0
    """0: none was chosen."""
    reserve: int = 0
    timeout: Timeout = "claim"
    bot: str = ""
    since: dict[str, float] = {}
    """The roles that must decide, and since when."""
    used: dict[str, float] = {}
    """Seconds of its reserve that a role has used in moves that are over."""
    spent: dict[str, float] = {}
    """Seconds that a role took for its last move; an undo gives it these back, and no more."""
    warned: tuple[str, ...] = ()
    late: tuple[str, ...] = ()
    """Roles that are known to be out of time."""
    quiet: float = 0.0
    """Since when nothing has happened in the match."""


def chosen(choice: ClockChoice | None, game: str, dice: DiceFrom) -> Clock:
    """The clock of a match that begins, or what is wrong with the choice."""
    if choice is None:
        return Clock()
    if choice.days not in DAYS:
        raise BadInput(f"A move takes {choices(DAYS)} days, not {choice.days}.")
    if choice.reserve not in RESERVES:
        raise BadInput(f"The reserve is {choices(RESERVES)} days, not {choice.reserve}.")
    found = next((one for one in TIMEOUTS if one == choice.timeout), None)
    if found is None:
        raise BadInput(f"At time-out: {choices(TIMEOUTS)}, not '{choice.timeout}'.")
    if found != "bot":
        return Clock(choice.days, choice.reserve, found)
    if dice == "typed":
        raise BadInput("A bot throws no dice at the table, so none can take over at time-out.")
    bots = list(known_bots(game))
    if choice.bot and choice.bot not in bots:
        raise BadInput(f"There is no bot '{choice.bot}'. Allowed: {choices(bots)}.")
    return Clock(choice.days, choice.reserve, found, choice.bot or bots[0])


def read_clock(text: str) -> Clock:
    """The clock in the row of a match."""
    return msgspec.json.decode(text, type=Clock) if text else Clock()


def write_clock(clock: Clock) -> str:
    """A clock for the row of a match."""
    return msgspec.json.encode(clock).decode()


# Time and absence


def elapsed(since: float, now: float, away: Iterable[Span]) -> float:
    """Seconds from one time to another in which somebody was there."""
    gone = sum(max(0.0, min(now, until) - max(since, start)) for start, until in away)
    return max(0.0, now - since - gone)


def reached(since: float, seconds: float, away: Iterable[Span]) -> float:
    """When so many seconds have passed in which somebody was there."""
    at = since + max(0.0, seconds)
    for start, until in sorted(away):
        if until > since and start < at:
            at += until - max(since, start)
    return at


# A clock that runs


def timed_roles(
    clock: Clock, seats: Iterable[SeatRow], to_decide: Sequence[str]
) -> tuple[str, ...]:
    """The roles whose time runs: people who must decide, as soon as every seat is taken."""
    held = {seat.role: seat for seat in seats}
    people = {seat.user_id for seat in held.values() if seat.kind == "user"}
    bots = any(seat.kind == "bot" for seat in held.values())
    if any(seat.kind == "open" for seat in held.values()):
        return ()
    # Against oneself nobody is late; against a bot only if one has chosen a clock.
    if len(people) < 2 and not (clock.days and bots):
        return ()
    return tuple(role for role in to_decide if role in held and held[role].kind == "user")


def clock_after(
    clock: Clock,
    roles: Sequence[str],
    now: float,
    away: dict[str, tuple[Span, ...]],
    kind: Kind,
    *,
    acted: str = "",
    reseated: Sequence[str] = (),
) -> Clock:
    """The clock after a change of its match; `roles` are those whose time runs from now on."""
    since, used, spent = dict(clock.since), dict(clock.used), dict(clock.spent)
    fresh = set(reseated) | (set(since) if kind == "rollback" else set())
    if not clock.days and kind == "do":
        # Patience is for whoever stays away, not for whoever takes long over a turn.
        fresh.add(acted)
    for role in [*since]:
        if role in fresh or role not in roles:
            took = elapsed(since.pop(role), now, away.get(role, ()))
            spent[role] = took
            used[role] = used.get(role, 0.0) + _over(clock, took)
    for role in roles:
        if role in since:
            continue
        if kind == "undo" and role in spent and role not in fresh:
            # Ending a move and taking that back must not give a new move's time.
            took = spent.pop(role)
            used[role] = max(0.0, used.get(role, 0.0) - _over(clock, took))
            since[role] = now - took
        else:
            since[role] = now
    same = {role for role, start in since.items() if clock.since.get(role) == start}
    moved = kind in ("begin", "do", "undo", "rollback", "seat")
    return replace(
        clock,
        since=since,
        used={role: seconds for role, seconds in used.items() if seconds},
        spent=spent,
        warned=tuple(role for role in clock.warned if role in same),
        late=tuple(role for role in clock.late if role in same),
        quiet=now if moved or not clock.quiet else clock.quiet,
    )


def _over(clock: Clock, took: float) -> float:
    """What a move takes of the reserve."""
    return max(0.0, took - clock.days * DAY) if clock.days else 0.0


def reserve_left(clock: Clock, role: str) -> float:
    """Seconds of reserve that a role had left before this move."""
    return max(0.0, clock.reserve * DAY - clock.used.get(role, 0.0))


def _allowed(clock: Clock, role: str) -> float:
    return clock.days * DAY + reserve_left(clock, role) if clock.days else PATIENCE * DAY


def _warning(clock: Clock) -> float:
    return min(DAY, clock.days * DAY / 2) if clock.days else REMINDED * DAY


def deadline(clock: Clock, role: str, away: Iterable[Span]) -> float:
    """When a role is out of time."""
    return reached(clock.since[role], _allowed(clock, role), away)


def warning_time(clock: Clock, role: str, away: Iterable[Span]) -> float:
    """When a role is told that its time runs out: a day before, or half a short move."""
    return reached(clock.since[role], _allowed(clock, role) - _warning(clock), away)


def next_look(clock: Clock, away: dict[str, tuple[Span, ...]], *, open_seats: bool) -> float:
    """When somebody has to look at the clock again; 0: never."""
    found = []
    for role in clock.since:
        if role not in clock.warned:
            found.append(warning_time(clock, role, away.get(role, ())))
        if role not in clock.late:
            found.append(deadline(clock, role, away.get(role, ())))
    if open_seats:
        found.append(clock.quiet + NEVER_BEGUN * DAY)
    return min(found, default=0.0)
