"""A match and what the caller may do with it: what most calls begin with."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

from landbridge.server.http.calls import RequestContext
from landbridge.server.play.matches import LiveMatch
from landbridge.server.play.rights import Rights, rights
from landbridge.server.play.shapes import Summary
from landbridge.server.play.views import summary

AS = {"as": "the role in which to look"}


class MatchAccess(NamedTuple):
    """A match, for oneself alone, and one's rights in it."""

    live: LiveMatch
    may: Rights


@asynccontextmanager
async def open_match(
    request: RequestContext, *, trusting: bool = False
) -> AsyncIterator[MatchAccess]:
    """The match that is asked for; one that somebody may not know of is not there.

    Whoever only means to act may trust what is in memory; see there.
    """
    server, match_id = request.server, request.path("id")
    public = server.settings.public
    if public and not trusting:
        await server.may_watch(match_id, request.user_id, request.watch_links)
    async with server.matches.hold(match_id, trusting=trusting) as live:
        yield MatchAccess(live, rights(live, request.user_id, public=public))


async def summarise(request: RequestContext, live: LiveMatch) -> Summary:
    """A match in a list."""
    seats = list(live.seats.values())
    names = await request.server.names(seat.user_id for seat in seats)
    public = request.server.settings.public
    return summary(live.row, seats, request.user_id, names, request.server.keeper, public=public)
