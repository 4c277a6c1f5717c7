"""The counters of partisans on the map: laid as the books have them, nameless to the enemy."""

from __future__ import annotations

from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.partisans.on_the_map import lay_down, partisan_rows
from landbridge.games.belorussia.position.position import UNUSED


def lay_partisans(state: Ledger) -> Ledger:
    """The map with the partisans as the books have them."""
    rows = partisan_rows(state.table.counters)
    lying = {rows[unit.unit]: (state.place(unit.hex), not unit.active) for unit in state.partisans}
    away = {row: (UNUSED, False) for row in rows.values() if row not in lying}
    return state.with_position(lay_down(state.table.position, away | lying))


def mask_partisans(state: Ledger) -> Ledger:
    """The map as those see it who may not know which units the partisans are.

    Whoever has not been seen lies there as if the units of the pool had been drawn in their order.
    """
    rows = partisan_rows(state.table.counters)
    seen = {rows[unit.unit] for unit in state.partisans if unit.known}
    nameless = [unit for unit in state.partisans if not unit.known]
    if not nameless:
        return state
    free = sorted(row for row in rows.values() if row not in seen)
    lying = {
        row: (state.place(unit.hex), not unit.active)
        for row, unit in zip(free, nameless, strict=False)
    }
    away = {row: (UNUSED, False) for row in free if row not in lying}
    return state.with_position(lay_down(state.table.position, away | lying))
