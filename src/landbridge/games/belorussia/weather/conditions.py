"""The weather of a turn: the roll for the ground and the roll for flight (1.8)."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import read_toml, table
from landbridge.engine.refusals import Refusal, choices
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import in_force, rule
from landbridge.engine.rules.findings import Finding, Why, unique
from landbridge.games.belorussia.calendar import turn_number
from landbridge.games.belorussia.words import (
    GROUNDS,
    NAME_OF,
    PACKAGE,
    Die,
    Flight,
    Ground,
    TurnDate,
    TwoDice,
    short,
)

GROUND = table(PACKAGE, "weather.ground", Ground)
FLIGHT = table(PACKAGE, "weather.flight", Flight)
UNTIL: dict[str, date] = read_toml(PACKAGE, "weather.toml")["until"]


def period(day: date) -> str:
    """The column of the ground table that a turn falls in."""
    turn_number(day)
    return next(name for name, last in UNTIL.items() if day <= last)


def only_ground(day: date) -> Ground | None:
    """The ground condition of a turn on which the table has no other."""
    grounds = {cell.value for cell in GROUND.column(period(day)).rows}
    return grounds.pop() if len(grounds) == 1 else None


@rule("TFB-1.8-12")
def check_ground(day: date, ground: Ground) -> None:
    """Refuse a ground condition that the table has not for this turn."""
    rows = GROUND.column(period(day)).rows
    possible = [known for known in GROUNDS if any(cell.value == known for cell in rows)]
    if ground not in possible and in_force("TFB-1.8-12"):
        raise Refusal(
            f"{NAME_OF[ground]} cannot arise on {short(day)}",
            unique(("TFB-1.8-12", *(rule for cell in rows for rule in cell.rules))),
            legal=f"allowed: {choices(possible)}",
        )


@rule("TFB-1.8-2", "TFB-1.8-7")
def ground_condition(day: date, nature: Nature) -> Ground:
    """The ground on a turn: one die, or none where only one condition can arise."""
    found: Ground = nature.look(GROUND, column=period(day))
    return found


@rule("TFB-1.8-14", "TFB-1.8-15", "TFB-1.8-16", "TFB-1.8-17", "TFB-DF-6")
def flight_condition(ground: Ground, nature: Nature) -> Flight:
    """The flight condition over this ground: two dice, or none in Deep Freeze."""
    found: Flight = nature.look(FLIGHT, column=ground)
    return found


class GroundCondition(Question, frozen=True, kw_only=True):
    """The ground condition on a turn: dry, mud, freeze or deep_freeze."""

    rolls = {"die": GROUND.title}
    cites = (
        "TFB-1.8-2",
        "TFB-1.8-3",
        "TFB-1.8-4",
        "TFB-1.8-5",
        "TFB-1.8-6",
        "TFB-1.8-7",
        "TFB-1.8-8",
        "TFB-1.8-9",
        "TFB-1.8-10",
        "TFB-1.8-11",
    )

    date: TurnDate
    die: Die | None = None

    def answer(self, nature: Nature) -> Finding[Ground]:
        why = Why()
        return why.so(ground_condition(self.date, nature))


class FlightCondition(Question, frozen=True, kw_only=True):
    """The flight condition over a ground condition: full, limited or none."""

    rolls = {"dice": FLIGHT.title}
    cites = ("TFB-1.8-14", "TFB-1.8-15", "TFB-1.8-16", "TFB-1.8-17")

    ground: Annotated[Ground, Meta(description="the ground condition of the turn")]
    dice: TwoDice | None = None

    def answer(self, nature: Nature) -> Finding[Flight]:
        return Why().so(flight_condition(self.ground, nature))


class BothConditions(Struct, frozen=True, order=True):
    """The weather of a turn."""

    ground: Ground
    flight: Flight


@rule("TFB-1.8-1")
def flight_row(ground: Ground, why: Why) -> Ground:
    """The row of the flight table in which the second roll is read."""
    return ground if why("TFB-1.8-1", "ground first, then flight in its row") else "dry"


@rule("TFB-1.8-1")
def weather(day: date, nature: Nature) -> Finding[BothConditions]:
    """The weather of a turn: the ground first, then the flight condition in that ground's row."""
    why = Why()
    ground = ground_condition(day, nature)
    return why.so(BothConditions(ground, flight_condition(flight_row(ground, why), nature)))


class Weather(Question, frozen=True, kw_only=True):
    """The whole weather of a turn: ground condition, then flight condition in its row."""

    rolls = {"die": GROUND.title, "dice": FLIGHT.title}
    cites = ("TFB-1.8-1",)

    date: TurnDate
    die: Die | None = None
    dice: TwoDice | None = None

    def answer(self, nature: Nature) -> Finding[BothConditions]:
        return weather(self.date, nature)


class PossibleGrounds(Question, frozen=True, kw_only=True):
    """The ground conditions that can arise on a turn, in the order of the table."""

    cites = ("TFB-1.8-12",)

    date: TurnDate

    def answer(self, nature: Nature) -> Finding[tuple[Ground, ...]]:
        why = Why()
        column = GROUND.column(period(self.date))
        possible: tuple[Ground, ...] = GROUNDS
        if why("TFB-1.8-12", "a crossed circle: the condition cannot arise on that date"):
            possible = tuple(g for g in GROUNDS if any(c.value == g for c in column.rows))
        if "deep_freeze" in possible:
            why("TFB-DF-9", "Deep Freeze only in January and February")
        elif not in_force("TFB-DF-9"):
            possible = (*possible, "deep_freeze")
        else:
            why("TFB-DF-9", "no Deep Freeze outside January and February")
        return why.so(possible)


def describe_weather(found: BothConditions) -> str:
    """The weather as a player says it."""
    return f"{NAME_OF[found.ground]}, {NAME_OF[found.flight]}"
