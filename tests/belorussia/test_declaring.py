"""In referee mode what breaks a rule can be let pass, and the log says which rule."""

from __future__ import annotations

from typing import Any

import pytest

from belorussia.test_ledger import begin, to_axis_phase
from landbridge.engine.matches.match import Match
from landbridge.engine.refusals import ImpossibleAction, Refusal


def on_the_map(**options: str) -> Match[Any]:
    """The Axis play their turn on the map, and are the first to do so."""
    match = to_axis_phase(begin(mode="referee", options=options))
    match.do("done", declare=True)
    assert match.deciders == ("axis",)
    return match


def lets_pass(match: Match[Any], text: str, rule: str) -> None:
    with pytest.raises(Refusal) as caught:
        match.do(text)
    assert rule in caught.value.rules, caught.value
    events = match.do(text, declare=True)
    assert any(event.id == "declared" and rule in event.rules for event in events)


def test_orders_to_fronts_are_given_at_another_time() -> None:
    match = on_the_map(front_objectives="objectives")
    agenda = match.state.agenda
    lets_pass(match, "offensive western", "TFB-3.3-1")
    assert match.history.records[-1].who == "soviet"
    lets_pass(match, "objective western Minsk", "TFB-3.3-1")
    lets_pass(match, "hasten western", "RUL-TFB-25")
    lets_pass(match, "regroup western", "TFB-3.3-1")
    assert match.state.fronts["western"].posture != "offensive"
    assert match.state.agenda == agenda
    with pytest.raises(ImpossibleAction, match="the Soviet player"):
        match.do("offensive western", "axis", declare=True)


def test_claims_and_their_answers_cite_the_rule_on_claims_RUL_TFB_141() -> None:
    match = on_the_map()
    for text in ("confirm 1", "dispute 1"):
        with pytest.raises(Refusal) as caught:
            match.do(text, "soviet")
        assert caught.value.rules == ("RUL-TFB-141",), text


def test_every_word_is_enough_where_nothing_is_confirmed_RUL_TFB_141() -> None:
    claimed, noted = on_the_map(), on_the_map(word_on_the_map="taken")
    for match in (claimed, noted):
        match.do("hold Vitebsk", "soviet", declare=True)
    assert claimed.state.claimed.pending
    assert not noted.state.claimed.pending
    assert "Vitebsk" in noted.state.held
    assert "Vitebsk" not in claimed.state.held
