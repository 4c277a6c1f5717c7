"""Schema 5: what each role counts of a match, and keys that a server seals with."""

from __future__ import annotations

from landbridge.store.migrations.step import Migration

STEP = Migration(
    about="what each role counts of a match, and keys",
    statements=(
        "ALTER TABLE matches ADD COLUMN noticed TEXT NOT NULL DEFAULT '{}'",
        "ALTER TABLE changes ADD COLUMN noticed TEXT NOT NULL DEFAULT '{}'",
        "CREATE TABLE keys (name TEXT NOT NULL, secret TEXT NOT NULL,"
        " created DOUBLE PRECISION NOT NULL, PRIMARY KEY (name))",
    ),
)
