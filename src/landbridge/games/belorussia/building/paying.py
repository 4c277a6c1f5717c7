"""Paying for construction: SP drawn or thrown to the crew (OCS-13.8d-4)."""

from __future__ import annotations

from msgspec.structs import replace

from landbridge.engine.refusals import Refusal
from landbridge.engine.rules.citing import in_force
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.building.crews import Crew
from landbridge.games.belorussia.movement.segments import begin_move
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.supply_lines.paying import Need, Payment, pay


def paid_for(theatre: Theatre, crew: Crew, tokens: int) -> Finding[Payment]:
    """Supply for a crew's work, or a refusal.

    Whoever was moving has finished, but for Transport Points whose load pays: they have only
    paused (OCS-13.2a-1).
    """
    why = Why()
    if not in_force("OCS-13.8d-4"):
        return why.so(Payment(theatre.position, ()))
    need = Need(crew.rows[0], tokens, "construction")
    try:
        payment = why.add(pay(theatre, crew.side, (need,)))
    except Refusal as short:
        raise Refusal(short.text, ("OCS-13.8d-4", *short.rules), legal=short.legal) from None
    why("OCS-13.8d-4", f"{tokens}T drawn or thrown to {theatre.counter(crew.rows[0]).name}")
    givers = tuple(taking.carrier for taking in payment.takings)
    paused = tuple(row for row in payment.position.moving if row in givers)
    position = replace(begin_move(payment.position, paused), moving=paused)
    return why.so(Payment(position, payment.takings))
