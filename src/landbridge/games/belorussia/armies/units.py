"""Counters on the map, as data: 100 ground units and 13 planes are the booklets' own.

All others are reconstructed from history at the same scale and in the same style of rating; each
row says which it is, and how certain it is that the unit served there (A sure, B likely, C a guess
or a stand-in). The certainty never speaks of the ratings.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Any, Literal

import msgspec
from msgspec import Struct

from landbridge.engine.refusals import BadInput, unknown
from landbridge.games.belorussia.terrain.words import Move
from landbridge.games.belorussia.words import PACKAGE, Side

SIDES: tuple[Side, ...] = ("axis", "soviet")
UnitClass = Literal["armor", "mech", "other"]
Certainty = Literal["A", "B", "C"]


class GroundUnit(Struct, frozen=True, kw_only=True, rename={"category": "class"}):
    """A counter on the ground: its values in Combat Mode and, as `..._moving`, in Move Mode."""

    id: str
    side: Side
    nation: str
    army: str
    parent: str
    """The corps or army HQ above it."""
    formation: str
    """The multi-unit formation that it belongs to, if it does."""
    name: str
    kind: str
    size: str
    category: UnitClass
    strength: int
    """For artillery the strength of its barrage."""
    attacks: bool
    """Whether it may attack; a strength in brackets only defends."""
    rating: int
    """The Action Rating."""
    move: int
    by: Literal[Move, "rail"]
    strength_moving: int
    move_moving: int
    by_moving: Literal[Move, "rail"]
    steps: int
    half_re: int
    """Regimental equivalents, in halves."""
    range: int | None = None
    flak: int = 0
    throw: int | None = None
    """How far an HQ throws supply."""
    arrives: date | None = None
    leaves: date | None = None
    source: Literal["booklet", "reconstruction"]
    certainty: Certainty


class AirUnit(Struct, frozen=True, kw_only=True):
    """An air unit."""

    id: str
    side: Side
    owner: str
    type: str
    kind: str
    range: int
    air: int
    attacks: bool
    """Whether its air value attacks; in brackets it only defends."""
    barrage: int
    steps: int
    arrives: date | None = None
    leaves: date | None = None
    source: Literal["booklet", "reconstruction"]
    certainty: Certainty

    @property
    def designation(self) -> str:
        """What tells it from others of its type: 16-4 is the fourth of the 16th Air Army."""
        return self.id.removeprefix("GA-").removeprefix("SA-")


@cache
def units() -> dict[str, GroundUnit]:
    """Every counter on the ground, by its id."""
    found = {}
    for side in SIDES:
        for row in read_table(f"{side}.csv"):
            found[row["id"]] = msgspec.convert(
                _plain(row) | {"side": side}, GroundUnit, strict=False
            )
    return found


@cache
def planes() -> dict[str, AirUnit]:
    """Every air unit, by its id."""
    rows = read_table("air.csv")
    return {row["id"]: msgspec.convert(_plain(row), AirUnit, strict=False) for row in rows}


def find_unit(name: str) -> GroundUnit:
    """A counter on the ground by its id."""
    if name not in units():
        raise BadInput(unknown("unit", name, units()))
    return units()[name]


def read_table(name: str) -> Iterator[dict[str, str]]:
    """The rows of a table in `data/armies`."""
    text = (files(PACKAGE) / "data" / "armies" / name).read_text(encoding="utf-8")
    yield from csv.DictReader(text.splitlines())


_WORDS = ("army", "parent", "formation")
"""Columns that may be empty and are words all the same."""


def _plain(row: dict[str, str]) -> dict[str, Any]:
    """A row without its empty cells; yes and no as such."""
    said: dict[str, Any] = {
        name: value for name, value in row.items() if value != "" or name in _WORDS
    }
    return said | {"attacks": row["attacks"] == "yes"}
