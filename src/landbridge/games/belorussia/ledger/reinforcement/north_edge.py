"""Divisions from Army Group North: each rolls its own die, and those that fail roll again."""

from __future__ import annotations

from msgspec.structs import replace

from landbridge.engine.play.events import Play
from landbridge.engine.refusals import BadInput, Violation
from landbridge.engine.rules.findings import Why
from landbridge.games.belorussia.arrivals.counters import Headquarters, Marker
from landbridge.games.belorussia.arrivals.emergencies import division_arrival, entry_marker
from landbridge.games.belorussia.arrivals.order import ArrivalEntry
from landbridge.games.belorussia.ledger.books import RollingArrivals
from landbridge.games.belorussia.ledger.reinforcement.entries import full_name
from landbridge.games.belorussia.ledger.reinforcement.special_replacements import draw_from_pool
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.violations import violation_if, violations
from landbridge.games.belorussia.words import counted

MOST = 20
"""The most units that roll for one entry."""


def marker_for(entry: ArrivalEntry, state: Ledger) -> str:
    """The hex of the AGN marker, west of which an entry's units come."""
    listed = entry.date or state.date
    # What a referee lets come too early comes as on the turn for which it is listed.
    day = max(listed, state.date)
    return entry_marker(listed, day, state.rulings.late_divisions, Why())


def _waiting(row: str, state: Ledger) -> RollingArrivals | None:
    return next((group for group in state.waiting if group.row == row), None)


def units_known(entry: ArrivalEntry, state: Ledger) -> RollingArrivals:
    """The units that roll for an entry, as far as they are known: all that wait, or all listed."""
    before = _waiting(entry.row, state)
    if before is not None:
        return before
    rolling = [c for c in entry.counters if not isinstance(c, Headquarters)]
    names = tuple(full_name(c) for c in rolling if not isinstance(c, Marker))
    lost = sum(gap.count or 0 for gap in entry.unknown if not gap.perhaps)
    return RollingArrivals(entry.row, max(len(rolling), lost, 1), names)


def count_violations(entry: ArrivalEntry, units: int, state: Ledger) -> tuple[Violation, ...]:
    """What is wrong with rolling for so many units; 0 stands for all that are known."""
    known = units_known(entry, state)
    if not 0 <= units <= MOST:
        raise BadInput(f"'{units}' units cannot roll; 1 to {MOST} can, or 0 for all that are due.")
    rules = ("TFB-OOA-26", *entry.cites)
    open_ended = any(gap.at_least or gap.count is None for gap in entry.unknown)
    closed = _waiting(entry.row, state) is not None or not open_ended
    return violations(
        violation_if(
            0 < units < known.units,
            f"{counted(known.units, 'unit')} of this entry must roll, each with its own die,"
            f" not {units}",
            rules,
            "name no number, and all of them roll",
        ),
        violation_if(
            closed and units > known.units,
            f"only {counted(known.units, 'unit')} of this entry can roll, not {units}",
            rules,
            "name no number, and all of them roll",
        ),
    )


def roll_for_divisions(
    entry: ArrivalEntry, units: int, place: str, state: Ledger, play: Play
) -> Ledger:
    """Roll for each unit that comes over the north edge; each that fails waits for itself."""
    known = units_known(entry, state)
    ruling = state.rulings.late_divisions
    listed = entry.date or state.date
    day = max(listed, state.date)
    first = _waiting(entry.row, state) is None
    if first and any(isinstance(counter, Headquarters) for counter in entry.counters):
        hq = division_arrival(listed, day, play.nature, True, ruling)
        play.log("corps_hq_arrives", hq.rules, what=entry.formation)
    drawn = any(isinstance(counter, Marker) and counter.drawn for counter in entry.counters)
    names: list[str] = []
    left = 0
    for number in range(units or known.units):
        name = known.names[number] if number < len(known.names) else ""
        found = division_arrival(listed, day, play.nature, late_divisions=ruling)
        if not found.result.arrives:
            left += 1
            names += [name] * bool(name)
            play.log("north_edge_waits", found.rules, row=entry.row, name=name)
            continue
        if drawn:
            state = draw_from_pool(state, "ag_pg", play)
        else:
            state = state.with_book("axis", state.axis.plus(arrived=1))
        where = place or f"{found.result.place} ({found.result.marker})"
        play.log("north_edge_arrives", found.rules, row=entry.row, name=name, place=where)
    rest = tuple(group for group in state.waiting if group.row != entry.row)
    if left:
        rest = (*rest, RollingArrivals(entry.row, left, tuple(names)))
    return replace(state, waiting=rest)
