"""Values in words, grids, and words that are typed."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import pytest
from msgspec import Struct, defstruct

from landbridge.cli.parsing import dice, pairs
from landbridge.cli.printing import as_text, grid, odds_list, thrown, value_lines, wide_grid
from landbridge.engine.chance.nature import Roll
from landbridge.engine.chance.tallies import modifier, tally
from landbridge.engine.refusals import BadInput


class Unit(Struct):
    name: str
    steps: int
    moved: bool = False


class Stack(Struct):
    hex: str
    units: tuple[Unit, ...] = ()
    leader: Unit | None = None


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "-"),
        (True, "yes"),
        (Fraction(3, 2), "3/2"),
        (date(1943, 10, 8), "1943-10-08"),
        ((), "nothing"),
        ((1, 2), "1, 2"),
        ((("a", 1), ("b", 2)), "(a, 1), (b, 2)"),
        (Unit("1 Gds", 2), "name 1 Gds, steps 2, moved no"),
        ({"a": 1}, "a 1"),
    ],
)
def test_a_value_in_one_line(value: object, words: str) -> None:
    assert as_text(value) == words


def test_a_value_in_several_lines() -> None:
    stack = Stack("B17.10", (Unit("1 Gds", 2), Unit("2 Gds", 3, True)), Unit("Bagramyan", 1))
    assert value_lines(stack) == [
        "  hex:    B17.10",
        "  units:",
        "    name   steps  moved",
        "    1 Gds  2      no",
        "    2 Gds  3      yes",
        "  leader: name Bagramyan, steps 1, moved no",
    ]
    assert value_lines(Stack("A1"))[1] == "  units:  nothing"
    assert value_lines({"stacks": (stack,)})[0] == "  stacks:"
    assert value_lines({"inside": {"list": (1,)}}) == ["  inside:", "    list: 1"]
    assert value_lines((Unit("", 1), 3)) == ["  - steps: 1", "    moved: no", "  - 3"]
    long = value_lines((Unit("x " * 45, 1), Unit("y", 1)))
    assert long[0].startswith("  - name:  x x")


def test_grids() -> None:
    assert grid([]) == []
    assert grid([["a", "1"], ["bb", "22"]], ["x", "y"], (1,)) == [
        "  x    y",
        "  a    1",
        "  bb  22",
    ]
    text = "word " * 40
    lines = grid([["a", text]])
    assert len(lines) > 1
    assert all(line.startswith("     word") for line in lines[1:])


def test_titles_are_set_in_several_lines_where_that_helps() -> None:
    head = ["one", *(f"a title of column{n}" for n in range(8))]
    lines = grid([["x", *("1" for _ in range(8))]], head)
    assert lines[0].split() == ["a"] * 8
    assert lines[3].split() == ["one", *(f"column{n}" for n in range(8))]
    assert max(map(len, lines)) <= 100


def test_odds_of_results_with_too_many_fields() -> None:
    Wide = defstruct("Wide", [(f"field_number_{n}", str) for n in range(20)], frozen=True)
    lines = odds_list([(Wide(*(["some words"] * 20)), Fraction(1))])
    assert lines[0].split() == ["chance", "percent", "result"]
    assert max(map(len, lines)) <= 100


def test_a_grid_that_fits_neither_way_is_broken_up() -> None:
    head = ["", *(f"column {n:>20}" for n in range(9))]
    rows = [[f"row {n:>20}", *("a long cell" for _ in range(9))] for n in range(9)]
    lines = wide_grid(head, rows)
    assert max(map(len, lines)) <= 100
    assert "" in lines


def test_a_roll_in_words() -> None:
    added = tally(modifier(-1, "1944", "X-1"), modifier(2, "Minsk", "X-2"))
    roll = Roll("2d6", "Supply", (3, 4), 7, (), "supply", "soviet", added, "6-8", 12)
    assert thrown(roll) == (
        "Supply: 2d6 = 3+4 = 7, -1 1944, +2 Minsk = 8; row 6-8, column soviet: 12"
    )
    assert thrown(Roll("1d6", "Order", (3,), 3)) == "Order: 1d6 = 3"


def test_dice_as_they_are_typed() -> None:
    assert dice("3 2+5") == [3, (2, 5)]
    assert dice("3, 2+5,12") == [3, (2, 5), 12]
    assert dice(None) == dice("") == []
    for text in ("x", "3+", "+3", "2++5", "3.5", "²"):
        with pytest.raises(BadInput, match="is no throw"):
            dice(text)


def test_pairs() -> None:
    assert pairs(["a=1", "b=c=d", "e="], "input") == {"a": "1", "b": "c=d", "e": ""}
