"""The war on the map: what holds in every position, whatever is done."""

from __future__ import annotations

import random

import pytest

from arsenal.war_play import GAME
from conformance.driver import fill
from landbridge.engine.matches.match import Match
from landbridge.engine.play.game import Scenario
from landbridge.engine.refusals import Refusal
from landbridge.games.arsenal.forces.units import UNITS
from landbridge.games.arsenal.industry.factories import FACTORIES
from landbridge.games.arsenal.map.places import LAST_POINT, NOWHERE
from landbridge.games.arsenal.map.points import NEIGHBOURS, POINTS
from landbridge.games.arsenal.war.stacking import room
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.war.supply import in_supply
from landbridge.games.arsenal.words import AXIS, SOVIET

# What always holds


def broken(state: War) -> list[str]:
    """What is wrong with a position."""
    found = [
        f"{UNITS[unit].id} stands at {POINTS[place].name}, which is not its side's"
        for unit, place in enumerate(state.at)
        if place <= LAST_POINT and state.held[place] != state.side[unit]
    ]
    found += [
        f"{FACTORIES[factory].id} stands at {POINTS[place].name}, which is not Soviet"
        for factory, place in enumerate(state.factory_at)
        if place <= LAST_POINT and state.held[place] != SOVIET
    ]
    found += [
        f"{UNITS[unit].id} attacks a point that is not next to it"
        for unit, point in enumerate(state.target)
        if point != NOWHERE and point not in NEIGHBOURS[state.at[unit]]
    ]
    return found


@pytest.mark.parametrize("scenario", GAME.scenarios, ids=lambda scenario: scenario.name)
@pytest.mark.parametrize("north", ["with", "without"])
def test_every_scenario_begins_in_order(scenario: Scenario, north: str) -> None:
    match = Match.new(GAME, scenario.name, seed=1, options={"northern_extension": north})
    state = match.state
    assert broken(state) == []
    stand = [unit for unit, place in enumerate(state.at) if place <= LAST_POINT]
    assert {state.side[unit] for unit in stand} == {AXIS, SOVIET}
    assert all(room(state, point.number) >= 0 for point in POINTS)
    # Sevastopol is under siege in June 1942, with aircraft over its port.
    cut_off = [UNITS[unit].id for unit in stand if not in_supply(state, unit)]
    assert cut_off == []


@pytest.mark.parametrize("seed", range(6))
def test_a_random_war_stays_in_order(seed: int) -> None:
    rng = random.Random(seed)
    match = Match.new(GAME, "campaign" if seed % 2 else "barbarossa", seed=seed)
    # Phases are ended late, so that much is moved and fought in each.
    while match.outcome is None and len(match) < 1_500:
        decision = match.decisions()[0]
        offers = [o for o in decision.offers if o.verb != "done" or rng.random() < 0.05]
        text = fill(match, decision.who, rng.choice(offers), rng) if offers else None
        if text is None:
            continue
        try:
            match.do(text, decision.who)
        except Refusal:
            continue
        assert broken(match.state) == [], text
