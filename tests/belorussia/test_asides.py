"""Campaigns in which everything is said that can be said, and the books still balance."""

from __future__ import annotations

import random
from typing import Any

import pytest

from landbridge.bots.random_bot import RandomBot
from landbridge.bots.seats import Seat, Stuck
from landbridge.engine.actions import Offer
from landbridge.engine.match import Match
from landbridge.engine.refusals import LandbridgeError
from landbridge.games.belorussia.ledger.game import ASIDE_OFFERS
from landbridge.referee.games import load_match, new_match

ACTIONS = 700


def say(match: Match[Any], offer: Offer, rng: random.Random) -> bool:
    """Say an aside with any words; whether it was taken."""
    words = [offer.verb]
    for slot in offer.slots:
        if slot.optional and rng.random() < 0.5:
            break
        if slot.low is not None and slot.high is not None:
            words.append(str(rng.randint(slot.low, slot.high)))
        else:
            words.append(rng.choice(slot.choices or slot.examples))
    before = match.state
    try:
        match.do(" ".join(f"'{word}'" for word in words))
    except LandbridgeError:
        assert match.state is before
        return False
    return True


def balance(match: Match[Any]) -> dict[str, int]:
    """What no action may add to or take from."""
    state = match.state
    return {
        "penal units": state.penal + sum(state.penal_out.values()),
        "partisans": len(state.partisan_pool) + len(state.partisans),
        "alert units": sum(map(len, state.alerts.values())) + len(state.alerts_out),
    }


@pytest.mark.parametrize("seed", range(3))
def test_the_books_balance_whatever_is_said(seed: int) -> None:
    rng = random.Random(seed)
    match = new_match("belorussia", seed=seed)
    bots = {role: RandomBot(f"{seed} {role}") for role in match.game.roles}
    whole = balance(match)
    said: set[str] = set()
    while match.outcome is None and len(match) < ACTIONS:
        verb = rng.choice(list(ASIDE_OFFERS))
        points = match.state.soviet.vp
        if rng.random() < 0.5 and say(match, ASIDE_OFFERS[verb], rng):
            said.add(verb)
            assert verb == "vp" or match.state.soviet.vp == points
        elif rng.random() < 0.1 and offered(match, "appeal"):
            match.do("appeal", "soviet")
            assert match.state.soviet.vp == points - 1
        else:
            go_on(match, bots)
        assert balance(match) == whole
        assert all(unit.unit.side == side for side in bots for unit in match.state.book(side).dead)
    assert said >= {"mark", "minsk", "lose", "vp", "hold", "call", "barrage", "penal"}
    again = load_match(match.save())
    assert again.state == match.state
    assert not match.audit()


def go_on(match: Match[Any], bots: dict[str, RandomBot]) -> None:
    """The next thing that is asked; what was put before Minsk fell is taken back first."""
    who = match.decisions()[0].who
    try:
        action = bots[who].choose(Seat(match, who))
    except Stuck:
        for place in {put.place for put in match.state.agenda[0].puts}:
            match.do(f"takeback '{place}'", who)
        action = bots[who].choose(Seat(match, who))
    match.do(action, who)


def offered(match: Match[Any], verb: str) -> bool:
    return any(offer.verb == verb for offer in match.decisions()[0].offers)
