"""Names: the important ones first, each where it covers no other and as little else as can be."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from landbridge.engine.drawing.faces import Face
from landbridge.engine.drawing.shapes import Anchor, Item, Point, Text
from landbridge.engine.space.hexes import Hex
from landbridge.games.belorussia.map.country import (
    Country,
    FeatureKind,
    MapPlace,
    MapRiver,
    PlaceKind,
)
from landbridge.games.belorussia.map.drawing import colours
from landbridge.games.belorussia.map.drawing.frame import UNIT, Frame, ends_of
from landbridge.games.belorussia.map.drawing.settlements import SIZES
from landbridge.games.belorussia.terrain.words import CITIES

_ORDER: tuple[PlaceKind, ...] = ("major_city", "minor_city", "village", "point_of_interest")
_LETTERS: dict[PlaceKind, tuple[float, Face]] = {
    "major_city": (25.0, "serif_bold"),
    "minor_city": (20.0, "serif_bold"),
    "village": (15.5, "serif"),
    "point_of_interest": (12.5, "serif_italic"),
}
_FEATURES: dict[FeatureKind, tuple[str, str, float, float]] = {
    "marsh": (colours.MARSH_NAME, colours.SWAMP, 25.0, 7.0),
    "forest": (colours.FOREST_NAME, colours.LIGHT_WOODS, 23.0, 6.0),
    "heights": (colours.HEIGHTS_NAME, colours.OPEN, 22.0, 6.0),
    "lake": (colours.RIVER_NAME, colours.PAPER, 13.5, 0.0),
}
"""Colours of the letters and round them, size and room between letters."""
# Where a name may stand round its sign: to which side, and how far below its middle in letters.
_AROUND: tuple[tuple[float, float, Anchor], ...] = (
    (1, 0.32, "start"),
    (1, -0.35, "start"),
    (1, 1.0, "start"),
    (-1, 0.32, "end"),
    (-1, -0.35, "end"),
    (-1, 1.0, "end"),
    (0, -0.3, "middle"),
    (0, 1.0, "middle"),
)


class Area(Struct, frozen=True):
    """A rectangle that something covers."""

    left: float
    top: float
    right: float
    bottom: float

    def shared(self, other: Area) -> float:
        """How much of the drawing both cover."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return wide * high if wide > 0 and high > 0 else 0.0


class CoveredAreas:
    """Areas that are taken, found by where they lie."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], set[Area]] = {}

    def add(self, areas: Iterable[Area]) -> None:
        """Take areas."""
        for area in areas:
            for cell in _cells(area):
                self._cells.setdefault(cell, set()).add(area)

    def shared(self, area: Area) -> float:
        """How much of an area is taken; twice where two lie on each other."""
        near = set().union(*(self._cells.get(cell, ()) for cell in _cells(area)))
        return sum(area.shared(other) for other in near)


def _cells(area: Area) -> Iterator[tuple[int, int]]:
    for column in range(int(area.left // _CELL), int(area.right // _CELL) + 1):
        for row in range(int(area.top // _CELL), int(area.bottom // _CELL) + 1):
            yield column, row


_CELL = 2 * UNIT


class Names:
    """Names as they are put on a drawing one after the other."""

    def __init__(self, country: Country, frame: Frame) -> None:
        self._country, self._frame = country, frame
        self._larger = min(2.4, max(1.0, frame.width / 3200))
        """On a large map what is read from afar is written large."""
        self._taken = CoveredAreas()
        self._numbers = CoveredAreas()
        self._reaches: Mapping[Hex, float] = {}
        self.texts: list[Item] = []

    def keep_free(self, reaches: Mapping[Hex, float]) -> None:
        """Let no name stand over the middle of some hexes, where counters lie."""
        self._reaches = reaches
        for place, reach in reaches.items():
            x, y = self._frame.middle(place)
            self._taken.add([Area(x - reach, y - reach, x + reach, y + reach)])

    def put_all(self) -> list[Item]:
        """Every name that finds room."""
        places = [p for p in self._country.places.values() if self._frame.holds(p.hexes[0])]
        for place in places:
            self._taken.add(self._sign(place, number) for number in range(len(place.hexes)))
        self._numbers.add(
            Area(x - 15, y - 0.44 * UNIT, x + 15, y - 0.35 * UNIT)
            for x, y in map(self._frame.middle, self._frame.hexes)
        )
        for kind in _ORDER[:2]:
            self._put_places(places, kind)
        self._put_features()
        for kind in _ORDER[2:]:
            self._put_places(places, kind)
        for river in self._country.rivers.values():
            self._put_river(river)
        return self.texts

    def _sign(self, place: MapPlace, number: int = 0) -> Area:
        (x, y), size = self._frame.middle(place.hexes[number]), SIZES[place.kind]
        size = size if place.hexes[number] not in self._reaches else 0.0
        return Area(x - size, y - size, x + size, y + size)

    def _put_places(self, places: list[MapPlace], kind: PlaceKind) -> None:
        for place in sorted((p for p in places if p.kind == kind), key=lambda p: p.name):
            tried = list(self._round(place))
            text = min(tried, key=self._cost)
            if self._cost(text) < _TOO_MUCH:
                self._enter(text)

    def _round(self, place: MapPlace) -> Iterator[Text]:
        size, face = _LETTERS[place.kind]
        size *= self._larger if place.kind in CITIES else 1.0
        shown = place.name.upper() if place.kind == "major_city" else place.name
        for number in range(len(place.hexes)):
            x, y = self._frame.middle(place.hexes[number])
            off = max(SIZES[place.kind], self._reaches.get(place.hexes[number], 0.0)) + 4
            for side, down, anchor in _AROUND:
                sunk = down * size if side else (-off if down < 0 else off + 0.7 * size)
                at = x + side * (off if abs(down - 0.32) < 0.1 else 0.75 * off), y + sunk
                yield Text(shown, at, size, face, colours.INK, anchor, halo=colours.PAPER)

    def _put_features(self) -> None:
        for feature in self._country.features:
            if self._frame.holds(feature.place):
                colour, halo, size, spaced = _FEATURES[feature.kind]
                if feature.kind != "lake":
                    size, spaced = size * self._larger, spaced * self._larger
                x, y = self._frame.middle(feature.place)
                tried = [
                    Text(
                        feature.name,
                        (x + east * UNIT, y + south * UNIT),
                        size,
                        "serif_italic",
                        colour,
                        "middle",
                        spaced=spaced,
                        halo=halo,
                    )
                    for south in (0.1, 0.6, -0.4, 1.1, -0.9)
                    for east in (0.0, 0.9, -0.9)
                ]
                text = min(tried, key=self._cost)
                if self._cost(text) < _TOO_MUCH:
                    self._enter(text)

    def _put_river(self, river: MapRiver) -> None:
        """The name along the course, again after a long way."""
        wide = [self._country.water.get(side) == "major_river" for side in river.sides]
        points = [self._side_middle(side) for side in river.sides]
        stand: list[Point] = []
        shown = river.name.removesuffix(" upper").removesuffix(" lower")
        for major, letters in ((True, 17.0), (False, 13.5)):
            length = Text(shown, (0, 0), letters, "serif_italic", spaced=1.2).width
            reach = max(2, round(length / (0.55 * UNIT)))
            options = []
            for start in range(len(points) - reach):
                end = start + reach
                if all(wide[start:end]) != major or any(wide[start:end]) != major:
                    continue
                text = self._along(shown, points[start : end + 1], letters, major)
                options.append((self._cost(text) + self._bent(points[start : end + 1]), text))
            for cost, text in sorted(options, key=lambda option: option[0]):
                far = all(math.dist(spot, text.at) > _AGAIN for spot in stand)
                if far and cost < _TOO_MUCH and self._cost(text) < _TOO_MUCH / 2:
                    self._enter(text)
                    stand.append(text.at)

    def _side_middle(self, side: tuple[Hex, Hex]) -> Point:
        one, other = (self._frame.corner(corner) for corner in ends_of(side))
        return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2

    def _along(self, name: str, way: list[Point], size: float, major: bool) -> Text:
        (ax, ay), (bx, by) = way[0], way[-1]
        if ax > bx:
            (ax, ay), (bx, by) = (bx, by), (ax, ay)
        turn = math.atan2(by - ay, bx - ax)
        x = sum(point[0] for point in way) / len(way)
        y = sum(point[1] for point in way) / len(way)
        up = (0.2 if major else 0.13) * UNIT
        at = x + math.sin(turn) * up, y - math.cos(turn) * up
        return Text(
            name,
            at,
            size,
            "serif_italic",
            colours.RIVER_NAME,
            "middle",
            math.degrees(turn),
            1.2,
            colours.PAPER,
        )

    def _bent(self, way: list[Point]) -> float:
        """How much a stretch winds; a name wants a straight one."""
        straight = math.dist(way[0], way[-1])
        walked = sum(math.dist(a, b) for a, b in itertools.pairwise(way))
        return 900 * (walked / max(straight, 1.0) - 1)

    def _enter(self, text: Text) -> None:
        self.texts.append(text)
        self._taken.add(areas_of(text))

    def _cost(self, text: Text) -> float:
        cost = 0.0
        for area in areas_of(text):
            if (
                area.left < 4
                or area.top < 4
                or area.right > self._frame.width - 4
                or area.bottom > self._frame.height - 4
            ):
                return 4 * _TOO_MUCH
            cost += 40 * self._taken.shared(area) + self._numbers.shared(area)
        return cost + _AROUND_COST.get(text.anchor, 0.0)


_AROUND_COST = {"start": 0.0, "end": 12.0, "middle": 20.0}
_AGAIN = 14 * UNIT
"""After so long a way a river bears its name again."""
_TOO_MUCH = 1400.0
"""A name that would cover so much is left out."""


def areas_of(text: Text) -> list[Area]:
    """What a name covers, in pieces so that a turned one covers only its own line."""
    turn = math.radians(text.turn)
    cos, sin = math.cos(turn), math.sin(turn)
    pieces = max(1, round(text.width / text.size / 1.5)) if text.turn else 1
    found = []
    for number in range(pieces):
        spots = []
        for share in (number / pieces, (number + 1) / pieces):
            along = text.begins + share * text.width
            for up in (-0.75 * text.size, 0.22 * text.size):
                east, south = along * cos - up * sin, along * sin + up * cos
                spots.append((text.at[0] + east, text.at[1] + south))
        xs, ys = [x for x, _ in spots], [y for _, y in spots]
        found.append(Area(min(xs) - 1, min(ys), max(xs) + 1, max(ys)))
    return found
