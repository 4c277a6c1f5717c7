"""Looking after clocks: warnings, time-outs, and matches that nobody plays any more.

Any number of server processes may do so at once: whatever follows is a change of the match like
any other, from one version to the next, so it happens once, and an action that comes first counts.
"""

from __future__ import annotations

import asyncio
import logging
from datetime import UTC, datetime

from msgspec.structs import replace

from landbridge.engine.play.endings import forfeit
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
from landbridge.server.http.problems import Clash, NotFound
from landbridge.server.parts import ServerParts
from landbridge.server.play.endings import end_match, overdue
from landbridge.server.play.matches import LiveMatch
from landbridge.server.post.notify import player_messages
from landbridge.store.rows import OutgoingRow, SeatRow

log = logging.getLogger("landbridge")

AT_ONCE = 100
"""Matches that are looked at in one round."""

LATER = 3600.0
"""Seconds until a match that could not be looked at is tried again."""


async def watch_clocks(server: ServerParts) -> None:
    """Count the time and look after every clock, as long as the server runs."""
    while True:
        await asyncio.sleep(COUNT_EVERY)
        try:
            await look_after_clocks(server)
        except LandbridgeError as problem:
            log.warning("clocks: %s", problem)
        except Exception:
            log.exception("clocks")


async def look_after_clocks(server: ServerParts) -> None:
    """Count the time, and look at every match whose clock is due."""
    keeper = server.keeper
    if keeper is None:
        return
    await keeper.count()
    seen: set[str] = set()
    while due := [
        one for one in await server.store.clocks.due(keeper.now(), AT_ONCE) if one not in seen
    ]:
        for match_id in due:
            seen.add(match_id)
            await _look_safely(server, keeper, match_id)


async def _look_safely(server: ServerParts, keeper: Timekeeper, match_id: str) -> None:
    try:
        await look_at_clock(server, keeper, match_id)
    except (Clash, NotFound):
        # Somebody acted at the same moment: the match is looked at again when it is due.
        pass
    except Exception:
        log.exception("the clock of match %s", match_id)
        version = await server.store.matches.version(match_id)
        await server.store.clocks.look_at(match_id, version or 0, keeper.now() + LATER)


async def look_at_clock(server: ServerParts, keeper: Timekeeper, match_id: str) -> None:
    """Do what is due in one match: close it, count somebody out, or warn them."""
    async with server.matches.hold(match_id) as live:
        if live.row.over:
            await server.store.clocks.look_at(match_id, live.row.version, 0.0)
            return
        if await _nobody_left(server, live, keeper.now()):
            ending = forfeit(live.match.game.roles, "abandoned", ())
            await end_match(server, live, ending, role="", user_id="")
            return
        clock = _running(live, keeper)
        late = tuple(role for role in overdue(live, keeper) if role not in clock.late)
        if late and clock.days and clock.timeout == "loses":
            ending = forfeit(live.match.game.roles, "timed_out", overdue(live, keeper))
            await end_match(server, live, ending, role=late[0], user_id="")
        elif late and clock.days and clock.timeout == "bot":
            await _hand_to_bot(server, live, clock.bot, late)
        elif late:
            await _notify_of_claim(server, live, clock, late)
        else:
            await _warn(server, live, keeper, clock)


def _away(live: LiveMatch, keeper: Timekeeper) -> dict[str, tuple[tuple[float, float], ...]]:
    return {seat.role: keeper.away(seat.user_id) for seat in live.seats.values() if seat.user_id}


def _running(live: LiveMatch, keeper: Timekeeper) -> Clock:
    """The clock; one of a match that was begun before there were clocks is started now."""
    clock = read_clock(live.row.clock)
    seats = [live.seats[role] for role in live.match.game.roles]
    roles = timed_roles(clock, seats, live.to_decide)
    return clock_after(clock, roles, keeper.now(), _away(live, keeper), "clock")


async def _nobody_left(server: ServerParts, live: LiveMatch, now: float) -> bool:
    """Whether a match waits for people who never come: its players are gone, or nobody joins."""
    seats = [live.seats[role] for role in live.match.game.roles]
    if not any(seat.kind == "user" for seat in seats):
        owner = await server.store.people.user(live.row.owner)
        if owner is None and any(seat.kind == "open" for seat in seats):
            return True
    clock = read_clock(live.row.clock)
    waits = any(seat.kind == "open" for seat in seats)
    return waits and bool(clock.quiet) and now >= clock.quiet + NEVER_BEGUN * DAY


async def _hand_to_bot(
    server: ServerParts, live: LiveMatch, bot: str, late: tuple[str, ...]
) -> None:
    messages = await player_messages(
        server,
        live,
        live.match.game.roles,
        "bot",
        f"{' and '.join(late)} out of time: a bot plays on",
    )
    await server.matches.advance(
        live,
        "seat",
        untouched=len(live.match),
        role=late[0],
        seats=tuple(SeatRow(live.id, role, "bot", "", bot) for role in late),
        outgoing=messages,
    )


async def _notify_of_claim(
    server: ServerParts, live: LiveMatch, clock: Clock, late: tuple[str, ...]
) -> None:
    names = f"{' and '.join(late)} {'is' if len(late) == 1 else 'are'}"
    others = [role for role in live.match.game.roles if role not in late]
    messages = (
        *await player_messages(server, live, late, "late", "you are out of time"),
        *await player_messages(
            server, live, others, "claim", f"{names} out of time: you may claim"
        ),
    )
    clock = replace(clock, late=(*clock.late, *late))
    await _keep(server, live, clock, messages)


async def _warn(server: ServerParts, live: LiveMatch, keeper: Timekeeper, clock: Clock) -> None:
    now, away = keeper.now(), _away(live, keeper)
    soon = tuple(
        role
        for role in clock.since
        if role not in clock.warned and now >= warning_time(clock, role, away.get(role, ()))
    )
    if not soon:
        waits = any(live.seats[role].kind == "open" for role in live.match.game.roles)
        if clock == read_clock(live.row.clock):
            due = next_look(clock, away, open_seats=waits)
            await server.store.clocks.look_at(live.id, live.row.version, due)
        else:
            await _keep(server, live, clock, ())
        return
    end = min(deadline(clock, role, away.get(role, ())) for role in soon)
    there = datetime.fromtimestamp(keeper.wall_time(end), UTC)
    when = f"{there.day} {there:%b, %H:%M} UTC"
    words = f"your time runs out on {when}"
    if not clock.days:
        words = f"your opponent has waited for a month; act before {when}, or they may end it"
    messages = await player_messages(server, live, soon, "warning", words)
    await _keep(server, live, replace(clock, warned=(*clock.warned, *soon)), messages)


async def _keep(
    server: ServerParts, live: LiveMatch, clock: Clock, outgoing: tuple[OutgoingRow, ...]
) -> None:
    await server.matches.advance(
        live,
        "clock",
        untouched=len(live.match),
        rollback=live.row.rollback,
        clock=write_clock(clock),
        outgoing=outgoing,
    )
