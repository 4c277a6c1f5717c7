"""Arranging a match on the map: counters put where a script wants them, as in a sketch.

    position = { map = {
      clear = true,
      units = [
        { id = "S-RD-307", hex = "D13.12", mode = "move" },
        { name = "Rifles", side = "soviet", strength = 12, rating = 3, move = 4, hex = "D12.12" },
      ],
      dumps = [{ hex = "D12.09", side = "soviet", sp = 2 }],
    } }

A unit is a counter of the scenario by its id, or a new one with its values and its name as id.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from landbridge.engine.refusals import BadInput
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.table import MapTable
from landbridge.games.belorussia.position.position import Position, empty_position
from landbridge.games.belorussia.position.sketched_position import SketchedPosition
from landbridge.games.belorussia.position.sketched_units import SketchUnit, counter_in_sketch


class Arrangement(SketchedPosition, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is put on the map of a match, or stands otherwise on it."""

    clear: bool = False
    """Whether everything else is taken off first; who holds what, and the gauge, stay."""

    def table(self, table: MapTable) -> MapTable:
        """A table with all this on it."""
        land, counters = table.land, table.counters
        new = [unit for unit in self.units if not _known(unit, table)]
        made = tuple(map(counter_in_sketch, new, range(len(new))))
        position = table.position.with_rows(len(made))
        table = replace(table, added=(*table.added, *made))
        counters = table.counters
        rows = [
            counters.row(unit.id) if unit.id else counters.row(unit.name) for unit in self.units
        ]
        begun = _cleared(position) if self.clear else position
        return table.with_position(self.laid_on(begun, land, counters, rows))


def _known(unit: SketchUnit, table: MapTable) -> bool:
    """Whether a counter of the match is meant."""
    if not unit.id and not unit.name:
        raise BadInput("A unit in a match is named: by the id of a counter, or a name of its own.")
    return (unit.id or unit.name) in table.counters.rows


def _cleared(position: Position) -> Position:
    """A position with nothing on the land, which everybody holds as before."""
    empty = empty_position(len(position.lost), len(position.control))
    return replace(empty, control=position.control, gauge=position.gauge)


def arrange(state: Ledger, given: Any) -> Ledger:
    """The same match with the map as it is given."""
    if not state.has_map:
        raise BadInput("This match is played beside the map; nothing stands on it.")
    try:
        arrangement = msgspec.convert(given, Arrangement)
    except msgspec.ValidationError as problem:
        raise BadInput(f"The map is arranged wrongly: {problem}.") from None
    return replace(state, on_map=arrangement.table(state.table))
