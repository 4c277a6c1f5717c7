"""Ending a match by what people do: resigning, agreeing on a draw, claiming what is overdue."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from landbridge.engine.endings import Ending, agreed_draw, forfeit, resignation
from landbridge.engine.refusals import BadInput, Refusal, choices
from landbridge.server.clocks.clock import deadline, read_clock
from landbridge.server.clocks.server_time import Timekeeper
from landbridge.server.http.problems import Clash, Ended, NotAllowed
from landbridge.server.play.draw_offers import (
    declined,
    made,
    may_offer_again,
    read_offer,
    write_offer,
)
from landbridge.server.play.matches import Kept
from landbridge.server.play.numbering import numbers
from landbridge.server.play.rights import Rights
from landbridge.server.play.shapes import Changed, WaysToEnd
from landbridge.server.post.notify import for_players, for_their_turn
from landbridge.store.rows import OutgoingRow

if TYPE_CHECKING:
    from landbridge.server.context import Hall

Result = Literal["win", "draw", "close"]
RESULTS: tuple[Result, ...] = ("win", "draw", "close")


def check_going_on(kept: Kept) -> None:
    """Refuse what comes after the end."""
    if kept.row.over:
        raise Ended("The match is over.")


def players_of(kept: Kept, may: Rights) -> tuple[str, ...]:
    """The sides that somebody plays; a referee plays none, and a bot is nobody's."""
    roles = kept.match.game.roles
    return tuple(role for role in roles if role in may.yours and kept.seats[role].kind == "user")


def side_of(kept: Kept, may: Rights, asked: str | None) -> str:
    """The side for which somebody speaks."""
    sides = players_of(kept, may)
    if not sides:
        raise NotAllowed("You play no side in this match.")
    if asked is None and len(sides) > 1:
        raise BadInput(f"Say for which side: {choices(sides)}.")
    if asked is not None and asked not in sides:
        raise NotAllowed(f"You are not {asked} here. Allowed: {choices(sides)}.")
    return asked or sides[0]


def ways_to_end(kept: Kept, may: Rights, role: str, keeper: Timekeeper | None) -> WaysToEnd:
    """How a role may end the match now."""
    if kept.row.over or role not in players_of(kept, may):
        return WaysToEnd()
    late = overdue(kept, keeper) if keeper is not None else ()
    hindrance = draw_hindrance(kept, may, role)
    return WaysToEnd(
        resign=len(kept.match.game.roles) == 2,
        draw=hindrance or True,
        claim=() if role in late else late,
    )


async def end_match(hall: Hall, kept: Kept, ending: Ending, *, role: str, user_id: str) -> Changed:
    """End a match, write it down, and tell everybody but whoever did it."""
    before = kept.row.to_decide
    # Until it is on the disk the match goes on: whatever fails from here on, it is read again.
    kept.spoiled = True
    kept.match.end(ending)
    await hall.matches.advance(
        kept,
        "end",
        untouched=len(kept.match),
        role=role,
        user_id=user_id,
        outgoing=await for_their_turn(hall, kept, before, user_id),
    )
    return Changed(kept.row.version)


async def resign(hall: Hall, kept: Kept, user_id: str, may: Rights, asked: str | None) -> Changed:
    """Give the match up for one's side."""
    check_going_on(kept)
    role = side_of(kept, may, asked)
    ending = resignation(kept.match.game.roles, [role])
    return await end_match(hall, kept, ending, role=role, user_id=user_id)


# Draws


def draw_hindrance(kept: Kept, may: Rights, role: str) -> str:
    """Why a side cannot offer a draw now; empty if it can."""
    offer = read_offer(kept.row.draw_offer)
    if offer.by:
        return f"{offer.by} has offered a draw already"
    others = _others(kept, may)
    for other in others:
        kind = kept.seats[other].kind
        if kind == "bot":
            return f"a bot plays {other}, and a bot agrees to no draw"
        if kind == "open":
            return f"nobody plays {other} yet"
    # What the other side did in secret does not count, or its count would show.
    records = kept.match.history.records
    newest_first = (records[n - 1] for n in reversed(kept.match.visible(role).numbers()))
    if others and not may_offer_again(offer, role, others, newest_first):
        return "a draw was offered and declined; both sides act before it is offered again"
    return ""


def _others(kept: Kept, may: Rights) -> tuple[str, ...]:
    """The roles whose players have to agree."""
    mine = players_of(kept, may)
    return tuple(role for role in kept.match.game.roles if role not in mine)


async def offer_draw(
    hall: Hall, kept: Kept, user_id: str, may: Rights, asked: str | None
) -> Changed:
    """Offer a draw; where one person plays every side, it is agreed at once."""
    check_going_on(kept)
    mine = players_of(kept, may)
    role = mine[0] if asked is None and mine else side_of(kept, may, asked)
    hindrance = draw_hindrance(kept, may, role)
    if hindrance:
        raise Refusal(hindrance, legal="play on, or resign")
    others, roles = _others(kept, may), kept.match.game.roles
    if not others:
        return await end_match(hall, kept, agreed_draw(roles, roles), role=role, user_id=user_id)
    offer = made(read_offer(kept.row.draw_offer), role, mine, others, kept.row.next_serial)
    told = await for_players(hall, kept, others, "draw", f"{role} offers a draw", but=user_id)
    await _keep(hall, kept, "ask", user_id, role, write_offer(offer), outgoing=told)
    return Changed(numbers(kept.row, role).version, done=False)


async def answer_draw(hall: Hall, kept: Kept, user_id: str, may: Rights, agree: bool) -> Changed:
    """Accept a draw, decline it, or take one's own offer back."""
    check_going_on(kept)
    offer = read_offer(kept.row.draw_offer)
    if not offer.by:
        raise Clash("Nobody offers a draw now.")
    sides = players_of(kept, may)
    mine = [role for role in offer.waiting if role in sides]
    if not mine and (agree or offer.by not in sides):
        raise NotAllowed("You are not asked.")
    if not agree:
        await _keep(hall, kept, "answer", user_id, "", write_offer(declined(offer)))
        return Changed(numbers(kept.row, may.looks[0]).version)
    agreed = (*offer.agreed, *mine)
    waiting = tuple(role for role in offer.waiting if role not in mine)
    if not waiting:
        ending = agreed_draw(kept.match.game.roles, agreed)
        return await end_match(hall, kept, ending, role=mine[0], user_id=user_id)
    serial = offer.offered[offer.by]
    text = write_offer(made(offer, offer.by, agreed, waiting, serial))
    await _keep(hall, kept, "answer", user_id, mine[0], text)
    return Changed(numbers(kept.row, mine[0]).version, done=False)


async def _keep(
    hall: Hall,
    kept: Kept,
    kind: Literal["ask", "answer"],
    user_id: str,
    role: str,
    text: str,
    outgoing: tuple[OutgoingRow, ...] = (),
) -> None:
    await hall.matches.advance(
        kept,
        kind,
        untouched=len(kept.match),
        user_id=user_id,
        role=role,
        rollback=kept.row.rollback,
        draw_offer=text,
        outgoing=outgoing,
    )


# What is overdue


def overdue(kept: Kept, keeper: Timekeeper) -> tuple[str, ...]:
    """The roles that are out of time by now."""
    clock, now = read_clock(kept.row.clock), keeper.now()
    if kept.row.over:
        return ()
    return tuple(
        role
        for role in clock.since
        if role in kept.seats
        and now >= deadline(clock, role, keeper.away(kept.seats[role].user_id))
        # Whoever is counted out without a clock has been warned.
        and (clock.days or role in clock.warned)
    )


async def claim(
    hall: Hall, kept: Kept, user_id: str, may: Rights, asked: str | None, result: str
) -> Changed:
    """End a match whose other side is out of time or stays away, and say how."""
    check_going_on(kept)
    if hall.keeper is None:
        raise BadInput("On your own machine no clock runs.")
    wanted = next((one for one in RESULTS if one == result), None)
    if wanted is None:
        raise BadInput(f"A claim is for {choices(RESULTS)}, not '{result}'.")
    role = side_of(kept, may, asked)
    late = overdue(kept, hall.keeper)
    if role in late:
        raise Refusal("you are out of time yourself", legal="do what is asked of you")
    if not late:
        raise Refusal("nobody is out of time", legal="wait, or offer a draw")
    how: Literal["timed_out", "abandoned"] = (
        "timed_out" if read_clock(kept.row.clock).days else "abandoned"
    )
    ending = forfeit(kept.match.game.roles, how, late, wanted)
    if wanted == "win" and ending.winner != role:
        raise Refusal("with more than two sides nobody wins by a claim", legal="draw or close")
    return await end_match(hall, kept, ending, role=role, user_id=user_id)
