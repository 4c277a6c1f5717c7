"""Units and factories over the months: those that are owed, that go home, that are left over."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from arsenal.war_play import GAME, at, begin, changed, moved, skip, to_month
from landbridge.engine.chance.nature import ScriptedDice
from landbridge.engine.matches.match import Match
from landbridge.engine.play.events import Play
from landbridge.engine.refusals import Refusal
from landbridge.games.arsenal.forces.allies import ally_status
from landbridge.games.arsenal.forces.units import UNIT, UNITS
from landbridge.games.arsenal.map.places import DEAD, LAST_POINT, SIBERIA
from landbridge.games.arsenal.map.points import HOME, NEIGHBOURS, NUMBER, POINTS, control
from landbridge.games.arsenal.war.allies import ally_arrives
from landbridge.games.arsenal.war.battle.air_support import air_ready
from landbridge.games.arsenal.war.battle.attack import Attack
from landbridge.games.arsenal.war.capacity import capacity_left
from landbridge.games.arsenal.war.columns import AIR, BROKE, NATION, put, units_on
from landbridge.games.arsenal.war.control import take
from landbridge.games.arsenal.war.industry.factories_in_play import entrained
from landbridge.games.arsenal.war.movement.march import movable
from landbridge.games.arsenal.war.restraints import bound
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.war.steps import EndPhase
from landbridge.games.arsenal.words import AXIS, SOVIET


def put_units(match: Match[War], **places: str) -> Match[War]:
    return changed(match, at=moved(match.state, **places).at)


def hold(match: Match[War], side: int, *points: str) -> Match[War]:
    column = bytearray(match.state.held)
    for point in points:
        column[NUMBER[point]] = side
    return changed(match, held=bytes(column))


def month(match: Match[War], number: int) -> None:
    while match.state.turn < number:
        match.do("done")


def word(match: Match[War], unit: str) -> str:
    place = at(match, unit)
    return POINTS[place].id if place <= LAST_POINT else "gone"


# Units that are owed


def test_a_unit_that_was_never_placed_leaves_all_the_same() -> None:
    match = begin("campaign")
    month(match, 35)
    assert "=II-SS" in [due.what for due in match.state.due]
    month(match, 38)
    assert "=II-SS" not in [due.what for due in match.state.due]
    with pytest.raises(Refusal):
        match.do("raise II-SS Warsaw")


def test_a_reinforcement_is_placed_before_a_replacement() -> None:
    match = begin("campaign")
    to_month(match, 8, "entrain")
    match = changed(match, at=put(match.state.at, UNIT["30A"], DEAD))
    match.do("done")
    ready = [due.ready for due in match.state.due if due.what.endswith("infantry")]
    assert {True, False} <= set(ready)
    match.do("raise 30A Gorki")
    assert not match.state.flags[UNIT["30A"]]


def test_only_symbols_are_carried_over() -> None:
    match = begin("campaign", options={"unmet_symbol": "carried_over"})
    skip(match, "entrain")
    match.do("entrain F-MOS")
    to_month(match, 2, "send")
    match.do("send F-MOS Siberia")
    column = bytearray(match.state.at)
    for unit in AIR:
        if column[unit] == DEAD and match.state.side[unit] == SOVIET:
            column[unit] = NUMBER["GOR"]
    match = changed(match, at=bytes(column))
    to_month(match, 4, "entrain")
    match.do("done")
    assert any(due.what.startswith("plant") and due.place == SIBERIA for due in match.state.due)
    match.do("done")
    assert not any(due.what.startswith("plant") for due in match.state.due)


# Allies


def rumania(**places: str) -> Match[War]:
    """Bucharest falls while Germans stand in Iasi."""
    match = begin("campaign")
    month(match, 20)
    skip(match, "entrain")
    column = bytearray(match.state.at)
    for point in HOME["rumanian"]:
        for unit in units_on(match.state.at, point):
            if NATION[unit] != "rumanian":
                column[unit] = NUMBER["WAR"]
    match = changed(match, at=bytes(column))
    match = put_units(match, XXIV="IAS", **places)
    match = hold(match, AXIS, "ODE")
    match = hold(match, SOVIET, "BUC")
    while match.deciders[0] != "axis":
        match.do("done")
    return match


def test_turned_troops_go_where_no_germans_stand() -> None:
    match = rumania(R_III="ODE", R_V="IAS")
    for unit in ("R-III", "R-V"):
        home = at(match, unit)
        assert home in HOME["rumanian"]
        assert POINTS[home].id != "IAS"
        assert match.state.side[UNIT[unit]] == SOVIET
    assert match.state.held[NUMBER["IAS"]] == AXIS


def test_a_base_with_german_aircraft_stays_german() -> None:
    match = rumania(FK_IV="CST")
    assert match.state.held[NUMBER["CST"]] == AXIS
    assert word(match, "FK-IV") == "CST"


@pytest.mark.parametrize(("ruling", "again"), [("defend_at_home", False), ("until_retaken", True)])
def test_arrivals_after_a_capital_is_retaken(ruling: str, again: bool) -> None:
    match = begin("campaign", options={"fallen_ally": ruling})
    month(match, 17)
    skip(match, "entrain")
    match = hold(match, SOVIET, "CLU")
    month(match, 18)
    assert not ally_arrives(match.state, "hungarian")
    match = hold(match, AXIS, "CLU")
    month(match, 21)
    assert ally_arrives(match.state, "hungarian") is again
    found = ally_status("hungarian", "1943-02", control(), True, False, ruling)
    assert found.result.arrivals is again


def test_rumanians_without_a_move_go_home_along_lines() -> None:
    match = begin("campaign")
    month(match, 7)
    units = ("R-III", "R-V", "R-XI", "R-II", "R-Arm")
    match = put_units(match, **{unit.replace("-", "_"): "ODE" for unit in units})
    match = hold(match, AXIS, "ODE", "NIK", "KIS", "KHE")
    match.do("done")
    left = [unit for unit in units if word(match, unit) == "ODE"]
    assert len(left) == 2
    skip(match, "move")
    (unit, *_) = left
    away = {POINTS[p].id for p in NEIGHBOURS[NUMBER["ODE"]]}
    slot = match.game.next_slot(match.state, "axis", "move", (unit, "ODE"))
    assert slot is not None
    assert slot.words
    assert set(slot.words) < away
    with pytest.raises(Refusal):
        match.do(f"move {unit} ODE NIK")


def remedied(match: Match[War]) -> tuple[str, ...]:
    """End a phase, or do first what it is refused for; the rules that refused it."""
    found = match.game.check(match.state, match.deciders[0], EndPhase())
    match.do(found[0].remedy if found else "done")
    return found[0].rules if found else ()


def test_rumanians_are_home_long_before_may_1942() -> None:
    match = begin("campaign")
    month(match, 7)
    units = ("R-III", "R-V", "R-XI", "R-II", "R-Arm")
    match = put_units(match, **{unit.replace("-", "_"): "NIK" for unit in units})
    match = hold(match, AXIS, "ODE", "NIK", "KIS", "KIR", "PER")
    rules = set()
    while match.state.turn < 9:
        rules.add(remedied(match))
    assert rules == {(), ("DC-R24", "RUL-DC-47")}
    assert {at(match, unit) in HOME["rumanian"] for unit in units} == {True}


def test_scenario_of_december_1941_has_its_siberian_reserves() -> None:
    text = 'title = "December"\nfirst = "1941-12"\nlast = "1942-03"\naxis_win = 9\ndraw = 8\n'
    match = Match.new(GAME, GAME.own_scenario(text, "test"), seed=1)
    while match.state.turn < 8 or match.deciders[0] != "soviet":
        match.do("done")
    match.do("done")
    assert sum(due.what.startswith("reserve ") for due in match.state.due) == 11
    assert not Match.new(GAME, "barbarossa", seed=1).state.reserves.released
    assert Match.new(GAME, "case-blue", seed=1).state.reserves.released


# Factories


def test_more_factories_than_moves_are_set_down() -> None:
    match = begin("campaign")
    to_month(match, 4, "entrain")
    for factory in ("T-LEN", "T-KHA", "T-STG", "T-MOS", "A-LEN", "A-KIE", "A-GOR", "F-MOS"):
        match.do(f"entrain {factory}")
    to_month(match, 5, "unload")
    with pytest.raises(Refusal, match="8 factories are entrained, but October 1941 has 6") as no:
        match.do("done")
    assert no.value.rules == ("DC-R40", "RUL-DC-19")
    match.do("unload T-STG")
    match.do("unload A-GOR")
    assert entrained(match.state) == 6
    assert capacity_left(match.state, "soviet") == 0
    match.do("send T-LEN Siberia")


def test_a_factory_is_not_entrained_in_the_phase_in_which_it_arrives() -> None:
    match = begin("campaign")
    skip(match, "entrain")
    match.do("entrain T-KHA")
    to_month(match, 2, "send")
    match.do("send T-KHA STG")
    with pytest.raises(Refusal, match="has been moved in this phase"):
        match.do("entrain T-KHA")


def test_after_ten_picks_none_is_offered() -> None:
    match = begin("campaign", options={"expansion_chances": "ten_built"})
    to_month(match, 2, "pick")
    match = changed(match, picked=tuple(range(11, 21)))
    assert "pick" not in {offer.verb for offer in match.decisions()[0].offers}


# Aircraft, armour, Siberia


def test_a_change_of_base_is_no_flight() -> None:
    match = begin("campaign")
    to_month(match, 7, "rebase")
    match = put_units(match, FK_VIII="WAR", FK_I="WAR", FK_IV="BUC", XXIV="WAR")
    match = hold(match, SOVIET, "BRE")
    assert len(air_ready(match.state, NUMBER["BRE"], AXIS)) == 1
    match.do("rebase FK-IV CLU")
    assert len(air_ready(match.state, NUMBER["BRE"], AXIS)) == 1
    with pytest.raises(Refusal):
        match.do("rebase FK-IV BUC")


def test_an_edge_line_carries_no_more_than_its_grade() -> None:
    match = begin("campaign")
    armies = [f"{number}A" for number in range(29, 38)]
    column = bytearray(match.state.at)
    flags = bytearray(match.state.flags)
    for army in armies:
        column[UNIT[army]] = SIBERIA
        flags[UNIT[army]] = 0
    match = changed(match, at=bytes(column), flags=bytes(flags))
    skip(match, "move")
    while match.deciders[0] != "soviet" or not offers(match, "move"):
        match.do("done")
    for army in armies[:6]:
        match.do(f"move {army} Siberia KAZ")
    with pytest.raises(Refusal, match="line to Kazan carries no more units"):
        match.do(f"move {armies[6]} Siberia KAZ")
    match.do(f"move {armies[6]} Siberia KUI")


def offers(match: Match[Any], verb: str) -> bool:
    return any(offer.verb == verb for offer in match.decisions()[0].offers)


def test_the_odds_say_when_armour_cannot_go_on_and_who_may_answer() -> None:
    match = begin("campaign")
    skip(match, "move")
    match.do("move XXIV WAR BRE")
    fresh = match.game.forecast(match.state, "axis", Attack("BRE", 0))
    assert fresh is not None
    assert "taken, armour goes on" in dict(fresh.odds.items())
    spent = put(match.state.flags, UNIT["XXIV"], match.state.flags[UNIT["XXIV"]] | BROKE)
    tired = match.game.forecast(replace(match.state, flags=spent), "axis", Attack("BRE", 0))
    assert tired is not None
    assert "taken, armour goes on" not in dict(tired.odds.items())
    plane = next(u for u in AIR if UNITS[u].side == "soviet")
    covered = put(match.state.at, plane, NUMBER["MIN"])
    ready = put(match.state.flags, plane, 0)
    seen = match.game.forecast(
        replace(match.state, at=covered, flags=ready), "axis", Attack("BRE", 0)
    )
    assert seen is not None
    assert any("may answer" in note for note in seen.notes)


# Frozen armies


def test_an_army_that_thawed_does_not_freeze_again() -> None:
    match = begin("campaign")
    armavir, frozen = NUMBER["ARM"], UNIT["44A"]
    assert bound(match.state, frozen)
    fell = take(match.state, armavir, AXIS, Play(ScriptedDice(())))
    assert not bound(fell, frozen)
    back = take(fell, armavir, SOVIET, Play(ScriptedDice(())))
    assert back.held[armavir] == SOVIET
    assert not bound(back, frozen)
    assert frozen in movable(back, SOVIET)
    assert frozen not in movable(match.state, SOVIET)
