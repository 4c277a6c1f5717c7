"""Withdrawals in the Reinforcement Phase, and entries that do not apply."""

from __future__ import annotations

from msgspec.structs import replace

from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.events import Play
from landbridge.engine.refusals import Violation
from landbridge.games.belorussia.arrivals.counters import Counter
from landbridge.games.belorussia.arrivals.emergencies import GROUPS
from landbridge.games.belorussia.arrivals.order import ArrivalEntry
from landbridge.games.belorussia.arrivals.stavka import AIRBORNE, BY_EVENT, MECH
from landbridge.games.belorussia.arrivals.turn_arrivals import CONDITIONS
from landbridge.games.belorussia.ledger.books import DeadUnit, LateEntry
from landbridge.games.belorussia.ledger.facts.remnants import without_remnants
from landbridge.games.belorussia.ledger.reinforcement.arrivals import (
    check_due,
    contents,
    entry_of,
    fitting,
    full_name,
    names_in,
    rows_due,
    without,
)
from landbridge.games.belorussia.ledger.reinforcement.phase import Duty, ReinforcementPhase
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.ruling_figures import figures

IN_PLAY = (MECH, AIRBORNE, BY_EVENT)
"""What the ledger notes when the units of TFB-OOS-63 have come."""


class Withdraw(Duty, frozen=True):
    """Take off what an entry withdraws."""

    row: str

    @classmethod
    def offer(cls, state: Ledger, phase: ReinforcementPhase, who: str) -> Offer | None:
        rows = rows_due(phase, state, leaving=True)
        if not rows:
            return None
        slot = Slot("row", rows, prompt="which entry?")
        label = f"Withdraw ({rows[0]}: {contents(entry_of(state, rows[0]))})"
        return Offer("withdraw", label, (slot,), ("RUL-TFB-4",))

    def check(self, state: Ledger, phase: ReinforcementPhase, who: str) -> tuple[Violation, ...]:
        check_due(phase, state, self.row, leaving=True)
        return ()

    def apply(self, state: Ledger, phase: ReinforcementPhase, who: str, play: Play) -> Ledger:
        entry = entry_of(state, self.row)
        book = state.book(phase.side)
        gone = [u for u in book.dead if any(_is_meant(u, counter) for counter in entry.counters)]
        if gone:
            what = ", ".join(unit.name for unit in gone)
            play.log("withdrawn_from_dead_pile", ("TFB-EDGE-50", "RUL-TFB-4"), what=what)
        dead = tuple(unit for unit in book.dead if unit not in gone)
        state = state.with_book(phase.side, replace(book, dead=dead))
        state = without_remnants(state, *(unit.name for unit in gone if phase.side == "axis"))
        play.log("withdrawn", (*entry.cites, "RUL-TFB-4"), what=contents(entry))
        return phase.update(state, rows=without(phase, self.row))

    @classmethod
    def undone(cls, state: Ledger, phase: ReinforcementPhase) -> tuple[Violation, ...]:
        return tuple(
            Violation(
                f"{names_in(entry_of(state, row))} still to be withdrawn",
                (row, "RUL-TFB-4"),
                f"withdraw {row}",
            )
            for row in rows_due(phase, state, leaving=True)
        )


SIZES = {"II": "battalion", "III": "regiment", "X": "brigade", "XX": "division"}


def _is_meant(dead: DeadUnit, counter: Counter) -> bool:
    """Whether a unit in the Dead Pile is the counter that an entry names.

    Numbers come more than once: a bare number must also agree in formation, size and rating.
    """
    if dead.name in (counter.written, full_name(counter)) and dead.name != counter.name:
        return True
    rating = getattr(counter, "ar", None)
    return (
        dead.name == counter.name
        and dead.unit.formation == bool(counter.formation)
        and dead.unit.size in (None, SIZES.get(counter.size, dead.unit.size))
        and rating in (None, dead.unit.ar)
    )


class Decline(Duty, frozen=True):
    """Say that an entry does not apply: an option not taken, a condition not met."""

    row: str

    @classmethod
    def offer(cls, state: Ledger, phase: ReinforcementPhase, who: str) -> Offer | None:
        rows = tuple(row for row in phase.rows if _may_decline(entry_of(state, row), state))
        if not rows:
            return None
        slot = Slot("row", rows, prompt="which entry?")
        condition = CONDITIONS[entry_of(state, rows[0]).condition] or "an emergency"
        return Offer("decline", f"An entry does not apply ({rows[0]}: {condition})", (slot,))

    def check(self, state: Ledger, phase: ReinforcementPhase, who: str) -> tuple[Violation, ...]:
        entry = check_due(phase, state, self.row, leaving=None)
        if _may_decline(entry, state):
            return ()
        must = "be withdrawn" if entry.what == "withdraw" else "come"
        text = f"{names_in(entry)} must {must}: it is no option"
        return (Violation(text, ("OCS 13.6", self.row), "carry it out"),)

    def apply(self, state: Ledger, phase: ReinforcementPhase, who: str, play: Play) -> Ledger:
        entry = entry_of(state, self.row)
        play.log("declined", (*entry.cites, "OCS 13.6"), what=contents(entry))
        called = tuple(row for row in state.called if row != self.row)
        used = state.used
        lapses = state.rulings.vitebsk_option == "next_phase" and self.row not in state.free
        if self.row == GROUPS["vitebsk"] and self.row in state.called and lapses:
            # The option lapses with this phase.
            used = (*used, self.row)
        free = tuple(row for row in state.free if row != self.row)
        state = replace(state, called=called, used=used, free=free)
        return phase.update(state, rows=without(phase, self.row))


def _may_decline(entry: ArrivalEntry, state: Ledger) -> bool:
    """Whether an entry is an option, or hangs on a condition that is not known to be met."""
    if entry.what == "group":
        return entry.row == GROUPS["vitebsk"] or entry.row in state.free
    if entry.condition == "if_in_play" and not set(IN_PLAY).isdisjoint(state.used):
        return False
    return entry.condition not in ("", "rolled")


class Wait(Duty, frozen=True):
    """An entry waits for trace supply: units that are cut off, or no HQ to come to."""

    row: str

    @classmethod
    def offer(cls, state: Ledger, phase: ReinforcementPhase, who: str) -> Offer | None:
        rows = tuple(row for row in phase.rows if not _against_waiting(entry_of(state, row), state))
        if not rows:
            return None
        slot = Slot("row", rows, prompt="which entry?")
        label = "An entry waits for trace supply until the next own phase"
        return Offer("wait", label, (slot,), ("RUL-TFB-2", "RUL-TFB-4"), aside=True)

    def check(self, state: Ledger, phase: ReinforcementPhase, who: str) -> tuple[Violation, ...]:
        return _against_waiting(check_due(phase, state, self.row, leaving=None), state)

    def apply(self, state: Ledger, phase: ReinforcementPhase, who: str, play: Play) -> Ledger:
        entry = entry_of(state, self.row)
        ruled = "RUL-TFB-4" if entry.what == "withdraw" else "RUL-TFB-2"
        play.log("entry_waits", (*entry.cites, ruled), what=contents(entry))
        # An emergency that waits stays called; the rest is noted here.
        late = state.late
        if self.row not in state.called:
            late = (*late, LateEntry(phase.side, self.row))
        return phase.update(replace(state, late=late), rows=without(phase, self.row))


def _against_waiting(entry: ArrivalEntry, state: Ledger) -> tuple[Violation, ...]:
    """What keeps an entry from waiting."""
    if entry.what == "withdraw":
        ruling = figures("withdrawals", state.rulings.withdrawals)
        if ruling["waits_for_trace"]:
            return ()
        text = "a unit without trace is removed too"
        return (Violation(text, ("RUL-TFB-4", entry.row), f"withdraw {entry.row}"),)
    ruled = ("RUL-TFB-3" if entry.side == "soviet" else "RUL-TFB-2", entry.row)
    waits = figures("axis_arrival", state.rulings.axis_arrival)["waits"]
    if entry.side == "soviet" or not waits or not entry.kinds or entry.condition == "rolled":
        return (Violation("arrivals do not wait for an HQ", ruled, f"arrive {entry.row}"),)
    there = fitting(entry, state)
    if there:
        return (Violation(f"{', '.join(there)} in trace", ruled, f"arrive {entry.row}"),)
    return ()
