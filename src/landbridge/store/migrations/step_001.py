"""Schema 1: matches, people and post."""

from __future__ import annotations

from landbridge.store.migrations.step import Migration

TABLES: dict[str, tuple[str, str]] = {
    "matches": (
        "id TEXT NOT NULL, game TEXT NOT NULL, scenario TEXT NOT NULL, name TEXT NOT NULL, "
        "owner TEXT NOT NULL, private BIGINT NOT NULL, version BIGINT NOT NULL, "
        "next_serial BIGINT NOT NULL, taken_back TEXT NOT NULL, state TEXT NOT NULL, "
        "actions BIGINT NOT NULL, to_decide TEXT NOT NULL, over BIGINT NOT NULL, "
        "outcome TEXT NOT NULL, bots_due BIGINT NOT NULL, rollback TEXT NOT NULL, "
        "created DOUBLE PRECISION NOT NULL, updated DOUBLE PRECISION NOT NULL",
        "id",
    ),
    "origins": (
        "match_id TEXT NOT NULL, header TEXT NOT NULL",
        "match_id",
    ),
    "entries": (
        "match_id TEXT NOT NULL, number BIGINT NOT NULL, entry TEXT NOT NULL",
        "match_id, number",
    ),
    "changes": (
        "match_id TEXT NOT NULL, version BIGINT NOT NULL, kept BIGINT NOT NULL, "
        "kind TEXT NOT NULL, role TEXT NOT NULL, user_id TEXT NOT NULL, "
        "at DOUBLE PRECISION NOT NULL",
        "match_id, version",
    ),
    "seats": (
        "match_id TEXT NOT NULL, role TEXT NOT NULL, kind TEXT NOT NULL, "
        "user_id TEXT NOT NULL, bot TEXT NOT NULL",
        "match_id, role",
    ),
    "members": (
        "match_id TEXT NOT NULL, user_id TEXT NOT NULL, role TEXT NOT NULL",
        "match_id, user_id, role",
    ),
    "users": (
        "id TEXT NOT NULL, name TEXT NOT NULL, folded TEXT NOT NULL, email TEXT NOT NULL, "
        "confirmed BIGINT NOT NULL, password TEXT NOT NULL, disabled BIGINT NOT NULL, "
        "mail BIGINT NOT NULL, webhook TEXT NOT NULL, created DOUBLE PRECISION NOT NULL",
        "id",
    ),
    "sessions": (
        "hash TEXT NOT NULL, user_id TEXT NOT NULL, expires DOUBLE PRECISION NOT NULL",
        "hash",
    ),
    "invitations": (
        "hash TEXT NOT NULL, match_id TEXT NOT NULL, role TEXT NOT NULL, "
        "user_id TEXT NOT NULL, expires DOUBLE PRECISION NOT NULL",
        "hash",
    ),
    "confirmations": (
        "hash TEXT NOT NULL, user_id TEXT NOT NULL, email TEXT NOT NULL, "
        "expires DOUBLE PRECISION NOT NULL",
        "hash",
    ),
    "notes": (
        "match_id TEXT NOT NULL, user_id TEXT NOT NULL, text TEXT NOT NULL, "
        "updated DOUBLE PRECISION NOT NULL",
        "match_id, user_id",
    ),
    "notices": (
        "match_id TEXT NOT NULL, user_id TEXT NOT NULL, mail BIGINT, webhook TEXT",
        "match_id, user_id",
    ),
    "outgoing": (
        "id TEXT NOT NULL, kind TEXT NOT NULL, target TEXT NOT NULL, user_id TEXT NOT NULL, "
        "subject TEXT NOT NULL, body TEXT NOT NULL, due DOUBLE PRECISION NOT NULL, "
        "tries BIGINT NOT NULL",
        "id",
    ),
    "leases": (
        "name TEXT NOT NULL, holder TEXT NOT NULL, until DOUBLE PRECISION NOT NULL",
        "name",
    ),
}
"""The columns of each table, in the order in which backups of schema 1 write them, and its key."""

INDEXES = (
    "CREATE INDEX matches_by_updated ON matches (updated)",
    "CREATE INDEX matches_by_owner ON matches (owner)",
    "CREATE INDEX matches_by_bots_due ON matches (bots_due)",
    "CREATE INDEX seats_by_user_id ON seats (user_id)",
    "CREATE INDEX members_by_user_id ON members (user_id)",
    "CREATE INDEX sessions_by_user_id ON sessions (user_id)",
    "CREATE INDEX invitations_by_match_id ON invitations (match_id)",
    "CREATE INDEX outgoing_by_due ON outgoing (due)",
    "CREATE UNIQUE INDEX users_by_folded ON users (folded)",
)

STEP = Migration(
    about="matches, people and post",
    statements=(
        *(
            f"CREATE TABLE {name} ({columns}, PRIMARY KEY ({key}))"
            for name, (columns, key) in TABLES.items()
        ),
        *INDEXES,
    ),
)


def backup_columns() -> dict[str, tuple[str, ...]]:
    """What a line of a backup holds, table by table; later backups say it themselves."""
    return {
        name: tuple(column.split()[0] for column in columns.split(", "))
        for name, (columns, _) in TABLES.items()
    }
