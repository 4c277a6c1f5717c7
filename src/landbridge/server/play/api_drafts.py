"""A player's own drafts: charts worked out for his view, forms and lines looked through."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field
from starlette.concurrency import run_in_threadpool

from landbridge.engine.refusals import BadInput
from landbridge.engine.rules.asked_rulings import Unanswered
from landbridge.games import GAMES
from landbridge.referee.games import board
from landbridge.server.http.calls import RequestContext, call
from landbridge.server.play.access import open_match
from landbridge.server.play.views import view

MOST_WORDS = 2000
"""Words that a draft to be looked through may have."""

FORM = 512 * 1024
"""Bytes of a form that is handed in."""


class DraftsRequest(Struct, frozen=True):
    """What is to be looked through, by name: a line, a form."""

    role: str | None = field(name="as", default=None)
    at: int | None = None
    """The drafts as they were after n actions; now, if left out."""
    asked: dict[str, tuple[str, ...]] = {}


class DraftsView(Struct, frozen=True):
    """What lies there; null for games without one."""

    drafts: Any


@call(
    "POST",
    "/api/matches/{id}/drafts",
    takes=DraftsRequest,
    gives=DraftsView,
    limit="look",
    largest=FORM,
)
async def show_drafts(request: RequestContext, body: DraftsRequest) -> DraftsView:
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
    try:
        return DraftsView(await run_in_threadpool(found.drafts, seen, role, body.asked))
    except Unanswered:
        # What it needs is being asked of the owner; until then nothing can be worked out.
        return DraftsView(None)
