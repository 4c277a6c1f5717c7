"""A club of two who climb ladders, and what must be true of their matches after any fault."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

import msgspec

from landbridge.referee.games import load_match, new_match
from landbridge.server.play.match_rows import fresh_id, new_row
from landbridge.store.rows import MatchRow, NoticeRow, SeatRow
from landbridge.store.sqlite import SQLite
from landbridge.store.store import Store, opened
from server.devices import Server

HOOK = "http://127.0.0.1:9/turn"


class Club:
    """A public server with two players."""

    def __init__(self, server: Server, place: str) -> None:
        self.server, self.place = server, place
        self.anna = server.device().enters("Anna")
        self.boris = server.device().enters("Boris")

    @property
    def context(self) -> Any:
        return self.server.context

    def begins(self, *actions: str, alone: bool = False) -> str:
        """A match in which Anna climbs in the north and Boris, if not alone, in the south."""
        return str(self.server.run(self._begins, actions, alone))

    async def _begins(self, actions: tuple[str, ...], alone: bool) -> str:
        match_id = fresh_id()
        match = new_match("ladder", seed=1)
        for action in actions:
            match.do(action)
        south = SeatRow(match_id, "south", "user", self.boris.user_id)
        if alone:
            south = SeatRow(match_id, "south", "open")
        seats = [SeatRow(match_id, "north", "user", self.anna.user_id), south]
        row = new_row(
            match,
            match.save(),
            seats,
            match_id=match_id,
            name="A climb",
            owner=self.anna.user_id,
            private=False,
        )
        await self.context.matches.create(row, match, seats, [])
        if not alone:
            notice = NoticeRow(match_id, self.boris.user_id, 0, HOOK)
            await self.context.store.people.set_notice(notice)
        # It is looked at once, so that it is in memory.
        async with self.context.matches.hold(match_id):
            pass
        return match_id

    def check(self, match_id: str) -> MatchRow | None:
        """The row of a match whose memory agrees with the database; None if it is gone."""
        found: MatchRow | None = self.server.run(self._check, match_id)
        return found

    async def _check(self, match_id: str) -> MatchRow | None:
        place = self.context.matches._slots.get(match_id)
        memory = None if place is None else place.live
        row = await sound(self.context.store, match_id)
        if memory is not None and row is not None:
            stored = await self.context.store.matches.load(match_id)
            seats = await self.context.store.matches.seats(match_id)
            assert memory.row == row
            assert memory.match.save() == stored.save()
            assert memory.seats == {seat.role: seat for seat in seats}
        return row

    def check_anew(self, match_ids: Iterable[str]) -> None:
        """Somebody else finds the matches in the database exactly as they are here."""

        async def look() -> dict[str, MatchRow | None]:
            async with opened(self.place) as store:
                return {one: await sound(store, one) for one in match_ids}

        for match_id, row in asyncio.run(look()).items():
            assert self.check(match_id) == row

    def settle(self) -> None:
        """Wait for what is being written although nobody waits for it any more."""
        self.server.run(self._settle)

    async def _settle(self) -> None:
        database = self.context.store.database
        for _ in range(2):
            if isinstance(database, SQLite):
                async with database.changing():
                    pass
            elif database._writing is not None:
                await asyncio.wait([database._writing], timeout=10)


async def sound(store: Store, match_id: str) -> MatchRow | None:
    """The row of a match, which can be played through and has a history without a gap."""
    stored = await store.matches.load(match_id)
    if stored is None:
        return None
    row, match = stored.row, load_match(stored.save())
    assert len(match) == row.actions
    assert match.save().footer.next_serial == row.next_serial
    changes = await store.database.rows(
        "SELECT version FROM changes WHERE match_id = ? ORDER BY version", match_id
    )
    assert [version for (version,) in changes] == list(range(1, row.version + 1))
    return row


async def messages(store: Store, match_id: str) -> int:
    """How many messages about a match are in the tray."""
    found = await store.database.rows(
        "SELECT body FROM outgoing WHERE body LIKE ?", f"%{match_id}%"
    )
    return sum(msgspec.json.decode(body)["match"] == match_id for (body,) in found)
