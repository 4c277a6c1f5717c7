"""Withdrawals in the Reinforcement Phase, options not taken, and entries that wait for trace."""

from __future__ import annotations

from msgspec.structs import replace

from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.events import Play
from landbridge.engine.refusals import BadInput, ImpossibleAction, Violation, choices
from landbridge.engine.rules.findings import Finding, unique
from landbridge.games.belorussia.arrivals.counters import LOST, Counter
from landbridge.games.belorussia.arrivals.emergencies import GROUPS
from landbridge.games.belorussia.arrivals.order import ArrivalEntry
from landbridge.games.belorussia.arrivals.turn_arrivals import CONDITIONS
from landbridge.games.belorussia.arrivals.withdrawals import (
    Whereabouts,
    WithdrawalResult,
    withdraw_unit,
)
from landbridge.games.belorussia.ledger.books import (
    DeadUnit,
    LateEntry,
    ReducedUnit,
    WithdrawnUnit,
)
from landbridge.games.belorussia.ledger.facts.remnants import without_remnants
from landbridge.games.belorussia.ledger.reinforcement.arrival_places import fitting
from landbridge.games.belorussia.ledger.reinforcement.arrivals import unit_counters
from landbridge.games.belorussia.ledger.reinforcement.entries import (
    check_due,
    contents,
    counters_on_map,
    entry_of,
    find_entry,
    full_name,
    names_in,
    note_early,
    open_rows,
    pack_of,
    rows_due,
    without,
)
from landbridge.games.belorussia.ledger.reinforcement.phase import Duty, ReinforcementPhase
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.replacements.dead_pile import is_counter, withdraw_dead
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.violations import violation_if, violations


class Withdraw(Duty, frozen=True):
    """Take off what an entry withdraws."""

    needs_no_phase = True

    row: str

    @classmethod
    def offer(cls, state: Ledger, phase: ReinforcementPhase, who: str) -> Offer | None:
        rows = rows_due(phase, state, leaving=True)
        if not rows:
            return None
        slot = Slot("row", rows, prompt="which entry?")
        first = entry_of(state, rows[0])
        leaving = counters_on_map(state, first) or contents(first)
        label = f"Withdraw ({rows[0]}: {leaving})"
        return Offer("withdraw", label, (slot,), ("RUL-TFB-4",))

    def check(self, state: Ledger, phase: ReinforcementPhase, who: str) -> tuple[Violation, ...]:
        return find_entry(phase, state, self.row, leaving=True)[1]

    def apply(self, state: Ledger, phase: ReinforcementPhase, who: str, play: Play) -> Ledger:
        entry = entry_of(state, self.row)
        state = note_early(entry, phase, state)
        book = state.book(entry.side)
        units = unit_counters(entry)
        named = tuple(unit for unit in units if unit.name != LOST)
        fates = [_withdraw(entry, unit, state) for unit in named]
        gone = tuple(
            WithdrawnUnit(str(unit), self.row, fate.result.returns)
            for unit, fate in zip(named, fates, strict=True)
        )
        reduced = tuple(u for u in book.reduced if not _is_one_of(u, units))
        called = {name for unit in named for name in (full_name(unit), unit.written, unit.name)}
        box = tuple(boxed for boxed in book.box if boxed.name not in called)
        book = replace(book, reduced=reduced, box=box, withdrawn=(*book.withdrawn, *gone))
        state = state.with_book(entry.side, book.plus(withdrawn=len(units)))
        state = _out_of_the_dead_pile(entry, state, play)
        rules = (*entry.cites, "RUL-TFB-4", *(rule for fate in fates for rule in fate.rules))
        play.log("withdrawn", unique(rules), what=contents(entry))
        done = phase.update(state, rows=without(phase, self.row))
        return phase.after_withdrawal(done, entry, play)

    @classmethod
    def undone(cls, state: Ledger, phase: ReinforcementPhase) -> tuple[Violation, ...]:
        return tuple(
            Violation(
                f"{counters_on_map(state, entry) or names_in(entry)} still to be withdrawn",
                (row, "RUL-TFB-4"),
                f"withdraw {row}",
            )
            for row in rows_due(phase, state, leaving=True)
            for entry in (entry_of(state, row),)
        )


def _is_one_of(unit: DeadUnit | ReducedUnit, counters: tuple[Counter, ...]) -> bool:
    """Whether a unit that players have named is one of these counters."""
    return any(is_counter(unit.name, unit.unit, counter) for counter in counters)


def _withdraw(entry: ArrivalEntry, unit: Counter, state: Ledger) -> Finding[WithdrawalResult]:
    """What becomes of a unit that has to leave, wherever it is: whether and when it comes back."""
    book = state.book(entry.side)
    found: Whereabouts = "in_play"
    if any(_is_one_of(dead, (unit,)) for dead in book.dead):
        found = "dead"
    elif any(_is_one_of(reduced, (unit,)) for reduced in book.reduced):
        found = "reduced"
    day = entry.date or state.date
    ruled, of_52 = state.rulings.withdrawals, state.rulings.ar_of_52
    return withdraw_unit(entry.side, day, str(unit), found, ruled, pack_of(state), of_52)


def _out_of_the_dead_pile(entry: ArrivalEntry, state: Ledger, play: Play) -> Ledger:
    """Units of a withdrawal that are dead leave the Dead Pile, and their remnants the map."""
    book = state.book(entry.side)
    meant = tuple(dead.name for dead in book.dead if _is_one_of(dead, entry.counters))
    found = withdraw_dead(tuple(dead.name for dead in book.dead), meant)
    gone = found.result.withdrawn
    if not gone:
        return state
    play.log("withdrawn_from_dead_pile", found.rules, what=", ".join(gone))
    dead = tuple(dead for dead in book.dead if dead.name not in gone)
    state = state.with_book(entry.side, replace(book, dead=dead))
    return without_remnants(state, *gone) if entry.side == "axis" else state


class Decline(Duty, frozen=True):
    """Do not take an option: 16th Panzer Division, or units that an emergency offers."""

    row: str

    @classmethod
    def offer(cls, state: Ledger, phase: ReinforcementPhase, who: str) -> Offer | None:
        due = open_rows(phase, state)
        rows = tuple(row for row in due if _may_decline(entry_of(state, row), state))
        if not rows:
            return None
        slot = Slot("row", rows, prompt="which entry?")
        condition = CONDITIONS[entry_of(state, rows[0]).condition] or "an emergency"
        return Offer("decline", f"Do not take an option ({rows[0]}: {condition})", (slot,))

    def check(self, state: Ledger, phase: ReinforcementPhase, who: str) -> tuple[Violation, ...]:
        entry = check_due(phase, state, self.row, leaving=None)
        leaves = entry.what == "withdraw"
        text = f"{names_in(entry)} must {'be withdrawn' if leaves else 'come'}: it is no option"
        remedy = f"{'withdraw' if leaves else 'arrive'} {self.row}"
        return violations(violation_if(not _may_decline(entry, state), text, entry.cites, remedy))

    def apply(self, state: Ledger, phase: ReinforcementPhase, who: str, play: Play) -> Ledger:
        entry = entry_of(state, self.row)
        play.log("declined", entry.cites, what=contents(entry))
        called = tuple(row for row in state.called if row != self.row)
        lapsed = state.lapsed
        own = self.row == GROUPS["vitebsk"] and self.row not in state.free
        if own and state.rulings.vitebsk_option == "next_phase":
            # The option lapses with this phase.
            lapsed = (*lapsed, self.row)
        free = tuple(row for row in state.free if row != self.row)
        state = replace(state, called=called, lapsed=lapsed, free=free)
        return phase.update(state, rows=without(phase, self.row))


def _may_decline(entry: ArrivalEntry, state: Ledger) -> bool:
    """Whether an entry is an option; every other condition the ledger has decided already."""
    if entry.what == "group":
        return entry.row == GROUPS["vitebsk"] or entry.row in state.free
    return entry.condition == "option"


class Wait(Duty, frozen=True):
    """An entry, or some units of a withdrawal, wait for trace supply until the next own phase."""

    row: str
    units: tuple[str, ...] = ()
    """The units that are cut off, where others of the entry leave; none for the whole entry."""

    @classmethod
    def offer(cls, state: Ledger, phase: ReinforcementPhase, who: str) -> Offer | None:
        due = open_rows(phase, state)
        rows = tuple(row for row in due if not _against_waiting(entry_of(state, row), state))
        if not rows:
            return None
        slot = Slot("row", rows, prompt="which entry?")
        label = "An entry waits for trace supply until the next own phase"
        return Offer("wait", label, (slot,), ("RUL-TFB-2", "RUL-TFB-4"), aside=True)

    def check(self, state: Ledger, phase: ReinforcementPhase, who: str) -> tuple[Violation, ...]:
        entry = check_due(phase, state, self.row, leaving=None)
        self._cut_off(entry)
        return _against_waiting(entry, state)

    def _cut_off(self, entry: ArrivalEntry) -> tuple[Counter, ...]:
        """The counters of an entry that wait, where not all of them do."""
        if self.units and entry.what != "withdraw":
            raise ImpossibleAction("arrivals of one entry come together", entry.cites)
        found = []
        for name in self.units:
            named = [c for c in entry.counters if name in (full_name(c), c.name, c.written)]
            if not named:
                listed = choices(full_name(counter) for counter in entry.counters)
                raise BadInput(f"'{name}' does not leave by {entry.row}; leaving: {listed}.")
            found.append(named[0])
        return tuple(found)

    def apply(self, state: Ledger, phase: ReinforcementPhase, who: str, play: Play) -> Ledger:
        entry = entry_of(state, self.row)
        some = self._cut_off(entry)
        all_of_it = not some or (len(some) == len(entry.counters) and not entry.unknown)
        told = entry if all_of_it else replace(entry, counters=some, unknown=())
        ruled = "RUL-TFB-4" if entry.what == "withdraw" else "RUL-TFB-2"
        play.log("entry_waits", (*entry.cites, ruled), what=contents(told))
        if self.row in state.called:
            # An emergency that waits stays called.
            return phase.update(state, rows=without(phase, self.row))
        before = phase.waiting.get(self.row, ())
        names = (*before, *(str(counter) for counter in told.counters))
        kept = names if before or self.row in phase.late_units or not all_of_it else ()
        rest = tuple(late for late in state.late if late.row != self.row)
        state = replace(state, late=(*rest, LateEntry(phase.side, self.row, kept)))
        rows = without(phase, self.row) if all_of_it else phase.rows
        return phase.update(state, rows=rows, waiting=phase.waiting | {self.row: names})


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
