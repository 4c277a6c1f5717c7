"""Counters: a side's colour, the sign of a kind, strength, Action Rating and movement."""

from __future__ import annotations

from msgspec import Struct

from landbridge.engine.drawing.faces import text_width
from landbridge.engine.drawing.shapes import (
    Command,
    Item,
    Outline,
    Pen,
    Point,
    Shape,
    Text,
    box,
    line,
    ring,
    rounded_box,
)
from landbridge.games.belorussia.armies.signs import Sign, number_of, sign_of
from landbridge.games.belorussia.armies.units import GroundUnit, UnitClass
from landbridge.games.belorussia.map.drawing import colours
from landbridge.games.belorussia.words import Side

SIZE = 66.0
"""The edge of a counter."""
_FACES: dict[Side, tuple[str, str]] = {
    "soviet": (colours.SOVIET, colours.SOVIET_INK),
    "axis": (colours.AXIS, colours.AXIS_INK),
}
_FILLS: dict[UnitClass, str] = {
    "armor": colours.ARMOR,
    "mech": colours.MECH,
    "other": colours.OTHER,
}
_BOX = (-16.0, -11.0, 32.0, 20.0)
"""Where the sign stands: left, top, width and height."""


class Stack(Struct, frozen=True):
    """Counters in a hex, the one on top first."""

    units: tuple[GroundUnit, ...]


def stack_of(units: list[GroundUnit]) -> Stack:
    """Counters as they would lie: those that fight on top, the strongest first."""
    return Stack(
        tuple(
            sorted(
                units,
                key=lambda unit: (not unit.attacks, sign_of(unit) == "artillery", -unit.strength),
            )
        )
    )


def draw_stack(stack: Stack, at: Point) -> list[Item]:
    """A stack in the middle of a hex; the edges below tell how high it is."""
    below = min(2, len(stack.units) - 1)
    x, y = at[0] - 1.6 * below, at[1] + 1.6 * below
    found: list[Item] = []
    for number in range(below, 0, -1):
        off = 3.4 * number
        found += _card(stack.units[0].side, (x + off, y - off))
    found += draw_counter(stack.units[0], (x, y))
    if len(stack.units) > 1:
        spot = (x + SIZE / 2 - 1, y + SIZE / 2 - 1)
        found += [
            Shape(ring(spot, 8.5), colours.PAPER, Pen(colours.INK, 1.2)),
            Text(
                str(len(stack.units)),
                (spot[0], spot[1] + 4),
                11.5,
                "sans_bold",
                colours.INK,
                "middle",
            ),
        ]
    return found


def draw_counter(unit: GroundUnit, at: Point) -> list[Item]:
    """One counter."""
    x, y = at
    _, ink = _FACES[unit.side]
    half = SIZE / 2
    found = _card(unit.side, at)
    number = number_of(unit)
    size = min(12.5, 26 * 12.5 / max(1.0, text_width(number, "sans_bold", 12.5)))
    found.append(Text(number, (x - half + 5, y - half + 14), size, "sans_bold", ink))
    if unit.formation:
        shown = min(9.5, 27 * 9.5 / text_width(unit.formation, "sans", 9.5))
        spot = (x + half - 4.5, y - half + 12)
        found.append(Text(unit.formation, spot, shown, "sans", ink, "end"))
    if unit.size != "-":
        found.append(Text(unit.size, (x, y - half + 20.5), 7.5, "sans_bold", ink, "middle"))
    found += _sign(sign_of(unit), _FILLS[unit.category], at)
    return found + _values(unit, at, ink)


def _card(side: Side, at: Point) -> list[Item]:
    x, y = at[0] - SIZE / 2, at[1] - SIZE / 2
    card = rounded_box(x, y, SIZE, SIZE, 6)
    shade = rounded_box(x + 1.6, y + 2.2, SIZE, SIZE, 6)
    return [
        Shape(shade, "#000000", opacity=0.22),
        Shape(card, _FACES[side][0], Pen("#1B1916", 1.4)),
    ]


def _values(unit: GroundUnit, at: Point, ink: str) -> list[Item]:
    """Strength, and smaller and raised the Action Rating, then how far it moves and by what."""
    x, y = at[0], at[1] + SIZE / 2 - 6
    strength = str(unit.strength) if unit.attacks else f"({unit.strength})"
    found: list[Item] = [
        Text(strength, (x - SIZE / 2 + 5, y), 18, "sans_bold", ink),
        Text(str(unit.rating), (x + 6, y - 5), 11.5, "sans_bold", ink, "middle"),
        Text(str(unit.move), (x + SIZE / 2 - 8, y), 16, "sans_bold", ink, "end"),
    ]
    width = text_width(str(unit.move), "sans_bold", 16)
    middle = (x + SIZE / 2 - 8 - width / 2, y - 5.7)
    if unit.by == "track":
        frame = box(middle[0] - width / 2 - 2.5, y - 14, width + 5, 16.5)
        found.append(Shape(frame, pen=Pen(ink, 1.3)))
    elif unit.by == "truck":
        found.append(Shape(ring(middle, width / 2 + 4.5), pen=Pen(ink, 1.3)))
    return found


def _sign(sign: Sign, fill: str, at: Point) -> list[Item]:
    left, top, width, height = at[0] + _BOX[0], at[1] + _BOX[1], _BOX[2], _BOX[3]
    pen = Pen(colours.INK, 1.5, cap="butt")
    found: list[Item] = [Shape(box(left, top, width, height), fill, pen)]
    for outline, solid in _SIGNS[sign]:
        moved = tuple(_placed(command, left, top, width, height) for command in outline)
        found.append(Shape(moved, colours.INK if solid else "", None if solid else pen))
    if sign == "headquarters":
        middle = (left + width / 2, top + height / 2 + 5)
        found.append(Text("HQ", middle, 14, "sans_bold", colours.INK, "middle"))
    if sign == "unknown":
        middle = (left + width / 2, top + height / 2 + 5.5)
        found.append(Text("?", middle, 15, "sans_bold", colours.INK, "middle"))
    return found


def _placed(command: Command, left: float, top: float, width: float, height: float) -> Command:
    """A command of a sign, drawn in a box of 32 by 20, in its place."""
    moved = (
        number * (height / 20 if place % 2 else width / 32) + (top if place % 2 else left)
        for place, number in enumerate(command[1:])
    )
    return (command[0], *moved)  # type: ignore[return-value]


_CROSS: Outline = (*line([(0, 0), (32, 20)]), *line([(0, 20), (32, 0)]))
_SLASH: Outline = line([(0, 20), (32, 0)])
_OVAL: Outline = rounded_box(6, 5.5, 20, 9, 4.4)
_DOT: Outline = ring((16, 10), 3.6)
_WALL: Outline = line([(3, 16), (3, 6), (11, 6), (11, 12), (21, 12), (21, 6), (29, 6), (29, 16)])
_SIGNS: dict[Sign, tuple[tuple[Outline, bool], ...]] = {
    "infantry": ((_CROSS, False),),
    "motorised": ((_CROSS, False), (line([(16, 0), (16, 20)]), False)),
    "mechanised": ((_CROSS, False), (_OVAL, False)),
    "armour": ((_OVAL, False),),
    "assault_gun": ((_OVAL, False), (ring((16, 10), 2.4), True)),
    "reconnaissance": ((_SLASH, False), (_OVAL, False)),
    "cavalry": ((_SLASH, False),),
    "airborne": ((_CROSS, False), (ring((16, 17), 2.0), True)),
    "artillery": ((_DOT, True),),
    "rocket": ((_DOT, True), (line([(10, 6), (16, 1.5), (22, 6)]), False)),
    "anti_tank": ((line([(0, 20), (16, 0), (32, 20)]), False),),
    "anti_aircraft": (
        ((("M", 2, 20), ("C", 4, 2, 28, 2, 30, 20)), False),
        (line([(16, 6.5), (16, 20)]), False),
    ),
    "engineer": ((line([(8, 15), (8, 6), (16, 6), (16, 13), (16, 6), (24, 6), (24, 15)]), False),),
    "bridging": (
        (line([(5, 15), (9, 11), (23, 11), (27, 15)]), False),
        (line([(5, 5), (9, 9), (23, 9), (27, 5)]), False),
    ),
    "fortress": ((_WALL, False),),
    "partisan": ((_CROSS, False), (ring((16, 10), 4.2), False)),
    "headquarters": (),
    "truck": (
        (ring((9, 14), 2.6), False),
        (ring((23, 14), 2.6), False),
        (line([(5, 11), (27, 11), (27, 6), (5, 6), (5, 11)]), False),
    ),
    "rail": (
        (line([(4, 8), (28, 8)]), False),
        (ring((10, 12.5), 2.6), False),
        (ring((22, 12.5), 2.6), False),
    ),
    "river": ((line([(4, 8), (8, 15), (24, 15), (28, 8), (4, 8)]), False),),
    "unknown": (),
}
"""What is drawn in the box of each sign, and whether it is solid."""
