"""How far apart two hexes can be, as far as their numbers tell.

A hex is called by its map, column and row: B6.03. The booklets do not print the maps, so nobody
can tell from here which columns or rows are shifted against their neighbours, nor how the sheets
join. What holds for no way of laying the hexes out is certainly wrong; anything else is the
players' word.
"""

from __future__ import annotations

import re

from landbridge.engine.space.hexes import Hex

_NUMBER = re.compile(r"([A-D])(\d{1,2})\.(\d{2})")


def _layouts(column: int, row: int) -> tuple[Hex, ...]:
    """A hex in each of the four ways in which a sheet may be laid out."""
    return (
        *(Hex(column, row - (column + shift) // 2) for shift in (0, 1)),
        *(Hex(column - (row + shift) // 2, row) for shift in (0, 1)),
    )


def may_be_apart(one: str, other: str, hexes: int) -> bool:
    """Whether two hexes may lie so many hexes apart.

    >>> may_be_apart("B6.03", "B6.05", 2), may_be_apart("B6.03", "B6.06", 2)
    (True, False)
    """
    first, second = _NUMBER.fullmatch(one), _NUMBER.fullmatch(other)
    if not first or not second or first[1] != second[1]:
        return True
    laid = zip(
        _layouts(int(first[2]), int(first[3])),
        _layouts(int(second[2]), int(second[3])),
        strict=True,
    )
    return any(here.distance(there) == hexes for here, there in laid)
