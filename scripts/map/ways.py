"""Railways, roads and tracks: between two places the cheapest way that a builder would take."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Mapping

from landbridge.engine.space.hexes import Hex
from landbridge.games.belorussia.map.georeference import centre
from landbridge.games.belorussia.map.sheets import atlas

from .cheapest import cheapest
from .plane import Side, from_segment, on_map, side

GROUND = {"open": 0.0, "light_woods": 0.15, "hills": 0.3, "heavy_woods": 0.4, "swamp": 0.9}
"""What it costs to build in a hex, beyond the step itself."""
CROSSING = {"minor_river": 0.3, "major_river": 0.8, "blocked_lake": 50.0}
STRAY = 0.8
"""What each hex away from the straight line costs."""
SHARED = 0.45
"""A stretch that is there already costs this share."""


class Ways:
    """The ways of one sort that have been laid so far."""

    def __init__(self, landscape: Mapping[Hex, str], barriers: Mapping[Side, str]) -> None:
        self._landscape, self._barriers = landscape, barriers
        self.sides: dict[Side, str] = {}

    def lay(self, start: Hex, end: Hex, kind: str) -> None:
        """Lay a way of a kind; what is there already and better stays."""
        line = (centre(start), centre(end))

        def steps(place: Hex) -> Iterable[tuple[Hex, float]]:
            for other in place.neighbours():
                stray = from_segment(centre(other), *line)
                if stray < 9:
                    yield other, self._price(place, other) + STRAY * stray * stray / 4

        self._enter(cheapest([start], lambda place: place == end, steps), kind)

    def join(self, start: Hex, goals: set[Hex], kind: str) -> None:
        """Lay a way to the nearest of some hexes."""

        def steps(place: Hex) -> Iterable[tuple[Hex, float]]:
            for other in place.neighbours():
                if other in atlas():
                    yield other, self._price(place, other)

        self._enter(cheapest([start], lambda place: place in goals, steps), kind)

    def _price(self, place: Hex, other: Hex) -> float:
        between = side(place, other)
        price = 1 + GROUND[self._landscape.get(other, "open")]
        price += CROSSING.get(self._barriers.get(between, ""), 0.0)
        return price * SHARED if between in self.sides else price

    def _enter(self, way: list[Hex], kind: str) -> None:
        for one, other in itertools.pairwise(way):
            between = side(one, other)
            if between not in self.sides:
                self.sides[between] = kind

    def on_the_map(self) -> dict[Side, str]:
        """What of it lies on the map."""
        return {between: kind for between, kind in self.sides.items() if on_map(between)}

    def hexes(self) -> set[Hex]:
        """Every hex that a way leads into."""
        return {place for between in self.sides for place in between}


def neighbours_in_sight(places: list[Hex], farthest: float) -> list[tuple[Hex, Hex]]:
    """Pairs of places with no third one between them: villages that a track joins."""
    spots = {place: centre(place) for place in places}
    found = []
    for number, one in enumerate(places):
        for other in places[number + 1 :]:
            apart = math.dist(spots[one], spots[other])
            if not 0 < apart <= farthest:
                continue
            midst = (
                (spots[one][0] + spots[other][0]) / 2,
                (spots[one][1] + spots[other][1]) / 2,
            )
            if all(
                math.dist(spots[third], midst) >= apart / 2
                for third in places
                if third not in (one, other)
            ):
                found.append((one, other))
    return found
