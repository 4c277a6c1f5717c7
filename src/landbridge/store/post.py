"""Messages that wait to be sent, and work that one of several processes takes on."""

from __future__ import annotations

import secrets
from collections.abc import Collection

from landbridge.store.database import Change, Database
from landbridge.store.matches import now
from landbridge.store.outgoing import add_outgoing
from landbridge.store.people import DAY, hashed
from landbridge.store.rows import FailureRow, LetterRow, OutgoingRow
from landbridge.store.schema import columns, insert, rows_from, select, upsert, values

LETTERS = ((3, 3600.0), (10, DAY))
"""Letters that go to a mailbox whose owner has not asked for them: so many in so many seconds."""

FAILURES_KEPT = 90 * DAY
LONGEST_WAIT = 2 * DAY
"""Nothing waits longer by intent: what is due later was written before the clock was set back."""


def mailbox(address: str) -> str:
    """Whose letters these are: without regard to case and to what is behind a plus sign."""
    name, _, host = address.casefold().rpartition("@")
    return hashed(f"{name.partition('+')[0] or name}@{host}")


class PostStore:
    """What goes out, and who does what."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def post(self, *messages: OutgoingRow) -> None:
        """Put messages in the tray."""
        async with self._database.changing() as change:
            await add_outgoing(change, messages)

    async def take(
        self, kind: str, seconds: float, limit: int, busy: Collection[str] = ()
    ) -> list[OutgoingRow]:
        """Messages that are due, one for each person; nobody else gets them for some seconds.

        The try is counted now, before anything is sent. What has been tried less often comes
        first, so that nobody's failures hold up what others wait for. `busy` get none.
        """
        due = now()
        names = ", ".join(columns(OutgoingRow))
        but = f" AND user_id NOT IN ({', '.join('?' for _ in busy)})" if busy else ""
        found = await self._database.rows(
            f"SELECT {names} FROM (SELECT {names}, row_number() OVER"
            f" (PARTITION BY user_id ORDER BY tries, due, id) AS place FROM outgoing"
            f" WHERE kind = ? AND (due <= ? OR due > ?){but}) AS waiting"
            " WHERE place = 1 ORDER BY tries, due, id LIMIT ?",
            kind,
            due,
            due + LONGEST_WAIT,
            *busy,
            limit,
        )
        taken = []
        for message in rows_from(OutgoingRow, found):
            async with self._database.changing() as change:
                if await change.run(
                    "UPDATE outgoing SET due = ?, tries = tries + 1 WHERE id = ? AND due = ?",
                    due + seconds,
                    message.id,
                    message.due,
                ):
                    taken.append(message)
        return taken

    async def sent(self, message: OutgoingRow) -> None:
        """Take a message out of the tray; its target is sound."""
        async with self._database.changing() as change:
            await change.run("DELETE FROM outgoing WHERE id = ?", message.id)
            await _forget(change, message.user_id, message.kind, message.target)

    async def put_off(self, message: OutgoingRow, text: str, seconds: float) -> None:
        """A message failed: try it again later, and with it all others for the same target.

        The others would have failed too, so it counts as a try of theirs.
        """
        whose = (message.user_id, message.kind, message.target)
        then = now() + seconds
        async with self._database.changing() as change:
            await change.run(
                "UPDATE outgoing SET tries = tries + 1"
                " WHERE user_id = ? AND kind = ? AND target = ? AND id <> ?",
                *whose,
                message.id,
            )
            await change.run(
                "UPDATE outgoing SET due = ? WHERE user_id = ? AND kind = ? AND target = ?",
                then,
                *whose,
            )
            await self._note(change, message, text, 0)

    async def give_up(
        self, message: OutgoingRow, text: str, *, tries: int, blame: bool, most: int
    ) -> bool:
        """A message failed for good, and with it all others that were tried as often.

        If the target is to `blame`, it counts against it; whether it gets no more messages.
        """
        whose = (message.user_id, message.kind, message.target)
        async with self._database.changing() as change:
            gone = await change.run("DELETE FROM outgoing WHERE id = ?", message.id)
            gone += await change.run(
                "DELETE FROM outgoing"
                " WHERE user_id = ? AND kind = ? AND target = ? AND tries + 1 >= ?",
                *whose,
                tries,
            )
            given_up = await self._note(change, message, text, max(1, gone) if blame else 0)
            if given_up < most:
                return False
            await change.run(
                "DELETE FROM outgoing WHERE user_id = ? AND kind = ? AND target = ?", *whose
            )
        return True

    async def _note(self, change: Change, message: OutgoingRow, text: str, more: int) -> int:
        """Note what went wrong; how many messages in a row were given up."""
        whose = (message.user_id, message.kind, message.target)
        found = await change.rows(
            "SELECT given_up FROM failures WHERE user_id = ? AND kind = ? AND target = ?", *whose
        )
        count = (int(found[0][0]) if found else 0) + more
        await change.run(upsert(FailureRow), *values(FailureRow(*whose, count, text[:300], now())))
        return count

    async def failures(self, user_id: str) -> list[FailureRow]:
        """What went wrong last with somebody's messages."""
        found = await self._database.rows(
            select(FailureRow, "WHERE user_id = ? ORDER BY at DESC"), user_id
        )
        return rows_from(FailureRow, found)

    async def forgive(self, user_id: str, kind: str, target: str) -> None:
        """Somebody has named this target anew: what went wrong before counts no longer."""
        async with self._database.changing() as change:
            await _forget(change, user_id, kind, target)

    # Letters to those who may not want them

    async def letter_wait(self, address: str) -> float:
        """Seconds until another letter may go to a mailbox that nobody has confirmed; 0: now."""
        async with self._database.reading() as change:
            return await _letter_wait(change, mailbox(address))

    async def post_letter(self, message: OutgoingRow) -> float:
        """Post a letter to a mailbox that nobody has confirmed; or in how many seconds one may."""
        recipient, at = mailbox(message.target), now()
        async with self._database.changing() as change:
            wait = await _letter_wait(change, recipient)
            if wait:
                return wait
            row = LetterRow(secrets.token_hex(12), recipient, at)
            await change.run(insert(LetterRow), *values(row))
            await add_outgoing(change, [message])
        return 0.0

    async def sweep(self) -> None:
        """Take away what counts no longer."""
        at = now()
        async with self._database.changing() as change:
            await change.run("DELETE FROM letters WHERE at <= ? OR at > ?", at - DAY, at + DAY)
            await change.run("DELETE FROM failures WHERE at <= ?", at - FAILURES_KEPT)

    async def waiting(self) -> int:
        """How many messages are in the tray."""
        found = await self._database.rows("SELECT count(*) FROM outgoing")
        count: int = found[0][0]
        return count

    # Work

    async def lease(self, name: str, holder: str, seconds: float) -> bool:
        """Take work on for some seconds, unless somebody else has.

        Nobody can have it for much longer than that: a lease that ends later was taken before
        the clock was set back, and is void.
        """
        at = now()
        async with self._database.changing() as change:
            touched = await change.run(
                "INSERT INTO leases (name, holder, until) VALUES (?, ?, ?)"
                " ON CONFLICT (name) DO UPDATE SET holder = excluded.holder,"
                " until = excluded.until"
                " WHERE leases.holder = excluded.holder OR leases.until < ? OR leases.until > ?",
                name,
                holder,
                at + seconds,
                at,
                at + 2 * seconds,
            )
        return bool(touched)

    async def release(self, name: str, holder: str) -> None:
        """Give work back."""
        async with self._database.changing() as change:
            await change.run("DELETE FROM leases WHERE name = ? AND holder = ?", name, holder)


async def _forget(change: Change, user_id: str, kind: str, target: str) -> None:
    await change.run(
        "DELETE FROM failures WHERE user_id = ? AND kind = ? AND target = ?", user_id, kind, target
    )


async def _letter_wait(change: Change, recipient: str) -> float:
    at = now()
    found = await change.rows(
        "SELECT at FROM letters WHERE recipient = ? AND at > ? AND at <= ? ORDER BY at DESC",
        recipient,
        at - DAY,
        at + DAY,
    )
    sent = [float(one) for (one,) in found]
    waits = [
        sent[most - 1] + seconds - at
        for most, seconds in LETTERS
        if len(sent) >= most and sent[most - 1] + seconds > at
    ]
    return max(waits, default=0.0)
