"""Melees in a match: hidden units are in them, prisoners outlive their Guards."""

from __future__ import annotations

from typing import Any

import pytest

from landbridge.engine.matches.match import Match
from landbridge.games.orsha.campaign.reorganising.fighting.melees import Melees
from landbridge.games.orsha.campaign.reorganising.map.clearing import MapClearing
from landbridge.games.orsha.campaign.reorganising.people.hardening import HardeningStep
from landbridge.games.orsha.campaign.reorganising.perimeter.escapes import Escapes
from landbridge.games.orsha.campaign.reorganising.rolls import Rolls
from landbridge.games.orsha.campaign.sentences import name_of_line
from orsha.campaign_play import SET_UP, after, begin, go_to, say, settle, to_battle, told

PRISONER = "G-23am-I1.1/1"
GUARD = "R-23am-I1.1/1"


@pytest.fixture(scope="module")
def open_battle() -> Match[Any]:
    return to_battle(begin())


def test_a_hidden_crew_fights_and_is_revealed() -> None:
    match = begin()
    say(match, "german", "buy G1", "ready", "receive")
    say(match, "russian", "buy I1", "ready", "receive", "ready")
    say(match, "german", "wind none", "place G-23am-G1.1 K30 hip", SET_UP)
    match.do("ready", "russian")
    match = settle(after(match, ["G-23am-G1.1 K30 hidden"], [f"{GUARD} K30"]))
    step = go_to(match, Melees)
    assert step.hexes == ("K30",)
    assert "Revealed in the Melee in K30: 75L PaK 40" in told(match, "russian")
    assert not any(p.has("hidden") for p in match.state.on_map("german"))
    match.do("melee K30 russian", "russian")
    pieces = match.state.german.pieces
    assert pieces["G-23am-G1.1/3"].status == "eliminated"
    assert pieces["G-23am-G1.1/1"].status == "map"


def test_a_prisoner_is_free_when_his_side_wins_the_melee(open_battle: Match[Any]) -> None:
    german = [f"{PRISONER} K40 prisoner by={GUARD}", "G-23am-I1.1/2 K40"]
    match = settle(after(open_battle, german, [f"{GUARD} K40"]))
    go_to(match, Melees)
    match.do("melee K40 german", "russian")
    freed = match.state.german.pieces[PRISONER]
    assert (freed.status, freed.name, freed.hex, freed.by) == ("map", "4-3-6", "K40", "")
    go_to(match, HardeningStep)
    assert match.state.german.pieces[PRISONER].in_play


def test_another_guard_claims_him_if_one_is_left(open_battle: Match[Any]) -> None:
    russian = [f"{GUARD} K40 encircled", "R-23am-I1.1/2 K40"]
    german = [f"{PRISONER} K40 prisoner by={GUARD}"]
    match = settle(after(open_battle, german, russian))
    go_to(match, Rolls, "9.6041")
    match.do(f"resolve {GUARD} alone", "russian", dice=[(6, 6)])
    held = match.state.german.pieces[PRISONER]
    assert (held.status, held.by) == ("prisoner", "R-23am-I1.1/2")
    assert f"claimed by 4-4-7 of {name_of_line('R-23am-I1.1/2')}" in told(match)


def test_a_prisoner_is_free_when_his_guard_is_lost_in_an_escape(open_battle: Match[Any]) -> None:
    german = [f"{PRISONER} K10 prisoner by={GUARD}", "G-23am-I1.1/2 K20"]
    match = settle(after(open_battle, german, [f"{GUARD} K10"]))
    go_to(match, Escapes)
    match.do(f"escape {GUARD}", "russian", dice=[(6, 6)])
    assert match.state.russian.pieces[GUARD].status == "eliminated"
    go_to(match, MapClearing)
    go_to(match, HardeningStep)
    freed = match.state.german.pieces[PRISONER]
    assert (freed.status, freed.name, freed.cvp) == ("offmap", "4-3-6", 2)


def test_who_claims_him_after_an_escape_is_told_9_6041(open_battle: Match[Any]) -> None:
    other = "R-23am-I1.1/2"
    german = [f"{PRISONER} K10 prisoner by={GUARD}", "G-23am-I1.1/2 K20"]
    match = settle(after(open_battle, german, [f"{GUARD} K10", f"{other} K10"]))
    go_to(match, Escapes)
    match.do(f"escape {GUARD}", "russian", dice=[(6, 6)])
    assert match.state.russian.pieces[GUARD].status == "eliminated"
    say(match, "russian", "ready")
    go_to(match, HardeningStep)
    held = match.state.german.pieces[PRISONER]
    assert (held.status, held.by) == ("prisoner", other)
    assert f"claimed by 4-4-7 of {name_of_line(other)}" in told(match)
