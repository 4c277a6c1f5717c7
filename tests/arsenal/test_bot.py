"""The steady bot: what it thinks of single positions, and how it plays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from landbridge.bots.seats import Seat, play
from landbridge.engine.matches.match import Match
from landbridge.games.arsenal.bot.building.composites import plan_composites
from landbridge.games.arsenal.bot.building.factories import plan_industry, threatened
from landbridge.games.arsenal.bot.fighting.aircraft import met_in_the_air
from landbridge.games.arsenal.bot.fighting.attacks import best_strike, gain
from landbridge.games.arsenal.bot.fighting.battles import fight_on
from landbridge.games.arsenal.bot.fighting.drops import drop
from landbridge.games.arsenal.bot.judging.board import BotBoard
from landbridge.games.arsenal.bot.judging.charts import DISTANCE
from landbridge.games.arsenal.bot.moving.railways import plan_railways
from landbridge.games.arsenal.bot.moving.redeployment import redeploy
from landbridge.games.arsenal.bot.player import Steady
from landbridge.games.arsenal.bot.temper import SIDES
from landbridge.games.arsenal.forces.units import UNIT
from landbridge.games.arsenal.industry.factories import FACTORY
from landbridge.games.arsenal.map.places import DEAD, NOWHERE, SIBERIA
from landbridge.games.arsenal.map.points import NUMBER, POINTS
from landbridge.games.arsenal.war.arrivals.composites import Compose
from landbridge.games.arsenal.war.battle.attack import battle_for
from landbridge.games.arsenal.war.battle.decisions import Halt, Press, Stand, Withdraw
from landbridge.games.arsenal.war.columns import FORTIFIED
from landbridge.games.arsenal.war.industry.entrainment import Entrain
from landbridge.games.arsenal.war.industry.phase import Industry
from landbridge.games.arsenal.war.movement.drops import Drop
from landbridge.games.arsenal.war.movement.operations import Operations
from landbridge.games.arsenal.war.movement.strategic import Rail, Sail, StrategicMovement
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.words import AXIS, SOVIET
from landbridge.referee.games import game, new_match


def position(
    axis: Mapping[str, tuple[str, ...]],
    soviet: Mapping[str, tuple[str, ...]],
    axis_holds: tuple[str, ...] = (),
    turn: int = 3,
    fortified: tuple[str, ...] = (),
    side: str = "axis",
) -> War:
    """A position with these units and no others; the map of June 1941 but for these points."""
    first: War = new_match("arsenal", "barbarossa", seed=1).state
    held, at = bytearray(first.held), bytearray([DEAD]) * len(first.at)
    for point in axis_holds:
        held[NUMBER[point]] = AXIS
    for place, units in (*axis.items(), *soviet.items()):
        for unit in units:
            at[UNIT[unit]] = SIBERIA if place == "SIBERIA" else NUMBER[place]
    flags = bytearray(len(first.at))
    for unit in fortified:
        flags[UNIT[unit]] = FORTIFIED
    steps: dict[str, Any] = {"axis": Operations("axis"), "soviet": Operations("soviet")}
    return replace(
        first,
        agenda=(steps[side],),
        turn=turn,
        held=bytes(held),
        at=bytes(at),
        flags=bytes(flags),
        target=bytes([NOWHERE]) * len(at),
    )


def board(state: War, side: int) -> BotBoard:
    return BotBoard(state, side, SIDES[side])


BORDER = ("BRE", "BIA", "GRO", "BAR", "MIN")


# Attacks


def test_a_good_attack_is_made() -> None:
    state = position({"MIN": ("XXIV", "XLVI", "VII", "IX")}, {"ORS": ("20A",)}, BORDER)
    seen = board(state, AXIS)
    strike = best_strike(seen, seen.goals())
    assert strike is not None
    assert strike.point == NUMBER["ORS"]
    assert strike.promise.taken > 0.8


def test_a_bad_attack_is_left_alone() -> None:
    armies = ("20A", "21A", "22A", "24A", "28A", "16A")
    state = position({"VYA": ("VII", "IX")}, {"MOS": armies}, (*BORDER, "ORS", "SMO", "VYA"),
                     fortified=armies)  # fmt: skip
    seen = board(state, AXIS)
    assert best_strike(seen, seen.goals()) is None


def test_a_besieged_garrison_does_not_sally_with_all_it_has() -> None:
    armies = ("8A", "11A", "27A", "23A")
    axis = {"VOL": ("F-VI",), "LUG": ("XXVI", "XLI", "I", "X"), "VYB": ("F-II", "F-IV")}
    state = position(
        axis,
        {"LEN": armies, "TIK": ("7A",)},
        ("LUG", "PSK", "DVI", "VIL", "KAU", "VYB", "VOL"),
        fortified=armies,
        side="soviet",
    )
    seen = board(state, SOVIET)
    strike = best_strike(seen, seen.goals())
    sent = strike.units if strike is not None else ()
    assert sum(UNIT[army] in sent for army in armies) <= 2


def test_in_a_battle_it_follows_the_odds() -> None:
    weak = position({"MIN": ("XXIV", "XLVI", "VII")}, {"ORS": ("20A",), "SMO": ("21A",)}, BORDER)
    target = bytearray(weak.target)
    for unit in ("XXIV", "XLVI", "VII"):
        target[UNIT[unit]] = NUMBER["ORS"]
    state = replace(weak, target=bytes(target))
    fight = battle_for(state, NUMBER["ORS"], AXIS, 0)
    ready = replace(
        fight,
        asks_now="attacker",
        attacking=bytes(len(fight.attackers)),
        defending=bytes(len(fight.defenders)),
        rounds=1,
    )
    assert isinstance(fight_on(state, ready), Press)
    beaten = replace(ready, attacking=bytes([2] * (len(fight.attackers) - 1) + [0]))
    assert isinstance(fight_on(state, beaten), Press | Halt)
    asked = replace(ready, asks_now="defender")
    assert isinstance(fight_on(state, asked), Stand | Withdraw)


# Factories, composites, railways


def test_a_threatened_factory_is_evacuated_and_a_safe_one_works_on() -> None:
    axis = {"POT": ("XXIV", "XLVI"), "KRM": ("XIV",)}
    state = position(axis, {"KHA": ("20A",)}, (*BORDER, "KIE", "POT", "KRM"), side="soviet")
    state = replace(state, agenda=(Industry(),))
    seen = board(state, SOVIET)
    assert FACTORY["T-KHA"] in threatened(seen)
    orders = plan_industry(seen)
    assert Entrain("T-KHA") in orders
    for safe in ("A-GOR", "F-SAR"):
        assert Entrain(safe) not in orders


def test_two_armies_in_siberia_become_a_guards_army() -> None:
    state = position({"MIN": ("VII",)}, {"SIBERIA": ("20A", "21A")}, BORDER, turn=10, side="soviet")
    made = plan_composites(board(state, SOVIET))
    assert made == [Compose("guards_infantry_army", "20A", "21A")]


def test_reserves_are_railed_towards_the_front() -> None:
    axis = {"SMO": ("XXIV", "XLVI", "VII", "IX", "XII")}
    state = position(axis, {"GOR": ("20A", "21A"), "MOS": ("22A",)}, (*BORDER, "ORS", "SMO"))
    state = replace(state, agenda=(StrategicMovement("soviet"),))
    moves = [move for move in plan_railways(board(state, SOVIET)) if isinstance(move, Rail)]
    assert moves
    match = Match.new(game("arsenal"), "barbarossa", seed=1)
    for move in moves:
        assert match.game.check(state, "soviet", move) == ()


# Lines


def test_a_city_that_counts_is_not_left_empty() -> None:
    axis = {"LUB": ("VII", "IX")}
    soviet = {"BRE": ("4A", "14MC", "6CC")}
    state = position(axis, soviet, turn=4)
    moves = redeploy(board(state, AXIS))
    assert any(end == NUMBER["WAR"] for _, _, end in moves)


def test_it_does_not_walk_out_of_a_besieged_fortress() -> None:
    armies = ("8A", "11A", "27A")
    axis = {"LUG": ("XXVI", "XLI"), "VYB": ("F-II", "F-IV")}
    state = position(
        axis,
        {"LEN": armies},
        ("LUG", "PSK", "DVI", "VIL", "KAU", "VYB"),
        fortified=armies,
        side="soviet",
    )
    assert not [unit for unit, start, _ in redeploy(board(state, SOVIET)) if start == NUMBER["LEN"]]


# Garrisons and salients


def test_a_garrison_stays_in_its_city_whatever_is_offered() -> None:
    armies = ("20A", "21A", "22A", "24A", "28A", "16A", "19A")
    axis = {"VYA": ("VII",), "KLG": ("XXIV",)}
    state = position(
        axis, {"MOS": armies}, (*BORDER, "ORS", "SMO", "VYA", "ROS", "KLG"), fortified=armies,
        side="soviet", turn=8,
    )  # fmt: skip
    seen = board(state, SOVIET)
    wanted = seen.guarded[NUMBER["MOS"]]
    assert 4 <= wanted < len(armies)
    assert len(seen.bound) == wanted
    strike = best_strike(seen, seen.goals())
    assert strike is None or seen.bound.isdisjoint(strike.units)
    assert seen.bound.isdisjoint(unit for unit, _, _ in redeploy(seen))


def test_a_city_far_from_the_enemy_needs_no_garrison() -> None:
    state = position({"MIN": ("VII",)}, {"MOS": ("20A",)}, BORDER, side="soviet")
    seen = board(state, SOVIET)
    assert NUMBER["MOS"] not in seen.guarded
    assert not seen.bound


def test_the_shores_that_feed_leningrad_are_manned() -> None:
    axis = {"LUG": ("XXVI", "XLI")}
    state = position(axis, {"LEN": ("8A",), "VOL": ("7A",)}, (*BORDER, "PSK", "LUG"), side="soviet")
    seen = board(state, SOVIET)
    assert seen.guarded[NUMBER["VOL"]] > 1
    assert UNIT["7A"] in seen.bound


def test_ground_that_the_enemy_can_strike_back_at_is_worth_less() -> None:
    units = {"MIN": ("XXIV", "XLVI", "VII", "IX")}
    armies = {"VIT": ("16A", "19A"), "MOG": ("21A", "22A"), "SMO": ("24A", "28A")}
    calm = board(position(units, {"ORS": ("20A",)}, BORDER), AXIS)
    hot = board(position(units, {"ORS": ("20A",), **armies}, BORDER), AXIS)
    point, flat = NUMBER["ORS"], [0.0] * len(POINTS)
    sent = [UNIT[unit] for unit in units["MIN"]]
    assert gain(hot, point, flat, sent) < gain(calm, point, flat, sent)
    assert gain(hot, point, flat, sent[:1]) < gain(hot, point, flat, sent)


# Aircraft, STAVKA, the sea, parachutes


def test_interception_counts_in_the_odds() -> None:
    axis = {"MIN": ("XXIV", "XLVI", "VII", "FK-II", "FK-VIII")}
    alone = board(position(axis, {"ORS": ("20A", "21A")}, BORDER), AXIS)
    point = NUMBER["ORS"]
    assert met_in_the_air(alone, point, 2) == (2, 0)
    met = board(position(axis, {"ORS": ("20A", "21A"), "SMO": ("Air1", "Air2")}, BORDER), AXIS)
    assert met_in_the_air(met, point, 2) == (1, 0)
    strikes = [best_strike(seen, seen.goals()) for seen in (alone, met)]
    assert strikes[0] is not None
    if strikes[1] is not None:
        same = strikes[1].units == strikes[0].units
        assert not same or strikes[1].promise.taken < strikes[0].promise.taken
    ruled = replace(met.state, rulings=replace(met.state.rulings, air_war="attack_only"))
    assert met_in_the_air(board(ruled, AXIS), point, 2) == (2, 0)


def test_stavka_goes_by_rail_to_where_the_chances_are() -> None:
    axis = {"SMO": ("VII",), "ROS": ("IX",)}
    armies = {"VYA": ("20A", "21A", "22A"), "MOS": ("24A", "28A", "16A"), "KUI": ("STAVKA",)}
    state = position(axis, armies, (*BORDER, "ORS", "SMO", "ROS"), turn=26, side="soviet")
    state = replace(state, agenda=(StrategicMovement("soviet"),))
    moves = [move for move in plan_railways(board(state, SOVIET)) if isinstance(move, Rail)]
    sent = [move for move in moves if move.unit == "STAVKA"]
    assert len(sent) == 1
    assert DISTANCE[NUMBER[sent[0].to]][NUMBER["SMO"]] <= 2
    assert game("arsenal").check(state, "soviet", sent[0]) == ()


def test_stavka_stays_where_nobody_would_guard_it() -> None:
    state = position({"SMO": ("VII",)}, {"KUI": ("STAVKA",)}, (*BORDER, "ORS", "SMO"), turn=14,
                     side="soviet")  # fmt: skip
    state = replace(state, agenda=(StrategicMovement("soviet"),))
    assert not plan_railways(board(state, SOVIET))


CUT_OFF = ("KIR", "ODE", "KHE", "KRI", "CHK", "DNE", "DZH", "PER", "GAL", "KIS", "MEL", "ZAP")


def test_units_cut_off_in_a_port_sail_to_where_they_are_needed() -> None:
    axis = {"CHK": ("XIV", "III"), "DNE": ("XXIV", "XLVI"), "DZH": ("XI",)}
    state = position(axis, {"NIK": ("20A", "21A")}, (*BORDER, *CUT_OFF), turn=4, side="soviet")
    state = replace(state, agenda=(StrategicMovement("soviet"),))
    moves = plan_railways(board(state, SOVIET))
    assert {move.unit for move in moves if isinstance(move, Sail)} == {"20A", "21A"}
    for move in moves:
        assert game("arsenal").check(state, "soviet", move) == ()


def test_a_garrison_does_not_sail_away() -> None:
    holds = tuple(point for point in CUT_OFF if point != "ODE")
    axis = {"CHK": ("XIV", "III"), "BAC": ("XI",), "PER": ("XXIV",)}
    state = position(axis, {"ODE": ("20A",)}, (*BORDER, *holds, "NIK"), turn=4, side="soviet")
    state = replace(state, agenda=(StrategicMovement("soviet"),))
    assert not plan_railways(board(state, SOVIET))


def test_a_corps_is_dropped_behind_the_front_with_the_optional_rule() -> None:
    axis = {"VYA": ("VII", "IX", "XII"), "ROS": ("XIII",)}
    armies = ("20A", "21A", "22A", "24A", "19A", "16A")
    soviet = {"MOS": ("1AC", "Air1", *armies)}
    holds = (*BORDER, "ORS", "SMO", "VYA", "ROS", "VIT", "MOG")
    state = position(axis, soviet, holds, 20, armies, "soviet")
    seen = board(state, SOVIET)
    assert not drop(seen, seen.goals())
    ruled = replace(state, rulings=replace(state.rulings, parachutes="on"))
    seen = board(ruled, SOVIET)
    jumps = drop(seen, seen.goals())
    assert jumps == [Drop("1AC", "SMO")]
    assert game("arsenal").check(ruled, "soviet", jumps[0]) == ()
    watched = position({**axis, "SMO": ("V",)}, soviet, holds, 20, armies, "soviet")
    seen = board(replace(watched, rulings=ruled.rulings), SOVIET)
    assert not any(move == Drop("1AC", "SMO") for move in drop(seen, seen.goals()))


# Whole games


def steady(match: Match[Any]) -> dict[str, Any]:
    return {role: Steady(role) for role in match.game.roles}


def test_it_plays_to_the_end_on_both_seats() -> None:
    match = new_match("arsenal", "tutorial", seed=4)
    play(match, steady(match))
    assert match.outcome is not None
    assert not match.audit()


def test_the_same_position_gets_the_same_answer() -> None:
    played = []
    for _ in range(2):
        match = new_match("arsenal", "tutorial", seed=9)
        play(match, steady(match))
        played.append([record.do for record in match.history.records])
    assert played[0] == played[1]


def test_a_bot_that_remembers_nothing_still_plays_on() -> None:
    match = new_match("arsenal", "tutorial", seed=5)
    while match.outcome is None and len(match) < 3000:
        role = match.decisions()[0].who
        match.do(Steady().choose(Seat(match, role)), role)
    assert match.outcome is not None
