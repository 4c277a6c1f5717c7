"""Attacks: who takes part, the air units in reach, the exact odds, and the first round."""

from __future__ import annotations

from typing import Self

from msgspec.structs import replace

from landbridge.engine.chance.odds import Dist
from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.agenda import push_steps
from landbridge.engine.play.boards import Forecast
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser
from landbridge.engine.refusals import ImpossibleAction, Violation
from landbridge.games.arsenal.combat.aircraft import air_odds
from landbridge.games.arsenal.combat.resolution import Outcome, forecast, undefended
from landbridge.games.arsenal.forces.units import ARMOUR, MAJOR
from landbridge.games.arsenal.map.places import NOWHERE, PLACE_WORDS, place_number
from landbridge.games.arsenal.map.points import NEIGHBOURS, POINTS
from landbridge.games.arsenal.war.battle.air_support import (
    air_breaches,
    air_in_reach,
    air_ready,
    defender_flies,
    fly,
)
from landbridge.games.arsenal.war.battle.decisions import OngoingBattle
from landbridge.games.arsenal.war.battle.forecasts import MOST_ROUNDS, forecast_fight
from landbridge.games.arsenal.war.battle.interception import Interception
from landbridge.games.arsenal.war.columns import (
    DISPERSED,
    FIGHTS,
    FORTIFIED,
    FOUGHT,
    KIND_OF,
    STAVKA,
    STEP,
    STEPS,
    ids,
    put,
    units_on,
)
from landbridge.games.arsenal.war.control import factories_defending
from landbridge.games.arsenal.war.state import NO_TARGETS, War
from landbridge.games.arsenal.war.steps import Phase, PhaseVerb
from landbridge.games.arsenal.words import SIDES, SOVIET, side_number


def targets(state: War) -> list[int]:
    """The points that somebody is about to attack."""
    return [] if state.target == NO_TARGETS else sorted(set(state.target) - {NOWHERE})


def _fightable(state: War) -> list[int]:
    """The points against which units that can hold them have been sent."""
    return [p for p in targets(state) if any(FIGHTS[u] for u in units_on(state.target, p))]


class Attack(PhaseVerb, frozen=True):
    """Fight for a point with all units that were sent against it."""

    point: str
    air: int = 0

    @classmethod
    def offer(cls, state: War, step: Phase, who: str) -> Offer | None:
        points = tuple(PLACE_WORDS[point] for point in targets(state))
        if not points:
            return None
        slots = (Slot("point", points), Slot("air", optional=True))
        return Offer("attack", "Fight for a point", slots, ("RUL-DC-33",))

    @classmethod
    def next_slot(cls, state: War, step: Phase, who: str, said: tuple[str, ...]) -> Slot | None:
        if len(said) != 1:
            return super().next_slot(state, step, who, said)
        ready = len(air_ready(state, place_number(said[0]), side_number(who)))
        return Slot("air", low=0, high=ready, optional=True) if ready else None

    def check(self, state: War, step: Phase, who: str) -> tuple[Violation, ...]:
        point, side = place_number(self.point), side_number(who)
        legal = ", ".join(POINTS[p].name for p in _fightable(state)) or "none"
        if point not in targets(state):
            raise ImpossibleAction(
                "No unit has been sent against that point",
                "RUL-DC-33",
                legal=f"points that combat units were sent against: {legal}",
            )
        found = air_breaches(state, point, side, self.air)
        if any(FIGHTS[unit] for unit in units_on(state.target, point)):
            return found
        text = "No unit that can hold a point attacks there"
        where = f"points that combat units were sent against: {legal}"
        return (Violation(text, ("RUL-DC-33",), where), *found)

    def apply(self, state: War, step: Phase, who: str, play: Play) -> War:
        point, side = place_number(self.point), side_number(who)
        flying = tuple(air_in_reach(state, point, side)[: self.air])
        state = fly(state, flying)
        battle = battle_for(state, point, side, self.air)
        if battle.stavka:
            state = replace(state, flags=put(state.flags, STAVKA, state.flags[STAVKA] | FOUGHT))
        play.log(
            "attack",
            ("RUL-DC-33",),
            side=SIDES[side],
            point=POINTS[point].name,
            attackers=ids(battle.attackers),
            defenders=ids(battle.defenders),
        )
        flags = bytearray(state.flags)
        for unit in battle.attackers:
            flags[unit] = (flags[unit] | FOUGHT | STEPS * STEP) & ~FORTIFIED
        target = state.target.replace(bytes((point,)), bytes((NOWHERE,)))
        state = replace(state, target=target, flags=bytes(flags))
        if (
            defender_flies(state)
            and air_ready(state, point, 1 - side)
            and not undefended(battle.model(state))
        ):
            return push_steps(state, Interception(battle, flying))
        return battle.open(state, play)

    def forecast(self, state: War, step: Phase, who: str) -> Forecast:
        point, side = place_number(self.point), side_number(who)
        battle = battle_for(state, point, side, self.air)
        notes = _interception(state, point, side, self.air)
        title = f"If you fight for {POINTS[point].name}"
        return forecast_fight(state, battle, title, notes)

    @classmethod
    def random_action(cls, state: War, step: Phase, who: str, choose: Chooser) -> Self | None:
        points = _fightable(state)
        if not points:
            return None
        point = points[choose(len(points))]
        ready = len(air_ready(state, point, side_number(who)))
        return cls(PLACE_WORDS[point], choose(ready + 1))


def battle_for(state: War, point: int, side: int, air: int) -> OngoingBattle:
    """The battle for a point with the units that were sent against it."""
    stavka = (
        side == SOVIET
        and state.at[STAVKA] in (point, *NEIGHBOURS[point])
        and not state.flags[STAVKA] & (DISPERSED | FOUGHT)
    )
    return OngoingBattle(
        asks_now="defender",
        point=point,
        side=side,
        attackers=tuple(sorted(units_on(state.target, point), key=_foremost)),
        defenders=tuple(sorted(units_on(state.at, point), key=_foremost)),
        factories=factories_defending(state, point),
        air=air,
        stavka=stavka,
    )


def forecast_battle(
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
    battle = battle_for(state, point, side, air)
    if not cover:
        return forecast(battle.model(state), rounds, stand)
    return air_odds(air, cover).then(
        lambda dice: forecast(
            replace(battle, air=dice[0], cover=dice[1]).model(state), rounds, stand
        )
    )


def _interception(state: War, point: int, side: int, air: int) -> tuple[str, ...]:
    """What enemy aircraft could do to the odds, where they may answer."""
    cover = len(air_ready(state, point, 1 - side)) if defender_flies(state) else 0
    if not cover:
        return ()
    met = forecast_battle(state, point, side, air, MOST_ROUNDS, cover=cover)
    taken = met.chance(lambda o: o.result == "taken")
    answer = f"{cover} enemy air unit{'s' if cover > 1 else ''} may answer"
    return (f"{answer}; against all of them it is taken in {float(taken):.1%}",)


def _foremost(unit: int) -> tuple[bool, bool, bool, int]:
    """Who takes hits first: those that survive them, infantry before armour."""
    kind = KIND_OF[unit]
    return (not FIGHTS[unit], not MAJOR[kind], ARMOUR[kind], unit)
