"""What players have agreed on, in a match: orders to the Fronts and objectives."""

from __future__ import annotations

import pytest

from belorussia.phases import orders, row
from belorussia.test_ledger import at_position, begin, log_text, to_orders
from landbridge.engine.refusals import BadInput, Refusal
from landbridge.referee.games import new_match


def test_an_offensive_is_paid_off_the_dumps_on_the_map() -> None:
    match = to_orders(begin(options={"offensive_entry": "from_ready_paid"}))
    match.do("offensive western")
    assert "Western Front pays 2 SP for it: take them off its dumps on the map." in log_text(match)
    assert match.state.soviet.paid == {"Western": 2}
    assert row(match, "Soviet", "Paid for orders, off the dumps on the map") == "Western 2 SP"
    # What the Fronts have received is another account.
    assert match.state.soviet.supply == {}
    free = to_orders(begin())
    free.do("offensive western")
    assert free.state.soviet.paid == {}
    assert "pays" not in log_text(free)


def test_a_barrage_marker_is_hastened_for_supply() -> None:
    paid = {"barrage_track": "count_up_paid"}
    match = orders(paid)
    match.do("hasten 1st_belorussian")
    assert match.state.fronts["1st_belorussian"].barrage == 7
    assert match.state.soviet.paid == {"1st Belorussian": 1}
    with pytest.raises(Refusal, match="it has paid for a step this turn"):
        match.do("hasten 1st_belorussian")
    with pytest.raises(Refusal, match="its barrage is Ready"):
        match.do("hasten 1st_baltic")
    match.do("hasten western")
    assert match.state.fronts["western"].barrage == 0
    assert "one step more: Ready" in log_text(match)
    with pytest.raises(Refusal, match="no marker moves on a campaign's first turn"):
        to_orders(begin(options=paid)).do("hasten western")
    with pytest.raises(Refusal, match="no further step can be bought in this match"):
        orders({}).do("hasten western")


def test_the_soviet_player_may_choose_his_penal_units() -> None:
    match = orders({"penal": "player_choice"})
    with pytest.raises(BadInput, match="A Front brings 0 to 2 penal units, not 3"):
        match.do("offensive western 3")
    match.do("offensive western 1")
    assert match.state.penal_out["western"] == 1
    with pytest.raises(Refusal, match="not chosen in this match"):
        orders({}).do("offensive western 1")


# Objectives


def test_fronts_on_the_offensive_name_objectives_and_are_scored() -> None:
    match = to_orders(begin(options={"front_objectives": "objectives"}))
    with pytest.raises(Refusal, match="2nd Belorussian Front has 2 more to name"):
        match.do("orders")
    match.do("objective 2nd_belorussian Mogilev")
    with pytest.raises(Refusal, match="Mogilev is named already"):
        match.do("objective 2nd_belorussian Mogilev")
    match.do("objective 2nd_belorussian Rogachev")
    with pytest.raises(Refusal, match="2nd Belorussian Front has no objective to name"):
        match.do("objective 2nd_belorussian Minsk")
    with pytest.raises(BadInput, match="Moscow"):
        match.do("objective 1st_belorussian Moscow")
    match.do("hold Gomel")
    with pytest.raises(Refusal, match="Gomel is in Soviet hands already"):
        match.do("objective 1st_belorussian Gomel")
    match.do("objective 1st_belorussian Rechitsa")
    match.do("objective 1st_belorussian Zhlobin")
    match.do("hold Rogachev")
    assert "Rogachev, an objective of 2nd Belorussian Front, is taken." in log_text(match)
    match.do("regroup 2nd_belorussian")
    assert match.state.soviet.vp == 1
    match.do("regroup 1st_belorussian")
    assert match.state.soviet.vp == 0
    assert match.state.objectives == {}
    assert "objectives taken: none (-1 VP, Soviet 0 now)" in log_text(match)
    match.do("orders")


def test_objectives_are_scored_when_an_offensive_runs_out_and_at_the_end() -> None:
    named = {
        "western": {"places": ["Orsha", "Vitebsk"], "taken": ["Orsha", "Vitebsk"], "settled": True},
        "1st_baltic": {"places": ["Polotsk", "Nevel"], "settled": True},
    }
    fronts = {
        "western": {"posture": "offensive", "turns": 8},
        "1st_baltic": {"posture": "offensive", "turns": 2},
        "2nd_belorussian": {"posture": "ready"},
        "1st_belorussian": {"posture": "ready"},
    }
    options = {"front_objectives": "objectives"}
    first = new_match("belorussia", seed=1, dice="either", options=options)
    later = {"objectives": named, "fronts": fronts, "turn": 5}
    match = at_position(first, later | {"agenda": [{"type": "FrontDisplay"}]})
    assert match.state.soviet.vp == 2
    assert set(match.state.objectives) == {"1st_baltic"}
    over = at_position(first, later | {"turn": 63, "agenda": [{"type": "TurnEnd"}]})
    assert over.outcome is not None
    assert over.outcome.score == {"soviet": 1}


def test_without_the_optional_victory_no_objective_is_named() -> None:
    match = to_orders(begin())
    with pytest.raises(Refusal, match="Fronts name no objectives in this match"):
        match.do("objective 2nd_belorussian Mogilev")
    match.do("hold Mogilev")
    match.do("regroup 2nd_belorussian")
    assert match.state.soviet.vp == 0
