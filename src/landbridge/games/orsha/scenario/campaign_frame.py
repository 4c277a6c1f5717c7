"""The campaign's frame: its four dates, the order of set-up, weather and a scenario's length."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.ask import Question
from landbridge.engine.chance import Nature
from landbridge.engine.findings import Finding, Why
from landbridge.engine.refusals import BadInput
from landbridge.engine.rules import rule
from landbridge.engine.tables import read_toml
from landbridge.games.orsha.words import CG_DATES, PACKAGE, CgDate, Dr, Side, figures

DATA = read_toml(PACKAGE, "frame.toml")
NAMES: dict[str, str] = {entry["date"]: entry["name"] for entry in DATA["campaign"]["date"]}
SHORT: dict[str, str] = {date: f"{date[:2]} {date[2:].upper()}" for date in CG_DATES}
"""As players say them: 23 AM."""
INITIAL: CgDate = CG_DATES[0]
LAST: CgDate = CG_DATES[-1]
GAME_END = "Game End"
"""What the German player's dr at the end of a turn is thrown for."""

LastReph = Literal["to_scenario_end", "full", "none"]
TurnRecord = Literal["rising", "as_printed"]
Weather = Literal["clear", "overcast", "rain", "mud", "fog"]
Ec = Literal["dry", "moderate", "moist", "wet", "mud", "snow"]

DateInput = Annotated[CgDate, Meta(description="the CG Date")]


# The dates


class DateName(Struct, frozen=True):
    """A date of the campaign."""

    date: CgDate
    name: str


class CampaignDates(Question, frozen=True, kw_only=True):
    """The dates of the campaign On Track to Orsha, in order."""

    cites = ("OTO-8.51-1",)

    def answer(self, nature: Nature) -> Finding[tuple[DateName, ...]]:
        why = Why()
        why.by("OTO-8.51-1", "four dates, from 23 AM to 24 PM of June 1944")
        return why.so(tuple(DateName(date, NAMES[date]) for date in CG_DATES))


class CgScenario(Struct, frozen=True):
    """One date's scenario and its place in the campaign."""

    date: CgDate
    name: str
    number: int
    of: int
    scenario: Literal["initial", "generated"]
    begins_with: str
    """The step with which its preparation begins."""
    start_lines: CgDate | None
    """Whose final Control draws the start lines; the first scenario has its own set-up areas."""
    ends_campaign: bool


@rule("OTO-8.3-1", "OTO-8.3-2", "OTO-8.3-3", "OTO-8.5-1", "OTO-8.51-1")
def cg_scenario(date: CgDate, last_reph: LastReph = "to_scenario_end") -> Finding[CgScenario]:
    """How the scenario of a date comes about and whether it is the last."""
    why = Why()
    number = CG_DATES.index(date) + 1
    first = date == INITIAL
    why.by("OTO-8.51-1", f"date {number} of {len(CG_DATES)}")
    text = "given by 8.5 and 8.51" if first else "generated in the RePh (9.5)"
    initial = first == why("OTO-8.3-1", f"this scenario is {text}")
    step = DATA["first_step"]["later"]
    if first and why("OTO-8.5-1", "it begins with buying RGs and preparing them"):
        step = DATA["first_step"]["initial"]
    before: CgDate | None = None
    if not first and why("OTO-8.3-3", "start lines follow from Control at the end of the last one"):
        before = CG_DATES[number - 2]
    ends = False
    if date == LAST:
        early = last_reph != "full"
        text = "the campaign ends with this scenario" if early else "one more RePh ends it"
        ends = why(("OTO-8.3-2", "RUL-OTO-50"), text) and early
    kind: Literal["initial", "generated"] = "initial" if initial else "generated"
    return why.so(CgScenario(date, NAMES[date], number, len(CG_DATES), kind, step, before, ends))


class CampaignDate(Question, frozen=True, kw_only=True):
    """One date's scenario: where it comes from, its start lines, whether it ends the campaign."""

    cites = ("OTO-8.3-1", "OTO-8.3-2", "OTO-8.3-3", "OTO-8.5-1")

    date: DateInput
    last_reph: Annotated[LastReph, Meta(description="ruling on the RePh after 24 PM")] = (
        "to_scenario_end"
    )

    def answer(self, nature: Nature) -> Finding[CgScenario]:
        return cg_scenario(self.date, self.last_reph)


# Who does what first


class SetUpOrder(Struct, frozen=True):
    """Who attacks, who sets up first and who moves first."""

    attacker: Side
    defender: Side
    sets_up_first: Side
    moves_first: Side


def _other(side: Side) -> Side:
    return "german" if side == "russian" else "russian"


@rule("OTO-8.51-Att-1", "OTO-8.51-Setup-1")
def set_up_order(date: CgDate) -> Finding[SetUpOrder]:
    """Who attacks and who comes first in the scenario of a date."""
    why = Why()
    attacker: Side = DATA["order"]["attacker"]
    first: Side = DATA["order"]["sets_up_first"]
    rules = "OTO-8.51-Att-1"
    if date == INITIAL and not why("OTO-8.51-Setup-1", "the order of the Initial Scenario"):
        first = _other(first)
    if not why(rules, "in all four dates the Russians attack and the Germans defend"):
        attacker, first = _other(attacker), _other(first)
    return why.so(SetUpOrder(attacker, _other(attacker), first, _other(first)))


class SetUpOrderQuestion(Question, frozen=True, kw_only=True):
    """Attacker and defender, who sets up first and who moves first."""

    cites = ("OTO-8.51-Att-1", "OTO-8.51-Setup-1")

    date: DateInput

    def answer(self, nature: Nature) -> Finding[SetUpOrder]:
        return set_up_order(self.date)


# Weather


class ScenarioWeather(Struct, frozen=True):
    """Weather and ground of a scenario, and the steps that determine what is not given."""

    weather: str
    """Empty where step 9.618 must be asked."""
    ec: str
    weather_step: str
    wind_step: str


@rule("OTO-CG3-1", "OTO-CG3-2", "OTO-8.51-IHSR1-1")
def scenario_weather(
    date: CgDate, weather: Weather | None = None, ec: Ec | None = None
) -> Finding[ScenarioWeather]:
    """The weather of a date's scenario: printed for 23 AM, what step 9.618 gave later."""
    why = Why()
    terms = DATA["weather"]
    wind, step = "", ""
    if why("OTO-CG3-2", "Wind Force and direction are rolled in step 9.2"):
        wind = terms["wind_step"]
    if date == INITIAL and why(
        ("OTO-8.51-IHSR1-1", "OTO-CG3-1"), "the Initial Scenario is Overcast with Wet EC"
    ):
        return why.so(
            ScenarioWeather(terms["initial"]["weather"], terms["initial"]["ec"], "", wind)
        )
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


# How long a scenario lasts

Circled = Annotated[int, Meta(ge=0, le=6)]


def _circled(given: tuple[int, ...], turn_record: TurnRecord, why: Why) -> tuple[int, ...]:
    """The circled numbers from the first Game End turn on."""
    if given:
        return given
    numbers = tuple(figures("turn_record", turn_record)["circled"])
    if not numbers:
        raise BadInput("The circled numbers of the Turn Record Chart are wanted: give circled.")
    why("RUL-OTO-81", "the chart is not in the document: numbers of the ruling")
    return numbers


@rule("OTO-CG4-2", "OTO-E16-1")
def first_end_turn(why: Why) -> int:
    """The first turn with a Game End dr."""
    corrected = why("OTO-E16-1", "the first Game End dr is made at the end of turn 5, not 6")
    first: int = DATA["game_end"]["first_turn" if corrected else "first_print"]
    return first


@rule("OTO-CG4-2")
def scenario_ends(
    turn: int,
    nature: Nature,
    circled: tuple[int, ...] = (),
    turn_record: TurnRecord = "rising",
) -> Finding[bool]:
    """Whether a scenario ends with this turn: the German dr against the circled number."""
    why = Why()
    numbers = _circled(circled, turn_record, why)
    if turn < first_end_turn(why):
        return why.so(False)
    number = numbers[min(turn - int(DATA["game_end"]["first_turn"]), len(numbers) - 1)]
    why.by("OTO-CG4-2", f"turn {turn}: the scenario ends on a dr of {number} or less")
    # Asked apart, so that odds follow whether it ends and not every face of every die.
    return why.so(nature.sub(_throw_game_end, number))


def _throw_game_end(number: int, nature: Nature) -> bool:
    return nature.roll("1d6", GAME_END, "OTO-CG4-2") <= number


class GameEnd(Question, frozen=True, kw_only=True):
    """Whether a scenario ends at the end of this game turn (German Game End dr)."""

    rolls = {"dr": GAME_END}
    cites = ("OTO-CG4-2", "OTO-E16-1")

    turn: Annotated[int, Meta(ge=1, le=30, description="the game turn that has just ended")]
    dr: Dr | None = None
    circled: Annotated[
        tuple[Circled, ...],
        Meta(
            max_length=26,
            description="circled numbers of the Turn Record Chart from turn 5 on, if known",
        ),
    ] = ()
    turn_record: Annotated[TurnRecord, Meta(description="ruling on the lost chart")] = "rising"

    def answer(self, nature: Nature) -> Finding[bool]:
        return scenario_ends(self.turn, nature, self.circled, self.turn_record)


@rule("OTO-CG4-1")
def scenario_length(
    nature: Nature, circled: tuple[int, ...] = (), turn_record: TurnRecord = "rising"
) -> Finding[int]:
    """The last turn of a scenario; 0 stands for later than the numbers reach."""
    why = Why()
    why.by("OTO-CG4-1", "every CG scenario has a variable length")
    numbers = _circled(circled, turn_record, why)
    first = int(DATA["game_end"]["first_turn"])
    for turn in range(first, first + len(numbers)):
        if why.add(scenario_ends(turn, nature, numbers, turn_record)):
            return why.so(turn)
    return why.so(0)


class GameLength(Question, frozen=True, kw_only=True):
    """The last turn of a scenario, turn by turn; 0 means later than the given numbers reach."""

    rolls = {"drs": GAME_END}
    cites = ("OTO-CG4-1",)

    drs: Annotated[
        Annotated[tuple[Dr, ...], Meta(max_length=26)] | None,
        Meta(description="Game End drs from turn 5 on, unmodified"),
    ] = None
    circled: Annotated[
        tuple[Circled, ...],
        Meta(
            max_length=26,
            description="circled numbers of the Turn Record Chart from turn 5 on, if known",
        ),
    ] = ()
    turn_record: Annotated[TurnRecord, Meta(description="ruling on the lost chart")] = "rising"

    def answer(self, nature: Nature) -> Finding[int]:
        return scenario_length(nature, self.circled, self.turn_record)
