"""Rumanians for whom no move was left in December 1941: they go home along lines, by rail first."""

from __future__ import annotations

from collections.abc import Iterator

from landbridge.engine.refusals import Refusal, Violation
from landbridge.engine.rules.citing import rule
from landbridge.games.arsenal.forces.homecoming import BACK_MONTH, LIFT_MONTH, LIFTED
from landbridge.games.arsenal.forces.names import unit_label
from landbridge.games.arsenal.map.places import LAST_POINT, PLACE_WORDS, place_name
from landbridge.games.arsenal.map.points import HOME
from landbridge.games.arsenal.war.capacity import capacity_left
from landbridge.games.arsenal.war.columns import ID, box
from landbridge.games.arsenal.war.control import defended
from landbridge.games.arsenal.war.movement.march import ends, may_move
from landbridge.games.arsenal.war.movement.overstacking import Departure
from landbridge.games.arsenal.war.movement.passengers import (
    may_end,
    move_costs,
    rail_ends,
    travellers,
)
from landbridge.games.arsenal.war.restraints import FROM_RUMANIA
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.words import AXIS, joined

RULES = ("DC-R24", "RUL-DC-47")


def _on_their_way(state: War, side: int) -> list[int]:
    """Rumanian units that have to go home and are not there yet."""
    if side != AXIS or not LIFT_MONTH <= box(state).month < BACK_MONTH:
        return []
    return [
        unit
        for unit in sorted(LIFTED)
        if state.at[unit] <= LAST_POINT
        and state.at[unit] not in HOME["rumanian"]
        and state.side[unit] == AXIS
    ]


# By rail


def railable_home(state: War, side: int) -> list[Departure]:
    """Those of them whom lines lead home in one strategic move."""
    found = []
    units = _on_their_way(state, side)
    rested = travellers(state, side) if units else b""
    for unit in units:
        if rested[unit]:
            home = [p for p in rail_ends(state, unit) if p in HOME["rumanian"]]
            free = [p for p in home if may_end(state, unit, p)]
            if free:
                found.append(Departure(unit, state.at[unit], free[0]))
    return found


@rule("DC-R24", "RUL-DC-47", otherwise=())
def left_behind(state: War, side: int) -> tuple[Violation, ...]:
    """What is wrong when strategic movement ends while a unit could still be railed home."""
    if capacity_left(state, "axis") < 1:
        return ()
    return tuple(
        Violation(
            f"{unit_label(found.unit)} goes home from {place_name(found.start)}",
            RULES,
            f"rail {ID[found.unit]} {PLACE_WORDS[found.to]}",
        )
        for found in railable_home(state, side)
    )


@rule("DC-R24", "RUL-DC-47")
def check_kept_moves(state: War, unit: int) -> None:
    """Refuse another unit the moves that are needed to bring Rumanians home."""
    homeward_bound = railable_home(state, state.side[unit])
    if not homeward_bound or unit in {found.unit for found in homeward_bound}:
        return
    if capacity_left(state, "axis") - move_costs(state, unit) < len(homeward_bound):
        names = joined([unit_label(found.unit) for found in homeward_bound])
        first = homeward_bound[0]
        raise Refusal(
            f"The strategic moves that are left bring {names} home",
            RULES,
            legal=f"rail {ID[first.unit]} {PLACE_WORDS[first.to]}",
        )


# On foot


def marches_home(state: War, side: int) -> Iterator[Departure]:
    """Those of them who can still come nearer to their country without a battle.

    Whoever cannot stays where it is: nobody is asked for what cannot be done.
    """
    for unit in _on_their_way(state, side):
        if may_move(state, unit):
            free = [p for p in ends(state, unit) if state.held[p] == AXIS or not defended(state, p)]
            if free:
                to = min(free, key=lambda p: (FROM_RUMANIA[p], p))
                yield Departure(unit, state.at[unit], to)


@rule("DC-R24", "RUL-DC-47", otherwise=())
def homeward(state: War, side: int) -> tuple[Violation, ...]:
    """What is wrong when operations end while a Rumanian unit stays away from home."""
    return tuple(
        Violation(
            f"{unit_label(found.unit)} goes home from {place_name(found.start)}",
            RULES,
            f"move {ID[found.unit]} {PLACE_WORDS[found.start]} {PLACE_WORDS[found.to]}",
        )
        for found in marches_home(state, side)
    )
