"""The coached tutorial of the map game: followed by its lights or not, nobody gets stuck."""

from __future__ import annotations

import shlex
from random import Random
from typing import Any

import pytest

from landbridge.bots.known import bot
from landbridge.bots.seats import play
from landbridge.engine.coaching.coach import Advice, advise
from landbridge.engine.coaching.tutorial import Tutorial
from landbridge.engine.matches.match import Match
from landbridge.referee.games import load_match, new_match
from landbridge.referee.tutorials import tutorial

FOLLOWED = 8
"""Matches in which the coach is obeyed."""
STRAYED = 4
"""Matches in which the player does what comes to mind."""
MOST = 300
"""Actions of a player in a tutorial; more would be a circle."""
TAUGHT = {"march", "fuel", "modes", "supply", "barrage", "attack", "result"}
"""What is taught whichever way the dice fall."""
BOT = "novice"


@pytest.fixture(scope="module")
def steps() -> Tutorial:
    found = tutorial("belorussia", "first-steps")
    assert found is not None
    return found


def begin(steps: Tutorial, seed: int) -> tuple[Match[Any], dict[str, Any]]:
    match = new_match("belorussia", steps.told.scenario, seed=seed)
    return match, {"axis": bot("belorussia", steps.told.opponent, seed)}


def check(advice: Advice, match: Match[Any]) -> None:
    """Whoever has to decide is told something, and what is lit is legal."""
    assert advice.step is not None
    assert advice.step.title
    assert advice.step.rules
    assert not any("{" in text for text in (advice.step.title, advice.step.text, advice.goal))
    for words in advice.step.lit:
        action = match.game.read(shlex.join(words))
        assert not match.game.check(match.state, "soviet", action)
        odds = match.game.forecast(match.view("soviet"), "soviet", action)
        if words[0] == "attack" and odds is not None:
            also = odds.also
            assert also.get("they lose a step", 0) >= also.get("you lose a step", 0)


def followed(
    steps: Tutorial, seed: int, choose: Any, until: str = ""
) -> tuple[Match[Any], list[str], set[str]]:
    """A match in which what is lit is done until the coach lets go, or a step is reached."""
    match, bots = begin(steps, seed)
    names: list[str] = []
    taught: set[str] = set()
    for _ in range(MOST):
        play(match, bots)
        advice = advise(steps, match)
        if advice.let_go:
            return match, names, taught
        check(advice, match)
        assert advice.step is not None
        names.append(advice.step.name)
        if advice.step.name == until:
            return match, names, taught
        assert advice.step.lit, f"{advice.step.name} lights nothing"
        taught |= {one.lesson for one in (advice.step, advice.reply) if one and one.lesson}
        match.do(shlex.join(choose(advice.step.lit)), "soviet")
    raise AssertionError("the coach leads in a circle")


@pytest.mark.parametrize("seed", range(FOLLOWED))
def test_what_the_coach_lights_leads_to_the_end_and_teaches_everything(
    steps: Tutorial, seed: int
) -> None:
    lights = Random(seed)
    first = seed % 2 == 0
    match, _, taught = followed(steps, seed, lambda lit: lit[0] if first else lights.choice(lit))
    assert match.view("soviet").turn_said == 3, "the coach lets go in the last turn"
    assert taught >= TAUGHT
    learnt = {one.name for one in advise(steps, match).lessons if one.learnt}
    assert learnt >= TAUGHT | {"enemy", "victory"}
    play(match, {role: bot("belorussia", BOT, seed) for role in match.game.roles})
    done = advise(steps, match)
    assert done.let_go
    assert done.step is None
    assert done.then is not None
    assert done.then.name == "orsha-road"


def test_the_first_movement_phase_goes_from_fuel_to_supply(steps: Tutorial) -> None:
    _, names, _ = followed(steps, 1, lambda lit: lit[0], until="barrage")
    first = names.index("fuel")
    assert names[first : first + 9] == [
        *("fuel", "tanks", "guns-mode", "guns-fuel", "guns-move"),
        *("load", "haul", "unload", "end-movement"),
    ]


@pytest.mark.parametrize("seed", range(STRAYED))
def test_whoever_strays_is_never_left_alone(steps: Tutorial, seed: int) -> None:
    match, bots = begin(steps, seed)
    chance = Random(seed)
    for _ in range(MOST):
        play(match, bots)
        if match.outcome is not None:
            return
        advice = advise(steps, match)
        check(advice, match)
        # Random players seldom end a phase; this one does now and then, and obeys as often.
        assert advice.step is not None
        action = match.game.random_action(match.view("soviet"), "soviet", chance.randrange)
        if action is None or (advice.step.lit and chance.random() < 0.3):
            match.do(shlex.join(chance.choice(advice.step.lit)), "soviet")
        else:
            match.do(action, "soviet")


def test_advice_follows_from_the_match_alone(steps: Tutorial) -> None:
    match, _, _ = followed(steps, 3, lambda lit: lit[-1], until="attack")
    assert advise(steps, load_match(match.save())) == advise(steps, match)


def test_an_undone_action_is_advised_again(steps: Tutorial) -> None:
    match, _, _ = followed(steps, 1, lambda lit: lit[0], until="tanks")
    before = advise(steps, match)
    assert before.step is not None
    match.do("move S-GTB-15 D11.12", "soviet")
    assert advise(steps, match) != before
    match.undo("soviet")
    assert advise(steps, match) == before


def test_texts_name_units_and_take_figures_from_the_position(steps: Tutorial) -> None:
    match, _, _ = followed(steps, 1, lambda lit: lit[0], until="attack")
    advice = advise(steps, match)
    assert advice.step is not None
    assert "Division" in advice.step.text
    assert "S-RD" not in advice.step.text
    assert "2 more points to win" in advice.goal
    assert "Rechitsa (D10.15, 3)" in advice.goal
