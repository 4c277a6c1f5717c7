"""Hexes, the numbers printed in them, and map sheets that join.

>>> sheet = Sheet("", Orientation.FLAT_TOP, columns=30, rows=53, style="letters")
>>> atlas = Atlas([sheet], up="W")
>>> [atlas.label(place) for place in atlas.neighbours(atlas.hex("W44"))]
['W43', 'X43', 'X44', 'W45', 'V44', 'V43']

A direction is a number from 0 to 5, clockwise; `Flat` and `Pointy` give the numbers names.
These names take the top of the picture as north.  Only the drawing helpers use floats.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, IntEnum
from itertools import cycle, islice, takewhile
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


class NoSuchHex(ValueError):
    """A label or place that is not on the map; the text says why and shows a legal label."""

    def __init__(self, label: str, problem: str, example: str) -> None:
        super().__init__(label, problem, example)
        self.label, self.problem, self.example = label, problem, example

    def __str__(self) -> str:
        return f'"{self.label}": {self.problem}; a legal label is "{self.example}"'


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
        q, r = _STEPS[direction % 6]
        return Hex(self.q + q * steps, self.r + r * steps)

    def neighbours(self) -> tuple[Hex, ...]:
        """The six hexes around, clockwise from direction 0."""
        return tuple([Hex(self.q + q, self.r + r) for q, r in _STEPS])

    def distance(self, other: Hex) -> int:
        """How many hexes away the other is; 1 for neighbours."""
        q, r = self.q - other.q, self.r - other.r
        return max(abs(q), abs(r), abs(q + r))

    def direction(self, neighbour: Hex) -> int:
        """The direction to a neighbour; a ValueError if the hexes do not touch."""
        if self.distance(neighbour) != 1:
            raise ValueError(f"{self} and {neighbour} are not neighbours")
        return _STEPS.index(neighbour - self)

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
        pivot = around or _ZERO
        q, r = self - pivot
        for _ in range(turns % 6):
            q, r = -r, q + r
        return pivot + Hex(q, r)


Side = tuple[Hex, Hex]
_ZERO = Hex(0, 0)
Compass = Literal["N", "E", "S", "W"]
_COMPASS: tuple[Compass, ...] = ("N", "E", "S", "W")
_POINTS = ("N", "NE", "NE", "E", "SE", "SE", "S", "SW", "SW", "W", "NW", "NW")  # each 30 degrees
# Clockwise from flat-top N, which is pointy-top NW.
_STEPS = (Hex(0, -1), Hex(1, -1), Hex(1, 0), Hex(0, 1), Hex(-1, 1), Hex(-1, 0))
# The directions that must all lead off the map at its top, right, bottom and left.
_OFF = {
    Orientation.FLAT_TOP: ((0,), (1, 2), (3,), (4, 5)),
    Orientation.POINTY_TOP: ((0, 1), (2,), (3, 4), (5,)),
}
_STYLES = {
    "dotted": (re.compile(r"([A-Z]*)([0-9]{1,4})\.([0-9]{1,4})"),
               "malformed, expected sheet letter, column, dot and two-digit row"),
    "letters": (re.compile(r"([0-9]*)(([A-Z])\3{0,3})([0-9]{1,4})"),
                "malformed, expected column letters (after Z come AA, BB, ...) and row"),
}  # fmt: skip


def side(a: Hex, b: Hex) -> Side:
    """The hexside between two neighbours, the same in either order: the smaller (q, r) first."""
    a.direction(b)
    return (a, b) if a < b else (b, a)


def opposite(direction: int) -> int:
    """The direction that leads back."""
    return (direction + 3) % 6


def headings(orientation: Orientation, up: Compass = "N") -> tuple[str, ...]:
    """True compass names of the directions 0 to 5 when `up` is at the top of the picture."""
    turn = 3 * _COMPASS.index(up) - (orientation is Orientation.POINTY_TOP)
    return tuple(_POINTS[(2 * d + turn) % 12] for d in range(6))


def _walk(start: Hex, directions: Sequence[int]) -> Iterator[Hex]:
    """The start and then steps without end, in the directions in turn: a grain or a zigzag."""
    if len(directions) == 2 and (directions[0] - directions[1]) % 6 not in (1, 5):
        raise ValueError(f"an alternate grain needs two directions side by side, not {directions}")
    yield start
    for direction in cycle(directions):
        start = start.neighbour(direction)
        yield start


def grain(start: Hex, direction: int, length: int) -> tuple[Hex, ...]:
    """A hex grain: so many hexes in a straight row, the start included."""
    return tuple(islice(_walk(start, (direction,)), length))


def alternate_grain(start: Hex, first: int, second: int, length: int) -> tuple[Hex, ...]:
    """An alternate hex grain: so many hexes in a zigzag of two directions side by side."""
    return tuple(islice(_walk(start, (first, second)), length))


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


@dataclass(frozen=True)
class Sheet:
    """One printed map sheet: its shape, how its hexes are numbered and where it lies.

    The shoved lines (columns if flat-top, rows if pointy-top) are those with an odd or an even
    number (column A is 1); they lie half a hex towards the side where the numbers along them
    grow, and may run from another first to another last number than the rest.
    """

    name: str
    orientation: Orientation
    columns: int
    rows: int
    first_column: int = 1
    first_row: int = 1
    rows_grow: Literal["N", "S"] = "S"
    shoved: Literal["odd", "even"] = "even"
    shoved_numbers: tuple[int, int] | None = None
    style: Literal["dotted", "letters"] = "dotted"
    origin: Hex = _ZERO  # where column 0 and row 0 would cross
    _numbers: dict[Hex, tuple[int, int]] = field(init=False, repr=False, compare=False)
    _places: dict[str, Hex] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        good = self.rows_grow in ("N", "S") and self.shoved in ("odd", "even")
        if not good or self.style not in _STYLES:
            raise ValueError("rows_grow is N or S, shoved odd or even, style dotted or letters")
        columns = range(self.first_column, self.first_column + self.columns)
        rows = range(self.first_row, self.first_row + self.rows)
        lines, along = (columns, rows) if self._flat else (rows, columns)
        first, last = self.shoved_numbers or (along.start, along.stop - 1)
        runs = (along, range(first, last + 1))
        pairs = [(line, n) for line in lines for n in runs[self._is_shoved(line)]]
        numbers = pairs if self._flat else [(n, line) for line, n in pairs]
        places = {self._text(*pair): self.spot(*pair) for pair in numbers}
        found = [_STYLES[self.style][0].fullmatch(text) for text in places]
        if not found or any(match is None or match[1] != self.name for match in found):
            raise ValueError(f"sheet {self.name!r} has no hexes, or labels that cannot be read")
        object.__setattr__(self, "_numbers", dict(zip(places.values(), numbers, strict=True)))
        object.__setattr__(self, "_places", places)

    @property
    def _flat(self) -> bool:
        return self.orientation is Orientation.FLAT_TOP

    def _is_shoved(self, line: int) -> bool:
        return line % 2 == (self.shoved == "odd")

    def _show(self, column: int, row: int) -> tuple[str, str]:
        if self.style == "dotted":
            return str(column), f"{row:02d}"
        return chr(ord("A") + (column - 1) % 26) * ((column + 25) // 26), str(row)

    def _text(self, column: int, row: int) -> str:
        return self.name + ("." if self.style == "dotted" else "").join(self._show(column, row))

    def _wrong(self, column: str, row: str) -> tuple[str, str]:
        """What is wrong with a column and row, and a legal label instead."""
        letters = 26 * len(column) + ord(column[0]) - ord("Z")
        given = (letters if self.style == "letters" else int(column), int(row))
        sheet = f"sheet {self.name}" if self.name else "the map"
        where, pairs = f"on {sheet}", list(self._numbers.values())
        for k in (0, 1) if self._flat else (1, 0):
            what, allowed = ("column", "row")[k], [pair[k] for pair in pairs]
            n, low, high = (self._show(x, x)[k] for x in (given[k], min(allowed), max(allowed)))
            if given[k] not in allowed:
                span = f"{what}s run from {low} to {high}"
                return f"no {what} {n} {where}, {span}", next(iter(self._places))
            pairs = [pair for pair in pairs if pair[k] == given[k]]
            where = f"in {what} {n} of {sheet}"
        return _STYLES[self.style][1], self._text(*given)

    def spot(self, column: int, row: int) -> Hex:
        """Where a column and a row cross; the numbers may run on past the sheet's edge."""
        half = self._is_shoved(column if self._flat else row) - self._is_shoved(0)
        sign = -1 if self.rows_grow == "N" else 1
        if self._flat:
            return self.origin + Hex(column, (sign * (2 * row + half) - column) // 2)
        return self.origin + Hex((2 * column + half - sign * row) // 2, sign * row)

    def numbers(self, place: Hex) -> tuple[int, int]:
        """The printed column (A is 1) and row of a hex."""
        if place not in self._numbers:
            raise NoSuchHex(f"{place.q}, {place.r}", "off the map", next(iter(self._places)))
        return self._numbers[place]

    def label(self, place: Hex) -> str:
        """The label printed in a hex."""
        return self._text(*self.numbers(place))

    def hex(self, label: str) -> Hex:
        """The hex with a label; small letters and blanks around it are accepted."""
        return _find(label, (self,))

    def lay(self, label: str, at: Hex) -> Sheet:
        """The same sheet laid so that the hex with this label covers a place."""
        return replace(self, origin=self.origin + at - self.hex(label))


def _find(label: str, sheets: Sequence[Sheet]) -> Hex:
    text = label.strip().upper()
    for sheet in sheets:
        if text in sheet._places:
            return sheet._places[text]
    problem, example = _STYLES[sheets[0].style][1], next(iter(sheets[0]._places))
    for sheet in sheets:
        if found := _STYLES[sheet.style][0].fullmatch(text):
            name, column, *_, row = found.groups()
            if name == sheet.name:
                raise NoSuchHex(label, *sheet._wrong(column, row))
            problem = f"unknown sheet {name}" if name else "no sheet named"
            problem += f" (known: {', '.join(sheet.name or 'unnamed' for sheet in sheets)})"
    raise NoSuchHex(label, problem, example)


class Atlas:
    """Sheets laid side by side on one plane; a hex printed on several sheets is one hex.

    The first sheet given that shows a hex gives it its preferred label.  `hexes` is in the order
    in which the hexes lie: flat-top by columns from the left, each from the top; pointy-top by
    rows from the top, each from the left.  `up` is the compass point at the top of the picture.
    """

    def __init__(self, sheets: Sequence[Sheet], up: Compass = "N") -> None:
        if len({sheet.orientation for sheet in sheets}) != 1:
            raise ValueError("an atlas needs sheets, all flat-top or all pointy-top")
        if len({sheet.name for sheet in sheets}) != len(sheets):
            raise ValueError("two sheets of an atlas have the same name")
        self.sheets, self.orientation, self.up = tuple(sheets), sheets[0].orientation, up
        labels: dict[Hex, tuple[str, ...]] = {}
        for sheet in sheets:
            for text, place in sheet._places.items():
                labels[place] = (*labels.get(place, ()), text)
        self.hexes = tuple(sorted(labels, key=lambda h: h if sheets[0]._flat else h[::-1]))
        self._labels = [labels[place] for place in self.hexes]
        self._index = {place: i for i, place in enumerate(self.hexes)}

    def __contains__(self, place: object) -> bool:
        return place in self._index

    def index(self, place: Hex) -> int:
        """The position of a hex in `hexes`, for arrays with one entry a hex."""
        if place not in self:
            self.sheets[0].numbers(place)  # which refuses
        return self._index[place]

    def hex(self, label: str) -> Hex:
        """The hex with a label, whichever of its labels that is."""
        return _find(label, self.sheets)

    def label(self, place: Hex) -> str:
        """The preferred label of a hex."""
        return self.labels(place)[0]

    def labels(self, place: Hex) -> tuple[str, ...]:
        """All labels of a hex, the preferred one first."""
        return self._labels[self.index(place)]

    def neighbours(self, place: Hex) -> tuple[Hex, ...]:
        """The neighbours that are on the map, clockwise."""
        return tuple(h for h in place.neighbours() if h in self)

    def neighbour_table(self) -> tuple[tuple[int, ...], ...]:
        """For every hex the indexes of its neighbours in directions 0 to 5, -1 for none."""
        return tuple(tuple(self._index.get(n, -1) for n in h.neighbours()) for h in self.hexes)

    def within(self, place: Hex, n: int) -> tuple[Hex, ...]:
        """The hexes of the map at most n away, nearest first."""
        return tuple(h for h in place.disc(n) if h in self)

    def ray(self, start: Hex, *directions: int) -> tuple[Hex, ...]:
        """The grain (one direction) or alternate grain (two) from a hex to the map's edge."""
        return tuple(takewhile(self.__contains__, _walk(start, directions)))

    def on_edge(self, place: Hex, edge: Compass) -> bool:
        """Whether nothing of the map lies beyond a hex on that side, by the true compass."""
        off = _OFF[self.orientation][(_COMPASS.index(edge) - _COMPASS.index(self.up)) % 4]
        return place in self and not any(place.neighbour(d) in self for d in off)

    def edge(self, edge: Compass) -> tuple[Hex, ...]:
        """All hexes on one map edge, in the order of `hexes`."""
        return tuple(place for place in self.hexes if self.on_edge(place, edge))
