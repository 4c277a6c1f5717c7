"""Rail capacity and Reserve markers of each side, turn by turn."""

from __future__ import annotations

import datetime

from msgspec import Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.arrivals.army_group_markers import SET_UP
from landbridge.games.belorussia.arrivals.dated_events import so_far
from landbridge.games.belorussia.arrivals.order import order_of_arrival
from landbridge.games.belorussia.arrivals.turn_arrivals import WhoseList
from landbridge.games.belorussia.questions import RuledQuestion
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.rulings import StartFrame
from landbridge.games.belorussia.words import NAME_OF, Side, TurnDate, short


@rule("TFB-OOS-35", "TFB-AGM-14", "RUL-TFB-85")
def rail_capacity(
    side: Side, day: datetime.date, start_frame: StartFrame = "transcribed"
) -> Finding[int | str]:
    """Rail capacity points of a side on a turn, or that only the set-up knows them."""
    why = Why()
    risen = so_far(side, "rail_capacity", day)
    if risen:
        last = risen[-1]
        why(last.cites, last.note)
        return why.so(last.event.value)
    why("RUL-TFB-85", f"{NAME_OF[side]} rail capacity at the start, as ruled")
    return why.so(figures("start_frame", start_frame)[f"{side}_rail"] or SET_UP)


class RailCapacity(RuledQuestion, frozen=True, kw_only=True):
    """Rail capacity of a side on a turn."""

    turns_on = ("start_frame",)

    side: WhoseList
    date: TurnDate

    def answer(self, nature: Nature) -> Finding[int | str]:
        return rail_capacity(self.side, self.date, self.rulings.start_frame)


class ReserveCount(Struct, frozen=True, kw_only=True):
    """Reserve markers of a side."""

    added: int
    """How many the order of arrival has made available so far."""
    in_all: int | str
    unread: int
    """Entries so far that may be Reserve markers but cannot be read."""


@rule("TFB-AGM-19", "RUL-TFB-85")
def reserve_markers(
    side: Side, day: datetime.date, start_frame: StartFrame = "transcribed"
) -> Finding[ReserveCount]:
    """How many Reserve markers a side may use on a turn."""
    why = Why()
    added = 0
    for past in so_far(side, "reserve_marker", day):
        why(past.cites, f"one more from {short(past.date)} on")
        added += past.event.value
    unread = 0
    for entry in order_of_arrival(side):
        lost = entry.what == "available" and entry.unknown and entry.date and entry.date <= day
        if lost and why(entry.cites, "something became available that cannot be read"):
            unread += 1
    why("RUL-TFB-85", "Reserve markers at the start, as ruled")
    start = figures("start_frame", start_frame)[f"{side}_reserves"]
    return why.so(
        ReserveCount(added=added, in_all=start + added if start else SET_UP, unread=unread)
    )


class ReserveMarkers(RuledQuestion, frozen=True, kw_only=True):
    """Reserve markers of a side on a turn: those the list has added, and all of them."""

    cites = ("TFB-AGM-19",)
    turns_on = ("start_frame",)

    side: WhoseList
    date: TurnDate

    def answer(self, nature: Nature) -> Finding[ReserveCount]:
        return reserve_markers(self.side, self.date, self.rulings.start_frame)
