"""The Strategic Movement Phase: by rail or by sea, within the capacity of the month."""

from __future__ import annotations

from collections.abc import Callable
from typing import Self

from msgspec.structs import replace

from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.agenda import replace_step
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser, Verb
from landbridge.engine.refusals import Refusal, Violation
from landbridge.games.arsenal.forces.allies import LIFTED
from landbridge.games.arsenal.forces.names import unit_label
from landbridge.games.arsenal.map.places import (
    LAST_POINT,
    PLACE_WORDS,
    SIBERIA,
    is_in_play,
    place_name,
    place_number,
)
from landbridge.games.arsenal.map.seas import torpedoed
from landbridge.games.arsenal.war.capacity import capacity_left
from landbridge.games.arsenal.war.columns import (
    DISPERSED,
    FIGHTS,
    ID,
    RAILED,
    lose_unit,
    place_unit,
    put,
    words_of,
)
from landbridge.games.arsenal.war.front import enemy_near, front
from landbridge.games.arsenal.war.masks import those
from landbridge.games.arsenal.war.movement.passengers import (
    enemy_at_start,
    has_moves_left,
    lines_lead,
    may_end,
    may_entrain,
    move_costs,
    paying,
    rail_ends,
    sailors,
    sea_ends,
    sea_of,
    travellers,
)
from landbridge.games.arsenal.war.restraints import kept_home
from landbridge.games.arsenal.war.stacking import full_points, has_room
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.war.steps import Done, Phase, own_unit
from landbridge.games.arsenal.war.supply import under_air
from landbridge.games.arsenal.words import Side, side_number

BEHIND = "rail and sea moves may not start or end next to a ready enemy"


def _ends_slot(state: War, unit: int, ends: list[int]) -> Slot:
    """Those of the ends at which a unit's strategic move may end."""
    near = front(state, state.side[unit])
    full = full_points(state) if FIGHTS[unit] else ()
    free = [end for end in ends if not near[end] and end not in full]
    if unit in LIFTED:
        free = [end for end in free if not kept_home(state, unit, end)]
    return Slot("to", tuple(map(PLACE_WORDS.__getitem__, free)))


def _check_move(state: War, unit: int, to: int, who: str) -> None:
    """Refuse a strategic move that is allowed neither by rail nor by sea."""
    start, name = state.at[unit], unit_label(unit)
    if capacity_left(state, who) < move_costs(state, unit):
        raise Refusal("No strategic move is left", "RUL-DC-37", legal="done")
    if not is_in_play(start):
        raise Refusal(f"{name} is not in play", "RUL-DC-38", legal="units in play")
    if not may_entrain(state, unit):
        raise Refusal(
            f"{name} cannot move strategically now",
            ("DC-R58", "DC-R59", "RUL-DC-38"),
            legal="units that have neither moved nor fought, undispersed or just arrived",
        )
    if to == start or to > LAST_POINT:
        raise Refusal(f"{name} cannot go to {place_name(to)}", "RUL-DC-38", legal="a point")
    if enemy_at_start(state, unit):
        raise Refusal(
            f"An undispersed enemy stands next to {place_name(start)}", "RUL-DC-38", legal=BEHIND
        )
    if enemy_near(state, to, state.side[unit]):
        raise Refusal(
            f"An undispersed enemy stands next to {place_name(to)}", "RUL-DC-38", legal=BEHIND
        )
    if FIGHTS[unit] and not has_room(state, to):
        raise Refusal(
            f"{place_name(to)} has no room for {name}", "RUL-DC-6", legal="points with room"
        )
    if kept_home(state, unit, to):
        raise Refusal(f"{name} is on its way home", "DC-R24", legal="points of Rumania")


def _no_way(state: War, unit: int, to: int) -> Refusal:
    return Refusal(
        f"There is no such way from {place_name(state.at[unit])} to {place_name(to)}",
        ("DC-R58", "RUL-DC-38"),
        legal="own points in supply along lines, or two open ports of one sea",
    )


def _pay(state: War, unit: int) -> War:
    used = state.used + move_costs(state, unit)
    return replace(state, used=used, unsupplied_turns=put(state.unsupplied_turns, unit, 0))


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


class Rail(Verb, frozen=True):
    """Move a unit strategically over land."""

    unit: str
    to: str

    @classmethod
    def offer(cls, state: War, step: Phase, who: str) -> Offer | None:
        units = words_of(paying(state, travellers(state, side_number(who)), who))
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

    def check(self, state: War, step: Phase, who: str) -> tuple[Violation, ...]:
        unit, to = own_unit(state, self.unit, who), place_number(self.to)
        _check_move(state, unit, to, who)
        if not lines_lead(state, unit)[to]:
            raise _no_way(state, unit, to)
        return ()

    def apply(self, state: War, step: Phase, who: str, play: Play) -> War:
        unit, to = own_unit(state, self.unit, who), place_number(self.to)
        start = state.at[unit]
        rules = ("DC-R07", "DC-R59") if start == SIBERIA else ("DC-R59", "RUL-DC-38")
        play.log("railed", rules, unit=ID[unit], start=place_name(start), end=place_name(to))
        return place_unit(_pay(state, unit), unit, to, DISPERSED | RAILED)

    @classmethod
    def random_action(cls, state: War, step: Phase, who: str, choose: Chooser) -> Self | None:
        if not has_moves_left(state, who):
            return None
        units = paying(state, travellers(state, side_number(who)), who)
        found = _draw_move(state, choose, those(units), rail_ends)
        return None if found is None else cls(*found)


class Sail(Verb, frozen=True):
    """Move a unit strategically over the sea."""

    unit: str
    to: str

    @classmethod
    def offer(cls, state: War, step: Phase, who: str) -> Offer | None:
        units = words_of(paying(state, sailors(state, side_number(who)), who))
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
        _check_move(state, unit, to, who)
        if not sea_of(state, unit, to):
            raise _no_way(state, unit, to)
        return ()

    def apply(self, state: War, step: Phase, who: str, play: Play) -> War:
        unit, to = own_unit(state, self.unit, who), place_number(self.to)
        side, sea = state.side[unit], sea_of(state, unit, to)
        state = _pay(state, unit)
        bombed = under_air(state, side, state.at[unit], to)
        rules = ("DC-R58", "RUL-DC-22")
        if torpedoed(sea, side, play.nature, state.rulings.torpedo, bombed):
            play.log("sunk", rules, unit=ID[unit])
            return lose_unit(state, unit)
        play.log("sailed", rules, unit=ID[unit], end=place_name(to))
        return place_unit(state, unit, to, DISPERSED | RAILED)

    @classmethod
    def random_action(cls, state: War, step: Phase, who: str, choose: Chooser) -> Self | None:
        if not has_moves_left(state, who):
            return None
        units = paying(state, sailors(state, side_number(who)), who)
        found = _draw_move(state, choose, those(units), sea_ends)
        return None if found is None else cls(*found)


class StrategicMovement(Phase, frozen=True, tag="Strategic"):
    """A side moves units strategically."""

    title = "Strategic movement"
    ending = "End strategic movement"
    cites = ("DC-R60",)
    verbs = (Rail, Sail, Done)

    side: Side

    @property
    def who(self) -> Side:
        return self.side

    def prompt(self, state: War, who: str) -> str:
        left = capacity_left(state, self.side)
        moves = "move" if left == 1 else "moves"
        return f"{self.heading(state)} strategic movement, {left} {moves} left"

    def end(self, state: War, play: Play) -> War:
        play.log("strategic_ends", ("DC-R59",), side=self.side)
        return replace_step(state)
