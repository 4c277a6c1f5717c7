"""Rivers and lakes along hexsides, as courses that bend."""

from __future__ import annotations

import itertools
import math

from landbridge.engine.drawing.curves import between, chains, eased, rounded, through
from landbridge.engine.drawing.shapes import Item, Outline, Pen, Point, Shape
from landbridge.engine.space.hexes import Hex
from landbridge.games.belorussia.map.country import Country
from landbridge.games.belorussia.map.drawing import colours
from landbridge.games.belorussia.map.drawing.frame import UNIT, Corner, Frame, chance, ends_of
from landbridge.games.belorussia.terrain.words import HexsideTerrain

STREAM = 3.6
RIVER = 12.0
BANK = 2.4
"""Of a Major River on either side."""
LAKE = 0.4 * UNIT
_EASE = 0.12 * UNIT
"""So far from its corners a river may run."""


def water(country: Country, frame: Frame) -> list[Item]:
    """Streams, then rivers, then lakes."""
    sides = {
        side: kind
        for side, kind in country.water.items()
        if side[0] in frame.near or side[1] in frame.near
    }
    spots: dict[Corner, Point] = {}
    lakes = [_shore(way) for way in _courses(frame, sides, "blocked_lake", spots)]
    rivers = _courses(frame, sides, "major_river", spots)
    streams = _courses(frame, sides, "minor_river", spots)
    found: list[Item] = [Shape(rounded(way), pen=Pen(colours.STREAM, STREAM)) for way in streams]
    for colour, width in ((colours.BANK, RIVER), (colours.WATER, RIVER - 2 * BANK)):
        found += [Shape(rounded(way), pen=Pen(colour, width)) for way in rivers]
    found += [Shape(shore, colours.BANK, Pen(colours.BANK, 2 * BANK)) for shore in lakes]
    return [*found, *(Shape(shore, colours.WATER) for shore in lakes)]


def _shore(way: list[Point]) -> Outline:
    """A lake along hexsides: wider and narrower, and round at its ends."""
    spots = [way[0]]
    for one, other in itertools.pairwise(way):
        spots += [between(one, other, share / 3) for share in (1, 2, 3)]
    left: list[Point] = []
    right: list[Point] = []
    for number, (x, y) in enumerate(spots):
        ahead, behind = spots[min(number + 1, len(spots) - 1)], spots[max(number - 1, 0)]
        along = (ahead[0] - behind[0], ahead[1] - behind[1])
        long = math.hypot(*along)
        across = (-along[1] / long, along[0] / long)
        ends = 0.45 if number in (0, len(spots) - 1) else 1.0
        for side, edge in ((1, left), (-1, right)):
            wide = side * ends * LAKE * (0.4 + 0.3 * chance(round(x), round(y), side))
            edge.append((x + across[0] * wide, y + across[1] * wide))
    return through([*left, *reversed(right)])


def _courses(
    frame: Frame,
    sides: dict[tuple[Hex, Hex], HexsideTerrain],
    kind: HexsideTerrain,
    spots: dict[Corner, Point],
) -> list[list[Point]]:
    """Courses of a kind; where one meets what has been drawn before, it ends there."""
    found = []
    for way in chains([ends_of(side) for side, own in sorted(sides.items()) if own == kind]):
        met = {corner for corner in way if corner in spots}
        for corner in way:
            spots.setdefault(corner, frame.corner(corner))
        eased(way, spots, met, _EASE)
        found.append([spots[corner] for corner in way])
    return found
