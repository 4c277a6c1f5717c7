"""A date of the campaign as it is played: purchases, reports, perimeters, the verdict."""

from __future__ import annotations

import msgspec
import pytest

from landbridge.engine.matches.match import Match
from landbridge.engine.refusals import BadInput, Refusal
from landbridge.games.orsha.campaign.battle.battle import Battle
from landbridge.games.orsha.campaign.reorganising.perimeter.drawing import PerimeterDrawing
from landbridge.games.orsha.campaign.reports.aftermath import Aftermath
from orsha.campaign_play import (
    SET_UP,
    begin,
    fight,
    lay,
    logged,
    refused,
    say,
    to_battle,
    told,
)

# A date


def test_purchases_are_paid_and_received() -> None:
    match = begin()
    say(match, "german", "buy I2", "buy V3", "ready")
    assert match.state.german.cpp == 66 - 6 - 6
    assert match.state.german.roster[0].purchased == ("I2 6", "V3 6")
    match.do("receive", "german")
    book = match.state.german
    names = [piece.name for piece in book.pieces.values() if piece.line == "G-23am-I2.1"]
    assert names.count("4-4-7") == 12
    squad = book.pieces["G-23am-I2.1/1"]
    assert squad.values["morale"] == 7
    assert squad.history == ("bought with I2 on 23am",)
    assert sum(piece.name == "Trench" for piece in book.pieces.values()) == 10


def test_what_cannot_be_bought_is_refused_with_its_figures() -> None:
    match = begin()
    caught = refused(match, "german", "buy 3x V1", "3x V1 on one date; 2 at most")
    assert "OTO-8.616-1" in caught.rules
    rich = begin()
    say(rich, "german", "buy 2x V1", "buy 2x V3", "buy 2x I2", "buy 2x I1", "buy 2x I3")
    caught = refused(rich, "german", "buy 2x I4", "70 CPP are spent of 66; save 4 CPP")
    assert caught.rules == ("OTO-8.611-1",)
    say(match, "german", "buy M1", "ready", "receive")
    refused(match, "german", "build 3x at_ditch", "54 FPP are needed, 50 are there")


def test_the_enemy_sees_no_purchase() -> None:
    match = to_battle(begin())
    view = match.view("russian")
    assert view.german.pieces == {}
    assert view.german.bought == ()
    assert view.german.cpp == 0
    assert view.russian.pieces
    assert "I1" not in told(match, "russian").split("German")[0]
    assert "G-23am-I1" not in logged(match, "russian")


def test_nothing_vanishes_and_nothing_appears() -> None:
    match = to_battle(begin())
    caught = refused(match, "german", "file", "where it ended is not said")
    assert len(caught.violations) > 30
    with pytest.raises(BadInput, match="There is no piece or line"):
        match.do("ended G-23am-I9.9/1 K30", "german")
    refused(match, "german", "ended G-23am-I1.1/1 K30 as=8-3-9", "cannot have become")
    refused(match, "german", "ended G-23am-I1.1/1 K30 bogged", "cannot be bogged")
    refused(match, "german", "appeared G-23am-OoB/1 hero", "no hero can come of")
    refused(match, "russian", "ended R-23am-I5.1/10 used", "Original effects DR")
    match.do("appeared G-23am-I1.1/1 half", "german")
    say(match, "german", "ended rest K30")
    match.do("file", "german")


def test_only_so_many_modules_are_used() -> None:
    match = begin()
    say(match, "german", "ready", "receive")
    say(match, "russian", "buy 2x O1", "buy O2", "buy O3", "buy O4", "ready", "receive", "ready")
    observers = [p.id for p in match.state.russian.pieces.values() if p.kind == "observer"]
    say(match, "russian", *(f"place {name} P52" for name in observers), "ready")
    say(match, "german", "wind", SET_UP)
    say(match, "russian", "ready", "ended rest K45")
    modules = [p.id for p in match.state.russian.pieces.values() if p.kind == "oba"]
    assert len(modules) == 5
    say(match, "russian", *(f"ended {module} used" for module in modules))
    caught = refused(match, "russian", "file", "5 OBA modules used in one scenario")
    assert "OTO-CG13-1" in caught.rules
    say(match, "russian", f"ended {modules[0]} offmap", "file")


def test_reports_that_contradict_each_other_are_mended() -> None:
    match = to_battle(begin())
    say(match, "german", "ended G-23am-I1.1/1 K40 prisoner", "ended rest K30", "file")
    say(match, "russian", "ended rest K45", "file")
    refused(match, "russian", "agree", "where no enemy MMC ended")
    match.do("ended R-23am-I1.1/1 K40", "russian")
    say(match, "russian", "agree")
    assert not isinstance(match.state.agenda[0], Battle)


def test_points_and_control_are_settled_by_both() -> None:
    match = fight(to_battle(begin()))
    step = match.state.agenda[0]
    assert isinstance(step, Aftermath)
    assert step.points(match.state) == {"german": 7, "russian": 4}
    assert step.exit_points(match.state) == 7
    refused(match, "russian", "cvp russian 14", "14 are given, the reports give 4")
    match.do("cvp russian 6 'prisoners count double'", "russian")
    refused(match, "german", "control german K38", "is not a Strategic Location")
    refused(match, "german", "mark K36 blaze", "nothing in K36 can burn")
    match.do("agree", "german")
    match.do("control russian K33", "russian")
    assert match.state.agenda[0].agreed == ()
    say(match, "german", "agree")
    say(match, "russian", "agree")
    score = match.state.scores[0]
    assert (score.lvp, score.cvp, score.evp, score.winner) == (1, 6, 7, "german")
    assert "Carried over: 6 CVP, 7 EVP" in told(match)


def test_a_perimeter_is_proposed_checked_or_computed() -> None:
    match = fight(to_battle(begin()))
    say(match, "german", "agree")
    say(match, "russian", "agree")
    assert isinstance(match.state.agenda[0], PerimeterDrawing)
    sandbox = match.branch()
    say(sandbox, "german", "perimeter")
    say(sandbox, "russian", "perimeter")
    loops = sandbox.state.fronts["german"].loops
    match.do("loop A41 K36 DD41", "german")
    caught = refused(match, "german", "perimeter", "K36 holds neither")
    assert "OTO-9.6054-1" in caught.rules
    match.do("noloops", "german")
    for loop in loops:
        match.do(f"loop {loop}", "german")
    say(match, "german", "perimeter")
    say(match, "russian", "perimeter")
    assert match.state.fronts == sandbox.state.fronts
    assert match.state.areas == sandbox.state.areas


def test_prisoners_and_booty() -> None:
    match = to_battle(begin())
    say(match, "german", "ended G-23am-I1.1/1 K38 prisoner", "ended G-23am-OoB/3 K38 captured")
    say(match, "german", "ended rest P20", "file")
    say(match, "russian", "ended R-23am-I1.1 K38", "ended rest P45", "file", "agree")
    match.do("agree", "german")
    assert match.state.german.pieces["G-23am-I1.1/1"].by.startswith("R-23am-I1.1/")
    assert match.state.german.pieces["G-23am-OoB/3"].status == "captured"
    booty = match.state.russian.pieces["G-23am-OoB/3"]
    assert booty.status == "map"
    assert booty.side == "german"


def test_guns_and_isolated_pieces_set_up_where_they_may() -> None:
    match = begin()
    say(match, "german", "buy G1", "ready", "receive")
    say(match, "russian", "buy given V4 onboard", "ready", "receive", "ready")
    match.do("wind", "german")
    refused(match, "german", "place G-23am-G1.1/1 K42", "hexes below 42")
    lay(match, "Trench", "K30")
    say(match, "german", "place G-23am-G1.1/1 K30 hip in=trench")
    refused(match, "german", "place G-23am-I1.1/1 K31 hip", "HIP for 1 squad, but 0 bought")
    assert match.state.german.pieces["G-23am-G1.1/1"].hex == "K30"
    say(match, "german", SET_UP)
    say(match, "russian", "place R-23am-V4.1 K45")
    refused(match, "russian", "place R-23am-V4.2 K45", "comes from off-board")


def test_reconnaissance_reveals_what_was_noted() -> None:
    match = begin()
    say(match, "german", "ready", "receive")
    say(match, "russian", "ready", "receive", "recon 2")
    say(match, "german", "wind", "place G-23am-OoB/1 P38", SET_UP)
    match.do("ready", "russian")
    refused(match, "russian", "inspect P3", "more than 7 hexes")
    match.do("inspect P38", "russian")
    assert "P38 is reconnoitered: HMG Cupola." in told(match, "russian")
    assert match.view("russian").sightings["G-23am-OoB/1"].name == "HMG Cupola"
    with pytest.raises(Refusal):
        match.undo()


# The end


def test_german_cpp_left_over_and_the_balance() -> None:
    for balance, winner in (("none", "german"), ("russian", "russian")):
        match = begin(options={"balance": balance})
        data = msgspec.to_builtins(match.state)
        data |= {
            "date": "24pm",
            "agenda": [{"type": "Aftermath"}, {"type": "Reorganise"}],
            "control": dict.fromkeys(("K33", "X38", "Q10", "P3"), "russian"),
            "cvp": {"german": 0, "russian": 0},
            "scores": [
                {
                    "date": date,
                    "points": 5,
                    "lvp": 4,
                    "cvp": cvp,
                    "german_cvp": 0,
                    "evp": evp,
                    "winner": "german",
                    "counted": 5,
                    "needed": 7,
                }
                for date, cvp, evp in (("23am", 30, 15), ("23pm", 30, 15), ("24am", 45, 15))
            ],
        }
        data["german"]["cpp"] = 7
        first = match.game.read_state(data, type(match.state))
        last = Match(match.game, match.header, first, match.opening)
        last.do("agree", "german")
        last.do("agree", "russian")
        outcome = last.outcome
        assert outcome is not None
        # 4 LVP, 105 CVP are 5, 45 EVP are 2, 7 German CPP: 18 in all.
        assert outcome.score == {"russian": 18}
        assert outcome.winner == winner
