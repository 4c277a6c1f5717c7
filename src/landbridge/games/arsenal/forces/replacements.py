"""Replacements: how they enter, who never returns, and what comes from cities and from Germany."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import table
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.arsenal.calendar import read_month, turn
from landbridge.games.arsenal.forces.dispersal import after_replacement
from landbridge.games.arsenal.forces.units import DATA as UNIT_DATA
from landbridge.games.arsenal.forces.units import KINDS, SYMBOL, UNIT, UNITS, unit_number
from landbridge.games.arsenal.map.points import POINTS, control
from landbridge.games.arsenal.map.supply_lines import supply
from landbridge.games.arsenal.questions import ArsenalQuestion
from landbridge.games.arsenal.rulings import CityInfantry, StayingPut
from landbridge.games.arsenal.words import (
    PACKAGE,
    SOVIET,
    AxisHolds,
    Die,
    Month,
    Side,
    SovietHolds,
    figures,
)

GERMAN = table(PACKAGE, "calendar.german", int)
IRREPLACEABLE: frozenset[int] = frozenset(
    UNIT[word] for word in UNIT_DATA["irreplaceable"]["units"]
)

LostBy = Literal["combat", "isolation"]
ReturnsAs = Literal["replacement", "reinforcement"]


# How a replacement enters


class ReplacementTerms(Struct, frozen=True):
    """How a replacement unit stands where it was placed."""

    dispersed: bool
    may_move: str
    may_attack: bool
    moves_used: int


def replacement_cost(moves: bool, staying_put: StayingPut = "free") -> int:
    """Strategic moves that a replacement uses in its turn, whether it moves on or stays."""
    stays: int = figures("staying_put", staying_put)["moves"]
    return 1 if moves else stays


@rule("DC-R08", "RUL-DC-4")
def place_replacement(moves: bool, staying_put: StayingPut = "free") -> Finding[ReplacementTerms]:
    """How a replacement unit of either side stands, and what it costs to place it."""
    why = Why()
    why("DC-R08", "a replacement enters dispersed and in that turn moves only strategically")
    standing = after_replacement()
    cost = replacement_cost(moves, staying_put)
    why("RUL-DC-4", "moving on uses a strategic move" if moves else f"staying there costs {cost}")
    return why.so(
        ReplacementTerms(standing.dispersed, standing.may_move, standing.may_attack, cost)
    )


class Replacement(ArsenalQuestion, frozen=True, kw_only=True):
    """How a replacement unit stands in the turn it comes, and whether it uses a strategic move."""

    turns_on = ("staying_put",)

    cites = ("DC-R08",)

    side: Annotated[Side, Meta(description="whose replacement; the same holds for both")]
    moves: Annotated[bool, Meta(description="whether it moves on from where it is placed")] = False

    def answer(self, nature: Nature) -> Finding[ReplacementTerms]:
        return place_replacement(self.moves, self.rulings.staying_put)


# Who never returns


class LostUnit(Struct, frozen=True):
    """What becomes of a unit that is lost."""

    goes_to: Literal["dead_pile", "out_of_the_game"]
    may_return: bool


@rule("DC-R09", "DC-R10")
def lost_unit(unit: int) -> Finding[LostUnit]:
    """Where a lost unit goes, and whether it may come back in any way."""
    why = Why()
    irreplaceable = unit in IRREPLACEABLE and why("DC-R09", f"{UNITS[unit].name} is irreplaceable")
    if not irreplaceable:
        why("RUL-DC-37", "lost units lie in the dead pile until they are replaced")
        return why.so(LostUnit("dead_pile", True))
    barred = why(
        "DC-R10", "lost in combat or by isolation it returns neither way, as replacement or anew"
    )
    return why.so(LostUnit("out_of_the_game", not barred))


def replaced_by(kind: int) -> str:
    """The replacement symbol that brings a kind back from the dead pile; nothing if none does."""
    return SYMBOL[kind]


class DeadPile(Question, frozen=True, kw_only=True):
    """What becomes of a unit that is lost: the dead pile, or out of the game for good."""

    cites = ("DC-R09", "DC-R10")

    unit: Annotated[Name, Meta(description="the unit, as STAVKA, 1PA, 5A or XXIV")]
    lost_by: Annotated[LostBy, Meta(description="how it was lost; it makes no difference")] = (
        "combat"
    )
    returns_as: Annotated[
        ReturnsAs, Meta(description="how it shall come back; it makes no difference")
    ] = "replacement"

    def answer(self, nature: Nature) -> Finding[LostUnit]:
        return lost_unit(unit_number(self.unit))


# From the map and from Germany


@cache
def infantry_symbols(group: str) -> tuple[int, ...]:
    """The points with infantry symbols of a group, or of any, once for each symbol."""
    return tuple(
        point.number for point in POINTS for letter in point.infantry if group in ("", letter)
    )


@rule("RUL-DC-37")
def city_infantry(
    month: str, held: bytes, supplied: bytes, city_infantry: CityInfantry = "month_groups"
) -> tuple[int, ...]:
    """The points whose symbols give an infantry replacement this month, once for each symbol."""
    group = turn(month).city_infantry
    every: bool = figures("city_infantry", city_infantry)["every_month"]
    if not group:
        return ()
    symbols = infantry_symbols("" if every else group)
    return tuple(point for point in symbols if held[point] == SOVIET and supplied[point])


class CitySymbols(Struct, frozen=True):
    """City infantry symbols that work."""

    infantry: int
    points: tuple[str, ...]


class CityInfantrySymbols(ArsenalQuestion, frozen=True, kw_only=True):
    """Soviet infantry replacements from city symbols in a month, with the points they come from."""

    turns_on = ("city_infantry",)

    month: Month
    axis_holds: AxisHolds = ()
    soviet_holds: SovietHolds = ()

    def answer(self, nature: Nature) -> Finding[CitySymbols]:
        why = Why()
        held = control(self.axis_holds, self.soviet_holds)
        supplied = supply(held, SOVIET, read_month(self.month)[1])
        points = city_infantry(self.month, held, supplied, self.rulings.city_infantry)
        why("RUL-DC-37", "a symbol works if its point is Soviet and in supply")
        return why.so(CitySymbols(len(points), tuple(POINTS[p].name for p in points)))


class AxisReplacementUnits(Struct, frozen=True, order=True):
    """Axis replacement units of a month."""

    infantry: int
    """German infantry corps."""
    panzer: int
    rumanian: int
    hungarian: int
    finnish: int


@rule("RUL-DC-37")
def axis_replacements(month: str, nature: Nature) -> AxisReplacementUnits:
    """The Axis replacements of a month: a die for German infantry, the rest is fixed."""
    box = turn(month)
    infantry: int = nature.look(GERMAN, column=box.german) if box.german else 0
    return AxisReplacementUnits(infantry, box.panzer, box.rumanian, box.hungarian, box.finnish)


class AxisReplacements(Question, frozen=True, kw_only=True):
    """Axis replacements of a month by nation; those of allies are subject to their entry city."""

    rolls = {"die": GERMAN.title}

    month: Month
    die: Die | None = None

    def answer(self, nature: Nature) -> Finding[AxisReplacementUnits]:
        why = Why()
        why("RUL-DC-37", "the box of the month and, for German infantry, a die")
        return why.so(axis_replacements(self.month, nature))


class ReplacedBy(Question, frozen=True, kw_only=True):
    """Which replacement symbol brings a unit back from the dead pile."""

    unit: Annotated[Name, Meta(description="the unit, as 5A, 10MC or XXIV")]

    def answer(self, nature: Nature) -> Finding[str]:
        why = Why()
        unit = unit_number(self.unit)
        found = replaced_by(UNITS[unit].kind)
        if not found and unit not in IRREPLACEABLE:
            why("RUL-DC-23", "a composite is made anew, not replaced")
            return why.so("none")
        if not found:
            why("DC-R09", f"{UNITS[unit].name} is irreplaceable")
            return why.so("none")
        why("RUL-DC-37", f"{KINDS[UNITS[unit].kind].name}: {found}")
        return why.so(found)
