"""What each role counts of a match, where roles have secrets."""

from __future__ import annotations

from landbridge.store.migrations.step import Migration

STEP = Migration(
    about="what each role counts of a match",
    statements=(
        "ALTER TABLE matches ADD COLUMN noticed TEXT NOT NULL DEFAULT '{}'",
        "ALTER TABLE changes ADD COLUMN noticed TEXT NOT NULL DEFAULT '{}'",
    ),
)
