"""Questions within questions: worked out once, with the dice that are given to the whole."""

from __future__ import annotations

from fractions import Fraction

import pytest

from landbridge.engine.chance.exact import odds
from landbridge.engine.chance.nature import Nature
from landbridge.engine.rules.findings import Finding


def test_a_sub_question_is_worked_out_once() -> None:
    calls = []

    def part(limit: int, nature: Nature) -> bool:
        calls.append(limit)
        return nature.roll("1d6", "part") > limit

    def whole_question(nature: Nature) -> int:
        return sum(nature.sub(part, 3) for _ in range(8))

    assert odds(whole_question).chance(8) == Fraction(1, 2**8)
    assert len(calls) == 6


def test_a_sub_question_may_ask_itself() -> None:
    def falls(left: int, nature: Nature) -> int:
        if left == 0:
            return 0
        fell = nature.roll("1d6", "hold on") <= 2
        return int(fell) + nature.sub(falls, left - 1)

    chances = odds(falls, 6)
    assert chances.chance(0) == Fraction(2, 3) ** 6
    assert chances.mean() == 2


def _falls(left: int, nature: Nature) -> int:
    if left == 0:
        return 0
    fell = nature.roll("1d6", "hold on") <= 2
    return int(fell) + nature.sub(_falls, left - 1)


@pytest.mark.parametrize("thrown", [[], [1], [6, 1], [1, 2, 3]])
def test_dice_that_are_given_reach_into_sub_questions(thrown: list[int]) -> None:
    chances = odds(_falls, 3, given={"hold on": thrown})
    one_by_one = odds(
        lambda nature: sum(nature.roll("1d6", "hold on") <= 2 for _ in range(3)),
        given={"hold on": thrown},
    )
    assert chances == one_by_one


def test_a_few_given_dice_do_not_make_long_questions_uncountable() -> None:
    chances = odds(_falls, 60, given={"hold on": [1, 6], "another purpose": [3]})
    assert chances.chance(1) == Fraction(2, 3) ** 58


def test_given_dice_that_only_some_ways_use_are_left_to_the_rest() -> None:
    def part(nature: Nature) -> int:
        return nature.roll("1d6", "loose") if nature.roll("1d2", "whether") == 1 else 0

    def whole_question(nature: Nature) -> tuple[int, int]:
        return nature.sub(part), nature.roll("1d6", "loose")

    chances = odds(whole_question, given={"loose": [5]})
    assert chances.chance((0, 5)) == Fraction(1, 2)
    assert chances.chance((5, 4)) == Fraction(1, 12)


def test_a_sub_question_gives_a_plain_result() -> None:
    def part(nature: Nature) -> Finding[int]:
        return Finding(nature.roll("1d6", "part"))

    with pytest.raises(TypeError, match="plain result, not a finding"):
        odds(lambda nature: nature.sub(part))
