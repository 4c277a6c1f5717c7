"""What clocks need of a database: the server's time, matches to look at, and who is away."""

from __future__ import annotations

from collections.abc import Callable

from landbridge.engine.refusals import LandbridgeError
from landbridge.store.database import Database
from landbridge.store.rows import LeaveRow, ServerTimeRow
from landbridge.store.schema import insert, rows_from, select, upsert, values

NAME = "clocks"
TRIES = 20
NOW = 1.0
"""A time long past: whatever is due then is looked at next."""


class Busy(LandbridgeError):
    """Others count the server's time so often that one's own turn does not come."""


class ClockStore:
    """Clocks in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # The server's time

    async def count_time(
        self, seen: float, count: Callable[[ServerTimeRow | None], float]
    ) -> float:
        """Let the server's time pass; of several processes that do so at once, each counts on."""
        for _ in range(TRIES):
            found = await self._database.rows(select(ServerTimeRow, "WHERE name = ?"), NAME)
            before = rows_from(ServerTimeRow, found)[0] if found else None
            passed = count(before)
            async with self._database.changing() as change:
                if before is None:
                    done = await change.run(
                        f"{insert(ServerTimeRow)} ON CONFLICT (name) DO NOTHING", NAME, seen, passed
                    )
                else:
                    done = await change.run(
                        "UPDATE server_time SET seen = ?, passed = ?"
                        " WHERE name = ? AND seen = ? AND passed = ?",
                        seen,
                        passed,
                        NAME,
                        before.seen,
                        before.passed,
                    )
            if done:
                return passed
        raise Busy("The server's time could not be counted.")

    # Matches

    async def due(self, time: float, limit: int) -> list[str]:
        """Matches whose clock has to be looked at."""
        found = await self._database.rows(
            "SELECT id FROM matches WHERE due > 0 AND due <= ? ORDER BY due LIMIT ?", time, limit
        )
        return [match_id for (match_id,) in found]

    async def look_at(self, match_id: str, version: int, due: float) -> None:
        """Look at a match again at this time, unless it has changed meanwhile."""
        async with self._database.changing() as change:
            await change.run(
                "UPDATE matches SET due = ? WHERE id = ? AND version = ?", due, match_id, version
            )

    # Leave

    async def leaves(self, after: float) -> list[LeaveRow]:
        """Everybody's leave that ends after this time."""
        found = await self._database.rows(select(LeaveRow, "WHERE until > ? ORDER BY start"), after)
        return rows_from(LeaveRow, found)

    async def leaves_of(self, user_id: str) -> list[LeaveRow]:
        """Somebody's leave, the first first."""
        found = await self._database.rows(
            select(LeaveRow, "WHERE user_id = ? ORDER BY start"), user_id
        )
        return rows_from(LeaveRow, found)

    async def change_leave(
        self,
        user_id: str,
        *,
        before: LeaveRow | None,
        after: LeaveRow | None,
        check: Callable[[list[LeaveRow]], None] | None = None,
    ) -> None:
        """Replace, add or take away a leave, if it passes the check with the others by then.

        That person's matches are looked at again.
        """
        async with self._database.changing() as change:
            # Whoever takes leave on two devices at once does so one after the other.
            await change.run("UPDATE users SET id = id WHERE id = ?", user_id)
            if check is not None:
                found = await change.rows(select(LeaveRow, "WHERE user_id = ?"), user_id)
                check(rows_from(LeaveRow, found))
            if before is not None:
                await change.run(
                    "DELETE FROM leaves WHERE user_id = ? AND start = ?", user_id, before.start
                )
            if after is not None:
                await change.run(upsert(LeaveRow), *values(after))
            await change.run(
                "UPDATE matches SET due = ? WHERE over = 0 AND clock <> '' AND id IN"
                " (SELECT match_id FROM seats WHERE user_id = ?)",
                NOW,
                user_id,
            )
