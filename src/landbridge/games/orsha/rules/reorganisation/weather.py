"""Weather and EC of the next scenario (9.618), reconstructed: the document lacks the step."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import table
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.questions import RuledQuestion
from landbridge.games.orsha.rules.reorganisation.lost_text import figures_of, needs_printed
from landbridge.games.orsha.rules.scenario.dates import INITIAL
from landbridge.games.orsha.rules.scenario.initial_scenario import initial_weather
from landbridge.games.orsha.rules.scenario.weather import Ec, Weather
from landbridge.games.orsha.rules.words import DR, PACKAGE, CgDate
from landbridge.games.orsha.rulings import WeatherRule

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
    given = initial_weather(why) if date == INITIAL else None
    if given is not None:
        sky, ground = given
        return why.so(msgspec.convert({"weather": sky, "ec": ground}, Conditions))
    by_date = figures_of("weather_by_date")
    if weather_rule == "printed" or date not in by_date["weather"]:
        raise needs_printed("RUL-OTO-63", "Weather")
    if weather_rule == "by_date":
        why("RUL-OTO-63", "by date; reconstructed")
        return why.so(Conditions(by_date["weather"][date], by_date["ec"][date]))
    kind: Weather = nature.look(WEATHER)
    return why.so(Conditions(kind, figures_of("weather_ec")[kind]))


class WeatherQuestion(RuledQuestion, frozen=True, kw_only=True):
    """Weather and EC of a scenario (reconstructed but for 23 AM: 9.618 is lost)."""

    rolls = {"dice": WEATHER.title}
    turns_on = ("weather_rule",)

    date: Annotated[CgDate, Meta(description="the CG Date of the scenario")]
    dice: DR | None = None

    def answer(self, nature: Nature) -> Finding[Conditions]:
        return weather(self.date, nature, self.rulings.weather_rule)
