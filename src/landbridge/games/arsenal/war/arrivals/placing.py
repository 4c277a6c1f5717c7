"""Placing replacements and reinforcements: which unit for what is due, where, at what cost."""

from __future__ import annotations

from typing import Self

from msgspec.structs import replace

from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser, Verb
from landbridge.engine.refusals import Refusal, Violation
from landbridge.games.arsenal.forces.names import unit_label
from landbridge.games.arsenal.forces.units import UNITS
from landbridge.games.arsenal.map.places import PLACE_WORDS, SIBERIA, place_name, place_number
from landbridge.games.arsenal.war.arrivals.due import (
    candidates,
    fits,
    places,
    take_off,
    waiting_units,
)
from landbridge.games.arsenal.war.arrivals.fitting import FROM_FACTORY
from landbridge.games.arsenal.war.capacity import capacity_left
from landbridge.games.arsenal.war.columns import DISPERSED, FRESH, ID, place_unit, put, words_of
from landbridge.games.arsenal.war.masks import column_of, first_of
from landbridge.games.arsenal.war.state import Due, War
from landbridge.games.arsenal.war.steps import Phase, own_unit
from landbridge.games.arsenal.words import figures, side_number


def placing_costs(state: War, due: Due, place: int) -> int:
    """Strategic moves that a replacement uses where it is placed."""
    if due.ready or place == SIBERIA:
        return 0
    costs: int = figures("staying_put", state.rulings.staying_put)["moves"]
    return costs


def _payable(state: War, due: Due, unit: int, who: str) -> tuple[int, ...]:
    """Where a unit may be placed for something due, as far as strategic moves are left."""
    found = places(state, due, unit)
    # Whoever comes to a point pays the same at every point.
    if found and placing_costs(state, due, found[0]) > capacity_left(state, who):
        return ()
    return found


def _units(state: War, who: str) -> tuple[str, ...]:
    """The words for the units that a side may place now."""
    side, found = side_number(who), 0
    for due, units in waiting_units(state):
        # Units of one type have one nation, and enter at the same places.
        unit = first_of(units)
        if state.side[unit] == side and _payable(state, due, unit, who):
            found |= units
    return words_of(column_of(found))


class Raise(Verb, frozen=True):
    """Place a replacement or a reinforcement."""

    unit: str
    place: str

    @classmethod
    def offer(cls, state: War, step: Phase, who: str) -> Offer | None:
        units = _units(state, who)
        if not units:
            return None
        slots = (Slot("unit", units), Slot("place"))
        return Offer("raise", "Place a unit", slots, ("DC-R08", "DC-R11"))

    @classmethod
    def next_slot(cls, state: War, step: Phase, who: str, said: tuple[str, ...]) -> Slot | None:
        if len(said) != 1:
            return super().next_slot(state, step, who, said)
        unit = own_unit(state, said[0], who)
        found = dict.fromkeys(
            place
            for due in dict.fromkeys(state.due)
            if fits(state, due, unit)
            for place in _payable(state, due, unit, who)
        )
        return Slot("place", tuple(PLACE_WORDS[place] for place in found))

    def check(self, state: War, step: Phase, who: str) -> tuple[Violation, ...]:
        self._due(state, who)
        return ()

    def _due(self, state: War, who: str) -> Due:
        """What the unit is placed for, or a refusal."""
        unit, place = own_unit(state, self.unit, who), place_number(self.place)
        # A reinforcement comes undispersed: where two things are due, it is placed first.
        dues = sorted(
            (due for due in dict.fromkeys(state.due) if fits(state, due, unit)),
            key=lambda due: not due.ready,
        )
        if not dues:
            raise Refusal(
                f"{unit_label(unit)} cannot be placed now",
                ("DC-R02", "RUL-DC-37"),
                legal=", ".join(_units(state, who)[:8]) or "nothing",
            )
        here = [due for due in dues if place in places(state, due, unit)]
        left = capacity_left(state, who)
        for due in here:
            if placing_costs(state, due, place) <= left:
                return due
        if here:
            raise Refusal(
                "No strategic move is left for another replacement",
                ("DC-R08", "RUL-DC-4"),
                legal="reinforcements, or units kept in Siberia",
            )
        if all(due.what.startswith(FROM_FACTORY) for due in dues):
            factories = " or ".join(place_name(due.place) for due in dues)
            raise Refusal(
                f"{unit_label(unit)} appears only at the plant that built it",
                ("DC-R13", "DC-R29"),
                legal=factories,
            )
        raise Refusal(
            f"{unit_label(unit)} cannot be placed at {place_name(place)}",
            ("DC-R13", "DC-R14"),
            legal=", ".join(place_name(p) for p in places(state, dues[0], unit)[:8]) or "nowhere",
        )

    def apply(self, state: War, step: Phase, who: str, play: Play) -> War:
        unit, place = own_unit(state, self.unit, who), place_number(self.place)
        due = self._due(state, who)
        used = state.used + placing_costs(state, due, place)
        flags = 0 if due.ready else DISPERSED | FRESH
        state = place_unit(take_off(state, due), unit, place, flags)
        waits: int = figures("held_off", state.rulings.held_off)["months"]
        turns = put(state.unsupplied_turns, unit, waits if place == SIBERIA else 0)
        rules = ("DC-R11",) if due.ready else ("DC-R08",)
        how = "reinforcement" if due.ready else "replacement, dispersed"
        play.log("raised", rules, unit=UNITS[unit].id, place=place_name(place), how=how)
        return replace(state, used=used, unsupplied_turns=turns)

    @classmethod
    def random_action(cls, state: War, step: Phase, who: str, choose: Chooser) -> Self | None:
        side = side_number(who)
        dues = list(state.due)
        while dues:
            number = choose(len(dues))
            units = candidates(state, dues[number])
            if units and state.side[units[0]] == side:
                unit = units[choose(len(units))]
                ends = _payable(state, dues[number], unit, who)
                if ends:
                    return cls(ID[unit], PLACE_WORDS[ends[choose(len(ends))]])
            del dues[number]
        return None
