"""What the ledger keeps over a campaign: pools, boxes, the Dead Pile, options that lapse."""

from __future__ import annotations

from typing import Any

import pytest

from belorussia.test_ledger import (
    at_position,
    begin,
    log_text,
    to_axis_phase,
    to_orders,
    to_soviet_phase,
)
from landbridge.engine.matches.match import Match
from landbridge.engine.refusals import BadInput, Refusal
from landbridge.referee.games import new_match

FIRST_NOVEMBER = {"turn": 12, "agenda": [{"type": "BeginPlayerTurn", "side": "soviet"}]}
FIRST_MARCH = {
    "turn": 47,
    "agenda": [{"type": "Reinforcement", "side": "soviet", "rows": ["TFB-OOS-63"]}],
}


def soviet_phase(position: dict[str, object], **more: object) -> Match[object]:
    """A Soviet Reinforcement Phase on a later turn."""
    first = new_match("belorussia", seed=1, dice="either")
    match = at_position(first, position | more)
    if any(offer.verb == "orders" for offer in match.decisions()[0].offers):
        match.do("orders")
    return match


# Victory points


def test_an_appeal_costs_a_point_whatever_the_die_says() -> None:
    match = soviet_phase(FIRST_NOVEMBER)
    assert match.state.date.isoformat() == "1943-11-01"
    match.do("appeal", dice=(1,))
    assert match.state.soviet.vp == -1
    assert "The appeal to STAVKA costs 1 VP and brings nothing." in log_text(match)


def test_minsk_and_three_cities_win_at_once() -> None:
    held = ["Minsk", "Vitebsk", "Orsha", "Mogilev"]
    end = [{"type": "TurnEnd"}]
    first = new_match("belorussia", seed=1, dice="either")
    assert at_position(first, {"agenda": end, "held": held[1:]}).outcome is None
    outcome = at_position(first, {"agenda": end, "held": held}).outcome
    assert outcome is not None
    assert (outcome.winner, "sudden" in outcome.reason) == ("soviet", True)


# Penal units


def test_penal_units_go_back_to_their_box() -> None:
    match = to_orders(begin(options={"penal_start": "no_front"}))
    assert (match.state.penal, match.state.penal_out) == (3, {"": 3})
    match.do("offensive western")
    assert (match.state.penal, match.state.penal_out) == (1, {"": 3, "western": 2})
    with pytest.raises(Refusal, match="no penal unit is there; penal units are with no Front"):
        match.do("penal 1st_baltic")
    with pytest.raises(BadInput, match="front is 1st_baltic, western"):
        match.do("penal steppe")
    match.do("penal western")
    match.do("penal")
    assert (match.state.penal, match.state.penal_out) == (3, {"": 2, "western": 1})
    match.do("regroup western")
    assert (match.state.penal, match.state.penal_out) == (4, {"": 2})
    assert "Western Front regroups: 1 penal unit back to the box" in log_text(match)
    match.do("lose soviet P1 penal battalion 2 leg")
    match.do("lose soviet P2 penal battalion 2 leg")
    assert (match.state.penal, match.state.penal_out) == (6, {})
    with pytest.raises(Refusal, match="no penal unit is there; all are in their box"):
        match.do("lose soviet P3 penal battalion 2 leg")


def test_the_penal_units_of_the_set_up_belong_to_fronts_on_the_offensive() -> None:
    match = to_orders(begin())
    there = {"2nd_belorussian": 2, "1st_belorussian": 1}
    assert (match.state.penal, match.state.penal_out) == (3, there)
    with pytest.raises(Refusal, match="penal units are with 2nd_belorussian or 1st_belorussian"):
        match.do("lose soviet P1 penal battalion 2 leg")
    match.do("lose soviet 2nd_belorussian penal battalion 2 leg")
    match.do("penal 1st_belorussian")
    assert (match.state.penal, match.state.penal_out) == (5, {"2nd_belorussian": 1})
    match.do("regroup 2nd_belorussian")
    assert (match.state.penal, match.state.penal_out) == (6, {})
    assert "2nd Belorussian Front regroups: 1 penal unit back to the box" in log_text(match)


def test_the_campaign_of_1944_begins_with_all_penal_units_in_their_box() -> None:
    match = new_match("belorussia", "campaign-1944", seed=1)
    assert (match.state.penal, match.state.penal_out) == (6, {})


def test_penal_units_leave_when_an_offensive_runs_out() -> None:
    fronts = {
        front: {"posture": "ready"}
        for front in ("1st_baltic", "2nd_belorussian", "1st_belorussian")
    }
    fronts["western"] = {"posture": "offensive", "turns": 8}  # type: ignore[dict-item]
    match = soviet_phase(
        {"turn": 5, "agenda": [{"type": "FrontDisplay"}]},
        fronts=fronts,
        penal=1,
        penal_out={"western": 2, "": 3},
    )
    assert match.state.fronts["western"].posture == "regrouping"
    assert (match.state.penal, match.state.penal_out) == (3, {"": 3})


# The barrage


def on_the_map(match: Match[Any]) -> Match[Any]:
    """The same position in the Soviet player turn on the map."""
    return at_position(match, {"agenda": [{"type": "OnTheMap", "side": "soviet"}]})


def test_only_a_front_on_the_offensive_fires_its_barrage() -> None:
    match = to_soviet_phase(begin(options={"barrage_track": "count_down"}))
    with pytest.raises(Refusal, match="belongs to the Soviet player turn on the map"):
        match.do("barrage western")
    match = on_the_map(match)
    with pytest.raises(Refusal, match="not on the Offensive"):
        match.do("barrage western")
    with pytest.raises(Refusal, match="in box 6"):
        match.do("barrage 1st_belorussian")
    first = begin(options={"barrage_track": "count_down"})
    first.do("weather", dice=(9,))
    first.do("initiative", dice=(9, 4))
    first.do("go first")
    first.do("offensive 1st_baltic")
    first = on_the_map(first)
    first.do("barrage 1st_baltic")
    assert first.state.fronts["1st_baltic"].barrage == 8
    assert "the marker goes to box 8" in log_text(first)


# The Dead Pile


def test_a_division_is_rebuilt_step_by_step() -> None:
    match = to_soviet_phase(begin())
    match.do("lose soviet 51 infantry division 2 leg no 3")
    match.do("replacements", dice=(8,))
    before = match.state.soviet.pax
    with pytest.raises(BadInput, match="'51' has 1 to 3 steps, not 4"):
        match.do("rebuild 51 4")
    match.do("rebuild 51 1")
    assert match.state.soviet.pax == before - 2
    assert match.state.soviet.dead == ()


def test_what_is_added_to_the_dead_pile_can_be_rebuilt() -> None:
    match = soviet_phase({"turn": 17, "agenda": [{"type": "BeginPlayerTurn", "side": "soviet"}]})
    assert match.state.date.isoformat() == "1943-11-19"
    match.do("arrive TFB-OOS-20")
    (unit,) = match.state.soviet.dead
    assert (unit.name, unit.unit.kind, unit.unit.size) == ("5 of 3G.Cav", "cavalry", "division")
    assert "Added to the Dead Pile: 5 of 3G.Cav." in log_text(match)


def test_a_withdrawal_takes_only_its_own_units_out_of_the_dead_pile() -> None:
    match = soviet_phase(FIRST_MARCH, used=["6th Guards Mech Corps"])
    assert match.state.date.isoformat() == "1944-03-01"
    match.do("lose soviet 29 infantry brigade 3 leg")
    match.do("lose soviet '56 of 6G.M' mech regiment 3 truck yes")
    match.do("lose soviet 17 tank brigade 3 track yes")
    match.do("withdraw TFB-OOS-63")
    assert [unit.name for unit in match.state.soviet.dead] == ["29"]


def test_what_came_by_appeal_must_leave() -> None:
    match = soviet_phase(FIRST_MARCH, used=["Guards Airborne Corps"])
    with pytest.raises(Refusal, match="must be withdrawn: it is no option"):
        match.do("decline TFB-OOS-63")
    begins = {"turn": 47, "agenda": [{"type": "BeginPlayerTurn", "side": "soviet"}]}
    first = new_match("belorussia", seed=1, dice="either")
    match = at_position(first, begins)
    assert not any(getattr(step, "rows", ()) for step in match.state.agenda)


# Alert units


def test_a_destroyed_alert_unit_goes_back_to_its_pool() -> None:
    for ruling, left in (("eighteen", 4), ("one_use", 3)):
        match = to_axis_phase(begin(options={"alert_pools": ruling}))
        state = match.state
        out = state.alerts["flak"][0]
        match = at_position(
            match,
            {"alerts_out": [out], "alerts": state.alerts | {"flak": state.alerts["flak"][1:]}},
        )
        with pytest.raises(Refusal, match="is no Alert unit on the map; 1 of this kind on the map"):
            match.do("lose axis A7 alert_flak battalion 3 leg")
        with pytest.raises(Refusal, match="is no Alert unit on the map; none of this kind is"):
            match.do(f"lose axis '{out}' alert_ag_pg battalion 3 leg")
        with pytest.raises(Refusal, match="is an Alert unit; its kind is alert_flak"):
            match.do(f"lose axis '{out}' infantry battalion 3 leg")
        match.do(f"lose axis '{out}' alert_flak battalion 3 leg")
        assert len(match.state.alerts["flak"]) == left
        assert match.state.alerts_out == ()
        assert match.state.axis.dead == ()


# Options and places


def test_the_vitebsk_option_lapses() -> None:
    match = begin()
    match.do("hold Vitebsk")
    to_axis_phase(match)
    match.do("decline TFB-EMG-4")
    with pytest.raises(Refusal, match="the option lapses after the next phase"):
        match.do("call vitebsk")
    match = begin()
    match.do("call kovel")
    to_axis_phase(match)
    with pytest.raises(Refusal, match="must come: it is no option"):
        match.do("decline TFB-EMG-6")


def test_arrivals_come_to_places_of_their_kind() -> None:
    match = soviet_phase(FIRST_NOVEMBER)
    with pytest.raises(Refusal, match="Minsk is Axis and major city; any Front HQ: 1st Baltic"):
        match.do("arrive TFB-OOS-12 Minsk")
    with pytest.raises(Refusal, match="any air base: Velikiye Luki air base"):
        match.do("arrive TFB-OOS-13 Western")
    with pytest.raises(Refusal, match="Nowhere is not marked as a place"):
        match.do("arrive TFB-OOS-12 Nowhere")
    match.do("arrive TFB-OOS-12 Western")
    match.do("arrive TFB-OOS-13 'Smolensk air base'")


def test_places_and_planes_have_an_owner() -> None:
    match = to_soviet_phase(begin())
    for place in ("Nowhere front_hq soviet", "Western kessel_hq axis"):
        with pytest.raises(BadInput, match="The Front HQs, and nothing else, are 1st Baltic"):
            match.do(f"mark {place}")
    with pytest.raises(BadInput, match="A front hq is Soviet, never Axis"):
        match.do("mark Western front_hq axis")
    with pytest.raises(BadInput, match="A kessel hq is Axis, never Soviet"):
        match.do("mark Pocket kessel_hq soviet")
    match = at_position(match, {"agenda": [{"type": "Reinforcement", "side": "soviet", "air": 1}]})
    with pytest.raises(Refusal, match=r"Ju\.87d is an enemy plane; own planes, such as Yak\.7b"):
        match.do("air Ju.87d")
    match.do("air Yak.7b")
    assert match.state.agenda[0].air == 0


# Special Events


def weather(position: dict[str, object], *dice: int) -> Match[object]:
    match = at_position(new_match("belorussia", seed=1, dice="either"), position)
    match.do("weather", dice=dice)
    return match


def test_an_event_releases_one_of_two_groups() -> None:
    position = {"turn": 20, "agenda": [{"type": "RollWeather"}]}
    match = weather(position, 3, 7, 12)
    assert match.state.called == match.state.free == ("TFB-EMG-4", "TFB-EMG-6")
    match.do("initiative", dice=(4, 9))
    match.do("go first")
    match.do("arrive TFB-EMG-6 A1.10")
    assert match.state.called == match.state.free == ()
    assert "TFB-EMG-4" not in match.state.agenda[0].rows
    assert match.state.soviet.vp == 0
    # The other can still be called when its own condition is met.
    with pytest.raises(Refusal, match=r"not both of B18\.18 and B18\.19 are Soviet"):
        match.do("call vitebsk")
    match.do("hold Vitebsk")
    assert match.state.called == ("TFB-EMG-4",)
    with pytest.raises(Refusal, match="these units have come another way"):
        match.do("call kovel")


def test_after_the_middle_of_january_an_alert_unit_comes_instead() -> None:
    match = weather({"turn": 36, "agenda": [{"type": "RollWeather"}]}, 3, 7, 11)
    assert match.state.date.isoformat() > "1944-01-15"
    assert match.state.called == ()
    assert [unit.split()[0] for unit in match.state.alerts_out] == ["ag_pg"]


def test_what_an_appeal_has_brought_comes_by_no_event() -> None:
    position = {"turn": 20, "agenda": [{"type": "RollWeather"}], "used": ["Guards Airborne Corps"]}
    match = weather(position, 3, 7, 2)
    assert match.state.used == ("Guards Airborne Corps",)
    assert "No Special Event." in log_text(match)


def test_the_night_bomber_stays_four_turns_and_may_come_again() -> None:
    match = weather({"turn": 20, "agenda": [{"type": "RollWeather"}]}, 3, 7, 10)
    match.do("initiative", dice=(4, 9))
    match.do("go first")
    match.do("arrive TFB-EMG-10 'Minsk air base'")
    assert (match.state.bomber, match.state.called) == (23, ())
    again = weather({"turn": 20, "agenda": [{"type": "RollWeather"}], "bomber": 21}, 3, 7, 10)
    assert (again.state.bomber, again.state.called) == (23, ())
    ends = at_position(match, {"turn": 23, "agenda": [{"type": "TurnEnd"}]})
    assert ends.state.bomber == 0


# Rulings that a campaign keeps


def test_partisans_that_are_active_for_one_turn() -> None:
    for ruling, active in (("plain", True), ("one_turn_activation", False)):
        match = begin(options={"partisan_details": ruling})
        seen = [{"number": 1, "unit": "foot 1", "hex": "B6.03", "active": True, "known": True}]
        match = at_position(
            match, {"partisans": seen, "agenda": [{"type": "OnTheMap", "side": "soviet"}]}
        )
        match.do("end")
        assert match.state.partisans[0].active is active


def test_a_damaged_entry_may_count_as_unread() -> None:
    position = {"turn": 2, "agenda": [{"type": "BeginPlayerTurn", "side": "soviet"}]}
    for ruling, words in (("as_read", "AA division"), ("unread", "illegible here")):
        match = new_match("belorussia", seed=1, dice="either", options={"damaged_entries": ruling})
        match = at_position(match, position)
        match.do("orders")
        match.do("arrive TFB-OOS-2")
        (arrived,) = [line for line in log_text(match).splitlines() if " arrives at " in line]
        assert words in arrived
        assert ("AA division" in arrived) is (ruling == "as_read")
