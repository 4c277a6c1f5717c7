"""Rumanians for whom no move was left in December 1941: they go home along lines."""

from __future__ import annotations

from collections.abc import Iterator

from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import rule
from landbridge.games.arsenal.forces.homecoming import BACK_MONTH, LIFT_MONTH, LIFTED
from landbridge.games.arsenal.forces.names import unit_label
from landbridge.games.arsenal.map.places import LAST_POINT, PLACE_WORDS, place_name
from landbridge.games.arsenal.map.points import HOME
from landbridge.games.arsenal.war.columns import ID, box
from landbridge.games.arsenal.war.control import defended
from landbridge.games.arsenal.war.movement.march import ends, may_move
from landbridge.games.arsenal.war.movement.overstacking import Departure
from landbridge.games.arsenal.war.restraints import FROM_RUMANIA
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.words import AXIS


def marches_home(state: War, side: int) -> Iterator[Departure]:
    """Rumanian units on their way home that can still come nearer without a battle.

    Whoever cannot stays where it is: nobody is asked for what cannot be done.
    """
    if side != AXIS or not LIFT_MONTH <= box(state).month < BACK_MONTH:
        return
    for unit in sorted(LIFTED):
        start = state.at[unit]
        if start > LAST_POINT or start in HOME["rumanian"] or state.side[unit] != AXIS:
            continue
        if may_move(state, unit):
            free = [p for p in ends(state, unit) if state.held[p] == AXIS or not defended(state, p)]
            if free:
                yield Departure(unit, start, min(free, key=lambda p: (FROM_RUMANIA[p], p)))


@rule("DC-R24", "RUL-DC-47", otherwise=())
def homeward(state: War, side: int) -> tuple[Violation, ...]:
    """What is wrong when operations end while a Rumanian unit stays away from home."""
    return tuple(
        Violation(
            f"{unit_label(found.unit)} goes home from {place_name(found.start)}",
            ("DC-R24", "RUL-DC-47"),
            f"move {ID[found.unit]} {PLACE_WORDS[found.start]} {PLACE_WORDS[found.to]}",
        )
        for found in marches_home(state, side)
    )
