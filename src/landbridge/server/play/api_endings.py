"""Calls that end a match by what people do: resigning, draws, claims."""

from __future__ import annotations

from landbridge.server.http.calls import Asking, call
from landbridge.server.play import endings
from landbridge.server.play.access import table
from landbridge.server.play.acting import check_version
from landbridge.server.play.shapes import (
    Agreeing,
    Changed,
    Claiming,
    Resigning,
)


@call("POST", "/api/matches/{id}/resign", takes=Resigning, gives=Changed)
async def resign(asking: Asking, body: Resigning) -> Changed:
    """Give the match up: the other side wins, and it is over."""
    user = asking.user
    async with table(asking) as (kept, may):
        check_version(kept, may, body.version, body.role)
        return await endings.resign(asking.hall, kept, user.id, may, body.role)


@call("POST", "/api/matches/{id}/draw", takes=Resigning, gives=Changed)
async def offer_draw(asking: Asking, body: Resigning) -> Changed:
    """Offer a draw; it stands until the others accept, decline or act."""
    user = asking.user
    async with table(asking) as (kept, may):
        check_version(kept, may, body.version, body.role)
        return await endings.offer_draw(asking.hall, kept, user.id, may, body.role)


@call("POST", "/api/matches/{id}/draw/answer", takes=Agreeing, gives=Changed)
async def answer_draw(asking: Asking, body: Agreeing) -> Changed:
    """Accept a draw, decline it, or take your own offer back."""
    user = asking.user
    async with table(asking) as (kept, may):
        return await endings.answer_draw(asking.hall, kept, user.id, may, body.agree)


@call("POST", "/api/matches/{id}/claim", takes=Claiming, gives=Changed)
async def claim(asking: Asking, body: Claiming) -> Changed:
    """End a match whose other side is out of time or stays away: as a win, a draw, or closed."""
    user = asking.user
    async with table(asking) as (kept, may):
        check_version(kept, may, body.version, body.role)
        return await endings.claim(asking.hall, kept, user.id, may, body.role, body.result)
