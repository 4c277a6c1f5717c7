"""Attacks: who takes part, the air units in reach, the exact odds, and the first round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from landbridge.engine.actions import Action
from landbridge.engine.events import Play
from landbridge.engine.odds import Dist
from landbridge.engine.refusals import Refused
from landbridge.games.arsenal.combat_model import Outcome, forecast, undefended
from landbridge.games.arsenal.factories import FACTORIES
from landbridge.games.arsenal.map import NEIGHBOURS, POINTS
from landbridge.games.arsenal.units import ARMOUR, MAJOR
from landbridge.games.arsenal.war.columns import (
    AIR,
    DATA,
    DISPERSED,
    FIGHTS,
    FORTIFIED,
    FOUGHT,
    KIND_OF,
    LAST_POINT,
    NOWHERE,
    STAVKA,
    STEP,
    STEPS,
    hard_here,
    ids,
    put,
    units_on,
    weather_here,
)
from landbridge.games.arsenal.war.control import ENTRAINED
from landbridge.games.arsenal.war.fighting import Fighting
from landbridge.games.arsenal.war.steps import place_code
from landbridge.games.arsenal.weather import air_limit
from landbridge.games.arsenal.words import SIDES, SOVIET

if TYPE_CHECKING:
    from landbridge.games.arsenal.war.state import War

REACH: int = DATA["air"]["reach"]


def _within(reach: int) -> tuple[frozenset[int], ...]:
    found = [{point.number} for point in POINTS]
    for _ in range(reach):
        found = [near.union(*(NEIGHBOURS[point] for point in near)) for near in found]
    return tuple(frozenset(near) for near in found)


NEAR = _within(REACH)
"""By point: the points from which aircraft reach it."""


class Attack(Action, frozen=True):
    """Fight for a point with all units that were sent against it."""

    point: str
    air: int = 0


def air_ready(state: War, point: int, side: int) -> list[int]:
    """Air units of a side that can support an attack on a point."""
    here = weather_here(state, point)
    near, at, flags = NEAR[point], state.at, state.flags
    ready = [
        unit
        for unit in AIR
        if at[unit] in near and not flags[unit] & (DISPERSED | FOUGHT) and state.side[unit] == side
    ]
    if not ready:
        return ready
    limit = air_limit(side, here, hard_here(state, here))
    if limit is None:
        return ready
    flown = sum(
        1
        for unit in AIR
        if state.side[unit] == side and state.at[unit] <= LAST_POINT and state.flags[unit] & FOUGHT
    )
    return ready[: max(limit - flown, 0)]


def begin(state: War, action: Attack, side: int, play: Play | None = None) -> War:
    """Begin a battle, or refuse; without a play it is only checked."""
    point = place_code(action.point)
    attackers = units_on(state.aim, point)
    if not any(FIGHTS[unit] for unit in attackers):
        raise Refused(
            "No unit that can hold a point attacks there",
            "RUL-DC-33",
            legal="move a combat unit against it first",
        )
    planes = air_ready(state, point, side)
    if not 0 <= action.air <= len(planes):
        raise Refused(
            f"{len(planes)} air units can fly there", "RUL-DC-35", legal=f"0 to {len(planes)}"
        )
    if play is None:
        return state
    for unit in planes[: action.air]:
        state = replace(state, flags=put(state.flags, unit, state.flags[unit] | FOUGHT))
    fight = fight_for(state, point, side, action.air)
    if fight.stavka:
        state = replace(state, flags=put(state.flags, STAVKA, state.flags[STAVKA] | FOUGHT))
    play.tell(
        "attack",
        ("RUL-DC-33",),
        side=SIDES[side],
        point=POINTS[point].name,
        attackers=ids(fight.attackers),
        defenders=ids(fight.defenders),
    )
    aim = bytes(NOWHERE if target == point else target for target in state.aim)
    flags = bytearray(state.flags)
    for unit in attackers:
        flags[unit] = (flags[unit] | FOUGHT | STEPS * STEP) & ~FORTIFIED
    state = replace(state, aim=aim, flags=bytes(flags))
    battle = fight.battle(state)
    if undefended(battle):
        return fight.finish(state, battle, play)
    return fight.round(state, battle, play)


def fight_for(state: War, point: int, side: int, air: int) -> Fighting:
    """The battle for a point with the units that were sent against it."""
    stavka = (
        side == SOVIET
        and state.at[STAVKA] in (point, *NEIGHBOURS[point])
        and not state.flags[STAVKA] & (DISPERSED | FOUGHT)
    )
    return Fighting(
        asks_now="defender",
        point=point,
        side=side,
        attackers=tuple(sorted(units_on(state.aim, point), key=_foremost)),
        defenders=tuple(sorted(units_on(state.at, point), key=_foremost)),
        plants=tuple(
            plant
            for plant in range(len(FACTORIES))
            if state.plants[plant] == point and not state.plant_flags[plant] & ENTRAINED
        ),
        air=air,
        stavka=stavka,
    )


def foresee(
    state: War, point: int, side: int, air: int = 0, rounds: int = 1, stand: int = 0
) -> Dist[Outcome]:
    """The exact odds of the attack that has been prepared on a point, by the combat model."""
    return forecast(fight_for(state, point, side, air).battle(state), rounds, stand)


def _foremost(unit: int) -> tuple[bool, bool, bool, int]:
    """Who takes hits first: those that survive them, infantry before armour."""
    kind = KIND_OF[unit]
    return (not FIGHTS[unit], not MAJOR[kind], ARMOUR[kind], unit)
