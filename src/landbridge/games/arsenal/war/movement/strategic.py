"""The Strategic Movement Phase: by rail or by sea, within the capacity of the month."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Self

from msgspec.structs import replace

from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.agenda import replace_step
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser
from landbridge.engine.refusals import Refusal, Violation, breaches
from landbridge.engine.rules.citing import Rules
from landbridge.games.arsenal.forces.dispersal import after_strategic_move
from landbridge.games.arsenal.forces.homecoming import LIFTED
from landbridge.games.arsenal.forces.units import UNITS
from landbridge.games.arsenal.map.places import (
    PLACE_WORDS,
    SIBERIA,
    is_in_play,
    place_name,
    place_number,
)
from landbridge.games.arsenal.map.seas import torpedoed
from landbridge.games.arsenal.movement.strategic_movement import (
    By,
)
from landbridge.games.arsenal.war.capacity import capacity_left, use_moves
from landbridge.games.arsenal.war.columns import (
    DISPERSED,
    FIGHTS,
    ID,
    RAILED,
    STEP,
    lose_unit,
    place_unit,
    put,
    words_of,
)
from landbridge.games.arsenal.war.front import front
from landbridge.games.arsenal.war.masks import column_of, number, of_units, owned, those
from landbridge.games.arsenal.war.movement.homeward import (
    check_kept_moves,
    left_behind,
    railable_home,
)
from landbridge.games.arsenal.war.movement.passengers import (
    entry_point,
    has_moves_left,
    may_end,
    move_costs,
    paying,
    rail_ends,
    sailors,
    sea_ends,
    sea_of,
    travellers,
)
from landbridge.games.arsenal.war.movement.refusing_strategic import (
    breaches_of_unit,
    breaches_of_way,
    check_in_play,
)
from landbridge.games.arsenal.war.movement.siberian_entry import check_entry
from landbridge.games.arsenal.war.restraints import kept_home
from landbridge.games.arsenal.war.stacking import full_points
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.war.steps import EndPhase, Phase, PhaseVerb, own_unit
from landbridge.games.arsenal.war.supply import under_air
from landbridge.games.arsenal.words import SIDES, Side, side_number

SAILED = RAILED | STEP
"""The marks of a unit that has moved strategically by sea; lines have no part in that."""
MOVERS = number(bytes([RAILED]) * len(UNITS))


def _may_go(state: War, units: bytes, who: str) -> bytes:
    """Those of the units for which strategic moves are left, and not kept for others."""
    found = paying(state, units, who)
    if not railable_home(state, side_number(who)):
        return found
    return of_units(u for u in those(found) if not breaches(check_kept_moves, state, u))


def _ends_slot(state: War, unit: int, ends: list[int]) -> Slot:
    """Those of the ends at which a unit's strategic move may end."""
    near = front(state, state.side[unit])
    full = full_points(state) if FIGHTS[unit] else ()
    free = [end for end in ends if not near[end] and end not in full]
    if unit in LIFTED:
        free = [end for end in free if not kept_home(state, unit, end)]
    return Slot("to", tuple(map(PLACE_WORDS.__getitem__, free)))


def _breaches(state: War, unit: int, to: int, who: str, by: By) -> tuple[Violation, ...]:
    """What a strategic move breaks, by land or by sea."""
    check_in_play(state, unit, to)
    return (*breaches_of_unit(state, unit, who, by), *breaches_of_way(state, unit, to, by))


def _go(state: War, unit: int, to: int, mark: int) -> War:
    """A unit has moved strategically; it is dispersed when the phase ends."""
    state = use_moves(state, SIDES[state.side[unit]], move_costs(state, unit))
    state = replace(state, unsupplied_turns=put(state.unsupplied_turns, unit, 0))
    return place_unit(state, unit, to, state.flags[unit] & DISPERSED | mark)


def disperse_movers(state: War, side: int) -> War:
    """Units that have moved strategically are dispersed at the end of the phase."""
    condition = after_strategic_move()
    flags = number(state.flags)
    moved = flags & MOVERS & owned(state.side, side)
    if condition.dispersed:
        flags |= moved >> RAILED.bit_length() - DISPERSED.bit_length()
    if condition.may_move == "any":
        flags &= ~moved
    return replace(state, flags=column_of(flags))


def _draw_move(
    state: War, choose: Chooser, units: list[int], ends_of: Callable[[War, int], list[int]]
) -> tuple[str, str] | None:
    """A unit and the end of its move; units and ends are tried until two fit."""
    while units:
        chosen = choose(len(units))
        unit = units[chosen]
        ends = ends_of(state, unit)
        while ends:
            end = choose(len(ends))
            if may_end(state, unit, ends[end]):
                return ID[unit], PLACE_WORDS[ends[end]]
            del ends[end]
        del units[chosen]
    return None


class Rail(PhaseVerb, frozen=True):
    """Move a unit strategically over land."""

    explains = True

    unit: str
    to: str

    @classmethod
    def offer(cls, state: War, step: Phase, who: str) -> Offer | None:
        units = words_of(_may_go(state, travellers(state, side_number(who)), who))
        if not units:
            return None
        slots = (Slot("unit", units), Slot("to"))
        return Offer("rail", "Move a unit by rail", slots, ("RUL-DC-38",))

    @classmethod
    def next_slot(cls, state: War, step: Phase, who: str, said: tuple[str, ...]) -> Slot | None:
        if len(said) != 1:
            return super().next_slot(state, step, who, said)
        unit = own_unit(state, said[0], who)
        return _ends_slot(state, unit, rail_ends(state, unit))

    @classmethod
    def why_not(cls, state: War, step: Phase, who: str, word: str) -> Violation | None:
        unit = own_unit(state, word, who)
        if not is_in_play(state.at[unit]):
            return None
        return next(iter(breaches_of_unit(state, unit, who, "land")), None)

    def check(self, state: War, step: Phase, who: str) -> tuple[Violation, ...]:
        unit, to = own_unit(state, self.unit, who), place_number(self.to)
        return _breaches(state, unit, to, who, "land")

    def apply(self, state: War, step: Phase, who: str, play: Play) -> War:
        unit, to = own_unit(state, self.unit, who), place_number(self.to)
        start = state.at[unit]
        rules: Rules = ("DC-R59", "RUL-DC-38")
        if start == SIBERIA:
            rules = ("DC-R07", "DC-R59")
            with suppress(Refusal):
                rules = check_entry(state, unit, entry_point(state, to), "strategic").rules
        play.log("railed", rules, unit=ID[unit], start=place_name(start), end=place_name(to))
        return _go(state, unit, to, RAILED)

    @classmethod
    def random_action(cls, state: War, step: Phase, who: str, choose: Chooser) -> Self | None:
        if not has_moves_left(state, who):
            return None
        units = _may_go(state, travellers(state, side_number(who)), who)
        found = _draw_move(state, choose, those(units), rail_ends)
        return None if found is None else cls(*found)


class Sail(PhaseVerb, frozen=True):
    """Move a unit strategically over the sea."""

    explains = True

    unit: str
    to: str

    @classmethod
    def offer(cls, state: War, step: Phase, who: str) -> Offer | None:
        units = words_of(_may_go(state, sailors(state, side_number(who)), who))
        if not units:
            return None
        return Offer("sail", "Move a unit by sea", (Slot("unit", units), Slot("to")), ("DC-R58",))

    @classmethod
    def next_slot(cls, state: War, step: Phase, who: str, said: tuple[str, ...]) -> Slot | None:
        if len(said) != 1:
            return super().next_slot(state, step, who, said)
        unit = own_unit(state, said[0], who)
        return _ends_slot(state, unit, sea_ends(state, unit))

    def check(self, state: War, step: Phase, who: str) -> tuple[Violation, ...]:
        unit, to = own_unit(state, self.unit, who), place_number(self.to)
        return _breaches(state, unit, to, who, "sea")

    def apply(self, state: War, step: Phase, who: str, play: Play) -> War:
        unit, to = own_unit(state, self.unit, who), place_number(self.to)
        side, sea = state.side[unit], sea_of(state, unit, to)
        bombed = under_air(state, side, state.at[unit], to)
        rules = ("DC-R58", "RUL-DC-22")
        state = _go(state, unit, to, SAILED)
        if sea and torpedoed(sea, side, play.nature, state.rulings.torpedo, bombed):
            play.log("sunk", rules, unit=ID[unit])
            return lose_unit(state, unit)
        play.log("sailed", rules, unit=ID[unit], end=place_name(to))
        return state

    @classmethod
    def random_action(cls, state: War, step: Phase, who: str, choose: Chooser) -> Self | None:
        if not has_moves_left(state, who):
            return None
        units = _may_go(state, sailors(state, side_number(who)), who)
        found = _draw_move(state, choose, those(units), sea_ends)
        return None if found is None else cls(*found)


class StrategicMovement(Phase, frozen=True, tag="Strategic"):
    """A side moves units strategically."""

    title = "Strategic movement"
    ending = "End strategic movement"
    cites = ("DC-R60",)
    verbs = (Rail, Sail, EndPhase)

    side: Side

    @classmethod
    def stand_in(cls, who: str) -> StrategicMovement | None:
        return cls(who) if who in SIDES else None

    @property
    def who(self) -> Side:
        return self.side

    def prompt(self, state: War, who: str) -> str:
        left = capacity_left(state, self.side)
        moves = "move" if left == 1 else "moves"
        return f"{self.heading(state)} strategic movement, {left} {moves} left"

    def violations(self, state: War, who: str) -> tuple[Violation, ...]:
        return self.may_end(state)

    def may_end(self, state: War) -> tuple[Violation, ...]:
        return left_behind(state, side_number(self.side))

    def end(self, state: War, play: Play) -> War:
        play.log("strategic_ends", ("DC-R59",), side=self.side)
        return replace_step(disperse_movers(state, side_number(self.side)))
