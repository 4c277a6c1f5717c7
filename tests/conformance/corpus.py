"""Matches of every game, played at random to their ends once; every property is checked on them.

The tests of one beginning run in one process, which plays its matches once (`tests/conftest.py`).
`LANDBRIDGE_SEED=1944 pytest tests/conformance` plays other matches.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from conformance.driver import play
from landbridge.engine.matches.match import Match
from landbridge.engine.play.game import Game
from landbridge.referee.games import all_games
from toys import BigMap, Ladder, Sealed

GAMES: list[Game[Any]] = [*all_games(), Sealed(), Ladder(), BigMap()]
BEGINNINGS = [(game, scenario.name) for game in GAMES for scenario in game.scenarios]
FIRST = int(os.environ.get("LANDBRIDGE_SEED", "0"))
SEEDS = range(FIRST, FIRST + 2)
"""One match of each beginning is played with each of these."""


def each_beginning() -> pytest.MarkDecorator:
    """Parametrize a test by game and scenario."""
    return pytest.mark.parametrize(
        ("game", "scenario"),
        [pytest.param(game, name, id=f"{game.name}-{name}") for game, name in BEGINNINGS],
    )


@cache
def played(game: Game[Any], scenario: str, seed: int) -> Match[Any]:
    """A match at random to its end. Nobody may change it: look at a branch."""
    return play(Match.new(game, scenario, seed=seed), random.Random(seed))


def matches(game: Game[Any], scenario: str) -> Iterator[tuple[int, Match[Any]]]:
    """The matches of a beginning with their seeds."""
    for seed in SEEDS:
        yield seed, played(game, scenario, seed)


def stops(match: Match[Any], seed: int) -> list[int]:
    """Where to look at a match: somewhere in each half; the first at its ends as well."""
    rng, half = random.Random(seed), len(match) // 2
    found = [rng.randint(0, half), rng.randint(half, len(match))]
    return [0, *found, len(match)] if seed == FIRST else found


def positions(game: Game[Any], scenario: str) -> Iterator[tuple[int, Match[Any]]]:
    """Branches of the matches of a beginning, with a seed for what is done there."""
    for seed, match in matches(game, scenario):
        for number in stops(match, seed):
            yield seed, match.branch(number, seed)
