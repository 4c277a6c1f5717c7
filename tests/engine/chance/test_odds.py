"""The algebra of exact distributions."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landbridge.engine.chance.dice import dice
from landbridge.engine.chance.odds import Dist

values = st.integers(0, 5)
dists = st.dictionaries(values, st.integers(1, 9), min_size=1, max_size=5).map(Dist)
TWO_DICE = Dist(dice("2d6").weights)


@given(dists)
def test_the_chances_make_one(dist: Dist[int]) -> None:
    assert sum(chance for _, chance in dist.items()) == 1
    assert dist.chance(lambda value: True) == 1
    assert dist.chance(99) == 0
    assert {value: dist.chance(value) for value in dist} == dict(dist.items())
    assert len(dist) == len(list(dist))


@given(st.dictionaries(values, st.integers(1, 9), min_size=1), st.integers(1, 7))
def test_only_the_proportions_count(weights: dict[int, int], times: int) -> None:
    assert Dist(weights) == Dist({value: times * weight for value, weight in weights.items()})


@given(dists)
def test_the_order_does_not_count(dist: Dist[int]) -> None:
    backwards = Dist(dict(reversed(dist.weights.items())))
    assert dist == backwards
    assert list(dist.sorted()) == sorted(dist)
    assert dist.sorted(key=lambda value: -value) == dist


def test_a_result_without_weight_is_none() -> None:
    assert Dist({1: 0, 2: 3}) == Dist.certain(2)
    assert Dist.certain(2) != 2


@pytest.mark.parametrize("weights", [{}, {1: 0}, {1: 2, 2: -1}])
def test_weights_must_be_there_and_positive(weights: dict[int, int]) -> None:
    with pytest.raises(ValueError, match="weights that are positive"):
        Dist(weights)


@given(st.lists(st.tuples(values, st.integers(1, 6), st.integers(1, 12)), min_size=1, max_size=8))
def test_shares_add_up(shares: list[tuple[int, int, int]]) -> None:
    sums: dict[int, Fraction] = defaultdict(Fraction)
    for value, weight, denominator in shares:
        sums[value] += Fraction(weight, denominator)
    whole = sum(sums.values())
    assert dict(Dist.of(shares).items()) == {value: part / whole for value, part in sums.items()}


@given(dists)
def test_mapping_joins_what_falls_together(dist: Dist[int]) -> None:
    even = dist.map(lambda value: value % 2 == 0)
    assert even.chance(True) == dist.chance(lambda value: value % 2 == 0)
    assert dist.map(lambda value: value) == dist
    assert dist.map(lambda value: "same") == Dist.certain("same")


@given(dists, dists)
def test_what_follows_is_the_product(first: Dist[int], second: Dist[int]) -> None:
    both = first.then(lambda a: second.map(lambda b: (a, b)))
    for a, chance in first.items():
        for b, other in second.items():
            assert both.chance((a, b)) == chance * other


@given(dists, st.lists(dists, min_size=6, max_size=6), st.lists(dists, min_size=6, max_size=6))
def test_following_is_associative_with_certainty_as_its_unit(
    start: Dist[int], first: list[Dist[int]], second: list[Dist[int]]
) -> None:
    def one(value: int) -> Dist[int]:
        return first[value]

    def two(value: int) -> Dist[int]:
        return second[value]

    assert start.then(one).then(two) == start.then(lambda value: one(value).then(two))
    assert start.then(Dist.certain) == start
    assert Dist.certain(3).then(one) == first[3]


@given(dists, dists)
def test_the_mean_of_a_sum_is_the_sum_of_the_means(first: Dist[int], second: Dist[int]) -> None:
    both = first.then(lambda a: second.map(lambda b: a + b))
    assert both.mean() == first.mean() + second.mean()
    assert first.mean(lambda value: 2 * value) == 2 * first.mean()


def test_two_dice() -> None:
    assert TWO_DICE.mean() == 7
    assert TWO_DICE.chance(7) == Fraction(1, 6)
    assert TWO_DICE.chance(lambda total: total >= 10) == Fraction(1, 6)
    assert repr(Dist({"dry": 1, "mud": 2})) == "Dist({'dry': 1/3, 'mud': 2/3})"


def test_a_distribution_is_no_key() -> None:
    with pytest.raises(TypeError):
        hash(TWO_DICE)
