"""The novice: an easier bot that does not look everywhere; where is its seed's."""

from __future__ import annotations

from typing import Any

from landbridge.bots.seats import Seat, play
from landbridge.engine.matches.match import Match
from landbridge.games.arsenal.bot.novice import Novice
from landbridge.games.arsenal.words import AXIS
from landbridge.referee.games import new_match


def novices(match: Match[Any], seed: int) -> dict[str, Any]:
    return {role: Novice(f"{seed} {role}") for role in match.game.roles}


def test_the_novice_plays_to_the_end() -> None:
    match = new_match("arsenal", "tutorial", seed=4)
    play(match, novices(match, 4))
    assert match.outcome is not None
    assert not match.audit()


def test_the_novice_with_the_same_seed_plays_the_same_way() -> None:
    played = []
    for seed in (1, 1, 2):
        match = new_match("arsenal", "tutorial", seed=9)
        play(match, novices(match, seed))
        played.append([record.do for record in match.history.records])
    assert played[0] == played[1] != played[2]


def test_a_novice_that_is_asked_anew_overlooks_the_same() -> None:
    match = new_match("arsenal", "tutorial", seed=5)
    while match.outcome is None and len(match) < 3000:
        role = match.deciders[0]
        match.do(Novice("n").choose(Seat(match, role)), role)
    assert match.outcome is not None
    first, again = (Novice("n").look(match.state, AXIS).overlooked for _ in range(2))
    assert first == again
    assert 20 < len(first) < 100
    assert Novice("m").look(match.state, AXIS).overlooked != first
