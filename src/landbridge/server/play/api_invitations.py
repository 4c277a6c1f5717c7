"""Calls on invitations: links to a seat for one person, or to look on for whoever has the link."""

from __future__ import annotations

from landbridge.engine.play.events import SPECTATOR
from landbridge.engine.refusals import BadInput
from landbridge.referee.games import game as find_game
from landbridge.server.clocks.views import clock_view, moment
from landbridge.server.http.calls import RequestContext, call
from landbridge.server.http.problems import NotAllowed, NotFound
from landbridge.server.http.shapes import Acknowledgement
from landbridge.server.people.sessions import keep_watch_link
from landbridge.server.play.access import open_match, summarise
from landbridge.server.play.api_matches import put_seat
from landbridge.server.play.requests import InvitationToken, NewInvitation
from landbridge.server.play.seats import may_invite, seat, sit
from landbridge.server.play.shapes import Invitation, InvitationView, Summary
from landbridge.server.play.views import SOMEBODY, seat_views
from landbridge.server.updates.numbering import numbers
from landbridge.store.rows import InvitationRow, MemberRow

INVITED_DAYS = 14.0
WATCHED_DAYS = 180.0
"""Days for which a link to a seat is good, and one to look on."""


@call("POST", "/api/matches/{id}/invite", takes=NewInvitation, gives=Invitation)
async def invite(request: RequestContext, body: NewInvitation) -> Invitation:
    """A link that lets one person take a seat, or lets whoever has it look on."""
    user, server = request.user, request.server
    if not server.settings.public:
        raise BadInput("On your own machine every seat is yours; there is nobody to invite.")
    async with open_match(request) as (live, may):
        members = await server.store.matches.members(live.id)
        may_invite(live, may, members, body.role)
        days = WATCHED_DAYS if body.role == SPECTATOR else INVITED_DAYS
        token = await server.store.people.invite(live.id, body.role, user.id, days)
    return Invitation(f"/#/join/{token}")


@call("POST", "/api/matches/{id}/invite/withdraw", takes=NewInvitation, gives=Acknowledgement)
async def withdraw(request: RequestContext, body: NewInvitation) -> Acknowledgement:
    """Let the links to a role lead nowhere any more; whoever looks on by one no longer does."""
    user, server = request.user, request.server
    async with open_match(request) as (live, may):
        if not may.owner:
            raise NotAllowed("Only the owner can withdraw links.")
        await server.store.people.withdraw_invitations(live.id, body.role)
        # Everybody who watches is looked at again.
        await server.matches.advance(
            live,
            "settings",
            untouched=len(live.match),
            user_id=user.id,
            rollback=live.row.rollback,
        )
    return Acknowledgement()


async def _invitation(request: RequestContext, token: str) -> InvitationRow:
    found = await request.server.store.people.invitation(token)
    if found is None:
        raise NotFound("This invitation has been used or withdrawn, or has expired.")
    return found


@call("GET", "/api/invitations/{token}", gives=InvitationView, limit="login")
async def invitation(request: RequestContext, body: None) -> InvitationView:
    """Who invites to what, before one accepts."""
    server = request.server
    found = await _invitation(request, request.path("token"))
    rows = await server.store.matches.find([found.match_id])
    if not rows:
        raise NotFound("The match of this invitation is gone.")
    row, seats = rows[0]
    game = find_game(row.game)
    names = await server.names([found.user_id, *(one.user_id for one in seats)])
    order = {role: at for at, role in enumerate(game.roles)}
    seats.sort(key=lambda one: order.get(one.role, len(order)))
    return InvitationView(
        match=row.id,
        role=found.role,
        by=names.get(found.user_id, SOMEBODY),
        game=row.game,
        title=game.title,
        scenario_title=game.scenario(row.scenario).title,
        name=row.name,
        seats=seat_views(seats, request.user_id, names, server.keeper),
        clock=clock_view(row, seats, server.keeper),
        begun=numbers(row, SPECTATOR).actions > 0,
        over=bool(row.over),
        until=moment(found.expires),
    )


@call("POST", "/api/join", takes=InvitationToken, gives=Summary, limit="login")
async def join(request: RequestContext, body: InvitationToken) -> Summary:
    """Take the seat that an invitation is for; to look on needs no account."""
    server = request.server
    found = await _invitation(request, body.token)
    if found.role != SPECTATOR:
        user = request.user
        async with server.matches.hold(found.match_id) as live:
            members = await server.store.matches.members(live.id)
            sit(live, members, user.id, found.role, invited=True)
            await put_seat(request, live, seat(live.id, found.role, "me", user.id), found.hash)
            return await summarise(request, live)
    async with server.matches.hold(found.match_id) as live:
        if request.person is None:
            settings = server.settings
            request.reply_changes.append(
                lambda reply: keep_watch_link(
                    settings, request.http, reply, body.token, WATCHED_DAYS
                )
            )
        else:
            await server.matches.advance(
                live,
                "seat",
                untouched=len(live.match),
                user_id=request.user_id,
                members=(MemberRow(live.id, request.user_id, SPECTATOR),),
                rollback=live.row.rollback,
            )
        return await summarise(request, live)
