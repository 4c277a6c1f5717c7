"""Guns from scenario to scenario: what they stand in, how far they go, who may hide for free."""

from __future__ import annotations

from typing import Any

import pytest

from landbridge.engine.matches.match import Match
from landbridge.games.orsha.campaign.preparing.preparations import Preparations
from landbridge.games.orsha.campaign.setting_up.set_up import SetUp
from orsha.campaign_play import SET_UP, after, begin, go_to, lay, refused, say, settle

GUN = "G-23am-G1.1"
CREW = "G-23am-G1.1/3"


@pytest.fixture(scope="module")
def setting_up() -> Match[Any]:
    """The first set-up: German PaK and mortars, Russian mortars."""
    match = begin()
    say(match, "german", "buy G1", "buy G8", "buy I6", "ready", "receive")
    say(match, "russian", "buy G4", "ready", "receive", "ready")
    match.do("wind none", "german")
    return match


@pytest.fixture(scope="module")
def second_set_up(setting_up: Match[Any]) -> Match[Any]:
    """The set-up of 23 PM; a PaK noted in a trench in K30 has been reported in K30, no more."""
    match = setting_up.branch()
    lay(match, "Trench", "K30")
    say(match, "german", f"place {GUN}/1 K30 in=trench", SET_UP)
    match.do("ready", "russian")
    lines = [f"{GUN}/1 K30", f"{CREW} K30", "G-23am-G8.1/1 K29"]
    match = settle(after(match, lines))
    go_to(match, SetUp)
    return match


def test_a_gun_set_up_in_a_trench_stays_in_it(second_set_up: Match[Any]) -> None:
    match = second_set_up.branch()
    gun = match.state.german.pieces[f"{GUN}/1"]
    assert (gun.status, gun.hex, gun.cover) == ("map", "K30", "trench")
    caught = refused(match, "german", f"place {GUN}/1 K27", "would be shifted 3 hexes from K30")
    assert "OTO-CG11-4" in caught.rules
    refused(match, "german", f"place {GUN}/1 retained", "stays on the map in K30")
    refused(match, "german", f"place {GUN}/1 K30 in=building", "stands in a trench")
    match.do(f"place {GUN}/1 K30", "german")
    assert match.state.german.pieces[f"{GUN}/1"].cover == "trench"


def test_a_gun_that_has_moved_is_in_no_trench(setting_up: Match[Any]) -> None:
    match = setting_up.branch()
    lay(match, "Trench", "K30")
    say(match, "german", f"place {GUN}/1 K30 in=trench", SET_UP)
    match.do("ready", "russian")
    match = settle(after(match, [f"{GUN}/1 K29"]))
    go_to(match, SetUp)
    gun = match.state.german.pieces[f"{GUN}/1"]
    assert (gun.status, gun.cover) == ("offmap", "")


def test_a_note_may_be_changed_while_the_side_sets_up(second_set_up: Match[Any]) -> None:
    match = second_set_up.branch()
    say(match, "german", "place G-23am-G8.1/1 K30 in=trench", "place G-23am-G8.1/1 K28")
    mortar = match.state.german.pieces["G-23am-G8.1/1"]
    assert (mortar.hex, mortar.cover) == ("K28", "")


def test_mortars_are_shifted_eight_hexes(second_set_up: Match[Any]) -> None:
    match = second_set_up.branch()
    names = {p.name for p in match.state.german.pieces.values() if p.line == "G-23am-G8.1"}
    assert "120* GrW 42" in names
    caught = refused(match, "german", "place G-23am-G8.1/1 K20", "9 hexes from K29; 8 hexes at")
    assert caught.rules == ("OTO-CG11-2",)
    match.do("place G-23am-G8.1/1 K21", "german")


def test_crews_hide_for_free_with_the_guns_they_man(setting_up: Match[Any]) -> None:
    whole = setting_up.branch()
    whole.do(f"place {GUN} K30 hip", "german")
    assert sum(p.has("hidden") for p in whole.state.german.pieces.values()) == 4
    apart = setting_up.branch()
    say(apart, "german", f"place {GUN}/1 K30 hip", f"place {CREW} K30 hip")
    caught = refused(apart, "german", f"place {GUN}/4 K30 hip", "HIP for 1 crew, but 0 bought")
    assert "OTO-8.8-HIP-1" in caught.rules
    # Away from the Gun, whose note stays, the crew would have to pay.
    refused(apart, "german", f"place {CREW} K31 hip", "HIP for 1 crew, but 0 bought")
    apart.do(f"place {CREW} K31", "german")
    assert not apart.state.german.pieces[CREW].has("hidden")


def test_who_comes_from_off_board_is_told_the_rule_of_the_date() -> None:
    match = begin()
    say(match, "german", "ready", "receive")
    say(match, "russian", "buy I1", "ready", "receive", "ready")
    say(match, "german", "wind none", SET_UP)
    first = refused(match, "russian", "place R-23am-I1.1 K45", "comes from off-board")
    assert first.rules == ("OTO-CG12b-1",)
    match.do("ready", "russian")
    match = settle(after(match))
    go_to(match, Preparations)
    match.do("buy V1 offboard", "russian")
    go_to(match, SetUp)
    say(match, "german", SET_UP)
    later = refused(match, "russian", "place R-23pm-V1.1 K45", "comes from off-board")
    assert later.rules == ("OTO-CG12b-4",)


def test_what_is_off_the_map_is_not_hidden_on_it() -> None:
    match = begin()
    say(match, "german", "buy V3 offboard", "ready", "receive")
    say(match, "russian", "ready", "receive", "ready")
    match.do("wind none", "german")
    refused(match, "german", "place G-23am-V3.1 offboard hip", "does not set up HIP off the map")
