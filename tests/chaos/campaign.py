"""A campaign against one database: faults at random, and the ledger checked after each."""

from __future__ import annotations

import asyncio
import random
import secrets
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO

from msgspec import Struct, field

from chaos.ledger import Acknowledged, Findings, Ledger
from chaos.nursery import Nursery
from chaos.players import Player
from landbridge.store.rows import NoticeRow
from landbridge.store.store import opened
from store.postgres_server import PostgresServer

NAMES = ("Anna", "Boris", "Clara", "Dmitri")
HOOK = "http://127.0.0.1:9/turn"
"""Nobody is there; but everybody wants to be told, so every turn leaves a message."""

PATIENCE = 3.0
"""Seconds to wait for answers before the next fault."""

LIVES = 8
"""After so many faults new matches are begun, so that none grows long."""


class Limits(Struct, frozen=True):
    """When a campaign is over: after so many faults, or so many seconds."""

    kills: int
    stops: int
    seconds: float


class Result(Struct):
    """What came of a campaign."""

    name: str
    kills: int = 0
    stops: int = 0
    locks: int = 0
    matches: int = 0
    acknowledged: int = 0
    unsure: int = 0
    """Requests that were not answered, or with 503."""
    seconds: float = 0.0
    findings: Findings = field(default_factory=Findings)


class Campaign:
    """Several people play in public mode, and the server and its database are killed."""

    def __init__(self, name: str, limits: Limits, seed: int, folder: Path, log: IO[str]) -> None:
        self._limits, self._dice = limits, random.Random(seed)
        self._postgres = PostgresServer() if name == "PostgreSQL" else None
        self._place = str(folder / f"{secrets.token_hex(4)}.sqlite")
        if self._postgres is not None:
            self._place = f"{self._postgres.address}/postgres"
        self._nursery = Nursery(self._place, log)
        self._players = [Player(one, seed + index) for index, one in enumerate(NAMES)]
        self._ledgers: list[Ledger] = []
        self._open: list[Ledger] = []
        self._pause = threading.Event()
        self._threads: list[threading.Thread] = []
        self.result = Result(name)

    def run(self) -> Result:
        """Go through with it."""
        begun = time.monotonic()
        try:
            self._start()
            for player in self._players:
                player.enter()
            # Ctrl+C ends it early; what came of it until then is told.
            with suppress(KeyboardInterrupt):
                while not self._over(time.monotonic() - begun):
                    self._fault()
            self._recover()
            self._play_on()
            self._watch(20)
            self._stop_playing()
            self._compare()
            self._nursery.kill()
            self._open = self._ledgers
            self._check()
        finally:
            self._pause.set()
            for thread in self._threads:
                thread.join(60)
            for player in self._players:
                player.hang_up()
            self._nursery.close()
            if self._postgres is not None:
                self._postgres.close()
        result = self.result
        result.seconds = time.monotonic() - begun
        result.matches = len(self._ledgers)
        result.acknowledged = sum(len(one.acknowledged) for one in self._ledgers)
        result.unsure = sum(one.unsure for one in self._players)
        return result

    def _over(self, seconds: float) -> bool:
        limits, done = self._limits, self.result
        all_done = done.kills >= limits.kills and done.stops >= limits.stops
        return all_done or seconds > limits.seconds

    # Faults

    def _fault(self) -> None:
        faults = self.result.kills + self.result.stops + self.result.locks
        if faults % LIVES == 0:
            self._stop_playing()
            self._begin_matches()
            print(f"{self.result.name}: {faults} faults, {self._answers():,} answers", flush=True)
        self._play_on()
        self._watch(self._dice.randint(1, 25))
        self._choose()()

    def _watch(self, answers: int) -> None:
        """Let the players have so many answers, if they get them in time."""
        wanted = self._answers() + answers
        until = time.monotonic() + PATIENCE
        while self._answers() < wanted and time.monotonic() < until:
            time.sleep(0.002)

    def _answers(self) -> int:
        return sum(player.answers for player in self._players)

    def _choose(self) -> Callable[[], None]:
        wanted = self._limits.kills - self.result.kills
        if self._postgres is None:
            return self._hold_lock if self._dice.random() < 0.1 else self._kill
        stops = self._limits.stops - self.result.stops
        return self._kill if self._dice.random() * (wanted + stops) < wanted else self._stop

    def _kill(self) -> None:
        """Kill the server in the middle of play."""
        self.result.kills += 1
        self._nursery.kill()
        self._stop_playing()
        self._check()
        self._start()
        self._compare()

    def _stop(self) -> None:
        """Stop PostgreSQL in the middle of play; the server lives on."""
        assert self._postgres is not None
        self.result.stops += 1
        self._postgres.stop()
        time.sleep(self._dice.uniform(0.0, 0.1))
        self._postgres.start()
        time.sleep(self._dice.uniform(0.0, 0.1))
        self._stop_playing()
        self._compare()

    def _hold_lock(self) -> None:
        """Another program writes to the file."""
        self.result.locks += 1
        other = sqlite3.connect(self._place, timeout=10, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        time.sleep(self._dice.uniform(0.0, 0.5))
        other.execute("ROLLBACK")
        other.close()

    # Playing

    def _start(self) -> None:
        port = self._nursery.start()
        for player in self._players:
            player.hang_up()
            player.port = port

    def _recover(self) -> None:
        """Have a server and a database, whatever the last fault was broken off at."""
        self._stop_playing()
        if self._postgres is not None:
            self._postgres.start_again()
        if self._nursery.pid:
            self._nursery.kill()
        self._start()

    def _begin_matches(self) -> None:
        self._open = []
        pairs = [self._dice.sample(self._players, 2) for _ in range(3)]
        for north, south in pairs:
            new = {"game": "ladder", "seats": {"north": "me"}}
            ledger = Ledger(north.need("POST", "/api/matches", new)["id"])
            sitting = {"role": "south", "to": "me"}
            south.need("POST", f"/api/matches/{ledger.match_id}/seats", sitting)
            seated = Acknowledged(2, "seat", south.user_id)
            ledger.note(seated, self.result.findings)
            self._open.append(ledger)
        self._ledgers += self._open
        asyncio.run(self._wish())

    async def _wish(self) -> None:
        async with opened(self._place) as store:
            for ledger in self._open:
                for player in self._players:
                    await store.people.set_notice(
                        NoticeRow(ledger.match_id, player.user_id, 0, HOOK)
                    )

    def _play_on(self) -> None:
        if self._threads:
            return
        self._pause = threading.Event()
        for player in self._players:
            given = (list(self._open), self.result.findings, self._pause)
            self._threads.append(threading.Thread(target=player.play, args=given, daemon=True))
        for thread in self._threads:
            thread.start()

    def _stop_playing(self) -> None:
        self._pause.set()
        for thread in self._threads:
            thread.join(60)
            if thread.is_alive():
                raise RuntimeError("a player waits for ever")
        self._threads = []

    # Checking

    def _check(self) -> dict[str, tuple[int, int]]:
        """Compare the ledgers with the database."""

        async def look() -> dict[str, tuple[int, int]]:
            found = {}
            async with opened(self._place) as store:
                for ledger in self._open:
                    there = await ledger.check(store, self.result.findings)
                    if there is not None:
                        found[ledger.match_id] = there
            return found

        return asyncio.run(look())

    def _compare(self) -> None:
        """Compare what the server shows with the database."""
        there = self._check()
        for match_id, (version, actions) in there.items():
            self._players[0].hang_up()
            status, seen = self._players[0].ask("GET", f"/api/matches/{match_id}")
            if status != 200 or (seen["version"], seen["actions"]) != (version, actions):
                found = seen if status != 200 else (seen["version"], seen["actions"])
                text = f"{match_id}: {found}, not {(version, actions)}"
                self.result.findings.add("differing", text)
