"""Questions about planes and their bases in a sketched position."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.rules.findings import Finding
from landbridge.games.belorussia.air.base_transfer import transfer
from landbridge.games.belorussia.air.refit import HALF
from landbridge.games.belorussia.air.refit_on_map import refit_planes
from landbridge.games.belorussia.position.asking import (
    HexLabel,
    PositionQuestion,
    UnitName,
    UnitNames,
    find_row,
    find_rows,
)
from landbridge.games.belorussia.supply_lines.asking import SUPPLY_SWITCHES
from landbridge.games.belorussia.words import Die, Flight

FlightNow = Annotated[Flight, Meta(description="the flight condition of the turn")]


class AtNewBase(Struct, frozen=True):
    """A plane after a Base Transfer."""

    active: bool
    hexes: int


class BaseTransfer(PositionQuestion, frozen=True, kw_only=True):
    """Whether a plane may fly to another base, and whether it is Active there."""

    cites = ("OCS-14.1a-1", "OCS-14.11-1", "OCS-14.11-2", "OCS-15.0b-1")
    turns_on = ("base_transfers", "long_range_air")

    unit: UnitName
    to: Annotated[HexLabel, Meta(description="the base that it flies to")]
    flight: FlightNow = "full"

    def answer(self, nature: Nature) -> Finding[AtNewBase]:
        theatre = self.theatre()
        row, to = find_row(theatre, self.unit), theatre.land.place(self.to)
        found = transfer(theatre, row, to, self.flight)
        return Finding(AtNewBase(found.result.active, found.result.hexes), found.rules, found.why)


class PlanesReady(Struct, frozen=True):
    """What a base has refitted."""

    planes: tuple[str, ...]
    tokens: int


class RefitOnMap(PositionQuestion, frozen=True, kw_only=True):
    """Whether an air base refits these planes in the Aircraft Refit Phase, and what it costs."""

    rolls = {"die": HALF.title}
    cites = ("OCS-15.1-1", "OCS-15.1-2", "OCS-15.2-1", "OCS-15.0b-1", "OCS-4.5a-12", "OCS-14.1f-1")
    turns_on = ("half_refit", *SUPPLY_SWITCHES)

    hex: HexLabel
    units: Annotated[UnitNames, Meta(description="the planes that are to refit")]
    flight: FlightNow = "full"
    die: Die | None = None

    def answer(self, nature: Nature) -> Finding[PlanesReady]:
        theatre = self.theatre()
        rows, place = find_rows(theatre, self.units), theatre.land.place(self.hex)
        side = theatre.counter(rows[0]).side
        found = refit_planes(theatre, side, place, rows, self.flight, nature)
        names = tuple(theatre.counter(row).name for row in found.result.planes)
        return Finding(PlanesReady(names, found.result.tokens), found.rules, found.why)
