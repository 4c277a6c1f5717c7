"""In referee mode what breaks a rule can be let pass, and the log says which rule."""

from __future__ import annotations

from typing import Any

import pytest

from belorussia.test_ledger import at_position, begin, log_text, to_axis_phase, to_soviet_phase
from landbridge.engine.matches.match import Match
from landbridge.engine.refusals import ImpossibleAction, Refusal
from landbridge.games.belorussia.ledger.reinforcement.entries import due_rows


def on_the_map(**options: str) -> Match[Any]:
    """The Axis play their turn on the map, and are the first to do so."""
    match = to_axis_phase(begin(mode="referee", options=options))
    match.do("done", declare=True)
    assert match.deciders == ("axis",)
    return match


def lets_pass(match: Match[Any], text: str, rule: str) -> None:
    with pytest.raises(Refusal) as caught:
        match.do(text)
    assert rule in caught.value.rules, caught.value
    events = match.do(text, declare=True)
    assert any(event.id == "declared" and rule in event.rules for event in events)


def test_orders_to_fronts_are_given_at_another_time() -> None:
    match = on_the_map(front_objectives="objectives")
    agenda = match.state.agenda
    lets_pass(match, "offensive western", "TFB-3.3-1")
    assert match.history.records[-1].who == "soviet"
    lets_pass(match, "objective western Minsk", "TFB-3.3-1")
    lets_pass(match, "hasten western", "RUL-TFB-25")
    lets_pass(match, "regroup western", "TFB-3.3-1")
    assert match.state.fronts["western"].posture != "offensive"
    assert match.state.agenda == agenda
    with pytest.raises(ImpossibleAction, match="the Soviet player"):
        match.do("offensive western", "axis", declare=True)


def test_claims_and_their_answers_cite_the_rule_on_claims_RUL_TFB_141() -> None:
    match = on_the_map()
    for text in ("confirm 1", "dispute 1"):
        with pytest.raises(Refusal) as caught:
            match.do(text, "soviet")
        assert caught.value.rules == ("RUL-TFB-141",), text


def test_every_word_is_enough_where_nothing_is_confirmed_RUL_TFB_141() -> None:
    claimed, noted = on_the_map(), on_the_map(word_on_the_map="taken")
    for match in (claimed, noted):
        match.do("hold Vitebsk", "soviet", declare=True)
    assert claimed.state.claimed.pending
    assert not noted.state.claimed.pending
    assert "Vitebsk" in noted.state.held
    assert "Vitebsk" not in claimed.state.held


def soviet_map(**position: Any) -> Match[Any]:
    """The Soviet side plays its turn on the map; two partisans are active."""
    partisans = [
        {"number": n, "unit": f"foot {n}", "hex": hex, "active": True, "known": True}
        for n, hex in ((1, "B6.04"), (2, "B6.05"))
    ]
    agenda = [{"type": "OnTheMap", "side": "soviet"}]
    changes = {"agenda": agenda, "partisans": partisans} | position
    return at_position(begin(mode="referee"), changes)


def test_a_partisan_that_may_act_again_leaves_its_first_hex_affected_TFB_3_7c_4() -> None:
    match = soviet_map()
    match.do("raid 1 rail B6.04", dice=(1,))
    lets_pass(match, "raid 1 dump B6.05 8", "TFB-3.7c-5")
    match.do("act 2 B6.04 no light_woods")
    with pytest.raises(Refusal, match="once in a Movement Phase"):
        match.do("raid 2 rail B6.04")
    with pytest.raises(Refusal, match="once in a Movement Phase"):
        match.do("raid 2 dump B6.05 8")
    rows = match.game.sheets(match.state)["ledger"].parts[0].grid.rows
    assert ("B6.04 by partisan 1, B6.05 by partisan 1") in dict(rows).values()
    match.do("end", declare=True)
    assert not match.state.raided.acts


def test_an_appeal_that_was_let_pass_is_the_one_of_its_turn_RUL_TFB_34() -> None:
    match = at_position(begin(mode="referee"), {"turn": 13, "agenda": [{"type": "RollWeather"}]})
    lets_pass(match, "appeal", "TFB-3.11-3")
    while match.deciders != ("soviet",) or "appeal" not in verbs(match):
        match.do(next(verb for verb in ON if verb in verbs(match)), declare=True)
        if match.state.turn > 13:
            break
        with pytest.raises(Refusal):
            match.do("appeal", "soviet")
    assert match.state.turn == 14
    assert match.state.soviet.totals["appeals"] == 1


ON = ("weather", "initiative", "go first", "orders", "done", "end")


def verbs(match: Match[Any]) -> list[str]:
    offers = (offer.verb for decision in match.decisions() for offer in decision.offers)
    return ["go first" if verb == "go" else verb for verb in offers]


def test_a_unit_that_is_let_be_rebuilt_at_an_hq_stands_there_TFB_1_7a_9() -> None:
    match = to_soviet_phase(begin(mode="referee"))
    match.do("lose soviet 51 infantry division 2 leg no 2")
    match.do("replacements", dice=(10,))
    lets_pass(match, "rebuild 51 1 Western", "TFB-1.7a-9")
    assert "51 (1 of 2 steps) is rebuilt for 2 Pax, at Western." in log_text(match)
    assert match.state.soviet.box == ()


def test_partisans_that_were_forgotten_are_placed_and_activated_later_TFB_3_7a_1() -> None:
    match = on_the_map()
    agenda = match.state.agenda
    lets_pass(match, "partisan B20.10", "TFB-1.7b-3")
    assert match.history.records[-1].who == "soviet"
    lets_pass(match, "activate 1", "TFB-1.7a-7")
    assert [unit.number for unit in match.state.partisans if unit.active] == [1]
    assert match.state.partisans[-1].hex == "B20.10"
    assert match.state.agenda == agenda
    with pytest.raises(ImpossibleAction, match="axis cannot 'activate' now"):
        match.do("activate 2", "axis", declare=True)
    axis = to_axis_phase(begin(mode="referee"))
    for text in ("activate 2", "partisan B20.10"):
        with pytest.raises(ImpossibleAction, match="partisans are Soviet"):
            axis.do(text, "axis", declare=True)


def test_a_hog_that_is_let_pass_raises_the_hedgehog_TFB_EDGE_60() -> None:
    match = to_axis_phase(begin(mode="referee"))
    match.do("replacements", dice=(12,))
    match.do("hog B18.18")
    match.do("hog B18.18")
    lets_pass(match, "hog B18.18", "TFB-1.7a-28")
    assert match.state.axis.hedgehogs == {"B18.18": 3}
    assert "The hedgehog rises to Level 3" in log_text(match)


def test_what_is_declared_is_told_without_what_goes_without_saying() -> None:
    match = on_the_map()
    match.do("appeal", declare=True)
    assert "although it breaks a rule: appeal." in log_text(match)


@pytest.mark.parametrize(
    ("who", "text", "rules"),
    [
        ("soviet", "supply", ("TFB-SUP-1",)),
        ("axis", "supply", ("TFB-SUP-11",)),
        ("soviet", "hog B18.18", ("TFB-1.7b-6",)),
        ("axis", "hog B18.18", ("TFB-1.7a-28",)),
        ("axis", "decline TFB-EMG-4", ("TFB-EMG-2", "TFB-EMG-8")),
        ("soviet", "call vitebsk", ("TFB-EMG-2",)),
        ("soviet", "call 16_pz", ("TFB-EMG-8", "TFB-EDGE-53", "RUL-TFB-90")),
    ],
)
def test_a_refusal_cites_the_rule_of_its_own_case(
    who: str, text: str, rules: tuple[str, ...]
) -> None:
    with pytest.raises(Refusal) as caught:
        begin().do(text, who)
    assert caught.value.rules == rules


def test_units_that_were_let_come_early_do_not_come_again_TFB_OOS_1() -> None:
    match = begin(mode="referee")
    match.do("weather", dice=(9,))
    match.do("initiative", dice=(9, 4))
    match.do("go first")
    # The phase is begun already, below the orders to the Fronts.
    lets_pass(match, "arrive TFB-OOS-1 Western", "OCS-13.6-1")
    lets_pass(match, "arrive TFB-OOS-3 Western", "OCS-13.6-1")
    lets_pass(match, "withdraw TFB-OOS-8", "OCS-13.6-1")
    match.do("orders")
    with pytest.raises(Refusal, match="TFB-OOS-1 is not due now; due: nothing"):
        match.do("arrive TFB-OOS-1 Western")
    assert "still to arrive" not in str(match.decisions()[0].violations)
    for turn, row in ((4, "TFB-OOS-3"), (9, "TFB-OOS-8")):
        later = at_position(match, {"turn": turn, "agenda": [BEGINS]})
        assert row not in due_rows(later.state, "soviet")
        assert row in soviet_rows(turn)


def test_divisions_that_are_let_come_early_go_by_the_marker_of_their_turn_TFB_OOA_29() -> None:
    match = begin(mode="referee")
    east = match.game.check(match.state, "axis", match.game.read("arrive TFB-OOA-29 B25.35"))
    assert "B25.35 is not west of the AGN marker in B21.35" in [one.text for one in east]
    match.do("arrive TFB-OOA-29 B10.34", "axis", declare=True)
    assert "TFB-OOA-29" in match.state.done_early


BEGINS = {"type": "RollWeather"}


def soviet_rows(turn: int) -> tuple[str, ...]:
    """What is due to the Soviet side on a turn, if nothing came early."""
    match = at_position(begin(), {"turn": turn, "agenda": [BEGINS]})
    return due_rows(match.state, "soviet")
