"""Play every scenario of a game to its end with random bots, and keep the matches.

Of Orsha a campaign is kept besides in which both sides spend their points.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from landbridge.bots.random_bot import RandomBot
from landbridge.bots.seats import play
from landbridge.engine.matches.match import Match
from landbridge.referee.games import game
from landbridge.store.files import create

HERE = Path(__file__).parent
SEED = 1944


def keep(name: str) -> None:
    """One finished match of each scenario."""
    found = game(name)
    for scenario in found.scenarios:
        match = Match.new(found, scenario.name, seed=SEED)
        play(match, {role: RandomBot(f"kept {role}") for role in found.roles})
        _write(name, scenario.name, match)
    if name == "orsha":
        _write(name, "well-supplied", _well_supplied())


def _well_supplied() -> Match[Any]:
    """The campaign that bench/orsha.py plays; bots that choose at random would buy little."""
    sys.path.insert(0, str(HERE.parents[1]))
    campaign: Match[Any] = import_module("bench.orsha").campaign(SEED)
    return campaign


def _write(name: str, what: str, match: Match[Any]) -> None:
    file = HERE / f"{name}.{what}.{match.game.edition}.lbm"
    create(file, match)
    print(f"{file.name}: {len(match)} actions")


if __name__ == "__main__":
    for word in sys.argv[1:]:
        keep(word)
