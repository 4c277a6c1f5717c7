"""Legal actions at random: what is drawn is never refused, and every verb is drawn."""

from __future__ import annotations

import random

import pytest

from landbridge.engine.actions import verb_of
from landbridge.engine.chance import Sampler
from landbridge.engine.events import Play
from landbridge.games.arsenal.war.game import Arsenal
from landbridge.games.arsenal.war.state import War

GAME = Arsenal()
OTHERWISE = {
    "expansion_site": "in_supply",
    "composite_supply": "overland",
    "factory_lines": "supplied",
    "strategic_lines": "all_lines",
    "siberian_edges": "both",
    "parachutes": "on",
    "embarkation": "railed_plants_only",
    "guards_number": "any",
}


def play(seed: int, scenario: str, options: dict[str, str]) -> tuple[War, list[str]]:
    """A match of drawn actions, each of them checked."""
    nature = Sampler(seed)
    state = GAME.set_up(scenario, GAME.choose(options), Play(nature))
    rng = random.Random(seed)
    verbs = []
    while (drawn := GAME.draw(state, rng.randrange)) is not None:
        who, action = drawn
        assert any(d.who == who for d in GAME.decisions(state))
        GAME.check(state, who, action)
        verbs.append(verb_of(action))
        state = GAME.apply(state, who, action, Play(nature))
    return state, verbs


def chosen(options: dict[str, str]) -> dict[str, str]:
    """Those of the options that the game knows."""
    return {
        name: value
        for name, value in options.items()
        if value in GAME.rulings[name].options and GAME.rulings[name].default != value
    }


@pytest.mark.parametrize("scenario", [s.name for s in GAME.scenarios])
@pytest.mark.parametrize("options", [{}, OTHERWISE], ids=["as it stands", "otherwise"])
def test_nothing_that_is_drawn_is_refused(scenario: str, options: dict[str, str]) -> None:
    for seed in range(3):
        state, verbs = play(seed, scenario, chosen(options))
        assert state.ended
        assert GAME.draw(state, lambda number: 0) is None
        assert len(verbs) > 20


def test_every_verb_is_drawn() -> None:
    verbs: set[str] = set()
    for seed in range(12):
        verbs.update(play(seed, "campaign", chosen(OTHERWISE))[1])
    assert verbs == set(GAME.verbs)


def test_the_same_choices_draw_the_same_match() -> None:
    first, second = play(5, "barbarossa", {}), play(5, "barbarossa", {})
    assert first == second
