"""The papers on a player's own desk: charts worked out for his view, drafts looked through."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field
from starlette.concurrency import run_in_threadpool

from landbridge.engine.refusals import BadInput
from landbridge.games import GAMES
from landbridge.server.http.calls import Asking, call
from landbridge.server.lookup.boards import board
from landbridge.server.play.access import table
from landbridge.server.play.views import view

MOST_WORDS = 2000
"""Words that may lie on a desk to be looked through."""

FORM = 512 * 1024
"""Bytes of a form that is handed in."""


class Desk(Struct, frozen=True):
    """What is laid on the desk to be looked through, by name: a draft, a form."""

    role: str | None = field(name="as", default=None)
    at: int | None = None
    """The desk as it was after n actions; now, if left out."""
    asked: dict[str, tuple[str, ...]] = {}


class OnTheDesk(Struct, frozen=True):
    """What lies there; null for games without one."""

    desk: Any


@call("POST", "/api/matches/{id}/desk", takes=Desk, gives=OnTheDesk, limit="look", largest=FORM)
async def desk(asking: Asking, body: Desk) -> OnTheDesk:
    """Charts worked out for a role's view, and what is to be said of its drafts."""
    if sum(map(len, body.asked.values())) > MOST_WORDS:
        raise BadInput(f"At most {MOST_WORDS} words can be looked through at once.")
    async with table(asking) as (kept, may):
        role = may.looking(body.role)
        seen = view(kept.match, role, body.at)
        name = kept.match.game.name
    found = board(name) if name in GAMES else None
    if found is None:
        return OnTheDesk(None)
    return OnTheDesk(await run_in_threadpool(found.desk, seen, role, body.asked))
