"""Railways, roads and tracks from hex to hex, meeting in places."""

from __future__ import annotations

import math
from collections.abc import Mapping

from landbridge.engine.drawing.curves import between, chains, eased, winding
from landbridge.engine.drawing.shapes import Item, Outline, Pen, Point, Shape, line
from landbridge.engine.space.hexes import Hex
from landbridge.games.belorussia.map.country import Country
from landbridge.games.belorussia.map.drawing import colours
from landbridge.games.belorussia.map.drawing.frame import UNIT, Frame, astray
from landbridge.games.belorussia.map.sheets import column_and_row

_EASE = 0.3 * UNIT
"""So far from the middle of a hex a way may run."""
_TRACK = Pen(colours.ROAD, 1.7, (6, 3.6), "butt")
_ROAD = (Pen("#FBF3E0", 5.4), Pen(colours.ROAD, 3.2))
_PRIMARY = (Pen(colours.PRIMARY_ROAD, 7.0), Pen("#FBE3B8", 3.4))
_SINGLE = (Pen(colours.RAIL, 2.0), Pen(colours.RAIL, 8.0, (1.6, 10.4), "butt"))
_DOUBLE = (Pen(colours.RAIL, 6.2), Pen(colours.PAPER, 3.8, (9, 9), "butt"))


_Node = tuple[Hex, int]
"""A hex on a way; where ways meet, with the direction in which this one leaves it."""


class _Net:
    """Ways of one sort, and where in each hex they run."""

    def __init__(self, country: Country, frame: Frame, seed: int, shift: Point) -> None:
        self._country, self._frame = country, frame
        self._seed, self._shift = seed, shift
        self._spots: dict[Hex, Point] = {}
        """Where a way runs through a hex, once one does; others meet it there."""
        self._towns = {place for town in country.places.values() for place in town.hexes}

    def lines(
        self, sides: Mapping[tuple[Hex, Hex], str], kind: str, better: tuple[str, ...] = ()
    ) -> list[Outline]:
        """The ways of a kind, each from one place, or fork with its like or better, to the next."""
        here = [side for side in sorted(sides) if set(side) <= self._frame.near]
        forks = self._forks([side for side in here if sides[side] in (kind, *better)])
        links = [
            (self._node(side, 0, forks), self._node(side, 1, forks))
            for side in here
            if sides[side] == kind
        ]
        found = []
        for way in chains(links):
            hexes = [place for place, _ in way]
            met = {place for place in hexes if place in self._spots}
            for place in hexes:
                self._spots.setdefault(place, self._spot(place))
            eased(hexes, self._spots, met | self._towns | forks, _EASE)
            found.append(winding([self._spots[place] for place in hexes]))
        return found

    def _node(self, side: tuple[Hex, Hex], end: int, forks: set[Hex]) -> _Node:
        """One end of a link: a way is cut where it meets others or a place."""
        place = side[end]
        cut = place in forks or place in self._towns
        return place, place.direction(side[1 - end]) if cut else -1

    def _forks(self, sides: list[tuple[Hex, Hex]]) -> set[Hex]:
        met: dict[Hex, int] = {}
        for side in sides:
            for place in side:
                met[place] = met.get(place, 0) + 1
        return {place for place, count in met.items() if count != 2}

    def _spot(self, place: Hex) -> Point:
        x, y = self._frame.middle(place)
        if place in self._towns:
            return x, y
        east, south = astray(0.09 * UNIT, *column_and_row(place), self._seed)
        return x + east + self._shift[0], y + south + self._shift[1]

    def bridges(self, sides: Mapping[tuple[Hex, Hex], str]) -> list[Item]:
        """Where a way crosses a river: two bars beside it."""
        found: list[Item] = []
        for side in sorted(sides):
            kind = self._country.water.get(side)
            ends = [self._spots[place] for place in side if place in self._spots]
            if len(ends) < 2 or kind not in _BRIDGES or sides[side] == "track":
                continue
            start, end = ends
            far = math.dist(start, end)
            along = ((end[0] - start[0]) / far, (end[1] - start[1]) / far)
            x, y = between(start, end)
            for off in (-5.2, 5.2):
                mx, my, half = x - along[1] * off, y + along[0] * off, _BRIDGES[kind]
                bar = [
                    (mx - along[0] * half, my - along[1] * half),
                    (mx + along[0] * half, my + along[1] * half),
                ]
                found.append(Shape(line(bar), pen=Pen(colours.INK, 1.5, cap="butt")))
        return found


_BRIDGES = {"minor_river": 5.0, "major_river": 10.0}
"""Half the length of a bridge."""


def roads(country: Country, frame: Frame) -> list[Item]:
    """Tracks, roads, and on top of them primary roads."""
    net = _Net(country, frame, 21, (-0.05 * UNIT, -0.05 * UNIT))
    primary = net.lines(country.roads, "primary_road")
    plain = net.lines(country.roads, "road", ("primary_road",))
    tracks = net.lines(country.roads, "track", ("road", "primary_road"))
    found: list[Item] = [Shape(way, pen=_TRACK) for way in tracks]
    for pen in _ROAD:
        found += [Shape(way, pen=pen) for way in plain]
    for pen in _PRIMARY:
        found += [Shape(way, pen=pen) for way in primary]
    return found + net.bridges(country.roads)


def rails(country: Country, frame: Frame) -> list[Item]:
    """Single lines with ticks, double lines chequered."""
    net = _Net(country, frame, 22, (0.07 * UNIT, 0.07 * UNIT))
    double = net.lines(country.rails, "double")
    single = net.lines(country.rails, "single", ("double",))
    found: list[Item] = []
    for pen in _SINGLE:
        found += [Shape(way, pen=pen) for way in single]
    for pen in _DOUBLE:
        found += [Shape(way, pen=pen) for way in double]
    return found + net.bridges(country.rails)


SAMPLES: dict[str, tuple[Pen, ...]] = {
    "Primary road": _PRIMARY,
    "Road": _ROAD,
    "Track": (_TRACK,),
    "Railway, single": _SINGLE,
    "Railway, double": _DOUBLE,
}
"""For the legend."""
