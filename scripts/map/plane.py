"""The plane of the map: hexes, their corners and sides, and distances from lines drawn on it."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from functools import cache

from landbridge.engine.space.hexes import Hex
from landbridge.games.belorussia.map.georeference import centre, on_plane
from landbridge.games.belorussia.map.sheets import atlas, hex_at

from .sources import Point

Spot = tuple[float, float]
"""A point on the plane, in hexes east and north."""
Corner = tuple[int, int]
"""A corner of a hex, in thousandths of a hex."""
Side = tuple[Hex, Hex]
"""What lies between two hexes, the smaller one first."""

MARGIN = 10
"""Columns and rows beyond the map's edge over which rivers and ways may run."""
_ARM = 1 / math.sqrt(3)


def plane(point: Point) -> Spot:
    """Where a point of the earth lies."""
    return on_plane(*point)


def side(one: Hex, other: Hex) -> Side:
    """The side between two hexes."""
    return (one, other) if one < other else (other, one)


@cache
def all_hexes() -> tuple[Hex, ...]:
    """The hexes of the map and of a margin round it."""
    columns, rows = range(1 - MARGIN, 125 + MARGIN), range(1 - MARGIN, 70 + MARGIN)
    return tuple(hex_at(column, row) for column in columns for row in rows)


def corners(place: Hex) -> tuple[Corner, ...]:
    """The six corners of a hex, anticlockwise from the east."""
    east, north = centre(place)
    return tuple(
        (
            round(1000 * (east + _ARM * math.cos(math.radians(60 * number)))),
            round(1000 * (north + _ARM * math.sin(math.radians(60 * number)))),
        )
        for number in range(6)
    )


@cache
def corner_net() -> dict[Corner, dict[Corner, Side]]:
    """Every corner with those beside it, and the side that lies between."""
    owners: dict[tuple[Corner, Corner], list[Hex]] = {}
    names: dict[Corner, Corner] = {}
    for place in all_hexes():
        # The same corner is worked out from three hexes; the last digit may differ.
        own = [_same(corner, names) for corner in corners(place)]
        for first, second in zip(own, own[1:] + own[:1], strict=True):
            owners.setdefault((min(first, second), max(first, second)), []).append(place)
    net: dict[Corner, dict[Corner, Side]] = {}
    for (first, second), both in owners.items():
        if len(both) == 2:
            between = side(*both)
            net.setdefault(first, {})[second] = between
            net.setdefault(second, {})[first] = between
    return net


def _same(corner: Corner, names: dict[Corner, Corner]) -> Corner:
    for east in (-1, 0, 1):
        for north in (-1, 0, 1):
            known = names.get((corner[0] + east, corner[1] + north))
            if known is not None:
                return known
    names[corner] = corner
    return corner


def nearest_corner(spot: Spot, among: Iterable[Corner] | None = None) -> Corner:
    """The corner nearest to a spot."""
    wanted = (1000 * spot[0], 1000 * spot[1])
    return min(among or corner_net(), key=lambda corner: math.dist(corner, wanted))


def middle(one: Corner, other: Corner) -> Spot:
    """The middle between two corners."""
    return (one[0] + other[0]) / 2000, (one[1] + other[1]) / 2000


def on_map(between: Side) -> bool:
    """Whether both hexes of a side are on the map."""
    return between[0] in atlas() and between[1] in atlas()


def spaced(line: Sequence[Spot], apart: float) -> list[Spot]:
    """Spots along a line, this far apart, its ends among them."""
    found = [line[0]]
    for start, end in itertools.pairwise(line):
        parts = max(1, math.ceil(math.dist(start, end) / apart))
        found += [
            (
                start[0] + (end[0] - start[0]) * number / parts,
                start[1] + (end[1] - start[1]) * number / parts,
            )
            for number in range(1, parts + 1)
        ]
    return found


def from_segment(spot: Spot, start: Spot, end: Spot) -> float:
    """How far a spot is from a straight line between two others."""
    along = (end[0] - start[0], end[1] - start[1])
    length = along[0] ** 2 + along[1] ** 2
    if not length:
        return math.dist(spot, start)
    share = ((spot[0] - start[0]) * along[0] + (spot[1] - start[1]) * along[1]) / length
    share = min(1.0, max(0.0, share))
    return math.dist(spot, (start[0] + share * along[0], start[1] + share * along[1]))


def from_line(spot: Spot, line: Sequence[Spot]) -> float:
    """How far a spot is from a line of several pieces."""
    return min(from_segment(spot, *pair) for pair in itertools.pairwise(line))


def inside(spot: Spot, ring: Sequence[Spot]) -> float:
    """How far a spot lies inside a ring; below 0 outside it."""
    closed = [*ring, ring[0]]
    crossings = sum(
        (a[1] > spot[1]) != (b[1] > spot[1])
        and spot[0] < a[0] + (spot[1] - a[1]) * (b[0] - a[0]) / (b[1] - a[1])
        for a, b in itertools.pairwise(closed)
    )
    away = from_line(spot, closed)
    return away if crossings % 2 else -away
