"""Worked combats: the program's odds against every throw of five dice, read off a printed chart.

The figures of each combat (odds, terrain, what modifies the dice) are those that its note in
`cases/combat/worked_combats.toml` reckons by hand; the chart is copied here once more. Nothing of
the program takes part in the reckoning below.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from belorussia.test_combat import COLUMNS
from landbridge.referee.asking import ask
from landbridge.referee.cases import PlacedCase, cases

WORKED = [
    placed for placed in cases("belorussia") if placed.where.startswith("combat/worked_combats")
]
HEADS = {
    "extremely_close": "1:2 1:1 2:1 3:1 4:1 8:1 12:1 16:1 20:1 28:1 36:1 44:1 52:1",
    "very_close": "1:3 1:2 1:1 2:1 3:1 4:1 6:1 9:1 12:1 15:1 18:1 21:1 24:1",
    "close": "1:4 1:3 1:2 1:1 2:1 3:1 4:1 6:1 8:1 10:1 12:1 15:1 18:1",
    "open": "1:5 1:4 1:3 1:2 1:1 2:1 3:1 4:1 5:1 7:1 9:1 11:1 13:1",
}
HEDGEHOG = {3: 2}
"""Levels of the hedgehogs, by the number of the case."""


def ratio(odds: str) -> Fraction:
    attacker, _, defender = odds.partition(":")
    return Fraction(int(attacker), int(defender))


def printed_column(odds: str, terrain: str) -> int:
    """The highest column not above the odds; the first, where all are above."""
    heads = [ratio(head) for head in HEADS[terrain].split()]
    return max(1, sum(head <= ratio(odds) for head in heads))


def cell(column: int, total: int) -> str:
    runs = [item.split(" ", 1) for item in COLUMNS[column - 1].split(", ")]
    printed = [result for times, result in runs for _ in range(int(times))]
    return printed[min(max(total, 1), 15) - 1]


def every_throw(number: int, placed: PlacedCase) -> dict[str, Fraction]:
    """The chance of each result, by throwing all five dice in every way."""
    figures, overrun = placed.case.expect, placed.case.ask == "overrun_at"
    level, drm = HEDGEHOG.get(number, 0), figures["drm"]
    column, low, high = printed_column(figures["odds"], figures["terrain"]), 5, 10
    if overrun:
        low, high = 6, 9
    found: Counter[str] = Counter()
    for one, two, shift, three, four in product(range(1, 7), repeat=5):
        # The combat's modifier has the hedgehog's level in it; Surprise takes 1 for any level.
        surprise = one + two + drm + level - (1 if level else 0)
        moved = shift if surprise >= high else -shift if surprise <= low else 0
        found[cell(min(max(column + moved, 1), 13), three + four + drm)] += 1
    return {result: Fraction(count, 6**5) for result, count in found.items()}


@pytest.mark.parametrize(
    ("number", "placed"), [*enumerate(WORKED, start=1)], ids=[placed.where for placed in WORKED]
)
def test_exact_odds_are_those_of_every_throw_of_the_dice(number: int, placed: PlacedCase) -> None:
    case = placed.case
    given = {k: v for k, v in case.given.items() if k not in ("surprise", "shift", "dice")}
    found = ask(f"belorussia.{case.ask}", **given).odds
    assert found is not None
    exact: dict[str, Fraction] = {}
    for item in found:
        result = item.result.result
        exact[result] = exact.get(result, Fraction(0)) + Fraction(item.chance)
    assert exact == every_throw(number, placed)


@pytest.mark.parametrize("placed", WORKED, ids=[placed.where for placed in WORKED])
def test_the_column_is_the_one_of_the_printed_chart(placed: PlacedCase) -> None:
    figures = placed.case.expect
    assert figures["column"] == printed_column(figures["odds"], figures["terrain"])


def test_there_are_worked_combats() -> None:
    assert len(WORKED) >= 7
