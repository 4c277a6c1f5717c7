"""How strong Arsenal's bots are, and how sensibly they play: many wars, minutes."""

from __future__ import annotations

from typing import Any

import pytest

from landbridge.bots.known import bot
from landbridge.bots.seats import Seat, play
from landbridge.engine.matches.match import Match
from landbridge.games.arsenal.bot.player import Steady
from landbridge.games.arsenal.industry.factories import FACTORIES
from landbridge.games.arsenal.map.places import LAST_POINT, SIBERIA
from landbridge.games.arsenal.map.points import NUMBER
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.words import SOVIET
from landbridge.referee.games import new_match


def steady(match: Match[Any]) -> dict[str, Any]:
    return {role: Steady(role) for role in match.game.roles}


@pytest.mark.parametrize("name", ["keen", "steady", "novice"])
@pytest.mark.parametrize("scenario", ["barbarossa", "case-blue", "bagration", "campaign"])
def test_it_plays_to_the_end_on_both_seats(name: str, scenario: str) -> None:
    match = new_match("arsenal", scenario, seed=4)
    play(match, {role: bot("arsenal", name, 4) for role in match.game.roles})
    assert match.outcome is not None
    assert not match.audit()


@pytest.mark.parametrize("role", ["soviet", "axis"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_it_beats_the_random_bot(role: str, seed: int) -> None:
    match = new_match("arsenal", "barbarossa", seed=seed)
    names = {one: "steady" if one == role else "random" for one in match.game.roles}
    play(match, {one: bot("arsenal", name, seed) for one, name in names.items()})
    assert match.outcome is not None
    assert match.outcome.winner == role


MATCHES, WINS = 100, 70
"""Of so many matches a level wins so many against the level below."""


@pytest.mark.parametrize("role", ["axis", "soviet"])
@pytest.mark.parametrize("scenario", ["barbarossa", "case-blue", "bagration"])
@pytest.mark.parametrize(("better", "worse"), [("keen", "steady"), ("steady", "novice")])
def test_each_level_beats_the_one_below(better: str, worse: str, scenario: str, role: str) -> None:
    """On either side; it stops as soon as it is decided."""
    won = others = 0
    while won < WINS and others <= MATCHES - WINS:
        seed = won + others
        match = new_match("arsenal", scenario, seed=seed)
        names = {one: better if one == role else worse for one in match.game.roles}
        play(match, {one: bot("arsenal", name, f"{seed} {one}") for one, name in names.items()})
        assert match.outcome is not None
        won += match.outcome.winner == role
        others += match.outcome.winner != role
    print(f"{scenario}: {better} as {role} against {worse}: {won} won, {others} not")
    assert won >= WINS


def test_cities_are_manned_month_after_month() -> None:
    """By the best Soviets; steady ones man a city when the enemy is before it, and behind a front
    that is far away the Axis need nobody in Warsaw."""
    match = new_match("arsenal", "barbarossa", seed=6)
    bots = {role: bot("arsenal", "keen", role) for role in match.game.roles}
    empty, month = 0, 1
    while match.outcome is None:
        role = match.deciders[0]
        match.do(bots[role].choose(Seat(match, role)), role)
        state: War = match.state
        if state.turn != month:
            month = state.turn
            for city in ("MOS", "LEN", "KIE"):
                point = NUMBER[city]
                empty += state.held[point] == SOVIET and state.at.find(point) < 0
    assert not empty


def test_few_factories_are_lost() -> None:
    match = new_match("arsenal", "barbarossa", seed=8)
    play(match, steady(match))
    there = [p for p in match.state.factory_at if p <= LAST_POINT or p == SIBERIA]
    assert len(there) >= 9
    assert len(FACTORIES) > len(there)
