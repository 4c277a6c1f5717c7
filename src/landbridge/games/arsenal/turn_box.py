"""One box of the turn track: its weather, symbols, capacities, and what is due."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.rules.citing import Source, in_force
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.arsenal.calendar import TURNS, Symbols, events, turn
from landbridge.games.arsenal.industry.chances import CHANCES, QUARTERS, chances
from landbridge.games.arsenal.questions import ArsenalQuestion
from landbridge.games.arsenal.words import Month


class Due(Struct, frozen=True):
    """Something due on a turn, with its provenance."""

    text: str
    source: Source


class TurnFacts(Struct, frozen=True, kw_only=True):
    """A turn and what its box says."""

    number: int
    of: int
    month: str
    parity: Literal["odd", "even"]
    north: str
    south: str
    siberian: Symbols
    city_infantry: str
    soviet_capacity: int
    axis_capacity: int
    expansion_chance: bool
    events: tuple[Due, ...]


class CalendarTurn(ArsenalQuestion, frozen=True, kw_only=True):
    """One turn: its number, its weather, symbols, capacities and what is due."""

    turns_on = ("expansion_chances",)

    month: Month

    def answer(self, nature: Nature) -> Finding[TurnFacts]:
        why = Why()
        box = turn(self.month)
        sources = f"weather: {box.weather_source}; symbols and capacities: house"
        why(
            ("RUL-DC-35", "RUL-DC-37", "RUL-DC-38"), f"turn {box.number} of {len(TURNS)}; {sources}"
        )
        chance = self.month in chances(self.rulings.expansion_chances)
        if chance:
            why("DC-R27", "the Soviets may pick a factory")
        elif box.month_of_year in QUARTERS and in_force("DC-R33"):
            why(("DC-R33", "RUL-DC-13"), f"the {CHANCES} chances to pick a factory are over")
        due = events(self.month)
        for event in due:
            if event.rules:
                why(event.rules, event.text)
        return why.so(
            TurnFacts(
                number=box.number,
                of=len(TURNS),
                month=box.month,
                parity="odd" if box.month_of_year % 2 else "even",
                north=box.north or "by a die",
                south=box.south or "by a die",
                siberian=box.siberian,
                city_infantry=box.city_infantry,
                soviet_capacity=box.soviet_capacity,
                axis_capacity=box.axis_capacity,
                expansion_chance=chance,
                events=tuple(Due(event.text, event.source) for event in due),
            )
        )
