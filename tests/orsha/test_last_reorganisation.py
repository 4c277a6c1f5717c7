"""The Reorganisation Phase after 24 PM: what it may still change, and what it may not."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from landbridge.engine.matches.match import Match
from orsha.campaign_play import begin, least, settle, told

LAST_DATE = {
    "date": "24pm",
    "agenda": [{"type": "Aftermath"}, {"type": "Reorganise"}],
    "control": dict.fromkeys(("K33", "X38", "Q10", "P3"), "russian"),
    "cvp": {"german": 0, "russian": 0},
}


def at_the_end(german_cpp: int, **rulings: str) -> Match[Any]:
    """Nothing is on the map, 4 LVP are Russian, so many German CPP are left."""
    match = begin(options=rulings)
    data = msgspec.to_builtins(match.state) | LAST_DATE
    data["german"]["cpp"] = german_cpp
    first = match.game.read_state(data, type(match.state))
    return Match(match.game, match.header, first, match.opening)


@pytest.mark.parametrize("ruling", ["to_scenario_end", "full", "none"])
def test_no_cpp_come_when_no_scenario_follows(ruling: str) -> None:
    match = settle(at_the_end(3, last_reph=ruling))
    while match.outcome is None:
        least(match)
    assert match.state.german.cpp == 3
    assert match.outcome.score["russian"] <= 4 + 3
    assert "replenishment:" not in told(match)
