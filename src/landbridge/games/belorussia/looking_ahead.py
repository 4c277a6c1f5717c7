"""Looking ahead over the calendar: exact chances, turn by turn, by following every course."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from fractions import Fraction
from typing import Any

import msgspec
from msgspec import Struct

from landbridge.engine.chance.exact import odds
from landbridge.engine.chance.odds import Dist
from landbridge.engine.reports import Curve, Plot, Report
from landbridge.engine.rules.findings import Why
from landbridge.engine.sheets import Grid, Part, Sheet
from landbridge.games.belorussia.calendar import campaign_start, turns
from landbridge.games.belorussia.replacements.rolls import (
    SovietReplacements,
    axis_replacements,
    soviet_replacements,
)
from landbridge.games.belorussia.rulings import Rulings
from landbridge.games.belorussia.supply.income import AxisIncome, Minsk, axis_income, soviet_income
from landbridge.games.belorussia.weather.conditions import FLIGHT, GROUND, period
from landbridge.games.belorussia.weather.ice import Ice, changes_late, next_ice
from landbridge.games.belorussia.weather.mud_ending import ends_by_mud, march_counts, mud_run
from landbridge.games.belorussia.words import GROUNDS, NAME_OF, Flight, Ground, short


class TurnAhead(Struct, frozen=True):
    """What may be expected of one turn, seen from the start of the campaign."""

    date: date
    played: Fraction
    """The chance that the game gets as far as this turn's weather."""
    ground: Dist[Ground]
    """If it does."""
    flight: Dist[Flight]
    """If the turn is then played."""
    ice: Fraction
    """The chance of Ice in effect during the turn, if it is played."""
    ends: Fraction
    """The chance that the game ends by Mud on this very turn."""


class WeatherCourse(Struct, frozen=True):
    """Where the weather of a campaign stands: all that later weather depends on."""

    ice: Ice
    mud: int = 0


def weather_ahead(campaign: str, rulings: Rulings) -> tuple[TurnAhead, ...]:
    """The weather of every turn, exactly."""
    start = campaign_start(campaign).result
    alive: dict[WeatherCourse, Fraction] = {WeatherCourse(Ice(start.ice)): Fraction(1)}
    late = changes_late(rulings.ice_timing, Why())
    march = march_counts(rulings.april_end, Why())
    found = []
    for day in turns(rulings.last_turn)[start.number - 1 :]:
        grounds: Dist[Ground] = GROUND.odds(period(day))
        played = sum(alive.values(), Fraction(0))
        ends = iced = Fraction(0)
        by_ground: dict[Ground, Fraction] = {}
        after: dict[WeatherCourse, Fraction] = {}
        for course, share in alive.items():
            for ground, chance in grounds.items():
                way = share * chance
                run = mud_run(course.mud, day, ground, march)
                if ends_by_mud(run, day):
                    ends += way
                    continue
                ice = next_ice(course.ice, ground, Why())
                in_effect = course.ice if late else ice
                iced += way if in_effect.present else 0
                by_ground[ground] = by_ground.get(ground, Fraction(0)) + way
                following = WeatherCourse(ice, run)
                after[following] = after.get(following, Fraction(0)) + way
        going_on = played - ends
        flight = _shares(by_ground).then(lambda ground: FLIGHT.odds(ground))
        found.append(TurnAhead(day, played, grounds, flight, iced / going_on, ends))
        alive = after
    return tuple(found)


def _shares(weights: dict[Ground, Fraction]) -> Dist[Ground]:
    """Fractions as a distribution."""
    return Dist.of((g, share.numerator, share.denominator) for g, share in weights.items())


# Supply and replacements


class MonthAhead(Struct, frozen=True):
    """What both sides may expect of a month, if it is played to its end."""

    month: str
    turns: int
    soviet_sp: Fraction
    axis_sp: Fraction
    """With Minsk neither isolated nor lost nor a fortress."""
    soviet_pax: Fraction
    axis_pax: Fraction


def months_ahead(campaign: str, rulings: Rulings) -> tuple[MonthAhead, ...]:
    """Expected supply and Pax, month by month."""
    start = campaign_start(campaign).result
    by_month: dict[str, list[date]] = {}
    for day in turns(rulings.last_turn)[start.number - 1 :]:
        by_month.setdefault(f"{day:%b %y}", []).append(day)
    return tuple(
        MonthAhead(
            month,
            len(days),
            sum((odds(soviet_income, day).mean() for day in days), Fraction(0)),
            sum((_axis(day).mean(lambda income: income.total) for day in days), Fraction(0)),
            sum((_soviet_replacements(day, rulings).mean(lambda r: r.pax) for day in days), NONE),
            sum((odds(axis_replacements, day).mean(lambda r: r.pax) for day in days), NONE),
        )
        for month, days in by_month.items()
    )


NONE = Fraction(0)


def _axis(day: date) -> Dist[AxisIncome]:
    return odds(axis_income, day, Minsk())


def _soviet_replacements(day: date, rulings: Rulings) -> Dist[SovietReplacements]:
    ruling = rulings.minus_one_1944
    return odds(lambda nature: soviet_replacements(day, nature, ruling))


KINDS: dict[str, dict[str, Callable[[Any], bool]]] = {
    "soviet": {
        "pax": lambda r: r.pax > 0,
        "eq": lambda r: bool(r.eq),
        "air": lambda r: r.air > 0,
        "special": lambda r: r.special,
    },
    "axis": {
        "pax": lambda r: r.pax > 0,
        "eq": lambda r: bool(r.eq),
        "air": lambda r: r.air > 0,
        "special": lambda r: r.special,
    },
}


class KindAhead(Struct, frozen=True):
    """When a kind of replacement comes."""

    side: str
    kind: str
    each_turn: Fraction
    """The chance on a turn of 1943."""
    median: int
    """The number of turns after which it is likelier than not to have come."""
    ninety: int
    """The number of turns after which it has come nine times in ten."""


def kinds_ahead(rulings: Rulings) -> tuple[KindAhead, ...]:
    """When Pax, Eq, Air and special replacements come, for both sides."""
    day = turns()[0]
    rolls = {"soviet": _soviet_replacements(day, rulings), "axis": odds(axis_replacements, day)}
    return tuple(
        KindAhead(
            side,
            kind,
            chance := rolls[side].chance(test),
            _turns_until(chance, Fraction(1, 2)),
            _turns_until(chance, Fraction(9, 10)),
        )
        for side, tests in KINDS.items()
        for kind, test in tests.items()
    )


def _turns_until(chance: Fraction, wanted: Fraction) -> int:
    count, missed = 0, Fraction(1)
    while 1 - missed < wanted:
        count += 1
        missed *= 1 - chance
    return count


class CampaignAhead(Struct, frozen=True):
    """All that can be said of a campaign before it begins."""

    campaign: str
    turns: tuple[TurnAhead, ...]
    months: tuple[MonthAhead, ...]
    kinds: tuple[KindAhead, ...]
    ends_by_mud: Fraction


def looking_ahead(campaign: str, rulings: Rulings) -> CampaignAhead:
    """Everything, exactly."""
    weather = weather_ahead(campaign, rulings)
    ends = sum((turn.ends for turn in weather), Fraction(0))
    months = months_ahead(campaign, rulings)
    return CampaignAhead(campaign, weather, months, kinds_ahead(rulings), ends)


# As a report

FLIGHTS: tuple[Flight, ...] = ("full", "limited", "none")


def _percent(chance: Fraction) -> str:
    return f"{float(chance) * 100:.1f}%" if chance else "-"


def _round(amount: Fraction) -> str:
    return f"{float(amount):.1f}"


def report(campaign: str, switches: dict[str, str]) -> Report:
    """Everything that can be said of a campaign before it begins, as a report."""
    found = looking_ahead(campaign, msgspec.convert(switches, Rulings))
    weather = Grid(
        ("Turn", *(NAME_OF[g] for g in GROUNDS), *(NAME_OF[f] for f in FLIGHTS), "Ice", "Ends"),
        tuple(
            (
                short(turn.date),
                *(_percent(turn.ground.chance(ground)) for ground in GROUNDS),
                *(_percent(turn.flight.chance(flight)) for flight in FLIGHTS),
                _percent(turn.ice),
                _percent(turn.ends),
            )
            for turn in found.turns
        ),
    )
    months = Grid(
        ("Month", "Turns", "Soviet SP", "Axis SP", "Soviet Pax", "Axis Pax"),
        tuple(
            (
                month.month,
                str(month.turns),
                _round(month.soviet_sp),
                _round(month.axis_sp),
                _round(month.soviet_pax),
                _round(month.axis_pax),
            )
            for month in found.months
        ),
    )
    kinds = Grid(
        ("Side", "Replacement", "Each turn", "Even chance within", "9 in 10 within"),
        tuple(
            (
                NAME_OF[kind.side],
                kind.kind,
                str(kind.each_turn),
                f"{kind.median} turns",
                f"{kind.ninety} turns",
            )
            for kind in found.kinds
        ),
    )
    rules = ("TFB-1.8-1", "TFB-1.8c-1", "TFB-1.8-13", "RUL-TFB-40", "RUL-TFB-41")
    ending = f"Chance that Mud ends the campaign in April: {_percent(found.ends_by_mud)}."
    note = "Chances are exact, and hold if the game gets as far as the turn. " + ending
    usual = "Exact expectations; the Axis figures with Minsk neither isolated, lost nor a fortress."
    supply = ("TFB-SUP-1", "TFB-SUP-11")
    parts = (
        Part("Weather, turn by turn", grid=weather, rules=rules, note=note),
        Part(
            "Supply and Pax, month by month",
            grid=months,
            rules=supply,
            note=usual,
        ),
        Part("When replacements come", grid=kinds, rules=("TFB-1.7a-1", "TFB-1.7a-21")),
    )
    steps = tuple(short(turn.date) for turn in found.turns)
    plots = (
        _plot("Ground condition", steps, {NAME_OF[g]: _ground(g) for g in GROUNDS}, found),
        _plot("Flight condition", steps, {NAME_OF[f]: _flight(f) for f in FLIGHTS}, found),
        _plot("Ice, and the end by Mud", steps, {"Ice": _ice, "still going": _played}, found),
    )
    return Report(Sheet("Looking ahead", campaign, parts), _figures(found), plots)


def _ground(ground: Ground) -> Callable[[TurnAhead], Fraction]:
    return lambda turn: turn.ground.chance(ground)


def _flight(flight: Flight) -> Callable[[TurnAhead], Fraction]:
    return lambda turn: turn.flight.chance(flight)


def _ice(turn: TurnAhead) -> Fraction:
    return turn.ice


def _played(turn: TurnAhead) -> Fraction:
    return turn.played


def _plot(
    title: str,
    steps: tuple[str, ...],
    curves: dict[str, Callable[[TurnAhead], Fraction]],
    found: CampaignAhead,
) -> Plot:
    drawn = tuple(
        Curve(name, tuple(float(chance(turn)) for turn in found.turns))
        for name, chance in curves.items()
    )
    return Plot(title, steps, drawn, "chance")


def _figures(found: CampaignAhead) -> dict[str, Any]:
    """The same as plain data, chances as fractions in text."""
    return {
        "campaign": found.campaign,
        "ends_by_mud": str(found.ends_by_mud),
        "turns": [
            {
                "date": turn.date.isoformat(),
                "played": str(turn.played),
                "ground": {value: str(chance) for value, chance in turn.ground.items()},
                "flight": {value: str(chance) for value, chance in turn.flight.items()},
                "ice": str(turn.ice),
                "ends": str(turn.ends),
            }
            for turn in found.turns
        ],
        "months": [
            {name: str(getattr(month, name)) for name in month.__struct_fields__}
            for month in found.months
        ],
        "replacements": [
            {name: str(getattr(kind, name)) for name in kind.__struct_fields__}
            for kind in found.kinds
        ],
    }
