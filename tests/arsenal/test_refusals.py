"""Refusals: whatever is tried at the wrong time names its rule and what would be legal."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import pytest

from landbridge.engine.matches.match import Match
from landbridge.engine.refusals import ImpossibleAction, Refusal
from landbridge.games.arsenal import war
from landbridge.games.arsenal.forces.units import UNITS
from landbridge.games.arsenal.map.places import is_in_play
from landbridge.games.arsenal.map.points import NUMBER
from landbridge.games.arsenal.war.arrivals.phase import ReplacementPhase
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


def refused_rules(match: Match[War], text: str, who: str) -> set[str]:
    with pytest.raises(Refusal) as refused:
        match.do(text, who)
    return set(refused.value.rules)


@pytest.mark.parametrize(
    ("play", "text", "rules"),
    [
        # The Crimea lies outside what the tutorial plays; H-Mobile has gone by December.
        ({"scenario": "tutorial"}, "raise 9SRC SMO", {"RUL-DC-36"}),
        ({"first": "1941-12"}, "raise H-Mobile CLU", {"RUL-DC-36"}),
        # Helsinki has fallen: Finland's corps at Lappeenranta are lost, and none comes after them.
        (
            {"first": "1944-10", "soviet_holds": ["LEN", "VYB", "PTZ"], "units": {"LAP": ["F-II"]}},
            "raise F-II HEL",
            {"DC-R23", "RUL-DC-10"},
        ),
        # Before July Hungary is not at war, whatever it is that would come.
        ({"scenario": "barbarossa"}, "raise H-IV CLU", {"RUL-DC-10"}),
    ],
)
def test_a_unit_that_is_gone_is_refused_by_what_took_it_away(
    play: dict[str, Any], text: str, rules: set[str]
) -> None:
    scenario = play.get("scenario") or GAME.own_scenario(own_scenario(**play), "test")
    match = Match.new(GAME, scenario, seed=1)
    side = "soviet" if "9SRC" in text else "axis"
    while match.state.agenda[0] != ReplacementPhase(side):
        match.do("done")
    assert refused_rules(match, text, side) == rules


def own_scenario(
    first: str, soviet_holds: list[str] | None = None, units: dict[str, list[str]] | None = None
) -> str:
    placed = "\n".join(f"{point} = {words!r}" for point, words in (units or {}).items())
    return f"""
title = "Here"
first = "{first}"
last = "1945-05"
axis_win = 30
draw = 29
soviet_holds = {soviet_holds or []!r}

[units]
{placed}
"""


def test_a_part_of_a_composite_that_is_out_of_play_is_refused_by_that_rule() -> None:
    own = GAME.own_scenario(own_scenario("1943-01", units={"MOS": ["20A", "24A"]}), "test")
    match = Match.new(GAME, own, seed=1, options={"composite_parts": "out_of_play"})
    while "compose" not in offered(match, "soviet"):
        match.do("done")
    match.do("compose guards_infantry_army 20A 24A")
    assert refused_rules(match, "raise 20A MOS", "soviet") == {"DC-R50", "RUL-DC-23"}


def test_a_factory_that_is_not_there_is_refused_by_what_took_it_away() -> None:
    own = GAME.own_scenario(own_scenario("1942-07"), "test")
    match = Match.new(GAME, own, seed=1)
    while "pick" not in offered(match, "soviet"):
        match.do("done")
    lost, unbuilt = {"DC-R35", "DC-R45"}, {"DC-R27", "DC-R28"}
    for verb in ("entrain {}", "send {} Siberia", "ship {} Batumi", "deploy {} Gorki"):
        assert refused_rules(match, verb.format("T-KHA"), "soviet") == lost
        assert refused_rules(match, verb.format("T-A"), "soviet") == unbuilt
    match.do("pick T-A")
    assert refused_rules(match, "entrain T-A", "soviet") == {"DC-R28", "DC-R29"}


def test_a_counter_is_told_the_same_as_a_move_of_it() -> None:
    """Why a unit cannot go by rail is said in one place, for its counter and for the move."""
    match = at_phase(2)
    told = 0
    for unit in UNITS:
        place = match.state.at[unit.number]
        if unit.side != "axis" or not is_in_play(place) or place == NUMBER["DAN"]:
            continue
        why = GAME.why_not(match.state, "axis", unit.id)
        broken = GAME.check(match.state, "axis", GAME.read(f"rail {unit.id} DAN"))
        assert why is None or why in broken
        told += why is not None
    assert told


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
