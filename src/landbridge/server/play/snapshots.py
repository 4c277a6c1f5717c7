"""Snapshots of matches in the database: nobody has to play a long match through to load it."""

from __future__ import annotations

import logging
from typing import Any

from landbridge.engine.matches.history import SEGMENT
from landbridge.engine.matches.match import Match
from landbridge.engine.matches.resuming import resume
from landbridge.engine.matches.visible import has_secrets
from landbridge.engine.refusals import LandbridgeError
from landbridge.referee.games import game as find_game
from landbridge.referee.games import load_match
from landbridge.store.database import StoreFailed
from landbridge.store.matches import MatchStore
from landbridge.store.stored import StoredMatch

log = logging.getLogger("landbridge")


def load_stored(stored: StoredMatch) -> Match[Any]:
    """The match in the database, from its last snapshot on where it has one."""
    if stored.snapshots:
        game = find_game(stored.header.game)
        try:
            return resume(game, stored.header, stored.lines, stored.footer())
        except LandbridgeError as problem:
            log.warning("match %s is played through from the start: %s", stored.row.id, problem)
    return load_match(stored.save())


async def keep_snapshot(store: MatchStore, match_id: str, match: Match[Any], before: int) -> None:
    """Keep the position after the last segment, if it has ended since there were n actions.

    The actions are on the disk already: where this fails, only the next loading takes longer.
    """
    history = match.history
    last = len(history) // SEGMENT * SEGMENT
    if last <= before:
        return
    if has_secrets(match.game):
        # Worked out now, it is in the snapshot.
        match.head(public=True)
    snapshot = match.snapshots.at(last)
    if snapshot is None:
        return
    serial = history.records[last - 1].serial
    try:
        await store.keep_snapshot(match_id, serial, snapshot, history.spacing)
    except StoreFailed:
        log.exception("a snapshot of match %s could not be kept", match_id)
