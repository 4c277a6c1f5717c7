"""Refusals: whatever is tried at the wrong time names its rule and what would be legal."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from landbridge.engine.matches.match import Match
from landbridge.engine.refusals import ImpossibleAction, Refusal
from landbridge.games.arsenal import war
from landbridge.games.arsenal.war.game import Arsenal
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.words import SIDE_NAMES

GAME = Arsenal()
TRIED = {
    "recall": "recall XII",
    "site": "site T-KHA GOR",
    "pick": "pick T-A",
    "deploy": "deploy T-A GOR",
    "entrain": "entrain T-KHA",
    "send": "send T-KHA Siberia",
    "ship": "ship T-LEN TAL",
    "unload": "unload T-KHA",
    "raise": "raise 29A Siberia",
    "lift": "lift R-III BUC",
    "call": "call",
    "compose": "compose tank_army 1MC 3MC",
    "rail": "rail XII KRA",
    "sail": "sail XII DAN",
    "move": "move XII WAR BRE",
    "attack": "attack BRE",
    "rebase": "rebase FK-I SUW",
    "drop": "drop 5AC TIL",
    "intercept": "intercept 1",
    "stand": "stand",
    "withdraw": "withdraw",
    "press": "press",
    "halt": "halt",
    "done": "done",
}
REFUSALS = ("Refusal", "ImpossibleAction")
PHASES = {"before play": 0, "Axis R/R": 1, "Axis rail": 2, "Axis operations": 3, "industry": 4}


def at_phase(ended: int) -> Match[War]:
    match = Match.new(GAME, "barbarossa", seed=1)
    for _ in range(ended):
        match.do("done")
    return match


def of_this_phase(match: Match[War], who: str, verb: str) -> bool:
    step = match.state.agenda[0]
    return who in step.deciders(match.state) and GAME.verbs[verb] in step.verbs


def offered(match: Match[War], who: str) -> set[str]:
    return {o.verb for d in match.decisions() if d.who == who for o in d.offers}


def test_every_verb_says_what_it_is_for() -> None:
    assert set(GAME.uses) == set(GAME.verbs) == set(TRIED)
    assert all(use.when and use.rules for use in GAME.uses.values())


@pytest.mark.parametrize("verb", TRIED)
@pytest.mark.parametrize("phase", PHASES)
def test_a_verb_at_the_wrong_time(phase: str, verb: str) -> None:
    match = at_phase(PHASES[phase])
    before = match.state
    for who in GAME.roles:
        if verb in offered(match, who):
            continue
        with pytest.raises(Refusal) as refused:
            match.do(TRIED[verb], who)
        assert refused.value.rules
        assert refused.value.legal
        if of_this_phase(match, who, verb) or isinstance(refused.value, ImpossibleAction):
            # It is told by its own rule, or means nothing for this side at all.
            continue
        assert f"{SIDE_NAMES[who][1:]} cannot '{verb}' now" in str(refused.value)
        assert GAME.uses[verb].when in refused.value.text
        assert set(GAME.uses[verb].rules) <= set(refused.value.rules)
        legal = offered(match, who)
        assert refused.value.legal.startswith("legal: ") == bool(legal)
        assert all(re.search(rf"\b{word}\b", refused.value.legal) for word in legal)
        assert refused.value.legal
    assert match.state is before


def test_after_the_end_nothing_is_legal() -> None:
    match = Match.new(GAME, "tutorial", seed=1, options={"stacking": "no_limit"})
    while match.outcome is None:
        match.do("done")
    with pytest.raises(Refusal):
        match.do("done", "axis")


@pytest.mark.parametrize(
    "file", sorted(Path(str(war.__file__)).parent.rglob("*.py")), ids=lambda file: file.stem
)
def test_every_refusal_in_the_code_has_a_rule_and_an_alternative(file: Path) -> None:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in REFUSALS:
            words = {word.arg for word in node.keywords}
            given = len(node.args)
            assert given >= 2 or "rules" in words, f"{file.name}:{node.lineno} has no rule"
            assert given >= 3 or "legal" in words, f"{file.name}:{node.lineno} says nothing legal"
