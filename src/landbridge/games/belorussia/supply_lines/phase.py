"""The Supply Phase (OCS-2.3-8): recovery, the check of trace, eating or the marker, attrition.

Each part is a function of its own, so that a match can stop between them for its players; here they
follow each other.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import Refusal
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.position.position import Position
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.supply.attrition import Attrition
from landbridge.games.belorussia.supply_lines.dumps import givers_to
from landbridge.games.belorussia.supply_lines.eating import (
    EatingResult,
    TraceCheck,
    eat,
    mark_supply,
)
from landbridge.games.belorussia.supply_lines.recovery import RecoveryResult, recover
from landbridge.games.belorussia.supply_lines.starving import (
    AttritionResult,
    cheapest_losses,
    lose_steps,
    loss_violations,
    starve,
    starving_stacks,
)
from landbridge.games.belorussia.supply_lines.trace import Giver, SupplyState, supply_state
from landbridge.games.belorussia.violations import refuse
from landbridge.games.belorussia.words import Side


class SupplyChoices(Struct, frozen=True):
    """What a player decides in his Supply Phase."""

    first: tuple[int, ...] = ()
    """Who recovers first."""
    serving: Mapping[str, Giver] = {}
    """By formation: the HQ or source to which it traces."""
    eat: tuple[int, ...] = ()
    losses: Mapping[int, Mapping[int, int]] = {}
    """By hex: the steps that units there lose; the cheapest where nothing is said."""


class SupplyPhase(Struct, frozen=True):
    """What happened in a Supply Phase."""

    position: Position
    recovered: RecoveryResult
    state: SupplyState
    eaten: EatingResult
    marked: TraceCheck
    attrition: dict[int, Attrition]
    """By hex."""
    starved: tuple[AttritionResult, ...]


def supply_phase(
    theatre: Theatre, side: Side, choices: SupplyChoices, nature: Nature
) -> Finding[SupplyPhase]:
    """The whole phase of a side."""
    why = Why()
    recovered = RecoveryResult(theatre.position, (), ())
    in_order = why("OCS-2.3-8", "recovery, then trace, then eating or the marker, then attrition")
    if in_order:
        recovered = why.add(recover(theatre, side, choices.first))
        theatre = theatre.with_position(recovered.position)
    state = supply_state(theatre, side, choices.serving)
    eaten = EatingResult(theatre.position, (), ())
    eaters = choices.eat
    if not why("OCS-12.6c-3", "nobody is forced to eat"):
        eaters = tuple(row for row in state.without if givers_to(theatre, row))
    if eaters:
        eaten = why.add(_eat_after(recovered, theatre, state, eaters))
        theatre = theatre.with_position(eaten.position)
    if not in_order:
        recovered = why.add(recover(theatre, side, choices.first))
        theatre = theatre.with_position(recovered.position)
    marked = why.add(mark_supply(theatre, side, state, eaten.rows))
    theatre = theatre.with_position(marked.position)
    rolled: dict[int, Attrition] = {}
    starved: list[AttritionResult] = []
    for place in starving_stacks(theatre, side):
        rolled[place] = why.add(starve(theatre, place, side, nature))
        due = rolled[place].steps
        losses = choices.losses.get(place) or cheapest_losses(theatre, place, side, due)
        refuse(loss_violations(theatre, place, side, due, losses))
        starved.append(lose_steps(theatre, losses))
        theatre = theatre.with_position(starved[-1].position)
    return why.so(
        SupplyPhase(theatre.position, recovered, state, eaten, marked, rolled, tuple(starved))
    )


def _eat_after(
    recovered: RecoveryResult, theatre: Theatre, state: SupplyState, rows: tuple[int, ...]
) -> Finding[EatingResult]:
    """Let units eat what recovery has left; a refusal says so where it has taken something."""
    try:
        return eat(theatre, state, rows)
    except Refusal as refused:
        if not recovered.takings:
            raise
        raise Refusal(
            f"{refused.text}, after recovery", (*refused.rules, "OCS-2.3-8"), refused.legal
        ) from None
