"""The calendar: 63 turns from 26 September 1943 to 26 April 1944."""

from __future__ import annotations

from datetime import date, timedelta
from functools import cache
from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import read_toml
from landbridge.engine.refusals import BadInput
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import in_force, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.questions import RuledQuestion
from landbridge.games.belorussia.words import PACKAGE, Day, TurnDate, short

DATA = read_toml(PACKAGE, "calendar.toml")
FIRST: date = DATA["span"]["first"]
Campaign = Literal["campaign-1943", "campaign-1944"]


@rule("TFB-CAL-1", "TFB-CAL-2", "TFB-CAL-3")
def turns(last_turn: str = "publisher") -> tuple[date, ...]:
    """Every turn of the campaign by its date."""
    days = tuple(DATA["days"]["days"]) if in_force("TFB-CAL-1") else tuple(range(1, 32))
    missing = tuple(DATA["missing"]["dates"]) if in_force("TFB-CAL-2") else ()
    last = "publisher" if in_force("TFB-CAL-3") else "last_entry"
    return _turns(days, missing, DATA["span"]["last"][last_turn if last == "publisher" else last])


@cache
def _turns(days: tuple[int, ...], missing: tuple[date, ...], last: date) -> tuple[date, ...]:
    every = (FIRST + timedelta(n) for n in range((last - FIRST).days + 1))
    return tuple(day for day in every if day.day in days and day not in missing)


def turn_number(day: date, last_turn: str = "publisher") -> int:
    """Which turn a date is, counted from 1; an error that names its neighbours if it is none."""
    every = turns(last_turn)
    if day in every:
        return every.index(day) + 1
    if not every[0] <= day <= every[-1]:
        raise BadInput(
            f"{short(day)} is outside the campaign, {short(every[0])} to {short(every[-1])}."
        )
    before = max(turn for turn in every if turn < day)
    after = min(turn for turn in every if turn > day)
    raise BadInput(
        f"{short(day)} is not a turn; the turns beside it are {before} and {after}"
        f" (turn days: {', '.join(map(str, DATA['days']['days']))})."
    )


class TurnList(Struct, frozen=True):
    """Turns in order."""

    count: int
    turns: tuple[date, ...]


class Turns(RuledQuestion, frozen=True, kw_only=True):
    """The turns of the campaign, all or between two dates."""

    cites = ("TFB-CAL-1", "TFB-CAL-2")
    turns_on = ("last_turn",)

    first: Annotated[date, Meta(description="from this date on")] = FIRST
    last: Annotated[date, Meta(description="up to this date")] = date(1944, 4, 26)

    def answer(self, nature: Nature) -> Finding[TurnList]:
        why = Why()
        why("TFB-CAL-1", "turns fall on days 1, 5, 8, 12, 15, 19, 22, 26 and 29")
        why("TFB-CAL-2", "there is no turn on 29 Feb 44")
        why(("TFB-CAL-3", "RUL-TFB-49"), "63 turns, 26 Sep 43 to 26 Apr 44")
        found = tuple(
            day for day in turns(self.rulings.last_turn) if self.first <= day <= self.last
        )
        return why.so(TurnList(len(found), found))


class TurnFacts(Struct, frozen=True):
    """One turn and its place in the campaign."""

    date: Day
    number: int
    of: int
    year: int
    """The year that supply and rail go by."""
    before: Day | None
    after: Day | None


class TheTurn(RuledQuestion, frozen=True, kw_only=True):
    """One turn: its number, its neighbours, and the year that supply and rail go by."""

    cites = ("TFB-CAL-6",)
    turns_on = ("last_turn",)

    date: TurnDate

    def answer(self, nature: Nature) -> Finding[TurnFacts]:
        why = Why()
        every = turns(self.rulings.last_turn)
        number = turn_number(self.date, self.rulings.last_turn)
        why(("TFB-CAL-1", "TFB-CAL-3"), f"turn {number} of {len(every)}")
        if self.date.month == 3 and self.date.day == 1:
            why("TFB-CAL-2", "26 Feb 44 is followed by 1 Mar 44")
        before = every[number - 2] if number > 1 else None
        after = every[number] if number < len(every) else None
        year = year_of(self.date)
        why("TFB-CAL-6", "1944 begins with the turn of 1 Jan 44")
        return why.so(TurnFacts(self.date, number, len(every), year, before, after))


@rule("TFB-CAL-6", otherwise=1943)
def year_of(day: date) -> int:
    """The year that supply and rail capacity go by."""
    return 1944 if day >= date(1944, 1, 1) else 1943


class Start(Struct, frozen=True):
    """How a campaign begins."""

    first: date
    number: int
    entries_done: bool
    """Whether the first date's arrivals and withdrawals are already in the set-up."""
    ice: bool


class CampaignStart(Question, frozen=True, kw_only=True):
    """A campaign's first turn, whether its set-up already holds that date's entries, and Ice."""

    cites = ("TFB-CAL-5",)

    campaign: Annotated[Campaign, Meta(description="which campaign")] = "campaign-1943"

    def answer(self, nature: Nature) -> Finding[Start]:
        return campaign_start(self.campaign)


@rule("TFB-CAL-5", "TFB-EDGE-17")
def campaign_start(campaign: str) -> Finding[Start]:
    """How a campaign begins."""
    data = DATA["start"][campaign]
    why = Why()
    first: date = data["first"]
    done = data["in_set_up"] and why(
        "TFB-CAL-5", "the set-up already holds the arrivals and withdrawals of that date"
    )
    ice = data["ice"] and why("TFB-EDGE-17", "Ice is certain from 8 Dec 43 to March")
    why("TFB-CAL-3", f"the campaign begins on {short(first)}")
    return why.so(Start(first, turn_number(first), done, ice))
