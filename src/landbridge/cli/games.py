"""`landbridge games`: what can be played."""

from __future__ import annotations

from landbridge.cli.parsing import PROGRAM, Parser
from landbridge.cli.printing import grid, print_json, wrapped
from landbridge.engine.refusals import choices
from landbridge.games import GAMES
from landbridge.referee.games import game


def games(argv: list[str]) -> int:
    """Games with their scenarios, roles and options."""
    parser = Parser(
        "games",
        "List the games with their scenarios, roles and options.",
        "games --json",
    )
    parser.json()
    given = parser.read(argv)
    if given.json:
        print_json([_data(name) for name in GAMES])
        return 0
    for name in GAMES:
        found = game(name)
        print(f"{name}: {found.title} (edition {found.edition})")
        print(f"  Roles: {', '.join(found.roles)}")
        print("  Scenarios, the first by default")
        print("\n".join(grid([[s.name, s.title, s.text] for s in found.scenarios], indent="    ")))
        if found.options:
            print("  Options")
            for option in found.options:
                text = f"{option.name}={choices(option.values)} (default {option.default})"
                print("\n".join(wrapped(f"{text} {option.text}", "    ", "      ")))
        print(f"  Switches for open questions ({len(found.rulings)}): {PROGRAM} rulings {name}\n")
    print(f"Begin a match: {PROGRAM} new GAME -o FILE")
    return 0


def _data(name: str) -> dict[str, object]:
    found = game(name)
    return {
        "name": name,
        "title": found.title,
        "edition": found.edition,
        "roles": found.roles,
        "scenarios": found.scenarios,
        "options": found.options,
        "switches": {switch: ruling.default for switch, ruling in found.rulings.items()},
    }
