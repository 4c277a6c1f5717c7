"""Parachute drops, with the optional rule: a corps lands where nobody defends."""

from __future__ import annotations

from typing import Self

from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser
from landbridge.engine.refusals import ImpossibleAction, Violation, breaches
from landbridge.games.arsenal.combat.aircraft import within
from landbridge.games.arsenal.forces.names import unit_label
from landbridge.games.arsenal.forces.units import KIND, UNITS
from landbridge.games.arsenal.map.places import LAST_POINT, PLACE_WORDS, place_name, place_number
from landbridge.games.arsenal.map.points import POINTS
from landbridge.games.arsenal.movement.parachutes import may_drop, parachute_drop
from landbridge.games.arsenal.war.battle.air_support import air_ready, fly
from landbridge.games.arsenal.war.columns import (
    DISPERSED,
    FOUGHT,
    FRESH,
    ID,
    RAILED,
    STEP,
    STEPS,
    ids,
    lose_unit,
    place_unit,
)
from landbridge.games.arsenal.war.control import defended, take
from landbridge.games.arsenal.war.restraints import neutral
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.war.steps import Phase, PhaseVerb, own_unit
from landbridge.games.arsenal.war.supply import in_supply
from landbridge.games.arsenal.words import AXIS, SOVIET, figures

JUMPERS: tuple[int, ...] = tuple(
    unit.number for unit in UNITS if unit.kind in (KIND["parachute_corps"], KIND["airborne_corps"])
)
"""The units that can be dropped."""
LINES: int = figures("parachutes", "on")["lines"]
ZONES = within(LINES)
"""By point: where a corps can be dropped from there."""
MOVED = DISPERSED | FRESH | RAILED | FOUGHT | STEPS * STEP


def in_use(state: War) -> bool:
    """Whether the optional rule is played."""
    return bool(figures("parachutes", state.rulings.parachutes)["use"])


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


def _check_drop(state: War, unit: int, point: int) -> None:
    """Refuse a drop that is out of reach, has no air unit, or is not played."""
    lines = 0 if point in ZONES[state.at[unit]] else LINES + 1
    may_drop(lines, bool(air_ready(state, point, SOVIET)), state.rulings.parachutes)


class Drop(PhaseVerb, frozen=True):
    """Drop a corps on a point that nobody defends."""

    explains = True
    only = "soviet"

    unit: str
    point: str

    @classmethod
    def offer(cls, state: War, step: Phase, who: str) -> Offer | None:
        units = jumpers(state) if who == cls.only and in_use(state) else []
        if not units:
            return None
        slots = (Slot("unit", tuple(ID[unit] for unit in units)), Slot("point"))
        return Offer("drop", "Drop a corps by parachute", slots, ("RUL-DC-30",))

    @classmethod
    def next_slot(cls, state: War, step: Phase, who: str, said: tuple[str, ...]) -> Slot | None:
        if len(said) != 1:
            return super().next_slot(state, step, who, said)
        unit = own_unit(state, said[0], who)
        return Slot("point", tuple(PLACE_WORDS[point] for point in zones(state, unit)))

    def check(self, state: War, step: Phase, who: str) -> tuple[Violation, ...]:
        unit, point = own_unit(state, self.unit, who), place_number(self.point)
        name, able = unit_label(unit), jumpers(state)
        if unit not in JUMPERS or state.at[unit] > LAST_POINT or point > LAST_POINT:
            text = f"{name} cannot be dropped: only parachute troops on the map are"
            raise ImpossibleAction(text, ("DC-R56d", "RUL-DC-30"), legal=ids(able))
        found = zones(state, unit)
        empty = ", ".join(place_name(p) for p in found) or "an enemy point without a defender"
        wrong = breaches(_check_drop, state, unit, point)
        if state.held[point] != AXIS or defended(state, point):
            text = f"{name} cannot be dropped on {place_name(point)}"
            first = next(iter(wrong), Violation(text, ("RUL-DC-30",), empty))
            raise ImpossibleAction(first.text, first.rules, legal=first.remedy)
        if unit not in able:
            text = f"{name} cannot be dropped: it has moved, or is dispersed or out of supply"
            wrong += (Violation(text, ("RUL-DC-30",), ids(able)),)
        if neutral(state, POINTS[point].owner):
            text = f"{POINTS[point].name} lies in a country that is not at war"
            wrong += (Violation(text, ("RUL-DC-10",), empty),)
        return wrong

    def apply(self, state: War, step: Phase, who: str, play: Play) -> War:
        unit, point = own_unit(state, self.unit, who), place_number(self.point)
        state = fly(state, air_ready(state, point, SOVIET)[:1])
        landed = parachute_drop(play.nature)
        how = landed.replace("_", " ")
        play.log("dropped", ("RUL-DC-30",), unit=ID[unit], point=place_name(point), how=how)
        if landed == "lost":
            return lose_unit(state, unit)
        flags = FOUGHT | STEPS * STEP | (DISPERSED if landed == "dispersed" else 0)
        return take(place_unit(state, unit, point, flags), point, SOVIET, play)

    @classmethod
    def random_action(cls, state: War, step: Phase, who: str, choose: Chooser) -> Self | None:
        units = jumpers(state) if who == cls.only and in_use(state) else []
        while units:
            number = choose(len(units))
            found = zones(state, units[number])
            if found:
                return cls(ID[units[number]], PLACE_WORDS[found[choose(len(found))]])
            del units[number]
        return None
