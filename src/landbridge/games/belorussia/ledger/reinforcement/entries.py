"""Entries of the orders of arrival in the ledger: which are due, and what they are in words."""

from __future__ import annotations

from msgspec.structs import replace

from landbridge.engine.play.events import Play
from landbridge.engine.refusals import BadInput, ImpossibleAction, Violation, choices, shorten
from landbridge.engine.rules.citing import in_force
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.armies.arrival_rows import counters_of
from landbridge.games.belorussia.arrivals.conditional_entries import (
    counters_in_play,
    entry_applies,
)
from landbridge.games.belorussia.arrivals.counters import Counter
from landbridge.games.belorussia.arrivals.order import (
    GROUP_NAMES,
    ArrivalEntry,
    by_row,
    dated,
)
from landbridge.games.belorussia.arrivals.packs import Pack, find_pack, over
from landbridge.games.belorussia.arrivals.turn_arrivals import as_ruled, done_in_set_up, entries
from landbridge.games.belorussia.arrivals.withdrawals import with_52
from landbridge.games.belorussia.ledger.reinforcement.phase import ReinforcementPhase
from landbridge.games.belorussia.ledger.reinforcement.releases import (
    earlier_arrivals,
    reserves_sent,
)
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.words import NAME_OF, Side, listed, short

CARRIED_OUT = ("arrive", "available", "deploy", "dead_pile", "withdraw")
"""Kinds of dated entries that a side carries out by itself."""


def pack_of(state: Ledger) -> Pack | None:
    """The pack that the players have laid over the orders of arrival."""
    return find_pack(state.pack)


def dated_entries(state: Ledger, side: Side) -> tuple[ArrivalEntry, ...]:
    """What a side's order of arrival prints for this turn, unless the set-up holds it already."""
    if done_in_set_up(state.date, state.campaign).result:
        return ()
    return entries(side, state.date)


def due_rows(state: Ledger, side: Side) -> tuple[str, ...]:
    """The rows that a side must carry out on this turn."""
    waiting = tuple(group.row for group in state.waiting) if side == "axis" else ()
    called = state.called if side == "axis" else ()
    late = tuple(entry.row for entry in state.late if entry.side == side)
    due = tuple(
        entry.row
        for entry in dated_entries(state, side)
        if entry.what in CARRIED_OUT
        and entry.row not in state.done_early
        and applies(entry, state).result
    )
    return (*waiting, *called, *late, *due)


def apply_dated_events(state: Ledger, side: Side, play: Play) -> Ledger:
    """Carry out what the order of arrival says beside units, and tell what does not apply."""
    if not dated(side).get(state.date) and in_force("TFB-CAL-4"):
        play.log("nothing_printed", ("TFB-CAL-4",), date=short(state.date), side=NAME_OF[side])
    set_up = done_in_set_up(state.date, state.campaign)
    if set_up.result:
        play.log("in_set_up", set_up.rules, date=short(state.date), side=NAME_OF[side])
    for entry in dated_entries(state, side):
        if entry.what in CARRIED_OUT:
            found = applies(entry, state)
            if not found.result:
                why = "; ".join(reason.text for reason in found.why)
                play.log("entry_does_not_apply", found.rules, what=contents(entry), why=why)
            continue
        if entry.event is not None and entry.event.kind == "marker":
            markers = state.markers | {entry.event.marker: entry.event.hex}
            state = replace(state, markers=markers)
        due = f" (on {short(entry.due)})" if entry.due else ""
        play.log("dated_event", entry.cites, date=short(state.date), what=f"{entry.note}{due}")
    return state


def applies(entry: ArrivalEntry, state: Ledger) -> Finding[bool]:
    """Whether an entry is carried out, by what the ledger knows of earlier arrivals."""
    earlier = earlier_arrivals(state, entry.condition)
    return entry_applies(entry, state.date, earlier, state.rulings)


def entry_of(state: Ledger, row: str) -> ArrivalEntry:
    """An entry by its row, with the pack laid over it, read as the players have agreed."""
    found = by_row(row)
    if found is None:
        raise AssertionError(f"no entry {row}")
    entry = as_ruled(over(found, pack_of(state)), state.rulings.damaged_entries, Why())
    read = with_52(entry.counters, state.rulings.ar_of_52, Why())
    entry = _without_waiting(replace(entry, counters=read), state)
    counters = counters_in_play(entry, reserves_sent(state))
    if entry.what != "withdraw":
        gone = {u.counter for u in state.book(entry.side).withdrawn if u.returns is None}
        counters = tuple(counter for counter in counters if str(counter) not in gone)
    return replace(entry, counters=counters)


def _without_waiting(entry: ArrivalEntry, state: Ledger) -> ArrivalEntry:
    """An entry without those of its units that wait; of an earlier turn, only those that did."""
    phase = state.agenda[0] if state.agenda else None
    if not isinstance(phase, ReinforcementPhase):
        return entry
    waiting, late = phase.waiting.get(entry.row, ()), phase.late_units.get(entry.row, ())
    counters = tuple(
        counter
        for counter in entry.counters
        if str(counter) not in waiting and (not late or str(counter) in late)
    )
    return replace(entry, counters=counters, unknown=() if late else entry.unknown)


def open_rows(phase: ReinforcementPhase, state: Ledger) -> tuple[str, ...]:
    """The rows of a phase that are still to be carried out: not those that were let pass early.

    Divisions that have rolled in vain roll again, however they came to roll.
    """
    rolling = {group.row for group in state.waiting}
    done = set(state.done_early) - rolling
    return tuple(row for row in phase.rows if row not in done)


def rows_due(phase: ReinforcementPhase, state: Ledger, leaving: bool) -> tuple[str, ...]:
    """The rows of a phase that bring something, or those that take something off."""
    rows = open_rows(phase, state)
    return tuple(row for row in rows if (entry_of(state, row).what == "withdraw") == leaving)


def check_due(
    phase: ReinforcementPhase, state: Ledger, row: str, leaving: bool | None
) -> ArrivalEntry:
    """An entry that is due now; anything else is refused with the rows that are."""
    rows = open_rows(phase, state) if leaving is None else rows_due(phase, state, leaving)
    if row not in rows:
        raise _not_due(row, rows)
    return entry_of(state, row)


def find_entry(
    phase: ReinforcementPhase, state: Ledger, row: str, leaving: bool
) -> tuple[ArrivalEntry, tuple[Violation, ...]]:
    """An own entry that brings or takes units, and what speaks against carrying it out now."""
    rows = rows_due(phase, state, leaving)
    if row in rows:
        return entry_of(state, row), ()
    refused = _not_due(row, rows)
    found = by_row(row)
    kinds = ("withdraw",) if leaving else (*CARRIED_OUT[:-1], "group")
    if found is None or found.side != phase.side or found.what not in kinds:
        raise refused
    return entry_of(state, row), (Violation(refused.text, refused.rules, refused.legal),)


def _not_due(row: str, rows: tuple[str, ...]) -> ImpossibleAction:
    own = by_row(row)
    due = f"due: {choices(rows) or 'nothing'}"
    if own is None:
        raise BadInput(f"There is no entry '{shorten(row)}' in the orders of arrival; {due}.")
    return ImpossibleAction(f"{row} is not due now", own.cites, due)


def without(phase: ReinforcementPhase, row: str) -> tuple[str, ...]:
    """The rows of a phase when one of them, if it was due, has been carried out."""
    at = phase.rows.index(row) if row in phase.rows else len(phase.rows)
    return (*phase.rows[:at], *phase.rows[at + 1 :])


def note_early(entry: ArrivalEntry, phase: ReinforcementPhase, state: Ledger) -> Ledger:
    """An entry is carried out; one that a referee lets pass out of its turn is not due again."""
    if entry.row in phase.rows or entry.date is None:
        return state
    late = tuple(waiting for waiting in state.late if waiting.row != entry.row)
    return replace(state, late=late, early=(*state.done_early, entry.row))


# In words


def contents(entry: ArrivalEntry) -> str:
    """What an entry brings or takes, in words; what is lost is said to be lost."""
    known = [str(counter) for counter in entry.counters]
    lost = [
        f"{'at least ' if gap.at_least else ''}{gap.count or 'some'} lost ({gap.what})"
        for gap in entry.unknown
    ]
    found = "; ".join([*known, *lost]) or entry.note
    if entry.what == "group" and entry.name:
        return f"{entry.name} ({found})" if found else entry.name
    return found


def full_name(counter: Counter) -> str:
    """A counter by its name and its formation, so that no other is meant."""
    return f"{counter.name} of {counter.formation}" if counter.formation else counter.name


def names_in(entry: ArrivalEntry) -> str:
    """The units of an entry by their names: 65 and 151."""
    if entry.what == "group":
        return GROUP_NAMES.get(entry.name, entry.name)
    names = [counter.name for counter in entry.counters]
    if not names:
        return "counters illegible here (see your booklet)"
    formation = f" of {entry.formation}" if entry.formation else ""
    return f"{listed(names)}{formation}"


def counters_on_map(state: Ledger, entry: ArrivalEntry) -> str:
    """The counters by which an entry comes to the map, by their names; nothing beside it."""
    if not state.has_map:
        return ""
    counters = state.table.counters
    known = (id for id in counters_of(entry.row) if id in counters.rows)
    names = [counters[counters.row(id)].name for id in known]
    return listed(names) or f"an entry whose picture is lost ({entry.row}: nobody on this map)"
