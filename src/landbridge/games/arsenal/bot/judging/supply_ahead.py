"""Supply ahead: where it fails with the seasons, and what is cut off when a point is lost."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from heapq import heapify, heappop, heappush

from landbridge.games.arsenal.bot.judging.charts import COUNT, EVERYWHERE
from landbridge.games.arsenal.map.points import NEIGHBOURS
from landbridge.games.arsenal.map.supply_lines import SOURCES, overland_supply, supply

AHEAD = 3
"""Months for which supply is looked ahead, this one included: seas freeze."""


@lru_cache(maxsize=1024)
def lasting_supply(held: bytes, side: int, month_of_year: int) -> bytes:
    """By point: how it is supplied at worst in this month and the two that follow."""
    months = [(month_of_year - 1 + later) % 12 + 1 for later in range(AHEAD)]
    return bytes(map(min, *(supply(held, side, month) for month in months)))


@lru_cache(maxsize=8192)
def severed(held: bytes, side: int, point: int) -> tuple[int, ...]:
    """Points of the other side that lose their way home when a side takes one."""
    before = overland_supply(held, 1 - side)
    changed = bytearray(held)
    changed[point] = side
    after = overland_supply(bytes(changed), 1 - side)
    return tuple(p for p in EVERYWHERE if before[p] and not after[p] and p != point)


def ways_home(held: bytes, side: int, safe: Sequence[float]) -> list[float]:
    """By own point: how safe its safest way home is, that of the weakest point on it.

    The point itself does not count; where no way leads home, nothing is safe.
    """
    found = [0.0] * COUNT
    queue = []
    for point in SOURCES[side]:
        if held[point] == side:
            found[point] = 1.0
            queue.append((-1.0, point))
    heapify(queue)
    while queue:
        so_far, point = heappop(queue)
        onward = min(-so_far, safe[point])
        if -so_far < found[point]:
            continue
        for end in NEIGHBOURS[point]:
            if held[end] == side and onward > found[end]:
                found[end] = onward
                heappush(queue, (-onward, end))
    return found
