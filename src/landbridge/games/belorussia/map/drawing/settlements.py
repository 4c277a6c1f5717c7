"""Villages, cities and points of interest."""

from __future__ import annotations

from landbridge.engine.drawing.curves import through
from landbridge.engine.drawing.shapes import Item, Marks, Pen, Point, Shape, box, line, ring
from landbridge.engine.space.hexes import Hex
from landbridge.games.belorussia.map.country import Country, PlaceKind
from landbridge.games.belorussia.map.drawing import colours
from landbridge.games.belorussia.map.drawing.frame import UNIT, Frame, astray
from landbridge.games.belorussia.map.sheets import column_and_row

SIZES: dict[PlaceKind, float] = {
    "major_city": 0.33 * UNIT,
    "minor_city": 0.2 * UNIT,
    "village": 0.085 * UNIT,
    "point_of_interest": 0.05 * UNIT,
}
"""From the middle of a sign to its edge."""
# Houses of a village: left, top, width, height.
_HOUSES = ((-8, -6, 6, 4), (0.5, -8, 5, 4.5), (-5, 1, 4.5, 5), (2.5, 0, 6.5, 4), (-1, 6.5, 5, 3))


def settlements(country: Country, frame: Frame) -> list[Item]:
    """A sign for each place, the small ones first."""
    spots: dict[PlaceKind, list[Hex]] = {kind: [] for kind in SIZES}
    for settled in country.places.values():
        spots[settled.kind] += [place for place in settled.hexes if place in frame.near]

    def at(kind: PlaceKind) -> tuple[Point, ...]:
        return tuple(frame.middle(place) for place in sorted(spots[kind]))

    found: list[Item] = [Marks(VILLAGE, at("village")), Marks(STATION, at("point_of_interest"))]
    for place in sorted(spots["minor_city"]):
        found += city(frame.middle(place), SIZES["minor_city"], column_and_row(place), major=False)
    for place in sorted(spots["major_city"]):
        found += city(frame.middle(place), SIZES["major_city"], column_and_row(place), major=True)
    return found


def city(at: Point, size: float, key: tuple[int, int], *, major: bool) -> list[Item]:
    """Blocks of houses with streets between them."""
    fill, edge = (colours.CITY, colours.CITY_EDGE) if major else (colours.TOWN, colours.TOWN_EDGE)
    outline = []
    for number in range(10):
        east, south = astray(0.16 * size, *key, number)
        round_x, round_y = _ROUND[number]
        outline.append((at[0] + round_x * size + east, at[1] + round_y * size + south))
    found: list[Item] = [Shape(through(outline), fill, Pen(edge, 1.6))]
    step = 7.5
    reach = int(size / step)
    for column in range(-reach, reach + 1):
        for row in range(-reach, reach + 1):
            x, y = column * step, row * step
            if x * x + y * y < (0.82 * size) ** 2 and (column or row) and _stands(column, row, key):
                found.append(Shape(box(at[0] + x - 2.4, at[1] + y - 2.4, 4.8, 4.8), edge))
    return found


_ROUND = tuple(
    (x / 100, y / 100)
    for x, y in (
        (100, 0),
        (81, 59),
        (31, 95),
        (-31, 95),
        (-81, 59),
        (-100, 0),
        (-81, -59),
        (-31, -95),
        (31, -95),
        (81, -59),
    )
)


def _stands(column: int, row: int, key: tuple[int, int]) -> bool:
    """Whether a block of houses stands there; main streets stay free, and a few squares."""
    if abs(column) < 2 and abs(row) < 2:
        return column != 0 and row != 0
    return column != 0 and row != 0 and astray(1, *key, column, row)[0] > -0.6


VILLAGE = tuple(Shape(box(*house), colours.HOUSE) for house in _HOUSES)
STATION = (
    Shape(ring((0, 0), SIZES["point_of_interest"]), colours.PAPER, Pen(colours.INK, 1.7)),
    Shape(line([(-2.2, 0), (2.2, 0)]), pen=Pen(colours.INK, 1.7)),
)
