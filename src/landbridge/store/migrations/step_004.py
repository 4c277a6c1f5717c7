"""Schema 4: what a session tells of its device, password resets, reports, and the audit log."""

from __future__ import annotations

from landbridge.store.migrations.step import Migration

STEP = Migration(
    about="devices of sessions, password resets, moderators, reports and the audit log",
    statements=(
        "ALTER TABLE users ADD COLUMN moderator BIGINT NOT NULL DEFAULT 0",
        "ALTER TABLE sessions ADD COLUMN device TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE sessions ADD COLUMN network TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE sessions ADD COLUMN begun DOUBLE PRECISION NOT NULL DEFAULT 0",
        "ALTER TABLE sessions ADD COLUMN seen DOUBLE PRECISION NOT NULL DEFAULT 0",
        "CREATE TABLE resets (hash TEXT NOT NULL, user_id TEXT NOT NULL,"
        " expires DOUBLE PRECISION NOT NULL, PRIMARY KEY (hash))",
        "CREATE INDEX resets_by_user_id ON resets (user_id)",
        "CREATE TABLE reports (id TEXT NOT NULL, user_id TEXT NOT NULL, about TEXT NOT NULL,"
        " reason TEXT NOT NULL, text TEXT NOT NULL, about_match TEXT NOT NULL,"
        " at DOUBLE PRECISION NOT NULL, closed DOUBLE PRECISION NOT NULL,"
        " closed_by TEXT NOT NULL, answer TEXT NOT NULL, PRIMARY KEY (id))",
        "CREATE INDEX reports_by_closed ON reports (closed)",
        "CREATE INDEX reports_by_about ON reports (about)",
        "CREATE INDEX reports_by_user_id ON reports (user_id)",
        "CREATE TABLE audit (number BIGINT NOT NULL, at DOUBLE PRECISION NOT NULL,"
        " actor TEXT NOT NULL, act TEXT NOT NULL, target TEXT NOT NULL,"
        " target_id TEXT NOT NULL, why TEXT NOT NULL, PRIMARY KEY (number))",
        "CREATE INDEX audit_by_target_id ON audit (target_id)",
    ),
)
