"""Draw the pictures of the documentation that follow from the games' data.

python scripts/pictures.py        into docs/pictures
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import landbridge
from landbridge.engine.matches.match import Match
from landbridge.games.arsenal.map.drawing import Stack, around, draw
from landbridge.games.arsenal.map.places import LAST_POINT
from landbridge.games.arsenal.map.points import point_number
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


if __name__ == "__main__":
    for name, text in pictures().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
        print(name)
