"""Columns of bytes and of words behave like lists that are copied when they change."""

from __future__ import annotations

import doctest
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landbridge.engine import columns
from landbridge.engine.columns import BYTE, WORD, Column, both, either

BOTH = pytest.mark.parametrize("kind", [BYTE, WORD])


@BOTH
@given(data=st.data())
def test_a_column_is_a_list_that_is_copied(kind: Column, data: Any) -> None:
    numbers = data.draw(st.lists(st.integers(0, kind.top), min_size=1, max_size=40))
    row = data.draw(st.integers(0, len(numbers) - 1))
    number = data.draw(st.integers(0, kind.top) | st.sampled_from(numbers))
    column = kind.of(numbers)
    assert len(column) == kind.size * len(numbers)
    assert list(kind.numbers(column)) == numbers
    assert kind.get(column, row) == numbers[row]
    changed = kind.put(column, row, number)
    assert list(kind.numbers(column)) == numbers
    wanted = [*numbers]
    wanted[row] = number
    assert list(kind.numbers(changed)) == wanted
    assert kind.put_all(column, {row: number, 0: number}) == kind.put(changed, 0, number)
    assert kind.select(changed, number) == [i for i, one in enumerate(wanted) if one == number]


@BOTH
@given(numbers=st.lists(st.integers(0, 200), max_size=60), kinds=st.integers(0, 180))
def test_rows_are_grouped_by_their_number(kind: Column, numbers: list[int], kinds: int) -> None:
    groups = kind.group(kind.of(numbers), kinds)
    for number in range(kinds):
        wanted = tuple(row for row, one in enumerate(numbers) if one == number)
        assert groups.at(number) == wanted
        assert groups.count(number) == len(wanted)
    assert len(groups.rows) == sum(number < kinds for number in numbers)


@BOTH
@given(data=st.data(), most=st.integers(0, 8))
def test_columns_differ_where_their_numbers_do(kind: Column, data: Any, most: int) -> None:
    numbers = st.sampled_from([0, 1, 200, 256, kind.top]).filter(lambda number: number <= kind.top)
    alike = data.draw(st.sampled_from([0, 255, 500, 600]))
    pairs = data.draw(st.lists(st.tuples(numbers, numbers), max_size=40))
    pairs = [*pairs[:20], *[(1, 1)] * alike, *pairs[20:]]
    one, other = kind.of(a for a, _ in pairs), kind.of(b for _, b in pairs)
    wanted = [row for row, (a, b) in enumerate(pairs) if a != b]
    assert kind.differing(one, other, most) == (wanted if len(wanted) <= most else None)
    assert kind.differing(one, one, 0) == []


@BOTH
@given(numbers=st.lists(st.sampled_from([0, 0, 0, 1, 10, 200, 255]), max_size=60))
def test_rows_that_hold_something_are_found(kind: Column, numbers: list[int]) -> None:
    wanted = [row for row, number in enumerate(numbers) if number]
    assert kind.filled(kind.of(numbers)) == wanted


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=20))
def test_marks_are_joined_and_met(pairs: list[tuple[int, int]]) -> None:
    one, other = bytes(a for a, _ in pairs), bytes(b for _, b in pairs)
    assert either(one, other) == bytes(a | b for a, b in pairs)
    assert both(one, other) == bytes(a & b for a, b in pairs)


def test_words_are_the_same_bytes_on_every_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    assert WORD.of([1, 258]) == b"\x01\x00\x02\x01"
    assert WORD.select(b"\x00\x01\x00\x00\x01\x00", 1) == [2]
    monkeypatch.setattr(columns.sys, "byteorder", "big")
    assert WORD.of([1]) == b"\x00\x01"  # as a machine that keeps the higher byte first would swap
    assert list(WORD.numbers(b"\x00\x01")) == [1]


@BOTH
@pytest.mark.parametrize("wrong", [-1, 70_000])
def test_what_does_not_fit_is_refused(kind: Column, wrong: int) -> None:
    column = kind.of([1, 2])
    with pytest.raises((ValueError, OverflowError)):
        kind.put(column, 0, wrong)
    with pytest.raises((ValueError, OverflowError)):
        kind.of([wrong])
    for act in (lambda: kind.get(column, 2), lambda: kind.put(column, 2, 0)):
        with pytest.raises(IndexError):
            act()
    assert kind.get(column, -1) == 2


def test_the_example_is_true() -> None:
    assert doctest.testmod(columns).failed == 0
