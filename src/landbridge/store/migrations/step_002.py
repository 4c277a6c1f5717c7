"""Schema 2: endings that people make, clocks, leave, and the server's own time."""

from __future__ import annotations

from landbridge.store.migrations.step import Migration

STEP = Migration(
    about="endings, draws, clocks and leave",
    statements=(
        "ALTER TABLE matches ADD COLUMN ending TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE matches ADD COLUMN draw_offer TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE matches ADD COLUMN clock TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE matches ADD COLUMN due DOUBLE PRECISION NOT NULL DEFAULT 0",
        "CREATE INDEX matches_by_due ON matches (due)",
        "CREATE TABLE leaves (user_id TEXT NOT NULL, start DOUBLE PRECISION NOT NULL,"
        " until DOUBLE PRECISION NOT NULL, PRIMARY KEY (user_id, start))",
        "CREATE INDEX leaves_by_until ON leaves (until)",
        "CREATE TABLE server_time (name TEXT NOT NULL, seen DOUBLE PRECISION NOT NULL,"
        " passed DOUBLE PRECISION NOT NULL, PRIMARY KEY (name))",
        # Matches that go on are looked at once, so that patience with them begins.
        "UPDATE matches SET due = 1 WHERE over = 0",
    ),
)
