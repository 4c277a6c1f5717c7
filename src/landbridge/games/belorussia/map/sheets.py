"""The four sheets: A and B in the north, C and D in the south, 62 columns each.

Columns are counted eastwards, rows northwards. Even columns lie half a hex farther north; odd ones
end at 35, which is row 01 of the sheet to the north. The numbers that the Axis booklet names fix
this lay-out; that a sheet has 62 columns is taken from sister games (reconstruction).
"""

from __future__ import annotations

from functools import cache
from typing import Literal

from landbridge.engine.refusals import BadInput
from landbridge.engine.space.atlas import Atlas
from landbridge.engine.space.hexes import Hex, Orientation
from landbridge.engine.space.sheets import MapSheet, NoSuchHex

COLUMNS = 62
"""Columns of a sheet."""
ROWS = 34
"""Rows from a hex to the same number on the sheet to the north."""

SheetName = Literal["A", "B", "C", "D"]


def _sheet(name: SheetName, east: int, north: int) -> MapSheet:
    sheet = MapSheet(
        name,
        Orientation.FLAT_TOP,
        columns=COLUMNS,
        rows=ROWS + 1,
        rows_grow="N",
        shoved="even",
        shoved_numbers=(1, ROWS),
    )
    return sheet.lay(f"{name}1.01", _SOUTH_WEST.spot(1 + COLUMNS * east, 1 + ROWS * north))


_SOUTH_WEST = MapSheet(
    "C",
    Orientation.FLAT_TOP,
    columns=COLUMNS,
    rows=ROWS + 1,
    rows_grow="N",
    shoved="even",
    shoved_numbers=(1, ROWS),
)


@cache
def atlas() -> Atlas:
    """All four sheets on one plane; a hex on the seam bears the number of the northern sheet."""
    return Atlas((_sheet("A", 0, 1), _sheet("B", 1, 1), _SOUTH_WEST, _sheet("D", 1, 0)))


def find_hex(label: str) -> Hex:
    """The hex with a number, whichever of its numbers that is."""
    try:
        return atlas().hex(label)
    except NoSuchHex as problem:
        raise BadInput(f"There is no hex {problem}.") from None


def column_and_row(place: Hex) -> tuple[int, int]:
    """A hex by its column and row, counted from C1.01 over the whole map."""
    # Column 1 and row 1 are those of C1.01; an even column lies half a hex higher.
    south_west = atlas().hex("C1.01")
    column = place.q - south_west.q + 1
    twice = 2 * (south_west.r - place.r) - (column - 1)
    return column, twice // 2 + 1


def hex_at(column: int, row: int) -> Hex:
    """The hex of a column and a row, counted over the whole map; it need not be on it."""
    return _SOUTH_WEST.spot(column, row)
