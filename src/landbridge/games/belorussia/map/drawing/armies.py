"""A set-up on the map: front line, stacks, dumps, air bases, hedgehogs and railheads."""

from __future__ import annotations

from landbridge.engine.drawing.curves import chains, rounded
from landbridge.engine.drawing.shapes import (
    Item,
    Pen,
    Point,
    Shape,
    Text,
    box,
    line,
    polygon,
    ring,
    rounded_box,
)
from landbridge.engine.space.hexes import Hex
from landbridge.games.belorussia.armies.scenarios import MapScenario
from landbridge.games.belorussia.armies.set_ups import Placed, SetUpRow, front_near
from landbridge.games.belorussia.armies.units import GroundUnit, find_unit
from landbridge.games.belorussia.map.drawing import colours
from landbridge.games.belorussia.map.drawing.counters import SIZE, draw_stack, stack_of
from landbridge.games.belorussia.map.drawing.frame import UNIT, Frame, ends_of
from landbridge.games.belorussia.map.drawing.legend import Sample
from landbridge.games.belorussia.words import Side

_SIDES: dict[Side, str] = {"axis": "#2F4B5E", "soviet": colours.SOVIET}


def front(scenario: MapScenario, frame: Frame) -> list[Item]:
    """The front line, along the sides between hexes of one side and of the other."""
    belts = front_near(scenario.first)
    soviet = set(belts["soviet"])
    links = [
        ends_of((place, other))
        for place in sorted(belts["axis"])
        for other in place.neighbours()
        if other in soviet and {place, other} & frame.near
    ]
    return [
        item
        for way in chains(links)
        for item in _front_line([frame.corner(corner) for corner in way])
    ]


def _front_line(way: list[Point]) -> list[Item]:
    course = rounded(way)
    pens = (
        Pen(colours.PAPER, 11, opacity=0.8),
        Pen(_SIDES["soviet"], 6),
        Pen(_SIDES["axis"], 6, (16, 16), "butt"),
    )
    return [Shape(course, pen=pen) for pen in pens]


class Armies:
    """Everything that a set-up puts on a window of the map."""

    def __init__(self, scenario: MapScenario, frame: Frame) -> None:
        self._frame = frame
        self._rows = [row for row in scenario.rows if row.place in frame.near]
        self._stacks: dict[Hex, list[GroundUnit]] = {}
        for row in self._rows:
            if row.kind == "unit":
                self._stacks.setdefault(row.place, []).append(find_unit(row.id))

    def covered(self) -> dict[Hex, float]:
        """Hexes with counters, and how far these reach from the middle."""
        return dict.fromkeys(self._stacks, SIZE / 2 + 3)

    def items(self) -> list[Item]:
        """Stacks, and what is marked beside them."""
        found: list[Item] = []
        for place in sorted(self._stacks):
            units = self._stacks[place]
            found += draw_stack(stack_of(units), self._frame.middle(place))
        for row in self._rows:
            x, y = self._frame.middle(row.place)
            if row.kind == "airbase":
                found += _air_base(row, (x - 0.39 * UNIT, y + 0.3 * UNIT))
            elif row.kind == "dump":
                found += _dump(row, (x - 0.08 * UNIT, y + 0.42 * UNIT))
            elif row.kind == "railhead":
                found += _railhead(row, (x + 0.18 * UNIT, y - 0.41 * UNIT))
            elif row.kind == "hedgehog":
                found += _tag(f"H{row.value}", (x - 0.4 * UNIT, y))
        return found


def _tag(text: str, at: Point) -> list[Item]:
    x, y = at
    return [
        Shape(rounded_box(x - 10, y - 8, 20, 16, 3), colours.PAPER, Pen(colours.INK, 1.4)),
        Text(text, (x, y + 4.2), 11, "sans_bold", colours.INK, "middle"),
    ]


def _air_base(row: SetUpRow, at: Point) -> list[Item]:
    x, y = at
    colour = _SIDES[row.side]
    plane = line([(x - 6, y), (x + 6, y)])
    return [
        Shape(ring(at, 10), colours.PAPER, Pen(colour, 2.2)),
        Shape(plane, pen=Pen(colour, 2.4)),
        Shape(line([(x, y - 6), (x, y + 6)]), pen=Pen(colour, 2.4)),
        Text(row.value, (x + 12, y + 5), 13, "sans_bold", colour, halo=colours.PAPER),
    ]


def _dump(row: SetUpRow, at: Point) -> list[Item]:
    x, y = at
    colour = _SIDES[row.side]
    return [
        Shape(box(x - 9, y - 8, 18, 16), colours.PAPER, Pen(colour, 2.2)),
        Text(row.value, (x, y + 5), 13, "sans_bold", colour, "middle"),
    ]


def _railhead(row: SetUpRow, at: Point) -> list[Item]:
    x, y = at
    colour = _SIDES[row.side]
    return [
        Shape(polygon([(x - 9, y - 7), (x + 9, y - 7), (x, y + 8)]), colour, Pen("#FFFDF7", 1.5))
    ]


def _sample(kind: Placed, value: str) -> SetUpRow:
    return SetUpRow(kind, "soviet", "", "C1.01", "", value, "")


SAMPLES: tuple[tuple[str, Sample], ...] = (
    ("Front line", lambda at: _front_line([(at[0] - 34, at[1] + 3), (at[0] + 34, at[1] - 3)])),
    ("Air base, level", lambda at: _air_base(_sample("airbase", "2"), at)),
    ("Dump, supply points", lambda at: _dump(_sample("dump", "4"), at)),
    ("Railhead", lambda at: _railhead(_sample("railhead", ""), at)),
    ("Hedgehog, level", lambda at: _tag("H2", at)),
)
"""For the legend."""
