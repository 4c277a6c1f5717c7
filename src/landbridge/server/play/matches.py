"""Matches in memory: loaded from the database when they are needed, and kept in step with it.

Everything that is done to a match, or read from it, happens under its lock and on its newest
version. A change is carried out in memory first, then written to the database in one transaction
that checks the version; only after that is it true. Until then it is provisional: whoever lets go
of a match that is ahead of its row, for whatever reason, leaves nothing of it in memory.

Whoever acts may trust what is in memory, as long as no other process has been heard of: the write
finds out if that was wrong.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from math import inf
from typing import Any

from msgspec.structs import replace

from landbridge.engine.matches.match import Match
from landbridge.engine.matches.saves import ActionRecord, Rollback
from landbridge.engine.matches.seals import fingerprint
from landbridge.engine.refusals import LandbridgeError
from landbridge.server.clocks.clock import (
    clock_after,
    next_look,
    read_clock,
    timed_roles,
    write_clock,
)
from landbridge.server.clocks.server_time import Timekeeper
from landbridge.server.http.problems import NotFound, stale
from landbridge.server.play.draw_offers import offer_after
from landbridge.server.play.match_rows import deciders, derived_row, with_rollback
from landbridge.server.play.snapshots import keep_snapshot, load_stored
from landbridge.server.updates.numbering import (
    NOTHING_HIDDEN,
    first_numbers,
    next_numbers,
    public_change,
    requested_after,
)
from landbridge.store.matches import Advance, now
from landbridge.store.rows import Kind, MatchRow, MemberRow, OutgoingRow, SeatRow
from landbridge.store.store import Store

log = logging.getLogger("landbridge")

IN_MEMORY = 64
"""So many matches are kept in memory when nobody is using them."""


class LiveMatch:
    """A match in memory, with its row and its seats."""

    def __init__(self, row: MatchRow, match: Match[Any], seats: list[SeatRow]) -> None:
        if row.noticed == NOTHING_HIDDEN:
            row = replace(row, noticed=first_numbers(match))
        self.row, self.match = row, match
        self.row_before = row
        """The row before the last change."""
        self.seats = {seat.role: seat for seat in seats}
        self.uncertain = False
        """Whether nobody knows what the database made of the last change."""

    @property
    def has_unsaved(self) -> bool:
        """Whether something was done or taken back that is not in the row, so not on the disk.

        Every action and every rollback takes a serial number, an undo leaves one action fewer, and
        an ending that people made is in the row too.
        """
        match, row = self.match, self.row
        return (
            match.next_serial != row.next_serial
            or len(match) != row.actions
            or (match.outcome is not None) != bool(row.over)
        )

    @property
    def id(self) -> str:
        """The id of the match."""
        return self.row.id

    @property
    def to_decide(self) -> tuple[str, ...]:
        """The roles that have something to decide."""
        return deciders(self.match)

    def bots(self) -> dict[str, str]:
        """Every bot by the role it plays."""
        return {seat.role: seat.bot for seat in self.seats.values() if seat.kind == "bot"}


class MatchSlot:
    """Where one match lies, with its lock."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.users = 0
        self.live: LiveMatch | None = None
        self.newest_heard = 0.0
        """The version to which the match was heard to have gone since somebody looked."""


class Matches:
    """All matches of a server."""

    def __init__(
        self,
        store: Store,
        on_change: Callable[[LiveMatch], None],
        on_doubt: Callable[[str], None],
        keeper: Timekeeper | None = None,
    ) -> None:
        self._store, self._on_change, self._on_doubt = store, on_change, on_doubt
        self._keeper = keeper
        self._slots: OrderedDict[str, MatchSlot] = OrderedDict()

    @asynccontextmanager
    async def hold(self, match_id: str, *, trusting: bool = False) -> AsyncIterator[LiveMatch]:
        """A match at its newest version, for oneself alone as long as the block lasts.

        One that trusts gets what is in memory, if nobody has been heard to have gone further.
        """
        slot = self._slots.setdefault(match_id, MatchSlot())
        self._slots.move_to_end(match_id)
        slot.users += 1
        try:
            async with slot.lock:
                live = slot.live
                if live is None or not trusting or live.row.version < slot.newest_heard:
                    live = await self._refresh(match_id, slot)
                try:
                    yield live
                finally:
                    # Whatever failed, and wherever: only what the database holds may stay.
                    if live.uncertain or live.has_unsaved:
                        slot.live = None
        finally:
            slot.users -= 1
            if slot.live is None and not slot.users:
                self._slots.pop(match_id, None)
            self._drop_idle()

    def count(self) -> int:
        """How many matches are in memory."""
        return sum(slot.live is not None for slot in self._slots.values())

    def note_version(self, match_id: str, version: int) -> None:
        """A match has gone to a version, or is gone (0); without a name, anything may have."""
        places = [self._slots[match_id]] if match_id in self._slots else []
        for slot in places if match_id else self._slots.values():
            slot.newest_heard = max(slot.newest_heard, version or inf)

    async def _refresh(self, match_id: str, slot: MatchSlot) -> LiveMatch:
        """The match at its newest version, and remember it."""
        slot.newest_heard = 0.0
        try:
            version = await self._store.matches.version(match_id)
            live = slot.live
            if live is None or live.row.version != version:
                # A match that is half brought up to date is nobody's, even if this is broken off.
                slot.live = None
                live = await self._load_newest(match_id, version, live)
        except BaseException:
            slot.newest_heard = inf
            raise
        slot.live = live
        return live

    async def _load_newest(
        self, match_id: str, version: int | None, live: LiveMatch | None
    ) -> LiveMatch:
        if version is None:
            raise NotFound("There is no such match.")
        if live is not None:
            followed = await self._catch_up(live)
            if followed is not None:
                return followed
        stored = await self._store.matches.load(match_id)
        if stored is None:
            raise NotFound("There is no such match.")
        # A long match takes a while to be loaded; others are served meanwhile.
        match = await asyncio.to_thread(load_stored, stored)
        return LiveMatch(stored.row, match, await self._store.matches.seats(match_id))

    async def _catch_up(self, live: LiveMatch) -> LiveMatch | None:
        """The same match with what another process has added; None if it took something back."""
        count = len(live.match)
        row, entries = await self._store.matches.tail(live.id, count)
        if row is None or row.taken_back != live.row.taken_back:
            return None
        if row.ending != live.row.ending:
            return None
        if count:
            last = live.match.history.records[-1]
            if not entries or entries[0] != last:
                return None
            entries = entries[1:]
        try:
            await asyncio.to_thread(_repeat, live.match, entries)
        except LandbridgeError:
            return None
        if fingerprint(live.match.state) != row.state:
            return None
        found = LiveMatch(row, live.match, await self._store.matches.seats(live.id))
        # An action that another process did and undid has used up its serial number.
        return None if found.has_unsaved else found

    def _drop_idle(self) -> None:
        idle = len(self._slots) - IN_MEMORY
        for match_id in list(self._slots):
            if idle <= 0:
                break
            if not self._slots[match_id].users:
                del self._slots[match_id]
                idle -= 1

    # Changing

    async def create(
        self, row: MatchRow, match: Match[Any], seats: list[SeatRow], members: list[MemberRow]
    ) -> LiveMatch:
        """Keep a new match."""
        row = self._with_clock(row, match, {seat.role: seat for seat in seats}, "begin")
        save = match.save()
        footer = replace(save.footer, snapshots=match.snapshots.all())
        await self._store.matches.create(row, replace(save, footer=footer), seats, members)
        live = LiveMatch(row, match, seats)
        self._publish(live)
        return live

    async def advance(
        self,
        live: LiveMatch,
        kind: Kind,
        *,
        untouched: int,
        entry: ActionRecord | None = None,
        again: tuple[ActionRecord, ...] = (),
        role: str = "",
        user_id: str = "",
        taken_back: Rollback | None = None,
        rollback: str = "",
        draw_offer: str | None = None,
        clock: str | None = None,
        name: str | None = None,
        private: bool | None = None,
        rematch: str | None = None,
        seats: tuple[SeatRow, ...] = (),
        members: tuple[MemberRow, ...] = (),
        outgoing: tuple[OutgoingRow, ...] = (),
        invitation: str = "",
    ) -> None:
        """Make what was done in memory true; as long as it is not, `at` throws it away."""
        row = live.row
        held = live.seats | {seat.role: seat for seat in seats}
        at, noticed = now(), next_numbers(row, live.match, kind)
        open_to_all = public_change(row.noticed, noticed)
        if not open_to_all:
            # Requests and offers stand: that they fell would tell of a secret action.
            rollback, draw_offer = requested_after(row.rollback, kind, untouched), row.draw_offer
        after = replace(
            derived_row(row, live.match, held),
            version=row.version + 1,
            taken_back=row.taken_back if taken_back is None else with_rollback(row, taken_back),
            rollback=rollback,
            draw_offer=offer_after(row.draw_offer, kind, role)
            if draw_offer is None
            else draw_offer,
            clock=row.clock if clock is None else clock,
            name=row.name if name is None else name,
            private=row.private if private is None else int(private),
            rematch=row.rematch if rematch is None else rematch,
            noticed=noticed,
            # Whoever sees when a match last changed must not see when the enemy did in secret.
            updated=at if open_to_all and kind != "clock" else row.updated,
        )
        reseated = [seat.role for seat in seats]
        after = self._with_clock(after, live.match, held, kind, acted=role, reseated=reseated)
        wanted = Advance(
            after=after,
            kind=kind,
            kept=untouched,
            entry=entry,
            again=again,
            at=at,
            role=role,
            user_id=user_id,
            seats=seats,
            members=members,
            outgoing=outgoing,
            invitation=invitation,
        )
        # Whatever comes of it, memory is only trusted again once the answer has been heard.
        live.uncertain = True
        try:
            done = await self._store.matches.advance(wanted)
        except BaseException:
            self._on_doubt(live.id)
            raise
        if not done:
            raise stale()
        live.row_before, live.row, live.seats, live.uncertain = row, after, held, False
        self._publish(live)
        if kind == "do":
            await keep_snapshot(self._store.matches, live.id, live.match)

    def _with_clock(
        self,
        after: MatchRow,
        match: Match[Any],
        seats: dict[str, SeatRow],
        kind: Kind,
        *,
        acted: str = "",
        reseated: Sequence[str] = (),
    ) -> MatchRow:
        """A row whose clock runs for whoever must decide now; on one's own machine none does."""
        if self._keeper is None:
            return after
        held = [seats[role] for role in match.game.roles if role in seats]
        away = {seat.role: self._keeper.away(seat.user_id) for seat in held if seat.user_id}
        clock = read_clock(after.clock)
        clock = clock_after(
            clock,
            () if after.over else timed_roles(clock, held, deciders(match)),
            self._keeper.now(),
            away,
            kind,
            acted=acted,
            reseated=reseated,
        )
        waiting = not after.over and any(seat.kind == "open" for seat in held)
        due = 0.0 if after.over else next_look(clock, away, open_seats=waiting)
        return replace(after, clock=write_clock(clock), due=due)

    async def delete(self, match_id: str) -> None:
        """Take a match away."""
        slot = self._slots.get(match_id)
        if slot is not None and slot.live is not None:
            slot.live.uncertain = True
        await self._store.matches.delete(match_id)

    def _publish(self, live: LiveMatch) -> None:
        """Pass a change on. It is on the disk: what goes wrong here takes nothing back."""
        try:
            self._on_change(live)
        except Exception:
            log.exception("the news of match %s could not be passed on", live.id)


def _repeat(match: Match[Any], entries: tuple[ActionRecord, ...]) -> None:
    for entry in entries:
        match.repeat(entry)
