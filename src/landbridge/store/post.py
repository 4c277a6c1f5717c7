"""Messages that wait to be sent, and work that one of several processes takes on."""

from __future__ import annotations

from landbridge.store.database import Database
from landbridge.store.matches import now
from landbridge.store.rows import OutgoingRow
from landbridge.store.schema import insert, made, select, values


class PostStore:
    """What goes out, and who does what."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def post(self, *messages: OutgoingRow) -> None:
        """Put messages in the tray."""
        async with self._database.changing() as change:
            for message in messages:
                await change.run(insert(OutgoingRow), *values(message))

    async def take(self, seconds: float, limit: int = 20) -> list[OutgoingRow]:
        """Messages that are due; nobody else gets them for so many seconds."""
        due = now()
        found = made(
            OutgoingRow,
            await self._database.rows(
                select(OutgoingRow, "WHERE due <= ? ORDER BY due LIMIT ?"), due, limit
            ),
        )
        taken = []
        for message in found:
            async with self._database.changing() as change:
                if await change.run(
                    "UPDATE outgoing SET due = ?, tries = tries + 1 WHERE id = ? AND due = ?",
                    due + seconds,
                    message.id,
                    message.due,
                ):
                    taken.append(message)
        return taken

    async def sent(self, message_id: str) -> None:
        """Take a message out of the tray."""
        async with self._database.changing() as change:
            await change.run("DELETE FROM outgoing WHERE id = ?", message_id)

    async def later(self, message_id: str, seconds: float) -> None:
        """Try a message again later."""
        async with self._database.changing() as change:
            await change.run(
                "UPDATE outgoing SET due = ? WHERE id = ?", now() + seconds, message_id
            )

    async def waiting(self) -> int:
        """How many messages are in the tray."""
        found = await self._database.rows("SELECT count(*) FROM outgoing")
        count: int = found[0][0]
        return count

    async def lease(self, name: str, holder: str, seconds: float) -> bool:
        """Take work on for so many seconds, unless somebody else has."""
        async with self._database.changing() as change:
            touched = await change.run(
                "INSERT INTO leases (name, holder, until) VALUES (?, ?, ?)"
                " ON CONFLICT (name) DO UPDATE SET holder = excluded.holder,"
                " until = excluded.until"
                " WHERE leases.holder = excluded.holder OR leases.until < ?",
                name,
                holder,
                now() + seconds,
                now(),
            )
        return bool(touched)

    async def release(self, name: str, holder: str) -> None:
        """Give work back."""
        async with self._database.changing() as change:
            await change.run("DELETE FROM leases WHERE name = ? AND holder = ?", name, holder)
