"""Play scenarios of a game to their ends with random bots, and keep the matches.

    python tests/replays/keep.py arsenal
    python tests/replays/keep.py belorussia campaign-1943 first-steps

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


def keep(name: str, *scenarios: str) -> None:
    """One finished match of each of these scenarios, or of all."""
    found = game(name)
    for scenario in found.scenarios:
        if scenarios and scenario.name not in scenarios:
            continue
        match = Match.new(found, scenario.name, seed=SEED)
        play(match, {role: RandomBot(f"kept {role}") for role in found.roles})
        _write(name, scenario.name, match)
    if name == "orsha" and not scenarios:
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
    keep(*sys.argv[1:])
