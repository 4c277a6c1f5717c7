"""Supply ahead: where it fails with the seasons, and what is cut off when a point is lost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from heapq import heapify, heappop, heappush

from landbridge.games.arsenal.bot.judging.charts import COUNT
from landbridge.games.arsenal.map.points import NEIGHBOURS
from landbridge.games.arsenal.map.supply_lines import SOURCES, supply
from landbridge.games.arsenal.words import own_points

AHEAD = 3
"""Months for which supply is looked ahead, this one included: seas freeze."""


@lru_cache(maxsize=1024)
def lasting_supply(held: bytes, side: int, month_of_year: int) -> bytes:
    """By point: how it is supplied at worst in this month and the two that follow."""
    months = [(month_of_year - 1 + later) % 12 + 1 for later in range(AHEAD)]
    return bytes(map(min, *(supply(held, side, month) for month in months)))


def severed(held: bytes, side: int, point: int) -> tuple[int, ...]:
    """Points of the other side that lose their way home when a side takes one."""
    return hinges(held, 1 - side).get(point, ())


@lru_cache(maxsize=2048)
def hinges(held: bytes, side: int) -> dict[int, tuple[int, ...]]:
    """By point of a side on which others depend: those that lose their way home with it.

    One walk from the own edge finds them all: whoever comes after a point on the walk, and from
    there back to nothing before it, has no other way.
    """
    mine = own_points(held, side)
    sources = SOURCES[side]
    number, back = [0] * COUNT, [0] * COUNT
    order: list[int] = []
    found: dict[int, list[int]] = {}

    def enter(point: int) -> tuple[int, Iterator[int]]:
        order.append(point)
        number[point] = len(order)
        back[point] = 0 if point in sources else len(order)
        return point, iter(NEIGHBOURS[point])

    for source in sources:
        if not mine[source] or number[source]:
            continue
        way = [enter(source)]
        while way:
            point, ends = way[-1]
            before = way[-2][0] if len(way) > 1 else -1
            for end in ends:
                if mine[end] and not number[end]:
                    way.append(enter(end))
                    break
                if mine[end] and end != before:
                    back[point] = min(back[point], number[end])
            else:
                way.pop()
                if before >= 0:
                    back[before] = min(back[before], back[point])
                    if back[point] >= number[before]:
                        found.setdefault(before, []).extend(order[number[point] - 1 :])
    return {point: tuple(sorted(behind)) for point, behind in found.items()}


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
