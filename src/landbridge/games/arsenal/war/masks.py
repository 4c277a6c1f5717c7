"""Questions about all units at once: whole columns are compared, never unit by unit.

A column translated by a table of 256 bytes says of every unit what the table says of its byte;
answers are joined bit by bit as one large whole number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import compress

from landbridge.games.arsenal.forces.units import UNITS

ALL_UNITS = range(len(UNITS))
TRIES = 12
EVERY = 0xFF
"""A mark that joins with any other."""


def marks(says: Callable[[int], int | bool]) -> bytes:
    """A table for `translate`: what is said of each value that a byte can have."""
    return bytes(int(says(value)) for value in range(256))


def number(column: bytes) -> int:
    """A column as one number, so that its marks can be joined with those of others."""
    return int.from_bytes(column, "big")


def column_of(marked: int) -> bytes:
    """The column of units that is this number."""
    return marked.to_bytes(len(ALL_UNITS), "big")


def first_of(marked: int) -> int:
    """The first unit that has a mark in a column that is this number, not zero."""
    return len(ALL_UNITS) - (marked.bit_length() + 7) // 8


def those(marked: bytes) -> list[int]:
    """The numbers that have any mark."""
    return list(compress(range(len(marked)), marked))


def draw_marked(marked: bytes, choose: Callable[[int], int]) -> int:
    """One of the numbers that have a mark, each as likely as the next; -1 if none has."""
    # Most columns have many marks: a few tries are quicker than looking through all of it.
    for _ in range(TRIES):
        drawn = choose(len(marked))
        if marked[drawn]:
            return drawn
    left = those(marked)
    return left[choose(len(left))] if left else -1


@lru_cache(maxsize=64)
def owned(sides: bytes, side: int) -> int:
    """Every mark for the units that a side commands, as one number."""
    return number(sides.translate(BELONGS[side]))


def of_units(units: Iterable[int], mark: int = EVERY) -> bytes:
    """A column with a mark for each of these units."""
    column = bytearray(len(ALL_UNITS))
    for unit in units:
        column[unit] = mark
    return bytes(column)


BELONGS: tuple[bytes, ...] = tuple(
    marks(lambda owner, side=side: EVERY * (owner == side))  # type: ignore[misc]
    for side in range(2)
)
"""By side: every mark for the units and points that are its own."""
