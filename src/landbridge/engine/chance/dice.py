"""Dice by their usual names: "1d6", "2d6", "3d10".

>>> dice("2d6").weights[7]
6
"""

from __future__ import annotations

import re
from functools import cache

from landbridge.engine.refusals import BadInput

_NAME = re.compile(r"(\d*)d(\d+)")


class Dice:
    """Dice of some number of sides, and how many ways there are to each total."""

    __slots__ = ("count", "lowest", "name", "sides", "ways", "weights")

    def __init__(self, count: int, sides: int) -> None:
        self.count, self.sides = count, sides
        self.name = f"{count}d{sides}"
        self.lowest = count
        self.ways = sides**count
        weights = {0: 1}
        for thrown in range(1, count + 1):
            grown: dict[int, int] = {}
            ways = 0
            for total in range(thrown, thrown * sides + 1):
                ways += weights.get(total - 1, 0) - weights.get(total - 1 - sides, 0)
                grown[total] = ways
            weights = grown
        self.weights: dict[int, int] = weights

    @property
    def highest(self) -> int:
        """The greatest total."""
        return self.count * self.sides

    def __repr__(self) -> str:
        return f"dice({self.name!r})"

    def describe(self) -> str:
        """How a player would ask for them."""
        if self.count == 1:
            return "one die" if self.sides == 6 else f"a number from 1 to {self.sides}"
        many = {2: "two", 3: "three", 4: "four"}.get(self.count, str(self.count))
        return f"{many} dice" if self.sides == 6 else f"{many} numbers from 1 to {self.sides}"


@cache
def dice(name: str) -> Dice:
    """The dice of that name."""
    found = _NAME.fullmatch(name)
    count = int(found[1] or 1) if found else 0
    sides = int(found[2]) if found else 0
    if not (1 <= count <= 20 and 1 <= sides <= 10_000):
        raise BadInput(f"'{name}' names no dice; write for example 1d6 or 2d6.")
    return Dice(count, sides)
