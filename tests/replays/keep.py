"""Play every scenario of a game to its end with random bots, and keep the matches."""

from __future__ import annotations

import sys
from pathlib import Path

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
        file = HERE / f"{name}.{scenario.name}.{found.edition}.lbm"
        create(file, match)
        print(f"{file.name}: {len(match)} actions")


if __name__ == "__main__":
    for word in sys.argv[1:]:
        keep(word)
