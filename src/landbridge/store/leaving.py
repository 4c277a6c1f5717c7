"""Everything that is kept of a person: handed out to them, or taken away with their account.

Both go by the row types: a table with a `user_id` that comes later is exported and emptied too,
unless it is named here.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from landbridge.store.database import Change, Database
from landbridge.store.rows import (
    OF_A_MATCH,
    OF_A_PERSON,
    AuditRow,
    ChangeRow,
    MatchRow,
    ReportRow,
    Row,
    SeatRow,
    UserRow,
)
from landbridge.store.schema import columns, select

SECRET = frozenset({"hash", "password", "folded", "skeleton"})
"""Columns that prove who somebody is, or follow from others."""

UNTOLD = frozenset({"version", "kept"})
"""Columns that would tell a player how much the other side did in secret."""

OF_MATCHES = ("id", "game", "scenario", "name", "private", "over", "outcome", "created")
"""What is handed out of matches: nothing that a player may not see before the end."""

STAYS = (ChangeRow, SeatRow, ReportRow)
"""What is part of other people's matches, or of the moderators' work; no name is left in it."""

ALONE = (
    "(owner = ? OR id IN (SELECT match_id FROM seats WHERE user_id = ?))"
    " AND NOT (owner <> ? AND owner <> '')"
    " AND id NOT IN (SELECT match_id FROM seats WHERE user_id <> ? AND user_id <> '')"
    " AND id NOT IN (SELECT match_id FROM members WHERE user_id <> ?)"
)
"""Matches that nobody else has to do with."""


class RemovedAccount(Struct, frozen=True):
    """What an account left behind."""

    deleted: tuple[str, ...]
    """Matches that nobody else had to do with."""
    changed: tuple[tuple[str, int], ...]
    """Matches in which a seat became open, and their new versions."""


class LeavingStore:
    """What is kept of people."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def collect(self, user_id: str) -> dict[str, list[dict[str, Any]]]:
        """Every row that is somebody's, table by table, without hashes."""
        found: dict[str, list[dict[str, Any]]] = {}
        async with self._database.reading() as change:
            found["account"] = await _rows(change, UserRow, "WHERE id = ?", user_id)
            found["matches"] = await _rows(
                change,
                MatchRow,
                "WHERE owner = ? OR id IN (SELECT match_id FROM members WHERE user_id = ?)"
                " OR id IN (SELECT match_id FROM seats WHERE user_id = ?) ORDER BY created",
                user_id,
                user_id,
                user_id,
            )
            for kind in OF_A_PERSON:
                found[kind.table] = await _rows(change, kind, "WHERE user_id = ?", user_id)
            found["audit"] = await _rows(
                change, AuditRow, "WHERE target_id = ? ORDER BY number", user_id
            )
        return found

    async def playing_against_people(self, user_id: str) -> list[str]:
        """Matches that go on in which somebody and another person hold a seat."""
        found = await self._database.rows(
            "SELECT id FROM matches WHERE over = 0"
            " AND id IN (SELECT match_id FROM seats WHERE user_id = ?)"
            " AND id IN (SELECT match_id FROM seats WHERE user_id <> ? AND user_id <> '')"
            " ORDER BY id",
            user_id,
            user_id,
        )
        return [str(row[0]) for row in found]

    async def remove(self, user_id: str) -> RemovedAccount:
        """Take an account away. Its seats in matches that go on become open.

        Matches that nobody else has to do with go too. In all others its id stays, which
        leads nowhere any more.
        """
        async with self._database.changing() as change:
            alone = await change.rows(f"SELECT id FROM matches WHERE {ALONE}", *([user_id] * 5))
            deleted = tuple(str(row[0]) for row in alone)
            for match_id in deleted:
                for kind in OF_A_MATCH:
                    await change.run(f"DELETE FROM {kind.table} WHERE match_id = ?", match_id)
                await change.run("DELETE FROM matches WHERE id = ?", match_id)
                await change.announce(match_id, 0)
            changed = await self._open_seats(change, user_id)
            for kind in OF_A_PERSON:
                if kind not in STAYS:
                    await change.run(f"DELETE FROM {kind.table} WHERE user_id = ?", user_id)
            await change.run("DELETE FROM users WHERE id = ?", user_id)
        return RemovedAccount(deleted, changed)

    async def _open_seats(self, change: Change, user_id: str) -> tuple[tuple[str, int], ...]:
        going_on = "(SELECT match_id FROM seats WHERE user_id = ?)"
        await change.run(
            # A match that loses its last player is closed when it is looked at.
            "UPDATE matches SET version = version + 1, due = 1"
            f" WHERE over = 0 AND id IN {going_on}",
            user_id,
        )
        found = await change.rows(
            f"SELECT id, version FROM matches WHERE over = 0 AND id IN {going_on}", user_id
        )
        await change.run(
            "UPDATE seats SET kind = 'open', user_id = '' WHERE user_id = ?"
            " AND match_id IN (SELECT id FROM matches WHERE over = 0)",
            user_id,
        )
        for match_id, version in found:
            await change.announce(match_id, version)
        return tuple((str(match_id), int(version)) for match_id, version in found)


async def _rows(change: Change, kind: type[Row], rest: str, *given: str) -> list[dict[str, Any]]:
    names = columns(kind)
    shown = OF_MATCHES if kind is MatchRow else sorted(set(names) - SECRET - UNTOLD)
    found = [
        dict(zip(names, row, strict=True)) for row in await change.rows(select(kind, rest), *given)
    ]
    return [{name: row[name] for name in shown} for row in found]
