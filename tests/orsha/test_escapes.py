"""Escapes from a Pocket: Armor Leaders, dismantled Guns, free Deployment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from landbridge.engine.matches.match import Match
from landbridge.engine.refusals import BadInput
from landbridge.games.orsha.campaign.pieces.roster import RosterPiece
from landbridge.games.orsha.campaign.reorganising.perimeter.escapes import Escapes
from landbridge.games.orsha.campaign.reorganising.rolls import Rolls
from landbridge.games.orsha.campaign.sentences import name_of_line
from orsha.campaign_play import SET_UP, after, begin, go_to, joined_by, refused, say, settle, told

POCKET = "P48"
STUG = "G-23am-V3.1/1"
OTHER = "G-23am-V3.1/2"
CHIEF = "G-23am-V3.1/9"
SQUAD = "G-23am-I1.1/1"
MORTAR = "G-23am-I6.1/1"
CREW = "G-23am-I6.1/3"
LEADER = "G-23am-I1.1/99"


def before_the_battle(**rulings: str) -> Match[Any]:
    """StuGs with a 10-2 as their Armor Leader, a company with a 9-1, mortars."""
    match = begin(options=rulings)
    say(match, "german", "buy V3", "buy I6", "ready", "receive")
    say(match, "russian", "buy I1", "ready", "receive", "ready")
    say(match, "german", "wind none", SET_UP)
    match.do("ready", "russian")
    chief = RosterPiece(id=CHIEF, side="german", kind="armor_leader", name="10-2", cvp=3)
    leader = RosterPiece(id=LEADER, side="german", kind="leader", name="9-1", cvp=2)
    return joined_by(match, "german", chief, leader)


@pytest.fixture(scope="module")
def open_battle() -> Match[Any]:
    return before_the_battle()


def cut_off(match: Match[Any], pieces: Sequence[str]) -> Match[Any]:
    """These Germans are in a Pocket far behind the Russian front."""
    front = [f"R-23am-I1.1/{n} {hex}" for n, hex in enumerate(("K38", "P38", "X38"), 1)]
    lines = [name if " " in name else f"{name} {POCKET}" for name in pieces]
    found = settle(after(match, lines, front))
    go_to(found, Escapes)
    assert found.state.area_of(POCKET) is not None
    return found


def test_an_armor_leader_helps_his_afv_and_goes_with_it(open_battle: Match[Any]) -> None:
    match = cut_off(open_battle, [STUG, CHIEF])
    # 10 with his -2 is 8: the AFV Escapes; without him it would be left behind.
    match.do(f"escape {STUG}", "german", dice=[(5, 5)])
    pieces = match.state.german.pieces
    assert (pieces[STUG].status, pieces[CHIEF].status) == ("offmap", "offmap")
    both = ", ".join(name_of_line(pieces[one].label) for one in (STUG, CHIEF))
    assert f"Escape succeeds: {both}." in told(match)


@pytest.mark.parametrize(
    ("name", "dice", "vehicle", "fate"),
    [
        ("10-2", (6, 6), "map", "offmap"),
        ("8+1", (4, 6), "map", "eliminated"),
        ("8+1", (5, 6), "eliminated", "eliminated"),
    ],
)
def test_he_fares_as_the_crew_does(
    open_battle: Match[Any], name: str, dice: tuple[int, int], vehicle: str, fate: str
) -> None:
    chief = RosterPiece(id=CHIEF, side="german", kind="armor_leader", name=name, cvp=1)
    match = cut_off(joined_by(open_battle, "german", chief), [STUG, CHIEF])
    match.do(f"escape {STUG} {CHIEF}", "german", dice=[dice])
    pieces = match.state.german.pieces
    assert (pieces[STUG].status, pieces[CHIEF].status) == (vehicle, fate)
    assert pieces[STUG].has("abandoned") == (vehicle == "map")


def test_he_is_lost_with_an_afv_that_does_not_recover(open_battle: Match[Any]) -> None:
    match = settle(after(open_battle, [f"{STUG} P21 shock", f"{CHIEF} P21"]))
    go_to(match, Rolls, "9.6044")
    match.do("resolve", "german", dice=[4, 4])
    pieces = match.state.german.pieces
    assert (pieces[STUG].status, pieces[CHIEF].status) == ("eliminated", "eliminated")


def test_of_two_afv_he_is_in_one(open_battle: Match[Any]) -> None:
    match = cut_off(open_battle, [STUG, OTHER, f"{CHIEF} {POCKET} aboard={OTHER}"])
    alone = match.branch()
    alone.do(f"escape {STUG}", "german", dice=[(4, 4)])
    assert alone.state.german.pieces[CHIEF].status == "map"
    caught = refused(match, "german", f"escape {STUG} {CHIEF}", rf"\(10-2\) is in {OTHER}")
    assert caught.rules == ("OTO-9.6063-DRM-3", "RUL-OTO-80")
    match.do(f"escape {OTHER}", "german", dice=[(5, 5)])
    assert match.state.german.pieces[CHIEF].status == "offmap"
    refused(alone, "german", f"escape {OTHER} {SQUAD}", "is in P20")


def test_a_dismantled_mortar_goes_along(open_battle: Match[Any]) -> None:
    match = cut_off(open_battle, [MORTAR, CREW])
    caught = refused(match, "german", f"escape {CREW} {MORTAR}", "a Gun cannot go along")
    assert caught.rules == ("OTO-9.6063-4", "RUL-OTO-14")
    with pytest.raises(BadInput, match="say how many PP"):
        match.do(f"escape {CREW} {MORTAR} dismantled", "german")
    light = match.branch()
    light.do(f"escape {CREW} {MORTAR} dismantled=3", "german", dice=[(4, 4)])
    assert light.state.german.pieces[CREW].name == "2-2-8"
    # 8 and 4 for the PP above an IPC of 3: nobody comes through.
    match.do(f"escape {CREW} {MORTAR} dismantled=7", "german", dice=[(4, 4)])
    assert match.state.german.pieces[MORTAR].status == "eliminated"
    pieces = light.state.german.pieces
    assert (pieces[MORTAR].status, pieces[CREW].status) == ("offmap", "offmap")


def test_no_gun_goes_along_where_the_players_agree_so() -> None:
    match = cut_off(before_the_battle(dismantled_guns="never"), [MORTAR, CREW])
    refused(match, "german", f"escape {CREW} {MORTAR} dismantled=4", "a Gun cannot go along")


def test_a_squad_deploys_without_a_check_with_each_leader(open_battle: Match[Any]) -> None:
    second = "G-23am-I1.1/2"
    match = cut_off(open_battle, [SQUAD, second, LEADER])
    assert "deploy" in {offer.verb for offer in match.decisions("german")[0].offers}
    match.do(f"deploy {SQUAD} {LEADER}", "german")
    pieces = match.state.german.pieces
    assert (pieces[SQUAD].name, pieces[f"{SQUAD}a"].name) == ("2-4-7", "2-4-7")
    assert pieces[f"{SQUAD}a"].hex == POCKET
    caught = refused(match, "german", f"deploy {second} {LEADER}", "cannot Deploy without a check")
    assert caught.rules == ("OTO-9.6063-3", "RUL-OTO-13")
    assert "deploy" not in {offer.verb for offer in match.decisions("german")[0].offers}
    match.do(f"escape {SQUAD}a", "german", dice=[(3, 3)])
    assert match.state.german.pieces[f"{SQUAD}a"].status == "offmap"


def test_no_squad_deploys_where_the_players_agree_so() -> None:
    match = cut_off(before_the_battle(escape_deploy="none"), [SQUAD, LEADER])
    assert "deploy" not in {offer.verb for offer in match.decisions("german")[0].offers}
    refused(match, "german", f"deploy {SQUAD} {LEADER}", "cannot Deploy without a check")


def test_whoever_must_try_is_asked_by_name(open_battle: Match[Any]) -> None:
    state = cut_off(open_battle, [SQUAD]).state
    asked = replace(state.agenda[0], must=(SQUAD,)).prompt(state, "german")
    assert asked == "9.606 Isolation; must try: 4-6-7 of Rifle Co. I (I1.1/1, 23 AM)"
