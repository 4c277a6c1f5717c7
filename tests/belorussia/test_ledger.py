"""The campaign ledger, refereed with dice from the table."""

from __future__ import annotations

from typing import Any

import pytest

from landbridge.engine.matches.match import Match
from landbridge.engine.matches.saves import from_text, to_text
from landbridge.engine.refusals import BadInput, Refusal
from landbridge.referee.games import load_match, new_match


def begin(scenario: str = "campaign-1943", **settings: Any) -> Match[Any]:
    """A match in which the partisans stand, at the first weather roll."""
    match = new_match("belorussia", scenario, seed=1, dice="either", **settings)
    for hex in ("B6.03", "B12.20", "C30.22", "A40.10"):
        match.do(f"partisan {hex}")
    return match


def to_orders(match: Match[Any], *weather: int) -> Match[Any]:
    """Go on to the orders to the Fronts, the Soviets being first."""
    match.do("weather", dice=weather or (9,))
    match.do("initiative", dice=(9, 4))
    match.do("go first")
    return match


def to_soviet_phase(match: Match[Any], *weather: int) -> Match[Any]:
    """Go on to the Soviet Reinforcement Phase, the Soviets being first."""
    to_orders(match, *weather).do("orders")
    return match


def to_axis_phase(match: Match[Any]) -> Match[Any]:
    """Go on to the Axis Reinforcement Phase, the Axis being first."""
    match.do("weather", dice=(9,))
    match.do("initiative", dice=(4, 9))
    match.do("go first")
    return match


def log_text(match: Match[Any], role: str = "referee") -> str:
    return "\n".join(match.game.sentence(event) for _, event in match.log(role))


def test_a_soviet_phase_from_supply_to_done() -> None:
    match = to_soviet_phase(begin())
    match.do("supply", dice=(7,))
    with pytest.raises(Refusal, match="1 SP to 1st Baltic Front HQ"):
        match.do("done")
    match.do("put '1st Baltic' 2SP")
    match.do("put Western 1SP")
    with pytest.raises(Refusal, match="too little would be left"):
        match.do("put '2nd Belorussian' 9SP")
    match.do("put '2nd Belorussian' 1SP")
    match.do("put '1st Belorussian' 1SP")
    match.do("put 'Smolensk air base' 2T")
    match.do("put '1st Belorussian' rest")
    match.do("replacements", dice=(8,))
    with pytest.raises(Refusal, match="a special roll is due"):
        match.do("done")
    match.do("special", dice=(2,))
    match.do("partisan B7.04")
    match.do("hog B20.20")
    match.do("activate 1")
    match.do("activate 2")
    with pytest.raises(Refusal):
        match.do("activate 3")
    with pytest.raises(Refusal, match="65 and 151 still to arrive at any Front HQ"):
        match.do("done")
    match.do("arrive TFB-OOS-1 Western")
    match.do("done")
    book = match.state.soviet
    assert book.pax == 2
    assert book.supply["Smolensk air base"] == 2
    assert sum(book.supply.values()) == 12 * 4
    assert book.hedgehogs == {"B20.20": 1}
    assert "Unused, and lost with the phase: 1 Eq, 1 Air." in log_text(match)
    again = load_match(from_text(to_text(match.save())))
    assert again.state == match.state


def test_an_axis_phase_with_a_tiger_kept() -> None:
    match = to_axis_phase(begin())
    match.do("supply", dice=(2,))
    assert match.state.agenda[0].income.total == 7
    with pytest.raises(Refusal, match="Minsk amount"):
        match.do("done")
    match.do("put Minsk 1SP")
    match.do("put '4th Army' rest")
    match.do("put Orsha rest")
    match.do("replacements", dice=(10,))
    match.do("special", dice=(1,))
    with pytest.raises(Refusal, match="to be chosen"):
        match.do("done")
    match.do("take tiger")
    assert match.state.axis.tigers == 1
    match.do("lose axis 505.Tg tiger battalion 5 track")
    match.do("rebuild 505.Tg")
    assert match.state.axis.tigers == 0
    assert match.state.axis.dead == ()
    match.do("done")


def test_isolated_minsk_lowers_the_supply_roll() -> None:
    match = to_axis_phase(begin())
    match.do("minsk isolated yes")
    match.do("supply", dice=(5,))
    assert match.state.agenda[0].income.total == 7
    assert "TFB-SUP-13" in match.history[-1].events[0].rolls[0].rules


def test_minsk_stands_alike_however_it_is_noted_TFB_SUP_14() -> None:
    match = to_axis_phase(begin(mode="referee"))
    match.do("mark Minsk major_city axis yes no")
    assert not match.state.minsk.detrainable
    match.do("supply", dice=(7,))
    with pytest.raises(Refusal, match="Minsk is not detrainable"):
        match.do("put Minsk 2SP")
    match.do("minsk detrainable yes")
    assert match.state.places["Minsk"].detrainable
    match.do("put Minsk 2SP")
    with pytest.raises(Refusal, match="Minsk is in Axis hands; minsk soviet yes"):
        match.do("mark Minsk major_city axis no")


def test_rebuilding_takes_pax_and_eq() -> None:
    match = to_soviet_phase(begin())
    match.do("lose soviet 1GRD infantry regiment 4 leg")
    with pytest.raises(Refusal, match="Pax"):
        match.do("rebuild 1GRD")
    match.do("replacements", dice=(12,))
    match.do("rebuild 1GRD")
    assert match.state.soviet.dead == ()
    assert match.state.soviet.pax == 1
    with pytest.raises(BadInput, match="is not in the Soviet Dead Pile"):
        match.do("rebuild 1GRD")


def test_an_eq_below_the_rating_is_refused() -> None:
    match = to_soviet_phase(begin())
    match.do("lose soviet 2G.Tk tank brigade 4 track yes")
    match.do("replacements", dice=(4,))
    with pytest.raises(Refusal, match="Eq of AR4 or more"):
        match.do("rebuild 2G.Tk")


def test_lost_units_go_to_dead_pile_pool_or_out_of_play() -> None:
    match = begin()
    match.do("lose soviet B1 breakdown regiment 2 leg")
    assert match.state.soviet.dead == ()
    assert "back to its pool" in log_text(match)
    with pytest.raises(Refusal, match="known by its number"):
        match.do("lose soviet P1 partisan regiment 2 leg")
    with pytest.raises(BadInput, match="Axis only"):
        match.do("lose soviet X tiger battalion 4 track")
    with pytest.raises(BadInput, match="steps is 1 to 6"):
        match.do("lose soviet 51 infantry division 2 leg no 0")
    match.do("lose soviet 5AT anti_tank brigade 2 leg")
    with pytest.raises(Refusal, match="already in the Dead Pile"):
        match.do("lose soviet 5AT anti_tank brigade 2 leg")
    with pytest.raises(BadInput, match="0 to 5"):
        match.do("lose soviet 6AT anti_tank brigade 9 leg")


@pytest.mark.parametrize("sight", ["when_activated", "when_it_acts"])
def test_partisans_are_secret_until_they_are_seen(sight: str) -> None:
    match = to_soviet_phase(begin(options={"partisan_sight": sight}))
    units = [unit.unit for unit in match.view("soviet").partisans]
    assert "?" not in units
    assert {unit.unit for unit in match.view("axis").partisans} == {"?"}
    assert set(match.view("axis").partisan_pool) == {"?"}
    assert f"Partisan 1 is {units[0]}" not in log_text(match, "axis")
    assert "placed face down in B6.03" in log_text(match, "axis")
    match.do("replacements", dice=(5,))
    match.do("activate 1")
    hidden = match.view("axis").partisans[0].unit == "?"
    assert hidden == (sight == "when_it_acts")
    with pytest.raises(Refusal, match="partisans move in the Soviet player turn on the map"):
        match.do("act 1 B7.04")
    match = at_position(match, {"agenda": [{"type": "OnTheMap", "side": "soviet"}]})
    with pytest.raises(Refusal, match="a face-down partisan does not move"):
        match.do("act 2")
    match.do("act 1 B7.04")
    seen = match.view("axis").partisans
    assert seen[0].unit == units[0]
    if hidden:
        with pytest.raises(Refusal, match="revealed"):
            match.undo()
    match.do("act 1 B7.04 yes")
    assert len(match.state.partisans) == 3
    assert units[0] in match.state.partisan_pool


def test_alert_units_are_secret() -> None:
    match = to_axis_phase(begin())
    match.do("replacements", dice=(9,))
    match.do("special", dice=(5, 3))
    assert match.view("axis").alerts_out[0].startswith("infantry")
    assert match.view("soviet").alerts_out == ("?",)
    assert set(match.view("soviet").alerts["infantry"]) == {"?"}
    assert "Drawn from the pool" not in log_text(match, "soviet")
    assert "Drawn from the pool" in log_text(match, "axis")


def test_referee_may_declare_a_violation() -> None:
    match = to_soviet_phase(begin(mode="referee"))
    with pytest.raises(Refusal):
        match.do("done")
    match.do("done", declare=True)
    assert "Declared by the referee" in log_text(match)
    assert match.history.records[-1].declared
    assert load_match(from_text(to_text(match.save()))).state == match.state
    enforced = to_soviet_phase(begin())
    with pytest.raises(Refusal, match="referee mode"):
        enforced.do("done", declare=True)


def test_the_campaign_of_1944_does_not_repeat_its_first_entries() -> None:
    match = to_soviet_phase(begin("campaign-1944"), 3, 9)
    assert match.state.agenda[0].rows == ()
    assert match.state.ice.present
    assert match.state.turn == 37


def test_fronts_move_on_and_attack() -> None:
    match = begin()
    match.do("weather", dice=(9,))
    match.do("initiative", dice=(9, 4))
    match.do("go first")
    with pytest.raises(Refusal, match="Offensive already"):
        match.do("offensive 1st_belorussian")
    match.do("offensive western")
    assert match.state.fronts["western"].posture == "offensive"
    assert match.state.penal == 1
    match.do("regroup western")
    with pytest.raises(Refusal, match="not on the Offensive"):
        match.do("regroup western")
    with pytest.raises(BadInput, match="There is no Front 'steppe'"):
        match.do("regroup steppe")


def test_an_emergency_is_due_in_the_next_axis_phase() -> None:
    match = begin()
    match.do("call kovel")
    with pytest.raises(Refusal, match="Kovel is due already in the next Axis Reinforcement Phase"):
        match.do("call kovel")
    to_axis_phase(match)
    assert "TFB-EMG-6" in match.state.agenda[0].rows
    match.do("arrive TFB-EMG-6 A1.10")
    assert match.state.called == ()


def test_an_option_costs_a_point_and_may_be_declined() -> None:
    first = new_match("belorussia", seed=1, dice="either")
    position = {"turn": 24, "agenda": [{"type": "BeginPlayerTurn", "side": "axis"}]}
    for action, points in (("arrive TFB-OOA-34", 1), ("decline TFB-OOA-34", 0)):
        match = at_position(first, position)
        match.do(action)
        assert match.state.soviet.vp == points
    match = at_position(first, position | {"turn": 2})
    with pytest.raises(Refusal, match="must come: it is no option"):
        match.do("decline TFB-OOA-1")


def at_position(match: Match[Any], changes: dict[str, Any]) -> Match[Any]:
    from landbridge.engine.chance.nature import Sampler
    from landbridge.engine.play.events import Play
    from landbridge.referee.scripts import from_position

    found = from_position(match, changes)
    state = found.game.go_on(found.state, Play(Sampler(1)))
    return Match(found.game, found.header, state, found.opening)


def test_places_are_marked_and_checked() -> None:
    match = to_axis_phase(begin())
    match.do("supply", dice=(7,))
    match.do("mark Lepel minor_city axis yes no yes")
    with pytest.raises(Refusal, match="not detrainable"):
        match.do("put Lepel 1SP")
    with pytest.raises(BadInput, match="There is no place of yours 'Warsaw'"):
        match.do("put Warsaw 1SP")
    with pytest.raises(BadInput, match="is no amount"):
        match.do("put Minsk lots")
    match.do("put Minsk 1SP")
    match.do("takeback Minsk")
    assert match.state.agenda[0].puts == ()


def test_points_decide_the_level_of_victory() -> None:
    match = begin()
    match.do("hold Minsk")
    match.do("hold Orsha yes")
    match.do("vp soviet 1 fortress")
    match.do("hold Orsha no")
    assert match.state.held == ("Minsk",)
    assert match.state.soviet.vp == 1
    with pytest.raises(BadInput, match="Warsaw"):
        match.do("hold Warsaw")


def test_vitebsk_costs_a_point_unless_an_event_released_it() -> None:
    match = begin()
    match.do("hold Vitebsk")
    to_axis_phase(match)
    match.do("arrive TFB-EMG-4")
    assert match.state.soviet.vp == 1
    released = new_match("belorussia", seed=1, dice="either")
    position = {
        "called": ["TFB-EMG-4"],
        "free": ["TFB-EMG-4"],
        "agenda": [{"type": "BeginPlayerTurn", "side": "axis"}],
    }
    freed = at_position(released, position)
    freed.do("arrive TFB-EMG-4")
    assert freed.state.soviet.vp == 0


def test_special_events_come_after_the_weather() -> None:
    first = new_match("belorussia", seed=1, dice="either")
    position = {"turn": 20, "agenda": [{"type": "RollWeather"}]}
    surge = at_position(first, position)
    surge.do("weather", dice=(3, 7, 4))
    assert "two partisans are placed" in log_text(surge)
    surge.do("initiative", dice=(9, 4))
    surge.do("go first")
    surge.do("orders")
    assert surge.state.agenda[0].partisans == 2
    assert surge.state.agenda[0].activations == 1
    reserve = at_position(first, position)
    reserve.do("weather", dice=(3, 7, 11))
    assert reserve.state.called == ("TFB-EMG-7",)
    airborne = at_position(first, position)
    airborne.do("weather", dice=(3, 7, 2))
    assert "airborne by event" in airborne.state.used
    quiet = new_match("belorussia", seed=1, dice="either", options={"special_events": "off"})
    none = at_position(quiet, position)
    none.do("weather", dice=(3, 7))
    assert "Special Event" not in log_text(none)


def test_arrivals_need_an_hq_in_trace() -> None:
    match = begin(mode="referee")
    match.do("mark Western front_hq soviet yes yes no")
    to_soviet_phase(match)
    with pytest.raises(Refusal, match="not in trace supply"):
        match.do("arrive TFB-OOS-1 Western")
    match.do("arrive TFB-OOS-1 Western", declare=True)
