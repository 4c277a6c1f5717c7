"""Every verb can be let pass by a referee at any time, or the game says why it cannot."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

import pytest

from conformance.corpus import BEGINNINGS, matches, stops
from conformance.test_refusals import any_action, words_of
from landbridge.engine.matches.match import Match
from landbridge.engine.play.agenda_game import AgendaGame
from landbridge.engine.play.verbs import Verb
from landbridge.games.arsenal.war.game import Arsenal
from landbridge.referee.games import all_games

GAMES = [game for game in all_games() if isinstance(game, AgendaGame)]
LATE, EVERY = 200, 8
"""Of the last positions of a match, which it keeps, so many and each n-th are looked at."""


def positions(match: Match[Any], seed: int) -> Iterator[Any]:
    """Positions of a match in which somebody decides, mostly late ones: many kinds of steps."""
    numbers = {*stops(match, seed), *range(max(0, len(match) - LATE), len(match), EVERY)}
    for number in sorted(numbers):
        state = match.at(number)
        if match.game.outcome(state) is None:
            yield state


def closed_without_reason(game: AgendaGame[Any], state: Any, rng: random.Random) -> list[str]:
    """Verbs that no role can do here, even if a referee lets it, and that say no reason."""
    known, found = words_of(state), []
    for name in game.verbs:
        action = None if game.who_may(state, name) else any_action(game, name, known, rng)
        if action is not None and not any(
            game.may_declare(state, role, action) or game.why_never(state, role, action)
            for role in game.roles
        ):
            found.append(name)
    return found


@pytest.mark.parametrize(
    ("game", "scenario"),
    [
        pytest.param(game, name, id=f"{game.name}-{name}")
        for game, name in BEGINNINGS
        if isinstance(game, AgendaGame) and game.name in {one.name for one in GAMES}
    ],
)
def test_what_nobody_can_let_pass_says_why(game: AgendaGame[Any], scenario: str) -> None:
    for seed, match in matches(game, scenario):
        rng = random.Random(seed)
        for state in positions(match, seed):
            assert closed_without_reason(game, state, rng) == [], type(state.agenda[0]).__name__


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_verb_has_a_step_at_another_time_or_a_reason(game: AgendaGame[Any]) -> None:
    for name, verb in game.verbs.items():
        assert issubclass(verb, Verb)
        elsewhere = verb.out_of_turn.__func__ is not Verb.out_of_turn.__func__
        assert elsewhere or game.uses[name].needs, name
    assert set(game.uses) <= set(game.verbs), "a reason for a verb that does not exist"


def test_a_verb_without_a_reason_is_found() -> None:
    game = Arsenal()
    state = Match.new(game, "barbarossa", seed=1).state
    assert closed_without_reason(game, state, random.Random(1)) == []
    with patch.dict(game.uses, {"stand": game.uses["move"]}):
        assert closed_without_reason(game, state, random.Random(1)) == ["stand"]
