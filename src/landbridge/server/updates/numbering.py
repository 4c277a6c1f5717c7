"""How a match is numbered for each role: by what the role noticed, never by what others hide.

Where roles have secrets, every role counts actions and versions of its own: both rise only when
something changes that the role may know of. The numbers stand in the row of the match, so that
every process tells the same ones. When nothing is hidden, or no more, they are those of the match.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from landbridge.engine.matches.match import Match
from landbridge.engine.matches.visible import has_secrets
from landbridge.engine.play.events import REFEREE, SPECTATOR
from landbridge.referee.games import game as find_game
from landbridge.store.rows import Kind, MatchRow

NOTHING_HIDDEN = "{}"
SECRET_KINDS: tuple[Kind, ...] = ("do", "undo")
"""Changes that others may not notice; everybody is told of seats, settings and rollbacks."""


class Numbers(Struct, frozen=True, array_like=True):
    """What a role counts."""

    actions: int
    version: int


_decoder = msgspec.json.Decoder(dict[str, Numbers])


def numbers(row: MatchRow, role: str) -> Numbers:
    """What a role counts of a match, from its row alone."""
    whole = Numbers(row.actions, row.version)
    if role == REFEREE or row.over:
        return whole
    if row.noticed == NOTHING_HIDDEN:
        # A row of an older schema, until its match is next loaded.
        return Numbers(0, 1) if has_secrets(find_game(row.game)) else whole
    return _decoder.decode(row.noticed).get(role, whole)


def first_numbers(match: Match[Any]) -> str:
    """What each role counts of a match that begins, or whose row does not say so yet."""
    return _written({role: Numbers(len(match.visible(role)), 1) for role in _roles(match)})


def next_numbers(row: MatchRow, match: Match[Any], kind: Kind) -> str:
    """The same after a change of this kind, made in memory; the row is the one before it."""
    found = {}
    for role in _roles(match):
        before, actions = numbers(row, role), len(match.visible(role))
        noticed = kind not in SECRET_KINDS or actions != before.actions
        found[role] = Numbers(actions, before.version + noticed)
    return _written(found)


def public_change(before: str, after: str) -> bool:
    """Whether everybody noticed a change, by the numbers before and after it."""
    if NOTHING_HIDDEN in (before, after):
        return True
    return version_in(before, SPECTATOR) != version_in(after, SPECTATOR)


def requested_after(rollback: str, kind: Kind, untouched: int, gone: int) -> str:
    """A rollback that was asked for, after a secret change: an undo may have moved its action.

    `gone` actions were taken back behind those that are untouched.
    """
    if not rollback or kind != "undo":
        return rollback
    wanted = msgspec.json.decode(rollback, type=dict[str, Any])
    wanted["before"] -= min(gone, max(wanted["before"] - untouched - 1, 0))
    return msgspec.json.encode(wanted).decode()


def version_in(noticed: str, role: str) -> int | None:
    """The version of a role in written numbers."""
    found = _decoder.decode(noticed).get(role)
    return None if found is None else found.version


def _roles(match: Match[Any]) -> tuple[str, ...]:
    """The roles that count for themselves."""
    if not has_secrets(match.game) or match.outcome is not None:
        return ()
    return (*match.game.roles, SPECTATOR)


def _written(found: dict[str, Numbers]) -> str:
    return msgspec.json.encode(found).decode()
