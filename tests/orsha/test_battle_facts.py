"""What can be said of a battle: turns, aircraft, pieces that cannot move, Strategic Locations."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from landbridge.engine.matches.match import Match
from landbridge.engine.refusals import BadInput
from landbridge.games.orsha.campaign.map_hexes import spelled_out
from landbridge.games.orsha.campaign.pieces.roster import RosterPiece
from landbridge.games.orsha.campaign.reorganising.equipment.vehicles import Remanning
from landbridge.games.orsha.campaign.reorganising.map.clearing import MapClearing
from orsha.campaign_play import (
    SET_UP,
    after,
    begin,
    go_to,
    in_state,
    joined_by,
    refused,
    say,
    settle,
    told,
)

STUG = "G-23am-V3.1/1"
SECOND = "G-23am-V3.1/2"
THIRD = "G-23am-V3.1/3"
GUN = "G-23am-G1.1/1"
CREW = "G-23am-G1.1/3"


def before_the_battle(**rulings: str) -> Match[Any]:
    """StuGs and Guns; the Russians have three aircraft RGs."""
    match = begin(options=rulings)
    say(match, "german", "buy V3", "buy G1", "ready", "receive")
    say(match, "russian", "buy I1", "buy 2x F1", "ready", "receive", "ready")
    say(match, "german", "wind none", f"place {GUN} K28", SET_UP)
    match.do("ready", "russian")
    third = RosterPiece(id="R-23am-F1.3/1", side="russian", kind="aircraft", name="44A FB", cvp=2)
    return joined_by(match, "russian", third)


@pytest.fixture(scope="module")
def open_battle() -> Match[Any]:
    return before_the_battle()


# Turns


def test_a_game_end_dr_is_made_once_a_turn_from_turn_5_on(open_battle: Match[Any]) -> None:
    match = open_battle.branch()
    caught = refused(match, "german", "gameend 3", "no Game End dr is made at the end of turn 3")
    assert "OTO-CG4-2" in caught.rules
    match.do("gameend 5", "german", dice=[6])
    refused(match, "german", "gameend 5", "from turn 6 on, once a turn")
    match.do("gameend 6", "german", dice=[1])
    refused(match, "german", "gameend 7", "the Game End dr of turn 6 has ended the scenario")
    say(match, "german", "ended rest P20", "file")


def test_the_circled_numbers_are_read_from_the_map_where_that_is_agreed() -> None:
    match = before_the_battle(turn_record="as_printed")
    with pytest.raises(BadInput, match="Say the circled number of turn 5"):
        match.do("gameend 5", "german")
    match.do("gameend 5 3", "german", dice=[3])
    assert "Game End dr of turn 5: the scenario ends." in told(match)


# Aircraft


def test_two_aircraft_groups_at_a_time_each_of_them_once(open_battle: Match[Any]) -> None:
    match = open_battle.branch()
    match.do("fly R-23am-F1.1/1", "russian")
    refused(match, "russian", "fly R-23am-F1.1/1", "has entered in this scenario")
    match.do("fly R-23am-F1.2/1", "russian")
    caught = refused(match, "russian", "fly R-23am-F1.3/1", "2 aircraft RGs of the Russian side")
    assert {"OTO-QA.E-1", "OTO-QA.E-2"} <= set(caught.rules)
    match.do("ended R-23am-F1.1/1 used", "russian")
    match.do("fly R-23am-F1.3/1", "russian")
    match = settle(after(match))
    pieces = match.state.russian.pieces.values()
    assert {p.status for p in pieces if p.kind == "aircraft"} == {"used"}


@pytest.mark.parametrize(("ruling", "third"), [("retained", "offmap"), ("lost", "used")])
def test_what_entered_is_used_and_what_waited_stays_or_not(ruling: str, third: str) -> None:
    match = before_the_battle(waiting_aircraft=ruling)
    say(match, "russian", "fly R-23am-F1.1/1", "fly R-23am-F1.2/1")
    match = settle(after(match))
    pieces = match.state.russian.pieces
    assert pieces["R-23am-F1.1/1"].status == pieces["R-23am-F1.2/1"].status == "used"
    assert pieces["R-23am-F1.3/1"].status == third


# Lines that make no sense


def test_nonsense_is_refused(open_battle: Match[Any]) -> None:
    match = open_battle.branch()
    bombs = next(p.id for p in match.state.russian.pieces.values() if p.kind == "bombardment")
    refused(match, "russian", f"ended {bombs} exited", "cannot be exited; offmap, or used")
    refused(match, "russian", f"ended {bombs} eliminated", "cannot be eliminated")
    refused(match, "russian", "ended R-23am-F1.1/1 exited", "cannot exit the map")
    caught = refused(match, "german", f"ended {GUN} offmap", "who leaves the map is Eliminated")
    assert caught.rules == ("OTO-CG14-1",)
    match = after(match)
    refused(match, "german", "mark Q10 bridge_destroyed", "no bridge with LVP in Q10")
    match.do("mark K33 bridge_destroyed", "german")


def test_what_is_immobile_has_not_moved(open_battle: Match[Any]) -> None:
    stuck = RosterPiece(
        id=STUG,
        side="german",
        kind="vehicle",
        name="StuG IIIG",
        cvp=6,
        status="map",
        hex="P20",
        former="P20",
        states=("immobilized",),
    )
    match = joined_by(open_battle, "german", stuck)
    refused(match, "german", f"ended {STUG} K10", "cannot have moved from P20")
    rest = match.branch()
    match.do(f"ended {STUG} P20", "german")
    # Of a whole line it stays where it was.
    rest.do("ended G-23am-V3.1 K10", "german")
    report = rest.state.german.report
    assert (report[STUG].hex, report[SECOND].hex) == ("P20", "K10")


# Strategic Locations


def test_only_what_can_fight_makes_a_location_strategic(open_battle: Match[Any]) -> None:
    lines = [
        f"{STUG} K31 immobilized abandoned",
        f"{SECOND} K30 immobilized disabled",
        f"{THIRD} K27 immobilized",
        f"{GUN} K28",
        f"{CREW} K29",
        "G-23am-G1.1/2 K26",
        "G-23am-G1.1/4 K26",
    ]
    match = after(open_battle, lines)
    for hex in ("K31", "K30", "K28"):
        caught = refused(match, "german", f"control german {hex}", "is not a Strategic Location")
        assert "OTO-8.2-Strategic-1" in caught.rules
    say(match, "german", "control german K27", "control german K26")


# Remanning


def test_any_unit_mans_an_abandoned_afv(open_battle: Match[Any]) -> None:
    match = settle(after(open_battle, [f"{STUG} P20 abandoned immobilized"]))
    go_to(match, Remanning)
    match.do(f"reman {STUG} G-23am-I1.1/1", "german")
    pieces = match.state.german.pieces
    assert not pieces[STUG].has("abandoned")
    assert (pieces["G-23am-I1.1/1"].status, pieces["G-23am-I1.1/1"].by) == ("joined", STUG)


# Rulings on No Man's Land


@pytest.mark.parametrize(("ruling", "holder"), [("nobody", None), ("last_controller", "russian")])
def test_lvp_in_no_mans_land(ruling: str, holder: str | None) -> None:
    match = after(before_the_battle(lvp_no_mans_land=ruling))
    match.do("control russian K33 X38", "russian")
    # Nobody holds the middle of the edges: the Perimeters end far from each other.
    gap = spelled_out(("A24-A41", "DD24-DD41"), match.state.edge_rows)
    held = {hex: side for hex, side in match.state.control.items() if hex not in gap}
    match = settle(in_state(match, replace(match.state, control=held)))
    go_to(match, MapClearing)
    inside = [match.state.in_perimeter(side, "X38") for side in ("german", "russian")]
    assert not any(inside)
    assert match.state.control.get("X38") == holder


@pytest.mark.parametrize("ruling", ["marked", "skipped"])
def test_front_line_hexes_in_no_mans_land(ruling: str) -> None:
    match = before_the_battle(nml_front=ruling)
    german = [f"G-23am-I1.1/{n} {hex}" for n, hex in enumerate(("Q40", "L41", "X34"), 1)]
    russian = [f"R-23am-I1.1/{n} {hex}" for n, hex in enumerate(("P34", "J45", "T43"), 1)]
    match = settle(after(match, german, russian))
    go_to(match, MapClearing)
    # M42 lies in both areas and holds nobody.
    assert not match.state.in_perimeter("german", "M42")
    assert ("M42" in match.state.fronts["german"].front) == (ruling == "marked")
