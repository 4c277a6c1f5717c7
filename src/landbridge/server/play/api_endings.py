"""Calls that end a match by what people do: resigning, draws, claims."""

from __future__ import annotations

from landbridge.server.http.calls import RequestContext, call
from landbridge.server.play import endings
from landbridge.server.play.access import open_match
from landbridge.server.play.acting import check_version
from landbridge.server.play.requests import DrawAnswer, NewDrawOffer, Resignation, TimeClaim
from landbridge.server.play.shapes import ChangeResult
from landbridge.server.updates.changes import with_changes


@call("POST", "/api/matches/{id}/resign", takes=Resignation, gives=ChangeResult)
async def resign(request: RequestContext, body: Resignation) -> ChangeResult:
    """Give the match up: the other side wins, and it is over."""
    user = request.user
    async with open_match(request) as (live, may):
        check_version(live, may, body.version, body.role)
        result = await endings.resign(request.server, live, user.id, may, body.role)
        return await with_changes(request.server, live, user.id, result, body.shown)


@call("POST", "/api/matches/{id}/draw", takes=NewDrawOffer, gives=ChangeResult)
async def offer_draw(request: RequestContext, body: NewDrawOffer) -> ChangeResult:
    """Offer a draw; it stands until the others accept, decline or act."""
    user = request.user
    async with open_match(request) as (live, may):
        check_version(live, may, body.version, body.role)
        result = await endings.offer_draw(request.server, live, user.id, may, body.role)
        return await with_changes(request.server, live, user.id, result, body.shown)


@call("POST", "/api/matches/{id}/draw/answer", takes=DrawAnswer, gives=ChangeResult)
async def answer_draw(request: RequestContext, body: DrawAnswer) -> ChangeResult:
    """Accept a draw, decline it, or take your own offer back."""
    user = request.user
    async with open_match(request) as (live, may):
        result = await endings.answer_draw(request.server, live, user.id, may, body.agree)
        return await with_changes(request.server, live, user.id, result, body.shown)


@call("POST", "/api/matches/{id}/claim", takes=TimeClaim, gives=ChangeResult)
async def claim(request: RequestContext, body: TimeClaim) -> ChangeResult:
    """End a match whose other side is out of time or stays away: as a win, a draw, or closed."""
    user = request.user
    async with open_match(request) as (live, may):
        check_version(live, may, body.version, body.role)
        result = await endings.claim(request.server, live, user.id, may, body.role, body.result)
        return await with_changes(request.server, live, user.id, result, body.shown)
