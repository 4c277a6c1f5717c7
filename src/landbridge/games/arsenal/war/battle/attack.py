"""Attacks: who takes part, the air units in reach, the exact odds, and the first round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from landbridge.engine.actions import Action
from landbridge.engine.agenda import push_steps
from landbridge.engine.events import Play
from landbridge.engine.odds import Dist
from landbridge.engine.refusals import Refusal
from landbridge.games.arsenal.combat.aircraft import air_odds
from landbridge.games.arsenal.combat.resolution import Outcome, forecast, undefended
from landbridge.games.arsenal.forces.units import ARMOUR, MAJOR
from landbridge.games.arsenal.industry.factories import FACTORIES
from landbridge.games.arsenal.map.points import NEIGHBOURS, POINTS
from landbridge.games.arsenal.war.battle.fighting import Fighting
from landbridge.games.arsenal.war.columns import (
    DISPERSED,
    FIGHTS,
    FORTIFIED,
    FOUGHT,
    KIND_OF,
    NOWHERE,
    STAVKA,
    STEP,
    STEPS,
    ids,
    put,
    units_on,
)
from landbridge.games.arsenal.war.control import ENTRAINED
from landbridge.games.arsenal.war.movement.flights import Interception, air_ready, defends, fly
from landbridge.games.arsenal.war.steps import place_code
from landbridge.games.arsenal.words import SIDES, SOVIET

if TYPE_CHECKING:
    from landbridge.games.arsenal.war.state import War


class Attack(Action, frozen=True):
    """Fight for a point with all units that were sent against it."""

    point: str
    air: int = 0


def begin(state: War, action: Attack, side: int, play: Play | None = None) -> War:
    """Begin a battle, or refuse; without a play it is only checked."""
    point = place_code(action.point)
    attackers = units_on(state.aim, point)
    if not any(FIGHTS[unit] for unit in attackers):
        aimed = {aim for unit, aim in enumerate(state.aim) if aim != NOWHERE and FIGHTS[unit]}
        raise Refusal(
            "No unit that can hold a point attacks there",
            "RUL-DC-33",
            legal="points that combat units were sent against: "
            + (", ".join(POINTS[p].name for p in sorted(aimed)) or "none"),
        )
    planes = air_ready(state, point, side)
    if not 0 <= action.air <= len(planes):
        raise Refusal(
            f"{len(planes)} air units can fly there", "RUL-DC-35", legal=f"0 to {len(planes)}"
        )
    if play is None:
        return state
    flying = tuple(planes[: action.air])
    state = fly(state, flying)
    fight = fight_for(state, point, side, action.air)
    if fight.stavka:
        state = replace(state, flags=put(state.flags, STAVKA, state.flags[STAVKA] | FOUGHT))
    play.log(
        "attack",
        ("RUL-DC-33",),
        side=SIDES[side],
        point=POINTS[point].name,
        attackers=ids(fight.attackers),
        defenders=ids(fight.defenders),
    )
    aim = state.aim.replace(bytes((point,)), bytes((NOWHERE,)))
    flags = bytearray(state.flags)
    for unit in attackers:
        flags[unit] = (flags[unit] | FOUGHT | STEPS * STEP) & ~FORTIFIED
    state = replace(state, aim=aim, flags=bytes(flags))
    if defends(state) and air_ready(state, point, 1 - side) and not undefended(fight.battle(state)):
        return push_steps(state, Interception(fight, flying))
    return fight.open(state, play)


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


def forecast_fight(
    state: War,
    point: int,
    side: int,
    air: int = 0,
    rounds: int = 1,
    stand: int = 0,
    cover: int = 0,
) -> Dist[Outcome]:
    """The exact odds of the attack that has been prepared on a point, by the combat model.

    `cover` are the air units that the defender sends; the battle in the air is part of the odds.
    """
    fight = fight_for(state, point, side, air)
    if not cover:
        return forecast(fight.battle(state), rounds, stand)
    return air_odds(air, cover).then(
        lambda dice: forecast(
            replace(fight, air=dice[0], cover=dice[1]).battle(state), rounds, stand
        )
    )


def _foremost(unit: int) -> tuple[bool, bool, bool, int]:
    """Who takes hits first: those that survive them, infantry before armour."""
    kind = KIND_OF[unit]
    return (not FIGHTS[unit], not MAJOR[kind], ARMOUR[kind], unit)
