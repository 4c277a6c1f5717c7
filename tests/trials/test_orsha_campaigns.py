"""More campaigns of Orsha in which both sides spend their points."""

from __future__ import annotations

import pytest

from landbridge.engine.matches.saves import from_text, to_text
from landbridge.referee.games import load_match
from orsha.campaign_play import by_chance


@pytest.mark.parametrize("seed", range(1, 6))
def test_a_random_campaign_comes_to_its_end_and_verifies(seed: int) -> None:
    match = by_chance(seed)
    assert match.outcome is not None
    again = load_match(from_text(to_text(match.save())))
    assert again.state == match.state
    assert again.audit() == []
