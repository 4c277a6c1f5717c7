"""The whole store: matches, people and post in one database, its backup and its restoring."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any

import msgspec

from landbridge.engine.refusals import BadInput
from landbridge.store.database import Database, connect
from landbridge.store.matches import MatchStore
from landbridge.store.people import PeopleStore
from landbridge.store.post import PostStore
from landbridge.store.rows import ROWS, LeaseRow, MetaRow, Row, SessionRow
from landbridge.store.schema import SCHEMA, insert, made, select, values

BACKUP = "landbridge backup 1"

LEFT_OUT: tuple[type[Row], ...] = (MetaRow, LeaseRow, SessionRow)
"""What a backup does not hold: facts of the running server, and who is logged in."""


class Store:
    """One database and what is in it."""

    def __init__(self, place: str) -> None:
        self.place = place
        self.database: Database = connect(place)
        self.matches = MatchStore(self.database)
        self.people = PeopleStore(self.database)
        self.post = PostStore(self.database)

    async def open(self) -> None:
        """Open the database."""
        await self.database.open()

    async def close(self) -> None:
        """Close the database."""
        await self.database.close()

    async def backup(self) -> AsyncIterator[str]:
        """Everything as lines of JSON, from one moment, for any kind of database."""
        yield msgspec.json.encode({"format": BACKUP, "schema": SCHEMA}).decode()
        count = 0
        async with self.database.reading() as change:
            for kind in _kept():
                for row in made(kind, await change.rows(select(kind))):
                    count += 1
                    yield msgspec.json.encode([kind.table, *values(row)]).decode()
        yield msgspec.json.encode({"rows": count}).decode()

    async def restore(self, lines: Iterable[str]) -> int:
        """Put a backup into an empty database; how many rows there were."""
        kinds = {kind.table: kind for kind in _kept()}
        rows = iter(lines)
        head = _decoded(next(rows, ""))
        if not isinstance(head, dict) or head.get("format") != BACKUP:
            raise BadInput("This is no backup of Landbridge.")
        if head.get("schema") != SCHEMA:
            raise BadInput(
                f"The backup has schema {head.get('schema')}; this version restores {SCHEMA}."
            )
        count = 0
        async with self.database.changing() as change:
            for kind in kinds.values():
                if await change.rows(f"SELECT 1 FROM {kind.table} LIMIT 1"):
                    raise BadInput("There is something in this database; restore into a new one.")
            for line in rows:
                found = _decoded(line)
                if isinstance(found, dict):
                    if found.get("rows") != count or next(rows, None) is not None:
                        raise BadInput("The backup is damaged; nothing has been restored.")
                    return count
                table, *given = found
                if table not in kinds:
                    raise BadInput(f"The backup has a table '{table}' that nobody knows.")
                await change.run(insert(kinds[table]), *given)
                count += 1
            raise BadInput("The backup breaks off; nothing has been restored.")


def _kept() -> tuple[type[Row], ...]:
    return tuple(kind for kind in ROWS if kind not in LEFT_OUT)


def _decoded(line: str) -> Any:
    try:
        return msgspec.json.decode(line)
    except msgspec.MsgspecError:
        raise BadInput("This is no backup of Landbridge, or a damaged one.") from None


@asynccontextmanager
async def opened(place: str) -> AsyncIterator[Store]:
    """A store for a while."""
    store = Store(place)
    await store.open()
    try:
        yield store
    finally:
        await store.close()
