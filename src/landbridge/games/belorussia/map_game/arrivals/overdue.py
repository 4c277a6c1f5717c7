"""Counters that should have come and found no hex: they come as soon as there is one."""

from __future__ import annotations

from msgspec.structs import replace

from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.words import Side


def own_overdue(state: Ledger, side: Side) -> tuple[str, ...]:
    """The counters of a side that should have come and found no hex."""
    counters = state.table.counters
    return tuple(id for id in state.table.overdue if counters[counters.row(id)].side == side)


def note_overdue(state: Ledger, side: Side, arriving: dict[str, tuple[str, ...]]) -> Ledger:
    """Counters for which there was no hex come when there is one."""
    counters = state.table.counters
    others = [id for id in state.table.overdue if counters[counters.row(id)].side != side]
    due = (*others, *(id for ids in arriving.values() for id in ids))
    if due == state.table.overdue:
        return state
    return replace(state, on_map=replace(state.table, due=due))
