"""Names along rivers and over woods and marshes: where they stand on the map of the page."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator

from msgspec import Struct

from landbridge.engine.space.hexes import Hex
from landbridge.games.belorussia.map.country import Country, MapRiver
from landbridge.games.belorussia.map.drawing.frame import ends_of
from landbridge.games.belorussia.map.sheets import column_and_row

Point = tuple[float, float]


class NameView(Struct, frozen=True, array_like=True):
    """A name on the ground."""

    text: str
    kind: str
    """Of a feature, or "major_river", "minor_river"."""
    x: float
    """Columns to the east."""
    y: float
    """Rows to the north; even columns lie half a row farther."""
    turn: int = 0
    """Degrees, clockwise."""


WIDE = math.sqrt(3) / 2
"""From one column to the next, in hexes."""
LETTER = 0.17
"""A letter of a river's name, in hexes."""
AGAIN = 13.0
"""After so many hexes a river bears its name again."""
BENT = 0.3
"""A stretch that winds more bears no name."""
BESIDE = {"major_river": 0.2, "minor_river": 0.13}
"""So far above its course the name stands, in hexes."""


def ground_names(here: Country) -> tuple[NameView, ...]:
    """Every name on the ground that is not a town's."""
    rivers = (name for river in here.rivers.values() for name in _along(here, river))
    return (*(_over(f.name, f.kind, f.place) for f in here.features), *rivers)


def _over(name: str, kind: str, place: Hex) -> NameView:
    column, row = column_and_row(place)
    return NameView(name, kind, column, row + (0.5 if column % 2 == 0 else 0.0))


def _along(here: Country, river: MapRiver) -> Iterator[NameView]:
    """The name of a river, where its course is straight and no town lies at it."""
    shown = river.name.removesuffix(" upper").removesuffix(" lower")
    points = [_middle(side) for side in river.sides]
    towns = {place for one in here.places.values() for place in one.hexes}
    at_towns = [bool(towns & set(side)) for side in river.sides]
    reach = max(4, math.ceil(len(shown) * LETTER * 2))
    found: list[tuple[float, int]] = []
    for start in range(len(points) - reach):
        way = points[start : start + reach + 1]
        straight = math.dist(way[0], way[-1])
        walked = sum(math.dist(a, b) for a, b in itertools.pairwise(way))
        cost = walked / max(straight, 0.1) / _EVEN - 1 + 0.05 * sum(at_towns[start : start + reach])
        if cost < BENT:
            found.append((cost, start))
    stand: list[Point] = []
    for _, start in sorted(found):
        way = points[start : start + reach + 1]
        x, y = (sum(point[i] for point in way) / len(way) for i in (0, 1))
        if any(math.dist((x, y), other) < AGAIN for other in stand):
            continue
        stand.append((x, y))
        (ax, ay), (bx, by) = sorted((way[0], way[-1]))
        turn = math.atan2(ay - by, bx - ax)
        kind = _kind(here, river.sides[start + reach // 2])
        up = BESIDE[kind]
        yield NameView(
            shown,
            kind,
            round((x + math.sin(turn) * up) / WIDE, 2),
            round(y + math.cos(turn) * up, 2),
            round(math.degrees(turn)),
        )


_EVEN = 1.15
"""How much longer than its way a course is that runs straight, from hexside to hexside."""


def _kind(here: Country, side: tuple[Hex, Hex]) -> str:
    return "major_river" if here.water.get(side) == "major_river" else "minor_river"


def _middle(side: tuple[Hex, Hex]) -> Point:
    """The middle of a hexside, in hexes to the east and north."""
    (ax, ay), (bx, by) = ends_of(side)
    return (ax + bx) / 6 * WIDE, (ay + by) / 4
