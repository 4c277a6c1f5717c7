"""The scenarios that are played on the map: when they begin and end, and what stands where."""

from __future__ import annotations

from datetime import date
from functools import cache

import msgspec
from msgspec import Struct

from landbridge.engine.chance.tables import read_toml
from landbridge.engine.refusals import BadInput, unknown
from landbridge.engine.rules.citing import Source
from landbridge.engine.space.hexes import Hex
from landbridge.games.belorussia.armies.set_ups import SetUpRow, set_up
from landbridge.games.belorussia.calendar import Campaign, turn_number, turns
from landbridge.games.belorussia.map.sheets import atlas, column_and_row, find_hex
from landbridge.games.belorussia.rulings import ScenarioLength
from landbridge.games.belorussia.words import PACKAGE, Side


class ScenarioSupply(Struct, frozen=True, kw_only=True):
    """Supply that comes to a short scenario every turn but the first (RUL-TFB-261)."""

    side: Side
    tokens: int
    at: tuple[str, ...]
    """Where it comes: the first of these HQs that is in trace, or hexes where trains stop."""
    share: str
    """Whose share of the income of the side it is."""


class MapScenario(Struct, frozen=True, kw_only=True):
    """One way to begin on the map."""

    name: str
    title: str
    text: str
    first: date
    last: date
    short_last: date | None = None
    """The last turn where the players have chosen the short length (RUL-TFB-241)."""
    campaign: Campaign
    """Whose calendar, Fronts and arrivals it follows."""
    window: tuple[str, str] | None = None
    """The hexes in the south-west and north-east corner of what it is played on; None for all."""
    set_up: str
    rail: dict[Side, int] = {}
    """Rail capacity of each side, where no dated entry gives another."""
    supply: tuple[ScenarioSupply, ...] = ()
    """What comes every turn where the campaign's books are not kept."""
    ice: bool = False
    """Whether the rivers are frozen as it begins."""
    source: Source

    @property
    def first_turn(self) -> int:
        """The number of its first turn."""
        return turn_number(self.first)

    @property
    def last_turn(self) -> int:
        """The number of its last turn."""
        return turn_number(self.last)

    def last_turn_by(self, length: ScenarioLength) -> int:
        """The number of its last turn by the length that the players have chosen."""
        if length == "short" and self.short_last is not None:
            return turn_number(self.short_last)
        return self.last_turn

    def rail_of(self, side: Side) -> int:
        """The rail capacity that a side begins with."""
        return self.rail.get(side, 0)

    @property
    def length(self) -> int:
        """How many turns it has."""
        return sum(self.first <= day <= self.last for day in turns())

    @property
    def hexes(self) -> tuple[Hex, ...]:
        """The hexes that it is played on."""
        if self.window is None:
            return atlas().hexes
        west, south = column_and_row(find_hex(self.window[0]))
        east, north = column_and_row(find_hex(self.window[1]))
        return tuple(
            place
            for place in atlas().hexes
            for column, row in (column_and_row(place),)
            if west <= column <= east and south <= row <= north
        )

    @property
    def rows(self) -> tuple[SetUpRow, ...]:
        """What stands on the map as it begins."""
        return set_up(self.set_up)


@cache
def map_scenarios() -> dict[str, MapScenario]:
    """Every scenario on the map by its name."""
    data = read_toml(PACKAGE, "armies/scenarios.toml")
    return {
        name: msgspec.convert({"name": name, "set_up": name, **given}, MapScenario)
        for name, given in data.items()
    }


def map_scenario(name: str) -> MapScenario:
    """A scenario by its name."""
    if name not in map_scenarios():
        raise BadInput(unknown("scenario on the map", name, map_scenarios()))
    return map_scenarios()[name]
