"""Main armament and machine guns of vehicles: what a report says of them, and their repair."""

from __future__ import annotations

import json
from typing import Any

import pytest

from landbridge.engine.matches.match import Match
from landbridge.games.orsha.campaign.pieces.armament import MACHINE_GUNS, armament, states_of
from landbridge.games.orsha.campaign.pieces.roster import STATES_IN_ORDER, RosterPiece
from landbridge.games.orsha.campaign.reorganising.equipment.repairs import booty
from landbridge.games.orsha.campaign.reorganising.rolls import Rolls
from landbridge.games.orsha.campaign.reports.form_entry import ResultForms
from landbridge.games.orsha.campaign.reports.form_template import template
from landbridge.games.orsha.rules.purchases.pieces import counters
from orsha.campaign_play import SET_UP, after, begin, go_to, refused, say, settle, told

STUG = "G-23am-V3.1/1"
OTHER = "G-23am-V3.1/2"
FLAK = "G-23am-OoB/3"
T34 = "R-23am-OoB/1"


@pytest.fixture(scope="module")
def open_battle() -> Match[Any]:
    match = begin()
    say(match, "german", "buy V3", "ready", "receive")
    say(match, "russian", "buy I1", "ready", "receive", "ready")
    say(match, "german", "wind none", SET_UP)
    match.do("ready", "russian")
    pieces = match.state
    names = [pieces.german.pieces[STUG].name, pieces.german.pieces[FLAK].name]
    assert [*names, pieces.russian.pieces[T34].name] == ["StuG IIIG", "SdKfz 10/4", "T-34 M43"]
    return match


def vehicle(side: Any, name: str) -> RosterPiece:
    return RosterPiece(id="X", side=side, kind="vehicle", name=name)


# What is printed


@pytest.mark.parametrize(
    ("side", "name", "guns"),
    [
        ("german", "StuG IIIG", "MA AAMG"),
        ("german", "Marder II", "MA AAMG?"),
        ("german", "SdKfz 7/1", "MA"),
        ("russian", "T-34 M43", "MA BMG CMG"),
        ("russian", "KV-1S", "MA BMG CMG RMG"),
        ("russian", "KV-8", "MA BMG RMG"),
        ("russian", "ATO-42", "MA CMG"),
        ("russian", "GAZ-MM", ""),
    ],
)
def test_the_counter_says_what_it_fires_with(side: str, name: str, guns: str) -> None:
    found = armament(vehicle(side, name))
    assert " ".join(arm.name + "?" * arm.optional for arm in found) == guns


def test_every_counter_can_be_read_and_every_state_said() -> None:
    said: set[str] = set()
    for side in ("german", "russian"):
        for counter in counters(side).values():  # type: ignore[arg-type]
            if counter.kind == "vehicle":
                said.update(states_of(vehicle(side, counter.name)))
    assert said <= set(STATES_IN_ORDER)
    for arm in MACHINE_GUNS.values():
        assert {arm.malfunctioned, arm.disabled} <= said


# Reports


def test_only_guns_that_it_has_are_spoken_of(open_battle: Match[Any]) -> None:
    match = open_battle.branch()
    refused(match, "german", f"ended {STUG} P20 bmg_malfunctioned", "cannot be bmg_malfunctioned")
    refused(match, "german", f"ended {FLAK} P20 aamg_disabled", "cannot be aamg_disabled")
    truck = next(p.id for p in match.state.russian.pieces.values() if p.name == "GAZ-MM")
    refused(match, "russian", f"ended {truck} P45 malfunctioned", "cannot be malfunctioned")
    caught = refused(match, "german", f"ended {STUG} P20 malfunctioned disabled", "its MA is Disab")
    assert caught.rules == ("OTO-9.6132-2",)
    say(match, "german", f"ended {STUG} P20 malfunctioned aamg_malfunctioned")
    assert match.state.german.report[STUG].states == ("malfunctioned", "aamg_malfunctioned")
    # Of a whole line it is said of those that have such a gun.
    match.do("ended rest P20 aamg_malfunctioned", "german")
    report = match.state.german.report
    assert (report[OTHER].states, report[FLAK].states) == (("aamg_malfunctioned",), ())


@pytest.mark.parametrize("as_json", [False, True])
def test_a_form_carries_them(open_battle: Match[Any], as_json: bool) -> None:
    match, again = open_battle.branch(), open_battle.branch()
    say(match, "russian", f"ended {T34} P45 bmg_malfunctioned cmg_disabled", "ended rest P45")
    form = template(match.view("russian"), "russian", as_json)
    if as_json:
        entry = json.loads(form)["ended"][T34]
        assert entry["states"] == ["bmg_malfunctioned", "cmg_disabled"]
    else:
        assert f"ended,{T34},T-34 M43,P45,bmg_malfunctioned cmg_disabled,,," in form
    report, filing = ResultForms().actions(again.view("russian"), "russian", form)
    assert filing == "file"
    again.do(report, "russian")
    assert again.state.russian.report == match.state.russian.report


# Repair


def test_each_weapon_makes_its_own_dr_and_only_ma_recalls(open_battle: Match[Any]) -> None:
    lines = [f"{T34} P45 malfunctioned bmg_malfunctioned cmg_malfunctioned"]
    lines += ["R-23am-OoB/2 P45 bmg_malfunctioned", "R-23am-OoB/3 P45 malfunctioned"]
    match = settle(after(open_battle, russian=lines))
    step = go_to(match, Rolls, "9.6132")
    assert step.left == (T34, "R-23am-OoB/2", "R-23am-OoB/3")
    # 5 repairs with -2 for a vehicle and -1 for its Repair Number, 6 does not.
    match.do(f"resolve {T34}", "russian", dice=[5, 6, 5])
    match.do("resolve", "russian", dice=[6, 6])
    pieces = match.state.russian.pieces
    assert pieces[T34].states == ("bmg_disabled",)
    assert pieces["R-23am-OoB/2"].states == ("bmg_disabled",)
    assert pieces["R-23am-OoB/3"].states == ("disabled", "recall")
    log = told(match)
    for fate in ("MA repaired", "BMG disabled", "CMG repaired", "MA disabled"):
        assert fate in log
    assert "BMG disabled" in pieces[T34].history[-2]
    # No battle brings a Disabled gun back.
    go_to(match, type(open_battle.state.agenda[0]))
    words = "its BMG is Disabled"
    refused(match, "russian", f"ended {T34} P45 bmg_malfunctioned", words)
    match = settle(after(match))
    assert match.state.russian.pieces[T34].states == ("bmg_disabled",)
    assert match.state.russian.pieces["R-23am-OoB/3"].status == "recalled"


def test_each_captured_weapon_is_kept_or_lost(open_battle: Match[Any]) -> None:
    lines = [f"{STUG} P44 captured", f"{OTHER} P44 captured aamg_malfunctioned"]
    match = settle(after(open_battle, lines, ["R-23am-I1.1/1 P44"]))
    # A malfunctioned gun that was captured makes no repair dr.
    step = go_to(match, Rolls, "9.6134")
    assert step.left == (STUG, OTHER)
    match.do("resolve", "russian", dice=[4, 3, 3])
    pieces = match.state.russian.pieces
    assert pieces[STUG].states == ("aamg_disabled",)
    # No Recall; and the second AAMG is lost without a dr.
    assert pieces[OTHER].states == ("disabled", "aamg_disabled")


def test_a_captured_truck_carries_no_weapon(open_battle: Match[Any]) -> None:
    truck = next(p.id for p in open_battle.state.russian.pieces.values() if p.name == "GAZ-MM")
    lines = [f"{truck} P30 captured", f"{T34} P30 captured"]
    match = settle(after(open_battle, ["G-23am-I1.1/1 P30"], lines))
    assert match.state.german.pieces[truck].side == "russian"
    assert booty(match.state, "german") == (T34,)
