"""Parachute drops, with the optional rule: a corps lands where nobody defends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from landbridge.engine.actions import Action
from landbridge.engine.events import Play
from landbridge.engine.refusals import Refusal
from landbridge.games.arsenal.combat.aircraft import within
from landbridge.games.arsenal.forces.units import KIND, UNITS
from landbridge.games.arsenal.map.points import POINTS
from landbridge.games.arsenal.movement.parachutes import may_drop, parachute_drop
from landbridge.games.arsenal.war.columns import (
    DISPERSED,
    FOUGHT,
    FRESH,
    ID,
    LAST_POINT,
    RAILED,
    STEP,
    STEPS,
    WORDS,
    ids,
    in_supply,
    lose,
    name_of,
    neutral,
    stand,
)
from landbridge.games.arsenal.war.control import defended, take
from landbridge.games.arsenal.war.movement.flights import air_ready, fly
from landbridge.games.arsenal.war.steps import Chooser, own_unit, place_code
from landbridge.games.arsenal.words import AXIS, SOVIET, figures

if TYPE_CHECKING:
    from landbridge.games.arsenal.war.state import War

JUMPERS: tuple[int, ...] = tuple(
    unit.number for unit in UNITS if unit.kind in (KIND["parachute_corps"], KIND["airborne_corps"])
)
"""The units that can be dropped."""
LINES: int = figures("parachutes", "on")["lines"]
ZONES = within(LINES)
"""By point: where a corps can be dropped from there."""
MOVED = DISPERSED | FRESH | RAILED | FOUGHT | STEPS * STEP


class Drop(Action, frozen=True):
    """Drop a corps on a point that nobody defends."""

    unit: str
    point: str


def in_use(state: War) -> bool:
    """Whether the optional rule is played."""
    return bool(figures("parachutes", state.rulings["parachutes"])["use"])


def jumpers(state: War) -> list[int]:
    """Corps that can be dropped now: in play, in supply, undispersed, not moved."""
    return [
        unit
        for unit in JUMPERS
        if state.at[unit] <= LAST_POINT and not state.flags[unit] & MOVED and in_supply(state, unit)
    ]


def zones(state: War, unit: int) -> list[int]:
    """Where a corps can be dropped: enemy points without a defender that aircraft reach."""
    return [
        point
        for point in sorted(ZONES[state.at[unit]])
        if state.held[point] == AXIS
        and not neutral(state, POINTS[point].owner)
        and not defended(state, point)
        and air_ready(state, point, SOVIET)
    ]


def check_drop(state: War, action: Drop) -> None:
    """Refuse a drop that the rules forbid."""
    unit, point = own_unit(state, action.unit, "soviet"), place_code(action.point)
    able = jumpers(state)
    if unit not in able:
        raise Refusal(f"{UNITS[unit].name} cannot be dropped", "RUL-DC-30", legal=ids(able))
    found = zones(state, unit)
    if point in found:
        return
    if point <= LAST_POINT:
        near = ZONES[state.at[unit]]
        air = bool(air_ready(state, point, SOVIET))
        may_drop(0 if point in near else LINES + 1, air, state.rulings["parachutes"])
    raise Refusal(
        f"{UNITS[unit].name} cannot be dropped on {name_of(point)}",
        "RUL-DC-30",
        legal=", ".join(name_of(p) for p in found) or "an enemy point without a defender",
    )


def drop(state: War, action: Drop, play: Play) -> War:
    """Carry out a drop; a die decides how the corps lands."""
    unit, point = own_unit(state, action.unit, "soviet"), place_code(action.point)
    state = fly(state, air_ready(state, point, SOVIET)[:1])
    landed = parachute_drop(play.nature)
    play.log(
        "dropped", ("RUL-DC-30",), unit=ID[unit], point=name_of(point), how=landed.replace("_", " ")
    )
    if landed == "lost":
        return lose(state, unit)
    flags = FOUGHT | STEPS * STEP | (DISPERSED if landed == "dispersed" else 0)
    return take(stand(state, unit, point, flags), point, SOVIET, play)


def draw_drop(state: War, choose: Chooser) -> Action | None:
    """Any drop."""
    units = jumpers(state)
    while units:
        number = choose(len(units))
        found = zones(state, units[number])
        if found:
            return Drop(ID[units[number]], WORDS[found[choose(len(found))]])
        del units[number]
    return None
