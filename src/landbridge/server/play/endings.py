"""Ending a match by what people do: resigning, agreeing on a draw, claiming what is overdue."""

from __future__ import annotations

from typing import Literal

from landbridge.engine.play.endings import Ending, agreed_draw, forfeit, resignation
from landbridge.engine.refusals import BadInput, Refusal, choices
from landbridge.server.clocks.clock import deadline, read_clock
from landbridge.server.clocks.server_time import Timekeeper
from landbridge.server.http.problems import Clash, MatchOver, NotAllowed
from landbridge.server.parts import ServerParts
from landbridge.server.play.draw_offers import (
    may_offer_again,
    new_offer,
    read_offer,
    without_offer,
    write_offer,
)
from landbridge.server.play.matches import LiveMatch
from landbridge.server.play.rights import Rights
from landbridge.server.play.shapes import ChangeResult, WaysToEnd
from landbridge.server.post.notify import player_messages, turn_messages
from landbridge.server.updates.numbering import numbers
from landbridge.store.rows import OutgoingRow

Result = Literal["win", "draw", "close"]
RESULTS: tuple[Result, ...] = ("win", "draw", "close")


def check_going_on(live: LiveMatch) -> None:
    """Refuse what comes after the end."""
    if live.row.over:
        raise MatchOver("The match is over.")


def players_of(live: LiveMatch, may: Rights) -> tuple[str, ...]:
    """The sides that somebody plays; a referee plays none, and a bot is nobody's."""
    roles = live.match.game.roles
    return tuple(role for role in roles if role in may.yours and live.seats[role].kind == "user")


def side_of(live: LiveMatch, may: Rights, asked: str | None) -> str:
    """The side for which somebody speaks."""
    sides = players_of(live, may)
    if not sides:
        raise NotAllowed("You play no side in this match.")
    if asked is None and len(sides) > 1:
        raise BadInput(f"Say for which side: {choices(sides)}.")
    if asked is not None and asked not in sides:
        raise NotAllowed(f"You are not {asked} here. Allowed: {choices(sides)}.")
    return asked or sides[0]


def ways_to_end(live: LiveMatch, may: Rights, role: str, keeper: Timekeeper | None) -> WaysToEnd:
    """How a role may end the match now."""
    if live.row.over or role not in players_of(live, may):
        return WaysToEnd()
    late = overdue(live, keeper) if keeper is not None else ()
    hindrance = draw_hindrance(live, may, role)
    return WaysToEnd(
        resign=len(live.match.game.roles) == 2,
        draw=hindrance or True,
        claim=() if role in late else late,
    )


async def end_match(
    server: ServerParts, live: LiveMatch, ending: Ending, *, role: str, user_id: str
) -> ChangeResult:
    """End a match, write it down, and tell everybody but whoever did it."""
    before = live.row.to_decide
    # Until it is on the disk the match goes on: whatever fails from here on, it is read again.
    live.uncertain = True
    live.match.end(ending)
    await server.matches.advance(
        live,
        "end",
        untouched=len(live.match),
        role=role,
        user_id=user_id,
        outgoing=await turn_messages(server, live, before, user_id),
    )
    return ChangeResult(live.row.version)


async def resign(
    server: ServerParts, live: LiveMatch, user_id: str, may: Rights, asked: str | None
) -> ChangeResult:
    """Give the match up for one's side."""
    check_going_on(live)
    role = side_of(live, may, asked)
    ending = resignation(live.match.game.roles, [role])
    return await end_match(server, live, ending, role=role, user_id=user_id)


# Draws


def draw_hindrance(live: LiveMatch, may: Rights, role: str) -> str:
    """Why a side cannot offer a draw now; empty if it can."""
    offer = read_offer(live.row.draw_offer)
    if offer.by:
        return f"{offer.by} has offered a draw already"
    others = _others(live, may)
    for other in others:
        kind = live.seats[other].kind
        if kind == "bot":
            return f"a bot plays {other}, and a bot agrees to no draw"
        if kind == "open":
            return f"nobody plays {other} yet"
    # What the other side did in secret does not count, or its count would show.
    records = live.match.history.records
    newest_first = (records[n - 1] for n in reversed(live.match.visible(role).numbers()))
    if others and not may_offer_again(offer, role, others, newest_first):
        return "a draw was offered and declined; both sides act before it is offered again"
    return ""


def _others(live: LiveMatch, may: Rights) -> tuple[str, ...]:
    """The roles whose players have to agree."""
    mine = players_of(live, may)
    return tuple(role for role in live.match.game.roles if role not in mine)


async def offer_draw(
    server: ServerParts, live: LiveMatch, user_id: str, may: Rights, asked: str | None
) -> ChangeResult:
    """Offer a draw; where one person plays every side, it is agreed at once."""
    check_going_on(live)
    mine = players_of(live, may)
    role = mine[0] if asked is None and mine else side_of(live, may, asked)
    hindrance = draw_hindrance(live, may, role)
    if hindrance:
        raise Refusal(hindrance, legal="play on, or resign")
    others, roles = _others(live, may), live.match.game.roles
    if not others:
        return await end_match(server, live, agreed_draw(roles, roles), role=role, user_id=user_id)
    offer = new_offer(read_offer(live.row.draw_offer), role, mine, others, live.row.next_serial)
    messages = await player_messages(
        server, live, others, "draw", f"{role} offers a draw", but=user_id
    )
    await _keep(server, live, "ask", user_id, role, write_offer(offer), outgoing=messages)
    return ChangeResult(numbers(live.row, role).version, done=False)


async def answer_draw(
    server: ServerParts, live: LiveMatch, user_id: str, may: Rights, agree: bool
) -> ChangeResult:
    """Accept a draw, decline it, or take one's own offer back."""
    check_going_on(live)
    offer = read_offer(live.row.draw_offer)
    if not offer.by:
        raise Clash("Nobody offers a draw now.")
    sides = players_of(live, may)
    mine = [role for role in offer.waiting if role in sides]
    if not mine and (agree or offer.by not in sides):
        raise NotAllowed("You are not asked.")
    if not agree:
        await _keep(server, live, "answer", user_id, "", write_offer(without_offer(offer)))
        return ChangeResult(numbers(live.row, may.looks[0]).version)
    agreed = (*offer.agreed, *mine)
    waiting = tuple(role for role in offer.waiting if role not in mine)
    if not waiting:
        ending = agreed_draw(live.match.game.roles, agreed)
        return await end_match(server, live, ending, role=mine[0], user_id=user_id)
    serial = offer.offered[offer.by]
    text = write_offer(new_offer(offer, offer.by, agreed, waiting, serial))
    await _keep(server, live, "answer", user_id, mine[0], text)
    return ChangeResult(numbers(live.row, mine[0]).version, done=False)


async def _keep(
    server: ServerParts,
    live: LiveMatch,
    kind: Literal["ask", "answer"],
    user_id: str,
    role: str,
    text: str,
    outgoing: tuple[OutgoingRow, ...] = (),
) -> None:
    await server.matches.advance(
        live,
        kind,
        untouched=len(live.match),
        user_id=user_id,
        role=role,
        rollback=live.row.rollback,
        draw_offer=text,
        outgoing=outgoing,
    )


# What is overdue


def overdue(live: LiveMatch, keeper: Timekeeper) -> tuple[str, ...]:
    """The roles that are out of time by now."""
    clock, now = read_clock(live.row.clock), keeper.now()
    if live.row.over:
        return ()
    return tuple(
        role
        for role in clock.since
        if role in live.seats
        and now >= deadline(clock, role, keeper.away(live.seats[role].user_id))
        # Whoever is counted out without a clock has been warned.
        and (clock.days or role in clock.warned)
    )


async def claim(
    server: ServerParts,
    live: LiveMatch,
    user_id: str,
    may: Rights,
    asked: str | None,
    result: str,
) -> ChangeResult:
    """End a match whose other side is out of time or stays away, and say how."""
    check_going_on(live)
    if server.keeper is None:
        raise BadInput("On your own machine no clock runs.")
    wanted = next((one for one in RESULTS if one == result), None)
    if wanted is None:
        raise BadInput(f"A claim is for {choices(RESULTS)}, not '{result}'.")
    role = side_of(live, may, asked)
    late = overdue(live, server.keeper)
    if role in late:
        raise Refusal("you are out of time yourself", legal="do what is asked of you")
    if not late:
        raise Refusal("nobody is out of time", legal="wait, or offer a draw")
    how: Literal["timed_out", "abandoned"] = (
        "timed_out" if read_clock(live.row.clock).days else "abandoned"
    )
    ending = forfeit(live.match.game.roles, how, late, wanted)
    if wanted == "win" and ending.winner != role:
        raise Refusal("with more than two sides nobody wins by a claim", legal="draw or close")
    return await end_match(server, live, ending, role=role, user_id=user_id)
