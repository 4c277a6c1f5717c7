"""Withdrawals: what leaves on a turn, and what happens to a unit that cannot simply leave."""

from __future__ import annotations

import datetime
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import BadInput, choices
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.arrivals.counters import Counter, parse_counter
from landbridge.games.belorussia.arrivals.order import SIDES, ArrivalEntry, dated, order_of_arrival
from landbridge.games.belorussia.arrivals.packs import Pack, PackName, find_pack
from landbridge.games.belorussia.arrivals.turn_arrivals import (
    EntryView,
    PlayedCampaign,
    WhoseList,
    as_ruled,
    done_in_set_up,
    entries,
    entry_view,
)
from landbridge.games.belorussia.calendar import Campaign
from landbridge.games.belorussia.questions import RuledQuestion
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.rulings import ArOf52, DamagedEntries
from landbridge.games.belorussia.rulings import Withdrawals as WithdrawalsRuling
from landbridge.games.belorussia.words import Side, TurnDate, short

Whereabouts = Literal["in_play", "reduced", "no_trace", "dead", "not_in_play"]


@rule("TFB-CMP-18", "RUL-TFB-88")
def with_52(counters: tuple[Counter, ...], ar_of_52: ArOf52, why: Why) -> tuple[Counter, ...]:
    """The same counters, with the action rating of 52 of 6th Guards Mech Corps as ruled."""
    at = next((i for i, c in enumerate(counters) if c.written == "52:22-2-2"), None)
    if at is None or not why(("TFB-CMP-18", "RUL-TFB-88"), f"52 has an AR of {ar_of_52}"):
        return counters
    if ar_of_52 == "two":
        return counters
    other = parse_counter(str(counters[at]).replace("22-2-2", "22-3-2"), counters[at].source)
    return (*counters[:at], other, *counters[at + 1 :])


class WithdrawalsOfTurn(Struct, frozen=True, kw_only=True):
    """What leaves a side on a turn."""

    side: Side
    date: datetime.date
    entries: tuple[EntryView, ...]
    done_in_set_up: bool


def leaving(
    side: Side, day: datetime.date, pack: Pack | None = None, campaign: Campaign = "campaign-1943"
) -> tuple[ArrivalEntry, ...]:
    """The withdrawals of a turn and the notes to them; none if the set-up already holds them."""
    if done_in_set_up(day, campaign).result:
        return ()
    return tuple(e for e in entries(side, day, pack) if "withdraw" in (e.what, e.about))


@rule("TFB-CAL-4", "TFB-CAL-5")
def withdrawals(
    side: Side,
    day: datetime.date,
    pack: Pack | None = None,
    campaign: Campaign = "campaign-1943",
    damaged_entries: DamagedEntries = "as_read",
    ar_of_52: ArOf52 = "two",
) -> Finding[WithdrawalsOfTurn]:
    """What leaves a side on a turn."""
    why = Why()
    set_up = done_in_set_up(day, campaign)
    done = set_up.result and why.add(set_up)
    if not dated(side).get(day):
        why("TFB-CAL-4", f"nothing is printed for {short(day)}")
    due = []
    for entry in leaving(side, day, pack, campaign):
        why(entry.cites, f"{short(day)}: {entry.what}")
        entry = replace(entry, counters=with_52(entry.counters, ar_of_52, why))
        due.append(entry_view(as_ruled(entry, damaged_entries, why)))
    return why.so(WithdrawalsOfTurn(side=side, date=day, entries=tuple(due), done_in_set_up=done))


class Withdrawals(RuledQuestion, frozen=True, kw_only=True):
    """What leaves a side on a turn, and when a unit comes back."""

    cites = (
        "TFB-OOS-9",
        "TFB-3.11-8",
        *(e.row for side in SIDES for e in order_of_arrival(side) if e.what == "withdraw"),
    )
    turns_on = ("damaged_entries", "ar_of_52")

    side: WhoseList
    date: TurnDate
    pack: PackName = ""
    campaign: PlayedCampaign = "campaign-1943"

    def answer(self, nature: Nature) -> Finding[WithdrawalsOfTurn]:
        return withdrawals(
            self.side,
            self.date,
            find_pack(self.pack),
            self.campaign,
            self.rulings.damaged_entries,
            self.rulings.ar_of_52,
        )


# One unit


class WithdrawalResult(Struct, frozen=True, kw_only=True):
    """What becomes of a unit that has to leave."""

    unit: str
    leaves: bool
    """Whether it goes out of the game on this turn."""
    taken_from: str
    penalty: int
    """Victory points lost by it."""
    returns: datetime.date | None
    how: str


@rule("TFB-EDGE-50", "TFB-EDGE-51", "RUL-TFB-4")
def withdraw_unit(
    side: Side,
    day: datetime.date,
    unit: str,
    found: Whereabouts = "in_play",
    withdrawals: WithdrawalsRuling = "named_units",
    pack: Pack | None = None,
    ar_of_52: ArOf52 = "two",
) -> Finding[WithdrawalResult]:
    """What becomes of one unit of a withdrawal, wherever it is on its turn."""
    why = Why()
    due = tuple(
        replace(entry, counters=with_52(entry.counters, ar_of_52, Why()))
        for entry in leaving(side, day, pack)
    )
    entry, counter = _named(due, unit, side, day)
    settled = figures("withdrawals", withdrawals)
    why(entry.cites, f"{counter.written} is named for {short(day)}")
    leaves, taken_from, how = True, "the map", "leaves as it is"
    if found == "not_in_play":
        leaves, taken_from, how = False, "", "is not in play: nothing to do"
    elif found == "dead":
        leaves, taken_from, how = False, "", "stays in the Dead Pile"
        if why(("TFB-EDGE-50", "RUL-TFB-4"), "a named unit leaves the Dead Pile; no penalty"):
            leaves, taken_from, how = True, "the Dead Pile", "is taken out of the Dead Pile"
    elif found == "no_trace":
        why("RUL-TFB-4", "a unit without trace supply, as ruled")
        leaves, how = not settled["waits_for_trace"], str(settled["no_trace"])
    elif found == "reduced":
        why("RUL-TFB-4", "a reduced unit, as ruled")
        how = str(settled["reduced"])
    returns = _returns(due, counter, found, why)
    return why.so(
        WithdrawalResult(
            unit=counter.written,
            leaves=leaves,
            taken_from=taken_from,
            penalty=0,
            returns=returns,
            how=how,
        )
    )


def _named(
    due: tuple[ArrivalEntry, ...], unit: str, side: Side, day: datetime.date
) -> tuple[ArrivalEntry, Counter]:
    leaving = [(e, c) for e in due if e.what == "withdraw" for c in e.counters]
    for entry, counter in leaving:
        if unit in (counter.name, counter.written, str(counter)):
            return entry, counter
    listed = choices(counter.written for _, counter in leaving) or "no unit that can be read"
    raise BadInput(f"'{unit}' does not withdraw on {short(day)}; leaving ({side}): {listed}.")


def _returns(
    due: tuple[ArrivalEntry, ...], counter: Counter, found: Whereabouts, why: Why
) -> datetime.date | None:
    for note in due:
        if note.what == "note" and any(c.written == counter.written for c in note.counters):
            why(note.cites, note.note)
            if found == "dead" and not why("TFB-EDGE-51", "it comes back even if it was dead"):
                return None
            return note.due
    return None


class WithdrawUnit(RuledQuestion, frozen=True, kw_only=True):
    """What becomes of one unit that has to withdraw, also if it is dead, reduced or cut off."""

    cites = ("TFB-EDGE-50", "TFB-EDGE-51")
    turns_on = ("withdrawals", "ar_of_52")

    side: WhoseList
    date: TurnDate
    unit: Annotated[Name, Meta(description="the unit, for example 13 or 13:4-4-8")]
    found: Annotated[Whereabouts, Meta(description="where the unit is, or in what state")] = (
        "in_play"
    )
    pack: PackName = ""

    def answer(self, nature: Nature) -> Finding[WithdrawalResult]:
        return withdraw_unit(
            self.side,
            self.date,
            self.unit,
            self.found,
            self.rulings.withdrawals,
            find_pack(self.pack),
            self.rulings.ar_of_52,
        )
