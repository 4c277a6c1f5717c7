"""Calls on matches as a whole: lists, beginnings, seats, notes."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from landbridge.engine.events import SPECTATOR
from landbridge.engine.match import Match
from landbridge.engine.refusals import BadInput
from landbridge.referee.games import new_match
from landbridge.server.clocks.clock import Clock, chosen, write_clock
from landbridge.server.http.calls import Asking, call
from landbridge.server.http.problems import Missing, NotAllowed
from landbridge.server.http.shapes import Nothing
from landbridge.server.people.shapes import MatchWishes
from landbridge.server.play.access import AS, summed_up, table
from landbridge.server.play.matches import Kept, fresh_id, new_row
from landbridge.server.play.seats import change, first_seats, held_by, may_invite, seat, sit
from landbridge.server.play.shapes import (
    Invitation,
    Inviting,
    Joining,
    MatchSettings,
    NewMatch,
    Note,
    Position,
    Sitting,
    Summary,
    thrown,
)
from landbridge.server.play.views import position, summary
from landbridge.server.post.webhooks import check_address
from landbridge.store.rows import MemberRow, NoticeRow, SeatRow

NAME = 80
"""Letters that a match's name may have."""

MOST_LISTED = 500
MOST_OWNED = 200
"""Matches that go on at a time and were begun by one person."""

INVITED_DAYS = 14.0


def tidy(name: str) -> str:
    """A name on one line."""
    found = " ".join(name.split())
    if not found.isprintable():
        raise BadInput("A name has letters that can be printed.")
    if len(found) > NAME:
        raise BadInput(f"A name has at most {NAME} letters.")
    return found


@call(
    "GET",
    "/api/matches",
    gives=list[Summary],
    query={"mine": "true: leave out matches that one may only look at", "limit": "at most n"},
)
async def list_matches(asking: Asking, body: None) -> list[Summary]:
    """Your matches and those that you may look at, the newest first."""
    limit = max(1, min(asking.number("limit") or 100, MOST_LISTED))
    mine = asking.query("mine") in ("true", "1")
    found = await asking.hall.store.matches.listed(asking.user_id, mine=mine, limit=limit)
    names = await asking.hall.names(one.user_id for _, seats in found for one in seats)
    keeper, public = asking.hall.keeper, asking.hall.settings.public
    return [
        summary(row, seats, asking.user_id, names, keeper, public=public) for row, seats in found
    ]


@call("POST", "/api/matches", takes=NewMatch, gives=Summary, status=201, limit="begin")
async def begin(asking: Asking, body: NewMatch) -> Summary:
    """Begin a match."""
    user, public = asking.user, asking.hall.settings.public
    if public and body.seed is not None:
        raise BadInput("Here the server draws the seed: whoever chose it would know every roll.")
    match = new_match(
        body.game,
        body.scenario,
        seed=body.seed,
        options=body.options,
        dice=body.dice,
        mode=body.mode,
        set_up_dice=thrown(body.set_up_dice),
    )
    if body.clock is not None and not public:
        raise BadInput(
            "On your own machine no clock runs; a match on a public server may have one."
        )
    clock = chosen(body.clock, match.game.name, body.dice)
    match_id = fresh_id()
    seats = first_seats(match_id, match.game, body.seats, user.id, public=public, dice=body.dice)
    kept = await keep(asking, match, match_id, body.name, seats, private=body.private, clock=clock)
    return await summed_up(asking, kept)


async def keep(
    asking: Asking,
    match: Match[Any],
    match_id: str,
    name: str,
    seats: list[SeatRow],
    *,
    private: bool,
    clock: Clock | None = None,
) -> Kept:
    """Keep a match that begins here; on one's own machine all are private."""
    user, hall = asking.user, asking.hall
    if hall.settings.public and await hall.store.matches.owned(user.id) >= MOST_OWNED:
        raise NotAllowed(f"You have {MOST_OWNED} matches going on; end or delete some first.")
    row = new_row(
        match,
        match.save(),
        seats,
        match_id=match_id,
        name=tidy(name) or match.game.scenario(match.header.scenario).title,
        owner=user.id,
        private=private or not hall.settings.public,
    )
    if clock is not None and clock.days:
        row = replace(row, clock=write_clock(clock))
    return await hall.matches.create(row, match, seats, held_by(seats))


@call("GET", "/api/matches/{id}", gives=Position, query=AS)
async def show(asking: Asking, body: None) -> Position:
    """A match as a role sees it, and what that role can do now."""
    async with table(asking) as (kept, may):
        names = await asking.hall.names(one.user_id for one in kept.seats.values())
        role = may.looking(asking.query("as"))
        return position(kept, role, may, asking.user_id, names, asking.hall.keeper)


@call("DELETE", "/api/matches/{id}", gives=Nothing)
async def delete(asking: Asking, body: None) -> Nothing:
    """Delete a match; on a public server its owner can, if nobody else plays in it any more."""
    user = asking.user
    async with table(asking) as (kept, may):
        if not may.owner:
            raise NotAllowed("Only the owner can delete a match.")
        others = [s for s in kept.seats.values() if s.kind == "user" and s.user_id != user.id]
        if others and not kept.row.over:
            raise NotAllowed("Others still play in this match.")
        await asking.hall.matches.delete(kept.id)
        kept.spoiled = True
        asking.hall.gone(kept)
    return Nothing()


@call("POST", "/api/matches/{id}/settings", takes=MatchSettings, gives=Summary)
async def settings(asking: Asking, body: MatchSettings) -> Summary:
    """Change the name of a match, or who may look at it."""
    user = asking.user
    async with table(asking) as (kept, may):
        if not may.owner:
            raise NotAllowed("Only the owner can change this.")
        private = body.private if asking.hall.settings.public else None
        await asking.hall.matches.advance(
            kept,
            "settings",
            untouched=len(kept.match),
            user_id=user.id,
            name=None if body.name is None else tidy(body.name),
            private=private,
            rollback=kept.row.rollback,
        )
        return await summed_up(asking, kept)


# Seats


@call("POST", "/api/matches/{id}/seats", takes=Sitting, gives=Summary)
async def change_seat(asking: Asking, body: Sitting) -> Summary:
    """Take a seat, leave it, or let a bot play."""
    user, hall = asking.user, asking.hall
    async with table(asking) as (kept, may):
        members = await hall.store.matches.members(kept.id)
        public = hall.settings.public
        new = change(kept, may, members, user.id, body.role, body.to, public=public)
        await _seat(asking, kept, new)
        return await summed_up(asking, kept)


async def _seat(asking: Asking, kept: Kept, new: SeatRow, invitation: str = "") -> None:
    await asking.hall.matches.advance(
        kept,
        "seat",
        untouched=len(kept.match),
        role=new.role,
        user_id=asking.user_id,
        seats=(new,),
        members=tuple(held_by([new])),
        invitation=invitation,
    )


@call("POST", "/api/matches/{id}/invite", takes=Inviting, gives=Invitation)
async def invite(asking: Asking, body: Inviting) -> Invitation:
    """A link that lets one person take a seat."""
    user, hall = asking.user, asking.hall
    if not hall.settings.public:
        raise BadInput("On your own machine every seat is yours; there is nobody to invite.")
    async with table(asking) as (kept, may):
        members = await hall.store.matches.members(kept.id)
        may_invite(kept, may, members, body.role)
        token = await hall.store.people.invite(kept.id, body.role, user.id, INVITED_DAYS)
    return Invitation(f"/#/join/{token}")


@call("POST", "/api/join", takes=Joining, gives=Summary, limit="login")
async def join(asking: Asking, body: Joining) -> Summary:
    """Take the seat that an invitation is for."""
    user, hall = asking.user, asking.hall
    found = await hall.store.people.invitation(body.token)
    if found is None:
        raise Missing("This invitation has been used, or has expired.")
    async with hall.matches.at(found.match_id) as kept:
        members = await hall.store.matches.members(kept.id)
        if found.role == SPECTATOR:
            await hall.matches.advance(
                kept,
                "seat",
                untouched=len(kept.match),
                user_id=user.id,
                members=(MemberRow(kept.id, user.id, SPECTATOR),),
                rollback=kept.row.rollback,
                invitation=found.hash,
            )
        else:
            sit(kept, members, user.id, found.role, invited=True)
            await _seat(asking, kept, seat(kept.id, found.role, "me", user.id), found.hash)
        return await summed_up(asking, kept)


# Notes and wishes


@call("GET", "/api/matches/{id}/notes", gives=Note)
async def notes(asking: Asking, body: None) -> Note:
    """Your own notes on a match; nobody else sees them."""
    user = asking.user
    async with table(asking) as (kept, _):
        return Note(await asking.hall.store.people.note(kept.id, user.id))


@call("POST", "/api/matches/{id}/notes", takes=Note, gives=Note)
async def write_notes(asking: Asking, body: Note) -> Note:
    """Keep your own notes on a match."""
    user = asking.user
    async with table(asking) as (kept, _):
        await asking.hall.store.people.write_note(kept.id, user.id, body.text)
    return body


@call("GET", "/api/matches/{id}/notify", gives=MatchWishes)
async def match_wishes(asking: Asking, body: None) -> MatchWishes:
    """How you want to be told of this match."""
    user = asking.user
    async with table(asking) as (kept, _):
        found = await asking.hall.store.people.notice(kept.id, user.id)
    return MatchWishes(None if found.mail is None else bool(found.mail), found.webhook)


@call("POST", "/api/matches/{id}/notify", takes=MatchWishes, gives=MatchWishes)
async def wish_for_match(asking: Asking, body: MatchWishes) -> MatchWishes:
    """Change how you want to be told of this match."""
    user = asking.user
    if body.webhook:
        check_address(body.webhook)
    async with table(asking) as (kept, _):
        mail = None if body.mail is None else int(body.mail)
        await asking.hall.store.people.wish(NoticeRow(kept.id, user.id, mail, body.webhook))
    if body.webhook:
        await asking.hall.store.post.forgive(user.id, "webhook", body.webhook)
    return body
