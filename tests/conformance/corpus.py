"""Matches of every game, played at random to their ends once; every property is checked on them.

The tests of one beginning run in one process, which plays its matches once (`tests/conftest.py`).
`LANDBRIDGE_SEED=1944 pytest tests/conformance` plays other matches.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from typing import Any

import pytest

from conformance.driver import play
from landbridge.engine.matches.match import Match
from landbridge.engine.play.game import Game
from landbridge.referee.games import all_games
from toys import BigMap, Ladder, Sealed

GAMES: list[Game[Any]] = [*all_games(), Sealed(), Ladder(), BigMap()]
LONG = {"orsha-road", "gomel-rechitsa", "vitebsk-winter", "map-1943", "map-1944"}
"""Beginnings that are played in `make trials`: the same game as others, only longer."""
EVERY_BEGINNING = [(game, scenario.name) for game in GAMES for scenario in game.scenarios]
BEGINNINGS = [(game, name) for game, name in EVERY_BEGINNING if name not in LONG]
FIRST = int(os.environ.get("LANDBRIDGE_SEED", "0"))
SEEDS = range(FIRST, FIRST + 2)
"""One match of each beginning is played with each of these."""


def each_beginning(long: bool = False) -> pytest.MarkDecorator:
    """Parametrize a test by game and scenario; by the long ones too if that is wanted."""
    taken = EVERY_BEGINNING if long else BEGINNINGS
    return pytest.mark.parametrize(
        ("game", "scenario"),
        [pytest.param(game, name, id=f"{game.name}-{name}") for game, name in taken],
    )


_played: dict[tuple[Game[Any], str, int], Match[Any] | None] = {}


def played(game: Game[Any], scenario: str, seed: int) -> Match[Any]:
    """A match at random to its end. Nobody may change it: look at a branch."""
    key = (game, scenario, seed)
    if key not in _played:
        # If it fails, or takes too long, it would do so in every test of this beginning.
        _played[key] = None
        _played[key] = play(Match.new(game, scenario, seed=seed), random.Random(seed))
    found = _played[key]
    if found is None:
        pytest.fail(f"{game.name}, {scenario}, seed {seed}: it was not played to its end before")
    return found


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
