"""Many more matches at random than the suite plays: by offers, and by what games draw."""

from __future__ import annotations

import random
from typing import Any

import pytest

from conformance.corpus import each_beginning
from conformance.driver import LIMIT, play
from landbridge.bots.random_bot import RandomBot
from landbridge.bots.seats import play as play_bots
from landbridge.engine.matches.match import Match
from landbridge.engine.matches.saves import from_text, to_text
from landbridge.engine.play.game import Game

SEEDS = range(100, 116)


@pytest.mark.parametrize("seed", SEEDS)
@each_beginning(long=True)
def test_offers_lead_to_an_end(game: Game[Any], scenario: str, seed: int) -> None:
    match = play(Match.new(game, scenario, seed=seed), random.Random(seed))
    assert match.outcome is not None, f"still going after {LIMIT} actions"
    assert match.audit() == []
    assert Match.load(game, from_text(to_text(match.save()))).state == match.state


@pytest.mark.parametrize("seed", SEEDS)
@each_beginning(long=True)
def test_the_random_bot_plays_to_the_end(game: Game[Any], scenario: str, seed: int) -> None:
    match = Match.new(game, scenario, seed=seed)
    count = play_bots(match, {role: RandomBot(f"{seed} {role}") for role in game.roles}, LIMIT)
    assert match.outcome is not None or count == LIMIT
    assert match.audit() == []
