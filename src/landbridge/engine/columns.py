"""Columns: one number for each unit, place or factory, packed into bytes.

A state has no object per unit; it has a column per fact ("where", "mode", "steps"). A column is
`bytes`: it never changes, it can be compared, hashed and encoded at once, and a changed copy of
1,500 numbers costs a fraction of a microsecond. `BYTE` and `WORD` are the two widths; both read
and write the same bytes on every machine.

>>> at = WORD.of([7, 8, 300])
>>> WORD.get(at, 2), WORD.select(WORD.put(at, 0, 300), 300)
(300, [0, 2])
"""

from __future__ import annotations

import re
import sys
from array import array
from collections.abc import Iterable, Mapping, Sequence
from struct import Struct as Packing
from typing import Protocol

from msgspec import Struct


class Groups(Struct, frozen=True):
    """The rows of a column, grouped by their number: who stands where, in one pass."""

    starts: tuple[int, ...]
    rows: tuple[int, ...]

    def at(self, number: int) -> tuple[int, ...]:
        """The rows that have this number, in order."""
        return self.rows[self.starts[number] : self.starts[number + 1]]

    def count(self, number: int) -> int:
        """How many rows have this number."""
        return self.starts[number + 1] - self.starts[number]


class Column(Protocol):
    """One width of column: what can be done with the bytes of it."""

    size: int
    """Bytes of one number."""
    top: int
    """The largest number that fits."""

    def of(self, numbers: Iterable[int]) -> bytes:
        """A column of these numbers."""

    def numbers(self, column: bytes) -> Sequence[int]:
        """All numbers of a column."""

    def get(self, column: bytes, row: int) -> int:
        """One number."""

    def put(self, column: bytes, row: int, number: int) -> bytes:
        """The column with one number changed."""

    def put_all(self, column: bytes, changes: Mapping[int, int]) -> bytes:
        """The column with several numbers changed, by row."""

    def select(self, column: bytes, number: int) -> list[int]:
        """The rows that have this number."""

    def filled(self, column: bytes) -> list[int]:
        """The rows that have another number than 0, in order."""

    def differing(self, one: bytes, other: bytes, most: int) -> list[int] | None:
        """The rows in which two columns of one length differ, in order; None if they are more."""

    def group(self, column: bytes, kinds: int) -> Groups:
        """The rows by number, for the numbers below `kinds`; rows with others are left out."""


class _Bytes:
    """Numbers from 0 to 255, a byte each."""

    size, top = 1, 0xFF

    def of(self, numbers: Iterable[int]) -> bytes:
        return bytes(numbers)

    def numbers(self, column: bytes) -> Sequence[int]:
        return column

    def get(self, column: bytes, row: int) -> int:
        return column[row]

    def put(self, column: bytes, row: int, number: int) -> bytes:
        changed = bytearray(column)
        changed[row] = number
        return bytes(changed)

    def put_all(self, column: bytes, changes: Mapping[int, int]) -> bytes:
        changed = bytearray(column)
        for row, number in changes.items():
            changed[row] = number
        return bytes(changed)

    def select(self, column: bytes, number: int) -> list[int]:
        found = []
        row = column.find(number)
        while row >= 0:
            found.append(row)
            row = column.find(number, row + 1)
        return found

    def filled(self, column: bytes) -> list[int]:
        return [found.start() for found in _FILLED(column)]

    def differing(self, one: bytes, other: bytes, most: int) -> list[int] | None:
        return _differing(one, other, self.size, most)

    def group(self, column: bytes, kinds: int) -> Groups:
        return _grouped(column, kinds)


class _Words:
    """Numbers from 0 to 65,535, two bytes each, the lower one first."""

    size, top = 2, 0xFFFF
    _packing = Packing("<H")

    def of(self, numbers: Iterable[int]) -> bytes:
        made = array("H", numbers)
        if sys.byteorder == "big":
            made.byteswap()
        return made.tobytes()

    def numbers(self, column: bytes) -> Sequence[int]:
        if sys.byteorder == "little":
            return memoryview(column).cast("H")
        made = array("H", column)
        made.byteswap()
        return made

    def get(self, column: bytes, row: int) -> int:
        try:
            return column[2 * row] | column[2 * row + 1] << 8
        except IndexError:
            raise IndexError(f"row {row} of {len(column) // 2}") from None

    def put(self, column: bytes, row: int, number: int) -> bytes:
        changed = bytearray(column)
        self._pack(changed, row, number)
        return bytes(changed)

    def put_all(self, column: bytes, changes: Mapping[int, int]) -> bytes:
        changed = bytearray(column)
        if sys.byteorder == "little":
            words = memoryview(changed).cast("H")
            try:
                for row, number in changes.items():
                    words[row] = number
            except (ValueError, IndexError):
                # Said below what is wrong.
                changed = bytearray(column)
            else:
                return bytes(changed)
        for row, number in changes.items():
            self._pack(changed, row, number)
        return bytes(changed)

    def select(self, column: bytes, number: int) -> list[int]:
        wanted, found = self._packing.pack(number), []
        place = column.find(wanted)
        while place >= 0:
            if not place % 2:
                found.append(place // 2)
            place = column.find(wanted, place + 1)
        return found

    def filled(self, column: bytes) -> list[int]:
        return [row for row, number in enumerate(self.numbers(column)) if number]

    def differing(self, one: bytes, other: bytes, most: int) -> list[int] | None:
        return _differing(one, other, self.size, most)

    def group(self, column: bytes, kinds: int) -> Groups:
        return _grouped(self.numbers(column), kinds)

    def _pack(self, changed: bytearray, row: int, number: int) -> None:
        if not 0 <= number <= self.top:
            raise ValueError(f"a word is a number from 0 to {self.top}, not {number}")
        self._packing.pack_into(changed, 2 * self._row(changed, row), number)

    def _row(self, column: bytes | bytearray, row: int) -> int:
        count = len(column) // 2
        if not -count <= row < count:
            raise IndexError(f"row {row} of {count}")
        return row % count


def _differing(one: bytes, other: bytes, size: int, most: int) -> list[int] | None:
    if one is other or one == other:
        return []
    found, start = list[int](), 0
    while len(found) < _SINGLY:
        row = _first_differing(one, other, start) // size
        found.append(row)
        start = (row + 1) * size
        if one[start:] == other[start:]:
            return found if len(found) <= most else None
    differ = int.from_bytes(one[start:], "little") ^ int.from_bytes(other[start:], "little")
    column = differ.to_bytes(len(one) - start, "little")
    found += dict.fromkeys([(start + byte.start()) // size for byte in _FILLED(column)])
    return found if len(found) <= most else None


def _first_differing(one: bytes, other: bytes, start: int) -> int:
    """The first byte from a place on in which two columns differ, which they do somewhere."""
    end = len(one)
    while end - start > _NEAR:
        middle = (start + end) // 2
        if one[start:middle] == other[start:middle]:
            start = middle
        else:
            end = middle
    while one[start] == other[start]:
        start += 1
    return start


_SINGLY = 8
"""Numbers that differ between two columns, up to which each is looked for by itself: mostly a move
changes one or two."""
_NEAR = 8
"""Bytes that are looked through one by one."""
_FILLED = re.compile(rb"[^\0]").finditer


def _grouped(numbers: Sequence[int], kinds: int) -> Groups:
    buckets: list[list[int]] = [[] for _ in range(kinds)]
    for row, number in enumerate(numbers):
        if number < kinds:
            buckets[number].append(row)
    starts, rows = [0], []
    for bucket in buckets:
        rows += bucket
        starts.append(len(rows))
    return Groups(tuple(starts), tuple(rows))


def either(marks: bytes, others: bytes) -> bytes:
    """Bytes that have a mark where one of two columns has one."""
    return (int.from_bytes(marks) | int.from_bytes(others)).to_bytes(len(marks))


def both(marks: bytes, others: bytes) -> bytes:
    """Bytes that have a mark where both of two columns have it."""
    return (int.from_bytes(marks) & int.from_bytes(others)).to_bytes(len(marks))


def without(marks: bytes, others: bytes) -> bytes:
    """Bytes that have a mark where the first of two columns has it and the second has not."""
    return (int.from_bytes(marks) & ~int.from_bytes(others)).to_bytes(len(marks))


def touch(marks: bytes, others: bytes) -> bool:
    """Whether two columns have a mark in the same place."""
    return bool(int.from_bytes(marks) & int.from_bytes(others))


BYTE: Column = _Bytes()
WORD: Column = _Words()
