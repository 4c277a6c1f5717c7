"""One step from a schema to the next."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from msgspec import Struct

from landbridge.store.database import Change


class Migration(Struct, frozen=True, kw_only=True):
    """What leads to a schema from the one before it: statements first, then what they cannot do."""

    about: str
    """What it adds or changes, in a few words for the log."""
    statements: tuple[str, ...] = ()
    """SQL that SQLite and PostgreSQL both understand; a new column needs a DEFAULT."""
    convert: Callable[[Change], Awaitable[None]] | None = None
    """Works out what the new columns of existing rows hold."""
