"""Why a unit cannot move strategically: its own state, the moves left, or where it would go."""

from __future__ import annotations

from landbridge.engine.refusals import ImpossibleAction, Refusal, Violation, breaches
from landbridge.engine.rules.citing import in_force
from landbridge.games.arsenal.forces.names import unit_label
from landbridge.games.arsenal.map.places import (
    LAST_POINT,
    SIBERIA,
    is_in_play,
    place_name,
)
from landbridge.games.arsenal.movement.strategic_movement import (
    By,
    check_behind,
    check_moves_left,
    check_one_way,
    refuse_way,
)
from landbridge.games.arsenal.war.capacity import capacity_left
from landbridge.games.arsenal.war.columns import (
    DISPERSED,
    FIGHTS,
    FOUGHT,
    FRESH,
    RAILED,
    STEP,
    STEPS,
    box,
)
from landbridge.games.arsenal.war.front import enemy_near
from landbridge.games.arsenal.war.movement.homeward import check_kept_moves
from landbridge.games.arsenal.war.movement.passengers import (
    enemy_at_start,
    entry_point,
    lines_lead,
    move_costs,
    moved_by,
    sea_of,
)
from landbridge.games.arsenal.war.movement.siberian_entry import check_entry
from landbridge.games.arsenal.war.restraints import check_free, check_homeward
from landbridge.games.arsenal.war.stacking import has_room
from landbridge.games.arsenal.war.state import War


def check_in_play(state: War, unit: int, to: int) -> None:
    """Refuse a unit that is on no place, or a way that leads to no other point."""
    start, name = state.at[unit], unit_label(unit)
    if not is_in_play(start):
        raise ImpossibleAction(f"{name} is not in play", "RUL-DC-38", legal="units in play")
    if to == start or to > LAST_POINT:
        raise ImpossibleAction(
            f"{name} cannot go to {place_name(to)}", "RUL-DC-38", legal="another point"
        )


def breaches_of_unit(state: War, unit: int, who: str, by: By) -> tuple[Violation, ...]:
    """What keeps a unit from moving strategically, wherever it would go."""
    start = state.at[unit]
    use = "siberian" if start == SIBERIA else "units"
    left = capacity_left(state, who) if move_costs(state, unit) else 1
    return (
        *breaches(check_one_way, moved_by(state, unit), by),
        *breaches(_check_fit, state, unit),
        *breaches(check_free, state, unit),
        *breaches(check_behind, enemy_at_start(state, unit), place_name(start)),
        *breaches(check_moves_left, left, use, box(state).month),
        *breaches(check_kept_moves, state, unit),
    )


def breaches_of_way(state: War, unit: int, to: int, by: By) -> tuple[Violation, ...]:
    """What speaks against the end of a strategic move, or the way there."""
    return (
        *breaches(check_behind, enemy_near(state, to, state.side[unit]), place_name(to)),
        *breaches(_check_room, state, unit, to),
        *breaches(check_homeward, state, unit, to),
        *breaches(_check_rail if by == "land" else _check_sail, state, unit, to),
    )


def _check_fit(state: War, unit: int) -> None:
    """Refuse a unit that is dispersed, or has moved or fought in this turn."""
    flags, name = state.flags[unit], unit_label(unit)
    if flags & RAILED and in_force("DC-R58"):
        text = f"{name} has moved strategically in this turn"
        raise Refusal(text, ("DC-R58", "RUL-DC-38"), legal="one strategic move in a turn")
    if not flags & RAILED and flags & (FOUGHT | STEPS * STEP):
        text = f"{name} has moved or fought in operations"
        raise Refusal(text, "RUL-DC-38", legal="units that have neither moved nor fought")
    if flags & DISPERSED and not flags & FRESH:
        raise Refusal(
            f"{name} is dispersed",
            ("DC-R59", "RUL-DC-31"),
            legal="undispersed units, and those that have just come",
        )


def _check_room(state: War, unit: int, to: int) -> None:
    if FIGHTS[unit] and not has_room(state, to):
        text = f"{place_name(to)} has no room for {unit_label(unit)}"
        raise Refusal(text, "RUL-DC-6", legal="points with room")


def _check_rail(state: War, unit: int, to: int) -> None:
    """Refuse a move to which no lines lead; from Siberia only lines of its edge do."""
    if state.at[unit] == SIBERIA:
        check_entry(state, unit, entry_point(state, to), "strategic")
    if not lines_lead(state, unit)[to]:
        raise refuse_way("land", state.at[unit], to)


def _check_sail(state: War, unit: int, to: int) -> None:
    if not sea_of(state, unit, to):
        raise refuse_way("sea", state.at[unit], to)
