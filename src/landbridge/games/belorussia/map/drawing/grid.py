"""The hex grid, its numbers, and the letters of the sheets."""

from __future__ import annotations

from landbridge.engine.drawing.shapes import Item, Pen, Shape, Text, line, rounded_box
from landbridge.games.belorussia.map.drawing import colours
from landbridge.games.belorussia.map.drawing.frame import UNIT, Frame, corners
from landbridge.games.belorussia.map.georeference import centre
from landbridge.games.belorussia.map.sheets import atlas

NUMBER = 9.0


def grid(frame: Frame) -> list[Item]:
    """Hexsides, faintly."""
    sides = set()
    for place in frame.near:
        own = corners(place)
        for direction in range(6):
            sides.add(tuple(sorted((own[direction], own[(direction + 1) % 6]))))
    lines = tuple(
        command
        for one, other in sorted(sides)
        for command in line([frame.corner(one), frame.corner(other)])
    )
    return [Shape(lines, pen=Pen(colours.GRID, 1.1, opacity=0.42))]


def numbers(frame: Frame) -> list[Item]:
    """A hex bears its column and row, as the booklets write them after the letter of the sheet."""
    found: list[Item] = []
    for place in sorted(frame.near):
        x, y = frame.middle(place)
        label = atlas().label(place)
        found.append(
            Text(
                label[1:],
                (x, y - 0.36 * UNIT),
                NUMBER,
                "sans",
                colours.FAINT_INK,
                "middle",
                opacity=0.75,
            )
        )
    return found


def sheet_letters(frame: Frame) -> list[Item]:
    """The letter of each sheet on a tab in the corner of what is seen of it."""
    seen: dict[str, list[tuple[float, float]]] = {}
    for place in frame.hexes:
        seen.setdefault(atlas().label(place)[0], []).append(centre(place))
    found: list[Item] = []
    for letter, spots in sorted(seen.items()):
        if len(spots) < 12:
            continue
        west, north = min(east for east, _ in spots), max(north for _, north in spots)
        x, y = frame.at(west - 0.5, north + 0.5)
        x, y = max(x, 0.0) + 8, max(y, 0.0) + 8
        tab = rounded_box(x, y, 62, 66, 6)
        found += [
            Shape(tab, colours.PAPER, Pen(colours.INK, 2.0), 0.92),
            Text(letter, (x + 31, y + 50), 50, "serif_bold", colours.INK, "middle"),
        ]
    return found


def seams(frame: Frame) -> list[Item]:
    """Where one sheet ends and the next begins."""
    found: list[Item] = []
    pen = Pen(colours.FAINT_INK, 1.6, (14, 5, 2, 5), "butt", 0.55)
    column = (centre(atlas().hex("C62.01"))[0] + centre(atlas().hex("D1.01"))[0]) / 2
    row = centre(atlas().hex("A1.01"))[1]
    x, y = frame.at(column, row)
    if 0 < x < frame.width:
        found.append(Shape(line([(x, 0), (x, frame.height)]), pen=pen))
    if 0 < y < frame.height:
        found.append(Shape(line([(0, y), (frame.width, y)]), pen=pen))
    return found
