"""Databases of every published schema, read and written behind the store's back."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any, get_type_hints

from landbridge.store.rows import ROWS
from landbridge.store.schema import columns
from landbridge.store.store import Store

PUBLISHED = Path(__file__).parent / "published"
SQL = sorted(PUBLISHED.glob("*.sql"))
BACKUPS = sorted(PUBLISHED.glob("*.backup"))

Rows = dict[str, list[dict[str, Any]]]
Tables = dict[str, Any]


def run_script(place: str, text: str) -> None:
    """Carry SQL out behind the store's back."""
    if place.startswith("postgresql"):
        import psycopg

        with psycopg.connect(place, autocommit=True) as connection:
            connection.execute(text)  # type: ignore[arg-type]
        return
    Path(place).parent.mkdir(parents=True, exist_ok=True)
    with sqlite3.connect(place) as connection:
        connection.executescript(text)
    connection.close()


def read(place: str, sql: str, *given: Any) -> list[dict[str, Any]]:
    """Read behind the store's back."""
    if place.startswith("postgresql"):
        import psycopg

        with psycopg.connect(place, row_factory=psycopg.rows.dict_row) as connection:
            return connection.execute(sql.replace("?", "%s"), given).fetchall()  # type: ignore
    connection = sqlite3.connect(place)
    connection.row_factory = sqlite3.Row
    try:
        return [dict(row) for row in connection.execute(sql, given)]
    finally:
        connection.close()


def table_names(place: str) -> list[str]:
    if place.startswith("postgresql"):
        found = read(place, "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'")
    else:
        found = read(place, "SELECT name FROM sqlite_master WHERE type = 'table'")
    return sorted(row["name"] for row in found)


def all_rows(place: str) -> Rows:
    return {name: read(place, f"SELECT * FROM {name}") for name in table_names(place)}


def definitions(place: str) -> Tables:
    """Columns, keys and indexes of every table; the order of columns and defaults are left out."""
    made: Tables = {}
    for name in table_names(place):
        if place.startswith("postgresql"):
            parts = read(
                place,
                "SELECT column_name, data_type, is_nullable FROM information_schema.columns"
                " WHERE table_schema = 'public' AND table_name = ?",
                name,
            )
            indexes = {
                row["indexdef"]
                for row in read(place, "SELECT indexdef FROM pg_indexes WHERE tablename = ?", name)
            }
        else:
            parts = read(place, f"PRAGMA table_info({name})")
            parts = [{k: p[k] for k in ("name", "type", "notnull", "pk")} for p in parts]
            indexes = {
                row["sql"]
                for row in read(place, "SELECT sql FROM sqlite_master WHERE tbl_name = ?", name)
                if row["sql"] and "INDEX" in row["sql"]
            }
        made[name] = {tuple(part.values()) for part in parts}, indexes
    return made


def made_from_row_types() -> str:
    """The tables that the row types describe."""
    types: dict[Any, str] = {
        str: "TEXT NOT NULL",
        int: "BIGINT NOT NULL",
        float: "DOUBLE PRECISION NOT NULL",
        str | None: "TEXT",
        int | None: "BIGINT",
        float | None: "DOUBLE PRECISION",
    }
    found = []
    for kind in ROWS:
        hints = get_type_hints(kind)
        parts = [f"{name} {types[hints[name]]}" for name in columns(kind)]
        parts.append(f"PRIMARY KEY ({', '.join(kind.key)})")
        found.append(f"CREATE TABLE {kind.table} ({', '.join(parts)})")
        for unique, sought in (("", kind.sought), ("UNIQUE ", kind.unique)):
            for names in sought:
                index = f"{kind.table}_by_{'_'.join(names)}"
                on = f"{kind.table} ({', '.join(names)})"
                found.append(f"CREATE {unique}INDEX {index} ON {on}")
    return ";\n".join(found) + ";"


async def nothing(store: Store) -> None: ...
