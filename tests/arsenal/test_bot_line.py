"""The line: the cheapest cut, what is given up, hinges, hard rules, and what can be kept."""

from __future__ import annotations

from arsenal.test_bot import BORDER, board, position
from landbridge.games.arsenal.bot.judging.cuts import Cut
from landbridge.games.arsenal.bot.judging.hard_rules import folly
from landbridge.games.arsenal.bot.judging.keeping import counterblow, kept, last_word
from landbridge.games.arsenal.bot.judging.supply_ahead import lasting_supply
from landbridge.games.arsenal.bot.moving.redeployment import redeploy, repair
from landbridge.games.arsenal.forces.units import UNIT
from landbridge.games.arsenal.map.points import NUMBER
from landbridge.games.arsenal.map.supply_lines import supply
from landbridge.games.arsenal.words import AXIS, SOVIET

LADDER = {1: (2, 3), 2: (1, 4), 3: (1, 4), 4: (2, 3, 5), 5: (4,)}
"""Two ways from 1 that meet in 4, with 5 behind it."""


def test_the_cheapest_cut_holds_where_the_ways_meet() -> None:
    price = dict.fromkeys(LADDER, 3.0)
    worth = {1: 1.0, 2: 0.5, 3: 0.5, 4: 1.0, 5: 50.0}
    held, lost = Cut(LADDER, price, [2, 3]).cheapest(worth)
    assert held == {4}
    assert lost == {1, 2, 3}


def test_the_cheapest_cut_stands_forward_where_the_ground_is_worth_it() -> None:
    price = dict.fromkeys(LADDER, 2.0)
    worth = {1: 9.0, 2: 9.0, 3: 9.0, 4: 9.0, 5: 9.0}
    held, lost = Cut(LADDER, price, [2, 3]).cheapest(worth)
    assert held == {2, 3}
    assert not lost


def test_what_costs_more_than_it_is_worth_is_given_up() -> None:
    held, lost = Cut({1: ()}, {1: 5.0}, [1]).cheapest({1: 2.0})
    assert not held
    assert lost == {1}


SOUTH = (*BORDER, "ORS", "SMO", "KIE", "VIN", "ZHI")


def test_every_point_of_the_line_gets_a_unit_where_one_is_near() -> None:
    axis = {"SMO": ("VII", "IX", "XII", "XIII"), "KIE": ("XXIV",)}
    soviet = {"VYA": ("20A", "21A", "22A"), "MOS": ("24A", "28A")}
    state = position(axis, soviet, SOUTH, side="soviet")
    seen = board(state, SOVIET)
    line = seen.needs.line.held
    assert line
    before = {point for point in line if seen.fighters[point]}
    redeploy(seen)
    after = {point for point in line if seen.fighters[point]}
    assert before < after


def test_a_gun_goes_only_where_somebody_who_fights_stays() -> None:
    guns = ("Art1", "Art2")
    axis = {"SMO": ("VII", "IX", "XII")}
    state = position(axis, {"VYA": ("20A", *guns), "MOS": ("24A",)}, SOUTH, side="soviet")
    seen = board(state, SOVIET)
    redeploy(seen)
    for gun in guns:
        assert seen.fighters[seen.at[UNIT[gun]]]


def test_aircraft_alone_in_reach_of_the_enemy_are_a_folly() -> None:
    axis = {"SMO": ("VII", "XXIV")}
    soviet = {"VYA": ("Air1",), "MOS": ("20A", "21A"), "RZH": ("22A", "24A", "28A")}
    state = position(axis, soviet, SOUTH, side="soviet")
    seen = board(state, SOVIET)
    assert folly(seen, UNIT["Air1"], NUMBER["VYA"]) == "alone"
    assert folly(seen, UNIT["Air1"], NUMBER["MOS"]) == ""
    assert NUMBER["VYA"] in {end for _, _, end in repair(seen)}


def test_supply_is_looked_ahead_over_the_seasons() -> None:
    state = position({}, {"TAL": ("8A",)}, ("RIG", "TAR", "NAR", "PSK"))
    tallinn, moscow = NUMBER["TAL"], NUMBER["MOS"]
    now = {month: supply(state.held, SOVIET, month)[tallinn] for month in range(1, 13)}
    ahead = {month: lasting_supply(state.held, SOVIET, month) for month in range(1, 13)}
    assert all(ahead[month][moscow] for month in ahead)
    # Before the Baltic freezes it is fed, but not for long.
    assert [month for month in now if now[month] and not ahead[month][tallinn]] == [10, 11]
    assert ahead[7][tallinn]


def test_ground_is_kept_the_better_the_more_come_and_the_fewer_can_strike_back() -> None:
    axis = {"MIN": ("XXIV", "XLVI", "VII", "IX")}
    armies = {"ORS": ("20A",), "SMO": ("24A", "28A"), "VIT": ("16A",)}
    hot = board(position(axis, armies, BORDER), AXIS)
    calm = board(position(axis, {"ORS": ("20A",)}, BORDER), AXIS)
    point = NUMBER["ORS"]
    assert counterblow(hot, point) > counterblow(calm, point)
    assert kept(hot, point, 2.0) < kept(hot, point, 8.0)
    assert kept(hot, point, 4.0) < kept(calm, point, 4.0)


def test_nobody_strikes_back_after_the_last_turn() -> None:
    axis = {"MIN": ("XXIV", "XLVI"), "BAR": ("VII",)}
    state = position(axis, {"ORS": ("20A", "21A")}, BORDER, turn=7, side="soviet")
    assert last_word(board(state, SOVIET))
    assert not last_word(board(state, AXIS))
    assert counterblow(board(state, SOVIET), NUMBER["MIN"]) == 0.0
