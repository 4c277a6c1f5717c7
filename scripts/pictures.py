"""Draw the pictures of the documentation that follow from the games' data.

python scripts/pictures.py        into docs/pictures
python scripts/pictures.py map    those of Belorussia's map alone
"""

from __future__ import annotations

import io
import sys
from fractions import Fraction
from pathlib import Path

from PIL import Image

import landbridge
from landbridge.engine.drawing.maps import MapRequest
from landbridge.engine.drawing.png import to_png
from landbridge.engine.matches.match import Match
from landbridge.games.arsenal.map.drawing import Stack, around, draw
from landbridge.games.arsenal.map.places import LAST_POINT
from landbridge.games.arsenal.map.points import point_number
from landbridge.games.belorussia.map.drawing.poster import picture
from landbridge.referee.games import game

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
BAR = 380
"""The width of a certain event."""


def _centre(scenario: str, middle: str, lines: int) -> str:
    """Who stands where around a point when a scenario of Dark Crusade begins."""
    match = Match.new(game("arsenal"), scenario, seed=1941)
    stacks: dict[int, Stack] = {}
    for unit, place in enumerate(match.state.at):
        if place <= LAST_POINT:
            before = stacks[place].units if place in stacks else 0
            stacks[place] = Stack(before + 1, match.state.side[unit])
    shown = around([point_number(middle)], lines)
    return draw(shown, match.state.held, stacks, f"{scenario}: the first position", 1.1)


def _odds() -> str:
    """How the first round of the example battle ends."""
    asked = landbridge.ask(
        "arsenal.combat",
        attackers=["2 panzer_corps", "infantry_corps"],
        defenders=["2 infantry_army"],
        air=1,
        at="Minsk",
        month="1941-07",
    )
    shares: dict[str, Fraction] = {}
    for row in asked.odds or ():
        result, chance = row.result, Fraction(row.chance)
        words = {"taken": "Minsk is taken", "held": "Minsk holds"}.get(result.result, "empty")
        if result.breakthrough:
            words += ", armour goes on"
        if result.attackers_back:
            words += ", an attacker thrown back"
        shares[words] = shares.get(words, Fraction(0)) + chance
    rows = sorted(shares.items(), key=lambda row: -row[1])
    body = []
    for place, (words, chance) in enumerate(rows):
        y = 14 + place * 40
        body.append(
            f'<text x="0" y="{y}">{words}</text><rect y="{y + 6}" height="12" rx="3"'
            f' width="{float(chance) * BAR:.1f}"/><text class="figure"'
            f' x="{float(chance) * BAR + 8:.1f}" y="{y + 16}">{float(chance):.1%}</text>'
        )
    high = 40 * len(rows) + 6
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-10 -6 480 {high}" width="480"'
        f' height="{high}"><title>How the first round for Minsk ends</title><style>'
        "text{font:12px Helvetica,Arial,sans-serif;fill:#1c1b18}.figure{font-weight:bold}"
        'rect{fill:#5f6b78}.paper{fill:#f7f5ef}</style><rect class="paper" x="-10" y="-6"'
        f' width="480" height="{high}"/>\n' + "\n".join(body) + "\n</svg>\n"
    )


def pictures() -> dict[str, str]:
    """Every picture, by the name of its file."""
    return {
        "arsenal-map.svg": draw(title="The map of Dark Crusade"),
        "arsenal-june-1941.svg": _centre("barbarossa", "Minsk", 3),
        "arsenal-tutorial.svg": _centre("tutorial", "Minsk", 3),
        "arsenal-odds.svg": _odds(),
    }


MAPS = {
    "belorussia-map.png": (MapRequest(), 1800),
    "belorussia-vitebsk.png": (MapRequest(at="B18.14", within=7), 1000),
    "belorussia-gomel.png": (MapRequest(at="D13.13", within=7, scenario="gomel-rechitsa"), 1000),
}
"""Windows of Belorussia's map, and how many pixels wide they are shown."""


def map_picture(request: MapRequest, width: int) -> bytes:
    """A window of Belorussia's map in a few colours, to be small."""
    drawn = Image.open(io.BytesIO(to_png(picture(request).drawing, width)))
    kept = io.BytesIO()
    few = drawn.quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    few.save(kept, "PNG", optimize=True)
    return kept.getvalue()


if __name__ == "__main__":
    for name, (request, width) in MAPS.items():
        (FOLDER / name).write_bytes(map_picture(request, width))
        print(name)
    if "map" not in sys.argv:
        for name, text in pictures().items():
            (FOLDER / name).write_text(text, encoding="utf-8")
            print(name)
