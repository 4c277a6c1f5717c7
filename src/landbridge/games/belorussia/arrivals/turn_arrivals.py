"""Arrivals: what comes on a turn, where it is placed and how it enters."""

from __future__ import annotations

import datetime
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from landbridge.engine.chance.nature import Nature
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import in_force, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.arrivals.counters import Counter, Transport
from landbridge.games.belorussia.arrivals.order import (
    SIDES,
    ArrivalEntry,
    LostCounters,
    dated,
    order_of_arrival,
)
from landbridge.games.belorussia.arrivals.packs import Pack, PackName, find_pack, over
from landbridge.games.belorussia.calendar import Campaign, campaign_start, turn_number
from landbridge.games.belorussia.questions import RuledQuestion
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.rulings import AxisArrival, DamagedEntries, SovietArrival
from landbridge.games.belorussia.words import NAME_OF, Side, TurnDate, short

COMING = ("arrive", "available", "deploy", "dead_pile")
"""Kinds of entries that bring something."""

CONDITIONS = {
    "": "",
    "rolled": "each division on a die of 1-4, else again next turn",
    "option": "only if the Axis player wants them, for 1 VP to the Soviets",
    "if_deployed": "only if they were deployed earlier",
    "if_in_play": "only if they are in play, however they came",
    "not_released": "only if they were not released earlier",
}

WhoseList = Annotated[Side, Meta(description="whose order of arrival")]
PlayedCampaign = Annotated[Campaign, Meta(description="which campaign is played")]
Damaged = Annotated[DamagedEntries, Meta(description="ruling on entries read with doubt")]


# The list of a turn


def entries(side: Side, day: datetime.date, pack: Pack | None = None) -> tuple[ArrivalEntry, ...]:
    """Everything that a side's order of arrival says for a turn, with a pack laid over it."""
    turn_number(day)
    return tuple(over(e, pack) for e in dated(side).get(day, ()) if in_force(e.cites))


@rule("TFB-CAL-5")
def done_in_set_up(day: datetime.date, campaign: Campaign) -> Finding[bool]:
    """Whether a campaign's set-up already holds what came and went on that turn."""
    why = Why()
    turn_number(day)
    start = why.add(campaign_start(campaign))
    return why.so(day < start.first or (day == start.first and start.entries_done))


class EntryView(Struct, frozen=True, kw_only=True):
    """One entry of an order of arrival, as a player reads it."""

    row: str
    what: str
    place: str
    counters: tuple[str, ...]
    """In writing: number:strength-AR-MA, aircraft type:range:air:barrage."""
    unknown: tuple[LostCounters, ...]
    """What is lost; a pack can fill it in."""
    formation: str = ""
    condition: str = ""
    due: datetime.date | None = None
    """The later turn that a note speaks of."""
    note: str = ""
    certainty: str = "clear"
    details: tuple[CounterView, ...] = ()
    """What else is known of each counter, and where it comes from."""


class CounterView(Struct, frozen=True):
    """A counter of an entry."""

    counter: str
    size: str
    formation: str
    remark: str
    source: str
    """The booklet, or the name of the pack that gave it."""


def entry_view(entry: ArrivalEntry) -> EntryView:
    """An entry as a player reads it."""
    return EntryView(
        row=entry.row,
        what=entry.what,
        place=entry.place,
        counters=tuple(counter.written for counter in entry.counters),
        unknown=entry.unknown,
        formation=entry.formation,
        condition=CONDITIONS[entry.condition],
        due=entry.due,
        note=entry.note,
        certainty=entry.certainty,
        details=tuple(
            CounterView(c.written, c.size, c.formation, c.remark, c.source) for c in entry.counters
        ),
    )


@rule("RUL-TFB-94")
def as_ruled(entry: ArrivalEntry, damaged: DamagedEntries, why: Why) -> ArrivalEntry:
    """An entry with its doubtful counters, or without them where players do not trust the scan."""
    read = [counter for counter in entry.counters if counter.source == "booklet"]
    if entry.certainty == "clear" or not read or damaged == "as_read":
        return entry
    why("RUL-TFB-94", f"{entry.row} is damaged: its counters are taken as unread")
    gap = LostCounters(what="counter", count=len(read))
    kept = tuple(counter for counter in entry.counters if counter.source != "booklet")
    return replace(entry, counters=kept, unknown=(gap, *entry.unknown))


# How arrivals enter


class EntranceTerms(Struct, frozen=True, kw_only=True):
    """How arrivals of a side come onto the map."""

    by_rule: str
    at: str
    fallback: str
    """Where, if there is no such place."""
    modes: tuple[str, ...]
    in_enemy_zoc: bool
    may_entrain: bool
    aircraft: str
    transport: str
    """How transport points arrive."""
    organic_trucks: str
    """How organic trucks arrive."""


@rule("TFB-NOT-10", "RUL-TFB-2", "RUL-TFB-3")
def entrance(
    side: Side,
    axis_arrival: AxisArrival = "hq_or_west_edge",
    soviet_arrival: SovietArrival = "front_hq",
) -> Finding[EntranceTerms]:
    """How a side's arrivals enter: rule 3.1 or 2.1, of which only the number is known."""
    why = Why()
    if side == "soviet":
        number, ruling = "3.1", "RUL-TFB-3"
        found = figures("soviet_arrival", soviet_arrival)
    else:
        number, ruling = "2.1", "RUL-TFB-2"
        found = figures("axis_arrival", axis_arrival)
    known = why(("TFB-NOT-10", ruling), f"{NAME_OF[side]} arrivals enter by {number}, as ruled")
    loads = why("TFB-NOT-9", "transport points arrive empty, organic trucks full")
    return why.so(
        EntranceTerms(
            by_rule=number if known else "",
            at=found["at"] if known else "",
            fallback=found["fallback"] if known else "",
            modes=tuple(found["modes"]) if known else (),
            in_enemy_zoc=known and found["in_enemy_zoc"],
            may_entrain=known and found["may_entrain"],
            aircraft=found["aircraft"] if known else "",
            transport="empty" if loads else "",
            organic_trucks="full" if loads else "",
        )
    )


@rule("TFB-NOT-9", otherwise="")
def load(counter: Counter) -> str:
    """How a counter arrives: trucks and wagons empty, organic trucks full."""
    if not isinstance(counter, Transport):
        return ""
    return "full" if counter.organic else "empty"


# Questions


class ArrivalsOfTurn(Struct, frozen=True, kw_only=True):
    """What a turn brings to one side."""

    side: Side
    date: datetime.date
    entries: tuple[EntryView, ...]
    loads: tuple[str, ...]
    """Transport among them, and how it arrives."""
    entrance: EntranceTerms
    done_in_set_up: bool


@rule("TFB-CAL-4", "TFB-CAL-5")
def arrivals(
    side: Side,
    day: datetime.date,
    pack: Pack | None = None,
    campaign: Campaign = "campaign-1943",
    damaged_entries: DamagedEntries = "as_read",
    axis_arrival: AxisArrival = "hq_or_west_edge",
    soviet_arrival: SovietArrival = "front_hq",
) -> Finding[ArrivalsOfTurn]:
    """What comes to a side on a turn, where and how."""
    why = Why()
    due = []
    set_up = done_in_set_up(day, campaign)
    done = set_up.result and why.add(set_up)
    if not dated(side).get(day):
        why("TFB-CAL-4", f"nothing is printed for {short(day)}")
    for entry in () if done else entries(side, day, pack):
        if entry.what in COMING or entry.about == "arrive":
            why(entry.cites, f"{short(day)}: {entry.what}")
            due.append(as_ruled(entry, damaged_entries, why))
    brought = [counter for entry in due for counter in entry.counters]
    loads = tuple(f"{c.written} {load(c)}" for c in brought if load(c))
    enters = why.add(entrance(side, axis_arrival, soviet_arrival))
    return why.so(
        ArrivalsOfTurn(
            side=side,
            date=day,
            entries=tuple(entry_view(entry) for entry in due),
            loads=loads,
            entrance=enters,
            done_in_set_up=done,
        )
    )


class Arrivals(RuledQuestion, frozen=True, kw_only=True):
    """What comes to a side on a turn: counters, gaps in the scan, placement and how it enters."""

    cites = (
        "TFB-NOT-9",
        "TFB-NOT-10",
        "TFB-OOA-10",
        *(e.row for side in SIDES for e in order_of_arrival(side) if e.what in COMING),
    )
    turns_on = ("damaged_entries", "axis_arrival", "soviet_arrival")

    side: WhoseList
    date: TurnDate
    pack: PackName = ""
    campaign: PlayedCampaign = "campaign-1943"

    def answer(self, nature: Nature) -> Finding[ArrivalsOfTurn]:
        return arrivals(
            self.side,
            self.date,
            find_pack(self.pack),
            self.campaign,
            self.rulings.damaged_entries,
            self.rulings.axis_arrival,
            self.rulings.soviet_arrival,
        )


class EntriesInSetUp(Question, frozen=True, kw_only=True):
    """Whether a campaign's set-up already holds the arrivals and withdrawals of a turn."""

    date: TurnDate
    campaign: PlayedCampaign = "campaign-1944"

    def answer(self, nature: Nature) -> Finding[bool]:
        return done_in_set_up(self.date, self.campaign)
