"""Play scenarios of a game to their ends with random bots, and keep the matches.

    python tests/replays/keep.py arsenal
    python tests/replays/keep.py belorussia campaign-1943 first-steps

Of Orsha a campaign is kept besides in which both sides spend their points; of the scenarios on
the map of Belorussia a whole match of bots, packed: of the campaigns at random, which is quicker.
"""

from __future__ import annotations

import lzma
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from landbridge.bots.known import bot
from landbridge.bots.random_bot import RandomBot
from landbridge.bots.seats import play
from landbridge.engine.matches.match import Match
from landbridge.engine.matches.saves import to_text
from landbridge.engine.play.game import Game
from landbridge.referee.games import game
from landbridge.store.files import create

HERE = Path(__file__).parent
SEED = 1944


def keep(name: str, *scenarios: str) -> None:
    """One finished match of each of these scenarios, or of all."""
    found = game(name)
    for scenario in found.scenarios:
        if scenario.name not in (scenarios or _plain(found)):
            continue
        match = Match.new(found, scenario.name, seed=SEED)
        play(match, {role: RandomBot(f"kept {role}") for role in found.roles})
        _write(name, scenario.name, match)
    for scenario in found.scenarios if name == "belorussia" else ():
        if not scenario.at_table and (not scenarios or f"{scenario.name}-bots" in scenarios):
            _write(name, f"{scenario.name}-bots", _bots_play(found, scenario.name), ".xz")
    if name == "orsha" and not scenarios:
        _write(name, "well-supplied", _well_supplied())


def _plain(found: Game[Any]) -> list[str]:
    """The scenarios of which a match at random is kept as it is."""
    at_table = [one.name for one in found.scenarios if one.at_table]
    return [*at_table, "first-steps"] if at_table else [one.name for one in found.scenarios]


def _bots_play(found: Game[Any], scenario: str) -> Match[Any]:
    """A match of two levels against each other; a campaign is played at random."""
    match = Match.new(found, scenario, seed=SEED)
    names = ("random", "random") if scenario.startswith("map-") else ("keen", "steady")
    roles = zip(found.roles, names, strict=True)
    play(match, {role: bot(found.name, name, f"kept {role}") for role, name in roles})
    return match


def _well_supplied() -> Match[Any]:
    """The campaign that bench/orsha.py plays; bots that choose at random would buy little."""
    sys.path.insert(0, str(HERE.parents[1]))
    campaign: Match[Any] = import_module("bench.orsha").campaign(SEED)
    return campaign


def _write(name: str, what: str, match: Match[Any], packed: str = "") -> None:
    file = HERE / f"{name}.{what}.{match.game.edition}.lbm"
    if packed:
        # What can be worked out from the actions is left out: it does not pack.
        save = match.save()
        bare = replace(save, footer=replace(save.footer, snapshots=()))
        file = file.with_name(f"{file.name}{packed}")
        file.write_bytes(lzma.compress(to_text(bare).encode(), preset=9))
    else:
        create(file, match)
    print(f"{file.name}: {len(match)} actions")


if __name__ == "__main__":
    keep(*sys.argv[1:])
