"""Backups: everything that a database keeps as lines of JSON, and the way back.

The first line names the schema and the columns of each table, the last one how many rows there
are. A backup of an older schema goes into the tables that it was made from, which are then taken
further as an old database is.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator
from typing import Any

import msgspec
from msgspec import Struct

from landbridge.engine.refusals import BadInput
from landbridge.store import migrations
from landbridge.store.database import Change, Database
from landbridge.store.migrating import make_tables_of, migrate
from landbridge.store.migrations.step_001 import backup_columns
from landbridge.store.rows import ROWS, LeaseRow, MetaRow, ResetRow, Row, SessionRow
from landbridge.store.schema import columns, rows_from, select, values

FIRST_FORMAT = "landbridge backup 1"
"""Did not say its columns; there is only one schema of it."""

FORMAT = "landbridge backup 2"

LEFT_OUT: tuple[type[Row], ...] = (MetaRow, LeaseRow, SessionRow, ResetRow)
"""What a backup does not hold: facts of the running server, who is logged in or wants to be."""

Columns = dict[str, tuple[str, ...]]


class Head(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of a backup."""

    format: str
    schema: str
    columns: Columns = {}


async def write_backup(database: Database) -> AsyncIterator[str]:
    """Everything as lines of JSON, from one moment, for any kind of database."""
    named = {kind.table: columns(kind) for kind in _kept()}
    yield msgspec.json.encode(Head(FORMAT, str(migrations.SCHEMA), named)).decode()
    count = 0
    async with database.reading() as change:
        for kind in _kept():
            for row in rows_from(kind, await change.rows(select(kind))):
                count += 1
                yield msgspec.json.encode([kind.table, *values(row)]).decode()
    yield msgspec.json.encode({"rows": count}).decode()


async def restore_backup(database: Database, lines: Iterable[str]) -> int:
    """Put a backup of any published schema into an empty database; how many rows there were."""
    rest = iter(lines)
    schema, named = _read_head(next(rest, ""))
    async with database.changing() as change:
        for kind in _kept():
            if await change.rows(f"SELECT 1 FROM {kind.table} LIMIT 1"):
                raise BadInput("There is something in this database; restore into a new one.")
        if schema == migrations.SCHEMA:
            return await _restore_rows(change, rest, named)
        await make_tables_of(change, schema)
        count = await _restore_rows(change, rest, named)
        await migrate(change, schema)
        return count


def _read_head(line: str) -> tuple[int, Columns]:
    """The schema of a backup, and what its lines hold."""
    try:
        head = msgspec.json.decode(line, type=Head)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise BadInput("This is no backup of Landbridge.") from None
    if head.format not in (FIRST_FORMAT, FORMAT):
        raise BadInput("This is no backup of Landbridge, or one of a newer version.")
    if head.schema not in [str(number) for number in range(1, migrations.SCHEMA + 1)]:
        raise BadInput(
            f"The backup has schema {head.schema}; this version restores {migrations.SCHEMA} and"
            " older. Restore it with the version that made it, or a newer one."
        )
    if head.format == FIRST_FORMAT:
        return int(head.schema), backup_columns()
    for name in (name for table, names in head.columns.items() for name in (table, *names)):
        if not name.isidentifier() or not name.isascii():
            raise BadInput(f"The backup is damaged: '{name}' cannot be the name of a column.")
    return int(head.schema), head.columns


async def _restore_rows(change: Change, lines: Iterator[str], named: Columns) -> int:
    known = set(backup_columns()) | {kind.table for kind in _kept()}
    known -= {kind.table for kind in LEFT_OUT}
    for count, line in enumerate(lines):
        found = _decode(line)
        if isinstance(found, dict):
            if found.get("rows") != count or next(lines, None) is not None:
                raise BadInput("The backup is damaged; nothing has been restored.")
            return count
        table, *given = found if isinstance(found, list) and found else [None]
        if not isinstance(table, str) or table not in known or table not in named:
            raise BadInput(f"The backup has a table '{table}' that nobody knows.")
        if len(given) != len(named[table]):
            raise BadInput(f"The backup is damaged in line {count + 2}; nothing has been restored.")
        await change.run(_insert(table, named[table]), *given)
    raise BadInput("The backup breaks off; nothing has been restored.")


def _insert(table: str, names: tuple[str, ...]) -> str:
    marks = ", ".join("?" for _ in names)
    return f"INSERT INTO {table} ({', '.join(names)}) VALUES ({marks})"


def _kept() -> tuple[type[Row], ...]:
    return tuple(kind for kind in ROWS if kind not in LEFT_OUT)


def _decode(line: str) -> Any:
    try:
        return msgspec.json.decode(line)
    except msgspec.MsgspecError:
        raise BadInput("This is no backup of Landbridge, or a damaged one.") from None
