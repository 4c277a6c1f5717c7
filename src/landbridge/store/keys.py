"""Keys that a server made for itself, once; they stay with its data, also in backups."""

from __future__ import annotations

import secrets

from landbridge.store.database import Database
from landbridge.store.matches import now
from landbridge.store.rows import KeyRow
from landbridge.store.schema import insert, values


class KeyStore:
    """The keys of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def key(self, name: str) -> bytes:
        """The key of this name; the first call makes it, whichever process calls first."""
        found = await self._find(name)
        if not found:
            row = KeyRow(name, secrets.token_hex(32), now())
            async with self._database.changing() as change:
                await change.run(f"{insert(KeyRow)} ON CONFLICT (name) DO NOTHING", *values(row))
            found = await self._find(name)
        return bytes.fromhex(found)

    async def _find(self, name: str) -> str:
        found = await self._database.rows("SELECT secret FROM keys WHERE name = ?", name)
        return found[0][0] if found else ""
