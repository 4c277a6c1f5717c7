"""The whole store: matches, people and post in one database, its backup and its restoring."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager

from landbridge.store.backups import restore_backup, write_backup
from landbridge.store.chat import ChatStore
from landbridge.store.clocks import ClockStore
from landbridge.store.connecting import connect
from landbridge.store.database import Database
from landbridge.store.keys import KeyStore
from landbridge.store.leaving import LeavingStore
from landbridge.store.matches import MatchStore
from landbridge.store.moderation import ModerationStore
from landbridge.store.people import PeopleStore
from landbridge.store.post import PostStore


class Store:
    """One database and what is in it."""

    def __init__(self, place: str) -> None:
        self.place = place
        self.database: Database = connect(place)
        self.matches = MatchStore(self.database)
        self.chat = ChatStore(self.database)
        self.people = PeopleStore(self.database)
        self.post = PostStore(self.database)
        self.keys = KeyStore(self.database)
        self.clocks = ClockStore(self.database)
        self.moderation = ModerationStore(self.database)
        self.leaving = LeavingStore(self.database)

    async def open(self) -> None:
        """Open the database."""
        await self.database.open()

    async def close(self) -> None:
        """Close the database."""
        await self.database.close()

    async def backup(self) -> AsyncIterator[str]:
        """Everything as lines of JSON, from one moment, for any kind of database."""
        async for line in write_backup(self.database):
            yield line

    async def restore(self, lines: Iterable[str]) -> int:
        """Put a backup of any published schema into an empty database; how many rows there were."""
        return await restore_backup(self.database, lines)


@asynccontextmanager
async def opened(place: str) -> AsyncIterator[Store]:
    """A store for a while."""
    store = Store(place)
    await store.open()
    try:
        yield store
    finally:
        await store.close()
