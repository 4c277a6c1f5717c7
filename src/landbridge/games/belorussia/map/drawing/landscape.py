"""Woods, marshes and heights: hexes of a kind grown together, with borders that wander."""

from __future__ import annotations

from collections.abc import Iterable

from landbridge.engine.drawing.curves import between, loops, through
from landbridge.engine.drawing.shapes import (
    Item,
    Marks,
    Outline,
    Pen,
    Point,
    Shape,
    line,
    polygon,
    ring,
)
from landbridge.engine.space.hexes import Hex
from landbridge.games.belorussia.map.country import Country
from landbridge.games.belorussia.map.drawing import colours
from landbridge.games.belorussia.map.drawing.frame import (
    UNIT,
    Corner,
    Frame,
    astray,
    corners,
)
from landbridge.games.belorussia.map.sheets import atlas, column_and_row
from landbridge.games.belorussia.terrain.words import HEAVY_WOODS, LIGHT_WOODS, Landscape

_WANDER = 0.15 * UNIT
"""How far a border strays from the hexsides."""
_INTO_CORNERS = 0.18
"""How far a border follows the hexsides into their corners."""


def landscape(country: Country, frame: Frame) -> list[Item]:
    """What covers the ground, the lowest first."""
    kinds = _kinds(country, frame)

    def stretch(colour: str, *wanted: Landscape) -> list[Item]:
        return _grown(frame, {p for p, kind in kinds.items() if kind in wanted}, colour)

    found = stretch(colours.HILLS, "hills")
    found += stretch(colours.LIGHT_WOODS, LIGHT_WOODS, HEAVY_WOODS)
    found += stretch(colours.HEAVY_WOODS, HEAVY_WOODS)
    found += stretch(colours.SWAMP, "swamp")
    return [*found, *_signs(country, frame, kinds)]


def _kinds(country: Country, frame: Frame) -> dict[Hex, Landscape]:
    """What covers each hex; beyond the map's edge the country goes on as it was."""
    found = {place: country.landscape_of(place) for place in frame.near}
    for _ in range(2):
        beyond = {}
        for place in frame.around:
            if place not in found:
                known = [found[other] for other in place.neighbours() if other in found]
                if known:
                    beyond[place] = known[0]
        found |= beyond
    return found


def _grown(frame: Frame, places: set[Hex], colour: str) -> list[Item]:
    edges: list[tuple[Corner, Corner]] = []
    for place in places:
        own = corners(place)
        for direction, other in enumerate(place.neighbours()):
            if other not in places:
                edges.append((own[direction], own[(direction + 1) % 6]))
    outlines = [_border(frame, way) for way in loops(edges)]
    # One shape for all, so that holes stay holes.
    whole = tuple(command for outline in outlines for command in outline)
    return [Shape(whole, colour)] if whole else []


def _border(frame: Frame, way: list[Corner]) -> Outline:
    points: list[Point] = []
    for number, corner in enumerate(way):
        after, last = way[(number + 1) % len(way)], way[number - 1]
        here = frame.corner(corner)
        coming, going = (between(here, frame.corner(other)) for other in (last, after))
        points.append(_strayed(between(between(coming, going), here, _INTO_CORNERS), corner, 7))
        points.append(_strayed(going, (corner[0] + after[0], corner[1] + after[1]), 8))
    return through(points)


def _strayed(point: Point, key: tuple[int, int], seed: int) -> Point:
    east, south = astray(_WANDER, *key, seed)
    return point[0] + east, point[1] + south


# Signs: a pattern tells the landscape to eyes that do not see the tint.


def _signs(country: Country, frame: Frame, kinds: dict[Hex, Landscape]) -> Iterable[Item]:
    bare = {place for place in frame.near if country.settlement_of(place)}

    def spots(kind: Landscape, count: int, seed: int) -> tuple[Point, ...]:
        return tuple(
            spot
            for place in sorted(kinds)
            if kinds[place] == kind and place not in bare
            for spot in _scattered(frame, place, count, seed)
        )

    yield Marks(hachures(), spots("hills", 5, 1))
    yield Marks(tree(3.6, colours.TREE), spots(LIGHT_WOODS, 6, 2))
    for number, spot_seed in enumerate((3, 4)):
        size = 5.4 - 1.1 * number
        yield Marks(tree(size, colours.DARK_TREE), spots(HEAVY_WOODS, 7, spot_seed))
    yield Marks(reeds(), spots("swamp", 7, 5))


def _scattered(frame: Frame, place: Hex, count: int, seed: int) -> Iterable[Point]:
    """Spots in a hex that keep off its middle, where ways run, and off each other."""
    column, row = column_and_row(place)
    x, y = frame.middle(place)
    taken: list[Point] = []
    for number in range(6 * count):
        if len(taken) == count:
            break
        east, south = astray(0.47 * UNIT, column, row, seed, number)
        off = (east * east + south * south) ** 0.5
        if not 0.12 * UNIT < off < 0.46 * UNIT:
            continue
        if all((east - a) ** 2 + (south - b) ** 2 > (0.15 * UNIT) ** 2 for a, b in taken):
            taken.append((east, south))
            yield x + east, y + south


def tree(size: float, colour: str) -> tuple[Shape, ...]:
    """A tree with its shade."""
    return (
        Shape(ring((size * 0.35, size * 0.45), size), colours.TREE_SHADE, opacity=0.35),
        Shape(ring((0, 0), size), colour),
        Shape(ring((-size * 0.3, -size * 0.3), size * 0.45), "#FFFFFF", opacity=0.22),
    )


def reeds() -> tuple[Shape, ...]:
    """A tuft of reeds over water."""
    pen = Pen(colours.REED, 1.3)
    blades = tuple(
        Shape(line([(lean * 0.4, 0), (lean, -high)]), pen=pen)
        for lean, high in ((-4, 6), (0, 8.5), (4, 6))
    )
    return (*blades, Shape(line([(-8, 1.5), (8, 1.5)]), pen=pen))


def hachures() -> tuple[Shape, ...]:
    """Strokes down a slope."""
    pen = Pen(colours.HACHURE, 1.2)
    combs = ((-6, 0.5, -8, 7), (-2, -1, -2.6, 7.5), (2, -1, 2.6, 7.5), (6, 0.5, 8, 7))
    return tuple(Shape(line([(a, b), (c, d)]), pen=pen) for a, b, c, d in combs)


def beyond(frame: Frame) -> list[Item]:
    """A veil over what is shown beyond the edge of the map."""
    outside = [place for place in frame.around if place not in atlas()]
    shapes = tuple(
        command
        for place in outside
        for command in polygon([frame.corner(corner) for corner in corners(place)])
    )
    return [Shape(shapes, colours.PAPER, opacity=0.72)] if shapes else []
