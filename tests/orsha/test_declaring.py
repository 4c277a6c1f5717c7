"""In referee mode whatever breaks a rule can be let pass, and the log says which rule."""

from __future__ import annotations

from typing import Any

import pytest

from landbridge.engine.matches.match import Match
from landbridge.engine.refusals import Refusal
from landbridge.games.orsha.campaign.battle.battle import Battle
from landbridge.games.orsha.campaign.reorganising.perimeter.drawing import PerimeterDrawing
from landbridge.games.orsha.campaign.setting_up.inspection import Inspection
from landbridge.games.orsha.campaign.setting_up.set_up import SetUp
from orsha.campaign_play import SET_UP, begin, go_to, say, settle, told


def lets_pass(match: Match[Any], who: str, text: str, rule: str) -> None:
    """It is refused by this rule, and passes when the referee declares it."""
    with pytest.raises(Refusal) as caught:
        match.do(text, who)
    assert rule in caught.value.rules, caught.value
    assert caught.value.declarable, caught.value
    events = match.do(text, who, declare=True)
    declared = [event for event in events if event.id == "declared"]
    assert [rule in event.rules for event in declared] == [True]


def test_purchases_and_preparations_are_declared_CG12_8_8_8_9() -> None:
    match = begin(mode="referee")
    lets_pass(match, "german", "buy 3x V4", "OTO-8.616-1")
    lets_pass(match, "german", "buy G1 offboard", "OTO-CG12a-2")
    lets_pass(match, "german", "buy 6x M1", "OTO-8.616-1")
    lets_pass(match, "german", "buy O4", "OTO-CG7-5")
    match.do("buy I2", "german")
    lets_pass(match, "russian", "buy M1", "OTO-8.51-IHSR7-1")
    say(match, "german", "ready", "receive")
    lets_pass(match, "german", "build 60x wire", "OTO-8.8-1")
    lets_pass(match, "german", "build 9x hip squad", "OTO-8.8-HIP-3")
    say(match, "german", "ready")
    assert match.state.german.hip == {"squad": 9}
    say(match, "russian", "buy 2x I2", "buy 2x V2", "buy I5", "buy 2x V3", "buy I4", "buy 2x I1")
    lets_pass(match, "russian", "buy 3x V4", "OTO-8.611-1")
    say(match, "russian", "ready", "receive")
    assert match.state.russian.cpp < 0


def set_up(match: Match[Any]) -> Match[Any]:
    say(match, "german", "buy G1", "buy V3", "buy M2", "ready", "receive")
    say(match, "russian", "buy I1", "buy 2x F1", "ready", "receive", "recon 1")
    match.do("wind none", "german")
    return match


def test_notes_and_reconnaissance_are_declared_CG12_8_91() -> None:
    match = set_up(begin(mode="referee"))
    lets_pass(match, "german", "place G-23am-I1.1 K45", "OTO-8.61G-1")
    lets_pass(match, "german", "place G-23am-G1.1/1 retained", "OTO-CG12a-2")
    lets_pass(match, "german", "place G-23am-M2.1/1 K30", "OTO-RGG-j-2")
    lets_pass(match, "german", "place G-23am-OoB/1 K30 hip", "OTO-8.8-HIP-1")
    lets_pass(match, "german", "place G-23am-I1.1/1 K30 concealed", "OTO-CG10-1")
    lets_pass(match, "german", "ready", "OTO-CG12-1")
    lets_pass(match, "russian", "place R-23am-I1.1 K45", "OTO-CG12b-1")
    match.do("ready", "russian")
    assert isinstance(match.state.agenda[0], Inspection)
    lets_pass(match, "russian", "inspect P3", "OTO-8.91-2")


def test_reports_and_facts_are_declared_CG14_9_6052() -> None:
    match = set_up(begin(mode="referee"))
    say(match, "german", SET_UP)
    say(match, "russian", "ready", "ready")
    assert isinstance(match.state.agenda[0], Battle)
    lets_pass(match, "german", "gameend 4", "OTO-E16-1")
    say(match, "russian", "fly R-23am-F1.1/1", "fly R-23am-F1.2/1")
    lets_pass(match, "russian", "fly R-23am-F1.1/1", "OTO-CG7-1")
    lets_pass(match, "german", "ended G-23am-G1.1/1 K30 hidden", "OTO-CG11-6")
    lets_pass(match, "german", "ended G-23am-I1.1/1 exited", "OTO-CG14-1")
    lets_pass(match, "german", "ended G-23am-OoB/1 K40", "OTO-9.607-2")
    match.do("ended G-23am-I1.1/2 K30 prisoner", "german")
    lets_pass(match, "german", "file", "OTO-8.618-1")
    say(match, "russian", "ended rest P45", "file")
    lets_pass(match, "german", "control german K30", "OTO-9.6052-3")
    lets_pass(match, "german", "mark K30 blaze", "OTO-9.609-1")
    lets_pass(match, "german", "cvp russian 40", "OTO-8.51-Obj-3")
    lets_pass(match, "russian", "san russian 5", "OTO-9.3-1")
    lets_pass(match, "german", "agree", "OTO-9.608-1")
    match.do("agree", "russian", declare=True)
    go_to(match, PerimeterDrawing)
    assert "Declared by the referee" in told(match)


def test_a_declared_campaign_goes_on_to_the_next_set_up() -> None:
    match = set_up(begin(mode="referee"))
    match.do("ready", "german", declare=True)
    say(match, "russian", "ready", "ready", "ended rest P45", "file")
    say(match, "german", "ended rest P20", "file")
    go_to(settle(match), SetUp)
    assert match.state.date == "23pm"


def test_what_was_forgotten_is_noted_and_marked_at_another_time() -> None:
    """Notes, Control and marks are put right by a referee, also in the battle."""
    match = set_up(begin(mode="referee"))
    say(match, "german", SET_UP)
    say(match, "russian", "ready", "ready")
    assert isinstance(match.state.agenda[0], Battle)
    agenda = match.state.agenda
    lets_pass(match, "german", "place G-23am-I1.1/1 L30", "OTO-9.3-1")
    lets_pass(match, "russian", "mark X38 rubble", "OTO-9.609-1")
    lets_pass(match, "russian", "control russian X38", "OTO-9.6052-1")
    assert match.state.german.pieces["G-23am-I1.1/1"].hex == "L30"
    assert match.state.marks["X38"] == ("rubble",)
    assert match.state.control["X38"] == "russian"
    lets_pass(match, "russian", "unmark X38", "OTO-9.609-1")
    assert "X38" not in match.state.marks
    assert match.state.agenda == agenda
    with pytest.raises(Refusal, match="when both reports are in") as caught:
        match.do("cvp german 3", "german", declare=True)
    assert not caught.value.declarable


def in_battle() -> Match[Any]:
    match = set_up(begin(mode="referee"))
    say(match, "german", SET_UP)
    say(match, "russian", "ready", "ready")
    assert isinstance(match.state.agenda[0], Battle)
    return match


def test_what_was_forgotten_in_the_preparations_is_done_in_the_battle_8_61_8_8_8_9() -> None:
    match = in_battle()
    agenda, before = match.state.agenda, match.state
    lets_pass(match, "german", "buy 2x V3", "OTO-8.611-1")
    lets_pass(match, "german", "build 2x wire", "OTO-8.8-1")
    lets_pass(match, "german", "build trench", "OTO-8.8-1")
    lets_pass(match, "russian", "recon 1", "OTO-8.9-1")
    lets_pass(match, "russian", "inspect P40", "OTO-8.9-4")
    lets_pass(match, "german", "wind mild_breeze 3", "OTO-9.2-1")
    assert match.state.agenda == agenda
    german, had = match.state.german, before.german
    new = {id: piece for id, piece in german.pieces.items() if id not in had.pieces}
    assert [line for line in german.lines if line not in had.lines] == [
        *("G-23am-V3.2", "G-23am-V3.3", "G-23am-FPP"),
    ]
    assert {piece.line for piece in new.values()} == {"G-23am-V3.2", "G-23am-V3.3", "G-23am-FPP"}
    works = [piece.name for piece in new.values() if piece.line == "G-23am-FPP"]
    assert works == ["Wire", "Wire", "Trench"]
    assert german.cpp < had.cpp
    assert german.roster[-1].spent == had.roster[-1].spent + had.cpp - german.cpp
    assert german.roster[-1].left == german.cpp
    assert match.state.russian.recons == before.russian.recons + 1
    assert match.state.wind == "mild breeze to hexside 3"
    with pytest.raises(Refusal, match=r"'receive' now.*nobody can let it pass"):
        match.do("receive", "german", declare=True)


def test_fortifications_that_are_let_be_planned_too_early_are_built_in_their_part_8_8() -> None:
    match = begin(mode="referee")
    lets_pass(match, "german", "build 2x wire", "OTO-8.8-1")
    say(match, "german", "buy I1", "ready", "receive")
    assert match.state.german.phase == "building"
    match.do("ready", "german")
    assert [p.name for p in match.state.german.pieces.values() if p.line.endswith("FPP")] == [
        *("Wire", "Wire")
    ]


def test_an_order_that_is_let_pass_in_secret_stays_secret() -> None:
    match = begin(mode="referee")
    events = match.do("buy 3x V4", "german", declare=True)
    told = {role: [event.id for event in events if event.visible_to(role)] for role in SEES}
    assert told == {
        "german": ["declared", "bought"],
        "russian": [],
        "referee": ["declared", "bought"],
    }


SEES = ("german", "russian", "referee")
