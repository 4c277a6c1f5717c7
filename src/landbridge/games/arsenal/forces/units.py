"""Units: what each kind can do, and the orders of battle.

Kinds and units are numbers into tables that never change. A position keeps where units are and
how they stand; everything that is printed on a counter is here.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import read_toml
from landbridge.engine.refusals import BadInput, unknown
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.citing import Rules, Source, as_rules, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.arsenal.map.places import (
    DEAD,
    LATER,
    OUT,
    POOL,
    SIBERIA,
    is_in_play,
    place_name,
    place_number,
)
from landbridge.games.arsenal.map.points import NUMBER
from landbridge.games.arsenal.questions import ArsenalQuestion
from landbridge.games.arsenal.rulings import NorthernExtension
from landbridge.games.arsenal.words import PACKAGE, Nation, Side, figures, read_csv

DATA: dict[str, Any] = read_toml(PACKAGE, "unit_kinds.toml")

Class = Literal["major", "minor", "none"]
Arm = Literal["infantry", "armour", "cavalry", "artillery", "air", "headquarters", "factory"]
Fires = Literal["always", "attack", "defence", "never"]


class Kind(Struct, frozen=True, kw_only=True):
    """A kind of unit."""

    id: str
    name: str
    side: Side
    arm: Arm
    firepower: int
    unsupplied: int
    """Firepower out of supply."""
    class_: Class = msgspec.field(name="class")
    fortifies: bool
    moves_as: Literal["infantry", "cavalry", "armour", "air", "none"]
    source: Source
    fires: Fires = "always"
    symbol: str = ""
    """The replacement symbol that brings it back; nothing for composites and the irreplaceable."""
    irreplaceable: bool = False
    never_fortifies: bool = False
    cites: Rules = ()
    note: str = ""


KINDS: tuple[Kind, ...] = tuple(
    msgspec.convert(entry | {"cites": as_rules(entry.get("cites", ""))}, Kind)
    for entry in DATA["kind"]
)
KIND: dict[str, int] = {kind.id: number for number, kind in enumerate(KINDS)}

ARMOUR: tuple[bool, ...] = tuple(kind.moves_as == "armour" for kind in KINDS)
"""By kind: whether it uses the armour capacity of lines."""
COMBAT: tuple[bool, ...] = tuple(kind.fires == "always" for kind in KINDS)
"""By kind: whether it fights by itself; the others support, command or produce."""
MAJOR: tuple[bool, ...] = tuple(kind.class_ == "major" for kind in KINDS)
FIREPOWER: tuple[tuple[int, int], ...] = tuple((kind.unsupplied, kind.firepower) for kind in KINDS)
"""By kind: firepower out of supply and in supply."""
SYMBOL: tuple[str, ...] = tuple(kind.symbol for kind in KINDS)
FACTORY = KIND["factory"]


class Unit(Struct, frozen=True, kw_only=True):
    """One counter."""

    number: int
    id: str
    name: str
    nation: Nation
    kind: int
    start: int
    """A point, SIBERIA, DEAD, POOL or LATER."""
    start_without: int
    """The same without the far north; OUT if it is then not played."""
    parent: str
    note: str
    source: Source

    @property
    def side(self) -> Side:
        """Whose it is at the start."""
        return "soviet" if self.nation == "soviet" else "axis"


_STARTS = {"siberia": SIBERIA, "dead": DEAD, "pool": POOL, "later": LATER, "-": OUT} | NUMBER


def _unit(number: int, row: dict[str, str]) -> Unit:
    read = {
        "number": number,
        "kind": KIND[row["kind"]],
        "start": _STARTS[row["start"]],
        "start_without": _STARTS[row["start_without"]],
    }
    return msgspec.convert(row | read, Unit)


UNITS: tuple[Unit, ...] = tuple(
    _unit(number, row)
    for number, row in enumerate([*read_csv("units_axis.csv"), *read_csv("units_soviet.csv")])
)
UNIT: dict[str, int] = {unit.id: unit.number for unit in UNITS}
_BY_WORD = {word.lower(): u.number for u in reversed(UNITS) for word in (u.name, u.id)}


def unit_number(word: str) -> int:
    """A unit by its id or name."""
    found = _BY_WORD.get(word.strip().lower())
    if found is None:
        raise BadInput(unknown("unit", word, [unit.id for unit in UNITS]))
    return found


def kind_number(word: str) -> int:
    """A kind of unit by its id."""
    if word not in KIND:
        raise BadInput(unknown("kind of unit", word, KIND))
    return KIND[word]


@rule("RUL-DC-36")
def start_of(unit: Unit, northern_extension: NorthernExtension = "with") -> int:
    """Where a unit begins."""
    north: bool = figures("northern_extension", northern_extension)["north"]
    return unit.start if north else unit.start_without


# Values


# Orders of battle


class PlacedUnit(Struct, frozen=True):
    """A unit and where it begins."""

    id: str
    name: str
    nation: Nation
    kind: str
    start: str
    source: Source


class OrderOfBattle(ArsenalQuestion, frozen=True, kw_only=True):
    """The units of a side on 22 June 1941, all or those on one point, with their provenance."""

    turns_on = ("northern_extension",)

    side: Annotated[Side, Meta(description="whose units")]
    at: Annotated[Name, Meta(description="only those that begin here: a point or siberia")] = ""

    def answer(self, nature: Nature) -> Finding[tuple[PlacedUnit, ...]]:
        why = Why()
        why("RUL-DC-36", "the orders of battle are history, set on the nearest points")
        wanted = place_number(self.at) if self.at else None
        found = []
        for unit in UNITS:
            at = start_of(unit, self.rulings.northern_extension)
            if unit.side == self.side and is_in_play(at) and wanted in (None, at):
                kind = KINDS[unit.kind].id
                found.append(
                    PlacedUnit(unit.id, unit.name, unit.nation, kind, place_name(at), unit.source)
                )
        return why.so(tuple(found))


# The first turn
