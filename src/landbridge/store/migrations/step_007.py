"""Schema 7: what is said beside a match; sandboxes and rematches know where they come from."""

from __future__ import annotations

from landbridge.store.migrations.step import Migration

STEP = Migration(
    about="chat, sandboxes, rematches, reports of what was said",
    statements=(
        "CREATE TABLE chat (match_id TEXT NOT NULL, number BIGINT NOT NULL, room TEXT NOT NULL,"
        " user_id TEXT NOT NULL, text TEXT NOT NULL, at DOUBLE PRECISION NOT NULL,"
        " PRIMARY KEY (match_id, number))",
        "CREATE INDEX chat_by_user_id ON chat (user_id)",
        "ALTER TABLE matches ADD COLUMN sandbox_of TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE matches ADD COLUMN rematch TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE reports ADD COLUMN message BIGINT NOT NULL DEFAULT 0",
        "ALTER TABLE reports ADD COLUMN quoted TEXT NOT NULL DEFAULT ''",
    ),
)
