"""Which counters the orders of arrival bring to the map and take off it, entry by entry.

The booklets' entries are mostly pictures that are lost. The orders of battle say when each unit
came and left; here every unit stands under the entry of its date. What came on a date for which no
entry is printed stands there without a row.
"""

from __future__ import annotations

from datetime import date
from functools import cache
from typing import Literal

import msgspec
from msgspec import Struct

from landbridge.games.belorussia.armies.units import read_table
from landbridge.games.belorussia.words import Side


class ArrivalRow(Struct, frozen=True):
    """Counters that come or go together."""

    row: str
    """The entry of the order of arrival; empty where none is printed."""
    date: date | None
    """The turn; none for a group that has no date of its own."""
    side: Side
    what: Literal["arrive", "withdraw"]
    ids: str

    @property
    def counters(self) -> tuple[str, ...]:
        """The counters by their ids."""
        return tuple(self.ids.split())


@cache
def arrival_rows() -> tuple[ArrivalRow, ...]:
    """Every row, in the order of the table."""
    table = read_table("arrival_rows.csv")
    return tuple(
        msgspec.convert(row | {"date": row["date"] or None}, ArrivalRow, strict=False)
        for row in table
    )


@cache
def counters_of(row: str) -> tuple[str, ...]:
    """The counters that an entry of the order of arrival brings or takes off."""
    return next((found.counters for found in arrival_rows() if found.row == row), ())


@cache
def unlisted(day: date, side: Side, what: Literal["arrive", "withdraw"]) -> tuple[str, ...]:
    """The counters of a side that come or go on a turn without an entry of their own."""
    return tuple(
        id
        for found in arrival_rows()
        if (found.row, found.date, found.side, found.what) == ("", day, side, what)
        for id in found.counters
    )
