"""Matches for tests of facts and claims: positions, what is offered in them, what is refused."""

from __future__ import annotations

import random
import shlex
from functools import cache
from typing import Any

import pytest

from landbridge.bots.random_bot import RandomBot
from landbridge.bots.seats import play
from landbridge.engine.matches.match import Match
from landbridge.engine.play.actions import Action, verb_of
from landbridge.engine.refusals import LandbridgeError, Refusal
from landbridge.games.belorussia.ledger.facts.noting import Fact
from landbridge.referee.games import new_match

SIDES = ("soviet", "axis")
HEXES = ("B6.03", "B12.20", "C30.22", "A40.10")
DIVISION = "lose axis 12 infantry division 2 leg no 3"


@cache
def begun() -> Match[Any]:
    """A match in its first turn, the partisans placed."""
    match = new_match("belorussia", seed=3)
    for where in HEXES:
        match.do(f"partisan {where}")
    return match


def match_begun(**options: Any) -> Match[Any]:
    if options:
        match = new_match("belorussia", seed=3, **options)
        for where in HEXES:
            match.do(f"partisan {where}")
        return match
    return begun().branch(seed=3)


def to_the_map(match: Match[Any], side: str) -> Match[Any]:
    """Play on until a side plays its turn on the map."""
    bots = {role: RandomBot(f"to the map {role}") for role in SIDES}
    for _ in range(300):
        step = match.state.agenda[0]
        if type(step).__name__ == "OnTheMap" and step.side == side:
            return match
        play(match, bots, 1)
    raise AssertionError("no turn on the map")


@cache
def positions() -> tuple[Any, ...]:
    """States in which every kind of step is asked, of either side."""
    found: dict[str, Any] = {}
    for seed in (1, 2):
        match = new_match("belorussia", seed=seed)
        bots = {role: RandomBot(f"{seed} {role}") for role in SIDES}
        for number in range(320):
            who = "-".join(decision.who for decision in match.decisions())
            found[f"{type(match.state.agenda[0]).__name__} {who} {number // 80}"] = match.state
            play(match, bots, 1)
    kinds = {name.split()[0] for name in found}
    assert kinds >= {"StartPartisans", "RollWeather", "FrontOrders", "Reinforcement", "OnTheMap"}
    return tuple(found.values())


GAME = begun().game


def offered(state: Any, side: str) -> set[str]:
    """Every verb that a side is asked for or offered beside it."""
    open_to = (*GAME.decisions(state), *GAME.asides(state))
    return {offer.verb for one in open_to if one.who == side for offer in one.offers}


def refusal(state: Any, who: str, action: Action) -> str:
    """How an action is refused; empty if it is not."""
    try:
        found = GAME.check(state, who, action)
    except Refusal as problem:
        return str(problem) if problem.rules else pytest.fail(f"{problem} cites no rule")
    except LandbridgeError as problem:
        return str(problem)
    return "; ".join(map(str, found))


def any_words(kind: type[Fact], rng: random.Random, state: Any) -> str:
    """Any well-formed fact of a kind; names are often those that the books know."""
    known = {
        "name": ["infantry 1", "ag_pg 2", "flak 3", "?", *state.alerts_out],
        "number": [str(unit.number) for unit in state.partisans] or ["1"],
    }
    words = [verb_of(kind)]
    for slot in kind.full_offer().slots:
        if slot.optional and rng.random() < 0.3:
            break
        if slot.name in known and rng.random() < 0.7:
            words.append(rng.choice(known[slot.name]))
        elif slot.low is not None and slot.high is not None:
            words.append(str(rng.randint(slot.low, slot.high)))
        else:
            words.append(rng.choice(slot.words or slot.examples))
    return shlex.join(words)
