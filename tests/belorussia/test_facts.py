"""Campaigns in which everything is said that can be said, and the books still balance."""

from __future__ import annotations

import random
from typing import Any

import pytest

from landbridge.bots.random_bot import RandomBot
from landbridge.bots.seats import Seat, Stuck
from landbridge.engine.matches.match import Match
from landbridge.engine.play.actions import Slot, verb_of
from landbridge.engine.refusals import LandbridgeError
from landbridge.games.belorussia.ledger.facts.every_fact import FACT_OF
from landbridge.games.belorussia.ledger.facts.noting import Fact
from landbridge.referee.games import load_match, new_match

ACTIONS = 700


def word(match: Match[Any], verb: str, slot: Slot, rng: random.Random) -> str:
    """Any word for a slot; names are often those that the books know."""
    state = match.state
    known = {
        ("remnant", "division"): [unit.name for unit in state.axis.dead],
        ("captured", "hex"): [*state.soviet.hedgehogs, *state.axis.hedgehogs],
        ("lose", "name"): [*state.alerts_out, *state.remnants, *state.penal_out],
    }.get((verb, slot.name), [])
    if known and rng.random() < 0.5:
        return rng.choice(known)
    if slot.low is not None and slot.high is not None:
        return str(rng.randint(slot.low, slot.high))
    return rng.choice(slot.words or slot.examples)


def say(match: Match[Any], kind: type[Fact], rng: random.Random) -> bool:
    """Note a fact with any words; whether it was taken."""
    words = [verb_of(kind)]
    for slot in kind.full_offer().slots:
        if slot.optional and rng.random() < 0.3:
            break
        words.append(word(match, verb_of(kind), slot, rng))
    before = match.state
    try:
        match.do(" ".join(f"'{word}'" for word in words))
    except LandbridgeError:
        assert match.state is before
        return False
    return True


def agreed(match: Match[Any], rng: random.Random) -> dict[str, str]:
    """Any choice for every switch; destroyed Alert units stay in play, so that they are counted."""
    chosen = {name: rng.choice(list(one.options)) for name, one in match.game.rulings.items()}
    return chosen | {"alert_pools": "seven", "kessel_hq": "pocket_hq"}


def balance(match: Match[Any]) -> dict[str, int]:
    """What no action may add to or take from."""
    state = match.state
    return {
        "penal units": state.penal + sum(state.penal_out.values()),
        "partisans": len(state.partisan_pool) + len(state.partisans),
        "alert units": sum(map(len, state.alerts.values())) + len(state.alerts_out),
    }


def books_agree(state: Any) -> None:
    """What stands in several books stands alike in all of them."""
    assert not set(state.soviet.hedgehogs) & set(state.axis.hedgehogs)
    assert ("Minsk" in state.held) == state.minsk.soviet
    for name, place in state.places.items():
        if place.side == "axis" and place.controlled:
            assert name not in state.held
    dead = {unit.name for unit in state.axis.dead}
    assert dead.issuperset(state.remnants)
    assert not dead & set(state.alerts_out)
    for front in (*state.objectives, *state.penal_out):
        assert not front or state.fronts[front].posture == "offensive"
    for side in ("soviet", "axis"):
        assert all(unit.unit.side == side for unit in state.book(side).dead)


@pytest.mark.parametrize("seed", range(3))
def test_books_balance_whatever_facts_are_noted(seed: int) -> None:
    rng = random.Random(seed)
    match = new_match("belorussia", seed=seed)
    if seed:
        match = new_match("belorussia", seed=seed, options=agreed(match, rng))
    bots = {role: RandomBot(f"{seed} {role}") for role in match.game.roles}
    whole = balance(match)
    said: set[str] = set()
    while match.outcome is None and len(match) < ACTIONS:
        verb = rng.choice([*FACT_OF, "lose", "lose"])
        points = match.state.soviet.vp
        if rng.random() < 0.5 and say(match, FACT_OF[verb], rng):
            said.add(verb)
            # Fortresses and pockets give their points with the loss, or with their city.
            gives = ("vp", "lose", "hold", "minsk")
            assert verb in gives or match.state.soviet.vp == points
        elif rng.random() < 0.1 and offered(match, "appeal"):
            match.do("appeal", "soviet")
            assert match.state.soviet.vp == points - 1
        else:
            go_on(match, bots)
        assert balance(match) == whole
        books_agree(match.state)
    assert said >= {"mark", "minsk", "lose", "vp", "hold", "captured"}
    again = load_match(match.save())
    assert again.state == match.state
    assert not match.audit()


def go_on(match: Match[Any], bots: dict[str, RandomBot]) -> None:
    """The next thing that is asked; what was put before Minsk fell is taken back first."""
    who = match.deciders[0]
    try:
        action = bots[who].choose(Seat(match, who))
    except Stuck:
        for place in {put.place for put in match.state.agenda[0].puts}:
            match.do(f"takeback '{place}'", who)
        action = bots[who].choose(Seat(match, who))
    match.do(action, who)


def offered(match: Match[Any], verb: str) -> bool:
    return any(offer.verb == verb for offer in match.decisions()[0].offers)
