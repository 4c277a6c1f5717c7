"""What is refused while both sides prepare in secret tells neither how far the other is."""

from __future__ import annotations

from typing import Any

import pytest

from landbridge.bots.random_bot import RandomBot
from landbridge.bots.seats import Seat
from landbridge.engine.matches.match import Match
from landbridge.engine.refusals import Refusal
from landbridge.referee.games import new_match


def preparing(waiting: int) -> tuple[Match[Any], Any]:
    """A match in which so many sides still prepare."""
    match = new_match("orsha", seed=1)
    bots = {role: RandomBot(f"prepares {role}") for role in match.game.roles}
    for _ in range(400):
        step = match.state.agenda[0]
        if type(step).__name__ == "Preparations" and len(step.waiting) == waiting:
            return match, step
        who = match.deciders[0]
        match.do(bots[who].choose(Seat(match, who)), who)
    raise AssertionError("nobody prepares")


@pytest.mark.parametrize("waiting", [1, 2])
def test_a_refusal_does_not_tell_the_enemys_phase(waiting: int) -> None:
    match, step = preparing(waiting)
    busy = step.waiting[0]
    other = next(role for role in match.game.roles if role != busy)
    told = set()
    for phase in ("buying", "building", "scouting", "observing"):
        state = match.state.change_book(busy, phase=phase)
        with pytest.raises(Refusal) as refused:
            match.game.check(state, other, match.game.read("gameend 5 1"))
        assert refused.value.rules
        told.add(str(refused.value))
    assert len(told) == 1
