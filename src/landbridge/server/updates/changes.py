"""What changed in a match since somebody last looked: one answer for whoever acts or looks on.

The server remembers the last few positions that it gave to each person in each role. Whoever names
one of them gets what changed since; whoever names none, or one that is forgotten, gets the whole.
Both are made from what the role may see and from nothing else.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any, TypeVar

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from landbridge.engine.matches.history import SEGMENT
from landbridge.engine.matches.visible import has_secrets
from landbridge.engine.play.events import REFEREE
from landbridge.engine.refusals import LandbridgeError
from landbridge.server.http.replies import encode
from landbridge.server.parts import ServerParts
from landbridge.server.play.matches import LiveMatch
from landbridge.server.play.requests import ShownPosition
from landbridge.server.play.rights import rights
from landbridge.server.play.shapes import ActionResult, ChangeResult, Changes, Log
from landbridge.server.play.views import log, position
from landbridge.server.updates.deltas import find_delta
from landbridge.server.updates.given_positions import Reader
from landbridge.server.updates.numbering import numbers, version_in
from landbridge.store.matches import MatchStore

Result = TypeVar("Result", ActionResult, ChangeResult)

logger = logging.getLogger("landbridge")


async def find_changes(
    server: ServerParts, live: LiveMatch, user_id: str, shown: ShownPosition
) -> Changes:
    """What changed since the position that somebody shows, and what happened meanwhile."""
    may = rights(live, user_id, public=server.settings.public)
    role = may.looking(shown.role)
    names = await server.names(seat.user_id for seat in live.seats.values())
    encoded = encode(position(live, role, may, user_id, names, server.keeper))
    reader = Reader(live.id, user_id, role)
    before = server.given_positions.find(reader, shown.basis)
    basis = server.given_positions.remember(reader, encoded)
    # The whole is JSON already, and is not read only to be written again.
    whole: Any = Raw(encoded)
    delta = None
    if before is not None:
        delta = find_delta(msgspec.json.decode(before), msgspec.json.decode(encoded))
        if delta is None or len(encode(delta)) < len(encoded):
            whole = None
        else:
            delta = None
    missed = await find_missed(server.store.matches, live, role, shown.version)
    version = numbers(live.row, role).version
    return Changes(role=role, version=version, basis=basis, delta=delta, position=whole, log=missed)


async def with_changes(
    server: ServerParts,
    live: LiveMatch,
    user_id: str,
    result: Result,
    shown: ShownPosition | None,
) -> Result:
    """What came of something that was done, and what changed by it for whoever did it.

    It is on the disk: what goes wrong here takes nothing back, and the client asks again.
    """
    if shown is None:
        return result
    try:
        return replace(result, changes=await find_changes(server, live, user_id, shown))
    except LandbridgeError as problem:
        logger.warning("match %s: its changes could not be found: %s", live.id, problem)
        return result


async def find_missed(
    store: MatchStore, live: LiveMatch, role: str, version: int | None, since: int | None = None
) -> Log:
    """What happened since a version that a role knows, or after so many actions that it noticed."""
    seen = len(live.match.visible(role))
    if since is None:
        since = -1 if version is None else seen
    first = max(-1, min(since, seen))
    if version is not None:
        known = await _still_known(store, live, role, version)
        first = first if known is None else min(first, known)
    if seen - first > SEGMENT:
        # What happened long ago may have to be worked out again; others are served meanwhile.
        return await asyncio.to_thread(log, live, role, first)
    return log(live, role, first)


async def _still_known(store: MatchStore, live: LiveMatch, role: str, version: int) -> int | None:
    """How many actions are still those that a reader of this version knows; None: all."""
    seen = live.match.visible(role)
    if role == REFEREE or not has_secrets(live.match.game):
        return await store.unchanged_since(live.id, version)
    if seen.sees_all:
        # Now that it is over, everything is numbered anew.
        return -1
    untouched = len(live.match)
    for left, noticed in await store.changes(live.id):
        known = version_in(noticed, role)
        if known is None:
            return -1
        if known <= version:
            return seen.count(untouched)
        untouched = min(untouched, left)
    return -1
