"""Blazes and Flames in a match: what burns, who is trapped, whose the hex is then."""

from __future__ import annotations

from typing import Any

import pytest

from landbridge.engine.matches.match import Match
from landbridge.games.orsha.campaign.reorganising.map.clearing import controller_of
from landbridge.games.orsha.campaign.reorganising.people.hardening import HardeningStep
from landbridge.games.orsha.campaign.reorganising.rolls import Rolls
from orsha.campaign_play import SET_UP, after, begin, go_to, lay, say, settle

STUG = "G-23am-V3.1/1"
GUN = "G-23am-G1.1/1"


def before_the_battle(**rulings: str) -> Match[Any]:
    match = begin(options=rulings)
    say(match, "german", "buy V3", "buy G1", "ready", "receive")
    say(match, "russian", "buy I1", "ready", "receive", "ready")
    match.do("wind none", "german")
    lay(match, "Trench", "L27")
    say(match, "german", SET_UP)
    match.do("ready", "russian")
    return match


@pytest.fixture(scope="module")
def open_battle() -> Match[Any]:
    return before_the_battle()


def test_a_blaze_that_comes_of_a_flame_takes_equipment(open_battle: Match[Any]) -> None:
    match = after(open_battle, [f"{STUG} L27 immobilized", f"{GUN} L27 in=trench"])
    match.do("mark L27 flame", "german")
    settle(match)
    go_to(match, Rolls, "9.6094")
    out = match.branch()
    out.do("resolve", "russian", dice=[4])
    assert out.state.german.pieces[STUG].status == "map"
    match.do("resolve", "russian", dice=[5])
    pieces = match.state.german.pieces
    assert (pieces[STUG].status, pieces[GUN].status) == ("eliminated", "eliminated")
    assert set(match.state.marks["L27"]) == {"blaze", "wreck"}


def test_an_isolated_afv_is_burnt_out_by_a_new_blaze(open_battle: Match[Any]) -> None:
    front = [f"R-23am-I1.1/{n} {hex}" for n, hex in enumerate(("K38", "P38", "X38"), 1)]
    match = after(open_battle, [f"{STUG} J46"], front)
    match.do("mark J46 flame", "german")
    settle(match)
    go_to(match, Rolls, "9.6094")
    assert match.state.german.pieces[STUG].area == "J46"
    match.do("resolve", "russian", dice=[6])
    assert match.state.german.pieces[STUG].status == "eliminated"
    assert set(match.state.marks["J46"]) == {"blaze", "burnt_out_wreck"}


def in_q10(match: Match[Any]) -> Match[Any]:
    """Russians deep in German ground, one of them in a building that burns."""
    lines = [f"R-23am-I1.1/{n} {hex}" for n, hex in enumerate(("Q10", "Q11", "R10"), 1)]
    match = after(match, ["G-23am-I1.1/1 Q20"], lines)
    match.do("mark Q10 blaze", "russian")
    settle(match)
    go_to(match, HardeningStep)
    return match


def test_a_burnt_building_is_isolated_no_longer() -> None:
    match = in_q10(before_the_battle(isolated_setup="location"))
    pieces = match.state.russian.pieces
    assert pieces["R-23am-I1.1/1"].status == "eliminated"
    assert controller_of(match.state, "Q10") == match.state.control["Q10"] == "german"
    assert match.state.in_perimeter("german", "Q10")
    area = match.state.area_of("Q11")
    assert area is not None
    assert "Q10" not in area.hexes
    assert {pieces[f"R-23am-I1.1/{n}"].area for n in (2, 3)} == {area.name}


def test_who_may_set_up_elsewhere_is_not_confined_to_the_fire(open_battle: Match[Any]) -> None:
    match = in_q10(open_battle)
    assert match.state.russian.pieces["R-23am-I1.1/1"].status == "map"
    area = match.state.area_of("Q10")
    assert area is not None
    assert area.holder == "russian"
