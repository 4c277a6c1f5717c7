"""The bot of the map game: it plays a scenario to its end, either side, alike by its seed."""

from __future__ import annotations

import pytest

from landbridge.bots.known import bot, known_bots
from landbridge.bots.seats import play
from landbridge.engine.matches.match import Match
from landbridge.referee.games import game

SIDES = ("soviet", "axis")


def played(soviet: str, axis: str, seed: int) -> Match:
    match = Match.new(game("belorussia"), "first-steps", seed=seed)
    names = {"soviet": soviet, "axis": axis}
    play(match, {side: bot("belorussia", names[side], seed) for side in SIDES}, until=1500)
    return match


def test_the_manifest_offers_three_levels_and_random() -> None:
    assert list(known_bots("belorussia")) == ["keen", "steady", "novice", "random"]


@pytest.mark.parametrize(("soviet", "axis"), [("keen", "random"), ("random", "keen")])
def test_plays_first_steps_to_its_end_against_random(soviet: str, axis: str) -> None:
    match = played(soviet, axis, seed=3)
    assert match.outcome is not None
    assert match.outcome.winner in (None, *SIDES)


@pytest.mark.parametrize("level", ["steady", "novice"])
def test_every_level_plays_both_sides_to_the_end(level: str) -> None:
    assert played(level, level, seed=5).outcome is not None


def test_the_same_seed_plays_the_same_match() -> None:
    one, other = (played("keen", "steady", seed=7) for _ in range(2))
    assert one.state == other.state
