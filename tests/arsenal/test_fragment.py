"""What cases cannot say: whole tables, odds against brute force, properties of the kernels."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from landbridge.engine.chance.exact import odds
from landbridge.engine.chance.nature import Sampler, ScriptedDice
from landbridge.engine.refusals import BadInput, Refusal
from landbridge.engine.rules.findings import Why
from landbridge.games.arsenal.combat import battle, resolution
from landbridge.games.arsenal.forces import composites, entry
from landbridge.games.arsenal.forces.composite_questions import read_part
from landbridge.games.arsenal.forces.siberia import read_counts
from landbridge.games.arsenal.forces.units import KIND
from landbridge.games.arsenal.industry import (
    chances,
    expansion,
    factories,
    factory_moves,
    factory_travel,
    production,
)
from landbridge.games.arsenal.map import supply_lines
from landbridge.games.arsenal.map.points import (
    EDGE_POINTS,
    LINE,
    NEIGHBOURS,
    NUMBER,
    POINTS,
    START,
    control,
)
from landbridge.games.arsenal.movement import strategic_movement
from landbridge.games.arsenal.words import AXIS, SOVIET

controls = st.binary(min_size=147, max_size=147).map(lambda raw: bytes(byte % 3 for byte in raw))
months = st.integers(1, 12)


# Supply


def _joined(held: bytes, side: int, sources: tuple[int, ...]) -> set[int]:
    reached = {point for point in sources if held[point] == side}
    while True:
        more = {e for p in reached for e in NEIGHBOURS[p] if held[e] == side} - reached
        if not more:
            return reached
        reached |= more


@given(controls, st.sampled_from([AXIS, SOVIET]), months)
@settings(max_examples=60, deadline=None)
def test_overland_supply_is_what_walking_finds(held: bytes, side: int, month: int) -> None:
    edges = ("west",) if side == AXIS else ("east", "southeast")
    sources = tuple(point for edge in edges for point in EDGE_POINTS[edge])
    expected = _joined(held, side, sources)
    found = supply_lines.overland_supply(held, side)
    assert {n for n, level in enumerate(found) if level == supply_lines.OVERLAND} == expected
    every = supply_lines.supply(held, side, month)
    assert {n for n, level in enumerate(every) if level == supply_lines.OVERLAND} == expected
    assert all(held[n] == side for n, level in enumerate(every) if level)


@given(controls, st.sampled_from([AXIS, SOVIET]), months, st.integers(0, 146))
@settings(max_examples=40, deadline=None)
def test_strategic_paths_agree_with_reach(held: bytes, side: int, month: int, start: int) -> None:
    supplied = supply_lines.supply(held, side, month)
    reach = strategic_movement.rail_reach(held, supplied, side, start)
    for end in range(0, 147, 7):
        if end == start:
            continue
        path = strategic_movement.rail_path(held, supplied, side, start, end)
        assert bool(path) == bool(reach[end])
        for one, two in pairwise(path):
            assert two in NEIGHBOURS[one]


def test_at_the_start_everybody_is_supplied() -> None:
    for side, month in ((AXIS, 6), (SOVIET, 6)):
        supplied = supply_lines.supply(START, side, month)
        assert all(supplied[p.number] for p in POINTS if START[p.number] == side)
    overland = supply_lines.overland_supply(START, SOVIET)
    assert [p.id for p in POINTS if START[p.number] == SOVIET and not overland[p.number]] == ["HAN"]


@given(controls)
@settings(max_examples=30, deadline=None)
def test_entry_points_are_own_points(held: bytes) -> None:
    for nation, side in (("soviet", SOVIET), ("german", AXIS), ("finnish", AXIS)):
        overland = supply_lines.overland_supply(held, side)
        for point in entry.entry_points(nation, held, overland):
            assert held[point] == side


# The expansion calendar


SCHEDULES = {"F-A": "odd", "T-A": "even", "A-A": "quarter"}
CALENDAR = {
    # chosen: deploys, first output in odd months, in even months, in January, April, July, October
    "1941-04": ("1941-07", "1941-07", "1941-08", "1941-07"),
    "1941-07": ("1941-10", "1941-11", "1941-10", "1941-10"),
    "1941-10": ("1942-01", "1942-01", "1942-02", "1942-01"),
    "1942-01": ("1942-04", "1942-05", "1942-04", "1942-04"),
    "1942-04": ("1942-07", "1942-07", "1942-08", "1942-07"),
    "1942-07": ("1942-10", "1942-11", "1942-10", "1942-10"),
    "1942-10": ("1943-01", "1943-01", "1943-02", "1943-01"),
    "1943-01": ("1943-04", "1943-05", "1943-04", "1943-04"),
    "1943-04": ("1943-07", "1943-07", "1943-08", "1943-07"),
    "1943-07": ("1943-10", "1943-11", "1943-10", "1943-10"),
}


def test_the_expansion_calendar() -> None:
    assert chances.chances() == tuple(CALENDAR)
    for chosen, (deploys, *first) in CALENDAR.items():
        why = Why()
        assert expansion.deployment_month(chosen, why) == deploys
        for word, month in zip(SCHEDULES, first, strict=True):
            number = factories.FACTORY[word]
            assert production.first_output_of_new(number, deploys, why) == month


@given(st.data())
@settings(max_examples=40, deadline=None)
def test_any_order_that_keeps_the_letters_is_legal(data: st.DataObject) -> None:
    picked: list[int] = []
    for _ in range(data.draw(st.integers(0, 10))):
        picked.append(data.draw(st.sampled_from(expansion.allowed_picks(frozenset(picked)))))
    words = tuple(factories.FACTORIES[number].id for number in picked)
    found = expansion.calendar_of_picks(words).result
    assert [pick.factory for pick in found.picks] == list(words)
    assert found.chances_left == 10 - len(words)
    for number in set(factories.EXPANSION) - set(expansion.allowed_picks(frozenset(picked))):
        if len(picked) < 10:
            with pytest.raises(Refusal):
                expansion.check_pick(number, tuple(picked), Why())


def test_bad_picks_say_what_is_allowed() -> None:
    with pytest.raises(BadInput, match="There is no factory 'T-Z'"):
        expansion.calendar_of_picks(("T-Z",))
    with pytest.raises(BadInput, match="is no pick"):
        expansion.calendar_of_picks(("",))


def test_a_route_needs_open_lines() -> None:
    held = control(("KUR", "KNT", "POT", "LOZ", "KUP"))
    assert not factory_travel.lines_lead(NUMBER["KHA"], NUMBER["MOS"], held, None)
    assert factory_travel.lines_lead(NUMBER["KHA"], NUMBER["KHA"], held, None)
    route = (factory_moves.read_leg("Moscow"),)
    with pytest.raises(Refusal, match="No open line"):
        factory_moves.move_factory(
            factories.FACTORY["T-KHA"], NUMBER["KHA"], "1941-10", route, held, ScriptedDice([])
        )


def test_counts_are_read() -> None:
    assert read_counts(("4 infantry", "1 infantry")).infantry == 5
    with pytest.raises(BadInput, match="4 infantry"):
        read_counts(("many tanks",))
    with pytest.raises(BadInput, match="write for example 3 units"):
        strategic_movement.read_uses(("a few",), "soviet")


@pytest.mark.parametrize(
    ("factory", "month", "facts", "reason"),
    [
        ("T-KHA", "1941-10", {}, "October 1941 is not its month"),
        (
            "T-KHA",
            "1941-11",
            {"arrived": "1941-11"},
            "it arrives in November 1941: no output in November 1941",
        ),
        ("T-B", "1942-03", {"deployed": "1942-04"}, "it is deployed only in April 1942"),
        ("T-B", "1942-06", {"deployed": "1942-04"}, "June 1942 is not its month"),
    ],
)
def test_why_a_factory_gives_nothing(
    factory: str, month: str, facts: dict[str, str], reason: str
) -> None:
    found = production.production(factories.FACTORY[factory], month, **facts)
    assert not found.result.produces
    assert found.why[-1].text == reason


# Composites


def test_no_two_composites_are_made_of_the_same() -> None:
    for kind, recipe in composites.RECIPES.items():
        parts = tuple(composites.Part(kind=min(part), at=NUMBER["MOS"]) for part in recipe.parts)
        assert composites.made_of(parts) == kind


def test_a_part_is_read() -> None:
    part = read_part("5TA at Velikiye Luki dispersed by_sea", "MOS")
    assert (part.kind, part.at, part.dispersed) == (KIND["tank_army"], NUMBER["VLU"], True)
    assert (part.supply, part.number) == ("by_sea", 5)
    with pytest.raises(BadInput):
        read_part("?", "MOS")


# Combat


def test_hits_as_the_planning_table_has_them() -> None:
    for dice, least_one, least_two in (
        (1, Fraction(1, 2), Fraction(0)),
        (2, Fraction(3, 4), Fraction(1, 4)),
        (3, Fraction(7, 8), Fraction(1, 2)),
        (4, Fraction(15, 16), Fraction(11, 16)),
        (8, Fraction(255, 256), Fraction(247, 256)),
    ):
        ways = resolution.hit_weights(dice, 4, dice)
        assert sum(ways) == 6**dice
        assert Fraction(sum(ways[1:]), 6**dice) == least_one
        assert Fraction(sum(ways[2:]), 6**dice) == least_two


@pytest.mark.parametrize("need", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("dice", [0, 1, 3, 6])
@pytest.mark.parametrize("most", [0, 1, 2, 9])
def test_a_volley_is_its_weights(need: int, dice: int, most: int) -> None:
    exact = odds(resolution.volley, dice, f"{need}+", most, "Attack")
    ways = resolution.hit_weights(dice, need, most)
    for hits, weight in enumerate(ways):
        assert exact.chance(hits) == Fraction(weight, 6**dice)


ATTACKERS = ("infantry_corps", "panzer_corps", "ss_division", "allied_corps")
DEFENDERS = ("infantry_army", "shock_army", "guards_infantry_army", "tank_army", "factory")


@st.composite
def battles(draw: st.DrawFn) -> battle.Battle:
    attackers = tuple(
        battle.fighter(KIND[draw(st.sampled_from(ATTACKERS))], True, draw(st.booleans()))
        for _ in range(draw(st.integers(1, 3)))
    )
    defenders = []
    for _ in range(draw(st.integers(1, 3))):
        kind = draw(st.sampled_from(DEFENDERS))
        infantry = kind in DEFENDERS[:3]
        dispersed = draw(st.booleans()) and kind != "factory"
        defenders.append(
            battle.fighter(
                KIND[kind],
                False,
                draw(st.booleans()),
                dispersed,
                infantry and not dispersed and draw(st.booleans()),
                draw(st.booleans()),
            )
        )
    ground = battle.Ground(
        attacker=AXIS,
        month=draw(st.sampled_from(["1941-07", "1941-12", "1943-10"])),
        weather=draw(st.sampled_from(["clear", "mud", "snow"])),
        fortress=draw(st.booleans()),
        air=draw(st.integers(0, 1)),
        fire_order=draw(st.sampled_from(["defender_first", "simultaneous"])),
    )
    return battle.prepare(attackers, tuple(defenders), ground)


@given(battles(), st.integers(1, 3), st.integers(0, 2))
@settings(max_examples=60, deadline=None)
def test_the_forecast_is_the_resolver(fought: battle.Battle, rounds: int, stand: int) -> None:
    exact = odds(resolution.resolve, fought, rounds, stand)
    assert resolution.forecast(fought, rounds, stand) == exact


@given(battles())
@settings(max_examples=60, deadline=None)
def test_what_comes_of_a_battle_makes_sense(fought: battle.Battle) -> None:
    for outcome in resolution.forecast(fought, 2):
        if outcome.result == "taken":
            assert set(outcome.defenders) <= {"retreated", "eliminated"}
            assert "ready" in outcome.attackers
        if outcome.breakthrough:
            assert outcome.result == "taken"
        for unit, state in zip(fought.defenders, outcome.defenders, strict=True):
            assert not (state == "retreated" and not unit.retreats)
            assert not (unit.fixed and state in ("dispersed", "retreated"))


@given(battles(), st.integers(0, 20))
@settings(max_examples=60, deadline=None)
def test_more_hits_never_help(fought: battle.Battle, hits: int) -> None:
    def after(number: int) -> bytes:
        return resolution.take_hits(fought.defenders, fought.defending, number, battle.DISPERSED)

    fewer, more = after(hits), after(hits + 1)
    assert all(one <= two for one, two in zip(fewer, more, strict=True))
    most = resolution.most_hits(fought.defenders, fought.defending)
    assert after(most) == after(most + 5)


def test_sampled_battles_stay_near_the_odds() -> None:
    fought = battle.prepare(
        tuple(battle.fighter(KIND["panzer_corps"], True) for _ in range(2)),
        tuple(battle.fighter(KIND["infantry_army"], False) for _ in range(2)),
        battle.Ground(attacker=AXIS, month="1941-07"),
    )
    exact = resolution.forecast(fought, 2)
    counts = Counter(Sampler(7).sample(resolution.resolve, fought, 2, 0, runs=4000))
    for outcome, chance in exact.items():
        assert abs(counts[outcome] / 4000 - float(chance)) < 0.04


def test_nobody_retreats_by_the_line_of_the_attack() -> None:
    held = control(("BRE",))
    baranovichi, brest = NUMBER["BAR"], NUMBER["BRE"]
    every = battle.retreat_points(baranovichi, held, SOVIET, frozenset())
    assert brest not in every
    assert NUMBER["MIN"] in every
    used = frozenset([LINE[baranovichi, NUMBER["MIN"]]])
    left = battle.retreat_points(baranovichi, held, SOVIET, used)
    assert set(every) - set(left) == {NUMBER["MIN"]}
