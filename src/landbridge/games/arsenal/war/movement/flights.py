"""Aircraft on the map: who can fly, changing bases, and the defender's answer to an attack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from landbridge.engine.actions import Action, Decision, Offer, Slot
from landbridge.engine.agenda import replace_step
from landbridge.engine.events import Play
from landbridge.engine.refusals import Refusal, Violation
from landbridge.games.arsenal.combat.aircraft import BASES, NEAR, TRANSFER, air_battle
from landbridge.games.arsenal.forces.units import UNITS
from landbridge.games.arsenal.map.points import POINTS
from landbridge.games.arsenal.map.weather import air_limit
from landbridge.games.arsenal.war.battle.fighting import Fighting
from landbridge.games.arsenal.war.columns import (
    AIR,
    DISPERSED,
    FOUGHT,
    FRESH,
    ID,
    LAST_POINT,
    RAILED,
    STEP,
    WORDS,
    hard_here,
    ids,
    lose,
    name_of,
    put,
    stand,
    supplied,
    weather_here,
)
from landbridge.games.arsenal.war.steps import DONE, Chooser, Phase, own_unit, place_code
from landbridge.games.arsenal.words import SIDES, Side, figures

if TYPE_CHECKING:
    from landbridge.games.arsenal.war.state import War

GROUNDED = DISPERSED | FOUGHT | FRESH | RAILED | STEP
"""Marks of air units that do not fly any more, or not yet."""


def air_ready(state: War, point: int, side: int) -> list[int]:
    """Air units of a side that can fly to a point: in reach, in supply, not flown, by weather."""
    near, at, flags = NEAR[point], state.at, state.flags
    ready = [
        unit
        for unit in AIR
        if at[unit] in near and not flags[unit] & GROUNDED and state.side[unit] == side
    ]
    if not ready:
        return ready
    level = supplied(state, side)
    ready = [unit for unit in ready if level[at[unit]]]
    here = weather_here(state, point)
    limit = air_limit(side, here, hard_here(state, here))
    if limit is None:
        return ready
    flown = sum(
        1
        for unit in AIR
        if state.side[unit] == side and at[unit] <= LAST_POINT and flags[unit] & FOUGHT
    )
    return ready[: max(limit - flown, 0)]


def fly(state: War, units: list[int] | tuple[int, ...]) -> War:
    """Mark air units as flown."""
    flags = bytearray(state.flags)
    for unit in units:
        flags[unit] |= FOUGHT
    return replace(state, flags=bytes(flags))


# Changing bases


class Rebase(Action, frozen=True):
    """Move an air unit to another base, instead of flying in support."""

    unit: str
    point: str


def movable_air(state: War, side: int) -> list[int]:
    """Air units that may change their base."""
    return [
        unit
        for unit in AIR
        if state.at[unit] <= LAST_POINT
        and state.side[unit] == side
        and not state.flags[unit] & GROUNDED
    ]


def bases(state: War, unit: int) -> list[int]:
    """Where an air unit may be based: own points in supply within its range."""
    side, start = state.side[unit], state.at[unit]
    level = supplied(state, side)
    return [
        point
        for point in sorted(BASES[start])
        if state.held[point] == side and level[point] and point != start
    ]


def may_rebase(state: War, action: Rebase, side: Side) -> tuple[int, int]:
    """The unit and its new base, or a refusal."""
    unit, point = own_unit(state, action.unit, side), place_code(action.point)
    if unit not in AIR or unit not in movable_air(state, state.side[unit]):
        can = ids(movable_air(state, state.side[unit]))
        raise Refusal(f"{UNITS[unit].name} cannot change its base", "RUL-DC-42", legal=can)
    found = bases(state, unit)
    if point not in found:
        raise Refusal(
            f"{UNITS[unit].name} cannot be based at {name_of(point)}",
            "RUL-DC-42",
            legal=f"own points in supply within {TRANSFER} lines: "
            + (", ".join(name_of(p) for p in found[:12]) or "none"),
        )
    return unit, point


def rebase(state: War, action: Rebase, side: Side, play: Play) -> War:
    """Carry out a change of base."""
    unit, point = own_unit(state, action.unit, side), place_code(action.point)
    play.log(
        "rebased",
        ("RUL-DC-42",),
        unit=ID[unit],
        start=name_of(state.at[unit]),
        end=name_of(point),
    )
    return stand(state, unit, point, STEP)


def draw_rebase(state: War, choose: Chooser, side: int) -> Action | None:
    """Any change of base."""
    units = movable_air(state, side)
    while units:
        number = choose(len(units))
        found = bases(state, units[number])
        if found:
            return Rebase(ID[units[number]], WORDS[found[choose(len(found))]])
        del units[number]
    return None


# The defender's aircraft


class Intercept(Action, frozen=True):
    """Send air units against an attack."""

    air: int


def defends(state: War) -> bool:
    """Whether the defender's aircraft fly too."""
    return bool(figures("air_war", state.rulings["air_war"])["defends"])


class Interception(Phase, frozen=True):
    """Before the first round the defender may send aircraft."""

    fight: Fighting
    flying: tuple[int, ...]
    """The attacker's air units over the point."""

    @property
    def who(self) -> Side:
        return SIDES[1 - self.fight.side]

    def _ready(self, state: War) -> list[int]:
        return air_ready(state, self.fight.point, 1 - self.fight.side)

    def asks(self, state: War) -> tuple[Decision, ...]:
        number = len(self._ready(state))
        slot = Slot("air", low=1, high=number, prompt="how many air units")
        offers = (
            Offer("intercept", "Send aircraft", (slot,), ("RUL-DC-42",)),
            Offer("done", "Leave the sky to the attacker"),
        )
        name = POINTS[self.fight.point].name
        prompt = f"Attack on {name}, {len(self.flying)} air units with it"
        return (Decision(self.who, prompt, offers, ("RUL-DC-42",)),)

    def slot(self, state: War, verb: str, said: tuple[str, ...]) -> Slot | None:
        return None

    def check(self, state: War, who: str, action: Action) -> tuple[Violation, ...]:
        number = len(self._ready(state))
        if isinstance(action, Intercept) and not 1 <= action.air <= number:
            raise Refusal(
                f"{number} air units can fly there", "RUL-DC-42", legal=f"1 to {number}, or done"
            )
        return ()

    def answer(self, state: War, who: str, action: Action, play: Play) -> War:
        sent = tuple(self._ready(state)[: action.air]) if isinstance(action, Intercept) else ()
        return _air_fight(replace_step(state), self.fight, self.flying, sent, play)

    def random_action(self, state: War, who: str, choose: Chooser) -> Action:
        number = choose(len(self._ready(state)) + 1)
        return Intercept(number) if number else DONE


def _air_fight(
    state: War, fight: Fighting, flying: tuple[int, ...], sent: tuple[int, ...], play: Play
) -> War:
    """Aircraft meet; those left over support their side in the battle that follows."""
    fought = air_battle(len(flying), len(sent), play.nature)
    state = fly(state, sent)
    lost: list[int] = []
    for units, result in ((flying, fought.attackers), (sent, fought.defenders)):
        stay = result.left + result.turned_back
        for unit in units[result.left : stay]:
            flags = state.flags[unit] | DISPERSED
            state = replace(state, flags=put(state.flags, unit, flags))
        lost += units[stay:]
    for unit in lost:
        state = lose(state, unit)
    if sent:
        play.log(
            "air_battle",
            ("RUL-DC-42",),
            point=POINTS[fight.point].name,
            attackers=fought.attackers.left,
            defenders=fought.defenders.left,
            lost=ids(lost),
        )
    fight = replace(fight, air=fought.attack_dice, cover=fought.defence_dice)
    return fight.open(state, play)
