"""Dated events: army-group markers, rail capacity, Reserve markers, Heinrici bases and the rest."""

from __future__ import annotations

import datetime
from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.ask import Question
from landbridge.engine.chance import Nature
from landbridge.engine.findings import Finding, Why
from landbridge.engine.rules import Rules, in_force, rule
from landbridge.games.belorussia.arrivals.coming import WhoseList, entries
from landbridge.games.belorussia.arrivals.counters import Replacement
from landbridge.games.belorussia.arrivals.order import (
    SIDES,
    ArrivalEntry,
    EntryEvent,
    LostCounters,
    order_of_arrival,
)
from landbridge.games.belorussia.calendar import turn_number
from landbridge.games.belorussia.readings import figures
from landbridge.games.belorussia.words import IN_WORDS, Side, TurnDate, short

ArmyGroup = Literal["agn", "ags"]
MarkerStart = Literal["from_set_up", "first_move"]
StartFrame = Literal["transcribed", "from_set_up"]
MarchOffensives = Literal["at_once", "run_out"]

LAST = datetime.date(1944, 4, 22)
SET_UP = "in the set-up"
"""What the booklets do not say because the set-up does."""

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


# What happens on a turn


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
                found.append(_shown(entry))
    return why.so(tuple(found))


def what_comes(entry: ArrivalEntry) -> str:
    """A dated event in words; of replacements, what they are, not a remark on how they read."""
    brought = ", ".join(c.written for c in entry.counters)
    supplies = any(isinstance(c, Replacement) for c in entry.counters)
    return brought if supplies and entry.event is None else entry.note or brought


def _shown(entry: ArrivalEntry) -> DatedEvent:
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


# Army-group markers


@rule("TFB-AGM-12", "TFB-EDGE-70", "RUL-TFB-86")
def marker_place(
    marker: ArmyGroup, day: datetime.date, marker_start: MarkerStart = "from_set_up"
) -> Finding[str]:
    """The hex of an army-group marker on a turn, or that only the set-up knows it."""
    why = Why()
    moves = [move for move in so_far("axis", "marker", day) if move.event.marker == marker]
    name = marker.upper()
    if moves:
        last = moves[-1]
        why(last.cites, f"{name} marker to {last.event.hex} on {short(last.date)}")
        if last.date < day and not why("TFB-AGM-12", "it stays until its next move"):
            return why.so("")
        return why.so(last.event.hex)
    if not why(("TFB-AGM-12", "TFB-EDGE-70", "RUL-TFB-86"), f"{name} has not moved yet, as ruled"):
        return why.so("")
    if marker_start == "first_move":
        every = so_far("axis", "marker", LAST)
        return why.so(next(move.event.hex for move in every if move.event.marker == marker))
    return why.so(SET_UP)


def _moves(entry: ArrivalEntry) -> bool:
    return entry.event is not None and entry.event.kind == "marker"


class ArmyGroupMarker(Question, frozen=True, kw_only=True):
    """Where an army-group marker stands on a turn."""

    cites = (
        "TFB-AGM-12",
        "TFB-EDGE-70",
        *(rule for entry in order_of_arrival("axis") if _moves(entry) for rule in entry.cites),
    )

    marker: Annotated[ArmyGroup, Meta(description="Army Group North or South")]
    date: TurnDate
    marker_start: Annotated[
        MarkerStart, Meta(description="ruling on markers before their first move")
    ] = "from_set_up"

    def answer(self, nature: Nature) -> Finding[str]:
        return marker_place(self.marker, self.date, self.marker_start)


# Rail capacity and Reserve markers


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
    why("RUL-TFB-85", f"{IN_WORDS[side]} rail capacity at the start, as ruled")
    return why.so(figures("start_frame", start_frame)[f"{side}_rail"] or SET_UP)


class RailCapacity(Question, frozen=True, kw_only=True):
    """Rail capacity of a side on a turn."""

    side: WhoseList
    date: TurnDate
    start_frame: Frame = "transcribed"

    def answer(self, nature: Nature) -> Finding[int | str]:
        return rail_capacity(self.side, self.date, self.start_frame)


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


class ReserveMarkers(Question, frozen=True, kw_only=True):
    """Reserve markers of a side on a turn: those the list has added, and all of them."""

    cites = ("TFB-AGM-19",)

    side: WhoseList
    date: TurnDate
    start_frame: Frame = "transcribed"

    def answer(self, nature: Nature) -> Finding[ReserveCount]:
        return reserve_markers(self.side, self.date, self.start_frame)


# Offensive posture from March on


class OffensiveLimit(Struct, frozen=True, kw_only=True):
    """How many Soviet Fronts may be in Offensive posture."""

    limit: int | None
    """None: the orders of arrival set none."""
    must_leave: int
    """How many of the Offensive Fronts have to leave the posture now, by Soviet choice."""
    may_go_over: bool | None
    """Whether one more may go over; none where these lists do not decide it."""


@rule("TFB-AGM-15", "TFB-EDGE-57", "RUL-TFB-91")
def offensive_limit(
    day: datetime.date, offensive_fronts: int = 0, march_offensives: MarchOffensives = "at_once"
) -> Finding[OffensiveLimit]:
    """The limit on Offensive Fronts, and how many are over it."""
    why = Why()
    limits = so_far("axis", "offensive_limit", day)
    if not limits:
        return why.so(OffensiveLimit(limit=None, must_leave=0, may_go_over=None))
    limit = limits[-1].event.value
    why(limits[-1].cites, limits[-1].note)
    over, leave = max(0, offensive_fronts - limit), 0
    if over and why(("TFB-EDGE-57", "RUL-TFB-91"), "more are on the Offensive, as ruled"):
        leave = over if march_offensives == "at_once" else 0
    return why.so(
        OffensiveLimit(limit=limit, must_leave=leave, may_go_over=offensive_fronts < limit)
    )


class OffensiveFronts(Question, frozen=True, kw_only=True):
    """How many Soviet Fronts may be in Offensive posture on a turn, and how many must leave it."""

    cites = ("TFB-AGM-15", "TFB-EDGE-57")

    date: TurnDate
    offensive_fronts: Annotated[
        int, Meta(ge=0, le=4, description="Fronts that are in Offensive posture")
    ] = 0
    march_offensives: Annotated[
        MarchOffensives, Meta(description="ruling on Offensives under way on 1 Mar 44")
    ] = "at_once"

    def answer(self, nature: Nature) -> Finding[OffensiveLimit]:
        return offensive_limit(self.date, self.offensive_fronts, self.march_offensives)


# Heinrici bases


class DeployedBases(Struct, frozen=True, kw_only=True):
    """Heinrici Defense Bases and Panther Forts that the list deploys."""

    today: int
    so_far: int
    in_all: int
    forts_today: int
    forts_so_far: int


@rule("TFB-AGM-16", "TFB-CMP-24")
def heinrici_bases(day: datetime.date) -> Finding[DeployedBases]:
    """How many bases and forts are deployed on a turn and so far."""
    why = Why()
    due = so_far("axis", "heinrici_base", day)
    for past in due:
        why(past.cites, f"one random base on {short(past.date)}")
    today = [past.event for past in due if past.date == day]
    if any(past.event.forts for past in due):
        why("TFB-CMP-24", "the Panther Forts are the static Panther battalions")
    return why.so(
        DeployedBases(
            today=sum(event.value for event in today),
            so_far=sum(past.event.value for past in due),
            in_all=sum(past.event.value for past in so_far("axis", "heinrici_base", LAST)),
            forts_today=sum(event.forts for event in today),
            forts_so_far=sum(past.event.forts for past in due),
        )
    )


class HeinriciBases(Question, frozen=True, kw_only=True):
    """Heinrici Defense Bases and Panther Forts: due on a turn, and deployed so far."""

    cites = ("TFB-AGM-16",)

    date: TurnDate

    def answer(self, nature: Nature) -> Finding[DeployedBases]:
        return heinrici_bases(self.date)


# Dated Pax and Eq


class ReplacementsOfTurn(Struct, frozen=True, kw_only=True):
    """Replacements that the order of arrival brings on a turn."""

    pax: int
    eq: tuple[str, ...]
    """Each Eq by its action rating."""
    pax_so_far: int
    eq_so_far: int


@rule("TFB-AGM-17", "TFB-AGM-18")
def dated_replacements(side: Side, day: datetime.date) -> Finding[ReplacementsOfTurn]:
    """Pax and Eq of a turn, and all so far."""
    why = Why()
    turn_number(day)
    today: list[Replacement] = []
    before: list[Replacement] = []
    for entry in order_of_arrival(side):
        found = [c for c in entry.counters if isinstance(c, Replacement)]
        if not found or entry.date is None or entry.date > day:
            continue
        if why(entry.cites, f"{', '.join(c.written for c in found)} on {short(entry.date)}"):
            (today if entry.date == day else before).extend(found)
    every = before + today
    return why.so(
        ReplacementsOfTurn(
            pax=sum(c.pax for c in today),
            eq=tuple(f"AR{c.eq}" for c in today if c.eq is not None),
            pax_so_far=sum(c.pax for c in every),
            eq_so_far=sum(c.eq is not None for c in every),
        )
    )


class DatedReplacements(Question, frozen=True, kw_only=True):
    """Pax and Eq that the order of arrival brings on a turn, beside those of the table."""

    cites = ("TFB-AGM-17", "TFB-AGM-18")

    side: WhoseList
    date: TurnDate

    def answer(self, nature: Nature) -> Finding[ReplacementsOfTurn]:
        return dated_replacements(self.side, self.date)
