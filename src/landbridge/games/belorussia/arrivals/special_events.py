"""Special Events: the booklets name some of them; when they come is a reconstruction."""

from __future__ import annotations

import datetime
from functools import cache
from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import Table, parse_table
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.calendar import turn_number
from landbridge.games.belorussia.questions import RuledQuestion
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.rulings import SpecialEvents
from landbridge.games.belorussia.words import TurnDate, TwoDice, short

SpecialEventName = Literal[
    "none",
    "guards_airborne",
    "baltic_states_commit_to_germany",
    "partisan_surge",
    "night_bomber",
    "axis_strategic_reserve",
    "axis_emergency_release",
]
TITLE = "Special Event"


@cache
def events_table(special_events: SpecialEvents) -> Table | None:
    """The table that the ruling gives; none where there are no Special Events."""
    rows = figures("special_events", special_events)["rows"]
    if not rows:
        return None
    head = {"title": TITLE, "cites": "RUL-TFB-38", "source": "reconstruction", "dice": "2d6"}
    return parse_table(f"special_events.{special_events}", head | {"rows": rows}, SpecialEventName)


class SpecialEvent(Struct, frozen=True, order=True):
    """What comes up, and what it does."""

    event: SpecialEventName
    effect: str


@rule("RUL-TFB-38", "TFB-OOA-55")
def divisions_come(day: datetime.date, special_events: SpecialEvents, why: Why) -> bool:
    """Whether the strategic reserve still is two divisions, which leave on 19 Jan 44."""
    last: datetime.date = figures("special_events", special_events)["reserve_until"]
    text = f"after {short(last)} an AG/PG Alert unit comes instead of the two divisions"
    return not (day > last and why(("RUL-TFB-38", "TFB-OOA-55"), text))


@rule("RUL-TFB-38")
def special_event(
    day: datetime.date,
    nature: Nature,
    happened: tuple[SpecialEventName, ...] = (),
    special_events: SpecialEvents = "two_dice",
) -> Finding[SpecialEvent]:
    """The Special Event of a turn: two dice after the weather, not on the first turn."""
    why = Why()
    settled = figures("special_events", special_events)
    table = events_table(special_events)
    why("RUL-TFB-38", "the table of Special Events is a reconstruction")
    found: SpecialEventName = "none"
    if table is not None and turn_number(day) >= settled["first_turn"]:
        found = nature.look(table)
    if found in settled["once"] and found in happened:
        why("RUL-TFB-38", f"{found} has happened: it comes only once")
        found = "none"
    if found == "guards_airborne" and day >= settled["airborne_until"]:
        why(
            "RUL-TFB-38", f"from {short(settled['airborne_until'])} the airborne units come no more"
        )
        found = "none"
    effect: str = found
    if found == "axis_strategic_reserve" and not divisions_come(day, special_events, why):
        effect = "axis_strategic_reserve_late"
    return why.so(SpecialEvent(found, settled["effects"][effect]))


class TheSpecialEvent(RuledQuestion, frozen=True, kw_only=True):
    """The Special Event of a turn, by a reconstructed table."""

    rolls = {"dice": TITLE}
    turns_on = ("special_events",)

    date: TurnDate
    dice: TwoDice | None = None
    happened: Annotated[
        tuple[SpecialEventName, ...], Meta(max_length=40, description="events that have happened")
    ] = ()

    def answer(self, nature: Nature) -> Finding[SpecialEvent]:
        return special_event(self.date, nature, self.happened, self.rulings.special_events)
