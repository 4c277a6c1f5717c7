"""The papers on a player's own desk: charts worked out for his view, drafts looked through."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field
from starlette.concurrency import run_in_threadpool

from landbridge.engine.refusals import BadInput
from landbridge.games import GAMES
from landbridge.server.http.calls import RequestContext, call
from landbridge.server.lookup.boards import board
from landbridge.server.play.access import open_match
from landbridge.server.play.views import view

MOST_WORDS = 2000
"""Words that may lie on a desk to be looked through."""

FORM = 512 * 1024
"""Bytes of a form that is handed in."""


class DraftsRequest(Struct, frozen=True):
    """What is laid on the desk to be looked through, by name: a draft, a form."""

    role: str | None = field(name="as", default=None)
    at: int | None = None
    """The desk as it was after n actions; now, if left out."""
    asked: dict[str, tuple[str, ...]] = {}


class DraftsView(Struct, frozen=True):
    """What lies there; null for games without one."""

    desk: Any


@call(
    "POST",
    "/api/matches/{id}/desk",
    takes=DraftsRequest,
    gives=DraftsView,
    limit="look",
    largest=FORM,
)
async def desk(request: RequestContext, body: DraftsRequest) -> DraftsView:
    """Charts worked out for a role's view, and what is to be said of its drafts."""
    if sum(map(len, body.asked.values())) > MOST_WORDS:
        raise BadInput(f"At most {MOST_WORDS} words can be looked through at once.")
    async with open_match(request) as (live, may):
        role = may.looking(body.role)
        seen = view(live.match, role, body.at)
        name = live.match.game.name
    found = board(name) if name in GAMES else None
    if found is None:
        return DraftsView(None)
    return DraftsView(await run_in_threadpool(found.drafts, seen, role, body.asked))
