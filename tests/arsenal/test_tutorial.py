"""The coached tutorial: followed by its lights alone, or not at all, nobody gets stuck."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from arsenal.war_play import changed
from landbridge.bots.known import bot
from landbridge.bots.seats import play
from landbridge.engine.chance.nature import TypedDice
from landbridge.engine.coaching.coach import Advice, StepView, advise
from landbridge.engine.coaching.tutorial import Tutorial
from landbridge.engine.matches.match import Match
from landbridge.engine.play.events import Play
from landbridge.engine.rules.index import rows, rulings
from landbridge.games import GAMES, info
from landbridge.games.arsenal.forces.units import UNIT
from landbridge.games.arsenal.map.places import DEAD
from landbridge.games.arsenal.map.points import NUMBER
from landbridge.games.arsenal.words import AXIS
from landbridge.referee.games import game, load_match, new_match
from landbridge.referee.tutorials import tutorial, tutorials

FOLLOWED = 12
"""Matches in which the coach is obeyed."""
STRAYED = 12
"""Matches in which the player does what comes to mind."""
MOST = 400
"""Actions of a player in a tutorial; more would be a circle."""
TOGETHER = {"move", "rail", "raise", "rebase"}
"""What can be done with several units in a row; all that are lit for one way can go it."""
TAUGHT = {"battle", "air", "exploitation", "replacements", "rail", "supply"}


@pytest.fixture(scope="module")
def smolensk() -> Tutorial:
    found = tutorial("arsenal", "tutorial")
    assert found is not None
    return found


def begin(smolensk: Tutorial, seed: int) -> tuple[Match[Any], dict[str, Any]]:
    told = smolensk.told
    match = new_match("arsenal", told.scenario, seed=seed)
    others = [role for role in match.game.roles if role != told.role]
    return match, {role: bot("arsenal", told.opponent, seed) for role in others}


def check(advice: Advice, match: Match[Any]) -> None:
    """Whoever has to decide is told something, and what is lit is legal."""
    assert advice.step is not None
    assert advice.step.title
    assert advice.step.rules
    for words in advice.step.lit:
        action = match.game.read(" ".join(words))
        assert not match.game.check(match.state, "axis", action)
    ways = {(words[0], *words[2:]) for words in advice.step.lit if len(words) > 2}
    for way in ways:
        state = match.state
        for words in advice.step.lit:
            if (words[0], *words[2:]) == way and words[0] in TOGETHER:
                action = match.game.read(" ".join(words))
                assert not match.game.check(state, "axis", action), "more are lit than can go"
                state = match.game.apply(state, "axis", action, Play(TypedDice(())))


def followed(smolensk: Tutorial, seed: int, choose: Any) -> tuple[Match[Any], set[str], int]:
    """A match in which one of the lit actions is done until the coach lets go; what was taught."""
    match, bots = begin(smolensk, seed)
    taught: set[str] = set()
    for count in range(MOST):
        play(match, bots)
        advice = advise(smolensk, match)
        if advice.let_go:
            return match, taught, count
        check(advice, match)
        assert advice.step is not None
        assert advice.step.lit, f"{advice.step.name} lights nothing"
        taught |= {one.lesson for one in (advice.step, advice.reply) if one and one.lesson}
        match.do(" ".join(choose(advice.step.lit)), "axis")
    raise AssertionError("the coach leads in a circle")


@pytest.mark.parametrize("seed", range(FOLLOWED))
def test_what_the_coach_lights_leads_to_the_end_and_teaches_everything(
    smolensk: Tutorial, seed: int
) -> None:
    lights = Random(seed)
    first = seed % 2 == 0
    match, taught, _ = followed(smolensk, seed, lambda lit: lit[0] if first else lights.choice(lit))
    assert match.view("axis").turn == 4, "the coach lets go in the last month"
    assert taught >= TAUGHT
    play(match, {role: bot("arsenal", "novice", seed) for role in match.game.roles})
    done = advise(smolensk, match)
    assert done.let_go
    assert done.step is None
    assert done.then is not None
    assert done.then.name == "barbarossa"


@pytest.mark.parametrize("seed", range(STRAYED))
def test_whoever_strays_is_never_left_alone(smolensk: Tutorial, seed: int) -> None:
    match, bots = begin(smolensk, seed)
    chance = Random(seed)
    for _ in range(MOST):
        play(match, bots)
        if match.outcome is not None:
            return
        advice = advise(smolensk, match)
        check(advice, match)
        # Random players seldom end a phase; this one does now and then, and obeys as often.
        assert advice.step is not None
        if advice.step.lit and chance.random() < 0.3:
            match.do(" ".join(chance.choice(advice.step.lit)), "axis")
            continue
        action = match.game.random_action(match.view("axis"), "axis", chance.randrange)
        assert action is not None
        match.do(action, "axis")


def test_advice_follows_from_the_match_alone(smolensk: Tutorial) -> None:
    match, _, _ = followed(smolensk, 3, lambda lit: lit[-1])
    assert advise(smolensk, load_match(match.save())) == advise(smolensk, match)


def test_an_undone_action_is_advised_again(smolensk: Tutorial) -> None:
    match, bots = begin(smolensk, 5)
    play(match, bots)
    match.do("done", "axis")
    match.do("done", "axis")
    before = advise(smolensk, match)
    assert before.step is not None
    assert before.step.name == "brest"
    match.do("move XXIV WAR BRE", "axis")
    after = advise(smolensk, match)
    assert after.reply is not None
    assert after.reply.name == "committed"
    assert after != before
    match.undo("axis")
    assert advise(smolensk, match) == before


def test_texts_name_pieces_and_places_and_take_figures_from_the_position(
    smolensk: Tutorial,
) -> None:
    match, bots = begin(smolensk, 5)
    play(match, bots)
    for action in ("done", "done", "move XXIV WAR BRE"):
        match.do(action, "axis")
    advice = advise(smolensk, match)
    assert advice.step is not None
    assert "XLVI Motorized" in advice.step.text
    assert "XXIV" not in advice.step.text
    assert "September 1941" in advice.goal
    assert "Smolensk is held by the Soviets" in advice.goal
    assert not any("{" in text for text in (advice.step.title, advice.step.text, advice.goal))


def test_one_march_of_infantry_is_enough(smolensk: Tutorial) -> None:
    """Once some infantry has followed, the end of operations is lit as well."""
    match, bots = begin(smolensk, 3)
    while (step := _step(smolensk, match, bots)).name != "follow":
        match.do(" ".join(step.lit[0]), "axis")
    assert ("done",) not in step.lit
    match.do(" ".join(step.lit[0]), "axis")
    after = _step(smolensk, match, bots)
    assert (after.name, after.lit[-1]) == ("end-operations", ("done",))


def test_what_holds_smolensk_is_not_led_away(smolensk: Tutorial) -> None:
    """Nobody who stands on the point that decides is lit to leave it; others are, to come."""
    match, bots = begin(smolensk, 3)
    while (step := _step(smolensk, match, bots)).name != "june-pincers":
        match.do(" ".join(step.lit[0]), "axis")
    won, near = NUMBER["SMO"], NUMBER["ORS"]
    at, held = bytearray(match.state.at), bytearray(match.state.held)
    for unit, place in enumerate(match.state.at):
        if place in (won, near):
            at[unit] = DEAD
    at[UNIT["LVI"]], at[UNIT["XLI"]] = won, near
    held[won] = held[near] = AXIS
    kept = changed(match, at=bytes(at), held=bytes(held))
    step = _step(smolensk, kept, {})
    assert step.name == "keep"
    assert step.lit == (("move", "XLI", "ORS", "SMO"),)
    kept.do("move XLI ORS SMO", "axis")
    after = _step(smolensk, kept, {})
    assert after.lit
    assert not {"LVI", "XLI"} & {words[1] for words in after.lit}


def _step(smolensk: Tutorial, match: Match[Any], bots: dict[str, Any]) -> StepView:
    play(match, bots)
    step = advise(smolensk, match).step
    assert step is not None
    return step


@pytest.mark.parametrize("name", GAMES)
def test_every_tutorial_can_be_read_and_cites_rules_that_exist(name: str) -> None:
    assert [one.told.scenario for one in tutorials(name)] == list(info(name).tutorials)
    package = game(name).package
    known = set(rows(package)) | {one.id for one in rulings(package).values()}
    for found in tutorials(name):
        parts = (*found.told.step, *found.told.reaction)
        assert {rule for part in parts for rule in part.rules} <= known
