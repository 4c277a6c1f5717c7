"""Looking after clocks: warnings, time-outs, and matches that nobody plays any more.

Any number of server processes may do so at once: whatever follows is a change of the match like
any other, from one version to the next, so it happens once, and an action that comes first counts.
"""

from __future__ import annotations

import asyncio
import logging
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from msgspec.structs import replace

from landbridge.engine.endings import forfeit
from landbridge.engine.refusals import LandbridgeError
from landbridge.server.clocks.clock import (
    DAY,
    NEVER_BEGUN,
    Clock,
    clock_after,
    deadline,
    next_look,
    read_clock,
    timed_roles,
    warning_time,
    write_clock,
)
from landbridge.server.clocks.server_time import COUNT_EVERY, Timekeeper
from landbridge.server.http.problems import Clash, Missing
from landbridge.server.play.endings import end_match, overdue
from landbridge.server.play.matches import Kept
from landbridge.server.post.notify import for_players
from landbridge.store.rows import OutgoingRow, SeatRow

if TYPE_CHECKING:
    from landbridge.server.context import Hall

log = logging.getLogger("landbridge")

AT_ONCE = 100
"""Matches that are looked at in one round."""

LATER = 3600.0
"""Seconds until a match that could not be looked at is tried again."""


async def watch_clocks(hall: Hall) -> None:
    """Count the time and look after every clock, as long as the server runs."""
    while True:
        await asyncio.sleep(COUNT_EVERY)
        try:
            await look_after_clocks(hall)
        except LandbridgeError as problem:
            log.warning("clocks: %s", problem)
        except Exception:
            log.exception("clocks")


async def look_after_clocks(hall: Hall) -> None:
    """Count the time, and look at every match whose clock is due."""
    keeper = hall.keeper
    if keeper is None:
        return
    await keeper.count()
    seen: set[str] = set()
    while due := [
        one for one in await hall.store.clocks.due(keeper.now(), AT_ONCE) if one not in seen
    ]:
        for match_id in due:
            seen.add(match_id)
            await _look_safely(hall, keeper, match_id)


async def _look_safely(hall: Hall, keeper: Timekeeper, match_id: str) -> None:
    try:
        await look_at_clock(hall, keeper, match_id)
    except (Clash, Missing):
        # Somebody acted at the same moment: the match is looked at again when it is due.
        pass
    except Exception:
        log.exception("the clock of match %s", match_id)
        version = await hall.store.matches.version(match_id)
        await hall.store.clocks.look_at(match_id, version or 0, keeper.now() + LATER)


async def look_at_clock(hall: Hall, keeper: Timekeeper, match_id: str) -> None:
    """Do what is due in one match: close it, count somebody out, or warn them."""
    async with hall.matches.at(match_id) as kept:
        if kept.row.over:
            await hall.store.clocks.look_at(match_id, kept.row.version, 0.0)
            return
        if await _nobody_left(hall, kept, keeper.now()):
            ending = forfeit(kept.match.game.roles, "abandoned", ())
            await end_match(hall, kept, ending, role="", user_id="")
            return
        clock = _running(kept, keeper)
        late = tuple(role for role in overdue(kept, keeper) if role not in clock.late)
        if late and clock.days and clock.timeout == "loses":
            ending = forfeit(kept.match.game.roles, "timed_out", overdue(kept, keeper))
            await end_match(hall, kept, ending, role=late[0], user_id="")
        elif late and clock.days and clock.timeout == "bot":
            await _hand_to_bot(hall, kept, clock.bot, late)
        elif late:
            await _tell_of_claim(hall, kept, clock, late)
        else:
            await _warn(hall, kept, keeper, clock)


def _away(kept: Kept, keeper: Timekeeper) -> dict[str, tuple[tuple[float, float], ...]]:
    return {seat.role: keeper.away(seat.user_id) for seat in kept.seats.values() if seat.user_id}


def _running(kept: Kept, keeper: Timekeeper) -> Clock:
    """The clock; one of a match that was begun before there were clocks is started now."""
    clock = read_clock(kept.row.clock)
    seats = [kept.seats[role] for role in kept.match.game.roles]
    roles = timed_roles(clock, seats, kept.to_decide)
    return clock_after(clock, roles, keeper.now(), _away(kept, keeper), "clock")


async def _nobody_left(hall: Hall, kept: Kept, now: float) -> bool:
    """Whether a match waits for people who never come: its players are gone, or nobody joins."""
    seats = [kept.seats[role] for role in kept.match.game.roles]
    if not any(seat.kind == "user" for seat in seats):
        owner = await hall.store.people.user(kept.row.owner)
        if owner is None and any(seat.kind == "open" for seat in seats):
            return True
    clock = read_clock(kept.row.clock)
    waits = any(seat.kind == "open" for seat in seats)
    return waits and bool(clock.quiet) and now >= clock.quiet + NEVER_BEGUN * DAY


async def _hand_to_bot(hall: Hall, kept: Kept, bot: str, late: tuple[str, ...]) -> None:
    told = await for_players(
        hall,
        kept,
        kept.match.game.roles,
        "bot",
        f"{' and '.join(late)} out of time: a bot plays on",
    )
    await hall.matches.advance(
        kept,
        "seat",
        untouched=len(kept.match),
        role=late[0],
        seats=tuple(SeatRow(kept.id, role, "bot", "", bot) for role in late),
        outgoing=told,
    )


async def _tell_of_claim(hall: Hall, kept: Kept, clock: Clock, late: tuple[str, ...]) -> None:
    names = " and ".join(late)
    others = [role for role in kept.match.game.roles if role not in late]
    told = (
        *await for_players(hall, kept, late, "late", "you are out of time"),
        *await for_players(hall, kept, others, "claim", f"{names} is out of time: you may claim"),
    )
    clock = replace(clock, late=(*clock.late, *late))
    await _keep(hall, kept, clock, told)


async def _warn(hall: Hall, kept: Kept, keeper: Timekeeper, clock: Clock) -> None:
    now, away = keeper.now(), _away(kept, keeper)
    soon = tuple(
        role
        for role in clock.since
        if role not in clock.warned and now >= warning_time(clock, role, away.get(role, ()))
    )
    if not soon:
        waits = any(kept.seats[role].kind == "open" for role in kept.match.game.roles)
        if clock == read_clock(kept.row.clock):
            due = next_look(clock, away, open_seats=waits)
            await hall.store.clocks.look_at(kept.id, kept.row.version, due)
        else:
            await _keep(hall, kept, clock, ())
        return
    end = min(deadline(clock, role, away.get(role, ())) for role in soon)
    there = datetime.fromtimestamp(keeper.wall_time(end), UTC)
    when = f"{there.day} {there:%b, %H:%M} UTC"
    words = f"your time runs out on {when}"
    if not clock.days:
        words = f"your opponent has waited for a month; act before {when}, or they may end it"
    told = await for_players(hall, kept, soon, "warning", words)
    await _keep(hall, kept, replace(clock, warned=(*clock.warned, *soon)), told)


async def _keep(hall: Hall, kept: Kept, clock: Clock, outgoing: tuple[OutgoingRow, ...]) -> None:
    await hall.matches.advance(
        kept,
        "clock",
        untouched=len(kept.match),
        rollback=kept.row.rollback,
        clock=write_clock(clock),
        outgoing=outgoing,
    )
