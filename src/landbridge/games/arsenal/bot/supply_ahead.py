"""Supply ahead: where it fails with the seasons, and what is cut off when a point is lost."""

from __future__ import annotations

from functools import lru_cache

from landbridge.games.arsenal.bot.charts import EVERYWHERE
from landbridge.games.arsenal.map.supply_lines import overland_supply, supply

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
