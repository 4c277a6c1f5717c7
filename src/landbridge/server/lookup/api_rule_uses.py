"""Where a rule was used: the events of one's own matches that cite it; and how each row stands."""

from __future__ import annotations

from collections.abc import AsyncIterator

from msgspec import Struct
from starlette.responses import Response

from landbridge.engine.refusals import BadInput, LandbridgeError, unknown
from landbridge.games import GAMES
from landbridge.server.http.calls import RequestContext, call
from landbridge.server.http.problems import NotFound
from landbridge.server.lookup.rule_status import NOT_YET, RowStatuses, row_statuses
from landbridge.server.lookup.rules import RulePage, rule
from landbridge.server.play.rights import rights
from landbridge.server.play.views import log
from landbridge.store.rows import MatchRow

MATCHES = 8
"""Matches that are looked through at once, the newest first."""

LISTED = 100
"""Matches that are listed at once, to find those of the rule's game."""

EVENTS = 6
"""Events that are told of each, the newest first; all are counted."""


class UseEvent(Struct, frozen=True):
    """An event that cites the rule, after n actions."""

    number: int
    text: str


class Use(Struct, frozen=True):
    """A match in which the rule was used, as one's own role saw it."""

    match: str
    name: str
    role: str
    count: int
    events: tuple[UseEvent, ...]


class Uses(Struct, frozen=True):
    """Where a rule was used."""

    uses: tuple[Use, ...]
    looked: int
    """How many matches were looked through for this."""
    further: str = ""
    """Where to look on, among the older ones; nothing where all were looked through."""


@call(
    "GET",
    "/api/rules/{id}/uses",
    gives=Uses,
    query={"after": "look on from here, as `further` said"},
)
async def uses(request: RequestContext, body: None) -> Uses:
    """Your matches in which a rule was used, the newest first, and the events that cite it."""
    name = request.path("id")
    page = rule(name)
    if page is None:
        raise NotFound(f"No rule list has '{name}'.")
    if not request.user_id:
        return Uses((), 0)
    looked: list[MatchRow] = []
    further = ""
    async for row in _older(request, page, _place(request.query("after") or "")):
        if len(looked) == MATCHES:
            further = f"{looked[-1].updated!r}~{looked[-1].id}"
            break
        looked.append(row)
    found = [await _use(request, row.id, row.name, name) for row in looked]
    return Uses(tuple(use for use in found if use is not None and use.count), len(looked), further)


def _place(after: str) -> tuple[float, str] | None:
    """When the last match that was looked through had changed, and which it was."""
    when, _, match_id = after.partition("~")
    if not after:
        return None
    try:
        return float(when), match_id
    except ValueError:
        raise BadInput(f"after is what `further` said, not '{after}'.") from None


async def _older(
    request: RequestContext, page: RulePage, after: tuple[float, str] | None
) -> AsyncIterator[MatchRow]:
    """One's own matches in which the rule can have been used, from a place on."""
    seen: set[str] = set()
    limit = LISTED
    while True:
        listed = await request.server.store.matches.listed(request.user_id, mine=True, limit=limit)
        # Those that changed at the same time have an order of their own.
        rows = sorted((row for row, _ in listed), key=lambda row: (-row.updated, row.id))
        for row in rows:
            if row.id in seen:
                continue
            seen.add(row.id)
            # A rule of the series may be cited by every game that is played with it.
            fits = page.row is None or row.game == page.game
            if fits and (after is None or (-row.updated, row.id) > (-after[0], after[1])):
                yield row
        if len(listed) < limit:
            return
        limit *= 2


async def _use(request: RequestContext, match_id: str, title: str, name: str) -> Use | None:
    """What a match tells of the rule; nothing where it has been deleted or cannot be read."""
    try:
        async with request.server.matches.hold(match_id) as live:
            may = rights(live, request.user_id, public=request.server.settings.public)
            role = may.looking(None)
            citing = [event for event in log(live, role, -1).events if name in event.rules]
    except LandbridgeError:
        return None
    newest = citing[: -EVENTS - 1 : -1]
    events = tuple(UseEvent(event.number, event.text) for event in newest)
    return Use(match_id, title, role, len(citing), events)


# How the rows stand


@call("GET", "/api/coverage/{game}", gives=RowStatuses, limit="look")
async def coverage(request: RequestContext, body: None) -> Response:
    """How each row of a rule list stands: its cases run with the rule in force and without it.

    That takes seconds, in a process of its own: until it is done, `ready` is false; ask again.
    """
    game = request.path("game")
    if game not in GAMES:
        raise BadInput(unknown("game", game, GAMES))
    found = request.server.computed(f"coverage of {game}", row_statuses, game) or NOT_YET
    return Response(found, headers={"Cache-Control": "no-store"}, media_type="application/json")
