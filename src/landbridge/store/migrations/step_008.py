"""Schema 8: how somebody likes to play."""

from __future__ import annotations

from landbridge.store.migrations.step import Migration

STEP = Migration(
    about="how somebody likes to play",
    statements=(
        "CREATE TABLE preferences (user_id TEXT NOT NULL, passes BIGINT NOT NULL,"
        " PRIMARY KEY (user_id))",
    ),
)
