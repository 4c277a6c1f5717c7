"""The campaign's map on paper: who holds what, the Perimeters, where pieces are known to stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from landbridge.games.orsha.campaign.drafts.perimeter_draft import GroundView, ground_of
from landbridge.games.orsha.campaign.map_hexes import ground
from landbridge.games.orsha.campaign.open_facts import SIDES
from landbridge.games.orsha.campaign.pieces.roster import ON_MAP
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.map.hexes import lvp_labels
from landbridge.games.orsha.rules.perimeter.drawing import (
    LEGEND,
    DrawingFrame,
    framed,
    ground_hex,
    rulers,
)
from landbridge.games.orsha.rules.words import Side

SIZE = 13.0
ONE_PAGE = "max-height:205mm"
"""So that the map fits on a page under its title."""
SIGNS = (
    *LEGEND[:6],
    LEGEND[8],
    ('<rect class="unit german" width="10" height="10"/>', "German pieces, how many"),
    ('<rect class="unit russian" width="10" height="10"/>', "Russian pieces, how many"),
    ('<circle class="mark" cx="7" cy="5" r="5"/>', "hex with LVP"),
    ('<text x="7" y="9" font-size="9">B</text>', "Blaze B, Flame F, wreck W, rubble R"),
)
LETTERS = {
    "blaze": "B",
    "flame": "F",
    "wreck": "W",
    "burning_wreck": "W",
    "burnt_out_wreck": "W",
    "rubble": "R",
}


def map_picture(view: Campaign, title: str) -> str:
    """The map as a view knows it, as an SVG text that prints in black and white."""
    where = ground(view.edge_rows)
    sheet = DrawingFrame(where, SIZE)
    stands = ground_of(view, "", None, ())
    body = [
        *_ground(view, sheet, stands),
        *rulers(sheet),
        *_lvp(sheet),
        *_lines(sheet, stands),
        *_marks(view, sheet),
        *_stacks(view, sheet),
        *_types(sheet, stands),
    ]
    return framed(sheet, body, SIGNS, title, ONE_PAGE)


def _ground(view: Campaign, sheet: DrawingFrame, stands: GroundView) -> Iterable[str]:
    kinds: dict[str, str] = {hex: side for side, hexes in stands.areas.items() for hex in hexes}
    kinds |= {hex: "isolated" for area in stands.isolated for hex in area.hexes}
    kinds |= dict.fromkeys(stands.no_mans_land, "none")
    for place in sorted(sheet.where.hexes):
        label = sheet.where.label(place)
        kind = kinds[label] if label in kinds else str(view.control.get(label, "open"))
        yield from ground_hex(sheet, place, kind)


def _lvp(sheet: DrawingFrame) -> Iterable[str]:
    for label in lvp_labels():
        x, y = sheet.at(sheet.where.hex(label))
        yield f'<circle class="mark" cx="{x}" cy="{y}" r="{sheet.size * 0.62:.1f}"/>'


def _lines(sheet: DrawingFrame, stands: GroundView) -> Iterable[str]:
    for side, shown in stands.lines.items():
        for loop in shown.loops:
            for link in loop.links:
                places = (sheet.where.hex(label) for label in link.hexes)
                spots = " ".join("{},{}".format(*sheet.at(place)) for place in places)
                yield f'<polyline class="line {side}" points="{spots}"/>'
            for label in loop.markers:
                x, y = sheet.at(sheet.where.hex(label))
                r = sheet.size * 0.52
                low = f"{y + r * 0.7:.1f}"
                spots = f"{x},{y - r:.1f} {x + r:.1f},{low} {x - r:.1f},{low}"
                yield f'<polygon class="mark {side}" points="{spots}"/>'


def _marks(view: Campaign, sheet: DrawingFrame) -> Iterable[str]:
    for label, marks in view.marks.items():
        letters = "".join(dict.fromkeys(LETTERS[mark] for mark in marks if mark in LETTERS))
        x, y = sheet.at(sheet.where.hex(label))
        yield (
            f'<text class="type" x="{x}" y="{y + sheet.size * 0.75:.1f}"'
            f' font-size="{sheet.size * 0.7:.1f}">{letters}</text>'
        )


def _stacks(view: Campaign, sheet: DrawingFrame) -> Iterable[str]:
    """How many pieces stand in a hex; of the enemy, how many have been seen there."""
    count: Counter[tuple[str, Side]] = Counter()
    for side in SIDES:
        pieces = view.book(side).pieces
        own = [p.hex for p in pieces.values() if p.status == "map" and p.kind in ON_MAP]
        seen = [
            s.hex
            for s in view.sightings.values()
            if s.side == side and s.status == "map" and s.kind in ON_MAP
        ]
        count.update((hex, side) for hex in (own if pieces else seen))
    r = sheet.size * 0.42
    for (label, side), number in sorted(count.items()):
        x, y = sheet.at(sheet.where.hex(label))
        yield (
            f'<rect class="unit {side}" x="{x - r:.1f}" y="{y - r:.1f}" width="{2 * r:.1f}"'
            f' height="{2 * r:.1f}"/><text class="on {side}" x="{x}" y="{y + r * 0.6:.1f}"'
            f' font-size="{r * 1.5:.1f}">{number}</text>'
        )


def _types(sheet: DrawingFrame, stands: GroundView) -> Iterable[str]:
    for area in stands.isolated:
        x, y = sheet.at(sheet.where.hex(area.hexes[0]))
        yield (
            f'<text class="type" x="{x + sheet.size * 0.8:.1f}" y="{y - sheet.size * 0.4:.1f}"'
            f' font-size="{sheet.size * 0.9:.1f}">{area.type}</text>'
        )
