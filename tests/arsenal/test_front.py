"""What keeps a front together: marches that stop, closed gaps, workers who take up arms."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from landbridge.engine.matches.match import Match
from landbridge.engine.refusals import Refusal
from landbridge.games.arsenal.bot.building.factories import best_site
from landbridge.games.arsenal.bot.judging.board import BotBoard
from landbridge.games.arsenal.bot.temper import SIDES
from landbridge.games.arsenal.forces.units import UNIT
from landbridge.games.arsenal.industry.factories import FACTORY
from landbridge.games.arsenal.industry.militia import lines_to_axis
from landbridge.games.arsenal.map.places import DEAD, SIBERIA
from landbridge.games.arsenal.map.points import NUMBER, POINTS
from landbridge.games.arsenal.war.columns import BROKE, DISPERSED, STEP, put
from landbridge.games.arsenal.war.front import covers, front
from landbridge.games.arsenal.war.game import Arsenal
from landbridge.games.arsenal.war.movement.march import ends, stopped
from landbridge.games.arsenal.war.state import Due, War
from landbridge.games.arsenal.words import AXIS, SOVIET

GAME = Arsenal()
BORDER = """
title = "The border"
first = "1942-07"
last = "1942-12"
axis_win = 30
draw = 29

[units]
KRA = ["XXIV", "XII"]
BRE = ["4A"]
GRO = ["3A"]
"""


def begin(**options: str) -> Match[War]:
    """The Axis operate: armour two lines from Brest; armies at Brest and Grodno, none between."""
    scenario = GAME.own_scenario(BORDER, "here")
    match = Match.new(GAME, scenario, seed=1, dice="either", options=options)
    for _ in range(3):
        match.do("done")
    return match


def names(state: War, unit: str) -> set[str]:
    return {POINTS[point].id for point in ends(state, UNIT[unit])}


def test_armour_beside_a_ready_enemy_only_attacks_RUL_DC_48() -> None:
    match = begin()
    match.do("move XXIV KRA WAR")
    assert stopped(match.state, UNIT["XXIV"])
    assert names(match.state, "XXIV") == {"BRE"}
    with pytest.raises(Refusal, match="only attacks now") as refused:
        match.do("move XXIV WAR LUB")
    assert refused.value.rules == ("RUL-DC-48",)


def test_a_march_goes_on_where_the_enemy_is_dispersed_or_the_ruling_lets_it() -> None:
    match = begin()
    match.do("move XXIV KRA WAR")
    scattered = replace(match.state, flags=put(match.state.flags, UNIT["4A"], DISPERSED))
    assert {"LUB", "DAN"} <= names(scattered, "XXIV")
    free = begin(contact="free")
    free.do("move XXIV KRA WAR")
    assert {"LUB", "DAN"} <= names(free.state, "XXIV")


def test_whoever_begins_beside_the_enemy_or_has_broken_through_goes_on() -> None:
    match = begin()
    state = replace(match.state, at=put(match.state.at, UNIT["XXIV"], NUMBER["WAR"]))
    assert "LUB" in names(state, "XXIV")
    flags = put(state.flags, UNIT["XXIV"], STEP | BROKE)
    assert "LUB" in names(replace(state, flags=flags), "XXIV")


def test_two_armies_close_the_gap_between_them_RUL_DC_49() -> None:
    match = begin()
    state = replace(match.state, at=put(match.state.at, UNIT["XII"], NUMBER["WAR"]))
    assert covers(state, AXIS)[NUMBER["BIA"]] == 2
    assert front(state, AXIS)[NUMBER["BIA"]]
    assert "BIA" not in names(state, "XII")
    alone = replace(state, at=put(state.at, UNIT["3A"], DEAD))
    assert "BIA" in names(alone, "XII")
    scattered = replace(state, flags=put(state.flags, UNIT["3A"], DISPERSED))
    assert "BIA" in names(scattered, "XII")
    for ruling, one, both in (("open", True, True), ("one_side", False, False)):
        rulings = replace(state.rulings, gaps=ruling)  # type: ignore[arg-type]
        assert ("BIA" in names(replace(alone, rulings=rulings), "XII")) is one
        assert ("BIA" in names(replace(state, rulings=rulings), "XII")) is both


def test_a_closed_gap_is_refused_by_its_rule() -> None:
    match = begin()
    match.do("move XII KRA WAR")
    moved = replace(match.state, flags=put(match.state.flags, UNIT["XII"], 0))
    match = Match(GAME, match.header, moved, match.opening)
    with pytest.raises(Refusal, match="close the gap") as refused:
        match.do("move XII WAR BIA")
    assert refused.value.rules == ("RUL-DC-49",)


# Workers


def test_distance_to_the_axis_is_counted_in_lines() -> None:
    held = Match.new(GAME, "campaign", seed=1).state.held
    lines = lines_to_axis(held)
    assert lines[NUMBER["WAR"]] == 0
    assert lines[NUMBER["BRE"]] == 1
    assert lines[NUMBER["KHA"]] == 5


def due_in_july(workers: str) -> Counter[Due]:
    """What the Soviets get in July 1941, when plants of Leningrad and Kharkov produce."""
    options = {"stacking": "no_limit", "workers": workers}
    match = Match.new(GAME, "campaign", seed=1, options=options)
    match.do("pick T-A")
    while not any(o.verb == "deploy" for d in match.decisions() for o in d.offers):
        match.do("done")
    places = {POINTS[match.state.factory_at[FACTORY[plant]]].id for plant in ("T-LEN", "T-KHA")}
    assert places == {"LEN", "KHA"}
    match.do("done")
    return Counter(match.state.due)


def test_workers_of_factories_near_the_enemy_take_up_arms_RUL_DC_50() -> None:
    armed = due_in_july("take_up_arms") - due_in_july("stay_at_work")
    # The Finns are near Leningrad, the Rumanians near Kiev; nobody is near Kharkov yet.
    assert armed == {Due("infantry", NUMBER["LEN"]): 1, Due("infantry", NUMBER["KIE"]): 1}


# Where the bot puts factories


def test_factories_go_forward_as_far_as_the_enemy_will_not_come() -> None:
    state: War = Match.new(GAME, "campaign", seed=1).state
    everywhere = range(len(POINTS))
    site = best_site(BotBoard(state, SOVIET, SIDES[SOVIET]), everywhere)
    assert site != SIBERIA
    assert POINTS[site].city
    assert lines_to_axis(state.held)[site] > 4
    # With the Axis on the Volga nothing is far enough away.
    near = (
        "MOS",
        "GOR",
        "STG",
        "SAR",
        "KAZ",
        "KUI",
        "YAR",
        "AST",
        "GRZ",
        "BAK",
        "TBI",
        "ARK",
        "VOR",
    )
    held = bytearray(state.held)
    for word in near:
        held[NUMBER[word]] = AXIS
    lost = replace(state, held=bytes(held))
    assert best_site(BotBoard(lost, SOVIET, SIDES[SOVIET]), everywhere) == SIBERIA
