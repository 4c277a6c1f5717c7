"""Placing replacements and reinforcements: which unit for what is due, where, at what cost."""

from __future__ import annotations

from contextlib import suppress
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser
from landbridge.engine.refusals import ImpossibleAction, Refusal, Violation, breaches
from landbridge.engine.rules.citing import Rules
from landbridge.games.arsenal.forces.names import unit_label
from landbridge.games.arsenal.forces.reinforcements import place_reinforcements
from landbridge.games.arsenal.forces.replacements import place_replacement, replacement_cost
from landbridge.games.arsenal.forces.siberia import turns_to_wait
from landbridge.games.arsenal.map.places import (
    ANYWHERE,
    PLACE_WORDS,
    SIBERIA,
    is_in_play,
    place_name,
    place_number,
)
from landbridge.games.arsenal.war.arrivals.due import take_off
from landbridge.games.arsenal.war.arrivals.fitting import RESERVE
from landbridge.games.arsenal.war.arrivals.refusing import check_due, check_place
from landbridge.games.arsenal.war.arrivals.sources import candidates, fits, places, waiting_units
from landbridge.games.arsenal.war.capacity import capacity_left, use_moves
from landbridge.games.arsenal.war.columns import (
    FIGHTS,
    ID,
    NATION,
    arrival_flags,
    box,
    place_unit,
    put,
    units_on,
    words_of,
)
from landbridge.games.arsenal.war.masks import column_of, first_of
from landbridge.games.arsenal.war.state import Due, War
from landbridge.games.arsenal.war.steps import Phase, PhaseVerb, own_unit
from landbridge.games.arsenal.words import side_number


def placing_costs(state: War, due: Due, place: int) -> int:
    """Strategic moves that a replacement uses where it is placed."""
    if due.ready or place == SIBERIA:
        return 0
    return replacement_cost(False, state.rulings.staying_put)


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


class Arrival(Struct, frozen=True):
    """How a unit stands where it was placed."""

    flags: int
    moves: int
    """Strategic moves that it has used."""
    rules: Rules


class Raise(PhaseVerb, frozen=True):
    """Place a replacement or a reinforcement."""

    explains = True

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
        unit, place = own_unit(state, self.unit, who), place_number(self.place)
        if is_in_play(state.at[unit]):
            raise ImpossibleAction(
                f"{unit_label(unit)} is in play, at {place_name(state.at[unit])}",
                ("DC-R08", "DC-R11"),
                legal=", ".join(_units(state, who)[:8]) or "nothing",
            )
        dues = _dues(state, unit)
        if not dues:
            return breaches(check_due, state, unit, _units(state, who))
        here = [due for due in dues if place in places(state, due, unit)]
        if not here:
            return breaches(check_place, state, unit, place, dues)
        left = capacity_left(state, who)
        paid = [due for due in here if placing_costs(state, due, place) <= left]
        if not paid:
            return breaches(_refuse_payment)
        return breaches(_arrive, state, paid[0], unit, place)

    def apply(self, state: War, step: Phase, who: str, play: Play) -> War:
        unit, place = own_unit(state, self.unit, who), place_number(self.place)
        due = _chosen(state, unit, place, who)
        arrival = _as_replacement(state, due, place)
        with suppress(Refusal):
            arrival = _arrive(state, due, unit, place)
        state = place_unit(take_off(state, due, unit), unit, place, arrival.flags)
        waits = turns_to_wait(state.rulings.held_off) if place == SIBERIA else 0
        how = "reinforcement" if due.ready else "replacement, dispersed"
        play.log(
            "raised",
            arrival.rules,
            unit=ID[unit],
            place=place_name(place),
            how=how,
            source=due.what,
        )
        turns = put(state.unsupplied_turns, unit, waits)
        return use_moves(replace(state, unsupplied_turns=turns), who, arrival.moves)

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


def _dues(state: War, unit: int) -> list[Due]:
    """What a unit may be placed for; a reinforcement comes undispersed, and so first."""
    found = (due for due in dict.fromkeys(state.due) if fits(state, due, unit))
    return sorted(found, key=lambda due: not due.ready)


def _chosen(state: War, unit: int, place: int, who: str) -> Due:
    """What a unit is placed for; for a referee's sake also what is not due, or not there."""
    dues, left = _dues(state, unit), capacity_left(state, who)
    here = [due for due in dues if place in places(state, due, unit)]
    paid = [due for due in here if placing_costs(state, due, place) <= left]
    return next(iter((*paid, *here, *dues)), Due("declared", ANYWHERE))


def _refuse_payment() -> None:
    raise Refusal(
        "No strategic move is left for another replacement",
        ("DC-R08", "RUL-DC-4"),
        legal="reinforcements, or units kept in Siberia",
    )


def _arrive(state: War, due: Due, unit: int, place: int) -> Arrival:
    """How a unit stands that is placed for something due, or a refusal."""
    if not due.ready:
        return _as_replacement(state, due, place)
    count = 1 + sum(FIGHTS[other] for other in units_on(state.at, place)) if FIGHTS[unit] else 1
    found = place_reinforcements(
        NATION[unit],
        None if due.what.startswith(RESERVE) else unit,
        box(state).month,
        place,
        state.held,
        count,
        state.rulings.entry_kinds,
        state.rulings.stacking,
    )
    terms = found.result
    return Arrival(arrival_flags(terms.dispersed, terms.may_move), 0, found.rules)


def _as_replacement(state: War, due: Due, place: int) -> Arrival:
    """How a replacement stands where it is placed."""
    found = place_replacement(False, state.rulings.staying_put)
    flags = arrival_flags(found.result.dispersed, found.result.may_move)
    return Arrival(flags, placing_costs(state, due, place), found.rules)
