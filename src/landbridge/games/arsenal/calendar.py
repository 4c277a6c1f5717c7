"""The calendar: 48 months from June 1941 to May 1945, what is printed in each box, the phases."""

from __future__ import annotations

import re
from typing import Any

import msgspec
from msgspec import Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import read_toml
from landbridge.engine.refusals import BadInput
from landbridge.engine.rules.citing import Rules, Source, as_rules, in_force, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.arsenal.questions import ArsenalQuestion
from landbridge.games.arsenal.rulings import Sequence
from landbridge.games.arsenal.words import PACKAGE, SYMBOLS, Side, Weather, figures, read_csv

DATA: dict[str, Any] = read_toml(PACKAGE, "calendar.toml")
MAY_1941: str = DATA["may_1941"]["month"]
_MONTH = re.compile(r"(19\d\d)-(0[1-9]|1[0-2])")
_SHORT = {"inf": "infantry", "cav": "cavalry", "art": "artillery", "tank": "tank", "air": "air"}


NAMES = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)


class Symbols(Struct, frozen=True, order=True):
    """How many units of each type."""

    infantry: int = 0
    tank: int = 0
    cavalry: int = 0
    artillery: int = 0
    air: int = 0

    def of(self, symbol: str) -> int:
        """How many of one type."""
        number: int = getattr(self, symbol)
        return number


def symbols_from(counts: dict[str, int]) -> Symbols:
    """Symbols from their numbers by type."""
    return Symbols(*(counts.get(symbol, 0) for symbol in SYMBOLS))


class Turn(Struct, frozen=True, kw_only=True):
    """One box of the turn track."""

    number: int
    """1 is June 1941; 0 the optional May before it."""
    month: str
    north: Weather | None
    """None where a die decides."""
    south: Weather | None
    siberian: Symbols
    city_infantry: str
    """The group of city infantry symbols that works, or none."""
    soviet_capacity: int
    axis_capacity: int
    german: str
    """The column of the German replacement table, or none."""
    panzer: int
    rumanian: int
    hungarian: int
    finnish: int
    weather_source: Source

    @property
    def month_of_year(self) -> int:
        """1 is January."""
        return int(self.month[5:])

    def capacity(self, side: str) -> int:
        """Units that a side may move strategically."""
        return self.soviet_capacity if side == "soviet" else self.axis_capacity


def _symbols(text: str) -> Symbols:
    found = re.findall(r"(\d+)([a-z]+)", text)
    return symbols_from({_SHORT[word]: int(number) for number, word in found})


def _turn(row: dict[str, str]) -> Turn:
    read = {
        "number": int(row["turn"]),
        "siberian": _symbols(row["siberian"]),
        "german": f"1-{row['german']}" if row["german"] else "",
    }
    if row["month"] == MAY_1941:
        read |= {"north": None, "south": None}
    counts = ("soviet_capacity", "axis_capacity", "panzer", "rumanian", "hungarian", "finnish")
    numbers = {name: int(row[name] or 0) for name in counts}
    return msgspec.convert(row | read | numbers, Turn)


_BOXES = tuple(_turn(row) for row in read_csv("calendar.csv"))
MAY: Turn = _BOXES[0]
"""The optional turn before the first."""
BOXES: tuple[Turn, ...] = _BOXES
"""Every box by its number."""
TURNS: tuple[Turn, ...] = _BOXES[1:]
FIRST, LAST = TURNS[0].month, TURNS[-1].month
_BY_MONTH = {turn.month: turn for turn in _BOXES}


def read_month(month: str) -> tuple[int, int]:
    """Year and month of a month's text; it need not be a turn."""
    found = _MONTH.fullmatch(month)
    if not found:
        raise BadInput(f"A month is written 1941-06, not '{month}'.")
    return int(found[1]), int(found[2])


def turn(month: str) -> Turn:
    """The box of a month."""
    if month not in _BY_MONTH:
        read_month(month)
        raise BadInput(f"{month} is no turn; play runs from {FIRST} to {LAST}.")
    return _BY_MONTH[month]


def month_name(month: str) -> str:
    """A month as players say it: June 1941."""
    year, number = read_month(month)
    return f"{NAMES[number - 1]} {year}"


def month_after(month: str, months: int) -> str:
    """The month so many turns later, or earlier; it need not be a turn."""
    year, number = read_month(month)
    count = year * 12 + number - 1 + months
    return f"{count // 12}-{count % 12 + 1:02}"


def months_between(first: str, last: str) -> int:
    """How many turns lie from one month to another."""
    (year, number), (later, then) = read_month(first), read_month(last)
    return (later - year) * 12 + then - number


def turn_number(month: str) -> int:
    """The number of a month's turn; it may lie beyond the last."""
    return 1 + months_between(FIRST, month)


class CalendarEvent(Struct, frozen=True):
    """Something that is due on a turn."""

    month: str
    text: str
    rules: Rules
    source: Source


EVENTS: tuple[CalendarEvent, ...] = tuple(
    CalendarEvent(event["month"], event["text"], as_rules(event.get("cites", "")), event["source"])
    for event in DATA["event"]
)


def events(month: str) -> tuple[CalendarEvent, ...]:
    """What is due on a turn, so far as its rules are in force."""
    return tuple(e for e in EVENTS if e.month == month and in_force(e.rules))


# The phases of a turn


class PhaseOfPlay(Struct, frozen=True):
    """One phase of a side's turn."""

    id: str
    text: str
    rules: Rules
    source: Source


PHASES: tuple[PhaseOfPlay, ...] = tuple(
    PhaseOfPlay(phase["id"], phase["text"], as_rules(phase["cites"]), phase["source"])
    for phase in DATA["phase"]
)


@rule("DC-R60", "RUL-DC-32")
def phases(sequence: Sequence = "strategic_first") -> tuple[PhaseOfPlay, ...]:
    """The phases of a side's turn, in order."""
    kept = [phase for phase in PHASES if in_force(phase.rules)]
    if not figures("sequence", sequence)["strategic_first"]:
        moved = [phase for phase in kept if phase.id == "strategic_movement"]
        kept = [phase for phase in kept if phase not in moved]
        at = next((i for i, p in enumerate(kept) if p.id == "operations"), -1) + 1
        kept[at:at] = moved
    return tuple(kept)


class SequenceOfPlay(Struct, frozen=True):
    """The order of a turn."""

    sides: tuple[Side, ...]
    phases: tuple[str, ...]
    soviet_rr: tuple[str, ...]
    """The order inside the Soviet R/R phase."""


class TheSequence(ArsenalQuestion, frozen=True, kw_only=True):
    """The phases of a turn in order, and the steps of the Soviet R/R phase."""

    turns_on = ("sequence",)

    cites = ("DC-R60",)

    def answer(self, nature: Nature) -> Finding[SequenceOfPlay]:
        why = Why()
        why("DC-R60", "an R/R phase for each side; operational movement and attack come after it")
        why("RUL-DC-32", "the Axis first; the phases that are not named are ours")
        order = tuple(phase.id for phase in phases(self.rulings.sequence))
        steps = tuple(DATA["soviet_rr"]["order"])
        return why.so(SequenceOfPlay(("axis", "soviet"), order, steps))


def turn_name(turn: int) -> str:
    """The month of a turn as players say it; turn 1 is June 1941."""
    return month_name(month_after(FIRST, turn - 1))
