"""The server's time: it passes only while a server runs, and never leaps.

Clocks of matches run by it. Whoever cannot reach a server that is down loses nothing, and a
machine whose clock is set a year forward, or back, makes nobody late. Each process counts the
time that it has seen pass by a steady clock; what the processes count lies in the database.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from landbridge.server.clocks.clock import DAY, Span
from landbridge.store.clocks import ClockStore
from landbridge.store.rows import LeaveRow, ServerTimeRow

COUNT_EVERY = 60.0
"""Seconds between two counts."""

SLACK = 60.0
"""Seconds that a count may come late; whatever is longer was no time of the server's."""

REMEMBERED = 120 * DAY
"""For how long past leave still matters to a clock: longer than any runs."""

Read = Callable[[], float]


class Timekeeper:
    """The server's time in one process, and who is away."""

    def __init__(self, store: ClockStore, wall: Read = time.time, steady: Read = time.monotonic):
        self._store, self.wall, self.steady = store, wall, steady
        self._base: float | None = None
        self._at = 0.0
        self._away: dict[str, tuple[Span, ...]] = {}

    def now(self) -> float:
        """The server's time."""
        if self._base is None:
            return round(self.wall(), 3)
        return round(self._base + self.steady() - self._at, 3)

    def wall_time(self, moment: float) -> float:
        """A time of the server's as people read it, if the server stays up until then."""
        return self.wall() + moment - self.now()

    def server_time(self, wall: float) -> float:
        """A time as people write it, as the server's."""
        return round(self.now() + wall - self.wall(), 3)

    async def count(self) -> None:
        """Count the time that has passed, and learn who is away."""
        seen = round(self.wall(), 3)
        passed = await self._store.count_time(seen, self._count(seen))
        self._base, self._at = passed, self.steady()
        self.know_leaves(await self._store.leaves(passed - REMEMBERED))

    def _count(self, seen: float) -> Callable[[ServerTimeRow | None], float]:
        def count(before: ServerTimeRow | None) -> float:
            if before is None:
                return seen
            gap = seen - before.seen
            passed = before.passed + (gap if 0 <= gap <= COUNT_EVERY + SLACK else 0.0)
            if self._base is not None:
                # Whatever the clock on the wall says, so much time has passed in this process.
                own = min(self.steady() - self._at, COUNT_EVERY + SLACK)
                passed = max(passed, before.passed, self._base + own)
            return round(passed, 3)

        return count

    # Who is away

    def know_leaves(self, leaves: list[LeaveRow]) -> None:
        """Remember everybody's leave."""
        found: dict[str, tuple[Span, ...]] = {}
        for leave in leaves:
            found[leave.user_id] = (*found.get(leave.user_id, ()), (leave.start, leave.until))
        self._away = found

    async def learn_leaves(self) -> None:
        """Read everybody's leave again: somebody has changed theirs."""
        self.know_leaves(await self._store.leaves(self.now() - REMEMBERED))

    def away(self, user_id: str) -> tuple[Span, ...]:
        """When somebody is or was away."""
        return self._away.get(user_id, ())

    def away_until(self, user_id: str) -> float | None:
        """Until when somebody is away now; None if they are not."""
        now = self.now()
        return next((until for start, until in self.away(user_id) if start <= now < until), None)
