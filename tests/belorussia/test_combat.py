"""Ground combat and terrain: the exact odds are those of every throw, and of the live resolver."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product
from math import sqrt
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from landbridge.engine.chance.exact import odds
from landbridge.engine.chance.nature import Sampler, ScriptedDice
from landbridge.engine.chance.odds import Dist
from landbridge.engine.chance.tables import BadTable
from landbridge.engine.rules.citing import mute
from landbridge.engine.rules.findings import Why
from landbridge.games.belorussia.combat.resolution import (
    COMBAT,
    HEADS,
    Combat,
    Odds,
    column_for,
    prepare,
    resolve,
    rounded_odds,
)
from landbridge.games.belorussia.combat.results import ResultChoices, apply_result, decode
from landbridge.games.belorussia.combat.surprise import Forces
from landbridge.games.belorussia.rulings import AllRulings
from landbridge.games.belorussia.terrain.chart import (
    ALL,
    COSTS,
    OTHER_TERRAIN,
    POINT,
    PROHIBITED,
    cost_text,
    read_cost,
)
from landbridge.games.belorussia.terrain.combat_terrain import (
    Stack,
    attack_strength,
    defence_strength,
)
from landbridge.games.belorussia.terrain.move_costs import HexEntry, entry_cost
from landbridge.games.belorussia.terrain.multipliers import CLASSES, Battlefield, read_multipliers
from landbridge.referee.asking import ask

# The Combat Table a second time, column by column: how often each result stands in a row.
COLUMNS = """
6 AL2, 2 AL1o1, 4 AL1o1 Do1, 2 Ao1 Do1, 1 Ao1 DL1o1
6 AL2, 1 AL1o1, 3 AL1o1 Do1, 1 AL1 Do1, 2 Ao1 Do1, 2 Ao1 DL1o1
5 AL2, 1 AL1o1, 3 AL1o1 Do1, 1 AL1 Do1, 2 Ao1 Do1, 2 Ao1 DL1o1, 1 Ao1 e4 DL1o2
4 AL2, 1 AL1o1, 3 AL1o1 Do1, 1 AL1 Do1, 2 Ao1 Do1, 2 Ao1 DL1o1, 1 Ao1 e4 DL1o2, 1 Ae4 DL1o2
3 AL2, 1 AL1o1, 3 AL1o1 Do1, 1 AL1 Do1, 2 Ao1 Do1, 2 Ao1 DL1o1, 1 Ao1 DL1o2, 1 Ao1 e4 DL1o2, \
1 Ae4 DL1o2
2 AL2, 1 AL1o1, 2 AL1o1 Do1, 2 AL1 Do1, 2 Ao1 Do1, 3 Ao1 DL1o1, 1 Ao1 e4 DL1o2, 1 Ae4 DL1o2, \
1 Ae3 DL2o2 DG
1 AL2, 1 AL1o1, 2 AL1o1 Do1, 2 AL1 Do1, 1 Ao1 Do1, 4 Ao1 DL1o1, 1 Ao1 e4 DL1o2, 1 Ae4 DL1o2, \
2 Ae3 DL2o2 DG
1 AL1o1, 2 AL1o1 Do1, 2 AL1 Do1, 1 Ao1 Do1, 3 Ao1 DL1o1, 1 Ao1 e4 DL1o2, 2 Ae4 DL1o2, \
2 Ae3 DL2o2 DG, 1 Ae2 DL2o3 DG
2 AL1o1 Do1, 2 AL1 Do1, 1 Ao1 Do1, 3 Ao1 DL1o1, 1 Ao1 e4 DL1o2, 2 Ae4 DL1o2, 3 Ae3 DL2o2 DG, \
1 Ae2 DL2o3 DG
1 AL1o1 Do1, 2 AL1 Do1, 1 Ao1 Do1, 3 Ao1 DL1o1, 1 Ao1 e4 DL1o2, 2 Ae4 DL1o2, 3 Ae3 DL2o2 DG, \
2 Ae2 DL2o3 DG
2 AL1 Do1, 4 Ao1 DL1o1, 1 Ao1 e4 DL1o2, 2 Ae4 DL1o2, 3 Ae3 DL2o2 DG, 3 Ae2 DL2o3 DG
1 AL1 Do1, 3 Ao1 DL1o1, 1 Ao1 e4 DL1o2, 3 Ae4 DL1o2, 3 Ae3 DL2o2 DG, 4 Ae2 DL2o3 DG
1 AL1 DL1o1, 2 Ao1 DL1o1, 1 Ao1 e4 DL1o2, 2 Ae4 DL1o2, 3 Ae3 DL2o2 DG, 6 Ae2 DL2o3 DG
""".strip().splitlines()


def combat(
    odds_: tuple[int, int] = (7, 1), terrain: Any = "close", attack: Any = "regular", **forces: Any
) -> Combat:
    return prepare(Odds(*odds_), terrain, Forces(**forces), attack)


SAMPLE = [
    combat(attacker_ar=4, defender_ar=2, hedgehog=1),
    combat((1, 3), "open", attacker_ar=2, defender_ar=5, hedgehog=4),
    combat((52, 1), "extremely_close", attacker_ar=3, defender_ar=3),
    combat((4, 1), "very_close", "overrun", attacker_ar=5, defender_ar=0),
    combat((2, 1), "close", attacker_ar=2, defender_ar=1, anti_partisan=True),
]


def every_throw(fight: Combat) -> Dist[Any]:
    """The odds of a combat by throwing all five dice in every way."""
    die = range(1, 7)
    counted: dict[Any, int] = {}
    for surprise in product(die, die):
        for shift, *faces in product(die, die, die):
            nature = ScriptedDice(
                {"Surprise": [surprise], "Surprise shift": [shift], "Combat": [tuple(faces)]}
            )
            result = resolve(fight, nature)
            counted[result] = counted.get(result, 0) + 1
    assert sum(counted.values()) == 6**5
    return Dist(counted)


# Ground combat


def test_every_cell_of_the_combat_table() -> None:
    assert len(COLUMNS) == len(COMBAT.columns) == 13
    for line, column in zip(COLUMNS, COMBAT.columns.values(), strict=True):
        runs = [item.split(" ", 1) for item in line.split(", ")]
        wanted = [cell for times, cell in runs for _ in range(int(times))]
        assert [column.cell(total).value for total in range(1, 16)] == wanted


def test_results_never_turn_against_the_attacker_down_a_column_or_along_a_row() -> None:
    cells = [[decode(COMBAT.cell(t, str(c)).value) for t in range(1, 16)] for c in range(1, 14)]
    for column in cells:
        assert not any(after < before for before, after in pairwise(column))
    for row in zip(*cells, strict=True):
        assert not any(after < before for before, after in pairwise(row))


@pytest.mark.parametrize("fight", SAMPLE)
def test_the_odds_are_those_of_every_throw(fight: Combat) -> None:
    assert odds(resolve, fight) == every_throw(fight)


@pytest.mark.parametrize("fight", SAMPLE)
def test_sampling_agrees_with_the_odds(fight: Combat) -> None:
    runs = 4000
    exact = odds(resolve, fight)
    counts = Sampler(5).sample(resolve, fight, runs=runs)
    assert set(counts) <= set(exact)
    for result, chance in exact.items():
        spread = sqrt(runs * chance * (1 - chance))
        assert abs(counts.get(result, 0) - runs * chance) <= 5 * spread + 1


@settings(max_examples=60, deadline=None)
@given(
    ratio=some.tuples(some.integers(0, 60), some.integers(0, 20)),
    terrain=some.sampled_from(CLASSES),
    attack=some.sampled_from(["regular", "overrun"]),
    ratings=some.tuples(some.integers(-1, 5), some.integers(-1, 5)),
    hedgehog=some.integers(0, 4),
)
def test_any_combat_has_odds_that_add_up(
    ratio: tuple[int, int], terrain: Any, attack: Any, ratings: tuple[int, int], hedgehog: int
) -> None:
    forces = Forces(attacker_ar=ratings[0], defender_ar=ratings[1], hedgehog=hedgehog)
    fight = prepare(rounded_odds(Fraction(ratio[0]), Fraction(ratio[1])), terrain, forces, attack)
    runs = 0

    def counted(nature: Any) -> Any:
        nonlocal runs
        runs += 1
        return resolve(fight, nature)

    exact = odds(counted)
    assert sum(chance for _, chance in exact.items()) == 1
    assert runs <= 120


def test_asking_gives_the_odds_of_the_resolver() -> None:
    found = ask(
        "belorussia.combat",
        odds="7:1",
        terrain="close",
        attacker_ar=4,
        defender_ar=2,
        hedgehog=1,
    )
    assert found.odds is not None
    exact = odds(resolve, SAMPLE[0])
    assert {item.result: Fraction(item.chance) for item in found.odds} == dict(exact.items())
    assert [item.result for item in found.odds] == sorted(exact)


def test_some_dice_given_and_some_left_out() -> None:
    inputs = {"odds": "7:1", "terrain": "close", "attacker_ar": 4, "defender_ar": 2, "hedgehog": 1}
    found = ask("belorussia.combat", **inputs, surprise=9, shift=3)
    assert found.odds is not None
    shown = {item.result.cell: Fraction(item.chance) for item in found.odds}
    assert shown == dict(COMBAT.odds("11", 1).items())
    given = ask("belorussia.combat", **inputs, dice=7)
    assert given.odds is not None
    assert sum(Fraction(item.chance) for item in given.odds) == 1


@given(attacker=some.integers(1, 200), defender=some.integers(1, 200))
def test_a_column_is_the_highest_not_above_the_odds(attacker: int, defender: int) -> None:
    found = rounded_odds(Fraction(attacker), Fraction(defender))
    assert 1 in (found.attacker, found.defender)
    worth = Fraction(found.attacker, found.defender)
    for terrain in CLASSES:
        heads = [Fraction(*head) for head in HEADS[terrain]]
        assert heads == sorted(heads)
        column = column_for(found, terrain)
        assert column == 1 or heads[column - 1] <= worth
        assert column == 13 or worth < heads[column]


def test_a_muted_modifier_is_left_out() -> None:
    plain = combat(attacker_ar=2, defender_ar=2)
    with mute("TFB-3.7d-1"):
        assert combat(attacker_ar=2, defender_ar=2, anti_partisan=True) == plain


def test_unknown_combat_result_is_refused() -> None:
    with pytest.raises(BadTable, match="'DR' is no result"):
        decode("DR")


@pytest.mark.parametrize("cell", sorted({c.value for k in COMBAT.columns.values() for c in k.rows}))
def test_steps_and_hexes_add_up_to_the_printed_result(cell: str) -> None:
    outcome = decode(cell)
    for back, away in product(
        range(outcome.attacker_options + 1), range(outcome.defender_options + 1)
    ):
        chosen = ResultChoices(attacker_retreat=back, defender_retreat=away)
        found = apply_result(outcome, chosen).result
        attacker = outcome.attacker_losses + outcome.attacker_options
        defender = outcome.defender_losses + outcome.defender_options
        assert found.attacker_steps + found.attacker_retreat == attacker
        assert found.defender_steps + found.defender_retreat == defender
        assert found.exploit == (0 if back else outcome.exploit)


# Terrain

HEXES = ["open", "hills", "light_woods", "heavy_woods", "swamp", "minor_city", "major_city"]
STEPS = {
    "terrain": some.lists(some.sampled_from(HEXES), min_size=1, max_size=2, unique=True),
    "move": some.sampled_from(["track", "truck", "leg"]),
    "ground": some.sampled_from(["dry", "mud", "freeze", "deep_freeze"]),
    "hexside": some.sampled_from(["none", "minor_river", "major_river", "blocked_lake"]),
    "road": some.sampled_from(["none", "primary_road", "road", "track", "rail"]),
    "ice": some.booleans(),
    "bridging": some.booleans(),
}


@settings(max_examples=150, deadline=None)
@given(step=some.fixed_dictionaries(STEPS))
def test_the_map_pays_what_the_referee_says(step: dict[str, Any]) -> None:
    entry = HexEntry(**(step | {"terrain": tuple(step["terrain"])}))
    twelfths = entry_cost(entry, Why())
    text = ask("belorussia.move_cost", **step).result
    assert type(twelfths) is int
    assert cost_text(twelfths) == text
    if text not in ("P", "All"):
        assert Fraction(text) * POINT == twelfths


@settings(max_examples=100, deadline=None)
@given(step=some.fixed_dictionaries(STEPS))
def test_deep_freeze_is_freeze_and_one_point(step: dict[str, Any]) -> None:
    entry = HexEntry(**(step | {"terrain": tuple(step["terrain"]), "ground": "freeze"}))
    deep = HexEntry(**(step | {"terrain": tuple(step["terrain"]), "ground": "deep_freeze"}))
    cold, colder = entry_cost(entry, Why()), entry_cost(deep, Why())
    assert colder == (cold if cold >= ALL else cold + POINT)


def test_every_printed_cost_is_whole_in_twelfths() -> None:
    assert len(COSTS) == 18 * 9 - 6
    for cost in COSTS.values():
        assert cost in (ALL, PROHIBITED, OTHER_TERRAIN) or 0 <= cost <= 8 * POINT
        assert read_cost(cost_text(cost)) == cost


def test_a_stack_suffers_one_terrain() -> None:
    """The defender picks for the whole stack, not for each unit of it."""
    place = Battlefield(terrain=("heavy_woods",), hexside="minor_river", ground="freeze")
    stack = Stack(armor=Fraction(4), mech=Fraction(4), other=Fraction(4))
    found = attack_strength(stack, place, Why())
    assert found.total == 10
    alone = Battlefield(terrain=("heavy_woods",), ground="freeze")
    assert attack_strength(stack, alone, Why()).total == 10
    assert defence_strength(stack, alone, Why()).total == 10


def test_a_starred_cell_bars_the_whole_stack_without_a_road() -> None:
    stack = Stack(armor=Fraction(4), other=Fraction(4))
    assert attack_strength(stack, Battlefield(terrain=("swamp",)), Why()).total is None
    by_road = Battlefield(terrain=("swamp",), road="road")
    assert attack_strength(stack, by_road, Why()).total == 6


@pytest.mark.parametrize("choice", ["lower_is_freeze", "upper_with_road", "worse_always"])
def test_a_defender_never_needs_a_road(choice: Any) -> None:
    place = Battlefield(terrain=("swamp",), ground="dry")
    ruled = AllRulings(two_value_cells=choice)
    assert defence_strength(Stack(armor=Fraction(4)), place, Why(), ruled).total == 2


def test_unknown_multiplier_is_refused() -> None:
    with pytest.raises(BadTable, match="'half' is no multiplier"):
        read_multipliers("half")
