"""A match and what the caller may do with it: what most calls begin with."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

from landbridge.server.http.calls import Asking
from landbridge.server.play.matches import Kept
from landbridge.server.play.rights import Rights, rights
from landbridge.server.play.shapes import Summary
from landbridge.server.play.views import summary

AS = {"as": "the role in which to look"}


class Table(NamedTuple):
    """A match, for oneself alone, and one's rights in it."""

    kept: Kept
    may: Rights


@asynccontextmanager
async def table(asking: Asking, *, trusting: bool = False) -> AsyncIterator[Table]:
    """The match that is asked for; one that somebody may not know of is not there.

    Whoever only means to act may trust what is in memory; see there.
    """
    hall, match_id = asking.hall, asking.path("id")
    public = hall.settings.public
    if public and not trusting:
        await hall.may_watch(match_id, asking.user_id)
    async with hall.matches.at(match_id, trusting=trusting) as kept:
        yield Table(kept, rights(kept, asking.user_id, public=public))


async def summed_up(asking: Asking, kept: Kept) -> Summary:
    """A match in a list."""
    seats = list(kept.seats.values())
    names = await asking.hall.names(seat.user_id for seat in seats)
    public = asking.hall.settings.public
    return summary(kept.row, seats, asking.user_id, names, asking.hall.keeper, public=public)
