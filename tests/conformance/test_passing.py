"""A step that passes by itself hides no choice and tells no secret, in every game."""

from __future__ import annotations

import random
from typing import Any

import pytest

from conformance.corpus import BEGINNINGS, matches
from conformance.driver import options
from landbridge.bots.random_bot import RandomBot
from landbridge.bots.seats import play
from landbridge.engine.chance.nature import Sampler
from landbridge.engine.matches.match import Match
from landbridge.engine.play.events import SPECTATOR
from landbridge.engine.play.game import Game
from landbridge.engine.play.passing import PASSED, way_to_pass
from landbridge.referee.games import new_match

PASSING = {"arsenal": {"done"}, "belorussia": {"done", "orders"}, "orsha": {"ready"}}
"""The verbs by which steps pass."""
SEEN_TO_PASS = {
    *(
        ("arsenal", name)
        for name in ("tutorial", "barbarossa", "case-blue", "bagration", "campaign")
    ),
    *(("belorussia", name) for name in ("campaign-1943", "campaign-1944")),
}
"""Beginnings in which steps pass at random. In Orsha nearly all that can be done is a secret (see
below), and on the map of Belorussia no step says that it passes."""
ENOUGH = 8
"""Positions of each beginning that are looked at."""


def check_pass(match: Match[Any], role: str) -> None:
    """A role has nothing to decide: let the step pass, and look at all that could be wrong."""
    game, state, number = match.game, match.state, len(match)
    (decision,) = match.decisions(role)
    verb = way_to_pass((decision,))
    open_to_it = [offer for one, offer in options(match, random.Random(1)) if one.who == role]
    assert [offer.verb for offer in open_to_it] == [verb]
    # Whoever sees it pass could have known that nothing was to be decided.
    for other in {*game.roles, SPECTATOR} - {role}:
        for seed in range(3):
            (same,) = game.decisions(game.imagine(state, other, Sampler(seed)), role)
            assert (way_to_pass((same,)), same.prompt) == (verb, decision.prompt), other
    events = match.pass_on((role,))
    records = match.history.records[number:]
    assert all(one.automatic and not one.dice for one in records)
    if records:
        assert (events[0].id, events[0].values["step"]) == (PASSED, decision.prompt)
        assert decision.prompt in game.sentence(events[0])
        by_hand = match.branch(number, 1)
        by_hand.do(verb, role)
        assert by_hand.state == match.at(number + 1)


@pytest.mark.parametrize(
    ("game", "scenario"),
    [
        pytest.param(game, name, id=f"{game.name}-{name}")
        for game, name in BEGINNINGS
        if game.name in PASSING
    ],
)
def test_a_pass_hides_no_choice_and_tells_no_secret(game: Game[Any], scenario: str) -> None:
    looked_at = 0
    for seed, match in matches(game, scenario):
        for number, record in enumerate(match.history.records):
            if record.do not in PASSING[game.name] or looked_at >= ENOUGH:
                continue
            if way_to_pass(game.decisions(match.at(number), record.who)):
                looked_at += 1
                check_pass(match.branch(number, seed), record.who)
    assert looked_at or (game.name, scenario) not in SEEN_TO_PASS


def test_a_side_that_has_freed_its_prisoners_is_done_with_them() -> None:
    match = new_match("orsha", "battles-by-chance", seed=3)
    bots = {role: RandomBot(f"3 {role}") for role in match.game.roles}
    for _ in range(60):
        free = [role for role in match.deciders if way_to_pass(match.decisions(role))]
        if free:
            assert match.state.agenda[0].passes
            check_pass(match, free[0])
            assert match.history.records[-1].automatic
            return
        play(match, bots, 1)
    raise AssertionError("no prisoner was freed")
