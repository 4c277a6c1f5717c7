"""The map as SVG, from the points' real coordinates: empty, or with a position on it.

It prints in black and white: sides differ by shape and shade, grades of lines by their stroke.
Coordinates are for the eye only; nothing is decided by them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import cos, hypot, radians
from typing import Annotated
from xml.sax.saxutils import escape

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import BadInput
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.budget import spend
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.arsenal.map.ground import Course, ground
from landbridge.games.arsenal.map.points import EDGES, GRADES, LINES, POINTS, Point, point_number
from landbridge.games.arsenal.words import AXIS, NOBODY, SOVIET

MIDDLE = cos(radians(53))
"""How much shorter a degree of longitude is than one of latitude, here."""
MARGIN = 46
POINT = 150
"""Steps of work that the drawing of a point counts as."""
LETTER = 0.56
"""The width of a letter, in its own height."""

_STYLE = """
text{font-family:Helvetica,Arial,sans-serif;fill:#1c1b18}
.paper,.land{fill:#f7f5ef;fill-rule:evenodd}.sea,.lake{fill:#dfe4e6}
.land,.lake{stroke:#6f7f86;stroke-width:.8}
.line{fill:none;stroke:#4a453b}
.major{stroke-width:3.2}.minor{stroke-width:1.6}.inferior{stroke-width:1.3;stroke-dasharray:4 3}
.off{stroke:#8b8474}
.point{stroke:#1c1b18;stroke-width:1.3;fill:#fff}
.axis{fill:#5f6b78}.soviet{fill:#b5453c}
.name{font-size:11px}.city{font-weight:bold}
.halo{stroke:#f7f5ef;stroke-width:3;paint-order:stroke;stroke-linejoin:round}
.vp{font-size:9px;font-weight:bold;text-anchor:middle}.light{fill:#fff}
.stack{stroke:#1c1b18;stroke-width:1}
.count{font-size:10px;font-weight:bold;text-anchor:middle;fill:#fff}
.note{font-size:11px;fill:#4a453b}
"""
_CLASS = {AXIS: " axis", SOVIET: " soviet", NOBODY: ""}
_AROUND = (
    (1, 0.35),
    (-1, 0.35),
    (0, -0.75),
    (0, 1.45),
    (1, -0.45),
    (1, 1.1),
    (-1, -0.45),
    (-1, 1.1),
)
"""Where a name may stand beside its point: to which side, and how many letters down."""


class Stack(Struct, frozen=True):
    """Units of one side on a point."""

    units: int
    side: int
    """AXIS or SOVIET."""


class _Box(Struct, frozen=True):
    left: float
    top: float
    right: float
    bottom: float

    def over(self, other: _Box) -> float:
        """How much of two boxes lies over each other."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return wide * high if wide > 0 and high > 0 else 0.0

    def has(self, x: float, y: float) -> bool:
        """Whether a spot is in it."""
        return self.left <= x <= self.right and self.top <= y <= self.bottom


class Canvas:
    """One drawing: which points are on it and where they are."""

    def __init__(self, shown: frozenset[int], scale: float) -> None:
        self.scale = scale
        self.left = min(POINTS[n].lon for n in shown) * MIDDLE * scale - MARGIN
        self.top = -max(POINTS[n].lat for n in shown) * scale - MARGIN
        self.at = {n: self.spot(POINTS[n].lon, POINTS[n].lat) for n in shown}
        self.width = max(x for x, _ in self.at.values()) + 2 * MARGIN
        self.height = max(y for _, y in self.at.values()) + MARGIN

    def spot(self, lon: int, lat: int) -> tuple[float, float]:
        """Where a longitude and a latitude are, in hundredths of a degree."""
        x, y = lon * MIDDLE * self.scale, -lat * self.scale
        return round(x - self.left, 1), round(y - self.top, 1)

    def outline(self, course: Course) -> str:
        """A shore as a path; empty where none of it is on the sheet."""
        spots = [self.spot(*place) for place in zip(course[::2], course[1::2], strict=True)]
        (left, right), (top, bottom) = ((min(axis), max(axis)) for axis in zip(*spots, strict=True))
        if right < 0 or left > self.width or bottom < 0 or top > self.height:
            return ""
        return "M" + "L".join(f"{x:g} {y:g}" for x, y in spots) + "z"


def _country(sheet: Canvas) -> str:
    """Sea, land and lakes, on a sheet of their own that cuts off what is beyond it."""
    size = f'width="{sheet.width:.0f}" height="{sheet.height:.0f}"'
    land, lakes = ("".join(map(sheet.outline, one)) for one in (ground().land, ground().lakes))
    return (
        f'<svg {size}><rect class="sea" {size}/>'
        f'<path class="land" d="{land}"/><path class="lake" d="{lakes}"/></svg>'
    )


def _lines(sheet: Canvas) -> Iterable[str]:
    for line in LINES:
        if line.a in sheet.at and line.b in sheet.at:
            (x1, y1), (x2, y2) = sheet.at[line.a], sheet.at[line.b]
            yield f'<path class="line {GRADES[line.grade]}" d="M{x1} {y1}L{x2} {y2}"/>'
    for edge in EDGES:
        if edge.point in sheet.at:
            x, y = sheet.at[edge.point]
            dx, dy = {"west": (-26, 0), "east": (26, 0), "southeast": (18, 18)}[edge.edge]
            grade = GRADES[edge.grade]
            yield f'<path class="line off {grade}" d="M{x} {y}l{dx} {dy}"/>'


def _sign(point: Point, x: float, y: float, side: str) -> str:
    """A city is a square, a fortress a square on its corner, any other point a circle."""
    kind = f'class="point{side}"'
    if point.fortress:
        return f'<path {kind} d="M{x} {y - 8.5:.1f}l8.5 8.5l-8.5 8.5l-8.5 -8.5z"/>'
    if point.city:
        return f'<rect {kind} x="{x - 6:.1f}" y="{y - 6:.1f}" width="12" height="12"/>'
    return f'<circle {kind} cx="{x}" cy="{y}" r="4.5"/>'


def _points(sheet: Canvas, control: bytes) -> Iterable[str]:
    for number, (x, y) in sheet.at.items():
        point = POINTS[number]
        yield _sign(point, x, y, _CLASS[control[number]] if control else "")
        if point.vp:
            kind = "vp light" if control and control[number] != NOBODY else "vp"
            yield f'<text class="{kind}" x="{x}" y="{y + 3.2:.1f}">{point.vp}</text>'


def _stacks(sheet: Canvas, stacks: Mapping[int, Stack]) -> Iterable[str]:
    for number, stack in sorted(stacks.items()):
        if number in sheet.at:
            x, y = sheet.at[number]
            side = _CLASS[stack.side]
            round_ = 7 if stack.side == AXIS else 0
            yield (
                f'<rect class="stack{side}" x="{x - 9:.1f}" y="{y - 23:.1f}" width="18"'
                f' height="14" rx="{round_}"/>'
                f'<text class="count" x="{x}" y="{y - 12.4:.1f}">{stack.units}</text>'
            )


def _strokes(sheet: Canvas) -> dict[int, list[tuple[float, float]]]:
    """Spots along the lines near each point, which its name should leave free."""
    found: dict[int, list[tuple[float, float]]] = {number: [] for number in sheet.at}
    for line in LINES:
        if line.a in sheet.at and line.b in sheet.at:
            for end, other in ((line.a, line.b), (line.b, line.a)):
                (x, y), (to_x, to_y) = sheet.at[end], sheet.at[other]
                steps = max(1, int(hypot(to_x - x, to_y - y) / 4))
                found[end] += [
                    (x + (to_x - x) * n / steps, y + (to_y - y) * n / steps)
                    for n in range(2, min(steps, 30))
                ]
    return found


def _names(sheet: Canvas, stacks: Mapping[int, Stack]) -> Iterable[str]:
    """Every point's name where it covers least."""
    taken = [_Box(x - 8, y - 8, x + 8, y + 8) for x, y in sheet.at.values()]
    strokes = _strokes(sheet)
    for number in stacks:
        if number in sheet.at:
            x, y = sheet.at[number]
            taken.append(_Box(x - 10, y - 24, x + 10, y - 8))
    for number in sorted(sheet.at, key=lambda n: (-POINTS[n].vp, not POINTS[n].city, n)):
        point, (x, y) = POINTS[number], sheet.at[number]
        size = 12 if point.city else 11
        wide = len(point.name) * size * LETTER
        places: list[tuple[float, int, _Box, float]] = []
        for side, down in _AROUND:
            left = x + 10 if side > 0 else x - 10 - wide if side < 0 else x - wide / 2
            base = y + down * size
            box = _Box(left, base - size * 0.8, left + wide, base + size * 0.2)
            outside = max(0.0, -box.left) + max(0.0, box.right - sheet.width)
            covered = sum(box.over(other) for other in taken) + 100 * outside
            covered += sum(9 for spot in strokes[number] if box.has(*spot))
            places.append((covered, len(places), box, base))
        _, _, box, base = min(places, key=lambda place: place[:2])
        taken.append(box)
        kind = "name city halo" if point.city else "name halo"
        yield (
            f'<text class="{kind}" style="font-size:{size}px" x="{box.left:.1f}"'
            f' y="{base:.1f}">{escape(point.name)}</text>'
        )


def _legend(sheet: Canvas, held: bool) -> str:
    """What the signs mean, in rows under the map."""
    entries = [
        ('<path class="line major" d="M0 6H22"/>', "major line"),
        ('<path class="line minor" d="M0 6H22"/>', "minor line"),
        ('<path class="line inferior" d="M0 6H22"/>', "inferior line"),
        ('<rect class="point" x="5" y="0" width="12" height="12"/>', "city"),
        ('<path class="point" d="M11 -2l8.5 8.5l-8.5 8.5l-8.5 -8.5z"/>', "fortress"),
        ('<circle class="point" cx="11" cy="6" r="4.5"/>', "junction"),
        ('<text class="vp" x="11" y="10">2</text>', "victory points"),
    ]
    if held:
        entries += [
            ('<rect class="stack axis" x="2" y="0" width="18" height="13" rx="7"/>', "Axis"),
            ('<rect class="stack soviet" x="2" y="0" width="18" height="13"/>', "Soviet"),
        ]
    across = max(1, int((sheet.width - 20) // 120))
    parts = []
    for place, (sign, text) in enumerate(entries):
        x, y = 16 + place % across * 120, sheet.height + 4 + place // across * 22
        parts.append(
            f'<g transform="translate({x} {y:.0f})">{sign}'
            f'<text class="note" x="28" y="10">{text}</text></g>'
        )
    sheet.height += 22 * -(-len(entries) // across) + 12
    return "".join(parts)


def draw(
    shown: Iterable[int] = (),
    control: bytes = b"",
    stacks: Mapping[int, Stack] | None = None,
    title: str = "",
    scale: float = 0.55,
) -> str:
    """The map, or the points that are named, with who holds them and what stands on them."""
    sheet = Canvas(frozenset(shown) or frozenset(range(len(POINTS))), scale)
    units = stacks or {}
    body = [
        _country(sheet),
        *_lines(sheet),
        *_points(sheet, control),
        *_stacks(sheet, units),
        *_names(sheet, units),
        _legend(sheet, bool(control)),
    ]
    wide, high = f"{sheet.width:.0f}", f"{sheet.height:.0f}"
    head = f"<title>{escape(title)}</title>" if title else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}"'
        f' height="{high}">{head}<style>{_STYLE}</style><rect class="paper" width="{wide}"'
        f' height="{high}"/>\n' + "\n".join(body) + "\n</svg>\n"
    )


def around(points: Iterable[int], lines: int) -> frozenset[int]:
    """Points and everything up to so many lines from them."""
    found = set(points)
    for _ in range(lines):
        found |= {
            end for line in LINES for end in (line.a, line.b) if line.a in found or line.b in found
        }
    return frozenset(found)


class MapPicture(Question, frozen=True, kw_only=True):
    """The map as an SVG drawing that prints in black and white."""

    around: Annotated[
        tuple[Name, ...],
        Meta(max_length=60, description="points to draw the country around; none: the whole map"),
    ] = ()
    lines: Annotated[int, Meta(ge=1, le=8, description="how many lines around them")] = 2
    title: Annotated[Name, Meta(description="a title for the drawing")] = ""

    def answer(self, nature: Nature) -> Finding[str]:
        why = Why()
        why.by("RUL-DC-36", "points and lines as reconstructed, from their real coordinates")
        middle = [point_number(word) for word in self.around]
        if len(set(middle)) < len(middle):
            raise BadInput("The same point is named twice in around.")
        shown = around(middle, self.lines) if middle else frozenset(range(len(POINTS)))
        spend(POINT * len(shown))
        return why.so(draw(shown, title=self.title, scale=1.1 if middle else 0.55))
