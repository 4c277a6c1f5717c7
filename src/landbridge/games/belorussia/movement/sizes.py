"""How large a unit is: its RE on the map (OCS 4.6) and its load for transport (OCS 4.7)."""

from __future__ import annotations

from fractions import Fraction

from landbridge.engine.rules.citing import muted
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.position.counters import TOKENS
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.terrain.fuel_and_rail import rides_light

QUARTERS = 4
"""In a regimental equivalent."""
REPL = 1
"""Quarters of a Repl, Pax or Eq."""


def steps_left(theatre: Theatre, row: int) -> int:
    """The steps that a unit still has."""
    return theatre.counter(row).steps - theatre.position.lost[row]


def size_of(theatre: Theatre, row: int) -> Finding[int]:
    """The RE of a counter as it stands, in quarters, with the reason."""
    counter, why = theatre.counter(row), Why()
    if not counter.is_combat:
        none = why("OCS-4.6-4", "neither non-combat units nor planes have RE")
        return why.so(0 if none else QUARTERS)
    if counter.steps > 1:
        lost = theatre.position.lost[row]
        less = why("OCS-4.6-1", "its printed number, less one for each step lost") and lost
        return why.so(counter.quarters - QUARTERS * less)
    if counter.duty == "repl" and why("OCS-4.6-2", "a Repl is 1/4 RE"):
        return why.so(REPL)
    if counter.quarters < QUARTERS and why("OCS-4.6-2", "a battalion is 1/2, a company 1/4 RE"):
        return why.so(counter.quarters)
    return why.so(QUARTERS if why("OCS-4.6-3", "every other combat unit is 1 RE") else 0)


def quarters_of(theatre: Theatre, row: int) -> int:
    """The same without reasons."""
    counter = theatre.counter(row)
    if muted():
        return size_of(theatre, row).result
    if not counter.is_combat:
        return 0
    return counter.quarters - QUARTERS * theatre.position.lost[row] * (counter.steps > 1)


def load_of(theatre: Theatre, row: int, why: Why | None = None) -> int:
    """What a counter counts for transport, in tokens: a Transport Point its own size."""
    counter, says = theatre.counter(row), why or Why()
    if counter.is_transport:
        whole = says("OCS-4.7-3", "a Transport Point counts its own size, loaded or empty")
        return counter.capacity if whole else 0
    moving = counter.moving
    share = rides_light(moving.move if moving.by == "leg" else 0)
    if share != 1:
        says("OCS-4.7-2", f"with {moving.move} Leg MP in Move Mode it counts {share} of its RE")
    elif counter.is_combat:
        says("OCS-4.7-2", "it counts its full RE")
    return int(Fraction(quarters_of(theatre, row) * TOKENS, QUARTERS) * share)
