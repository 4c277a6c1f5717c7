"""A drawing: layers of shapes, marks and words, in units of its own; y grows downwards.

Whoever draws knows nothing of formats. `svg.py` and `pdf.py` need no other package; `png.py` needs
matplotlib (extra `plot`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.drawing.faces import Face, text_width

Point = tuple[float, float]
Command = (
    tuple[Literal["M", "L"], float, float]
    | tuple[Literal["C"], float, float, float, float, float, float]
    | tuple[Literal["Z"]]
)
Outline = Sequence[Command]
"""Where a pen goes: move, line, curve, and back to where it began."""
Cap = Literal["round", "butt"]
Anchor = Literal["start", "middle", "end"]


class Pen(Struct, frozen=True):
    """A line's colour, width and dashes."""

    colour: str
    width: float
    dashes: tuple[float, ...] = ()
    cap: Cap = "round"
    opacity: float = 1.0


class Shape(Struct, frozen=True):
    """An outline that is filled, drawn along, or both. A hole runs the other way round."""

    outline: Outline
    fill: str = ""
    pen: Pen | None = None
    opacity: float = 1.0
    """Of what fills it."""


class Marks(Struct, frozen=True):
    """One small drawing in many places."""

    shapes: tuple[Shape, ...]
    spots: tuple[Point, ...]


class Text(Struct, frozen=True):
    """Words, from a point on their base line."""

    text: str
    at: Point
    size: float
    face: Face = "serif"
    colour: str = "#211E19"
    anchor: Anchor = "start"
    turn: float = 0.0
    """Degrees clockwise."""
    spaced: float = 0.0
    """Room between letters."""
    halo: str = ""
    """A colour round the letters, so that they can be read on anything."""
    opacity: float = 1.0

    @property
    def width(self) -> float:
        """How long the words are."""
        return text_width(self.text, self.face, self.size, self.spaced)

    @property
    def halo_width(self) -> float:
        """How wide the halo is drawn."""
        return 0.26 * self.size

    @property
    def begins(self) -> float:
        """Where the first letter stands on the base line, seen from the point."""
        return {"start": 0.0, "middle": -0.5, "end": -1.0}[self.anchor] * self.width


Item = Shape | Marks | Text


class Layer(Struct, frozen=True):
    """Things that lie on each other in their order; what lies outside the clip is not seen."""

    name: str
    items: tuple[Item, ...]
    clip: tuple[float, float, float, float] | None = None
    """Left, top, width and height."""


class Drawing(Struct, frozen=True):
    """A sheet with layers, the lowest first."""

    width: float
    height: float
    layers: tuple[Layer, ...]
    title: str = ""
    paper: str = "#FFFDF7"


def polygon(points: Iterable[Point]) -> Outline:
    """Straight lines from point to point, and back."""
    return (*line(points), ("Z",))


def line(points: Iterable[Point]) -> tuple[Command, ...]:
    """Straight lines from point to point."""
    first, *rest = points
    return (("M", *first), *(("L", *point) for point in rest))


def box(left: float, top: float, width: float, height: float) -> Outline:
    """A rectangle."""
    right, bottom = left + width, top + height
    return polygon([(left, top), (right, top), (right, bottom), (left, bottom)])


_ROUND = 0.5522847498
"""How far along its tangent a quarter of a circle is pulled."""


def ring(at: Point, radius: float) -> Outline:
    """A circle."""
    x, y = at
    r, k = radius, radius * _ROUND
    return (
        ("M", x + r, y),
        ("C", x + r, y + k, x + k, y + r, x, y + r),
        ("C", x - k, y + r, x - r, y + k, x - r, y),
        ("C", x - r, y - k, x - k, y - r, x, y - r),
        ("C", x + k, y - r, x + r, y - k, x + r, y),
        ("Z",),
    )


def rounded_box(left: float, top: float, width: float, height: float, radius: float) -> Outline:
    """A rectangle with round corners."""
    right, bottom, k = left + width, top + height, radius * (1 - _ROUND)
    r = radius
    return (
        ("M", left + r, top),
        ("L", right - r, top),
        ("C", right - k, top, right, top + k, right, top + r),
        ("L", right, bottom - r),
        ("C", right, bottom - k, right - k, bottom, right - r, bottom),
        ("L", left + r, bottom),
        ("C", left + k, bottom, left, bottom - k, left, bottom - r),
        ("L", left, top + r),
        ("C", left, top + k, left + k, top, left + r, top),
        ("Z",),
    )


def enlarged(item: Item, by: float, moved: Point = (0.0, 0.0)) -> Item:
    """A thing larger or smaller, and moved."""
    if isinstance(item, Text):
        return replace(item, at=_moved(item.at, by, moved), size=by * item.size)
    if isinstance(item, Marks):
        shapes = tuple(_enlarged(shape, by, (0.0, 0.0)) for shape in item.shapes)
        return Marks(shapes, tuple(_moved(spot, by, moved) for spot in item.spots))
    return _enlarged(item, by, moved)


def _enlarged(shape: Shape, by: float, moved: Point) -> Shape:
    outline: list[Command] = []
    for command in shape.outline:
        numbers = [by * number + moved[place % 2] for place, number in enumerate(command[1:])]
        outline.append((command[0], *numbers))  # type: ignore[arg-type]
    pen = shape.pen
    if pen is not None:
        dashes = tuple(by * dash for dash in pen.dashes)
        pen = replace(pen, width=by * pen.width, dashes=dashes)
    return replace(shape, outline=tuple(outline), pen=pen)


def _moved(at: Point, by: float, moved: Point) -> Point:
    return by * at[0] + moved[0], by * at[1] + moved[1]
