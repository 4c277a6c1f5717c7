"""Weather and ground of a scenario (CG3): given for the first one, then by step 9.618."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.scenario.dates import DATA, INITIAL, DateInput
from landbridge.games.orsha.rules.scenario.initial_scenario import initial_weather
from landbridge.games.orsha.rules.words import CgDate

Weather = Literal["clear", "overcast", "rain", "mud", "fog"]
Ec = Literal["dry", "moderate", "moist", "wet", "mud", "snow"]


class ScenarioWeather(Struct, frozen=True):
    """Weather and ground of a scenario, and the steps that determine what is not given."""

    weather: str
    """Empty where step 9.618 must be asked."""
    ec: str
    weather_step: str
    wind_step: str


@rule("OTO-CG3-1", "OTO-CG3-2")
def scenario_weather(
    date: CgDate, weather: Weather | None = None, ec: Ec | None = None
) -> Finding[ScenarioWeather]:
    """The weather of a date's scenario: printed for 23 AM, what step 9.618 gave later."""
    why = Why()
    terms = DATA["weather"]
    wind, step = "", ""
    if why("OTO-CG3-2", "Wind Force and direction are rolled in step 9.2"):
        wind = terms["wind_step"]
    given = initial_weather(why) if date == INITIAL else None
    if given is not None:
        return why.so(ScenarioWeather(*given, "", wind))
    if why(("OTO-CG3-1", "RUL-OTO-63"), "weather and EC come from step 9.618, which is lost"):
        step = terms["later_step"]
    return why.so(ScenarioWeather(weather or "", ec or "", step, wind))


class ScenarioWeatherQuestion(Question, frozen=True, kw_only=True):
    """Weather and EC of a date's scenario, and the steps in which the rest is determined."""

    cites = ("OTO-CG3-1", "OTO-CG3-2", "OTO-8.51-IHSR1-1")

    date: DateInput
    weather: Annotated[Weather | None, Meta(description="after 23 AM: what 9.618 gave")] = None
    ec: Annotated[Ec | None, Meta(description="after 23 AM: what 9.618 gave")] = None

    def answer(self, nature: Nature) -> Finding[ScenarioWeather]:
        return scenario_weather(self.date, self.weather, self.ec)
