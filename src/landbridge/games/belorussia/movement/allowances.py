"""How far a unit may go in a phase: the printed allowance as its mode changes it (OCS 5, 6.1b)."""

from __future__ import annotations

from fractions import Fraction

from landbridge.engine.columns import WORD
from landbridge.engine.rules.citing import in_force
from landbridge.engine.rules.findings import Finding, Why
from landbridge.engine.space.graph import TWELFTHS
from landbridge.games.belorussia.amounts import rounded
from landbridge.games.belorussia.movement.faces import face_up, values_by
from landbridge.games.belorussia.position.position import INACTIVE, RELEASED
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.units.garrisons import garrison_values
from landbridge.games.belorussia.units.words import Mode

SHARES: dict[Mode, tuple[Fraction, str, str]] = {
    "reserve": (Fraction(1, 4), "OCS-5.7-3", "Reserve Mode: a quarter of the allowance"),
    "strat": (Fraction(2), "OCS-5.8-1", "Strat Mode: twice the allowance of the Move side"),
    "dg": (Fraction(1, 2), "OCS-5.10b-3", "DG: half the allowance"),
    "exploit": (Fraction(1, 2), "OCS-5.9-1", "Exploit Mode: half the allowance"),
}
"""What a marker makes of a movement allowance, by which rule."""


def share_of(mode: Mode, why: Why) -> Fraction:
    """What a mode leaves of an allowance."""
    share, rules, text = SHARES.get(mode, (Fraction(1), "", ""))
    return share if rules and why(rules, text) else Fraction(1)


def allowance(theatre: Theatre, row: int) -> Finding[int]:
    """The movement allowance of a counter in this phase, in twelfths."""
    found = theatre.by_look("allowance", row, _allowance)
    return _after_flight(theatre, row, found) if row in theatre.position.airlifts.carried else found


def is_reduced(theatre: Theatre, row: int) -> bool:
    """Whether a counter has less now than the allowance on the side that is up."""
    return allowance(theatre, row).result < face_up(theatre, row).move * TWELFTHS


def _after_flight(theatre: Theatre, row: int, whole: Finding[int]) -> Finding[int]:
    """The allowance of a unit that planes have carried in this phase: half of it is left."""
    why, points = Why(), 0
    points = why.add(whole)
    reaction = theatre.phase == "reaction" and theatre.position.done[row] & RELEASED
    if reaction and not why(
        "OCS-14.9d-2", "the half for Reserves and that for the flight multiply"
    ):
        return why.so(points)
    if why("OCS-4.7d-2", "carried by air in this phase: half the allowance"):
        points = _share(points, Fraction(1, 2), why)
    return why.so(points)


def _allowance(theatre: Theatre, row: int) -> Finding[int]:
    why = Why()
    counter = theatre.counter(row)
    if counter.arm == "garrison" and not why.add(garrison_values(True, counter.steps)).moves:
        return why.so(0)
    asleep = counter.arm == "partisan" and theatre.position.done[row] & INACTIVE
    if asleep and why("TFB-3.7a-3", "a face-down partisan does not move"):
        return why.so(0)
    printed = face_up(theatre, row).move
    why(values_by(theatre, row), f"an allowance of {printed} on the side that is up")
    whole = printed * TWELFTHS
    released = theatre.position.done[row] & RELEASED and theatre.phase == "reaction"
    if released and why("OCS-5.7b-3", "released in the Reaction Phase: half the allowance"):
        return why.so(_share(whole, Fraction(1, 2), why))
    if theatre.position.done[row] & RELEASED and theatre.phase == "exploitation":
        full = why("OCS-5.7b-4", "released in the Exploitation Phase: the whole allowance")
        return why.so(whole if full else _share(whole, Fraction(1, 2), why))
    return why.so(_in_mode(theatre, row, whole, why))


def _in_mode(theatre: Theatre, row: int, whole: int, why: Why) -> int:
    marker = theatre.marker(row)
    if not marker:
        return whole
    return _share(whole, share_of(marker, why), why)


def _share(whole: int, share: Fraction, why: Why) -> int:
    part = int(whole * share)
    if part % TWELFTHS and not why("OCS-4.2-3", "an allowance is never rounded"):
        part = rounded(Fraction(part, TWELFTHS)) * TWELFTHS
    return part


def allowed(theatre: Theatre, row: int) -> int:
    """The same without reasons."""
    return allowance(theatre, row).result


def allowance_spent(theatre: Theatre, row: int) -> int:
    """What a counter has spent in this phase, in twelfths."""
    return WORD.get(theatre.position.spent, row)


def allowance_left(theatre: Theatre, row: int) -> int:
    """What a counter may still spend in this phase, in twelfths."""
    if not in_force("OCS-6.1b-1"):
        return allowed(theatre, row)
    return max(0, allowed(theatre, row) - allowance_spent(theatre, row))
