"""Bases of aircraft: who may change its base, and where to."""

from __future__ import annotations

from typing import Self

from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser
from landbridge.engine.refusals import ImpossibleAction, Violation
from landbridge.games.arsenal.combat.aircraft import BASES, TRANSFER
from landbridge.games.arsenal.forces.names import unit_label
from landbridge.games.arsenal.map.places import LAST_POINT, PLACE_WORDS, place_name, place_number
from landbridge.games.arsenal.war.battle.air_support import GROUNDED
from landbridge.games.arsenal.war.columns import AIR, ID, STEP, ids, place_unit
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.war.steps import Phase, PhaseVerb, own_unit
from landbridge.games.arsenal.war.supply import supplied
from landbridge.games.arsenal.words import side_number


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


class Rebase(PhaseVerb, frozen=True):
    """Move an air unit to another base, instead of flying in support."""

    explains = True

    unit: str
    point: str

    @classmethod
    def offer(cls, state: War, step: Phase, who: str) -> Offer | None:
        planes = tuple(ID[unit] for unit in movable_air(state, side_number(who)))
        if not planes:
            return None
        slots = (Slot("unit", planes), Slot("point"))
        return Offer("rebase", "Change the base of aircraft", slots, ("RUL-DC-42",))

    @classmethod
    def next_slot(cls, state: War, step: Phase, who: str, said: tuple[str, ...]) -> Slot | None:
        if len(said) != 1:
            return super().next_slot(state, step, who, said)
        unit = own_unit(state, said[0], who)
        return Slot("point", tuple(PLACE_WORDS[point] for point in bases(state, unit)))

    def check(self, state: War, step: Phase, who: str) -> tuple[Violation, ...]:
        unit, point = own_unit(state, self.unit, who), place_number(self.point)
        name, able = unit_label(unit), movable_air(state, state.side[unit])
        if unit not in AIR or state.at[unit] > LAST_POINT or point > LAST_POINT:
            text = f"{name} cannot change its base: only aircraft on the map do, to points of it"
            raise ImpossibleAction(text, "RUL-DC-42", legal=ids(able))
        wrong = []
        if unit not in able:
            text = f"{name} cannot change its base: it has flown, moved or been dispersed"
            wrong.append(Violation(text, ("RUL-DC-42",), ids(able)))
        found = bases(state, unit)
        if point not in found:
            legal = ", ".join(place_name(p) for p in found[:12]) or "none"
            wrong.append(
                Violation(
                    f"{name} cannot be based at {place_name(point)}",
                    ("RUL-DC-42",),
                    f"own points in supply within {TRANSFER} lines: {legal}",
                )
            )
        return tuple(wrong)

    def apply(self, state: War, step: Phase, who: str, play: Play) -> War:
        unit, point = own_unit(state, self.unit, who), place_number(self.point)
        start = place_name(state.at[unit])
        play.log("rebased", ("RUL-DC-42",), unit=ID[unit], start=start, end=place_name(point))
        return place_unit(state, unit, point, STEP)

    @classmethod
    def random_action(cls, state: War, step: Phase, who: str, choose: Chooser) -> Self | None:
        units = movable_air(state, side_number(who))
        while units:
            number = choose(len(units))
            found = bases(state, units[number])
            if found:
                return cls(ID[units[number]], PLACE_WORDS[found[choose(len(found))]])
            del units[number]
        return None
