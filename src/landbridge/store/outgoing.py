"""How many messages may wait for one person."""

from __future__ import annotations

from collections.abc import Iterable

from landbridge.store.database import Change
from landbridge.store.rows import OutgoingRow
from landbridge.store.schema import insert, values

MOST_WAITING = 30
"""Messages of each kind that wait for one person; what comes on top is not kept."""


async def add_outgoing(change: Change, messages: Iterable[OutgoingRow]) -> int:
    """Put messages in the tray; how many there was room for."""
    added = 0
    for message in messages:
        found = await change.rows(
            "SELECT count(*) FROM outgoing WHERE user_id = ? AND kind = ?",
            message.user_id,
            message.kind,
        )
        if found[0][0] < MOST_WAITING:
            added += await change.run(insert(OutgoingRow), *values(message))
    return added
