"""Weather by month and zone, and what it does to lines, fire and aircraft."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import read_toml, table
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.arsenal.calendar import turn
from landbridge.games.arsenal.map.points import POINTS, point_number
from landbridge.games.arsenal.questions import ArsenalQuestion
from landbridge.games.arsenal.rulings import Winter
from landbridge.games.arsenal.words import AXIS, PACKAGE, SOVIET, Die, Month, Weather, figures

DATA: dict[str, Any] = read_toml(PACKAGE, "weather.toml")
MAY_WEATHER = table(PACKAGE, "calendar.may_weather", Weather)
FIRST_WINTER: dict[str, str] = DATA["first_winter"]


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
def hard_winter(month: str, here: Weather, winter: Winter = "first_winter_hard") -> bool:
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


class WeatherOf(ArsenalQuestion, frozen=True, kw_only=True):
    """The weather of a month in both zones or at a point, and its effects."""

    turns_on = ("winter",)

    rolls = {"die": MAY_WEATHER.title}

    month: Month
    point: Annotated[Name, Meta(description="a point, for the weather there")] = ""
    die: Die | None = None

    def answer(self, nature: Nature) -> Finding[WeatherHere]:
        why = Why()
        now = weather(self.month, nature)
        here = weather_at(point_number(self.point), now) if self.point else None
        shown = here or now.north
        hard = hard_winter(self.month, shown, self.rulings.winter)
        why("RUL-DC-35", f"{shown}{', first winter' if hard else ''}")
        lines = [capacity_column(side, shown, hard) for side in (AXIS, SOVIET)]
        limits = [air_limit(side, shown, hard) for side in (AXIS, SOVIET)]
        flying = ["all fly" if n is None else f"{n} may fly" for n in limits]
        return why.so(WeatherHere(now.north, now.south, here, *lines, *flying))
