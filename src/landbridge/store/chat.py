"""What players and spectators say beside a match."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from landbridge.store.database import Conflict, Database
from landbridge.store.matches import now
from landbridge.store.rows import ChatRow
from landbridge.store.schema import insert, rows_from, select, values

TRIES = 20
"""How often a number is looked for that nobody else has taken meanwhile."""


class ChatStore:
    """The messages of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, match_id: str, room: str, user_id: str, text: str) -> ChatRow:
        """Keep what somebody says, under the next number of the match."""
        for _ in range(TRIES):
            try:
                async with self._database.changing() as change:
                    last = await change.rows(
                        "SELECT max(number) FROM chat WHERE match_id = ?", match_id
                    )
                    number = (last[0][0] or 0) + 1
                    row = ChatRow(match_id, number, room, user_id, text, now())
                    await change.run(insert(ChatRow), *values(row))
                    await change.announce_chat(match_id, number)
                return row
            except Conflict:
                continue
        raise Conflict("Too many are talking at once; try again.")

    async def read(self, match_id: str, rooms: Collection[str], limit: int) -> list[ChatRow]:
        """The last messages in some rooms, in their order."""
        if not rooms:
            return []
        marks = ", ".join("?" for _ in rooms)
        rest = f"WHERE match_id = ? AND room IN ({marks}) ORDER BY number DESC LIMIT ?"
        found = await self._database.rows(select(ChatRow, rest), match_id, *rooms, limit)
        return rows_from(ChatRow, found)[::-1]

    async def message(self, match_id: str, number: int) -> ChatRow | None:
        """One message."""
        rest = "WHERE match_id = ? AND number = ?"
        found = await self._database.rows(select(ChatRow, rest), match_id, number)
        return rows_from(ChatRow, found)[0] if found else None

    async def newest(self, match_ids: Iterable[str]) -> dict[str, int]:
        """The number of the last message, by match."""
        asked = list(match_ids)
        if not asked:
            return {}
        marks = ", ".join("?" for _ in asked)
        found = await self._database.rows(
            f"SELECT match_id, max(number) FROM chat WHERE match_id IN ({marks}) GROUP BY match_id",
            *asked,
        )
        return {row[0]: row[1] for row in found}
