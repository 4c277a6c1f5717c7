"""Weather and EC of the next scenario (9.618), reconstructed: the document lacks the step."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.ask import Question
from landbridge.engine.chance import Nature
from landbridge.engine.findings import Finding, Why
from landbridge.engine.tables import table
from landbridge.games.orsha.rules.reorganisation.lost_text import figures_of, needs_printed
from landbridge.games.orsha.rules.scenario.weather import Ec, Weather
from landbridge.games.orsha.rules.words import DR, PACKAGE, CgDate

WeatherRule = Literal["by_date", "random", "printed"]


WEATHER = table(PACKAGE, "reconstruction.weather_random", Weather)


class Conditions(Struct, frozen=True, order=True):
    """Weather and Environmental Conditions of a scenario."""

    weather: Weather
    ec: Ec


def weather(
    date: CgDate, nature: Nature, weather_rule: WeatherRule = "by_date"
) -> Finding[Conditions]:
    """Weather and EC of the scenario of a CG Date."""
    why = Why()
    if weather_rule == "printed":
        raise needs_printed("RUL-OTO-63", "Weather")
    by_date = figures_of("weather_by_date")
    if date == "23am" or weather_rule == "by_date":
        why("RUL-OTO-63", "the document's own" if date == "23am" else "by date; reconstructed")
        return why.so(Conditions(by_date["weather"][date], by_date["ec"][date]))
    kind: Weather = nature.look(WEATHER)
    return why.so(Conditions(kind, figures_of("weather_ec")[kind]))


class WeatherAsked(Question, frozen=True, kw_only=True):
    """Weather and EC of a scenario (reconstructed but for 23 AM: 9.618 is lost)."""

    rolls = {"dice": WEATHER.title}

    date: Annotated[CgDate, Meta(description="the CG Date of the scenario")]
    dice: DR | None = None
    weather_rule: Annotated[WeatherRule, Meta(description="ruling on the lost rule")] = "by_date"

    def answer(self, nature: Nature) -> Finding[Conditions]:
        return weather(self.date, nature, self.weather_rule)
