"""Where things are drawn: a window on the plane of the map, a hundred units to a hex."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cached_property

from landbridge.engine.drawing.shapes import Point
from landbridge.engine.space.hexes import Hex
from landbridge.games.belorussia.map.georeference import COLUMN_WIDTH, centre
from landbridge.games.belorussia.map.sheets import atlas, column_and_row, hex_at

UNIT = 100.0
"""Units of a drawing from one flat side of a hex to the other."""
ARM = UNIT / math.sqrt(3)
"""From the middle of a hex to its corners."""

Corner = tuple[int, int]
"""A corner of hexes: in sixths of two columns eastwards, and in half hexes northwards."""

# Clockwise from the north-west; the side in direction d runs from corner d to the next.
_CORNERS = ((-1, 1), (1, 1), (2, 0), (1, -1), (-1, -1), (-2, 0))
_MARGIN = 0.62
"""So much of the plane is shown beyond the middles of the outermost hexes, in hexes."""


class Frame:
    """A rectangle of the map."""

    def __init__(self, hexes: Iterable[Hex]) -> None:
        self.hexes = frozenset(hexes)
        spots = [centre(place) for place in self.hexes]
        self._west = min(east for east, _ in spots) - _MARGIN
        self._north = max(north for _, north in spots) + _MARGIN
        self.width = (max(east for east, _ in spots) + _MARGIN - self._west) * UNIT
        self.height = (self._north - min(north for _, north in spots) + _MARGIN) * UNIT

    def at(self, east: float, north: float) -> Point:
        """A point of the plane on the drawing."""
        return (east - self._west) * UNIT, (self._north - north) * UNIT

    def middle(self, place: Hex) -> Point:
        """The middle of a hex on the drawing."""
        return self.at(*centre(place))

    def corner(self, corner: Corner) -> Point:
        """A corner on the drawing."""
        return self.at(corner[0] * COLUMN_WIDTH / 3, corner[1] / 2)

    @cached_property
    def around(self) -> frozenset[Hex]:
        """The hexes of the window and two rings round it, on the map or not."""
        found = self.hexes
        for _ in range(2):
            found |= {other for place in found for other in place.neighbours()}
        return found

    @cached_property
    def near(self) -> frozenset[Hex]:
        """Those of them that are on the map."""
        return frozenset(place for place in self.around if place in atlas())

    def holds(self, place: Hex) -> bool:
        """Whether a hex lies in the window."""
        return place in self.hexes


def corners(place: Hex) -> tuple[Corner, ...]:
    """The six corners of a hex, clockwise from the north-west."""
    column, row = column_and_row(place)
    east, north = 3 * column, 2 * row + (1 if column % 2 == 0 else 0)
    return tuple((east + x, north + y) for x, y in _CORNERS)


def ends_of(between: tuple[Hex, Hex]) -> tuple[Corner, Corner]:
    """The two corners between which a side lies."""
    one, other = between
    around, direction = corners(one), one.direction(other)
    return around[direction], around[(direction + 1) % 6]


def rectangle(places: Iterable[Hex], margin: int = 0) -> tuple[Hex, ...]:
    """The hexes of the map in the smallest rectangle round some, and a margin."""
    spots = [column_and_row(place) for place in places]
    columns = range(min(c for c, _ in spots) - margin, max(c for c, _ in spots) + margin + 1)
    rows = range(min(r for _, r in spots) - margin, max(r for _, r in spots) + margin + 1)
    found = (hex_at(column, row) for column in columns for row in rows)
    return tuple(place for place in found if place in atlas())


def chance(*numbers: int) -> float:
    """A number from 0 to 1 that is always the same for the same numbers."""
    mixed = 0x9E3779B9
    for number in numbers:
        mixed = ((mixed ^ (number & 0xFFFFFFFF)) * 0x85EBCA6B) & 0xFFFFFFFF
        mixed = (mixed ^ (mixed >> 13)) * 0xC2B2AE35 & 0xFFFFFFFF
        mixed ^= mixed >> 16
    return mixed / 0xFFFFFFFF


def astray(most: float, *numbers: int) -> Point:
    """A small way to somewhere, always the same for the same numbers."""
    return most * (2 * chance(*numbers, 1) - 1), most * (2 * chance(*numbers, 2) - 1)
