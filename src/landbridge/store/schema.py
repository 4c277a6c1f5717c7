"""SQL made from the types of the rows, good for SQLite and PostgreSQL alike."""

from __future__ import annotations

from functools import cache
from typing import Any, TypeVar

from landbridge.store.rows import Row

R = TypeVar("R", bound=Row)


@cache
def columns(kind: type[Row]) -> tuple[str, ...]:
    """The columns of a table, in the order of its type."""
    return kind.__struct_fields__


@cache
def select(kind: type[Row], rest: str = "") -> str:
    """Read whole rows."""
    return f"SELECT {', '.join(columns(kind))} FROM {kind.table} {rest}".rstrip()


@cache
def insert(kind: type[Row]) -> str:
    """Add a row."""
    marks = ", ".join("?" for _ in columns(kind))
    return f"INSERT INTO {kind.table} ({', '.join(columns(kind))}) VALUES ({marks})"


@cache
def upsert(kind: type[Row]) -> str:
    """Add a row, or replace the one with the same key."""
    rest = [name for name in columns(kind) if name not in kind.key]
    then = ", ".join(f"{name} = excluded.{name}" for name in rest)
    act = f"UPDATE SET {then}" if rest else "NOTHING"
    return f"{insert(kind)} ON CONFLICT ({', '.join(kind.key)}) DO {act}"


def values(row: Row) -> tuple[Any, ...]:
    """A row as SQL takes it."""
    return tuple(getattr(row, name) for name in columns(type(row)))


def rows_from(kind: type[R], found: list[tuple[Any, ...]]) -> list[R]:
    """Rows as they came from the database."""
    names = columns(kind)
    return [kind(**dict(zip(names, row, strict=True))) for row in found]
