"""Whatever breaks a rule can be declared: every action that can be carried out, in every phase."""

from __future__ import annotations

import random

import pytest

from conformance.driver import play
from landbridge.engine.matches.match import Match
from landbridge.engine.refusals import BadInput, ImpossibleAction, Refusal
from landbridge.games.arsenal.forces.composites import RECIPES
from landbridge.games.arsenal.forces.units import KINDS, UNITS
from landbridge.games.arsenal.industry.factories import FACTORIES
from landbridge.games.arsenal.map.places import PLACE_WORDS, SIBERIA
from landbridge.games.arsenal.map.points import POINTS
from landbridge.games.arsenal.war.capacity import capacity_left
from landbridge.games.arsenal.war.game import Arsenal
from landbridge.games.arsenal.war.state import War
from landbridge.referee.games import load_match

GAME = Arsenal()
PLACES = [*(point.id for point in POINTS), PLACE_WORDS[SIBERIA]]
ROUNDS = 12
SELDOM = {
    *("stand", "press", "halt", "intercept", "site"),  # They mean nothing elsewhere.
    *("attack", "withdraw", "drop", "recall", "unload"),  # Chance does not prepare them; see below.
}


def some_action(verb: str, match: Match[War], rng: random.Random) -> str:
    """Words for a verb that mean something, whether they are legal or not."""
    side = match.deciders[0]
    own = [u for u in UNITS if u.side == side]
    unit, other = rng.choice(own), rng.choice(own)
    factory, place = rng.choice(FACTORIES).id, rng.choice(PLACES)
    words = {
        "site": f"{factory} {place}",
        "pick": factory,
        "deploy": f"{factory} {place}",
        "entrain": factory,
        "unload": factory,
        "send": f"{factory} {place}",
        "ship": f"{factory} {place}",
        "raise": f"{unit.id} {place}",
        "lift": f"{unit.id} {place}",
        "compose": f"{KINDS[rng.choice(list(RECIPES))].id} {unit.id} {other.id}",
        "rail": f"{unit.id} {place}",
        "sail": f"{unit.id} {place}",
        "move": f"{unit.id} {PLACE_WORDS[match.state.at[unit.number]]} {place}",
        "rebase": f"{unit.id} {place}",
        "drop": f"{unit.id} {place}",
        "attack": f"{place} {rng.randint(0, 2)}",
        "intercept": str(rng.randint(0, 2)),
    }
    return f"{verb} {words.get(verb, '')}".strip()


@pytest.mark.parametrize("verb", sorted(GAME.verbs))
def test_whatever_can_be_carried_out_can_be_declared(verb: str) -> None:
    passed = 0
    for number in range(ROUNDS):
        rng = random.Random(f"{verb} {number}")
        scenario = ("barbarossa", "campaign", "bagration")[number % 3]
        match = Match.new(GAME, scenario, seed=number, mode="referee", options={"parachutes": "on"})
        play(match, rng, rng.randint(0, 90))
        for _ in range(25):
            if match.outcome is not None:
                break
            text = some_action(verb, match, rng)
            who = match.deciders[0]
            try:
                violations = GAME.check(match.state, who, GAME.read(text))
            except (BadInput, ImpossibleAction):
                continue
            if not violations:
                continue
            assert all(one.rules for one in violations), text
            events = match.do(text, who, declare=True)
            assert events[0].id == "declared"
            assert events[0].rules
            passed += 1
        assert load_match(match.save()).state == match.state
    assert passed or verb in SELDOM


TULA = """
title = "Tula"
first = "1942-07"
last = "1942-12"
axis_win = 30
draw = 29
axis_holds = ["ORL", "BRY"]

[units]
TUL = ["Art1", "1AC"]
ORL = ["XII"]
"""


WINTER = """
title = "Orel"
first = "1942-01"
last = "1942-12"
axis_win = 30
draw = 29
axis_holds = ["ORL", "BRY", "ROS", "SMO", "ORS", "MIN", "BAR", "BRE"]

[units]
TUL = ["13A", "50A"]
ORL = ["XII", "FK-II"]
BRY = ["FK-VIII"]
"""


def test_declared_attack_and_drop_are_carried_out() -> None:
    own = GAME.own_scenario(TULA, "test")
    options = {"parachutes": "on"}
    match = Match.new(GAME, own, seed=1, mode="referee", dice="either", options=options)
    while "move" not in {o.verb for d in match.decisions() if d.who == "soviet" for o in d.offers}:
        match.do("done")
    match.do("move Art1 TUL ORL")
    with pytest.raises(Refusal, match="No unit that can hold a point attacks there") as refused:
        match.do("attack ORL")
    assert refused.value.declarable
    events = match.do("attack ORL", declare=True)
    assert events[0].rules == ("RUL-DC-33",)
    while match.decisions()[0].offers[0].verb in ("stand", "press"):
        match.do("stand" if match.deciders[0] == "axis" else "halt")
    with pytest.raises(Refusal, match="too far, or has no air unit") as refused:
        match.do("drop 1AC BRY")
    assert refused.value.declarable
    assert match.do("drop 1AC BRY", declare=True)[0].rules == ("RUL-DC-30",)


def test_an_action_that_names_no_role_is_done_by_whoever_has_the_unit() -> None:
    """In the Soviet industry phase of June 1941 a German corps moves: the Axis move it."""
    match = Match.new(GAME, "barbarossa", seed=3, mode="referee")
    assert match.deciders == ("soviet",)
    match.do("move XXIV WAR BRE", declare=True)
    assert match.history.records[-1].who == "axis"
    with pytest.raises(Refusal, match="no Soviet unit"):
        match.do("move V SUW KAU")


def test_a_referee_has_the_side_act_that_alone_can() -> None:
    """In the Axis R/R phase the Siberian Reserves and composites are still the Soviets'."""
    match = Match.new(GAME, "barbarossa", seed=3, mode="referee", dice="either")
    match.do("done")
    assert match.deciders == ("axis",)
    for text in ("call", "compose tank_army 1MC 3MC"):
        match.do(text, declare=True)
        assert match.history.records[-1].who == "soviet"
        with pytest.raises(ImpossibleAction):
            match.do(text, "axis", declare=True)


def test_a_move_in_the_other_sides_turn_uses_none_of_its_moves() -> None:
    """Declared in the Axis turn, a Soviet army goes by rail and a factory is entrained."""
    match = Match.new(GAME, "barbarossa", seed=3, mode="referee", options={"stacking": "no_limit"})
    match.do("pick T-A")
    while "rail" not in {offer.verb for one in match.decisions() for offer in one.offers}:
        match.do("done")
    assert match.deciders == ("axis",)
    match.do("rail LV DAN")
    for text in ("rail 20A GOR", "entrain T-KHA"):
        match.do(text, declare=True)
        assert match.history.records[-1].who == "soviet"
    assert (capacity_left(match.state, "axis"), capacity_left(match.state, "soviet")) == (5, 8)
    while match.deciders == ("axis",):
        match.do("done")
    assert capacity_left(match.state, "soviet") == 7  # The factory is still entrained.


def test_more_aircraft_than_the_weather_lets_fly_may_be_declared_on_both_sides() -> None:
    """In the first winter one Axis air unit flies, in attack and in defence alike."""
    own = GAME.own_scenario(WINTER, "test")
    match = Match.new(GAME, own, seed=1, mode="referee", dice="either")
    while "move" not in {o.verb for d in match.decisions() if d.who == "soviet" for o in d.offers}:
        match.do("done")
    match.do("move 13A TUL ORL")
    match.do("attack ORL")
    assert match.deciders == ("axis",)
    with pytest.raises(Refusal, match="The weather lets 1 air unit fly there") as refused:
        match.do("intercept 2")
    assert refused.value.declarable
    assert refused.value.rules == ("RUL-DC-35",)
    with pytest.raises(ImpossibleAction, match="1 air unit can fly there"):
        match.do("intercept 3", declare=True)
    assert match.do("intercept 2", declare=True)[0].rules == ("RUL-DC-35",)


def test_aircraft_that_a_referee_lets_fly_throw_their_dice() -> None:
    own = GAME.own_scenario(WINTER, "test")
    match = Match.new(GAME, own, seed=1, mode="referee", dice="either")
    while "move" not in {o.verb for d in match.decisions() if d.who == "axis" for o in d.offers}:
        match.do("done")
    match.do("move XII ORL TUL")
    with pytest.raises(Refusal, match="The weather lets 1 air unit fly there"):
        match.do("attack TUL 2")
    # The two armies fire, then the corps and both air units.
    events = match.do("attack TUL 2", declare=True, dice=[1, 1, 1, 1, 1])
    fired = [roll.purpose for event in events for roll in event.rolls]
    assert (fired.count("Defensive fire"), fired.count("Attack")) == (2, 3)


def test_a_factory_is_set_down_at_another_time_than_its_own_DC_R40() -> None:
    match = Match.new(GAME, "barbarossa", seed=3, mode="referee")
    while "entrain" not in {offer.verb for one in match.decisions() for offer in one.offers}:
        match.do("done", declare=True)
    match.do("entrain T-KHA")
    left = capacity_left(match.state, "soviet")
    with pytest.raises(Refusal, match="cannot 'unload' now") as refused:
        match.do("unload T-KHA")
    assert refused.value.rules == ("DC-R40",)
    agenda = match.state.agenda
    events = match.do("unload T-KHA", declare=True)
    assert [event.id for event in events] == ["declared", "set_down", "set_up"]
    assert match.state.agenda == agenda
    assert capacity_left(match.state, "soviet") == left + 1
    with pytest.raises(ImpossibleAction, match="is not entrained"):
        match.do("unload T-KHA", declare=True)
    with pytest.raises(ImpossibleAction, match="nobody can let it pass: it means nothing without"):
        match.do("stand", declare=True)
