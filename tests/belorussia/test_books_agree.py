"""Facts that stand in several books of the ledger stand alike in all of them."""

from __future__ import annotations

import pytest

from belorussia.phases import phase, row
from belorussia.test_ledger import at_position, begin, to_axis_phase
from landbridge.engine.refusals import Refusal
from landbridge.referee.games import new_match


def test_hold_and_minsk_facts_agree_on_who_holds_minsk() -> None:
    match = phase("axis")
    match.do("hold Minsk")
    assert (match.state.minsk.soviet, match.state.places["Minsk"].controlled) == (True, False)
    with pytest.raises(Refusal, match="the Soviet side holds Minsk; hold Minsk no"):
        match.do("mark Minsk major_city axis")
    match.do("minsk soviet no")
    assert (match.state.held, match.state.places["Minsk"].controlled) == ((), True)
    with pytest.raises(Refusal, match="the Soviet side does not hold Minsk"):
        match.do("mark Minsk major_city soviet")
    match.do("minsk fortress yes")
    match.do("minsk soviet yes")
    assert (match.state.held, match.state.minsk.fortress) == (("Minsk",), False)


def test_a_hedgehog_is_captured_as_ruled() -> None:
    for ruling, left in (("crimea", 1), ("minus_one", 1), ("series", 2)):
        match = phase("axis", {"hedgehog_capture": ruling}, axis={"hedgehogs": {"B6.03": 2}})
        with pytest.raises(Refusal, match=r"no Soviet hedgehog of this ledger is in B6\.03"):
            match.do("captured B6.03 axis")
        match.do("captured B6.03 soviet")
        assert match.state.axis.hedgehogs == {}
        assert match.state.soviet.hedgehogs == {"B6.03": left}


def test_ledger_sheet_shows_markers_and_rail_capacity() -> None:
    agreed = {"marker_start": "first_move", "start_frame": "from_set_up"}
    match, other = begin(), begin(options=agreed)
    assert match.state.markers == {}
    assert other.state.markers == {"agn": "B23.35", "ags": "D4.01"}
    assert row(match, "Soviet", "Rail capacity") == "9"
    assert row(other, "Soviet", "Rail capacity") == "in the set-up"
    late = new_match("belorussia", "campaign-1944", seed=1)
    assert late.state.markers == {"agn": "B15.35", "ags": "C54.01"}
    assert row(late, "Soviet", "Rail capacity") == "12"


def test_a_hex_holds_the_hedgehog_of_one_side() -> None:
    match = phase("soviet", axis={"hedgehogs": {"B6.03": 2}})
    step = {"type": "Reinforcement", "side": "soviet", "hogs": 1}
    match = at_position(match, {"agenda": [step]})
    with pytest.raises(Refusal, match=r"the hedgehog in B6\.03 is Axis"):
        match.do("hog B6.03")
    match.do("captured B6.03 soviet")
    match.do("hog B6.03")
    assert match.state.soviet.hedgehogs == {"B6.03": 2}


def test_supply_that_was_put_in_a_place_that_falls_is_taken_back() -> None:
    match = to_axis_phase(begin())
    match.do("supply", dice=(7,))
    match.do("put Gomel 1T")
    match.do("hold Gomel")
    assert any("Gomel" in violation.text for violation in match.decisions()[0].violations)
    match.do("takeback Gomel")
    assert not any("Gomel" in violation.text for violation in match.decisions()[0].violations)


def test_axis_points_count_against_the_soviet_total() -> None:
    match = phase("axis")
    match.do("hold Minsk")
    match.do("vp axis 2 agreed")
    assert (
        "Soviet total with the places held: 3 VP; at this rate an Axis operational victory"
        in match.game.summary(match.state)
    )
    over = at_position(match, {"turn": 63, "agenda": [{"type": "TurnEnd"}]})
    assert over.outcome is not None
    assert over.outcome.score == {"soviet": 3}


def test_arrivals_do_not_come_to_places_in_enemy_hands_or_far_away() -> None:
    step = {"type": "Reinforcement", "side": "axis", "rows": ["TFB-EMG-6", "TFB-OOA-1"]}
    match = at_position(new_match("belorussia", seed=1), {"agenda": [step]})
    for place in ("'4th Army'", "B6.03"):
        with pytest.raises(Refusal, match=r"is not A1\.10 or A9\.01"):
            match.do(f"arrive TFB-EMG-6 {place}")
    match.do("mark '4th Army' army_hq axis no")
    with pytest.raises(Refusal, match="4th Army is not in Axis hands"):
        match.do("arrive TFB-OOA-1 '4th Army'")
    match.do("arrive TFB-EMG-6 A9.01")
