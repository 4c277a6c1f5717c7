"""The series' tables but ground combat: exact odds, every case, and the hooks for other rules."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from landbridge.engine.chance.exact import odds
from landbridge.engine.chance.nature import Nature, Sampler, ScriptedDice
from landbridge.engine.chance.odds import Dist
from landbridge.engine.chance.tables import Table
from landbridge.engine.chance.tallies import modifier, tally
from landbridge.engine.rules.ask import answer
from landbridge.engine.rules.citing import mute
from landbridge.games.belorussia.air import air_combat, air_drop, flak
from landbridge.games.belorussia.combat import barrage
from landbridge.games.belorussia.combat import facility_barrage as facilities
from landbridge.games.belorussia.supply import attrition, dumps
from landbridge.referee.asking import question, questions
from landbridge.referee.cases import cases, run

FILES = ("air/air.toml", "supply/attrition.toml", "barrage/barrage.toml")
CASES = [placed for placed in cases("belorussia") if placed.where.split(",")[0] in FILES]
TABLES: list[Table] = [
    air_combat.BASE_CAPTURE,
    air_combat.COMBAT,
    air_combat.LOSS,
    air_drop.DROP,
    attrition.ATTRITION,
    attrition.BREAKOUT,
    barrage.HALF,
    barrage.UNITS,
    dumps.BLOW,
    facilities.FACILITY,
    facilities.PLANES,
    flak.FLAK,
    flak.MISSION_LOSS,
]
COLUMNS = [(table, name) for table in TABLES for name in table.columns]


@pytest.mark.parametrize(("table", "column"), COLUMNS, ids=[f"{t.name} {c}" for t, c in COLUMNS])
def test_odds_of_a_column_are_those_of_every_throw(table: Table, column: str) -> None:
    low, high = table.modifiers
    for shift in range(low, high + 1):
        counted: dict[Any, int] = {}
        for faces in product(range(1, table.dice.sides + 1), repeat=table.dice.count):
            value = table.cell(sum(faces) + shift, column).value
            counted[value] = counted.get(value, 0) + 1
        assert table.odds(column, shift) == Dist(counted)


@pytest.mark.parametrize("table", TABLES, ids=[table.name for table in TABLES])
def test_tables_come_from_the_series(table: Table) -> None:
    assert table.source == "series"
    assert all(rule.startswith(("OCS ", "OCS-")) for rule in table.rules)


def test_every_rule_named_by_a_case_matters() -> None:
    """Without the rule at least one of the cases that name it comes out otherwise."""
    named = {rule for placed in CASES for rule in placed.case.rules}
    blind = []
    for rule in sorted(named):
        with mute(rule):
            if all(run(placed).passed for placed in CASES if rule in placed.case.rules):
                blind.append(rule)
    assert blind == []


def test_every_question_has_a_case() -> None:
    modules = {
        "air_combat",
        "air_drop",
        "attrition",
        "barrage",
        "dumps",
        "facility_barrage",
        "flak",
    }
    mine = {
        name
        for name, place in questions("belorussia").items()
        if place.split(":")[0].split(".")[-1] in modules
    }
    assert mine == {placed.case.ask for placed in CASES}


# Barrage

fractions = some.integers(4, 600).map(lambda quarters: Fraction(quarters, 4))
fires = some.builds(
    barrage.Fire,
    points=fractions,
    by=some.sampled_from(["artillery", "aircraft", "strategic"]),
    spotter=some.booleans(),
)
targets = some.builds(
    barrage.Target,
    re=some.integers(1, 40).map(lambda quarters: Fraction(quarters, 4)),
    terrain=some.sampled_from(["open", "close", "very_close", "extremely_close"]),
    hedgehog=some.integers(0, 4),
    strat_mode=some.booleans(),
)


@given(fires, targets)
def test_barrage_odds_are_those_of_every_throw(fire: barrage.Fire, target: barrage.Target) -> None:
    prepared = barrage.prepare_barrage(fire, target).result
    counted: dict[Any, int] = {}
    for first, second, third in product(range(1, 7), repeat=3):
        nature = ScriptedDice({barrage.UNITS.title: [(first, second)], barrage.HALF.title: [third]})
        found = barrage.resolve_barrage(prepared, nature).result
        counted[found] = counted.get(found, 0) + 1
    assert odds(barrage.resolve_barrage, prepared) == Dist(counted)


@given(fires, targets)
def test_more_guns_never_do_less(fire: barrage.Fire, target: barrage.Target) -> None:
    def losses(points: Fraction) -> Fraction:
        more = barrage.Fire(points=points, by=fire.by, spotter=fire.spotter)
        prepared = barrage.prepare_barrage(more, target).result
        return odds(barrage.resolve_barrage, prepared).mean(
            lambda found: 2 * found.steps + found.dg
        )

    assert losses(fire.points) <= losses(fire.points + 10)


@given(fires, targets)
def test_shifts_are_the_sum_of_their_reasons(fire: barrage.Fire, target: barrage.Target) -> None:
    found = barrage.prepare_barrage(fire, target)
    shifts = found.result.shifts
    names = list(barrage.UNITS.columns)
    place = names.index(found.result.start) + sum(item.value for item in shifts.modifiers)
    assert names[min(max(place, 0), len(names) - 1)] == found.result.column
    assert set(shifts.rules) <= set(found.rules)


def test_other_rules_can_shift_a_barrage() -> None:
    fire = barrage.Fire(points=Fraction(8))
    target = barrage.Target(re=Fraction(2))
    front = modifier(1, "a Front's barrage", "RUL-TFB-26")
    found = barrage.prepare_barrage(fire, target, (front,))
    assert found.result.column == "12-16"
    assert found.result.cost == 2
    assert "RUL-TFB-26" in found.rules
    with mute("RUL-TFB-26"):
        assert barrage.prepare_barrage(fire, target, (front,)).result.column == "8-11"


def test_heads_of_the_columns_are_their_points() -> None:
    for table, prices in ((barrage.UNITS, barrage.PRICE), (facilities.FACILITY, facilities.PRICE)):
        assert list(table.columns) == list(prices.rows)
        heads = list(table.columns)
        assert heads[0] == "<=1"
        for head in heads[1:]:
            assert prices.cell(head, "from").value == int(head.strip("+").split("-")[0])


# Facilities and drops: many dice at once


def test_planes_of_a_base_are_rolled_one_by_one() -> None:
    for planes, needed in product(range(5), (3, 4, 5, 6)):
        counted: dict[int, int] = {}
        for dice in product(range(1, 7), repeat=planes):
            hit = sum(die >= needed for die in dice)
            counted[hit] = counted.get(hit, 0) + 1
        assert odds(facilities.planes_hit, planes, needed) == Dist(counted)
        scripted = ScriptedDice([6] * planes)
        assert facilities.planes_hit(planes, needed, scripted) == planes


def test_a_full_air_base_is_counted_exactly() -> None:
    found = answer_to("facility_barrage", strength=81, planes=40, level=3)
    assert found.odds is not None
    assert sum(Fraction(item.chance) for item in found.odds) == 1


def test_lots_are_rolled_one_by_one() -> None:
    drop = air_drop.prepare_drop(air_drop.Drop(side="axis"), air_drop.DropHex(friendly=True)).result
    one = Fraction(5, 6)
    found = odds(air_drop.lots_landed, 3, drop)
    assert found.chance(3) == one**3
    assert found.chance(0) == (1 - one) ** 3


def test_other_rules_can_help_a_drop() -> None:
    kessel = modifier(1, "an HQ marks the zone", "OCS 14.10d")
    drop = air_drop.prepare_drop(air_drop.Drop(side="axis"), air_drop.DropHex(), (kessel,)).result
    assert odds(air_drop.resolve_drop, drop).chance("lands") == Fraction(5, 6)


# Flak and attrition: hooks for the game's own modifiers


def test_flak_units_are_given_from_outside() -> None:
    unit = modifier(2, "AA division", "TFB-1.6a-1")
    found = flak.prepare_flak(flak.Mission(kind="barrage"), flak.Defences(hq=True), (unit,))
    assert found.result is not None
    assert found.result.total == 3
    assert odds(flak.resolve_flak, found.result).chance("step_lost") == Fraction(15, 36)


def test_attrition_takes_modifiers_from_outside() -> None:
    cold = attrition.attrition_modifiers(5, True, (modifier(1, "worse still", "OCS-12.8b-2"),))
    assert cold.total == 6


@given(some.integers(0, 5), some.integers(1, 12), some.booleans())
def test_attrition_never_takes_more_than_there_is(rating: int, steps: int, deep: bool) -> None:
    modifiers = attrition.attrition_modifiers(steps, deep)

    def lost(nature: Nature) -> Any:
        return attrition.resolve_attrition(rating, steps, modifiers, nature).result

    for found in odds(lost):
        assert 0 <= found.steps <= steps
        assert found.eliminated == (found.steps == steps)


def test_a_better_rating_never_loses_more() -> None:
    for steps, deep in product((1, 4, 5, 9), (False, True)):
        modifiers = attrition.attrition_modifiers(steps, deep)
        means = [
            odds(attrition.resolve_attrition, rating, steps, modifiers).mean(lambda f: f.steps)
            for rating in range(6)
        ]
        assert means == sorted(means, reverse=True)


def test_blown_and_left_make_the_dump() -> None:
    for tokens in range(1, 41):
        found = odds(dumps.blow_dump, tokens)
        assert all(f.destroyed + f.left == tokens for f in found)
        assert abs(found.mean(lambda f: f.destroyed) - tokens * Fraction(375, 600)) <= Fraction(
            1, 2
        )


def test_air_combat_is_fair_between_equals() -> None:
    for rating in range(6):
        plane = air_combat.Plane(rating=rating)
        found = odds(air_combat.resolve_round, air_combat.prepare_round(plane, plane))
        for lost in (False, True):
            ours = found.chance(air_combat.Round("attacker", lost))
            assert ours == found.chance(air_combat.Round("defender", lost))


def test_samples_stay_near_the_odds() -> None:
    drm = tally(modifier(2, "Patrol Zone", "OCS 14.4c"))
    found = Sampler(7).sample(flak.resolve_flak, drm, runs=4000)
    assert abs(Fraction(found["step_lost"], 4000) - Fraction(10, 36)) < Fraction(1, 30)


def answer_to(name: str, **inputs: Any) -> Any:
    full, kind = question(f"belorussia.{name}")
    return answer(full, kind(**inputs))
