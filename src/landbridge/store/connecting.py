"""Connecting to a database, whichever it is; the drivers are not loaded before they are needed."""

from __future__ import annotations

from landbridge.store.database import Database
from landbridge.store.places import MEMORY, POSTGRES


def connect(place: str) -> Database:
    """The database at a place: a file's name, `postgresql://...`, or `:memory:`."""
    if place.startswith(POSTGRES):
        from landbridge.store.postgres import Postgres

        return Postgres(place)
    from landbridge.store.sqlite import SQLite

    return SQLite(place.removeprefix("sqlite://") or MEMORY)
