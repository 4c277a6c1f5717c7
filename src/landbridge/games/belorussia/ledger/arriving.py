"""Arrivals and withdrawals in the Reinforcement Phase: what is due, ticked off row by row."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from landbridge.engine.actions import Offer, Slot
from landbridge.engine.events import Play
from landbridge.engine.refusals import Refused, Violation, choices
from landbridge.games.belorussia.arrivals.coming import CONDITIONS, done_in_set_up, entries
from landbridge.games.belorussia.arrivals.counters import Headquarters, Marker, Replacement
from landbridge.games.belorussia.arrivals.emergencies import GROUPS, division_arrival
from landbridge.games.belorussia.arrivals.order import Entry, by_row
from landbridge.games.belorussia.arrivals.packs import Pack, find_pack, over
from landbridge.games.belorussia.arrivals.stavka import Sent, appeal, may_appeal
from landbridge.games.belorussia.ledger.books import Waiting
from landbridge.games.belorussia.ledger.reinforcement import Duty, Reinforcement
from landbridge.games.belorussia.ledger.replacing import draw_from_pool
from landbridge.games.belorussia.words import Side, short

if TYPE_CHECKING:
    from landbridge.games.belorussia.ledger.state import Ledger

ARRIVING = ("arrive", "available", "deploy", "dead_pile", "group")


def pack_of(state: Ledger) -> Pack | None:
    """The pack that the players have laid over the orders of arrival."""
    return find_pack(state.pack)


def due_rows(state: Ledger, side: Side) -> tuple[str, ...]:
    """The rows that a side must carry out on this turn."""
    waiting = tuple(group.row for group in state.waiting) if side == "axis" else ()
    called = state.called if side == "axis" else ()
    campaign: Any = state.campaign
    if done_in_set_up(state.date, campaign).result:
        return (*waiting, *called)
    listed = entries(side, state.date)
    due = tuple(e.row for e in listed if e.what in (*ARRIVING, "withdraw"))
    return (*waiting, *called, *due)


def tell_events(state: Ledger, side: Side, play: Play) -> Ledger:
    """Carry out what the order of arrival says beside units: markers, limits, notes."""
    campaign: Any = state.campaign
    if done_in_set_up(state.date, campaign).result:
        return state
    for entry in entries(side, state.date):
        if entry.what not in ("event", "note"):
            continue
        if entry.event is not None and entry.event.kind == "marker":
            markers = state.markers | {entry.event.marker: entry.event.hex}
            state = replace(state, markers=markers)
        play.tell("dated_event", entry.cites, date=short(state.date), what=entry.note)
    return state


def entry_of(state: Ledger, row: str) -> Entry:
    """An entry by its row, with the pack laid over it."""
    found = by_row(row)
    if found is None:
        raise AssertionError(f"no entry {row}")
    return over(found, pack_of(state))


def contents(entry: Entry) -> str:
    """What an entry brings or takes, in words; what is lost is said to be lost."""
    known = [str(counter) for counter in entry.counters]
    lost = [
        f"{'at least ' if gap.at_least else ''}{gap.count or 'some'} lost ({gap.what})"
        for gap in entry.unknown
    ]
    return "; ".join([*known, *lost]) or entry.note or entry.name


def _rows(phase: Reinforcement, state: Ledger, leaving: bool) -> tuple[str, ...]:
    return tuple(row for row in phase.rows if (entry_of(state, row).what == "withdraw") == leaving)


def _without(phase: Reinforcement, row: str) -> tuple[str, ...]:
    rest = list(phase.rows)
    rest.remove(row)
    return tuple(rest)


def _check_due(phase: Reinforcement, state: Ledger, row: str, leaving: bool | None) -> Entry:
    rows = phase.rows if leaving is None else _rows(phase, state, leaving)
    if row not in rows:
        raise Refused(
            f"{row} is not due now", "OCS 13.6", legal=f"due: {choices(rows) or 'nothing'}"
        )
    return entry_of(state, row)


class Arrive(Duty, frozen=True):
    """Place what an entry brings; units from the north edge roll for it."""

    row: str
    place: str = ""
    units: int = 1

    @classmethod
    def offer(cls, phase: Reinforcement, state: Ledger) -> Offer | None:
        rows = _rows(phase, state, leaving=False)
        if not rows:
            return None
        slots = (
            Slot("row", rows, prompt="which entry?"),
            Slot("place", examples=("HQ",), prompt="where?", optional=True),
        )
        first = entry_of(state, rows[0])
        label = f"Place arrivals ({len(rows)} due; {rows[0]}: {contents(first)})"
        return Offer("arrive", label, slots, ("OCS 13.6", "TFB-NOT-9"))

    def faults(self, phase: Reinforcement, state: Ledger) -> tuple[Violation, ...]:
        _check_due(phase, state, self.row, leaving=False)
        if not 1 <= self.units <= 20:
            raise Refused(f"{self.units} units cannot roll", "TFB-OOA-26", "1 to 20")
        known = state.places.get(self.place)
        if known is None or known.in_trace:
            return ()
        ruling = "RUL-TFB-3" if phase.side == "soviet" else "RUL-TFB-2"
        text = f"{self.place} is not in trace supply"
        return (Violation(text, ("TFB-NOT-10", ruling), "choose an HQ in trace, or the map edge"),)

    def carry_out(self, phase: Reinforcement, state: Ledger, play: Play) -> Ledger:
        entry = entry_of(state, self.row)
        phase = replace(phase, rows=_without(phase, self.row))
        if entry.condition == "rolled":
            return self._roll(entry, phase, state, play)
        state, phase = _take_replacements(entry, phase, state)
        if entry.event is not None and entry.event.kind == "heinrici_base":
            state = _draw_base(entry, state, play)
        if entry.condition == "option":
            state = state.with_book("soviet", replace(state.soviet, vp=state.soviet.vp + 1))
            play.tell("option_taken", entry.cites, what=entry.formation or entry.name)
        if self.row == GROUPS["vitebsk"] and self.row not in state.free:
            state = state.with_book("soviet", replace(state.soviet, vp=state.soviet.vp + 1))
            play.tell("option_taken", ("TFB-EMG-2", "TFB-EMG-3"), what="the Vitebsk group")
        if entry.what == "group":
            state = replace(
                state,
                called=tuple(row for row in state.called if row != self.row),
                used=(*state.used, self.row),
            )
        where = self.place or entry.place or "the map"
        play.tell("arrived", (*entry.cites, "TFB-NOT-9"), what=contents(entry), place=where)
        return phase.now(state, rows=phase.rows)

    def _roll(self, entry: Entry, phase: Reinforcement, state: Ledger, play: Play) -> Ledger:
        """Roll for units that come over the north edge; those that fail roll again next turn."""
        before = next((group.units for group in state.waiting if group.row == self.row), 0)
        units = before or self.units
        ruling: Any = state.rulings["late_divisions"]
        listed = entry.date or state.date
        if not before and any(isinstance(counter, Headquarters) for counter in entry.counters):
            play.tell("corps_hq_arrives", (*entry.cites, "TFB-OOA-26"), what=entry.formation)
        left = 0
        for _ in range(units):
            found = division_arrival(listed, state.date, play.nature, late_divisions=ruling)
            if found.result.arrives:
                if any(isinstance(c, Marker) and c.drawn for c in entry.counters):
                    state = draw_from_pool(state, "ag_pg", play)
                place = self.place or f"{found.result.place} ({found.result.marker})"
                play.tell("north_edge_arrives", found.rules, row=self.row, place=place)
            else:
                left += 1
                play.tell("north_edge_waits", found.rules, row=self.row)
        waiting = tuple(group for group in state.waiting if group.row != self.row)
        if left:
            waiting = (*waiting, Waiting(self.row, left))
        return phase.now(replace(state, waiting=waiting), rows=phase.rows)

    @classmethod
    def undone(cls, phase: Reinforcement, state: Ledger) -> tuple[Violation, ...]:
        return tuple(
            Violation(f"{row} has not been placed", ("OCS 13.6", row), f"arrive {row}")
            for row in _rows(phase, state, leaving=False)
        )


def _take_replacements(
    entry: Entry, phase: Reinforcement, state: Ledger
) -> tuple[Ledger, Reinforcement]:
    """Dated Pax go into the book, dated Eq must be used in this phase."""
    book = state.book(phase.side)
    for counter in entry.counters:
        if isinstance(counter, Replacement):
            book = replace(book, pax=book.pax + counter.pax).plus(pax=counter.pax)
            if counter.eq is not None:
                phase = replace(phase, eq=(*phase.eq, counter.eq))
    return state.with_book(phase.side, book), phase


def _draw_base(entry: Entry, state: Ledger, play: Play) -> Ledger:
    base = play.nature.pick(state.bases, "Heinrici Defense Base", ("TFB-AGM-16", "RUL-TFB-14"))
    left = list(state.bases)
    left.remove(base)
    play.tell("base_drawn", (*entry.cites, "RUL-TFB-14"), base=base)
    return replace(state, bases=tuple(left))


class Withdraw(Duty, frozen=True):
    """Take off what an entry withdraws."""

    row: str

    @classmethod
    def offer(cls, phase: Reinforcement, state: Ledger) -> Offer | None:
        rows = _rows(phase, state, leaving=True)
        if not rows:
            return None
        slot = Slot("row", rows, prompt="which entry?")
        label = f"Withdraw ({rows[0]}: {contents(entry_of(state, rows[0]))})"
        return Offer("withdraw", label, (slot,), ("RUL-TFB-4",))

    def faults(self, phase: Reinforcement, state: Ledger) -> tuple[Violation, ...]:
        _check_due(phase, state, self.row, leaving=True)
        return ()

    def carry_out(self, phase: Reinforcement, state: Ledger, play: Play) -> Ledger:
        entry = entry_of(state, self.row)
        names = {c.name for c in entry.counters} | {c.written for c in entry.counters}
        book = state.book(phase.side)
        dead = tuple(u for u in book.dead if u.name not in names)
        if len(dead) < len(book.dead):
            gone = choices([u.name for u in book.dead if u.name in names])
            play.tell("withdrawn_from_dead_pile", ("TFB-EDGE-50", "RUL-TFB-4"), what=gone)
        state = state.with_book(phase.side, replace(book, dead=dead))
        play.tell("withdrawn", (*entry.cites, "RUL-TFB-4"), what=contents(entry))
        return phase.now(state, rows=_without(phase, self.row))

    @classmethod
    def undone(cls, phase: Reinforcement, state: Ledger) -> tuple[Violation, ...]:
        return tuple(
            Violation(f"{row} has not been withdrawn", (row, "RUL-TFB-4"), f"withdraw {row}")
            for row in _rows(phase, state, leaving=True)
        )


class Decline(Duty, frozen=True):
    """Say that an entry does not apply: an option not taken, a condition not met."""

    row: str

    @classmethod
    def offer(cls, phase: Reinforcement, state: Ledger) -> Offer | None:
        rows = tuple(row for row in phase.rows if _may_decline(entry_of(state, row)))
        if not rows:
            return None
        slot = Slot("row", rows, prompt="which entry?")
        condition = CONDITIONS[entry_of(state, rows[0]).condition] or "an emergency"
        return Offer("decline", f"An entry does not apply ({rows[0]}: {condition})", (slot,))

    def faults(self, phase: Reinforcement, state: Ledger) -> tuple[Violation, ...]:
        entry = _check_due(phase, state, self.row, leaving=None)
        if _may_decline(entry):
            return ()
        text = f"{self.row} is compulsory"
        return (Violation(text, ("OCS 13.6", self.row), "carry it out"),)

    def carry_out(self, phase: Reinforcement, state: Ledger, play: Play) -> Ledger:
        entry = entry_of(state, self.row)
        play.tell("declined", (*entry.cites, "OCS 13.6"), what=contents(entry))
        called = tuple(row for row in state.called if row != self.row)
        return phase.now(replace(state, called=called), rows=_without(phase, self.row))


def _may_decline(entry: Entry) -> bool:
    return entry.condition not in ("", "rolled") or entry.what == "group"


class Appeal(Duty, frozen=True):
    """Appeal to STAVKA for reserves, for 1 VP."""

    @classmethod
    def offer(cls, phase: Reinforcement, state: Ledger) -> Offer | None:
        if phase.side != "soviet" or phase.appealed or not _can_appeal(phase, state):
            return None
        rules = ("TFB-3.11-1", "TFB-3.11-2")
        return Offer("appeal", "Appeal to STAVKA (1 VP, whatever the die says)", (), rules, True)

    def faults(self, phase: Reinforcement, state: Ledger) -> tuple[Violation, ...]:
        if phase.side != "soviet":
            raise Refused("only the Soviet player appeals to STAVKA", "TFB-3.11-1")
        so_far = state.soviet.totals.get("appeals", 0)
        ruling: Any = state.rulings["stavka"]
        may_appeal(state.date, int(phase.appealed), so_far, ruling)
        return ()

    def carry_out(self, phase: Reinforcement, state: Ledger, play: Play) -> Ledger:
        found = appeal(
            state.date,
            play.nature,
            Sent(
                mech="6th Guards Mech Corps" in state.used,
                airborne_by_event="airborne by event" in state.used,
                airborne_by_appeal="Guards Airborne Corps" in state.used,
            ),
            stavka_repeat=state.rulings["stavka_repeat"],  # type: ignore[arg-type]
            ar_of_52=state.rulings["ar_of_52"],  # type: ignore[arg-type]
            pack=pack_of(state),
        )
        got = found.result
        book = replace(state.soviet, vp=state.soviet.vp - got.soviet_vp).plus(appeals=1)
        what = "; ".join(got.counters) or "nothing"
        play.tell("appeal", found.rules, arrives=got.arrives, what=what, vp=got.soviet_vp)
        used = (*state.used, got.arrives) if got.counters else state.used
        return phase.now(replace(state, soviet=book, used=used), appealed=True)


def _can_appeal(phase: Reinforcement, state: Ledger) -> bool:
    try:
        Appeal().faults(phase, state)
    except Refused:
        return False
    return True
