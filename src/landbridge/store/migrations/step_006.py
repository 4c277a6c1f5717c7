"""Schema 6: snapshots, from which a long match goes on without being played through."""

from __future__ import annotations

from landbridge.store.migrations.step import Migration

STEP = Migration(
    about="snapshots of long matches",
    statements=(
        "CREATE TABLE snapshots (match_id TEXT NOT NULL, number BIGINT NOT NULL,"
        " serial BIGINT NOT NULL, snapshot TEXT NOT NULL, PRIMARY KEY (match_id, number))",
    ),
)
