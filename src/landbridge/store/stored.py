"""A match as a database holds it: its row, its header, its actions and its snapshots."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from landbridge.engine.matches.history import Records
from landbridge.engine.matches.saves import Footer, Header, Rollback, Save, Snapshot, seal
from landbridge.engine.play.endings import Ending
from landbridge.store.database import Change
from landbridge.store.rows import MatchRow, SnapshotRow
from landbridge.store.schema import insert, rows_from, select, upsert, values


class StoredMatch(Struct, frozen=True):
    """All of a match from the same moment."""

    row: MatchRow
    header: Header
    lines: list[bytes]
    """The records of its actions."""
    snapshots: tuple[Snapshot, ...] = ()

    def save(self) -> Save:
        """The match as a save, without snapshots."""
        footer = self.footer()
        return seal(
            self.header,
            tuple(Records(self.lines)),
            footer.next_serial,
            footer.taken_back,
            footer.state,
            footer.ending,
        )

    def footer(self) -> Footer:
        """How its save ends, before its chain is closed."""
        row = self.row
        return Footer(
            actions=row.actions,
            next_serial=row.next_serial,
            taken_back=msgspec.json.decode(row.taken_back, type=tuple[Rollback, ...]),
            state=row.state,
            chain="",
            ending=msgspec.json.decode(row.ending, type=Ending) if row.ending else None,
            snapshots=self.snapshots,
        )


async def read_stored(change: Change, match_id: str) -> StoredMatch | None:
    """A match in a transaction."""
    found = rows_from(MatchRow, await change.rows(select(MatchRow, "WHERE id = ?"), match_id))
    if not found:
        return None
    origin = await change.rows("SELECT header FROM origins WHERE match_id = ?", match_id)
    lines = await change.rows(
        "SELECT entry FROM entries WHERE match_id = ? ORDER BY number", match_id
    )
    rows = await change.rows(select(SnapshotRow, "WHERE match_id = ? ORDER BY number"), match_id)
    records = Records(text.encode() for (text,) in lines)
    return StoredMatch(
        found[0],
        msgspec.json.decode(origin[0][0], type=Header),
        records.lines,
        tuple(
            msgspec.json.decode(row.snapshot, type=Snapshot)
            for row in rows_from(SnapshotRow, rows)
            if row.number <= len(records) and records[row.number - 1].serial == row.serial
        ),
    )


def snapshot_row(match_id: str, serial: int, snapshot: Snapshot) -> SnapshotRow:
    """The row of a snapshot of an action with this serial number."""
    text = msgspec.json.encode(snapshot).decode()
    return SnapshotRow(match_id, snapshot.after, serial, text)


async def put_snapshot(change: Change, row: SnapshotRow, spacing: int) -> None:
    """Keep a snapshot; of those before it, only such as lie so far apart."""
    await change.run(upsert(SnapshotRow), *values(row))
    await change.run(
        "DELETE FROM snapshots WHERE match_id = ? AND number < ? AND number <> number / ? * ?",
        row.match_id,
        row.number,
        spacing,
        spacing,
    )


async def add_snapshots(change: Change, match_id: str, save: Save) -> None:
    """Keep the snapshots of a match that is brought in."""
    for snapshot in save.footer.snapshots:
        row = snapshot_row(match_id, save.records[snapshot.after - 1].serial, snapshot)
        await change.run(insert(SnapshotRow), *values(row))


async def cut_snapshots(change: Change, match_id: str, kept: int) -> None:
    """Throw away those of actions that were taken back."""
    await change.run("DELETE FROM snapshots WHERE match_id = ? AND number > ?", match_id, kept)
