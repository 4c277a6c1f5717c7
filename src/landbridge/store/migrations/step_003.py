"""Schema 3: names that look alike; what went wrong with messages; letters to strangers."""

from __future__ import annotations

from landbridge.store.database import Change
from landbridge.store.migrations.step import Migration
from landbridge.store.names import skeleton


async def _find_skeletons(change: Change) -> None:
    """Accounts whose names look alike keep them: the oldest has the skeleton, the others their own.

    Nobody can choose such a one, because no skeleton has a space in it.
    """
    taken: set[str] = set()
    for user_id, name in await change.rows("SELECT id, name FROM users ORDER BY created, id"):
        found = skeleton(name)
        if found in taken:
            found = f"{found} {user_id}"
        taken.add(found)
        await change.run("UPDATE users SET skeleton = ? WHERE id = ?", found, user_id)
    await change.run("CREATE UNIQUE INDEX users_by_skeleton ON users (skeleton)")


STEP = Migration(
    about="names that look alike, failed messages, letters to strangers",
    statements=(
        "ALTER TABLE users ADD COLUMN skeleton TEXT NOT NULL DEFAULT ''",
        "CREATE TABLE failures (user_id TEXT NOT NULL, kind TEXT NOT NULL, target TEXT NOT NULL,"
        " given_up BIGINT NOT NULL, text TEXT NOT NULL, at DOUBLE PRECISION NOT NULL,"
        " PRIMARY KEY (user_id, kind, target))",
        "CREATE TABLE letters (id TEXT NOT NULL, recipient TEXT NOT NULL,"
        " at DOUBLE PRECISION NOT NULL, PRIMARY KEY (id))",
        "CREATE INDEX letters_by_recipient ON letters (recipient)",
        "CREATE INDEX outgoing_by_user_id ON outgoing (user_id)",
    ),
    convert=_find_skeletons,
)
