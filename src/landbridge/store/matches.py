"""Matches in a database: every change is taken from one version to the next, or not at all."""

from __future__ import annotations

import time
from collections.abc import Iterable

import msgspec
from msgspec import Struct, field

from landbridge.engine.matches.saves import ActionRecord, Save, Snapshot
from landbridge.store.database import Change, Database
from landbridge.store.outgoing import add_outgoing
from landbridge.store.rows import (
    OF_A_MATCH,
    ChangeRow,
    EntryRow,
    Kind,
    MatchRow,
    MatchStep,
    MemberRow,
    OriginRow,
    OutgoingRow,
    Row,
    SeatRow,
)
from landbridge.store.schema import insert, rows_from, select, upsert, values
from landbridge.store.steps import move
from landbridge.store.stored import (
    StoredMatch,
    add_snapshots,
    cut_snapshots,
    put_snapshot,
    read_stored,
    snapshot_row,
)

_entry = msgspec.json.Decoder(ActionRecord)


class Advance(Struct, frozen=True, kw_only=True):
    """One change of a match."""

    after: MatchRow
    """The match with its next version."""
    kind: Kind
    kept: int
    """How many actions it leaves untouched; those behind are taken away."""
    entries: tuple[ActionRecord, ...] = ()
    """Actions behind those that it leaves untouched: done now, or done again without what is taken
    back."""
    at: float = field(default_factory=lambda: now())
    role: str = ""
    user_id: str = ""
    seats: tuple[SeatRow, ...] = ()
    members: tuple[MemberRow, ...] = ()
    outgoing: tuple[OutgoingRow, ...] = ()
    invitation: str = ""
    """The hash of an invitation that is used up by it."""

    def step(self) -> MatchStep | None:
        """The same as a step, where it is nothing but an action."""
        if self.kind != "do" or len(self.entries) != 1:
            return None
        if self.seats or self.members or self.outgoing or self.invitation:
            return None
        line = _line(self.after.id, self.after.actions, self.entries[0])
        return MatchStep(self.after, line, self.change_row())

    def change_row(self) -> ChangeRow:
        """The change as it is noted."""
        row = self.after
        return ChangeRow(
            row.id,
            row.version,
            self.kept,
            self.kind,
            self.role,
            self.user_id,
            self.at,
            row.noticed,
        )


class MatchStore:
    """The matches of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # Reading

    async def match(self, match_id: str) -> MatchRow | None:
        """One match, without its actions."""
        found = await self._database.rows(select(MatchRow, "WHERE id = ?"), match_id)
        return rows_from(MatchRow, found)[0] if found else None

    async def version(self, match_id: str) -> int | None:
        """The version of a match; None if it is gone."""
        found = await self._database.rows("SELECT version FROM matches WHERE id = ?", match_id)
        return found[0][0] if found else None

    async def versions(self, match_ids: Iterable[str]) -> dict[str, int]:
        """The versions of several matches; those that are gone are left out."""
        asked = list(match_ids)
        marks = ", ".join("?" for _ in asked)
        if not asked:
            return {}
        found = await self._database.rows(
            f"SELECT id, version FROM matches WHERE id IN ({marks})", *asked
        )
        return {row[0]: row[1] for row in found}

    async def load(self, match_id: str) -> StoredMatch | None:
        """All of a match, from the same moment."""
        async with self._database.reading() as change:
            return await read_stored(change, match_id)

    async def tail(
        self, match_id: str, number: int
    ) -> tuple[MatchRow | None, tuple[ActionRecord, ...]]:
        """A match and its actions from this one on, from the same moment."""
        async with self._database.reading() as change:
            found = rows_from(
                MatchRow, await change.rows(select(MatchRow, "WHERE id = ?"), match_id)
            )
            return (found[0] if found else None), await self._entries(change, match_id, number)

    async def _entries(
        self, change: Change, match_id: str, number: int
    ) -> tuple[ActionRecord, ...]:
        found = await change.rows(
            "SELECT entry FROM entries WHERE match_id = ? AND number >= ? ORDER BY number",
            match_id,
            number,
        )
        return tuple(_entry.decode(text) for (text,) in found)

    async def seats(self, match_id: str) -> list[SeatRow]:
        """Who sits where."""
        found = await self._database.rows(select(SeatRow, "WHERE match_id = ?"), match_id)
        return rows_from(SeatRow, found)

    async def members(self, match_id: str) -> list[MemberRow]:
        """Who has ever held a role, or may look on."""
        found = await self._database.rows(select(MemberRow, "WHERE match_id = ?"), match_id)
        return rows_from(MemberRow, found)

    async def allowed(self, match_ids: Iterable[str]) -> dict[str, set[str]]:
        """Who may look at those of these matches that are private: people, and links to look on
        by their hashes.
        """
        asked = list(match_ids)
        if not asked:
            return {}
        marks = ", ".join("?" for _ in asked)
        private = f"SELECT id FROM matches WHERE private = 1 AND id IN ({marks})"
        found = await self._database.rows(
            f"SELECT id, owner FROM matches WHERE private = 1 AND id IN ({marks})"
            f" UNION SELECT match_id, user_id FROM seats WHERE match_id IN ({private})"
            f" UNION SELECT match_id, user_id FROM members WHERE match_id IN ({private})"
            " UNION SELECT match_id, hash FROM invitations"
            f" WHERE role = 'spectator' AND expires > ? AND match_id IN ({private})",
            *asked,
            *asked,
            *asked,
            now(),
            *asked,
        )
        people: dict[str, set[str]] = {}
        for match_id, user_id in found:
            people.setdefault(match_id, set()).update({user_id} - {""})
        return people

    async def listed(
        self, user_id: str, *, mine: bool, limit: int
    ) -> list[tuple[MatchRow, list[SeatRow]]]:
        """Matches that somebody may see, the newest first, with their seats."""
        own = (
            "owner = ? OR id IN (SELECT match_id FROM seats WHERE user_id = ?)"
            " OR id IN (SELECT match_id FROM members WHERE user_id = ?)"
        )
        where = f"WHERE ({own}){'' if mine else ' OR private = 0'} ORDER BY updated DESC LIMIT ?"
        found = rows_from(
            MatchRow,
            await self._database.rows(select(MatchRow, where), user_id, user_id, user_id, limit),
        )
        return await self._seated(found)

    async def find(self, match_ids: Iterable[str]) -> list[tuple[MatchRow, list[SeatRow]]]:
        """Several matches with their seats; those that are gone are left out."""
        asked = list(match_ids)
        if not asked:
            return []
        marks = ", ".join("?" for _ in asked)
        rows = await self._database.rows(select(MatchRow, f"WHERE id IN ({marks})"), *asked)
        return await self._seated(rows_from(MatchRow, rows))

    async def _seated(self, rows: list[MatchRow]) -> list[tuple[MatchRow, list[SeatRow]]]:
        seats: dict[str, list[SeatRow]] = {row.id: [] for row in rows}
        if rows:
            marks = ", ".join("?" for _ in rows)
            for seat in rows_from(
                SeatRow,
                await self._database.rows(select(SeatRow, f"WHERE match_id IN ({marks})"), *seats),
            ):
                seats[seat.match_id].append(seat)
        return [(row, seats[row.id]) for row in rows]

    async def owned(self, user_id: str) -> int:
        """How many matches somebody has begun that still go on."""
        found = await self._database.rows(
            "SELECT count(*) FROM matches WHERE owner = ? AND over = 0", user_id
        )
        count: int = found[0][0]
        return count

    async def waiting_for_bots(self) -> list[str]:
        """Matches in which a bot has something to decide."""
        found = await self._database.rows("SELECT id FROM matches WHERE bots_due = 1")
        return [match_id for (match_id,) in found]

    async def unchanged_since(self, match_id: str, version: int) -> int | None:
        """How many actions are still those that a reader of this version knows; None: all."""
        found = await self._database.rows(
            "SELECT min(kept) FROM changes WHERE match_id = ? AND version > ?", match_id, version
        )
        kept: int | None = found[0][0]
        return kept

    async def noticed(self, match_id: str, version: int) -> str | None:
        """What each role counted at a version."""
        found = await self._database.rows(
            "SELECT noticed FROM changes WHERE match_id = ? AND version = ?", match_id, version
        )
        return found[0][0] if found else None

    async def changes(self, match_id: str) -> list[tuple[int, str]]:
        """Every change, the newest first: what it left untouched, and what each role counted."""
        found = await self._database.rows(
            "SELECT kept, noticed FROM changes WHERE match_id = ? ORDER BY version DESC", match_id
        )
        return [(row[0], row[1]) for row in found]

    # Changing

    async def create(
        self,
        row: MatchRow,
        save: Save,
        seats: Iterable[SeatRow],
        members: Iterable[MemberRow],
    ) -> None:
        """Keep a new match."""
        header = msgspec.json.encode(save.header).decode()
        change_row = ChangeRow(
            row.id, row.version, 0, "begin", "", row.owner, row.created, row.noticed
        )
        async with self._database.changing() as change:
            await _add(change, row, OriginRow(row.id, header), change_row, *seats, *members)
            for number, entry in enumerate(save.records, start=1):
                await _add(change, _line(row.id, number, entry))
            await add_snapshots(change, row.id, save)
            await change.announce(row.id, row.version)

    async def keep_snapshot(
        self, match_id: str, serial: int, snapshot: Snapshot, spacing: int
    ) -> None:
        """Keep the position after an action with this serial number."""
        async with self._database.changing() as change:
            await put_snapshot(change, snapshot_row(match_id, serial, snapshot), spacing)

    async def advance(self, wanted: Advance) -> bool:
        """Take a match to its next version; False, and nothing done, if it is no longer there."""
        step = wanted.step()
        if step is not None:
            return await self._database.step(step)
        row = wanted.after
        async with self._database.changing() as change:
            if not await move(change, row):
                return False
            if wanted.kind in ("undo", "rollback"):
                await change.run(
                    "DELETE FROM entries WHERE match_id = ? AND number > ?", row.id, wanted.kept
                )
                await cut_snapshots(change, row.id, wanted.kept)
            for number, entry in enumerate(wanted.entries, start=wanted.kept + 1):
                await _add(change, _line(row.id, number, entry))
            await _add(change, wanted.change_row())
            await add_outgoing(change, wanted.outgoing)
            for kept in (*wanted.seats, *wanted.members):
                await change.run(upsert(type(kept)), *values(kept))
            if wanted.invitation:
                await change.run("DELETE FROM invitations WHERE hash = ?", wanted.invitation)
            await change.announce(row.id, row.version)
        return True

    async def delete(self, match_id: str) -> None:
        """Take a match away, with everything that belongs to it."""
        async with self._database.changing() as change:
            for kind in OF_A_MATCH:
                await change.run(f"DELETE FROM {kind.table} WHERE match_id = ?", match_id)
            await change.run("DELETE FROM matches WHERE id = ?", match_id)
            await change.announce(match_id, 0)


def _line(match_id: str, number: int, entry: ActionRecord) -> EntryRow:
    return EntryRow(match_id, number, msgspec.json.encode(entry).decode())


async def _add(change: Change, *rows: Row) -> None:
    for row in rows:
        await change.run(insert(type(row)), *values(row))


def now() -> float:
    """The time as rows keep it."""
    return round(time.time(), 3)
