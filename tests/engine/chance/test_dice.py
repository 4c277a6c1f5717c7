"""Dice by name, and how many ways there are to each total."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landbridge.engine.chance.dice import Dice, dice
from landbridge.engine.refusals import BadInput


@given(st.integers(1, 4), st.integers(1, 8))
def test_the_ways_are_those_of_the_faces(count: int, sides: int) -> None:
    thrown = dice(f"{count}d{sides}")
    faces = product(range(1, sides + 1), repeat=count)
    assert thrown.weights == Counter(sum(way) for way in faces)
    assert sum(thrown.weights.values()) == thrown.ways == sides**count
    assert (thrown.lowest, thrown.highest) == (min(thrown.weights), max(thrown.weights))


def test_a_name_always_means_the_same_dice() -> None:
    assert dice("2d6") is dice("2d6")
    assert dice("d6").name == "1d6"
    assert repr(dice("2d6")) == "dice('2d6')"


@pytest.mark.parametrize(
    "name", ["", "6", "2d", "d", "0d6", "2d0", "21d6", "1d10001", "-1d6", "1d6+1"]
)
def test_other_names_name_no_dice(name: str) -> None:
    with pytest.raises(BadInput, match="names no dice; write for example 1d6 or 2d6"):
        dice(name)


@pytest.mark.parametrize(
    ("thrown", "words"),
    [
        (Dice(1, 6), "one die"),
        (Dice(1, 10), "a number from 1 to 10"),
        (Dice(2, 6), "two dice"),
        (Dice(3, 6), "three dice"),
        (Dice(7, 6), "7 dice"),
        (Dice(2, 10), "two numbers from 1 to 10"),
    ],
)
def test_dice_in_words(thrown: Dice, words: str) -> None:
    assert thrown.describe() == words
