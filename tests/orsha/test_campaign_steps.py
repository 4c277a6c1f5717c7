"""Single steps of the campaign with dice from the table: mines, bog, Shock, fires, flights."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from landbridge.engine.matches.match import Match
from landbridge.engine.refusals import BadInput, Refusal
from landbridge.games.orsha.campaign.battle.battle import Battle
from landbridge.games.orsha.campaign.map_hexes import spelled_out
from landbridge.games.orsha.campaign.reorganising.map.clearing import MapClearing
from landbridge.games.orsha.campaign.reorganising.map.fortification_removal import (
    FortificationRemoval,
)
from landbridge.games.orsha.campaign.reorganising.rolls import Rolls
from landbridge.games.orsha.campaign.sentences import name_of_line
from landbridge.games.orsha.campaign.setting_up.notes import Note
from landbridge.games.orsha.campaign.setting_up.placing import note_violations
from orsha.campaign_play import SET_UP, after, begin, go_to, refused, say, settle, to_battle, told

MINED = "K36"


@pytest.fixture(scope="module")
def ready_to_fight() -> Match[Any]:
    """Both sides have bought and set up; the Germans have mines in K36 and a trench in K30."""
    match = begin()
    say(match, "german", "buy V3", "ready", "receive")
    say(match, "russian", "buy I1", "buy F1", "ready", "receive", "ready")
    pieces = match.state.german.pieces.values()
    mines = next(piece.id for piece in pieces if piece.kind == "minefield")
    trench = next(piece.id for piece in pieces if piece.name == "Trench")
    say(match, "german", "wind none", f"place {mines} {MINED}", f"place {trench} K30", SET_UP)
    say(match, "russian", "ready")
    assert isinstance(match.state.agenda[0], Battle)
    return match


def test_infantry_and_vehicles_leave_a_minefield(ready_to_fight: Match[Any]) -> None:
    lines = ["R-23am-I1.1/1 K36", "R-23am-I1.1/2 K36", "R-23am-V4.1/1 K36"]
    match = after(ready_to_fight, russian=lines)
    match.do("mark K36 trailbreak", "russian")
    step = go_to(settle(match), Rolls, "9.6042")
    assert set(step.left) == {"R-23am-I1.1/1", "R-23am-I1.1/2", "R-23am-V4.1/1"}
    with pytest.raises(BadInput, match="There is no piece to throw for"):
        match.do("resolve R-23am-I1.1/9", "russian")
    match.do("resolve R-23am-I1.1/1", "russian", dice=[(6, 6)])
    pieces = match.state.russian.pieces
    assert pieces["R-23am-I1.1/1"].name == "2-3-7"
    match.do("resolve R-23am-I1.1/2 out", "russian")
    assert match.state.russian.pieces["R-23am-I1.1/2"].name == "4-4-7"
    # No A-T mine goes off, and the A-P attack does nothing to an AFV.
    match.do("resolve", "russian", dice=[(6, 6), 6])
    assert match.state.russian.pieces["R-23am-V4.1/1"].status == "map"


def test_bog_and_shock(ready_to_fight: Match[Any]) -> None:
    lines = ["R-23am-V4.1/1 P44 bogged", "R-23am-V4.1/2 P44 mired", "R-23am-V4.2/1 P44 shock"]
    lines += ["R-23am-V4.2/2 P44 uk"]
    match = settle(after(ready_to_fight, russian=lines))
    go_to(match, Rolls, "9.6043")
    match.do("resolve", "russian", dice=[6, 5])
    pieces = match.state.russian.pieces
    assert pieces["R-23am-V4.1/1"].states == ("immobilized",)
    assert pieces["R-23am-V4.1/2"].states == ("immobilized",)
    go_to(match, Rolls, "9.6044")
    match.do("resolve", "russian", dice=[4, 4, 3])
    pieces = match.state.russian.pieces
    assert pieces["R-23am-V4.2/1"].status == "eliminated"
    assert pieces["R-23am-V4.2/2"].states == ()
    assert "wreck" in match.state.marks["P44"]


def test_equipment_is_given_up_and_works_are_taken_up(ready_to_fight: Match[Any]) -> None:
    match = settle(after(ready_to_fight))
    go_to(match, MapClearing)
    match.do("scrap G-23am-V3.1/1", "german")
    assert match.state.german.pieces["G-23am-V3.1/1"].status == "eliminated"
    assert "wreck" in match.state.marks["P20"]
    refused(match, "german", "scrap G-23am-I1.1/1", "Only Equipment is given up")
    step = go_to(match, FortificationRemoval)
    assert step.side == "german"
    works = match.decisions("german")[0].offers[0].slots[0].choices
    assert works
    match.do(f"takeup {works[0]}", "german")
    assert f"Trench of {name_of_line(works[0])} is taken up." in told(match)
    refused(match, "german", "takeup G-23am-I1.1/1", "is no Fortification on the map")


def test_aircraft_and_the_end_of_a_battle(ready_to_fight: Match[Any]) -> None:
    match = ready_to_fight.branch()
    flight = next(p.id for p in match.state.russian.pieces.values() if p.kind == "aircraft")
    match.do(f"fly {flight}", "russian")
    assert "Russian aircraft enter:" in told(match, "german")
    refused(match, "russian", "fly R-23am-I1.1/1", "no aircraft to enter")
    match.do("gameend 5", "german", dice=[1])
    assert "Game End dr of turn 5: the scenario ends." in told(match)


def test_facts_are_settled_and_taken_back(ready_to_fight: Match[Any]) -> None:
    match = after(ready_to_fight, russian=["R-23am-V4.1/1 exited"])
    say(match, "russian", "mark Q10 blaze", "unmark Q10")
    assert match.state.marks == {}
    worth = match.state.russian.pieces["R-23am-V4.1/1"].cvp
    refused(match, "russian", "evp 40", f"40 are given, the reports give {worth}")
    match.do("evp 40 'two more by the west edge'", "russian")
    with pytest.raises(BadInput, match="A mark is"):
        match.do("mark Q10 smoke", "russian")
    with pytest.raises(BadInput, match="Control is"):
        match.do("control soviet K33", "russian")
    with pytest.raises(BadInput, match="CVP are"):
        match.do("cvp soviet 4", "russian")
    settle(match)
    assert match.state.scores[0].evp == 40


def test_a_blaze_consumes_what_burns(ready_to_fight: Match[Any]) -> None:
    match = after(ready_to_fight, german=["G-23am-V3.1/1 eliminated at=K30"])
    say(match, "russian", "mark Q10 blaze", "mark K30 wreck blaze")
    settle(match)
    go_to(match, FortificationRemoval)
    assert "The Blaze in Q10 burns out" in told(match)
    assert match.state.marks["K30"] == ("burnt_out_wreck",)
    assert "rubble" in match.state.marks["Q10"] or "open_ground" in match.state.marks["Q10"]


def test_prisoners_are_rearmed_when_their_guard_is_lost(ready_to_fight: Match[Any]) -> None:
    german = ["G-23am-I1.1/1 K40 prisoner by=R-23am-I1.1/1"]
    match = settle(after(ready_to_fight, german, ["R-23am-I1.1/1 K40 encircled"]))
    go_to(match, Rolls, "9.6041")
    match.do("resolve R-23am-I1.1/1 alone", "russian", dice=[(6, 6)])
    assert match.state.russian.pieces["R-23am-I1.1/1"].status == "eliminated"
    freed = match.state.german.pieces["G-23am-I1.1/1"]
    assert (freed.status, freed.name, freed.by) == ("map", "4-3-6", "")


def test_hexes_in_runs() -> None:
    assert spelled_out(["K33"], "printed") == ("K33",)
    assert spelled_out(["A5-A7"], "printed") == ("A5", "A6", "A7")
    assert spelled_out(["A2-B1"], "printed") == ("A2", "A1", "B1")
    with pytest.raises(BadInput, match="down a column or along the map edge"):
        spelled_out(["K33-L35"], "printed")


def test_words_that_mean_nothing_are_answered_with_what_does(ready_to_fight: Match[Any]) -> None:
    match = ready_to_fight.branch()
    for text, words in (
        ("ended G-23am-I1.1/1 K30 asleep", "nothing that can be said of a piece"),
        ("ended G-23am-I1.1/1 K30 dr=13", "nothing that can be said of a piece"),
        ("ended G-23am-I1.1/1 K99", "no row 99"),
    ):
        with pytest.raises(BadInput, match=words):
            match.do(text, "german")
    refused(match, "german", "ended G-23am-I1.1/1 recalled", "only vehicles are Recalled")
    refused(match, "german", "ended G-23am-V3.1/1 K30 prisoner", "Equipment is captured")
    refused(match, "german", "ended G-23am-I1.1/1 K30 captured", "units become prisoners")
    refused(match, "german", "ended G-23am-I1.1/1 K30 hidden broken", "leave hidden out")
    refused(match, "german", "ended G-23am-I1.1/1 used", "cannot be used up")
    setting = begin()
    say(setting, "german", "buy G1", "buy V1", "ready", "receive")
    say(setting, "russian", "ready", "receive", "ready")
    with pytest.raises(BadInput, match="The wind is none"):
        setting.do("wind storm", "german")
    setting.do("wind mild_breeze 3", "german")
    for text, words in (
        ("place G-23am-I1.1/1 K30 in=cellar", "in= building"),
        ("place G-23am-I1.1/1 offboard K30", "Say one hex"),
        ("place G-23am-I1.1/1 K30 K31", "Only the hexes of a bought Minefield"),
    ):
        with pytest.raises(BadInput, match=words):
            setting.do(text, "german")
    refused(setting, "german", "place G-23am-I1.1/1 nowhere", "is not Isolated and can be set up")
    pieces = setting.state.german.pieces
    gun, work, vehicle = (
        next(p.id for p in pieces.values() if p.kind == kind)
        for kind in ("gun", "fortification", "vehicle")
    )
    refused(setting, "german", f"place {gun} offboard", "cannot come from off-board")
    refused(setting, "german", f"place {work} offboard", "or keep it for a later date")
    setting.do(f"place {work} nowhere", "german")
    refused(setting, "german", f"place {vehicle} K29 hip", "cannot set up HIP")
    seen = replace(pieces[gun], former="K30", hex="K30", status="map")
    german = replace(setting.state.german, pieces=pieces | {gun: seen})
    faults = note_violations(
        replace(setting.state, german=german), "german", [seen], Note(("K30",), hip=True)
    )
    assert ["OTO-CG11-6"] in [list(fault.rules) for fault in faults]


def test_purchases_and_works_are_taken_off_a_plan() -> None:
    match = begin()
    say(match, "german", "buy I1", "buy M1", "putback I1")
    assert [p.rg for p in match.state.german.plan] == ["M1"]
    with pytest.raises(BadInput, match="V1"):
        match.do("putback V1", "german")
    say(match, "german", "ready")
    with pytest.raises(BadInput, match="line to be received"):
        match.do("receive G-23am-I9.1", "german")
    say(match, "german", "receive G-23am-M1.1", "receive", "build 2x wire", "build trench")
    match.do("teardown trench", "german")
    with pytest.raises(BadInput, match="line on the plan"):
        match.do("teardown pillbox 1-3-5", "german")
    assert match.game.next_slot(match.state, "german", "build", ("hip",)) is not None
    assert match.game.next_slot(match.state, "german", "build", ("wire",)) is None
    say(match, "german", "ready")
    assert match.state.german.built == ("23am: 2 wire",)
    with pytest.raises(BadInput, match="costs 1 or 2 CPP"):
        say(match, "russian", "ready", "receive", "recon 3")
    assert match.game.next_slot(begin().state, "russian", "buy", ("O1",)) is not None


def test_whoever_can_file_does_so_when_nobody_is_named() -> None:
    """`file` is open to both sides, but offered only to the one whose report is complete."""
    match = to_battle(begin())
    say(match, "russian", "ended rest P45")
    match.do("file")
    assert match.history.records[-1].who == "russian"
    refusal = refused(match, "german", "file", "where it ended is not said")
    with pytest.raises(Refusal) as caught:
        match.do("file")
    assert str(caught.value) == str(refusal)
