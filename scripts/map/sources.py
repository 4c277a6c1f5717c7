"""The readable sources of the map: places, rivers, lakes, ways, and what covers the ground."""

from __future__ import annotations

import csv
import tomllib
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

FOLDER = Path(__file__).parent / "sources"

Point = tuple[float, float]
"""Latitude and longitude."""


class Place(Struct, frozen=True):
    """A place by its name."""

    name: str
    latitude: float
    longitude: float
    kind: Literal["village", "minor_city", "major_city", "point_of_interest"]


class Feature(Struct, frozen=True):
    """A stretch of country, or a lake, that bears a name."""

    name: str
    kind: Literal["marsh", "forest", "heights", "lake"]
    latitude: float
    longitude: float


class River(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The course of a river, downstream."""

    name: str
    into: str
    source: Literal["traced", "authored"]
    course: tuple[Point, ...]
    major_below: Point | None = None


class Lake(Struct, frozen=True, forbid_unknown_fields=True):
    """A lake as an oval; its size is half its width and half its height in kilometres."""

    name: str
    middle: Point
    size: tuple[float, float]


class Cover(Struct, frozen=True):
    """How much of the ground is wooded, wet and hilly, out of 100; None is not said."""

    wood: int | None = None
    marsh: int | None = None
    height: int | None = None


class Ring(Cover, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A stretch of country, told by a ring round it."""

    name: str
    ring: tuple[Point, ...]


class Ways(Struct, frozen=True, forbid_unknown_fields=True):
    """Railways and roads, each a chain of places."""

    double_rail: tuple[tuple[str, ...], ...]
    rail: tuple[tuple[str, ...], ...]
    primary_road: tuple[tuple[str, ...], ...]
    road: tuple[tuple[str, ...], ...]


class Fixed(Struct, frozen=True, forbid_unknown_fields=True):
    """What the booklets put into hexes."""

    places: dict[str, tuple[str, ...]]
    rivers: dict[str, tuple[str, ...]]


def _toml(name: str) -> dict[str, object]:
    return tomllib.loads((FOLDER / name).read_text(encoding="utf-8"))


def places() -> dict[str, Place]:
    """Every place by its name."""
    with (FOLDER / "places.csv").open(encoding="utf-8", newline="") as file:
        listed = [msgspec.convert(row, Place, strict=False) for row in csv.DictReader(file)]
    found = {place.name: place for place in listed}
    if len(found) != len(listed):
        raise SystemExit("places.csv names a place twice")
    return found


def features() -> tuple[Feature, ...]:
    """Every stretch of country that bears a name."""
    with (FOLDER / "features.csv").open(encoding="utf-8", newline="") as file:
        return tuple(msgspec.convert(row, Feature, strict=False) for row in csv.DictReader(file))


def rivers() -> tuple[River, ...]:
    """Every river."""
    return msgspec.convert(_toml("rivers.toml")["river"], tuple[River, ...], strict=False)


def lakes() -> tuple[Lake, ...]:
    """Every lake that stops movement."""
    return msgspec.convert(_toml("lakes.toml")["lake"], tuple[Lake, ...], strict=False)


def ground() -> tuple[Cover, tuple[Ring, ...]]:
    """What covers the ground where nothing is said, and every stretch of which something is."""
    read = _toml("ground.toml")
    everywhere = msgspec.convert(read["everywhere"], Cover)
    return everywhere, msgspec.convert(read["ring"], tuple[Ring, ...], strict=False)


def ways() -> Ways:
    """Railways and roads."""
    return msgspec.convert(_toml("ways.toml"), Ways)


def fixed() -> Fixed:
    """What the booklets put into hexes."""
    return msgspec.convert(_toml("booklets.toml"), Fixed)
