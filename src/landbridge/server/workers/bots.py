"""Bots at work: in processes of their own, one match at a time, never in anybody's way.

Each match has its process, which remembers it. The action that a bot chooses is done like
anybody's; if the position has changed while it was thinking, it thinks again.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import secrets
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from typing import Any, TypeVar
from zlib import crc32

import msgspec
from msgspec.structs import replace

from landbridge.engine.refusals import LandbridgeError
from landbridge.server.http.problems import Clash, Problem
from landbridge.server.parts import ServerParts
from landbridge.server.play.acting import do
from landbridge.server.play.matches import LiveMatch
from landbridge.server.workers.bot_process import BotChoice, Order, choose_action
from landbridge.server.workers.child_process import begin

log = logging.getLogger("landbridge")
T = TypeVar("T")

LEASE = 10.0
"""Seconds for which one server process plays the bots of a match, before it says so again.

Where two should play at the same time after all, the version of the match decides between them.
"""

SWEEP = 5.0
"""Seconds between looks for bots that nobody plays."""

TRIES = 3


class Workers:
    """Processes for what takes long; work under the same name goes to the same one."""

    def __init__(self, count: int) -> None:
        self._pools: list[ProcessPoolExecutor | None] = [None] * count
        self.lives = [0] * count
        """How often each has been started; one that is started anew remembers nothing."""

    def place(self, name: str) -> int:
        """The process that works on something."""
        return crc32(name.encode()) % len(self._pools)

    async def run(self, place: int, act: Callable[..., T], *given: Any) -> T:
        """Have something done; a process that dies is replaced."""
        for _ in range(TRIES):
            pool = self._pools[place]
            if pool is None:
                # A copy of this process would share its sockets and its database.
                context = multiprocessing.get_context("spawn")
                pool = ProcessPoolExecutor(1, mp_context=context, initializer=begin)
                self._pools[place] = pool
                self.lives[place] += 1
            try:
                return await asyncio.get_running_loop().run_in_executor(pool, act, *given)
            except BrokenProcessPool:
                if self._pools[place] is pool:
                    self._pools[place] = None
                pool.shutdown(wait=False)
        raise LandbridgeError("A bot's process fails again and again.")

    def close(self) -> None:
        """End all of them, whatever they are thinking about."""
        for place, pool in enumerate(self._pools):
            if pool is not None:
                working = list((pool._processes or {}).values())
                pool.shutdown(wait=False, cancel_futures=True)
                # The interpreter would wait at its end until the last thought is thought through.
                for process in working:
                    process.kill()
                self._pools[place] = None


class BotPlayers:
    """Plays every bot whose turn it is."""

    def __init__(self, server: ServerParts) -> None:
        self._server = server
        self.workers = Workers(max(1, server.settings.workers))
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._remembered: dict[str, tuple[int, int, int]] = {}
        """What a process remembers of a match: its life, the number of actions, the last serial."""
        self._stuck: dict[str, int] = {}
        """Versions at which a bot found nothing to do."""
        self._holder = secrets.token_hex(8)

    def wake(self, match_id: str) -> None:
        """Let the bots of a match play, if they do not already."""
        if match_id not in self._playing:
            self._playing[match_id] = asyncio.create_task(self._play(match_id))

    def count(self) -> int:
        """How many matches have a bot at work."""
        return len(self._playing)

    async def watch(self) -> None:
        """Look after matches whose server process has gone, until the server stops."""
        while True:
            try:
                for match_id in await self._server.store.matches.waiting_for_bots():
                    self.wake(match_id)
            except LandbridgeError as problem:
                log.warning("bots: %s", problem)
            except Exception:
                log.exception("bots")
            await asyncio.sleep(SWEEP)

    async def close(self) -> None:
        """Stop playing."""
        for task in list(self._playing.values()):
            task.cancel()
        await asyncio.gather(*self._playing.values(), return_exceptions=True)
        self.workers.close()

    async def _play(self, match_id: str) -> None:
        name, post, held = f"bots {match_id}", self._server.store.post, 0.0
        try:
            while True:
                if time.monotonic() > held - LEASE / 2:
                    if not await post.lease(name, self._holder, LEASE):
                        break
                    held = time.monotonic() + LEASE
                if not await self._act(match_id):
                    break
        except Problem:
            pass
        except LandbridgeError as problem:
            log.warning("bots of match %s: %s", match_id, problem)
        except Exception:
            log.exception("bots of match %s", match_id)
        finally:
            self._playing.pop(match_id, None)
            if held:
                with suppress(LandbridgeError):
                    await post.release(name, self._holder)

    async def _act(self, match_id: str) -> bool:
        """One action of one bot; whether there may be more to do."""
        async with self._server.matches.hold(match_id) as live:
            if live.row.over:
                self._remembered.pop(match_id, None)
                self._stuck.pop(match_id, None)
                return False
            bots = live.bots()
            role = next((one for one in live.to_decide if one in bots), None)
            people = any(one not in bots for one in live.to_decide)
            if role is None or (people and live.match.game.asks_owner(live.match.state)):
                return False
            version = live.row.version
            if self._stuck.get(match_id) == version:
                return False
            place = self.workers.place(match_id)
            order = self._order(live, role, bots[role], place)
        choice: BotChoice = await self.workers.run(place, choose_action, order)
        if choice.behind:
            self._remembered.pop(match_id, None)
            return True
        if choice.stuck:
            log.warning("the bot of %s in match %s: %s", role, match_id, choice.stuck)
            self._stuck[match_id] = version
            return False
        async with self._server.matches.hold(match_id) as live:
            if live.row.version != version:
                return True
            try:
                await do(self._server, live, "", choice.do, role, seen_by=role)
            except Clash:
                return True
        return True

    def _order(self, live: LiveMatch, role: str, bot: str, place: int) -> Order:
        """What a bot has to know: all of the match, or only what is new of it."""
        records = live.match.history.records
        life, known, serial = self._remembered.get(live.id, (0, 0, 0))
        remembers = (
            0 < known <= len(records)
            and records[known - 1].serial == serial
            and self.workers.lives[place] == life
        )
        first = known if remembers else 0
        header, snapshot = b"", None
        if not first:
            header = msgspec.json.encode(replace(live.match.header, seed=None))
            snapshot = live.match.snapshots.last()
        entries = tuple(records.lines[first:])
        if records:
            lives = max(1, self.workers.lives[place])
            self._remembered[live.id] = lives, len(records), records[-1].serial
        return Order(
            live.id,
            role,
            bot,
            secrets.token_hex(8),
            header,
            first,
            entries,
            live.row.state,
            snapshot,
        )
