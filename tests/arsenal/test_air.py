"""Aircraft on the map: interception, losses, bases, blockade; and parachute drops."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from landbridge.engine.chance.exact import odds
from landbridge.engine.chance.nature import Sampler, ScriptedDice
from landbridge.engine.matches.match import Match
from landbridge.engine.refusals import Refusal
from landbridge.games.arsenal.combat.aircraft import air_battle, air_odds
from landbridge.games.arsenal.forces.units import UNIT
from landbridge.games.arsenal.map.places import DEAD
from landbridge.games.arsenal.map.points import NEIGHBOURS, NUMBER
from landbridge.games.arsenal.war.battle.air_support import air_ready
from landbridge.games.arsenal.war.battle.attack import forecast_battle
from landbridge.games.arsenal.war.battle.decisions import OngoingBattle
from landbridge.games.arsenal.war.battle.interception import Interception
from landbridge.games.arsenal.war.columns import DISPERSED, FOUGHT, put
from landbridge.games.arsenal.war.game import Arsenal
from landbridge.games.arsenal.war.movement.air_bases import bases
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.war.supply import closed_ports, supplied
from landbridge.games.arsenal.words import AXIS, SOVIET

GAME = Arsenal()


def operations(scenario: str = "barbarossa", side: str = "axis", **settings: Any) -> Match[War]:
    """A match in the first operations of a side."""
    match = Match.new(GAME, scenario, seed=1, dice="either", **settings)
    while not any(
        offer.verb == "move" and d.who == side for d in match.decisions() for offer in d.offers
    ):
        match.do("done")
    return match


def changed(match: Match[War], **places: str) -> Match[War]:
    """The same match with units elsewhere, ready to fly."""
    state = match.state
    for unit, point in places.items():
        number = UNIT[unit.replace("_", "-")]
        place = DEAD if point == "dead" else NUMBER[point]
        state = replace(state, at=put(state.at, number, place), flags=put(state.flags, number, 0))
    return Match(GAME, match.header, state, match.opening)


def at(match: Match[War], unit: str) -> int:
    return match.state.at[UNIT[unit]]


def battle(match: Match[War]) -> OngoingBattle:
    step = match.state.agenda[0]
    assert isinstance(step, OngoingBattle)
    return step


# Battles in the air


@pytest.mark.parametrize(
    ("attackers", "defenders"), [(0, 0), (2, 0), (0, 1), (1, 1), (2, 1), (2, 3)]
)
def test_the_odds_are_those_of_the_dice(attackers: int, defenders: int) -> None:
    exact = odds(air_battle, attackers, defenders)
    dice = exact.map(lambda found: (found.attack_dice, found.defence_dice))
    assert dice == air_odds(attackers, defenders)


def test_the_defender_may_send_aircraft_and_lose_them() -> None:
    match = changed(operations(), Air3="MIN")
    match.do("move XII WAR BRE")
    match.do("attack BRE 1")
    step = match.state.agenda[0]
    assert isinstance(step, Interception)
    assert match.deciders[0] == "soviet"
    assert step.prompt(match.state, "soviet") == "Attack on Brest-Litovsk, 1 air unit with it"
    with pytest.raises(Refusal, match="1 air unit can fly there") as refused:
        match.do("intercept 2")
    assert refused.value.rules == ("RUL-DC-42",)
    assert refused.value.legal == "1 to 1, or none"
    # The attacker shoots the defender down, who misses; then two dice defend and two attack.
    match.do("intercept 1", dice=[6, 1, 1, 1, 1, 1])
    assert at(match, "Air3") == DEAD
    assert battle(match).air == 1
    assert battle(match).cover == 0


def test_aircraft_of_the_defender_add_dice() -> None:
    match = changed(operations(), Air3="MIN", FK_II="DAN")
    match.do("move XII WAR BRE")
    match.do("attack BRE")
    assert "no aircraft with it" in match.state.agenda[0].prompt(match.state, "soviet")
    # Nobody meets it: 4th Army, the mechanized corps and the air army throw three dice.
    match.do("intercept 1", dice=[1, 1, 1, 1])
    assert battle(match).cover == 1
    assert match.state.flags[UNIT["Air3"]] & FOUGHT


def test_nobody_is_asked_whose_aircraft_do_not_reach() -> None:
    match = changed(operations(), Air3="dead", Air2="dead", Air4="dead")
    match.do("move XII WAR BRE")
    match.do("attack BRE", dice=[1, 1, 1])
    assert not isinstance(match.state.agenda[0], Interception)


def test_otherwise_ruled_the_defender_has_no_aircraft() -> None:
    match = changed(operations(options={"air_war": "attack_only"}), Air3="MIN")
    match.do("move XII WAR BRE")
    match.do("attack BRE 1", dice=[1, 1, 1, 1])
    assert not isinstance(match.state.agenda[0], Interception)


def test_foresight_counts_the_air_battle() -> None:
    match = changed(operations(), Air3="MIN")
    for unit in ("XII", "XXIV", "XLVII"):
        match.do(f"move {unit} WAR BRE")
    point = NUMBER["BRE"]
    alone = forecast_battle(match.state, point, AXIS, 1)
    met = forecast_battle(match.state, point, AXIS, 1, cover=1)
    taken = [found.chance(lambda outcome: outcome.result == "taken") for found in (alone, met)]
    assert taken[0] > taken[1]


# Bases


def test_an_air_unit_flies_once_between_two_own_turns() -> None:
    match = operations()
    side = AXIS
    assert UNIT["FK-II"] in air_ready(match.state, NUMBER["BRE"], side)
    match.do("rebase FK-II LUB")
    assert at(match, "FK-II") == NUMBER["LUB"]
    assert UNIT["FK-II"] not in air_ready(match.state, NUMBER["BRE"], side)


def test_a_base_must_be_in_supply() -> None:
    match = operations()
    state = match.state
    for point in ("KON", "TIL", "MEM", "DAN", "SUW"):
        assert NUMBER[point] in (*bases(state, UNIT["FK-II"]), state.at[UNIT["FK-II"]])
    held = bytearray(state.held)
    for point in ("DAN", "WAR", "LUB", "KRA", "RZE"):
        held[NUMBER[point]] = SOVIET
    cut_off = replace(state, held=bytes(held))
    assert not supplied(cut_off, AXIS)[NUMBER["SUW"]]
    assert air_ready(cut_off, NUMBER["GRO"], AXIS) == []


def test_a_dead_air_unit_is_rebuilt_every_quarter() -> None:
    match = changed(operations(options={"stacking": "no_limit"}), FK_I="dead")
    while match.state.turn < 4 or "raise" not in {
        o.verb for d in match.decisions() for o in d.offers if d.who == "axis"
    }:
        match.do("done")
    match.do("raise FK-I WAR")
    assert at(match, "FK-I") == NUMBER["WAR"]
    assert match.state.flags[UNIT["FK-I"]] & DISPERSED


@pytest.mark.parametrize("cornered", [False, True])
def test_aircraft_leave_a_base_that_falls(cornered: bool) -> None:
    match = operations()
    state, here = match.state, NUMBER["BRE"]
    column = bytes(DEAD if place == here else place for place in state.at)
    held = bytearray(state.held)
    for point in NEIGHBOURS[here] if cornered else ():
        held[point] = AXIS
    state = replace(state, at=column, held=bytes(held))
    match = changed(Match(GAME, match.header, state, match.opening), Air3="BRE")
    match.do("move XII WAR BRE")
    # Nobody defends the point: it falls without a die.
    match.do("attack BRE")
    assert match.state.held[here] == AXIS
    if cornered:
        assert at(match, "Air3") == DEAD
    else:
        assert at(match, "Air3") in NEIGHBOURS[here]
        assert match.state.flags[UNIT["Air3"]] & DISPERSED


# Ports under blockade


def besieged() -> War:
    """Sevastopol cut off by land, in clear weather."""
    state = operations("case-blue").state
    held = bytearray(state.held)
    held[NUMBER["KER"]] = AXIS
    return replace(state, held=bytes(held))


def with_air(state: War, unit: str, point: str) -> War:
    return replace(
        state,
        at=put(state.at, UNIT[unit], NUMBER[point]),
        flags=put(state.flags, UNIT[unit], 0),
    )


def test_aircraft_close_a_port_to_supply() -> None:
    state = besieged()
    port = NUMBER["SEV"]
    for unit in ("FK-I", "FK-IV", "FK-VIII", "Air4"):
        state = replace(state, at=put(state.at, UNIT[unit], DEAD))
    assert supplied(state, SOVIET)[port]
    state = with_air(state, "FK-VIII", "DZH")
    assert port in closed_ports(state, SOVIET)
    assert not supplied(state, SOVIET)[port]
    guarded = with_air(state, "Air1", "SEV")
    assert port not in closed_ports(guarded, SOVIET)
    assert supplied(guarded, SOVIET)[port]
    tired = replace(state, flags=put(state.flags, UNIT["FK-VIII"], DISPERSED))
    assert supplied(tired, SOVIET)[port]
    ruled = replace(state, rulings=replace(state.rulings, naval_war="torpedoes_only"))
    assert supplied(ruled, SOVIET)[port]


# Parachutes


def test_a_corps_is_dropped_behind_the_front() -> None:
    match = operations(side="soviet", options={"parachutes": "on"})
    state = match.state
    # Tilsit is left empty, an army corps of paratroops and aircraft stand near.
    here = NUMBER["TIL"]
    column = bytes(NUMBER["DAN"] if place == here else place for place in state.at)
    match = Match(GAME, match.header, replace(state, at=column), match.opening)
    match = changed(match, **{"5AC": "KAU", "Air2": "KAU"})
    with pytest.raises(Refusal, match="too far") as refused:
        match.do("drop 5AC WAR")
    assert refused.value.rules == ("RUL-DC-30",)
    match.do("drop 5AC TIL", dice=[5])
    assert at(match, "5AC") == here
    assert match.state.held[here] == SOVIET
    assert match.state.flags[UNIT["Air2"]] & FOUGHT
    with pytest.raises(Refusal, match="cannot move now"):
        match.do("move 5AC TIL KON")


@pytest.mark.parametrize(("die", "lands"), [(1, False), (2, False), (3, True), (4, True)])
def test_a_die_decides_how_it_lands(die: int, lands: bool) -> None:
    match = operations(side="soviet", options={"parachutes": "on"})
    state = match.state
    column = bytes(NUMBER["DAN"] if p == NUMBER["TIL"] else p for p in state.at)
    match = Match(GAME, match.header, replace(state, at=column), match.opening)
    match = changed(match, **{"5AC": "KAU", "Air2": "KAU"})
    match.do("drop 5AC TIL", dice=[die])
    assert at(match, "5AC") == (NUMBER["TIL"] if lands else DEAD)
    assert bool(match.state.flags[UNIT["5AC"]] & DISPERSED) == lands


def test_dice_are_thrown_in_order() -> None:
    assert air_battle(1, 1, ScriptedDice([6, 6])).attackers.shot_down == 1
    assert air_battle(2, 0, Sampler(1)).attack_dice == 2
