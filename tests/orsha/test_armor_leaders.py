"""Armor Leaders: each is in one AFV, and fares as its crew does."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from landbridge.engine.chance.nature import ScriptedDice
from landbridge.engine.matches.match import Match
from landbridge.engine.play.events import Play
from landbridge.engine.refusals import BadInput
from landbridge.games.orsha.campaign.battle.battle import Battle
from landbridge.games.orsha.campaign.pieces.roster import RosterPiece
from landbridge.games.orsha.campaign.reorganising.equipment.vehicles import check_immobile
from landbridge.games.orsha.campaign.reorganising.fighting.melees import Melees
from landbridge.games.orsha.campaign.reorganising.map.clearing import MapClearing
from landbridge.games.orsha.campaign.reorganising.people.hardening import HardeningStep
from landbridge.games.orsha.campaign.reorganising.rolls import Rolls
from landbridge.games.orsha.campaign.reports.form_entry import ResultForms
from landbridge.games.orsha.campaign.reports.form_template import template
from landbridge.games.orsha.campaign.setting_up.set_up import SetUp
from orsha.campaign_play import SET_UP, after, begin, go_to, joined_by, refused, say, settle

STUG = "G-23am-V3.1/1"
OTHER = "G-23am-V3.1/2"
THIRD = "G-23am-V3.1/3"
CHIEF = "G-23am-V3.1/9"
SECOND = "G-23am-V3.1/4"
SQUAD = "G-23am-I1.1/1"
ENEMY = "R-23am-I1.1/1"


def before_the_set_up(**rulings: str) -> Match[Any]:
    """Three StuGs with a 10-2 and a 9-1 as their Armor Leaders."""
    match = begin(options=rulings)
    say(match, "german", "buy V3", "ready", "receive")
    say(match, "russian", "buy I1", "ready", "receive", "ready")
    match.do("wind none", "german")
    second = match.state.german.pieces[SECOND]
    assert (second.kind, second.name) == ("armor_leader", "9-1")
    return joined_by(match, "german", replace(second, id=CHIEF, name="10-2", cvp=3))


def before_the_battle(**rulings: str) -> Match[Any]:
    match = before_the_set_up(**rulings)
    say(match, "german", SET_UP)
    match.do("ready", "russian")
    assert isinstance(match.state.agenda[0], Battle)
    return match


@pytest.fixture(scope="module")
def open_battle() -> Match[Any]:
    return before_the_battle()


def places(match: Match[Any], *names: str) -> list[str]:
    return [match.state.german.pieces[name].by for name in names]


# In which AFV


def test_he_is_where_it_is_said_or_in_the_first_that_is_free(open_battle: Match[Any]) -> None:
    lines = [f"{name} P21" for name in (STUG, OTHER, SECOND)]
    match = settle(after(open_battle, [*lines, f"{CHIEF} P21 aboard={STUG}"]))
    assert places(match, CHIEF, SECOND) == [STUG, OTHER]
    assert match.state.german.pieces[SECOND].history[-1] == f"23am: in {OTHER}"
    match = settle(after(open_battle, [*lines, f"{CHIEF} P21 aboard={OTHER}"]))
    assert places(match, CHIEF, SECOND) == [OTHER, STUG]
    # Nobody is in an AFV that its crew has left, or in one elsewhere.
    lines = [f"{STUG} P21 abandoned", f"{OTHER} P22", f"{THIRD} P23", f"{CHIEF} P21"]
    assert places(settle(after(open_battle, lines)), CHIEF, SECOND) == ["", ""]


def test_he_stays_in_the_one_he_was_in(open_battle: Match[Any]) -> None:
    lines = [f"{name} P21" for name in (STUG, OTHER, SECOND)]
    match = settle(after(open_battle, [*lines, f"{CHIEF} P21 aboard={OTHER}"]))
    go_to(match, Battle)
    away = settle(after(match, [f"{STUG} P22", f"{OTHER} P22", f"{CHIEF} offmap"]))
    assert places(away, CHIEF) == [""]
    match = settle(after(match, [f"{name} P22" for name in (STUG, OTHER, CHIEF)]))
    assert places(match, CHIEF) == [OTHER]


def test_contradictions_are_refused(open_battle: Match[Any]) -> None:
    match = open_battle.branch()
    with pytest.raises(BadInput, match=r"There is no piece 'G-23am-V9\.1/1'"):
        match.do(f"ended {CHIEF} P21 aboard=G-23am-V9.1/1", "german")
    refused(match, "german", f"ended {CHIEF} P21 aboard={SQUAD}", f"cannot be in {SQUAD}")
    refused(match, "german", f"ended {CHIEF} eliminated aboard={STUG}", f"cannot be in {STUG}")
    words = "neither a prisoner nor an Armor Leader"
    refused(match, "german", f"ended {SQUAD} P21 aboard={STUG}", words)
    say(match, "german", f"ended {CHIEF} P21 aboard={STUG}", f"ended {SECOND} P21 aboard={STUG}")
    say(match, "german", f"ended {STUG} P22", "ended rest P20")
    caught = refused(match, "german", "file", "did not end manned in P21")
    assert caught.rules == ("OTO-8.72-2", "RUL-OTO-80")
    say(match, "german", f"ended {STUG} P21")
    refused(match, "german", "file", rf"\(9-1\) is in {STUG}, where {CHIEF} is too")
    say(match, "german", f"ended {SECOND} P20", "file")


def test_it_must_be_said_where_the_players_agree_so() -> None:
    match = before_the_battle(armor_leader_place="told")
    say(match, "german", f"ended {STUG} P21", f"ended {CHIEF} P21", "ended rest P20")
    words = f"in which of {OTHER}, {THIRD} he is has not been said"
    refused(match, "german", "file", words)
    say(match, "german", f"ended {SECOND} P20 aboard={THIRD}")
    # Of two AFV one is taken: the other Armor Leader can only be in the second.
    say(match, "german", f"ended {CHIEF} P20", "file")


def test_a_form_says_in_which(open_battle: Match[Any]) -> None:
    match, again = open_battle.branch(), open_battle.branch()
    say(match, "german", f"ended {CHIEF} P20 aboard={OTHER}", "ended rest P20")
    form = template(match.view("german"), "german")
    assert f"ended,{CHIEF},10-2,P20,,,aboard={OTHER}," in form
    report, filing = ResultForms().actions(again.view("german"), "german", form)
    assert filing == "file"
    again.do(report, "german")
    assert again.state.german.report == match.state.german.report


# Setting up


def test_he_begins_in_an_afv_of_his_platoon() -> None:
    match = before_the_set_up()
    # Nothing is known yet of the others: they may be with him.
    say(match, "german", f"place {CHIEF} K30", f"place {STUG} K31", f"place {CHIEF} K30")
    say(match, "german", f"place {OTHER} K32", f"place {THIRD} K32")
    caught = refused(match, "german", f"place {CHIEF} K30", "is in no AFV of his platoon in K30")
    assert caught.rules == ("OTO-8.72-2",)
    say(match, "german", f"place {CHIEF} K32", "place G-23am-V3.1 K33")
    assert isinstance(match.state.agenda[0], SetUp)


# He fares as the crew does, and helps that AFV alone


def test_only_his_own_afv_is_helped_by_him(open_battle: Match[Any]) -> None:
    lines = [f"{name} P21 immobilized" for name in (STUG, OTHER)]
    lines += [f"{CHIEF} P21 aboard={OTHER}", f"{THIRD} P20", f"{SECOND} P20 aboard={THIRD}"]
    match = settle(after(open_battle, lines))
    go_to(match, MapClearing)
    state = match.state
    state = replace(state, scores=(replace(state.scores[-1], date="23pm"),))
    # 6 with the -2 of the 10-2 is 4: Mobile. Without him it is not.
    for name, stuck in ((STUG, True), (OTHER, False)):
        found = check_immobile(state, "german", name, "", Play(ScriptedDice([6])))
        assert found.german.pieces[name].has("immobilized") == stuck


def test_only_the_one_in_the_lost_afv_is_lost(open_battle: Match[Any]) -> None:
    lines = [f"{STUG} P21 shock", f"{OTHER} P21 shock", f"{CHIEF} P21 aboard={OTHER}"]
    match = settle(after(open_battle, [*lines, f"{SECOND} P21"]))
    go_to(match, Rolls, "9.6044")
    match.do(f"resolve {STUG}", "german", dice=[4, 4])
    pieces = match.state.german.pieces
    assert [pieces[n].status for n in (STUG, SECOND, OTHER, CHIEF)] == [
        *("eliminated", "eliminated"),
        *("map", "map"),
    ]


def test_he_is_lost_with_his_afv_in_a_melee(open_battle: Match[Any]) -> None:
    match = settle(after(open_battle, [f"{STUG} P30", f"{CHIEF} P30"], [f"{ENEMY} P30"]))
    go_to(match, Melees)
    before = match.state.cvp["russian"]
    match.do("melee P30 russian", "russian")
    pieces = match.state.german.pieces
    assert (pieces[STUG].status, pieces[CHIEF].status) == ("eliminated", "eliminated")
    assert match.state.cvp["russian"] - before == pieces[STUG].cvp + pieces[CHIEF].cvp


def test_he_is_lost_with_an_isolated_afv_in_a_blaze(open_battle: Match[Any]) -> None:
    front = [f"R-23am-I1.1/{n} {hex}" for n, hex in enumerate(("K38", "P38", "X38"), 1)]
    match = after(open_battle, [f"{STUG} L44", f"{CHIEF} L44"], front)
    match.do("mark L44 blaze", "german")
    settle(match)
    go_to(match, MapClearing)
    assert match.state.area_of("L44") is not None
    go_to(match, HardeningStep)
    pieces = match.state.german.pieces
    assert (pieces[STUG].status, pieces[CHIEF].status) == ("eliminated", "eliminated")


@pytest.mark.parametrize(("vehicle", "leader"), [(STUG, "map"), (OTHER, "eliminated")])
def test_he_is_lost_to_mines_with_the_crew(
    open_battle: Match[Any], vehicle: str, leader: str
) -> None:
    """An AFV that is destroyed with its crew takes its own Armor Leader with it."""
    mines = RosterPiece(
        id="R-23am-FPP/90",
        side="russian",
        kind="minefield",
        name="minefield hex",
        remarks=("5 AT",),
        status="map",
        hex="P21",
    )
    lines = [f"{STUG} P21", f"{OTHER} P21", f"{CHIEF} P21 aboard={OTHER}"]
    match = settle(after(joined_by(open_battle, "russian", mines), lines))
    go_to(match, Rolls, "9.6042")
    # An A-T mine sets it on fire, which no crew survives.
    match.do(f"resolve {vehicle}", "german", dice=[1, (1, 2)])
    pieces = match.state.german.pieces
    assert (pieces[vehicle].status, pieces[CHIEF].status) == ("eliminated", leader)
