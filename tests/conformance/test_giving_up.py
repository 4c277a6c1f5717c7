"""Whoever would lose something by ending a step is told before, in every game."""

from __future__ import annotations

import pytest

from landbridge.bots.random_bot import RandomBot
from landbridge.bots.seats import play
from landbridge.referee.games import new_match


@pytest.mark.parametrize(
    ("game", "seed", "verb", "told"),
    [
        ("orsha", 1, "ready", "50 FPP are not spent and cannot be kept."),
        ("belorussia", 0, "done", "What is left cannot be kept and is lost: 1 Eq."),
    ],
)
def test_points_that_cannot_be_kept(game: str, seed: int, verb: str, told: str) -> None:
    match = new_match(game, seed=seed)
    bots = {role: RandomBot(seed + place) for place, role in enumerate(match.game.roles)}
    for _ in range(80):
        for decision in match.decisions():
            offer = next((one for one in decision.offers if one.gives_up), None)
            if offer is None:
                continue
            assert (offer.verb, offer.gives_up) == (verb, (told,))
            events = match.do(verb, decision.who)
            lost = [event.values for event in events if {"lost", "what"} & set(event.values)]
            number = told.split()[0] if game == "orsha" else "1 Eq"
            assert any(number in map(str, values.values()) for values in lost)
            return
        play(match, bots, until=1)
    raise AssertionError("nothing was ever left over")
