"""Stores in SQLite and PostgreSQL for tests that hold in both, and what is kept there."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from landbridge.bots.random_bot import RandomBot
from landbridge.bots.seats import play
from landbridge.engine.matches.match import Match
from landbridge.referee.games import new_match
from landbridge.server.play.match_rows import new_row
from landbridge.store.matches import Advance, now
from landbridge.store.rows import MatchRow, SeatRow, UserRow
from landbridge.store.store import Store, opened


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where the database is."""
    if request.param == "sqlite":
        return str(tmp_path / "data" / "m.sqlite")
    found: str = request.getfixturevalue("postgres")
    return found


Act = Callable[[Store], Awaitable[Any]]


def use(place: str, act: Act) -> Any:
    """Do something with the store at a place."""

    async def run() -> Any:
        async with opened(place) as store:
            return await act(store)

    return asyncio.run(run())


def a_match(actions: int = 20) -> Match[Any]:
    match = new_match("belorussia", seed=7)
    play(match, {"soviet": RandomBot(1), "axis": RandomBot(2)}, until=actions)
    return match


async def kept(
    store: Store, match: Match[Any], match_id: str = "one", owner: str = "u"
) -> MatchRow:
    seats = [SeatRow(match_id, "soviet", "user", owner), SeatRow(match_id, "axis", "open")]
    row = new_row(
        match, match.save(), seats, match_id=match_id, name="A name", owner=owner, private=False
    )
    await store.matches.create(row, match.save(), seats, [])
    return row


def step(row: MatchRow, match: Match[Any]) -> Advance:
    """What the last action of a match changes."""
    entry = match.history.records[-1]
    after = replace(
        new_row(match, match.save(), [], match_id=row.id, name="", owner="", private=False),
        version=row.version + 1,
        owner=row.owner,
        created=row.created,
    )
    return Advance(after=after, kind="do", kept=len(match) - 1, entries=(entry,))


def user(name: str = "Anna", **more: Any) -> UserRow:
    return UserRow(id=name.lower(), name=name, folded=name.lower(), created=now(), **more)
