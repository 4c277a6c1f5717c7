"""Formation markers (OCS 13.7): one counter for all units of a formation in a hex."""

from __future__ import annotations

from landbridge.engine.rules.citing import in_force
from landbridge.games.belorussia.movement.faces import mode_of
from landbridge.games.belorussia.position.theatre import Theatre


def stands_for(theatre: Theatre, formation: str, place: int) -> tuple[int, ...]:
    """The units for which a formation's marker stands in a hex: all of it that are there."""
    rows = tuple(
        row
        for row in theatre.counters.formations.get(formation, ())
        if theatre.place_of(row) == place
    )
    if not rows or in_force("OCS-13.7-1"):
        return rows
    # Without the rule a marker could only stand for units that are all in one state.
    first = rows[0]
    return tuple(row for row in rows if _state(theatre, row) == _state(theatre, first))


def _state(theatre: Theatre, row: int) -> tuple[str, int]:
    return mode_of(theatre, row), theatre.position.out[row]
