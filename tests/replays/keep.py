"""Play every scenario of a game to its end with random bots, and keep the matches.

Random bots buy little in Orsha, so that a campaign of bots that spend is kept as well.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from bench.orsha import campaign

from landbridge.bots.random_bot import RandomBot
from landbridge.bots.seats import play
from landbridge.engine.match import Match
from landbridge.referee.games import game
from landbridge.store.files import create

HERE = Path(__file__).parent


def keep(name: str) -> None:
    """One finished match of each scenario."""
    found = game(name)
    for scenario in found.scenarios:
        match = Match.new(found, scenario.name, seed=1944)
        play(match, {role: RandomBot(f"kept {role}") for role in found.roles})
        write(match, scenario.name)
    if name == "orsha":
        write(campaign(1944), "well-supplied")


def write(match: Match[Any], what: str) -> None:
    file = HERE / f"{match.game.name}.{what}.{match.game.edition}.lbm"
    create(file, match)
    print(f"{file.name}: {len(match)} actions")


if __name__ == "__main__":
    for word in sys.argv[1:]:
        keep(word)
