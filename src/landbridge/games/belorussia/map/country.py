"""The country on the map: what lies in each hex, between hexes, and where places are.

The tables in `data/map` are built by `scripts/map` from readable sources. Of all this the booklets
print only a few hex numbers (`layers.toml` says which); the rest is reconstructed from geography.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any, Literal, get_args

import msgspec
from msgspec import Struct

from landbridge.engine.chance.tables import read_toml
from landbridge.engine.refusals import BadInput, unknown
from landbridge.engine.rules.citing import Source
from landbridge.engine.space.hexes import Flat, Hex
from landbridge.games.belorussia.map.sheets import atlas, find_hex
from landbridge.games.belorussia.terrain.words import HexsideTerrain, Landscape, Settlement
from landbridge.games.belorussia.words import PACKAGE

MapRoad = Literal["primary_road", "road", "track"]
Rail = Literal["double", "single"]
PlaceKind = Literal[Settlement, "point_of_interest"]
"""A point of interest is a station without a village: a detrainable location (TFB-SUP-18)."""
FeatureKind = Literal["marsh", "forest", "heights", "lake"]
SideName = Literal["N", "NE", "SE"]


class HexRow(Struct, frozen=True):
    """A row of hexes.csv."""

    hex: str
    landscape: Landscape
    settlement: Literal[Settlement, ""]


class SideRow(Struct, frozen=True):
    """A row of hexsides.csv: what lies between a hex and the one beside it, and what crosses."""

    hex: str
    side: SideName
    water: Literal[HexsideTerrain, ""]
    road: Literal[MapRoad, ""]
    rail: Literal[Rail, ""]


class PlaceRow(Struct, frozen=True):
    """A row of places.csv; a city may have several hexes."""

    name: str
    hexes: str
    kind: PlaceKind
    latitude: float
    longitude: float


class RiverRow(Struct, frozen=True):
    """A row of rivers.csv: the hexsides of a river, downstream, each as hex/direction."""

    name: str
    into: str
    sides: str


class FeatureRow(Struct, frozen=True):
    """A row of features.csv: a stretch of country, or a lake, that bears a name."""

    name: str
    kind: FeatureKind
    hex: str


class Layer(Struct, frozen=True):
    """Where a layer of the map comes from."""

    source: Source
    text: str


class MapPlace(Struct, frozen=True):
    """A place with a name."""

    name: str
    hexes: tuple[Hex, ...]
    kind: PlaceKind


class MapRiver(Struct, frozen=True):
    """A river by its name, with the hexsides that it runs along, downstream."""

    name: str
    into: str
    """The river that it flows into; "edge" where it leaves the map."""
    sides: tuple[tuple[Hex, Hex], ...]


class MapFeature(Struct, frozen=True):
    """A forest, marsh, height or lake by its name."""

    name: str
    kind: FeatureKind
    place: Hex


class Country:
    """The map that a match is played on."""

    def __init__(
        self,
        hexes: tuple[HexRow, ...],
        sides: tuple[SideRow, ...],
        places: tuple[PlaceRow, ...],
        rivers: tuple[RiverRow, ...] = (),
        features: tuple[FeatureRow, ...] = (),
    ) -> None:
        index, size = atlas().index, len(atlas().hexes)
        self.landscape: list[Landscape] = ["open"] * size
        self.settlement: list[Literal[Settlement, ""]] = [""] * size
        for row in hexes:
            number = index(find_hex(row.hex))
            self.landscape[number], self.settlement[number] = row.landscape, row.settlement
        self.water: dict[tuple[Hex, Hex], HexsideTerrain] = {}
        self.roads: dict[tuple[Hex, Hex], MapRoad] = {}
        self.rails: dict[tuple[Hex, Hex], Rail] = {}
        for side in sides:
            between = side_of(side.hex, side.side)
            if side.water:
                self.water[between] = side.water
            if side.road:
                self.roads[between] = side.road
            if side.rail:
                self.rails[between] = side.rail
        self.places = {
            row.name: MapPlace(row.name, tuple(map(find_hex, row.hexes.split())), row.kind)
            for row in places
        }
        self.rivers = {
            row.name: MapRiver(
                row.name,
                row.into,
                tuple(side_of(*text.split("/")) for text in row.sides.split()),
            )
            for row in rivers
        }
        self.features = tuple(MapFeature(row.name, row.kind, find_hex(row.hex)) for row in features)

    def copy(self) -> Country:
        """The same country, to be changed."""
        found = Country((), (), ())
        found.landscape, found.settlement = [*self.landscape], [*self.settlement]
        found.water, found.roads, found.rails = {**self.water}, {**self.roads}, {**self.rails}
        found.places, found.rivers, found.features = (
            {**self.places},
            self.rivers,
            self.features,
        )
        return found

    def landscape_of(self, place: Hex) -> Landscape:
        """What covers a hex."""
        return self.landscape[atlas().index(place)]

    def settlement_of(self, place: Hex) -> Literal[Settlement, ""]:
        """The village or city in a hex, if there is one."""
        return self.settlement[atlas().index(place)]

    def place(self, name: str) -> MapPlace:
        """A place by its name."""
        if name not in self.places:
            raise BadInput(unknown("place", name, self.places))
        return self.places[name]


def in_order(one: Hex, other: Hex) -> tuple[Hex, Hex]:
    """Two hexes as the side between them is kept."""
    return (one, other) if one < other else (other, one)


def side_of(label: str, direction: str) -> tuple[Hex, Hex]:
    """The side of a hex towards N, NE or SE."""
    place = find_hex(label)
    return in_order(place, place.neighbour(Flat[direction]))


@cache
def country() -> Country:
    """The country as this program has it."""
    return Country(
        tuple(_rows("hexes.csv", HexRow)),
        tuple(_rows("hexsides.csv", SideRow)),
        tuple(_rows("places.csv", PlaceRow)),
        tuple(_rows("rivers.csv", RiverRow)),
        tuple(_rows("features.csv", FeatureRow)),
    )


@cache
def layers() -> dict[str, Layer]:
    """Where each layer of the map comes from."""
    return msgspec.convert(read_toml(PACKAGE, "map/layers.toml"), dict[str, Layer])


def _rows(name: str, kind: Any) -> Iterator[Any]:
    text = (files(PACKAGE) / "data" / "map" / name).read_text(encoding="utf-8")
    for row in csv.DictReader(text.splitlines()):
        yield msgspec.convert(row, kind, strict=False)


ROADS: tuple[MapRoad, ...] = get_args(MapRoad)
