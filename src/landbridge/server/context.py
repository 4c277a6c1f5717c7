"""One server process: what it holds, its workers, and what it does by itself."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterable
from contextlib import aclosing
from typing import Any

from landbridge.engine.refusals import LandbridgeError
from landbridge.server.clocks.watch import watch_clocks
from landbridge.server.parts import ServerParts
from landbridge.server.play.matches import LiveMatch
from landbridge.server.post.notify import Notifier
from landbridge.server.settings import Settings
from landbridge.server.updates.hub import GONE
from landbridge.server.updates.numbering import NOTHING_HIDDEN
from landbridge.server.updates.secret_changes import SecretChange
from landbridge.server.workers.answers import Answers
from landbridge.server.workers.bots import BotPlayers
from landbridge.store.rows import MatchRow, SeatRow

log = logging.getLogger("landbridge")

SWEEP = 3600.0
"""Seconds between looks for sessions and links that have expired."""


LOOK_AGAIN = (0.5, 1.0, 3.0, 10.0, 30.0)
"""Seconds until a match is looked at of which nobody knows whether its last change was kept."""


class ServerContext(ServerParts):
    """One server process."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self.bots = BotPlayers(self)
        self.notifier = Notifier(self)
        self.answers = Answers()
        self._tasks: list[asyncio.Task[None]] = []
        self._publishing: set[asyncio.Task[None]] = set()
        self._background: set[asyncio.Task[None]] = set()
        self._campaign_odds: dict[tuple[str, str], bytes] = {}
        self._computing: dict[str, asyncio.Task[bytes]] = {}
        self._checking: set[asyncio.Task[None]] = set()
        self._open = False
        self._opening = asyncio.Lock()

    async def ready(self) -> None:
        """Open the store and begin the work in the background, once."""
        if self._open:
            return
        async with self._opening:
            if self._open:
                return
            await self.store.open()
            if self.keeper is not None:
                await self.keeper.count()
            work = [self._listen(), self.bots.watch()]
            if self.settings.public:
                work += [self.notifier.work(), self._sweep(), watch_clocks(self)]
            self._tasks = [asyncio.create_task(one) for one in work]
            self._open = True

    async def close(self) -> None:
        """Close it: what was acknowledged is kept, what was not is gone."""
        tasks = [
            *self._tasks,
            *self._publishing,
            *self._computing.values(),
            *self._checking,
            *self._background,
        ]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._computing.clear()
        await self.bots.close()
        self.answers.close()
        await self.store.close()
        self._open = False

    def in_background(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something after the answer; what goes wrong with it is logged."""

        async def run() -> None:
            try:
                await work
            except LandbridgeError as problem:
                self.metrics.note_problem(problem)
                log.warning("%s", problem)
            except Exception:
                log.exception("work in the background")

        task = asyncio.create_task(run())
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    # News

    def on_change(self, live: LiveMatch) -> None:
        """A match was changed by this process."""
        version, people = live.row.version, self._people(live.row.owner, live.seats.values())
        secret = self._secret(live.row, live.seats.values(), live.row_before.noticed)
        if self.settings.public and live.row.private:
            task = asyncio.create_task(self._publish_allowed(live.id, version, people, secret))
            self._publishing.add(task)
            task.add_done_callback(self._publishing.discard)
        else:
            self.updates.publish(live.id, version, people, secret=secret)
        if live.row.bots_due:
            self.bots.wake(live.id)
        if self.settings.public:
            self.notifier.wake()

    def _secret(
        self, row: MatchRow, seats: Iterable[SeatRow], before: str | None
    ) -> SecretChange | None:
        if row.noticed == NOTHING_HIDDEN:
            return None
        return SecretChange(row, seats, before, public=self.settings.public)

    def on_doubt(self, match_id: str) -> None:
        """A change of a match may have been kept, or not: find out, and tell who watches."""
        task = asyncio.create_task(self._check_again(match_id))
        self._checking.add(task)
        task.add_done_callback(self._checking.discard)

    async def _check_again(self, match_id: str) -> None:
        for wait in LOOK_AGAIN:
            await asyncio.sleep(wait)
            try:
                version = await self.store.matches.version(match_id) or GONE
                self.matches.note_version(match_id, version)
                await self._pass_on(match_id, version)
                return
            except LandbridgeError as problem:
                log.warning("match %s: %s", match_id, problem)

    async def _publish_allowed(
        self,
        match_id: str,
        version: int,
        people: Iterable[str] | None,
        secret: SecretChange | None,
    ) -> None:
        """Tell those who may know of a match that is private, perhaps only now."""
        try:
            allowed = await self.store.matches.allowed([match_id])
        except LandbridgeError as problem:
            log.warning("%s", problem)
            return
        self.updates.publish(match_id, version, people, allowed.get(match_id), secret)

    def publish_deletion(self, live: LiveMatch) -> None:
        """A match was deleted by this process."""
        self.updates.publish(live.id, GONE, self._people(live.row.owner, live.seats.values()))

    def _people(self, owner: str, seats: Iterable[SeatRow]) -> set[str] | None:
        if not self.settings.public:
            return None
        return {owner, *(seat.user_id for seat in seats)} - {""}

    async def _listen(self) -> None:
        """Pass on what other processes change, until it is stopped."""
        while True:
            try:
                async with aclosing(self.store.database.listen()) as changes:
                    async for match_id, version, chat in changes:
                        if chat:
                            self.updates.publish_chat(match_id, chat)
                            continue
                        self.matches.note_version(match_id, version)
                        await self._pass_on(match_id, version)
            except LandbridgeError as problem:
                self.metrics.note_problem(problem)
                log.warning("%s", problem)
                await asyncio.sleep(1)

    async def _pass_on(self, match_id: str, version: int) -> None:
        store, live = self.store.matches, self.updates
        if match_id:
            if not live.concerns(match_id):
                return
            found = await store.find([match_id])
            if not found:
                live.publish(match_id, GONE, ())
                return
            row, seats = found[0]
            hidden = row.noticed != NOTHING_HIDDEN
            before = await store.noticed(match_id, version - 1) if hidden else None
            people = self._people(row.owner, seats)
            allowed = await self._allowed([match_id])
            secret = self._secret(row, seats, before)
            live.publish(match_id, version, people, allowed.get(match_id), secret)
            return
        watched = live.watched()
        still = {row.id: (row, seats) for row, seats in await store.find(watched)}
        allowed = await self._allowed(watched)
        for one in watched:
            if one not in still:
                live.publish(one, GONE, ())
                continue
            row, seats = still[one]
            secret = self._secret(row, seats, None)
            live.publish(one, row.version, (), allowed.get(one), secret)
        for one, number in (await self.store.chat.newest(still)).items():
            live.publish_chat(one, number)

    async def _allowed(self, match_ids: list[str]) -> dict[str, set[str]]:
        """Who may know of those matches that are private."""
        return await self.store.matches.allowed(match_ids) if self.settings.public else {}

    async def _sweep(self) -> None:
        """Take away what has expired, until the server stops."""
        while True:
            try:
                await self.store.people.sweep()
                await self.store.post.sweep()
            except LandbridgeError as problem:
                self.metrics.note_problem(problem)
                log.warning("%s", problem)
            await asyncio.sleep(SWEEP)

    # What takes long

    async def campaign_odds(self, game: str, scenario: str, look: Callable[..., bytes]) -> bytes:
        """What a campaign holds in store; worked out once, in a process of its own."""
        if (game, scenario) not in self._campaign_odds:
            workers = self.bots.workers
            found = await workers.run(workers.place(game), look, game, scenario)
            self._campaign_odds[game, scenario] = found
        return self._campaign_odds[game, scenario]

    def computed(self, name: str, work: Callable[..., bytes], *given: str) -> bytes | None:
        """What a process works out, once it has: the first call begins it, none waits for it."""
        task = self._computing.get(name)
        if task is None or (task.done() and task.exception() is not None):
            workers = self.bots.workers
            task = asyncio.create_task(workers.run(workers.place(name), work, *given))
            self._computing[name] = task
        return task.result() if task.done() else None
