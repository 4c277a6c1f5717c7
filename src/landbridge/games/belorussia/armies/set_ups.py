"""Where everything stands as a scenario begins, and the front lines of history."""

from __future__ import annotations

from datetime import date
from functools import cache
from typing import Literal

import msgspec
from msgspec import Struct

from landbridge.engine.refusals import BadInput, unknown
from landbridge.engine.space.hexes import Hex
from landbridge.games.belorussia.armies.units import read_table
from landbridge.games.belorussia.map.sheets import find_hex
from landbridge.games.belorussia.words import Side

SCENARIOS = (
    "first-steps",
    "orsha-road",
    "gomel-rechitsa",
    "vitebsk-winter",
    "kovel",
    "campaign-1943",
    "campaign-1944",
)
"""Scenarios on the map that have a set-up."""

Placed = Literal[
    "unit",
    "air",
    "dump",
    "airbase",
    "truck",
    "wagon",
    "railhead",
    "boundary",
    "marker",
    "hedgehog",
]
"""What a set-up puts on the map; a value is supply points, a level, or transport points."""
StartMode = Literal["combat", "move", "reserve", "active", ""]


class SetUpRow(Struct, frozen=True):
    """One thing that a set-up puts on the map."""

    kind: Placed
    side: Side
    id: str
    hex: str
    mode: StartMode
    value: str
    army: str

    @property
    def place(self) -> Hex:
        """The hex in which it stands."""
        return find_hex(self.hex)


class FrontLine(Struct, frozen=True):
    """The hexes of one side that touched the other's on a day, from north to south."""

    date: date
    side: Side
    hexes: str

    @property
    def places(self) -> tuple[Hex, ...]:
        """Its hexes."""
        return tuple(map(find_hex, self.hexes.split()))


@cache
def set_up(scenario: str) -> tuple[SetUpRow, ...]:
    """Everything that stands on the map as a scenario begins."""
    if scenario not in SCENARIOS:
        raise BadInput(unknown("scenario on the map", scenario, SCENARIOS))
    rows = read_table(f"set_ups/{scenario}.csv")
    return tuple(msgspec.convert(row, SetUpRow, strict=False) for row in rows)


def front_near(day: date) -> dict[Side, tuple[Hex, ...]]:
    """The front line of history nearest to a day, as each side's hexes."""
    nearest = min(
        {line.date for line in front_lines()}, key=lambda known: (abs((known - day).days), known)
    )
    return {line.side: line.places for line in front_lines() if line.date == nearest}


@cache
def front_lines() -> tuple[FrontLine, ...]:
    """The front lines of history that the set-ups follow."""
    rows = read_table("front_lines.csv")
    return tuple(msgspec.convert(row, FrontLine, strict=False) for row in rows)
