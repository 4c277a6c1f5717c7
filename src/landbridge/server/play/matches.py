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
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from math import inf
from typing import Any

import msgspec
from msgspec.structs import replace

from landbridge.engine.match import Match
from landbridge.engine.refusals import LandbridgeError
from landbridge.engine.saves import ActionRecord, Rollback, Save
from landbridge.engine.seals import fingerprint
from landbridge.referee.games import load_match
from landbridge.server.clocks.clock import (
    clock_after,
    next_look,
    read_clock,
    timed_roles,
    write_clock,
)
from landbridge.server.clocks.server_time import Timekeeper
from landbridge.server.http.problems import Missing, stale
from landbridge.server.play.draw_offers import offer_after
from landbridge.server.play.numbering import (
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

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"


class Kept:
    """A match in memory, with its row and its seats."""

    def __init__(self, row: MatchRow, match: Match[Any], seats: list[SeatRow]) -> None:
        if row.noticed == NOTHING_HIDDEN:
            row = replace(row, noticed=first_numbers(match))
        self.row, self.match = row, match
        self.before = row
        """The row before the last change."""
        self.seats = {seat.role: seat for seat in seats}
        self.spoiled = False
        """Whether nobody knows what the database made of the last change."""

    @property
    def ahead(self) -> bool:
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
        return deciding(self.match)

    def bots(self) -> dict[str, str]:
        """Every bot by the role it plays."""
        return {seat.role: seat.bot for seat in self.seats.values() if seat.kind == "bot"}


class _Place:
    """Where one match lies, with its lock."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.users = 0
        self.kept: Kept | None = None
        self.heard = 0.0
        """The version to which the match was heard to have gone since somebody looked."""


class Matches:
    """All matches of a server."""

    def __init__(
        self,
        store: Store,
        changed: Callable[[Kept], None],
        doubtful: Callable[[str], None],
        keeper: Timekeeper | None = None,
    ) -> None:
        self._store, self._changed, self._doubtful = store, changed, doubtful
        self._keeper = keeper
        self._places: OrderedDict[str, _Place] = OrderedDict()

    @asynccontextmanager
    async def at(self, match_id: str, *, trusting: bool = False) -> AsyncIterator[Kept]:
        """A match at its newest version, for oneself alone as long as the block lasts.

        One that trusts gets what is in memory, if nobody has been heard to have gone further.
        """
        place = self._places.setdefault(match_id, _Place())
        self._places.move_to_end(match_id)
        place.users += 1
        try:
            async with place.lock:
                kept = place.kept
                if kept is None or not trusting or kept.row.version < place.heard:
                    kept = await self._look(match_id, place)
                try:
                    yield kept
                finally:
                    # Whatever failed, and wherever: only what the database holds may stay.
                    if kept.spoiled or kept.ahead:
                        place.kept = None
        finally:
            place.users -= 1
            if place.kept is None and not place.users:
                self._places.pop(match_id, None)
            self._tidy()

    def count(self) -> int:
        """How many matches are in memory."""
        return sum(place.kept is not None for place in self._places.values())

    def heard(self, match_id: str, version: int) -> None:
        """A match has gone to a version, or is gone (0); without a name, anything may have."""
        places = [self._places[match_id]] if match_id in self._places else []
        for place in places if match_id else self._places.values():
            place.heard = max(place.heard, version or inf)

    async def _look(self, match_id: str, place: _Place) -> Kept:
        """The match at its newest version, and remember it."""
        place.heard = 0.0
        try:
            version = await self._store.matches.version(match_id)
            kept = place.kept
            if kept is None or kept.row.version != version:
                # A match that is half brought up to date is nobody's, even if this is broken off.
                place.kept = None
                kept = await self._newest(match_id, version, kept)
        except BaseException:
            place.heard = inf
            raise
        place.kept = kept
        return kept

    async def _newest(self, match_id: str, version: int | None, kept: Kept | None) -> Kept:
        if version is None:
            raise Missing("There is no such match.")
        if kept is not None:
            followed = await self._follow(kept)
            if followed is not None:
                return followed
        whole = await self._store.matches.whole(match_id)
        if whole is None:
            raise Missing("There is no such match.")
        row, save = whole
        # A long match takes a while to be played through; others are served meanwhile.
        match = await asyncio.to_thread(load_match, save)
        return Kept(row, match, await self._store.matches.seats(match_id))

    async def _follow(self, kept: Kept) -> Kept | None:
        """The same match with what another process has added; None if it took something back."""
        count = len(kept.match)
        row, entries = await self._store.matches.tail(kept.id, count)
        if row is None or row.taken_back != kept.row.taken_back:
            return None
        if row.ending != kept.row.ending:
            return None
        if count:
            last = kept.match.history.records[-1]
            if not entries or entries[0] != last:
                return None
            entries = entries[1:]
        try:
            await asyncio.to_thread(_repeat, kept.match, entries)
        except LandbridgeError:
            return None
        if fingerprint(kept.match.state) != row.state:
            return None
        found = Kept(row, kept.match, await self._store.matches.seats(kept.id))
        # An action that another process did and undid has used up its serial number.
        return None if found.ahead else found

    def _tidy(self) -> None:
        idle = len(self._places) - IN_MEMORY
        for match_id in list(self._places):
            if idle <= 0:
                break
            if not self._places[match_id].users:
                del self._places[match_id]
                idle -= 1

    # Changing

    async def create(
        self, row: MatchRow, match: Match[Any], seats: list[SeatRow], members: list[MemberRow]
    ) -> Kept:
        """Keep a new match."""
        row = self._timed(row, match, {seat.role: seat for seat in seats}, "begin")
        await self._store.matches.create(row, match.save(), seats, members)
        kept = Kept(row, match, seats)
        self._tell(kept)
        return kept

    async def advance(
        self,
        kept: Kept,
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
        seats: tuple[SeatRow, ...] = (),
        members: tuple[MemberRow, ...] = (),
        outgoing: tuple[OutgoingRow, ...] = (),
        invitation: str = "",
    ) -> None:
        """Make what was done in memory true; as long as it is not, `at` throws it away."""
        row = kept.row
        held = kept.seats | {seat.role: seat for seat in seats}
        at, noticed = now(), next_numbers(row, kept.match, kind)
        open_to_all = public_change(row.noticed, noticed)
        if not open_to_all:
            # Requests and offers stand: that they fell would tell of a secret action.
            rollback, draw_offer = requested_after(row.rollback, kind, untouched), row.draw_offer
        after = replace(
            standing(row, kept.match, held),
            version=row.version + 1,
            taken_back=row.taken_back if taken_back is None else _added(row, taken_back),
            rollback=rollback,
            draw_offer=offer_after(row.draw_offer, kind, role)
            if draw_offer is None
            else draw_offer,
            clock=row.clock if clock is None else clock,
            name=row.name if name is None else name,
            private=row.private if private is None else int(private),
            noticed=noticed,
            # Whoever sees when a match last changed must not see when the enemy did in secret.
            updated=at if open_to_all and kind != "clock" else row.updated,
        )
        reseated = [seat.role for seat in seats]
        after = self._timed(after, kept.match, held, kind, acted=role, reseated=reseated)
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
        kept.spoiled = True
        try:
            done = await self._store.matches.advance(wanted)
        except BaseException:
            self._doubtful(kept.id)
            raise
        if not done:
            raise stale()
        kept.before, kept.row, kept.seats, kept.spoiled = row, after, held, False
        self._tell(kept)

    def _timed(
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
            () if after.over else timed_roles(clock, held, deciding(match)),
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
        place = self._places.get(match_id)
        if place is not None and place.kept is not None:
            place.kept.spoiled = True
        await self._store.matches.delete(match_id)

    def _tell(self, kept: Kept) -> None:
        """Pass a change on. It is on the disk: what goes wrong here takes nothing back."""
        try:
            self._changed(kept)
        except Exception:
            log.exception("the news of match %s could not be passed on", kept.id)


def fresh_id() -> str:
    """A name for a match that is easy to type and hard to guess."""
    return "".join(secrets.choice(ALPHABET) for _ in range(12))


def deciding(match: Match[Any]) -> tuple[str, ...]:
    """The roles that have something to decide."""
    if match.outcome is not None:
        return ()
    return tuple(dict.fromkeys(decision.who for decision in match.decisions()))


def standing(row: MatchRow, match: Match[Any], seats: dict[str, SeatRow]) -> MatchRow:
    """A row with everything that follows from the position."""
    roles, outcome = deciding(match), match.outcome
    bots = {seat.role for seat in seats.values() if seat.kind == "bot"}
    return replace(
        row,
        state=fingerprint(match.state),
        actions=len(match),
        next_serial=match.next_serial,
        to_decide=msgspec.json.encode(roles).decode(),
        over=int(outcome is not None),
        outcome="" if outcome is None else msgspec.json.encode(outcome).decode(),
        ending="" if match.ending is None else msgspec.json.encode(match.ending).decode(),
        bots_due=int(any(role in bots for role in roles)),
    )


def new_row(
    match: Match[Any],
    save: Save,
    seats: list[SeatRow],
    *,
    match_id: str,
    name: str,
    owner: str,
    private: bool,
) -> MatchRow:
    """The row of a match that begins here."""
    at = now()
    row = MatchRow(
        id=match_id,
        game=match.game.name,
        scenario=match.header.scenario,
        name=name,
        owner=owner,
        private=int(private),
        version=1,
        next_serial=save.footer.next_serial,
        taken_back=msgspec.json.encode(save.footer.taken_back).decode(),
        state="",
        actions=0,
        noticed=first_numbers(match),
        created=at,
        updated=at,
    )
    return standing(row, match, {seat.role: seat for seat in seats})


def _repeat(match: Match[Any], entries: tuple[ActionRecord, ...]) -> None:
    for entry in entries:
        match.repeat(entry)


def _added(row: MatchRow, taken: Rollback) -> str:
    before = msgspec.json.decode(row.taken_back, type=tuple[Rollback, ...])
    return msgspec.json.encode((*before, taken)).decode()
