"""Numbers that carry their reasons."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landbridge.engine.chance.tallies import NOTHING, Modifier, Tally, modifier, product, tally
from landbridge.engine.rules.citing import mute

numbers = st.integers(-9, 9) | st.fractions(-3, 3, max_denominator=6)
modifiers = st.lists(st.builds(modifier, numbers, st.just("because"), st.just("TFB-1")), max_size=5)


@given(modifiers, numbers)
def test_a_sum_is_the_sum_and_a_product_the_product(found: list[Modifier], start: int) -> None:
    total: int | Fraction = start
    times: int | Fraction = start
    for one in found:
        total += one.value
        times *= one.value
    assert tally(*found, start=start).total == total
    assert product(*found, start=start).total == times


def test_none_is_left_out() -> None:
    plus = modifier(2, "hills", "TFB-1")
    assert tally(None, plus, None) == tally(plus)
    assert product(None) == Tally(1, (), 1, True)
    assert tally() == NOTHING


def test_a_muted_modifier_is_left_out() -> None:
    plus, minus = modifier(2, "hills", "TFB-1"), modifier(-1, "mud", ("TFB-2", "TFB-3"))
    with mute("TFB-3"):
        assert tally(plus, minus) == tally(plus)
        assert product(plus, minus) == product(plus)
    assert tally(plus, minus).total == 1


def test_a_tally_cites_every_rule() -> None:
    total = tally(modifier(1, "a", "TFB-1"), modifier(1, "b", ("TFB-2", "TFB-1")))
    assert total.rules == ("TFB-1", "TFB-2", "TFB-1")


def test_a_tally_is_frozen_and_can_be_a_key() -> None:
    total = tally(modifier(1, "a", "TFB-1"))
    with pytest.raises(AttributeError):
        total.total = 5  # type: ignore[misc]
    assert {total: 1}[tally(modifier(1, "a", "TFB-1"))] == 1


@pytest.mark.parametrize(
    ("total", "text"),
    [
        (NOTHING, "0 = 0"),
        (tally(start=3), "3 = 3"),
        (
            tally(modifier(2, "hills", "TFB-1"), modifier(-3, "mud", "TFB-2")),
            "+2 (hills) -3 (mud) = -1",
        ),
        (tally(modifier(2, "hills", "TFB-1"), start=4), "4 +2 (hills) = 6"),
        (tally(modifier(0, "nothing", "TFB-1")), "+0 (nothing) = 0"),
        (tally(modifier(Fraction(1, 2), "half", "TFB-1")), "+1/2 (half) = 1/2"),
        (tally(modifier(Fraction(-1, 2), "less", "TFB-1"), start=1), "1 -1/2 (less) = 1/2"),
        (product(), "1 = 1"),
        (product(modifier(2, "armor", "TFB-1"), start=5), "5 x2 (armor) = 10"),
        (product(modifier(Fraction(1, 2), "swamp", "TFB-1")), "x1/2 (swamp) = 1/2"),
    ],
)
def test_a_tally_in_words(total: Tally, text: str) -> None:
    assert str(total) == text
