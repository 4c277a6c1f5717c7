"""Calls on matches as a whole: lists, beginnings, seats, notes."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from landbridge.engine.matches.match import Match
from landbridge.engine.refusals import BadInput
from landbridge.referee.box import answer_beforehand
from landbridge.referee.games import new_match
from landbridge.server.clocks.clock import Clock, chosen, write_clock
from landbridge.server.http.calls import RequestContext, call
from landbridge.server.http.problems import NotAllowed
from landbridge.server.http.shapes import Acknowledgement
from landbridge.server.people.shapes import MatchNotifySettings
from landbridge.server.play.access import AS, open_match, summarise
from landbridge.server.play.match_rows import fresh_id, new_row
from landbridge.server.play.matches import LiveMatch
from landbridge.server.play.passing import pass_on
from landbridge.server.play.requests import (
    MatchSettings,
    NewMatch,
    SeatChange,
    thrown,
)
from landbridge.server.play.seats import change, first_seats, held_by
from landbridge.server.play.shapes import Note, Position, Summary
from landbridge.server.play.views import position, summary
from landbridge.server.post.webhooks import check_address
from landbridge.store.rows import MemberRow, NoticeRow, SeatRow

NAME = 80
"""Letters that a match's name may have."""

MOST_LISTED = 500
MOST_OWNED = 200
"""Matches that go on at a time and were begun by one person."""


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
async def list_matches(request: RequestContext, body: None) -> list[Summary]:
    """Your matches and those that you may look at, the newest first."""
    limit = max(1, min(request.number("limit") or 100, MOST_LISTED))
    mine = request.query("mine") in ("true", "1")
    found = await request.server.store.matches.listed(request.user_id, mine=mine, limit=limit)
    names = await request.server.names(one.user_id for _, seats in found for one in seats)
    keeper, public = request.server.keeper, request.server.settings.public
    return [
        summary(row, seats, request.user_id, names, keeper, public=public) for row, seats in found
    ]


@call("POST", "/api/matches", takes=NewMatch, gives=Summary, status=201, limit="begin")
async def begin(request: RequestContext, body: NewMatch) -> Summary:
    """Begin a match."""
    user, public = request.user, request.server.settings.public
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
    if body.box:
        answer_beforehand(match, body.box)
    if body.clock is not None and not public:
        raise BadInput(
            "On your own machine no clock runs; a match on a public server may have one."
        )
    clock = chosen(body.clock, match.game.name, body.dice)
    match_id = fresh_id()
    seats = first_seats(match_id, match.game, body.seats, user.id, public=public, dice=body.dice)
    await pass_on(request.server.store.people, match, seats)
    live = await keep(request, match, match_id, body.name, seats, private=body.private, clock=clock)
    return await summarise(request, live)


async def keep(
    request: RequestContext,
    match: Match[Any],
    match_id: str,
    name: str,
    seats: list[SeatRow],
    *,
    private: bool,
    clock: Clock | None = None,
    sandbox_of: str = "",
    members: list[MemberRow] | None = None,
) -> LiveMatch:
    """Keep a match that begins here; on one's own machine all are private.

    `members` are people for whom a seat is kept.
    """
    user, server = request.user, request.server
    if server.settings.public and await server.store.matches.owned(user.id) >= MOST_OWNED:
        raise NotAllowed(f"You have {MOST_OWNED} matches going on; end or delete some first.")
    row = new_row(
        match,
        match.save(),
        seats,
        match_id=match_id,
        name=tidy(name) or match.game.scenario(match.header.scenario).title,
        owner=user.id,
        private=private or not server.settings.public,
    )
    row = replace(row, sandbox_of=sandbox_of)
    if clock is not None and clock.days:
        row = replace(row, clock=write_clock(clock))
    return await server.matches.create(row, match, seats, [*held_by(seats), *(members or ())])


@call("GET", "/api/matches/{id}", gives=Position, query=AS)
async def show(request: RequestContext, body: None) -> Position:
    """A match as a role sees it, and what that role can do now."""
    async with open_match(request) as (live, may):
        names = await request.server.names(one.user_id for one in live.seats.values())
        role = may.looking(request.query("as"))
        return position(live, role, may, request.user_id, names, request.server.keeper)


@call("DELETE", "/api/matches/{id}", gives=Acknowledgement)
async def delete(request: RequestContext, body: None) -> Acknowledgement:
    """Delete a match; on a public server its owner can, if nobody else plays in it any more."""
    user = request.user
    async with open_match(request) as (live, may):
        if not may.owner:
            raise NotAllowed("Only the owner can delete a match.")
        others = [s for s in live.seats.values() if s.kind == "user" and s.user_id != user.id]
        if others and not live.row.over:
            raise NotAllowed("Others still play in this match.")
        await request.server.matches.delete(live.id)
        live.uncertain = True
        request.server.publish_deletion(live)
    return Acknowledgement()


@call("POST", "/api/matches/{id}/settings", takes=MatchSettings, gives=Summary)
async def settings(request: RequestContext, body: MatchSettings) -> Summary:
    """Change the name of a match, or who may look at it."""
    user = request.user
    async with open_match(request) as (live, may):
        if not may.owner:
            raise NotAllowed("Only the owner can change this.")
        private = body.private if request.server.settings.public else None
        await request.server.matches.advance(
            live,
            "settings",
            untouched=len(live.match),
            user_id=user.id,
            name=None if body.name is None else tidy(body.name),
            private=private,
            rollback=live.row.rollback,
        )
        return await summarise(request, live)


# Seats


@call("POST", "/api/matches/{id}/seats", takes=SeatChange, gives=Summary)
async def change_seat(request: RequestContext, body: SeatChange) -> Summary:
    """Take a seat, leave it, or let a bot play."""
    user, server = request.user, request.server
    async with open_match(request) as (live, may):
        members = await server.store.matches.members(live.id)
        public = server.settings.public
        new = change(live, may, members, user.id, body.role, body.to, public=public)
        await put_seat(request, live, new)
        return await summarise(request, live)


async def put_seat(
    request: RequestContext, live: LiveMatch, new: SeatRow, invitation: str = ""
) -> None:
    """Let a seat be somebody's."""
    await request.server.matches.advance(
        live,
        "seat",
        untouched=len(live.match),
        role=new.role,
        user_id=request.user_id,
        seats=(new,),
        members=tuple(held_by([new])),
        invitation=invitation,
    )


# Notes and notifications


@call("GET", "/api/matches/{id}/notes", gives=Note)
async def notes(request: RequestContext, body: None) -> Note:
    """Your own notes on a match; nobody else sees them."""
    user = request.user
    async with open_match(request) as (live, _):
        return Note(await request.server.store.people.note(live.id, user.id))


@call("POST", "/api/matches/{id}/notes", takes=Note, gives=Note)
async def write_notes(request: RequestContext, body: Note) -> Note:
    """Keep your own notes on a match."""
    user = request.user
    async with open_match(request) as (live, _):
        await request.server.store.people.write_note(live.id, user.id, body.text)
    return body


@call("GET", "/api/matches/{id}/notify", gives=MatchNotifySettings)
async def match_notify(request: RequestContext, body: None) -> MatchNotifySettings:
    """How you want to be notified of this match."""
    user = request.user
    async with open_match(request) as (live, _):
        found = await request.server.store.people.notice(live.id, user.id)
    return MatchNotifySettings(None if found.mail is None else bool(found.mail), found.webhook)


@call("POST", "/api/matches/{id}/notify", takes=MatchNotifySettings, gives=MatchNotifySettings)
async def change_match_notify(
    request: RequestContext, body: MatchNotifySettings
) -> MatchNotifySettings:
    """Change how you are notified of this match."""
    user = request.user
    if body.webhook:
        check_address(body.webhook)
    async with open_match(request) as (live, _):
        mail = None if body.mail is None else int(body.mail)
        await request.server.store.people.set_notice(
            NoticeRow(live.id, user.id, mail, body.webhook)
        )
    if body.webhook:
        await request.server.store.post.forgive(user.id, "webhook", body.webhook)
    return body
