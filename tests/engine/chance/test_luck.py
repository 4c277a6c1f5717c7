"""Luck: what throws give on average, and how often they give as much, against brute force."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb

import pytest

from landbridge.engine.chance.luck import LuckCount, hit

FACES = range(1, 7)


def test_luck_of_hits_agrees_with_every_way_the_dice_can_fall() -> None:
    needed = (4, 4, 5, 6, 4)
    for had in range(len(needed) + 1):
        counted = LuckCount()
        for number, least in enumerate(needed):
            counted.add(hit(Fraction(7 - least, 6)), int(number < had))
        ways = [
            sum(face >= least for face, least in zip(faces, needed, strict=True))
            for faces in product(FACES, repeat=len(needed))
        ]
        assert counted.expected == Fraction(sum(ways), len(ways))
        as_much = sum(hits >= had for hits in ways) / len(ways)
        assert counted.chance_of_as_much() == pytest.approx(as_much, abs=1e-12)
    assert (counted.throws, counted.had) == (5, 5)


def test_luck_of_amounts_and_of_thousands_of_dice() -> None:
    die = tuple((face, Fraction(1, 6)) for face in FACES)
    counted = LuckCount()
    for _ in range(4000):
        counted.add(die, 3)
    assert counted.expected == 14_000
    assert counted.chance_of_as_much() == pytest.approx(1.0, abs=1e-9)
    even = LuckCount()
    for number in range(3001):
        even.add(hit(Fraction(1, 2)), number % 2)
    assert even.had == 1500
    exact = 0.5 + comb(3001, 1500) / 2**3001
    assert even.chance_of_as_much() == pytest.approx(exact, abs=1e-9)
