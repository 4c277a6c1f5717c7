"""Keys that a server seals with."""

from __future__ import annotations

from landbridge.store.migrations.step import Migration

STEP = Migration(
    about="keys that a server seals with",
    statements=(
        "CREATE TABLE keys (name TEXT NOT NULL, secret TEXT NOT NULL,"
        " created DOUBLE PRECISION NOT NULL, PRIMARY KEY (name))",
    ),
)
