"""Weather by month and zone, and what it does to lines, fire and aircraft."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from landbridge.engine.allowed import Name
from landbridge.engine.ask import Question
from landbridge.engine.chance import Nature
from landbridge.engine.findings import Finding, Why
from landbridge.engine.refusals import BadInput
from landbridge.engine.rules import rule
from landbridge.engine.tables import chart, read_toml, table
from landbridge.games.arsenal.calendar import turn
from landbridge.games.arsenal.forces.units import ARMOUR, KIND, KINDS, kind_number
from landbridge.games.arsenal.map.points import GRADES, POINTS, Grade, Zone, point_number
from landbridge.games.arsenal.words import (
    AXIS,
    PACKAGE,
    SOVIET,
    Die,
    Month,
    Side,
    Weather,
    figures,
    side_number,
)

DATA: dict[str, Any] = read_toml(PACKAGE, "weather.toml")
MAY_WEATHER = table(PACKAGE, "calendar.may_weather", Weather)
FIRST_WINTER: dict[str, str] = DATA["first_winter"]

Winter = Literal["first_winter_hard", "all_alike"]
CmgException = Literal["mud_and_snow", "no_exception"]


class Capacity(Struct, frozen=True, order=True, array_like=True):
    """How many units may use a line in one phase."""

    all: int
    armour: int


CAPACITY = chart(PACKAGE, "weather.capacity", Capacity)
CAPACITIES: dict[str, tuple[Capacity, ...]] = {
    column: tuple(CAPACITY.rows[grade][place].value for grade in GRADES)
    for place, column in enumerate(CAPACITY.columns)
}
"""By weather column: the capacity of each grade."""


class TheWeather(Struct, frozen=True, order=True):
    """The weather of a month in the two zones."""

    north: Weather
    south: Weather


@rule("RUL-DC-35")
def weather(month: str, nature: Nature) -> TheWeather:
    """The weather of a month; a die only in the optional May of 1941."""
    box = turn(month)
    if box.north is None or box.south is None:
        rolled: Weather = nature.look(MAY_WEATHER)
        return TheWeather(rolled, rolled)
    return TheWeather(box.north, box.south)


def weather_at(point: int, now: TheWeather) -> Weather:
    """The weather at a point."""
    return now.north if POINTS[point].zone == "north" else now.south


@rule("RUL-DC-35")
def hard_winter(month: str, here: Weather, winter: str = "first_winter_hard") -> bool:
    """Whether it is snow of the first winter, which hits the Axis as hard as mud."""
    return (
        here == "snow"
        and bool(figures("winter", winter)["hard"])
        and FIRST_WINTER["from"] <= month <= FIRST_WINTER["to"]
    )


@rule("RUL-DC-35")
def capacity_column(side: int, here: Weather, hard: bool) -> str:
    """Which column of the capacity chart a side reads."""
    if here != "snow":
        return here
    if side == SOVIET:
        return str(DATA["snow"]["soviet"])
    return str(DATA["snow"]["axis_first_winter" if hard else "axis"])


@rule("RUL-DC-35")
def line_capacity(grade: int, side: int, here: Weather, hard: bool = False) -> Capacity:
    """How many units a side may send over a line of a grade in one phase."""
    return CAPACITIES[capacity_column(side, here, hard)][grade]


@rule("RUL-DC-27")
def counts_as_armour(kind: int, here: Weather, cmg_exception: str = "mud_and_snow") -> bool:
    """Whether a unit uses the armour part of a line's capacity."""
    if kind == KIND["cav_mech_group"]:
        return here not in figures("cmg_exception", cmg_exception)["weather"]
    return ARMOUR[kind]


@rule("RUL-DC-35")
def air_limit(side: int, here: Weather, hard: bool = False) -> int | None:
    """How many air units of a side may support attacks in a turn; None is all of them."""
    limit: int = DATA["air"]["axis_first_winter" if hard and side == AXIS else here]
    return None if limit < 0 else limit


# Asking


class WeatherHere(Struct, frozen=True, order=True):
    """The weather, and what it does."""

    north: Weather
    south: Weather
    here: Weather | None
    """At the point that was asked for."""
    axis_lines: str
    """The column of the capacity chart that the Axis read, here or in the north."""
    soviet_lines: str
    axis_air: str
    soviet_air: str


class WeatherOf(Question, frozen=True, kw_only=True):
    """The weather of a month in both zones or at a point, and its effects."""

    rolls = {"die": MAY_WEATHER.title}

    month: Month
    point: Annotated[Name, Meta(description="a point, for the weather there")] = ""
    winter: Annotated[Winter, Meta(description="ruling on the first winter")] = "first_winter_hard"
    die: Die | None = None

    def answer(self, nature: Nature) -> Finding[WeatherHere]:
        why = Why()
        now = weather(self.month, nature)
        here = weather_at(point_number(self.point), now) if self.point else None
        shown = here or now.north
        hard = hard_winter(self.month, shown, self.winter)
        why("RUL-DC-35", f"{shown}{', first winter' if hard else ''}")
        lines = [capacity_column(side, shown, hard) for side in (AXIS, SOVIET)]
        limits = [air_limit(side, shown, hard) for side in (AXIS, SOVIET)]
        flying = ["all fly" if n is None else f"{n} may fly" for n in limits]
        return why.so(WeatherHere(now.north, now.south, here, *lines, *flying))


class LineLimit(Struct, frozen=True):
    """How many units may use a line, and how many of them may be armour."""

    all: int
    armour: int


class LineCapacity(Question, frozen=True, kw_only=True):
    """How many units a side may send over a line in one operational phase."""

    grade: Annotated[Grade, Meta(description="the grade of the line")]
    side: Annotated[Side, Meta(description="whose units")]
    month: Month
    zone: Annotated[Zone, Meta(description="the weather zone of the point entered")] = "north"
    winter: Annotated[Winter, Meta(description="ruling on the first winter")] = "first_winter_hard"

    def answer(self, nature: Nature) -> Finding[LineLimit]:
        why = Why()
        now = weather(self.month, nature)
        here = now.north if self.zone == "north" else now.south
        hard = hard_winter(self.month, here, self.winter)
        column = capacity_column(side_number(self.side), here, hard)
        why("RUL-DC-35", f"{here}: the {column} column")
        found: Capacity = CAPACITY.cell(self.grade, column).value
        return why.so(LineLimit(found.all, found.armour))


class MovesAs(Question, frozen=True, kw_only=True):
    """Whether a unit uses the armour capacity of lines in some weather."""

    cites = ("DC-R54",)

    kind: Annotated[Name, Meta(description="the kind of unit, as cav_mech_group")]
    weather: Annotated[Weather, Meta(description="the weather at the point entered")] = "clear"
    cmg_exception: Annotated[
        CmgException, Meta(description="ruling on Cavalry-Mechanized Groups")
    ] = "mud_and_snow"

    def answer(self, nature: Nature) -> Finding[str]:
        why = Why()
        kind = kind_number(self.kind)
        entry = KINDS[kind]
        if entry.moves_as in ("air", "none"):
            raise BadInput(f"A unit of kind {self.kind} does not move along lines by itself.")
        armour = counts_as_armour(kind, self.weather, self.cmg_exception)
        if self.kind != "cav_mech_group":
            why("RUL-DC-35", f"it moves as {entry.moves_as}")
            return why.so("armour" if armour else entry.moves_as)
        if armour and not why("DC-R54", "it is treated for movement as an armoured unit"):
            armour = False
        if not armour:
            why("RUL-DC-27", f"in {self.weather} it moves as cavalry does")
        return why.so("armour" if armour else "cavalry")
