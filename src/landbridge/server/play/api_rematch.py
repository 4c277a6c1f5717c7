"""The next match of the same people: the same again, with sides changed, or another scenario."""

from __future__ import annotations

from landbridge.engine.play.events import REFEREE
from landbridge.referee.games import new_match
from landbridge.server.clocks.clock import Clock, read_clock
from landbridge.server.http.calls import RequestContext, call
from landbridge.server.http.problems import Clash, NotAllowed
from landbridge.server.play.access import open_match, summarise
from landbridge.server.play.api_matches import keep
from landbridge.server.play.match_rows import fresh_id
from landbridge.server.play.matches import LiveMatch
from landbridge.server.play.passing import pass_on
from landbridge.server.play.requests import NewRematch
from landbridge.server.play.seats import BOT, ME, OPEN, first_seats
from landbridge.server.play.shapes import Summary
from landbridge.store.rows import MemberRow, SeatRow


@call(
    "POST",
    "/api/matches/{id}/rematch",
    takes=NewRematch,
    gives=Summary,
    status=201,
    limit="begin",
)
async def rematch(request: RequestContext, body: NewRematch) -> Summary:
    """Begin the next match when one is over; everybody's seat is kept for them."""
    user, server = request.user, request.server
    async with open_match(request) as (live, may):
        if not live.row.over:
            raise NotAllowed("The match still goes on.")
        if not may.yours and not may.owner:
            raise NotAllowed("The next match is begun by those who played this one.")
        others = {seat.user_id for seat in live.seats.values()} - {"", user.id}
        if others and live.row.rematch and await server.store.matches.match(live.row.rematch):
            raise Clash("The next match has been begun already.")
        header = live.match.header
        same = body.scenario in (None, header.scenario)
        match = new_match(
            header.game,
            body.scenario or header.scenario,
            options=header.options,
            dice=header.dice,
            mode=header.mode,
        )
        match_id, old = fresh_id(), _players(live, swapped=body.swap)
        wanted = {role: _wanted(seat, user.id) for role, seat in old.items()}
        clock = read_clock(live.row.clock)
        seats = first_seats(
            match_id,
            match.game,
            wanted,
            user.id,
            public=server.settings.public,
            dice=header.dice,
        )
        await pass_on(server.store.people, match, seats)
        begun = await keep(
            request,
            match,
            match_id,
            live.row.name if same else "",
            seats,
            private=bool(live.row.private),
            clock=Clock(clock.days, clock.reserve, clock.timeout, clock.bot),
            members=[
                MemberRow(match_id, seat.user_id, role)
                for role, seat in old.items()
                if seat.user_id in others
            ],
        )
        await server.matches.advance(
            live, "settings", untouched=len(live.match), user_id=user.id, rematch=match_id
        )
        return await summarise(request, begun)


def _players(live: LiveMatch, *, swapped: bool) -> dict[str, SeatRow]:
    """Whose seat each role of the next match is, by where they sat in this one."""
    roles = live.match.game.roles
    before = (*roles[1:], roles[0]) if swapped else roles
    found = {role: live.seats[other] for role, other in zip(roles, before, strict=True)}
    if REFEREE in live.seats:
        found[REFEREE] = live.seats[REFEREE]
    return found


def _wanted(seat: SeatRow, user_id: str) -> str:
    if seat.kind == "bot":
        return f"{BOT}{seat.bot}"
    return ME if seat.kind == "user" and seat.user_id == user_id else OPEN
