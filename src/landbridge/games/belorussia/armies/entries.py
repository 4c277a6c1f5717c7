"""What comes and goes in a short scenario beside the booklets' orders of arrival."""

from __future__ import annotations

from datetime import date
from functools import cache
from typing import Literal

import msgspec
from msgspec import Struct

from landbridge.games.belorussia.armies.units import Certainty, GroundUnit, read_table, units
from landbridge.games.belorussia.words import Side


class Entry(Struct, frozen=True, kw_only=True):
    """Units that arrive or leave on a turn."""

    scenario: str
    date: date
    side: Side
    what: Literal["arrive", "withdraw"]
    ids: str
    """Units, or whole formations such as 4.Pz."""
    place: str
    """Where they arrive; empty where the note says it."""
    source: Literal["booklet", "reconstruction"]
    certainty: Certainty
    note: str

    @property
    def units(self) -> tuple[GroundUnit, ...]:
        """The counters."""
        return _units_of(self.ids)


@cache
def _units_of(ids: str) -> tuple[GroundUnit, ...]:
    found = []
    for word in ids.split():
        own = [unit for unit in units().values() if unit.formation == word]
        found += own or [units()[word]]
    return tuple(found)


@cache
def entries(scenario: str) -> tuple[Entry, ...]:
    """What comes and goes in a scenario, by date."""
    rows = (msgspec.convert(row, Entry, strict=False) for row in read_table("entries.csv"))
    return tuple(row for row in rows if row.scenario == scenario)
