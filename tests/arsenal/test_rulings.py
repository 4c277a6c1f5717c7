"""Rulings otherwise than they stand: what changes on the map."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from landbridge.engine.chance.nature import Sampler
from landbridge.engine.matches.match import Match
from landbridge.engine.play.events import Play
from landbridge.engine.refusals import BadInput, Refusal
from landbridge.engine.rules.index import rulings
from landbridge.games.arsenal.calendar import TURNS, month_name
from landbridge.games.arsenal.forces.units import UNIT, UNITS
from landbridge.games.arsenal.industry.factories import FACTORY
from landbridge.games.arsenal.map.places import DEAD, LATER, OUT, SIBERIA
from landbridge.games.arsenal.map.points import NUMBER
from landbridge.games.arsenal.war.allies import ally_arrives, settle_allies
from landbridge.games.arsenal.war.arrivals.due import still_due
from landbridge.games.arsenal.war.capacity import capacity_left
from landbridge.games.arsenal.war.columns import box, put
from landbridge.games.arsenal.war.game import Arsenal
from landbridge.games.arsenal.war.movement.march import ends, movable
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.war.weather import skies
from landbridge.games.arsenal.words import AXIS, PACKAGE, SOVIET

GAME = Arsenal()


def begin(scenario: str = "campaign", **options: str) -> Match[War]:
    """A match in which months can pass without a move."""
    options = {"stacking": "no_limit"} | options
    return Match.new(GAME, scenario, seed=1, dice="either", options=options)


def on(match: Match[War], until: Callable[[Match[War]], bool]) -> Match[War]:
    """End phases until something holds."""
    while not until(match):
        match.do("done")
    return match


def offered(match: Match[War], who: str, verb: str) -> bool:
    return any(d.who == who and o.verb == verb for d in match.decisions() for o in d.offers)


def to(match: Match[War], turn: int, who: str, verb: str) -> Match[War]:
    return on(match, lambda m: m.state.turn >= turn and offered(m, who, verb))


def changed(match: Match[War], state: War) -> Match[War]:
    return Match(GAME, match.header, state, match.opening)


# Replacements


@pytest.mark.parametrize(("ruling", "waits"), [("lost", False), ("carried_over", True)])
def test_a_symbol_without_a_dead_unit(ruling: str, waits: bool) -> None:
    match = to(begin(unmet_symbol=ruling), 2, "soviet", "raise")
    state = match.state
    # Nobody of the cavalry is dead, while July brings a cavalry symbol.
    at = bytes(
        OUT if place == DEAD and "cavalry" in UNITS[unit].name.lower() else place
        for unit, place in enumerate(state.at)
    )
    left = still_due(replace(state, at=at))
    assert ("cavalry" in [due.what for due in left]) == waits
    match = on(changed(match, replace(state, at=at)), lambda m: offered(m, "axis", "move"))
    assert ("cavalry" in [due.what for due in match.state.due]) == waits


@pytest.mark.parametrize(("ruling", "turns"), [("next_turn", 1), ("full_turn", 2)])
def test_a_siberian_unit_is_held_off(ruling: str, turns: int) -> None:
    match = to(begin(held_off=ruling), 2, "soviet", "raise")
    match.do("raise 29A Siberia")
    for later in range(3):
        to(match, 2 + later, "soviet", "move")
        unit = UNIT["29A"]
        free = unit in movable(match.state, SOVIET) and bool(ends(match.state, unit))
        assert free == (later >= turns)
        match.do("done")


@pytest.mark.parametrize(("ruling", "cost"), [("free", 0), ("costs_a_move", 1)])
def test_a_replacement_that_stays(ruling: str, cost: int) -> None:
    match = to(begin(staying_put=ruling), 2, "soviet", "raise")
    before = capacity_left(match.state, "soviet")
    match.do("raise 29A Kiev")
    assert capacity_left(match.state, "soviet") == before - cost
    match.do("raise 30A Siberia")
    assert capacity_left(match.state, "soviet") == before - cost
    on(match, lambda m: offered(m, "soviet", "rail"))
    match.do("rail 29A Gorki")
    # It has paid for its place, or pays now: once in any case.
    assert capacity_left(match.state, "soviet") == before - 1


def test_replacements_need_moves_if_they_cost_any() -> None:
    match = to(begin(staying_put="costs_a_move"), 2, "soviet", "raise")
    full = capacity_left(match.state, "soviet") + match.state.used
    match = changed(match, replace(match.state, used=full))
    with pytest.raises(Refusal, match="No strategic move is left") as refused:
        match.do("raise 29A Kiev")
    assert refused.value.rules == ("DC-R08", "RUL-DC-4")


@pytest.mark.parametrize(("ruling", "inland"), [("both", True), ("replacements_only", False)])
def test_where_axis_reinforcements_come_on(ruling: str, inland: bool) -> None:
    match = to(begin(entry_kinds=ruling), 2, "axis", "raise")
    arriving = next(
        due.what[1:] for due in match.state.due if due.ready and due.what.startswith("=")
    )
    assert match.state.at[UNIT[arriving]] == LATER
    if inland:
        match.do(f"raise {arriving} SUW")
    else:
        with pytest.raises(Refusal, match="cannot be placed at Suwalki"):
            match.do(f"raise {arriving} SUW")
        match.do(f"raise {arriving} WAR")


# Factories


@pytest.mark.parametrize(("ruling", "made"), [("no_output", False), ("output_first", True)])
def test_the_month_of_entraining(ruling: str, made: bool) -> None:
    match = to(begin(flip_month=ruling), 2, "soviet", "entrain")
    # Kharkov works in odd months, and July is one.
    match.do("entrain T-KHA")
    match.do("done")
    assert (
        any(due.place == NUMBER["KHA"] and due.what[:5] == "plant" for due in match.state.due)
        == made
    )


def test_a_site_that_is_lost_sends_the_factory_to_siberia() -> None:
    match = begin(expansion_site="at_pick")
    match.do("pick T-A Minsk")
    state = match.state
    match = changed(match, replace(state, held=put(state.held, NUMBER["MIN"], AXIS)))
    to(match, 2, "soviet", "done")
    on(match, lambda m: m.state.turn == 2 and m.deciders[0] == "soviet")
    assert match.state.factory_at[FACTORY["T-A"]] == SIBERIA


def test_factories_are_set_on_chosen_cities() -> None:
    match = begin(start_factories="chosen")
    match.do("site T-KHA Gorki")
    with pytest.raises(Refusal, match="has been set on a city") as refused:
        match.do("site T-KHA Kazan")
    assert "RUL-DC-12" in refused.value.rules
    match.do("done")
    assert match.state.factory_at[FACTORY["T-KHA"]] == NUMBER["GOR"]
    assert match.state.factory_at[FACTORY["T-LEN"]] == NUMBER["LEN"]
    match.do("pick T-A")


def test_a_factory_must_travel_if_that_is_ruled() -> None:
    match = to(begin(entrained_waits="must_travel"), 1, "soviet", "entrain")
    match.do("entrain T-KHA")
    to(match, 2, "soviet", "send")
    with pytest.raises(Refusal, match="Kharkov tank plant may not be left standing") as refused:
        match.do("done")
    assert refused.value.rules == ("DC-R43", "RUL-DC-20")
    match.do("send T-KHA Siberia")
    match.do("done")


# Allies


def fallen(ally_city: str, **options: str) -> War:
    """A position of 1944 after an ally's city has fallen."""
    state = begin("bagration", **options).state
    state = replace(state, held=put(state.held, NUMBER[ally_city], SOVIET))
    return settle_allies(state, Play(Sampler(1)))


@pytest.mark.parametrize(("ruling", "march"), [("defend_at_home", False), ("fight_at_home", True)])
def test_troops_that_turned(ruling: str, march: bool) -> None:
    state = fallen("BUC", fallen_ally=ruling)
    turned = [u.number for u in UNITS if u.nation == "rumanian" and state.side[u.number] == SOVIET]
    assert turned
    able = set(turned) & set(movable(replace(state, flags=bytes(len(UNITS))), SOVIET))
    assert bool(able) == march
    rumania = {NUMBER[word] for word in ("BUC", "PLO", "BRA", "CST", "GAL", "BAC", "IAS")}
    for unit in able:
        assert set(ends(state, unit)) <= rumania


@pytest.mark.parametrize(("ruling", "again"), [("defend_at_home", False), ("until_retaken", True)])
def test_arrivals_of_a_city_that_is_retaken(ruling: str, again: bool) -> None:
    state = fallen("HEL", fallen_ally=ruling, defection="capitals_only")
    state = replace(state, held=put(state.held, NUMBER["HEL"], AXIS), left=0)
    assert ally_arrives(state, "finnish") == again


def test_an_isolated_rumanian_is_not_lifted_if_that_is_ruled() -> None:
    match = to(begin(rumanian_lift="connected_only"), 7, "axis", "done")
    on(match, lambda m: m.state.turn == 7 and m.deciders[0] == "axis")
    state = match.state
    at = put(state.at, UNIT["R-III"], NUMBER["TUL"])
    at = put(at, UNIT["R-V"], NUMBER["KIS"])
    held = put(put(state.held, NUMBER["TUL"], AXIS), NUMBER["KIS"], AXIS)
    match = changed(match, replace(state, at=at, held=held))
    with pytest.raises(Refusal, match="isolated unit cannot be lifted") as refused:
        match.do("lift R-III BUC")
    assert refused.value.rules == ("RUL-DC-11",)
    match.do("lift R-V BUC")


# The first month


def test_the_war_may_begin_in_may() -> None:
    match = begin("barbarossa", may_1941="on")
    armies = 5
    match.do("pick T-A", dice=[6] * armies + [5])
    assert match.state.turn == 0
    assert box(match.state).month == "1941-05"
    assert skies(match.state) == ("clear", "clear")
    on(match, lambda m: m.state.turn == 1)
    assert box(match.state).month == "1941-06"
    on(match, lambda m: m.outcome is not None)
    assert match.state.turn == 7


def test_may_is_only_for_1941() -> None:
    with pytest.raises(BadInput, match="Case Blue does not begin in 1941"):
        begin("case-blue", may_1941="on")


def test_text_about_panzer_corps_agrees_with_the_calendar() -> None:
    without = [month_name(turn.month) for turn in TURNS if not turn.panzer]
    assert without == ["June 1941", "February 1942", "April 1942"]
    text = rulings(PACKAGE)["city_infantry"].options["month_groups"].text
    assert "every month but May and June 1941, February and April 1942" in text
