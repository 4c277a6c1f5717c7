"""Dated events: army-group markers, rail capacity, Reserve markers, Heinrici bases and the rest."""

from __future__ import annotations

import datetime
from typing import Annotated

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import Rules, in_force
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.arrivals.counters import Replacement
from landbridge.games.belorussia.arrivals.order import (
    SIDES,
    ArrivalEntry,
    EntryEvent,
    LostCounters,
    order_of_arrival,
)
from landbridge.games.belorussia.arrivals.turn_arrivals import entries
from landbridge.games.belorussia.calendar import turn_number
from landbridge.games.belorussia.rulings import StartFrame
from landbridge.games.belorussia.words import Side, TurnDate, short

LAST = datetime.date(1944, 4, 22)

Frame = Annotated[StartFrame, Meta(description="ruling on what the sides start with")]


class EventOfTurn(Struct, frozen=True):
    """An event and its turn."""

    date: datetime.date
    event: EntryEvent
    cites: Rules
    note: str


def so_far(side: Side, kind: str, day: datetime.date) -> tuple[EventOfTurn, ...]:
    """The events of one kind up to and on a turn, in their order."""
    turn_number(day)
    return tuple(
        EventOfTurn(entry.date, entry.event, entry.cites, entry.note)
        for entry in order_of_arrival(side)
        if entry.event and entry.event.kind == kind and entry.date and entry.date <= day
        if in_force(entry.cites)
    )


class DatedEvent(Struct, frozen=True, kw_only=True):
    """Something that a turn brings beside units."""

    row: str
    side: Side
    """Whose booklet prints it."""
    kind: str
    text: str
    marker: str = ""
    hex: str = ""
    value: int = 0
    counters: tuple[str, ...] = ()
    unknown: tuple[LostCounters, ...] = ()


def _is_event(entry: ArrivalEntry) -> bool:
    """Events proper, and the arrivals that are no units: markers, bases, Pax and Eq."""
    supplies = any(isinstance(counter, Replacement) for counter in entry.counters)
    return entry.event is not None or entry.what == "available" or supplies


def events(day: datetime.date) -> Finding[tuple[DatedEvent, ...]]:
    """Every dated event of a turn, from both booklets."""
    why = Why()
    found = []
    for side in SIDES:
        for entry in entries(side, day):
            if _is_event(entry):
                why(entry.cites, what_comes(entry) or f"{short(day)}: {entry.what}")
                found.append(_dated_event(entry))
    return why.so(tuple(found))


def what_comes(entry: ArrivalEntry) -> str:
    """A dated event in words; of replacements, what they are, not a remark on how they read."""
    brought = ", ".join(c.written for c in entry.counters)
    supplies = any(isinstance(c, Replacement) for c in entry.counters)
    return brought if supplies and entry.event is None else entry.note or brought


def _dated_event(entry: ArrivalEntry) -> DatedEvent:
    event = entry.event
    supplies = tuple(c.written for c in entry.counters if isinstance(c, Replacement))
    brought = tuple(c.written for c in entry.counters)
    return DatedEvent(
        row=entry.row,
        side=entry.side,
        kind=event.kind if event else ("replacements" if supplies else entry.what),
        text=what_comes(entry),
        marker=event.marker if event else "",
        hex=event.hex if event else "",
        value=event.value if event else 0,
        counters=brought if event else supplies,
        unknown=entry.unknown,
    )


class DatedEvents(Question, frozen=True, kw_only=True):
    """The dated events of a turn: markers, capacities, limits, bases, Pax and Eq, options."""

    cites = ("TFB-OOS-14", "TFB-OOS-35", "TFB-OOA-70", "TFB-AGM-13", "TFB-AGM-14", "TFB-AGM-20")

    date: TurnDate

    def answer(self, nature: Nature) -> Finding[tuple[DatedEvent, ...]]:
        return events(self.date)
