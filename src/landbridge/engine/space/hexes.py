"""Hexes on the endless plane: neighbours, distances, lines, grains.

>>> Hex(0, 0).distance(Hex(3, -1))
3

A direction is a number from 0 to 5, clockwise; `Flat` and `Pointy` give the numbers names.
These names take the top of the picture as north.  Only the drawing helpers use floats.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from enum import Enum, IntEnum
from itertools import cycle, islice
from typing import Literal, NamedTuple


class Orientation(Enum):
    """Whether a hex has a flat side or a point at the top."""

    FLAT_TOP = "flat-top"
    POINTY_TOP = "pointy-top"


class Flat(IntEnum):
    """The six directions of a flat-top map."""

    N, NE, SE, S, SW, NW = range(6)


class Pointy(IntEnum):
    """The six directions of a pointy-top map."""

    NW, NE, E, SE, SW, W = range(6)


class Hex(NamedTuple):
    """A place on the endless hex plane, in axial coordinates."""

    q: int
    r: int

    @property
    def s(self) -> int:
        """The third cube coordinate: q + r + s is always 0."""
        return -self.q - self.r

    def __add__(self, other: Hex) -> Hex:  # type: ignore[override]
        return Hex(self.q + other.q, self.r + other.r)

    def __sub__(self, other: Hex) -> Hex:
        return Hex(self.q - other.q, self.r - other.r)

    def neighbour(self, direction: int, steps: int = 1) -> Hex:
        """The hex one step (or more) away in a direction."""
        q, r = STEPS[direction % 6]
        return Hex(self.q + q * steps, self.r + r * steps)

    def neighbours(self) -> tuple[Hex, ...]:
        """The six hexes around, clockwise from direction 0."""
        return tuple([Hex(self.q + q, self.r + r) for q, r in STEPS])

    def distance(self, other: Hex) -> int:
        """How many hexes away the other is; 1 for neighbours."""
        q, r = self.q - other.q, self.r - other.r
        return max(abs(q), abs(r), abs(q + r))

    def direction(self, neighbour: Hex) -> int:
        """The direction to a neighbour; a ValueError if the hexes do not touch."""
        if self.distance(neighbour) != 1:
            raise ValueError(f"{self} and {neighbour} are not neighbours")
        return STEPS.index(neighbour - self)

    def towards(self, other: Hex) -> tuple[int, ...]:
        """The one or two directions that lead nearer to the other hex (none if it is this one)."""
        nearer = self.distance(other) - 1
        return tuple(d for d in range(6) if self.neighbour(d).distance(other) == nearer)

    def ring(self, n: int) -> tuple[Hex, ...]:
        """The hexes exactly n away, clockwise from the one straight along direction 0."""
        if n < 0:
            raise ValueError(f"a ring needs a radius of 0 or more, not {n}")
        spokes = [(d + 2, self.neighbour(d, n)) for d in range(6)]
        return tuple(spoke.neighbour(d, i) for d, spoke in spokes for i in range(n)) or (self,)

    def disc(self, n: int) -> tuple[Hex, ...]:
        """All hexes within n, this one first, then ring after ring."""
        return self.ring(min(n, 0)) + tuple(h for k in range(1, n + 1) for h in self.ring(k))

    def line(self, other: Hex) -> tuple[Hex, ...]:
        """The hexes under the straight line to the other hex, both ends included.

        Where the line runs exactly between two hexes the one with the smaller (q, r) is taken,
        so the line from b to a is always the line from a to b reversed.
        """
        n, (q, r) = self.distance(other), other - self
        hexes = [self]
        for i in range(1, n + 1):
            x, y = ((2 * k * i + n - 1) // (2 * n) for k in (q, r))  # nearest, a half goes down
            if abs(q + r) == n:
                y = (q + r) * i // n - x
            hexes.append(Hex(self.q + x, self.r + y))
        return tuple(hexes)

    def rotate(self, turns: int, around: Hex | None = None) -> Hex:
        """This hex turned clockwise by sixths of a circle around another (else around 0, 0)."""
        pivot = around or ZERO
        q, r = self - pivot
        for _ in range(turns % 6):
            q, r = -r, q + r
        return pivot + Hex(q, r)


Side = tuple[Hex, Hex]
ZERO = Hex(0, 0)
Compass = Literal["N", "E", "S", "W"]
COMPASS: tuple[Compass, ...] = ("N", "E", "S", "W")
_POINTS = ("N", "NE", "NE", "E", "SE", "SE", "S", "SW", "SW", "W", "NW", "NW")  # each 30 degrees
# Clockwise from flat-top N, which is pointy-top NW.
STEPS = (Hex(0, -1), Hex(1, -1), Hex(1, 0), Hex(0, 1), Hex(-1, 1), Hex(-1, 0))


def side(a: Hex, b: Hex) -> Side:
    """The hexside between two neighbours, the same in either order: the smaller (q, r) first."""
    a.direction(b)
    return (a, b) if a < b else (b, a)


def headings(orientation: Orientation, up: Compass = "N") -> tuple[str, ...]:
    """True compass names of the directions 0 to 5 when `up` is at the top of the picture."""
    turn = 3 * COMPASS.index(up) - (orientation is Orientation.POINTY_TOP)
    return tuple(_POINTS[(2 * d + turn) % 12] for d in range(6))


def walk(start: Hex, directions: Sequence[int]) -> Iterator[Hex]:
    """The start and then steps without end, in the directions in turn: a grain or a zigzag."""
    if len(directions) == 2 and (directions[0] - directions[1]) % 6 not in (1, 5):
        raise ValueError(f"an alternate grain needs two directions side by side, not {directions}")
    yield start
    for direction in cycle(directions):
        start = start.neighbour(direction)
        yield start


def grain(start: Hex, direction: int, length: int) -> tuple[Hex, ...]:
    """A hex grain: n hexes in a straight row, the start included."""
    return tuple(islice(walk(start, (direction,)), length))


def alternate_grain(start: Hex, first: int, second: int, length: int) -> tuple[Hex, ...]:
    """An alternate hex grain: n hexes in a zigzag of two directions side by side."""
    return tuple(islice(walk(start, (first, second)), length))


def grain_between(a: Hex, b: Hex) -> tuple[Hex, ...]:
    """The hex grain from a to b, both included; empty if none joins them or they are the same."""
    way = a.towards(b)
    return grain(a, way[0], a.distance(b) + 1) if len(way) == 1 else ()


def alternate_grains_between(a: Hex, b: Hex) -> tuple[tuple[Hex, ...], ...]:
    """The alternate hex grains from a to b: none, one or two (either step may come first)."""
    way = a.towards(b)
    turns = (way, way[::-1]) if len(way) == 2 else ()
    zigzags = [alternate_grain(a, x, y, a.distance(b) + 1) for x, y in turns]
    return tuple(zigzag for zigzag in zigzags if zigzag[-1] == b)


def centre(place: Hex, orientation: Orientation, size: float = 1.0) -> tuple[float, float]:
    """Where to draw a hex's centre; y grows downwards, `size` is from centre to corner."""
    q, r = place
    if orientation is Orientation.FLAT_TOP:
        return size * 1.5 * q, size * math.sqrt(3) * (r + q / 2)
    return size * math.sqrt(3) * (q + r / 2), size * 1.5 * r


def corners(place: Hex, orientation: Orientation, size: float = 1.0) -> list[tuple[float, float]]:
    """Six corners, clockwise; the hexside in direction d runs from corner d to the next."""
    x, y = centre(place, orientation, size)
    first = -30 if orientation is Orientation.FLAT_TOP else -60
    bearings = [math.radians(first + 60 * d) for d in range(6)]
    return [(x + size * math.sin(b), y - size * math.cos(b)) for b in bearings]
