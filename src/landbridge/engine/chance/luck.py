"""Luck: what many throws gave together, beside what such throws give."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import reduce

Chances = tuple[tuple[int, Fraction], ...]
"""The amounts that a throw can give, each with its chance."""

NEGLIGIBLE = 1e-15
"""Sums that are rarer than this are left out, so that thousands of throws take no time."""


def hit(chance: Fraction) -> Chances:
    """A die that hits with this chance: one, or nothing."""
    return ((0, 1 - chance), (1, chance))


class LuckCount:
    """Throws that give amounts, each with chances of its own."""

    def __init__(self) -> None:
        self._throws: Counter[Chances] = Counter()
        self.had = 0
        """What they gave."""

    def add(self, chances: Chances, had: int) -> None:
        """Count a throw, and what it gave."""
        self._throws[chances] += 1
        self.had += had

    @property
    def throws(self) -> int:
        """How many there were."""
        return self._throws.total()

    @property
    def expected(self) -> Fraction:
        """What they give on average, exactly."""
        found = Fraction(0)
        for chances, count in self._throws.items():
            found += count * sum(amount * chance for amount, chance in chances)
        return found

    def chance_of_as_much(self) -> float:
        """How often they give at least as much."""
        each = (_repeated(chances, count) for chances, count in self._throws.items())
        shares = reduce(_together, each, {0: 1.0})
        return min(1.0, sum(share for amount, share in shares.items() if amount >= self.had))


def _repeated(chances: Chances, count: int) -> dict[int, float]:
    """How often so many throws of one kind give each sum: doubled, and doubled again."""
    once = {amount: float(chance) for amount, chance in chances}
    found = {0: 1.0}
    for bit in f"{count:b}":
        found = _together(found, found)
        if bit == "1":
            found = _together(found, once)
    return found


def _together(one: dict[int, float], other: dict[int, float]) -> dict[int, float]:
    """How often two throws give each sum."""
    found: dict[int, float] = {}
    for first, share in one.items():
        for second, more in other.items():
            found[first + second] = found.get(first + second, 0.0) + share * more
    return {amount: share for amount, share in found.items() if share > NEGLIGIBLE}
