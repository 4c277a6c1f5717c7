"""An owner's corrections to the map: hexes, hexsides and places as his own sheets have them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeVar, cast

from msgspec import Struct

from landbridge.engine.refusals import BadInput
from landbridge.engine.space.hexes import Flat, Hex
from landbridge.games.belorussia.map.country import (
    Country,
    MapPlace,
    MapRoad,
    PlaceKind,
    Rail,
    in_order,
)
from landbridge.games.belorussia.map.sheets import atlas, find_hex
from landbridge.games.belorussia.terrain.words import HexsideTerrain, Landscape, Settlement

K = TypeVar("K", bound=str)


class HexChange(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What covers a hex; what is not said stays."""

    hex: str
    landscape: Landscape | None = None
    settlement: Literal[Settlement, "none"] | None = None

    def check(self) -> None:
        """Refuse a hex that is not on the map, or a change that says nothing."""
        find_hex(self.hex)
        if self.landscape is None and self.settlement is None:
            raise BadInput("it says neither landscape nor settlement")


class HexsideChange(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What lies between a hex and the one beside it, or crosses there; what is not said stays."""

    hex: str
    side: Literal["N", "NE", "SE", "S", "SW", "NW"]
    water: Literal[HexsideTerrain, "none"] | None = None
    road: Literal[MapRoad, "none"] | None = None
    rail: Literal[Rail, "none"] | None = None

    @property
    def between(self) -> tuple[Hex, Hex]:
        """The two hexes."""
        place = find_hex(self.hex)
        return in_order(place, place.neighbour(Flat[self.side]))

    def check(self) -> None:
        """Refuse a side on the map's edge, or a change that says nothing."""
        if not all(place in atlas() for place in self.between):
            raise BadInput(f"nothing of the map lies {self.side} of {self.hex}")
        if self.water is None and self.road is None and self.rail is None:
            raise BadInput("it says neither water nor road nor rail")


class PlaceChange(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A place by its name: a new one, or one of ours where it really lies."""

    name: str
    hexes: tuple[str, ...]
    kind: PlaceKind

    def check(self) -> None:
        """Refuse hexes that are not on the map, or none."""
        if not self.hexes:
            raise BadInput("a place lies in one hex or more")
        for label in self.hexes:
            find_hex(label)


def changed_country(
    base: Country,
    hexes: Sequence[HexChange],
    sides: Sequence[HexsideChange],
    places: Sequence[PlaceChange],
) -> Country:
    """The country with an owner's corrections; the one that they are made to stays as it is."""
    found = base.copy()
    for place in places:
        _put_place(found, place)
    for change in hexes:
        number = atlas().index(find_hex(change.hex))
        if change.landscape is not None:
            found.landscape[number] = change.landscape
        if change.settlement is not None:
            found.settlement[number] = "" if change.settlement == "none" else change.settlement
    for side in sides:
        _set_side(found.water, side.between, side.water)
        _set_side(found.roads, side.between, side.road)
        _set_side(found.rails, side.between, side.rail)
    return found


def _put_place(country: Country, change: PlaceChange) -> None:
    old = country.places.get(change.name)
    for place in old.hexes if old else ():
        country.settlement[atlas().index(place)] = ""
    new = MapPlace(change.name, tuple(map(find_hex, change.hexes)), change.kind)
    country.places[change.name] = new
    for place in new.hexes:
        if new.kind != "point_of_interest":
            country.settlement[atlas().index(place)] = new.kind


def _set_side(table: dict[tuple[Hex, Hex], K], between: tuple[Hex, Hex], said: str | None) -> None:
    if said == "none":
        table.pop(between, None)
    elif said is not None:
        table[between] = cast(K, said)
