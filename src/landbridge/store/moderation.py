"""Reports of people, and the log of what moderators and administrators did. It only grows."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from landbridge.store.database import Change, Conflict, Database
from landbridge.store.matches import now
from landbridge.store.rows import AuditRow, MatchRow, ReportRow, SeatRow
from landbridge.store.schema import insert, rows_from, select, values

TRIES = 20
"""How often a number of the audit log is sought that no other process has just taken."""


class AuditEntry(Struct, frozen=True):
    """What somebody did, before it has its number in the audit log."""

    actor: str
    act: str
    target: str = ""
    target_id: str = ""
    why: str = ""


class ModerationStore:
    """What moderators work with."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # Reports

    async def report(self, row: ReportRow) -> bool:
        """Keep a report; False where the same person's report of the same account is still open."""
        async with self._database.changing() as change:
            if await change.rows(
                "SELECT 1 FROM reports WHERE user_id = ? AND about = ? AND closed = 0",
                row.user_id,
                row.about,
            ):
                return False
            await change.run(insert(ReportRow), *values(row))
        return True

    async def open_reports(self, limit: int) -> list[ReportRow]:
        """Reports that no moderator has closed, the oldest first."""
        rest = "WHERE closed = 0 ORDER BY at, id LIMIT ?"
        return rows_from(ReportRow, await self._database.rows(select(ReportRow, rest), limit))

    async def reports_about(self, user_id: str, limit: int) -> list[ReportRow]:
        """Every report of an account, the newest first."""
        rest = "WHERE about = ? ORDER BY at DESC, id LIMIT ?"
        return rows_from(
            ReportRow, await self._database.rows(select(ReportRow, rest), user_id, limit)
        )

    async def report_of(self, report_id: str) -> ReportRow | None:
        """One report."""
        found = await self._database.rows(select(ReportRow, "WHERE id = ?"), report_id)
        return rows_from(ReportRow, found)[0] if found else None

    async def close_report(
        self, report_id: str, moderator_id: str, answer: str, entry: AuditEntry
    ) -> bool:
        """Close a report, and note it; False if somebody else has."""
        for _ in range(TRIES):
            try:
                async with self._database.changing() as change:
                    if not await change.run(
                        "UPDATE reports SET closed = ?, closed_by = ?, answer = ?"
                        " WHERE id = ? AND closed = 0",
                        now(),
                        moderator_id,
                        answer,
                        report_id,
                    ):
                        return False
                    await _add_entry(change, entry)
                return True
            except Conflict:
                continue
        raise Conflict("The audit log is being written by too many at once; try again.")

    async def remove_message(self, report: ReportRow, entry: AuditEntry) -> bool:
        """Empty the message that a report is about, and note it; False if it is gone already.

        Its number stays taken, so that no other message is ever taken for it.
        """
        async with self._database.changing() as change:
            if not await change.run(
                "UPDATE chat SET text = '' WHERE match_id = ? AND number = ? AND user_id = ?"
                " AND text <> ''",
                report.about_match,
                report.message,
                report.about,
            ):
                return False
            await _add_entry(change, entry)
            await change.announce_chat(report.about_match, -report.message)
        return True

    # Accounts

    async def set_disabled(self, user_id: str, disabled: bool, entry: AuditEntry) -> None:
        """Let nobody log in to an account, or let them again, and note it."""
        await self._noted(
            entry,
            ("UPDATE users SET disabled = ? WHERE id = ?", int(disabled), user_id),
            *((("DELETE FROM sessions WHERE user_id = ?", user_id),) if disabled else ()),
        )

    async def set_moderator(self, user_id: str, moderator: bool, entry: AuditEntry) -> None:
        """Make somebody a moderator, or no longer, and note it."""
        sql = "UPDATE users SET moderator = ? WHERE id = ?"
        await self._noted(entry, (sql, int(moderator), user_id))

    async def matches_of(self, user_id: str, limit: int) -> list[tuple[MatchRow, tuple[str, ...]]]:
        """The matches that somebody owns or plays in, the newest first, with their roles."""
        rest = (
            "WHERE owner = ? OR id IN (SELECT match_id FROM seats WHERE user_id = ?)"
            " ORDER BY updated DESC LIMIT ?"
        )
        found = rows_from(
            MatchRow, await self._database.rows(select(MatchRow, rest), user_id, user_id, limit)
        )
        seats = rows_from(
            SeatRow, await self._database.rows(select(SeatRow, "WHERE user_id = ?"), user_id)
        )
        return [
            (row, tuple(sorted(one.role for one in seats if one.match_id == row.id)))
            for row in found
        ]

    # The audit log

    async def note(self, entry: AuditEntry) -> None:
        """Add an entry to the audit log."""
        await self._noted(entry)

    async def audit(self, limit: int) -> list[AuditRow]:
        """The audit log, the newest first."""
        rest = "ORDER BY number DESC LIMIT ?"
        return rows_from(AuditRow, await self._database.rows(select(AuditRow, rest), limit))

    async def _noted(self, entry: AuditEntry, *statements: tuple[Any, ...]) -> None:
        """Carry statements out and note why: both, or neither."""
        for _ in range(TRIES):
            try:
                async with self._database.changing() as change:
                    for sql, *given in statements:
                        await change.run(sql, *given)
                    await _add_entry(change, entry)
                return
            except Conflict:
                # Another process has taken the number.
                continue
        raise Conflict("The audit log is being written by too many at once; try again.")


async def _add_entry(change: Change, entry: AuditEntry) -> None:
    last = await change.rows("SELECT max(number) FROM audit")
    row = AuditRow(number=(last[0][0] or 0) + 1, at=now(), **asdict(entry))
    await change.run(insert(AuditRow), *values(row))
