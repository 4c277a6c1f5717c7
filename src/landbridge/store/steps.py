"""Steps: a match goes one action further. Nothing is written so often; it has SQL of its own."""

from __future__ import annotations

from typing import get_type_hints

import msgspec

from landbridge.store.database import Change
from landbridge.store.rows import ChangeRow, EntryRow, MatchRow, MatchStep, Row
from landbridge.store.schema import columns, insert, values

_FIXED = ("id", "game", "scenario", "owner", "version", "created")
_MOVING = tuple(name for name in columns(MatchRow) if name not in _FIXED)

_MOVE = (
    f"UPDATE matches SET version = ?, {', '.join(f'{name} = ?' for name in _MOVING)}"
    " WHERE id = ? AND version = ?"
)


async def move(change: Change, match: MatchRow) -> bool:
    """Take the row of a match from the version before to this one; False if it is not there."""
    moving = (getattr(match, name) for name in _MOVING)
    return bool(await change.run(_MOVE, match.version, *moving, match.id, match.version - 1))


async def take(change: Change, step: MatchStep) -> bool:
    """Carry a step out, statement by statement; False, and nothing done, if it comes too late."""
    if not await move(change, step.match):
        return False
    for row in (step.entry, step.change):
        await change.run(insert(type(row)), *values(row))
    return True


# Steps of several matches in one statement, for PostgreSQL

_KINDS = {str: "text", int: "bigint", float: "double precision"}


def _given_rows(kind: type[Row]) -> str:
    hints = get_type_hints(kind)
    typed = ", ".join(f"{name} {_KINDS[hints[name]]}" for name in columns(kind))
    return f"json_to_recordset(%s::json) AS given ({typed})"


def _added(kind: type[Row]) -> str:
    names = ", ".join(f"given.{name}" for name in columns(kind))
    return (
        f"INSERT INTO {kind.table} ({', '.join(columns(kind))})"
        f" SELECT {names} FROM {_given_rows(kind)} JOIN moved ON moved.id = given.match_id"
    )


# Rows are locked in the order of their ids, so that two processes never wait for each other.
TOGETHER = f"""
WITH wanted AS (SELECT given.* FROM {_given_rows(MatchRow)}),
free AS MATERIALIZED (
  SELECT matches.id FROM matches JOIN wanted
  ON matches.id = wanted.id AND matches.version = wanted.version - 1
  ORDER BY matches.id FOR UPDATE OF matches
),
moved AS (
  UPDATE matches SET version = wanted.version,
  {", ".join(f"{name} = wanted.{name}" for name in _MOVING)}
  FROM wanted JOIN free ON free.id = wanted.id
  WHERE matches.id = wanted.id AND matches.version = wanted.version - 1
  RETURNING matches.id, matches.version
),
entry AS ({_added(EntryRow)}),
change AS ({_added(ChangeRow)})
SELECT array_agg(id), pg_notify(%s, string_agg(id || ' ' || version, ' '))
FROM moved HAVING count(*) > 0
"""
"""Takes the steps as JSON; gives the matches that have moved. No match may occur twice."""

MOST = 200
"""Steps in one statement: what is told of them must fit into one message (8,000 bytes)."""


def together(steps: list[MatchStep], channel: str) -> tuple[str, ...]:
    """What the statement takes."""
    parts = ([s.match for s in steps], [s.entry for s in steps], [s.change for s in steps])
    return (*(msgspec.json.encode(part).decode() for part in parts), channel)
