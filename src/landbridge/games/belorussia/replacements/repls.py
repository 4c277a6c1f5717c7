"""Repls (OCS 13.5): Pax and Eq as counters on the map."""

from __future__ import annotations

from collections.abc import Iterable

from landbridge.engine.rules.citing import in_force
from landbridge.games.belorussia.position.counters import Counter
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.replacements.rebuilding import ReplacementsAtHand

PAX, EQ = "pax", "eq"
"""What a Repl is called in `arm`."""


def needs_supply(counter: Counter) -> bool:
    """Whether a combat unit needs trace and fuel; Repls do like any other (OCS-13.5-1)."""
    return counter.duty != "repl" or in_force("OCS-13.5-1")


def at_hand(theatre: Theatre, rows: Iterable[int]) -> ReplacementsAtHand:
    """What Repls on the map are worth together; an Eq by its action rating."""
    repls = [theatre.counter(row) for row in rows]
    return ReplacementsAtHand(
        pax=sum(repl.arm == PAX for repl in repls),
        eq=tuple(repl.combat.rating for repl in repls if repl.arm == EQ),
    )
