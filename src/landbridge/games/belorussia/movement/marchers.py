"""Counters that set out together: how each of them moves, what it pays by and what it has left.

How far they get, their way hex by hex and the reasons for it all begin with the same: it is worked
out once.
"""

from __future__ import annotations

from collections.abc import Sequence

from landbridge.games.belorussia.movement.allowances import allowance_left, allowance_spent
from landbridge.games.belorussia.movement.costs import rides
from landbridge.games.belorussia.movement.faces import mobility
from landbridge.games.belorussia.movement.zones import minds_zones
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.terrain.words import Move


class Marchers:
    """Counters that stand together, before they march. Each list has one entry a counter."""

    __slots__ = ("left", "minding", "moves", "payers", "pays", "rows", "side", "spent", "start")

    def __init__(self, theatre: Theatre, rows: tuple[int, ...]) -> None:
        self.rows = rows
        self.side = theatre.counter(rows[0]).side
        self.start = theatre.place_of(rows[0])
        self.moves = [mobility(theatre, row) for row in rows]
        """How they move by themselves."""
        self.pays = [rides(theatre, row, rows).pays for row in rows]
        """By which column of the chart they pay as they move with the others."""
        self.payers: dict[Move, int] = dict(zip(self.pays, rows, strict=True))
        """One counter for each of these columns."""
        self.spent = [allowance_spent(theatre, row) for row in rows]
        self.left = [allowance_left(theatre, row) for row in rows]
        """What they may still spend, in twelfths."""
        self.minding = frozenset([row for row in rows if minds_zones(theatre, row)])
        """Those that have to stop in an enemy zone."""


def marchers(theatre: Theatre, rows: Sequence[int]) -> Marchers:
    """These counters before they march."""
    rows = tuple(rows)
    return theatre.once(("marchers", rows), lambda theatre: Marchers(theatre, rows))
