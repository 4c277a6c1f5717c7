"""Calls on leave: when somebody is away, so that their clocks stand still."""

from __future__ import annotations

from datetime import UTC, datetime

from msgspec import Struct, field

from landbridge.engine.refusals import BadInput
from landbridge.server.clocks.leave import DAYS_A_YEAR, check_leave, days_left, span_of
from landbridge.server.clocks.server_time import Timekeeper
from landbridge.server.clocks.views import moment
from landbridge.server.http.calls import RequestContext, call
from landbridge.server.http.problems import NotFound
from landbridge.store.rows import LeaveRow


class NewLeave(Struct, frozen=True):
    """Leave that somebody takes, by days (UTC), the last one included."""

    last: str = field(name="until")
    first: str = field(name="from", default="")
    """The first day; left out, it begins at once."""


class LeaveView(Struct, frozen=True):
    """Leave that somebody has taken."""

    start: str = field(name="from")
    until: str
    now: bool
    """Whether they are away now."""


class Leaves(Struct, frozen=True):
    """Leave now and to come, and what is left of it."""

    leaves: list[LeaveView]
    days_a_year: int
    days_left: int


def _keeper(request: RequestContext) -> Timekeeper:
    if request.server.keeper is None:
        raise BadInput("On your own machine no clock runs, so nobody needs leave.")
    return request.server.keeper


async def _leaves(request: RequestContext, keeper: Timekeeper) -> Leaves:
    found = await request.server.store.clocks.leaves_of(request.user.id)
    now = keeper.now()
    shown = [
        LeaveView(
            moment(keeper.wall_time(one.start)),
            moment(keeper.wall_time(one.until)),
            one.start <= now,
        )
        for one in found
        if one.until > now
    ]
    last = max((one.until for one in found), default=now)
    return Leaves(shown, DAYS_A_YEAR, int(days_left(found, max(now, last)) + 0.01))


@call("GET", "/api/me/leave", gives=Leaves)
async def show_leave(request: RequestContext, body: None) -> Leaves:
    """Your leave, and how many days you have left."""
    keeper = _keeper(request)
    return await _leaves(request, keeper)


@call("POST", "/api/me/leave", takes=NewLeave, gives=Leaves)
async def take_leave(request: RequestContext, body: NewLeave) -> Leaves:
    """Take leave: your clocks stand still, and opponents see until when."""
    keeper, user, store = _keeper(request), request.user, request.server.store.clocks
    here = datetime.fromtimestamp(keeper.wall_time(keeper.now()), UTC)
    start, until = span_of(body.first, body.last, here)
    wanted = LeaveRow(
        user.id, keeper.server_time(start.timestamp()), keeper.server_time(until.timestamp())
    )
    await store.change_leave(
        user.id, before=None, after=wanted, check=lambda others: check_leave(others, wanted)
    )
    await keeper.learn_leaves()
    return await _leaves(request, keeper)


@call("DELETE", "/api/me/leave", gives=Leaves)
async def end_leave(request: RequestContext, body: None) -> Leaves:
    """End your leave now, or give up leave that is still to come; what is past stays used."""
    keeper, user, store = _keeper(request), request.user, request.server.store.clocks
    now = keeper.now()
    found = [one for one in await store.leaves_of(user.id) if one.until > now]
    if not found:
        raise NotFound("You have no leave now, and none planned.")
    first = found[0]
    after = LeaveRow(user.id, first.start, now) if first.start < now else None
    await store.change_leave(user.id, before=first, after=after)
    await keeper.learn_leaves()
    return await _leaves(request, keeper)
