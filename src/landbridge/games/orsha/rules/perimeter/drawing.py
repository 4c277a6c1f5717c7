"""Perimeters drawn as SVG, to be printed in black and white: the copy of the map of 9.6066."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated
from xml.sax.saxutils import escape

from msgspec import Meta

from landbridge.engine.chance.nature import Nature
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.budget import spend
from landbridge.engine.rules.findings import Finding
from landbridge.engine.space.hexes import Hex, Orientation, centre, corners
from landbridge.games.orsha.rules.perimeter.determination import Notes, Perimeter
from landbridge.games.orsha.rules.perimeter.front_line import marked_hexsides
from landbridge.games.orsha.rules.perimeter.grains import Field
from landbridge.games.orsha.rules.perimeter.isolation import Isolation
from landbridge.games.orsha.rules.perimeter.isolation_questions import AfterEscapes
from landbridge.games.orsha.rules.perimeter.position import SIDES, Position
from landbridge.games.orsha.rules.words import Side
from landbridge.games.orsha.rulings import NmlFront

FLAT = Orientation.FLAT_TOP
SMALL = 400
"""With fewer hexes than this every hex bears its label."""
HEX = 5
"""Steps of work that the drawing of a hex counts as."""

STYLE = """
text{font-family:sans-serif;text-anchor:middle;fill:#000}
.hex{stroke:#999;stroke-width:.6;fill:#fff}
.german{fill:#fff}.russian{fill:#e4e4e4}
.hatch{stroke:#000;stroke-width:1}.dot{fill:#000}
.label{fill:#666}
.line{fill:none;stroke:#000;stroke-linejoin:round;stroke-linecap:round}
.line.german{stroke-width:3}.line.russian{stroke-width:3;stroke-dasharray:7 5}
.edge{stroke-opacity:.35}
.side.german{stroke:#000;stroke-width:2.2}
.side.russian{stroke:#000;stroke-width:2.2;stroke-dasharray:2 2.5}
.mark{stroke:#000;stroke-width:1.4;fill:#fff}.mark.german{fill:#000}
.unit{stroke:#000;stroke-width:1.2}.unit.german{fill:#000}.unit.russian{fill:#fff}
.on.german{fill:#fff}.on.russian{fill:#000}
.type{font-weight:bold;stroke:#fff;stroke-width:3;paint-order:stroke}
"""
_SIGNS = {"mmc": "I", "crew": "C", "vehicle": "V", "smc": "L", "prisoner": "p", "abandoned": "a"}


class DrawingFrame:
    """Coordinates of one drawing."""

    def __init__(self, where: Field, size: float) -> None:
        self.where, self.size = where, size
        points = [p for place in where.hexes for p in corners(place, FLAT, size)]
        self.left = min(x for x, _ in points) - size * 1.6
        self.top = min(y for _, y in points) - size * 1.6
        self.width = max(x for x, _ in points) - self.left + size * 1.6
        self.height = max(y for _, y in points) - self.top + size

    def at(self, place: Hex) -> tuple[float, float]:
        """Where a hex's centre is drawn."""
        x, y = centre(place, FLAT, self.size)
        return round(x - self.left, 1), round(y - self.top, 1)

    def polygon(self, place: Hex) -> str:
        """A hex's outline."""
        spots = (
            f"{x - self.left:.1f},{y - self.top:.1f}" for x, y in corners(place, FLAT, self.size)
        )
        return " ".join(spots)

    def hexside(self, place: Hex, near: Hex) -> str:
        """The line between two hexes, drawn a little inside the first."""
        d = place.direction(near)
        spots = corners(place, FLAT, self.size * 0.93)
        (x1, y1), (x2, y2) = spots[d], spots[(d + 1) % 6]
        cx, cy = centre(place, FLAT, self.size * 0.93)
        ox, oy = centre(place, FLAT, self.size)
        dx, dy = ox - cx - self.left, oy - cy - self.top
        return f'x1="{x1 + dx:.1f}" y1="{y1 + dy:.1f}" x2="{x2 + dx:.1f}" y2="{y2 + dy:.1f}"'


def ground_hex(sheet: DrawingFrame, place: Hex, kind: str) -> Iterable[str]:
    """A hex of the ground: hatched if Isolated, dotted if it is No Man's Land."""
    yield f'<polygon class="hex {kind}" points="{sheet.polygon(place)}"/>'
    x, y = sheet.at(place)
    if kind == "none":
        yield f'<circle class="dot" cx="{x}" cy="{y}" r="1.1"/>'
    elif kind == "isolated":
        # Lines of a slope that meet those of the next hex.
        a, b = sheet.size * 0.5, sheet.size * 0.866
        spots = ((x - a, y + b, x + a, y - b), (x - a, y, x, y - b), (x, y + b, x + a, y))
        path = "".join(f"M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" for x1, y1, x2, y2 in spots)
        yield f'<path class="hatch" d="{path}"/>'


def _ground(sheet: DrawingFrame, isolation: Isolation) -> Iterable[str]:
    labelled = len(sheet.where.hexes) <= SMALL
    for place in sorted(sheet.where.hexes):
        holder = isolation.control.get(place, "none")
        kind = "isolated" if place in isolation.isolated else holder
        if place in isolation.no_mans_land and place not in isolation.isolated:
            kind = "none"
        yield from ground_hex(sheet, place, kind)
        if labelled:
            x, y = sheet.at(place)
            small = sheet.size * 0.36
            label = sheet.where.label(place)
            yield (
                f'<text class="label" x="{x}" y="{y - sheet.size * 0.5:.1f}"'
                f' font-size="{small:.1f}">{label}</text>'
            )


def rulers(sheet: DrawingFrame) -> Iterable[str]:
    """Column letters above, row numbers at the left, where hexes bear no labels."""
    where = sheet.where
    if len(where.hexes) <= SMALL:
        return
    size = f'font-size="{sheet.size * 0.7:.1f}"'
    numbers = where.atlas.sheets[0].numbers
    heads: dict[int, Hex] = {}
    rows: dict[int, Hex] = {}
    for place in sorted(where.hexes):
        heads.setdefault(place.q, place)
        rows.setdefault(numbers(place)[1], place)
    for place in heads.values():
        x, _ = sheet.at(place)
        letters = where.label(place).rstrip("0123456789")
        yield f'<text x="{x}" y="{sheet.size:.1f}" {size}>{letters}</text>'
    for number, place in rows.items():
        _, y = sheet.at(place)
        yield f'<text x="{sheet.size * 0.6:.1f}" y="{y + 3:.1f}" {size}>{number}</text>'


def _lines(sheet: DrawingFrame, perimeter: Perimeter) -> Iterable[str]:
    for loop in perimeter.loops:
        for link in loop.links:
            spots = " ".join("{},{}".format(*sheet.at(place)) for place in link.hexes)
            edge = " edge" if link.edge else ""
            yield f'<polyline class="line {perimeter.side}{edge}" points="{spots}"/>'
        for place in loop.markers:
            x, y = sheet.at(place)
            r = sheet.size * 0.52
            spots = f"{x},{y - r:.1f} {x + r:.1f},{y + r * 0.7:.1f} {x - r:.1f},{y + r * 0.7:.1f}"
            yield f'<polygon class="mark {perimeter.side}" points="{spots}"/>'


def _pieces(sheet: DrawingFrame, position: Position) -> Iterable[str]:
    r = sheet.size * 0.36
    for place, side in sorted(position.markers.items()):
        x, y = sheet.at(place)
        spots = f"{x},{y - r:.1f} {x + r:.1f},{y} {x},{y + r:.1f} {x - r:.1f},{y}"
        yield f'<polygon class="mark {side}" points="{spots}"/>'
    for unit in sorted(position.units):
        x, y = sheet.at(unit.place)
        yield (
            f'<rect class="unit {unit.side}" x="{x - r:.1f}" y="{y - r:.1f}"'
            f' width="{2 * r:.1f}" height="{2 * r:.1f}"/>'
            f'<text class="on {unit.side}" x="{x}" y="{y + r * 0.6:.1f}"'
            f' font-size="{r * 1.6:.1f}">{_SIGNS[unit.kind]}</text>'
        )


def _types(sheet: DrawingFrame, position: Position, isolation: Isolation) -> Iterable[str]:
    """The type of each Isolated Area, in a hex without units if it has one."""
    full = {unit.place for unit in position.units}
    for area in isolation.areas:
        free = area.hexes - full
        place = max(
            free or area.hexes, key=lambda h: (sum(n in area.hexes for n in h.neighbours()), h)
        )
        x, y = sheet.at(place)
        if not free:
            x, y = x + sheet.size * 0.75, y - sheet.size * 0.6
        yield (
            f'<text class="type" x="{x:.1f}" y="{y + sheet.size * 0.35:.1f}"'
            f' font-size="{sheet.size * 0.9:.1f}">{area.type}</text>'
        )


LEGEND = (
    ('<rect class="hex german" width="14" height="10"/>', "German ground"),
    ('<rect class="hex russian" width="14" height="10"/>', "Russian ground"),
    (
        '<rect class="hex none" width="14" height="10"/>'
        '<circle class="dot" cx="7" cy="5" r="1.1"/>',
        "No Man's Land",
    ),
    (
        '<rect class="hex isolated" width="14" height="10"/>'
        '<path class="hatch" d="M1 10L6 0M5 10L10 0M9 10L14 0"/>',
        "Isolated, with its type",
    ),
    ('<path class="line german" d="M0 5H14"/>', "German Perimeter"),
    ('<path class="line russian" d="M0 5H20"/>', "Russian Perimeter"),
    ('<path class="side german" d="M0 5H14"/>', "hexsides the Germans mark"),
    ('<path class="side russian" d="M0 5H14"/>', "hexsides the Russians mark"),
    ('<polygon class="mark german" points="7,0 13,10 1,10"/>', "Perimeter marker"),
    ('<polygon class="mark german" points="7,0 12,5 7,10 2,5"/>', "Control marker"),
)


def _legend(sheet: DrawingFrame, signs: Sequence[tuple[str, str]]) -> tuple[str, float]:
    """What the signs mean, in rows under the map, and the height it takes."""
    step = max(13.0, sheet.size * 0.9)
    y = sheet.height + step
    parts, column = [], 190.0
    across = max(1, int(sheet.width // column))
    for index, (sign, text) in enumerate(signs):
        x, down = 8 + (index % across) * column, y + (index // across) * (step + 3)
        parts.append(
            f'<g transform="translate({x:.0f} {down - 9:.0f})">{sign}'
            f'<text x="26" y="9" style="text-anchor:start" font-size="11">{text}</text></g>'
        )
    rows = -(-len(signs) // across)
    return "".join(parts), rows * (step + 3) + step


def draw(
    position: Position,
    perimeters: dict[Side, Perimeter],
    isolation: Isolation,
    title: str = "",
    size: float = 0.0,
    nml_front: NmlFront = "marked",
) -> str:
    """Both Perimeters on the map, Isolated Areas hatched, as an SVG text."""
    small = len(position.where.hexes) <= SMALL
    sheet = DrawingFrame(position.where, size or (26.0 if small else 13.0))
    why = Notes()
    sides = [
        f'<line class="side {side}" {sheet.hexside(a, b)}/>'
        for side in SIDES
        for a, b in marked_hexsides(position.where, side, isolation, why, nml_front)
    ]
    body = [
        *_ground(sheet, isolation),
        *rulers(sheet),
        *sides,
        *(part for side in SIDES for part in _lines(sheet, perimeters[side])),
        *_pieces(sheet, position),
        *_types(sheet, position, isolation),
    ]
    return framed(sheet, body, LEGEND, title)


def framed(
    sheet: DrawingFrame,
    body: Iterable[str],
    signs: Sequence[tuple[str, str]],
    title: str = "",
    style: str = "",
) -> str:
    """A whole SVG text: the map, and under it what the signs mean."""
    legend, height = _legend(sheet, signs)
    wide, high = f"{sheet.width:.0f}", f"{sheet.height + height:.0f}"
    head = f"<title>{escape(title)}</title>" if title else ""
    how = f' style="{style}"' if style else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}"'
        f' width="{wide}" height="{high}"{how}>{head}<style>{STYLE}</style>'
        f'<rect width="{wide}" height="{high}" fill="#fff"/>\n'
        + "\n".join([*body, legend])
        + "\n</svg>\n"
    )


class PerimeterPicture(AfterEscapes, frozen=True, kw_only=True):
    """Both Perimeters as an SVG drawing that prints in black and white."""

    turns_on = (*AfterEscapes.turns_on, "nml_front")

    title: Annotated[Name, Meta(description="a title for the drawing")] = ""

    def answer(self, nature: Nature) -> Finding[str]:
        why = Notes()
        position = self.position()
        perimeters, settled = self.settled(position, why)
        spend(HEX * len(position.where.hexes))
        ruling = self.rulings.nml_front
        return why.so(draw(position, perimeters, settled, self.title, nml_front=ruling))
