"""Supply on the map: paths, trace, draw and throw, fuel, the Supply Phase."""

from __future__ import annotations

import pytest

from landbridge.engine.chance.nature import ScriptedDice
from landbridge.engine.refusals import Refusal
from landbridge.engine.rules.citing import mute
from landbridge.engine.space.graph import BARRED
from landbridge.games.belorussia.map_game.set_out import (
    first_position,
    scenario_counters,
    scenario_land,
)
from landbridge.games.belorussia.map_game.supply.fuelling import ways_to_fuel
from landbridge.games.belorussia.position.land import whole_map
from landbridge.games.belorussia.position.position import DEAD, FUELLED, RETURNING, UNUSED
from landbridge.games.belorussia.position.sketch import read_sketch
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.rail.detraining import stations
from landbridge.games.belorussia.rulings import DumpsPay, Rulings
from landbridge.games.belorussia.supply_lines.breakout import break_out, can_break_out
from landbridge.games.belorussia.supply_lines.dumps import hqs_for
from landbridge.games.belorussia.supply_lines.eating import eat, mark_supply
from landbridge.games.belorussia.supply_lines.extenders import form_extender, turn_back
from landbridge.games.belorussia.supply_lines.fuel import is_fuelled, take_fuel
from landbridge.games.belorussia.supply_lines.fuel_plans import buy_fuel, fuel_for, fuel_offers
from landbridge.games.belorussia.supply_lines.hqs import clients_of, throwing_hqs
from landbridge.games.belorussia.supply_lines.paying import Need, pay
from landbridge.games.belorussia.supply_lines.phase import SupplyChoices, supply_phase
from landbridge.games.belorussia.supply_lines.sources import sources_of
from landbridge.games.belorussia.supply_lines.special_extenders import (
    lift_special,
    place_special,
    placing_violations,
)
from landbridge.games.belorussia.supply_lines.starving import cheapest_losses, loss_violations
from landbridge.games.belorussia.supply_lines.trace import supply_state, thrown_from
from landbridge.referee.asking import ask

RIFLES = 'strength = 12, rating = 3, move = 4, steps = 3, name = "Rifles"'
HQ = 'duty = "hq", brackets = true, strength = 5, by = "truck", throw = 6, name = "HQ"'
TANKS = 'strength = 6, rating = 4, move = 12, by = "track", re = "1/2"'


def theatre(lines: str, **more: str) -> Theatre:
    """Open country round column 20 of sheet B, with these counters and what else is said."""
    extra = "\n".join(f"{name} = {value}" for name, value in more.items())
    return read_sketch(f'terrain = "open"\naround = 1\n{extra}\nunits = [{lines}]').theatre()


def unit(values: str, hex: str, side: str = "soviet", more: str = "") -> str:
    """One counter of a sketch."""
    return f'{{side = "{side}", hex = "{hex}", {values}{more}}},'


def column(first: int, last: int) -> str:
    """The hexes of the column, so that the sketch holds them."""
    return "{" + ", ".join(f'"B20.{row:02}" = "open"' for row in range(first, last + 1)) + "}"


def test_frost_never_lengthens_a_step() -> None:
    """Supply paths take the Freeze column where it freezes: nothing in it is dearer than Dry."""
    land = whole_map()
    for move in ("truck", "leg", "track"):
        dry, frozen = land.costs(move, "dry"), land.costs(move, "freeze", True)
        pairs = zip(dry.column, frozen.column, strict=True)
        assert all(was == BARRED or 0 < now <= was for was, now in pairs)


@pytest.mark.parametrize(("row", "there"), [(6, True), (7, False)])
def test_a_unit_draws_over_five_points_and_a_hex(row: int, there: bool) -> None:
    here = theatre(
        unit(RIFLES, f"B20.{10 + row:02}"), hexes=column(10, 18), soviet_sources='["B20.10"]'
    )
    assert supply_state(here, "soviet").in_trace(0) is there


def test_an_hq_draws_and_throws() -> None:
    here = theatre(
        unit(HQ, "B20.16") + unit(RIFLES, "B20.23"),
        hexes=column(10, 24),
        soviet_sources='["B20.10"]',
    )
    state = supply_state(here, "soviet")
    assert state.in_trace(0)
    line = state.path_of(1)
    assert line is not None
    assert line.hq == 0
    assert line.throw is not None
    assert (line.draw.points, line.throw.points) == ("5", "6")
    assert here.land.labels[line.source] == "B20.10"


def test_an_hq_throws_to_whom_it_reaches() -> None:
    """Looked at from the units, or from the HQs: the same."""
    name = "orsha-road"
    here = Theatre(scenario_land(name), scenario_counters(name), first_position(name))
    for row, counter in enumerate(here.counters):
        if not counter.is_combat or not here.on_map(row):
            continue
        expected = {
            hq
            for hq in throwing_hqs(here, counter.side)
            if hq != row and counter in clients_of(here.counter(hq))
            if thrown_from(here, counter.side, hq)[here.place_of(row)]
        }
        assert set(hqs_for(here, row)) == expected


def test_the_units_of_a_formation_trace_to_one_source() -> None:
    """Two brigades draw from one end of the valley, one from the other: the two are served."""
    corps = ', formation = "5 TC"'
    lines = [
        unit(TANKS, hex, more=f'{corps}, name = "{name}"')
        for name, hex in (("a", "B20.11"), ("b", "B20.12"), ("c", "B20.28"))
    ]
    here = theatre("".join(lines), hexes=column(10, 30), soviet_sources='["B20.10", "B20.30"]')
    state = supply_state(here, "soviet")
    assert [state.in_trace(row) for row in range(3)] == [True, True, False]
    with mute("OCS-12.6f-1"):
        again = here.with_position(here.position)
        assert supply_state(again, "soviet").in_trace(2)


def test_an_extender_opens_a_stretch_of_railway_for_trace() -> None:
    rails = {" ".join(f"B20.{row}" for row in range(a, b)): "rail" for a, b in ((10, 14), (24, 34))}
    roads = "{" + ", ".join(f'"{way}" = "{kind}"' for way, kind in rails.items()) + "}"
    gauge = "[" + ", ".join(f'"B20.{row}"' for row in range(10, 34)) + "]"
    here = theatre(
        unit(RIFLES, "B20.33"),
        hexes=column(10, 33).replace('"B20.33" = "open"', '"B20.33" = "village,open"'),
        roads=roads,
        soviet_gauge=gauge,
        soviet_holds=gauge,
        soviet_sources='["B20.10"]',
        extenders='[{hex = "B20.24", side = "soviet"}]',
    )
    assert supply_state(here, "soviet").in_trace(0)
    with mute("OCS-12.7a-2"):
        cut = here.with_position(here.position)
        assert not supply_state(cut, "soviet").in_trace(0)


def test_trains_stop_at_every_point_of_interest_of_the_map() -> None:
    land = whole_map()
    stops = stations(land)
    assert land.stations
    assert sum(stops) == len(land.stations)
    assert all(stops[place] and land.has_rail(place) for place in land.stations)


# Paying


def test_a_payment_takes_from_the_ground_first_and_gives_way_to_others() -> None:
    """The tanks reach both dumps, the rifles only the nearer one: the tanks take the other."""
    here = theatre(
        unit(TANKS, "B20.15", more=', name = "Tanks"') + unit(RIFLES, "B20.10"),
        hexes=column(8, 22),
        dumps="["
        '{hex = "B20.12", side = "soviet", sp = 0.5},'
        '{hex = "B20.20", side = "soviet", sp = 1}]',
    )
    paid = pay(here, "soviet", [Need(0, 2, "fuel"), Need(1, 2, "recovery")]).result
    assert {here.land.labels[place]: n for place, n in paid.position.dumps[0].items()} == {
        "B20.20": 2
    }
    assert paid.tokens == 4
    with pytest.raises(Refusal, match="needs 3T for recovery, and the dumps in its reach hold 2T"):
        pay(here, "soviet", [Need(1, 3, "recovery")])


@pytest.mark.parametrize(("ruled", "first"), [("nearest", "B20.14"), ("map_order", "B20.19")])
def test_which_of_several_dumps_pays_is_ruled(ruled: DumpsPay, first: str) -> None:
    here = read_sketch(
        f'terrain = "open"\naround = 1\nhexes = {column(12, 20)}\n'
        f"units = [{unit(RIFLES, 'B20.15')}]\n"
        'dumps = [{hex = "B20.19", side = "soviet", sp = 1},'
        '{hex = "B20.14", side = "soviet", sp = 1}]'
    ).theatre(Rulings(dumps_pay=ruled))
    paid = pay(here, "soviet", [Need(0, 2, "recovery")])
    assert [here.land.labels[one.place] for one in paid.result.takings] == [first]
    assert "RUL-TFB-263" in paid.rules


def test_an_hq_that_is_named_is_fuelled_itself() -> None:
    here = theatre(
        unit(HQ.replace('"HQ"', '"First"'), "B20.12")
        + unit(HQ.replace('"HQ"', '"Second"'), "B20.12"),
        hexes=column(9, 14),
        dumps='[{hex = "B20.12", side = "soviet", sp = 3}]',
    )
    for row in (0, 1):
        assert ways_to_fuel(here, row)["hq"].result.purchases[0].row == row


def test_organic_trucks_supply_their_own_formation() -> None:
    here = theatre(
        unit(TANKS, "B20.12", more=', name = "own", formation = "5 TC"')
        + unit(TANKS, "B20.12", more=', name = "other"')
        + unit('kind = "organic_truck", name = "OT", formation = "5 TC", load = 1', "B20.10"),
        hexes=column(8, 14),
    )
    assert pay(here, "soviet", [Need(0, 1, "fuel")]).result.position.load[2] == 3
    with pytest.raises(Refusal, match="hold 0T"):
        pay(here, "soviet", [Need(1, 1, "fuel")])


# Fuel


def brigades(count: int, hex: str, formation: str = "") -> str:
    return "".join(
        unit(TANKS, hex, more=f', name = "{formation}{number}", formation = "{formation}"')
        for number in range(count)
    )


def test_the_cheapest_fuel_is_found() -> None:
    dump = '[{hex = "B20.10", side = "soviet", sp = 3}]'
    three = theatre(brigades(3, "B20.12"), hexes=column(9, 14), dumps=dump)
    plan = fuel_for(three, range(3)).result
    assert [(one.method, one.tokens) for one in plan.purchases] == [("single", 3)]
    five = theatre(
        brigades(5, "B20.12", "5 TC") + brigades(2, "B20.12"), hexes=column(9, 14), dumps=dump
    )
    plan = fuel_for(five, range(7)).result
    assert [(one.method, one.tokens) for one in plan.purchases] == [("formation", 4), ("single", 2)]
    after = buy_fuel(five, plan).result.position
    assert after.fuelled_formations == {"5 TC": (0, 1, 2, 3, 4)}
    assert [bool(done & FUELLED) for done in after.done] == [False] * 5 + [True] * 2
    assert after.dumps[0] == {five.land.place("B20.10"): 6}
    moving = five.with_position(after)
    assert all(is_fuelled(moving, row).result for row in range(7))
    assert fuel_for(moving, range(7)).result.purchases == ()


def test_an_hq_fuels_the_independent_units_around_it_from_one_hex() -> None:
    here = theatre(
        unit(HQ, "B20.12") + brigades(6, "B20.15"),
        hexes=column(9, 30),
        dumps='[{hex = "B20.10", side = "soviet", sp = 1}]',
    )
    plan = fuel_for(here, range(1, 7)).result
    assert [(one.method, len(one.rows)) for one in plan.purchases] == [("hq", 6)]
    bought = buy_fuel(here, plan).result.position
    assert bought.fuelled_hqs == {0: UNUSED}
    given = take_fuel(here.with_position(bought), 1)
    assert given.fuelled_hqs == {0: here.land.place("B20.12")}
    gone = here.with_position(given.moved({0: here.land.place("B20.28")}))
    assert is_fuelled(gone, 2).result
    with mute("OCS-12.5e-2"):
        assert not is_fuelled(gone.with_position(gone.position), 2).result


def test_who_cannot_pay_for_fuel_does_not_move() -> None:
    here = theatre(brigades(2, "B20.12"), hexes=column(9, 14))
    assert fuel_offers(here, range(2)) == ()
    with pytest.raises(Refusal, match="0 needs 1T for fuel"):
        fuel_for(here, range(2))


# The Supply Phase


POCKET = unit(RIFLES, "B20.12", more=', stock = "low"') + unit(
    TANKS, "B20.12", more=', name = "Tanks"'
)


def test_the_supply_phase_in_its_four_parts() -> None:
    """6T: the rifles recover 3 RE for 6T, nothing is left to eat, and the stack rolls."""
    here = theatre(
        POCKET, hexes=column(9, 14), dumps='[{hex = "B20.10", side = "soviet", sp = 1.5}]'
    )
    dice = ScriptedDice({"Attrition": [7]})
    found = supply_phase(here, "soviet", SupplyChoices(), dice)
    phase = found.result
    assert [unit.stock for unit in phase.recovered.units] == ["full"]
    assert phase.position.dumps == ({}, {})
    assert phase.marked.out == (0, 1)
    assert phase.position.cut == bytes([1, 1])
    assert {here.land.labels[place]: one.steps for place, one in phase.attrition.items()} == {
        "B20.12": 0
    }
    assert found.rules[0] == "OCS-2.3-8"


def test_whoever_eats_is_not_marked() -> None:
    here = theatre(POCKET, hexes=column(9, 14), dumps='[{hex = "B20.10", side = "soviet", sp = 3}]')
    found = supply_phase(here, "soviet", SupplyChoices(eat=(0, 1)), ScriptedDice({})).result
    assert [meal.tokens for meal in found.eaten.meals] == [2]
    assert found.position.out == bytes(2)
    assert found.position.cut == bytes([1, 1])
    assert found.position.dumps[0] == {here.land.place("B20.10"): 4}


def test_the_owner_picks_the_steps_that_starve() -> None:
    here = theatre(POCKET.replace('stock = "low"', "out = true"), hexes=column(9, 14))
    place = here.land.place("B20.12")
    assert cheapest_losses(here, place, "soviet", 2) == {0: 2}
    assert loss_violations(here, place, "soviet", 2, {0: 2}) == ()
    (wrong,) = loss_violations(here, place, "soviet", 2, {1: 2})
    assert "not Out of Supply" in wrong.text


# Breakout and Extenders


def test_a_unit_breaks_out_at_once_or_over_a_free_path() -> None:
    ring = "".join(
        unit(RIFLES, hex, "axis", ', id = "" ').replace("Rifles", f"Grenadiers {hex}")
        for hex in ("B20.13", "B20.11", "B19.12", "B21.12", "B19.13", "B21.13")
    )
    here = theatre(unit(RIFLES, "B20.12") + ring, hexes=column(9, 14))
    assert can_break_out(here, 0).result.total == 1
    done = break_out(here, 0, ScriptedDice({"Breakout": [4], "Turns until the return": [3]})).result
    assert done.result.out
    assert done.position.place_of(0) == RETURNING
    assert done.position.returning == {0: 3}
    later = theatre(
        unit(RIFLES, "B20.12", more=", cut = 1, out = true") + ring, hexes=column(9, 14)
    )
    with pytest.raises(Refusal, match="no free path"):
        can_break_out(later, 0)
    lost = break_out(here, 0, ScriptedDice({"Breakout": [3]})).result
    assert lost.position.place_of(0) == DEAD


def test_trucks_break_out_on_their_first_turn_without_trace_alone() -> None:
    here = theatre(unit('kind = "truck", name = "Truck"', "B20.12"), hexes=column(9, 14))
    assert can_break_out(here, 0).result.total == 1
    marked = mark_supply(here, "soviet", supply_state(here, "soviet")).result
    assert (marked.position.cut, marked.position.out) == (bytes([1]), bytes([0]))
    with pytest.raises(Refusal, match="only on their first turn"):
        can_break_out(here.with_position(marked.position), 0)


def test_five_trucks_become_an_extender_and_trucks_again() -> None:
    trucks = "".join(unit('kind = "truck"', "B20.25", more=f', name = "t{n}"') for n in range(5))
    here = theatre(trucks, hexes=column(9, 26), soviet_sources='["B20.10"]')
    formed = form_extender(here, range(5)).result
    assert formed.extenders[0].points == (0, 1, 2, 3, 4)
    assert formed.place_of(0) == UNUSED
    back = turn_back(here.with_position(formed), formed.extenders[0]).result
    assert back.place_of(4) == here.land.place("B20.25")
    assert back.extenders == ()
    with pytest.raises(Refusal, match="half their allowance"):
        form_extender(here.with_position(back), range(5))


def test_eating_is_marked_by_the_ruling() -> None:
    here = theatre(
        unit(RIFLES, "B20.12", more=", out = true, cut = 2"),
        hexes=column(9, 14),
        dumps='[{hex = "B20.10", side = "soviet", sp = 1}]',
    )
    state = supply_state(here, "soviet")
    eaten = eat(here, state, (0,)).result
    marked = mark_supply(here.with_position(eaten.position), "soviet", state, eaten.rows).result
    assert marked.back == (0,)
    assert marked.position.cut == bytes([3])


def test_a_position_may_be_a_table_as_well_as_a_text() -> None:
    drawn = {"terrain": "open", "units": [{"id": "G-HQ-VI", "hex": "B18.19"}]}
    text = 'terrain = "open"\nunits = [{id = "G-HQ-VI", hex = "B18.19"}]'
    found = [
        ask("belorussia.supply_state", position=position, side="axis").result
        for position in (drawn, text)
    ]
    assert found[0] == found[1]
    assert [(one.unit, one.how) for one in found[0]] == [("VI Corps", "none")]


def test_a_special_extender_is_placed_and_lifted() -> None:
    here = theatre(
        unit(f'{HQ}, size = "XXXXX"', "B20.12"), hexes=column(9, 24), soviet_sources='["B20.10"]'
    )
    place = here.land.place("B20.22")
    placed = here.with_position(place_special(here, place).result)
    assert [one.place for one in placed.position.extenders] == [place]
    assert sources_of(placed, "soviet").kind(place) == "extender"
    assert [one.text for one in placing_violations(placed, place, 1)] == [
        "another stands in the hex"
    ]
    assert lift_special(placed, place).result.extenders == ()
