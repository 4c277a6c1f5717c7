"""Opening a database of any published schema: it is brought up to date, or refused unchanged."""

from __future__ import annotations

import logging
import os
import sqlite3
from pathlib import Path

from landbridge.engine.refusals import BadInput
from landbridge.store import migrations
from landbridge.store.database import Change, StoreFailed
from landbridge.store.rows import ROWS, MetaRow

log = logging.getLogger("landbridge")

META = (
    "CREATE TABLE IF NOT EXISTS meta (name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (name))"
)
"""The one table that is there before any step: it keeps the schema."""

EMPTY = 0
"""The schema of a database without tables."""


async def find_schema(change: Change, place: str) -> int:
    """The schema of a database; one that this version cannot work with is refused."""
    await change.run(META)
    found = await change.rows("SELECT value FROM meta WHERE name = 'schema'")
    if not found:
        return EMPTY
    text = str(found[0][0])
    if not text.isascii() or not text.isdecimal():
        raise BadInput(
            f"{place} has a schema '{text}' that no version of Landbridge makes;"
            " nothing has been changed. Restore a backup into a new database."
        )
    if int(text) > migrations.SCHEMA:
        raise BadInput(
            f"{place} was made by a newer version of Landbridge (schema {text}; this one works"
            f" with {migrations.SCHEMA} and older); nothing has been changed. Use that version,"
            " or restore a backup that is older into a new database."
        )
    return int(text)


def needs_steps(found: int) -> bool:
    """Whether a database of this schema has to be taken further."""
    return found < migrations.SCHEMA


async def migrate(change: Change, found: int, upto: int | None = None) -> None:
    """Take a database from a schema to a later one, in the transaction of the caller."""
    wanted = migrations.SCHEMA if upto is None else upto
    for step in migrations.STEPS[found:wanted]:
        for statement in step.statements:
            await change.run(statement)
        if step.convert is not None:
            await step.convert(change)
    await change.run(
        "INSERT INTO meta (name, value) VALUES ('schema', ?)"
        " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        str(wanted),
    )


def say_what_changed(place: str, found: int, copy: Path | None = None) -> None:
    """Log that a database was brought up to date."""
    about = "; ".join(step.about for step in migrations.STEPS[found:])
    kept = f" As it was, it is kept in {copy}." if copy else ""
    log.warning(
        "%s was brought from schema %d to %d (%s).%s",
        place,
        found,
        migrations.SCHEMA,
        about,
        kept,
    )


async def make_tables_of(change: Change, schema: int) -> None:
    """Exchange the empty tables of a new database for those of an older schema."""
    for kind in ROWS:
        if kind is not MetaRow:
            await change.run(f"DROP TABLE {kind.table}")
    await migrate(change, EMPTY, schema)


def copy_file(path: str, schema: int) -> Path:
    """A copy of a SQLite file beside it, named by its schema; the caller keeps writers out."""
    copy = _free_name(path, schema)
    try:
        # It holds seeds and password hashes, as the file itself does.
        os.close(os.open(copy, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        source, target = sqlite3.connect(path), sqlite3.connect(copy)
        try:
            source.backup(target)
            target.execute("PRAGMA journal_mode=DELETE")
        finally:
            source.close()
            target.close()
        with open(copy, "rb") as written:
            os.fsync(written.fileno())
    except (OSError, sqlite3.Error) as problem:
        copy.unlink(missing_ok=True)
        raise StoreFailed(
            f"{path} has to be brought up to date, and no copy of it can be kept in {copy}:"
            f" {problem}; nothing has been changed."
        ) from None
    return copy


def _free_name(path: str, schema: int) -> Path:
    first = Path(f"{path}.schema-{schema}")
    count, free = 1, first
    while free.exists():
        count += 1
        free = first.with_name(f"{first.name}-{count}")
    return free
