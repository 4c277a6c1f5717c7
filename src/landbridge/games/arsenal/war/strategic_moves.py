"""The Strategic Movement Phase: by rail or by sea, within the capacity of the month."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec.structs import replace

from landbridge.engine.actions import Action, Decision, Offer, Slot
from landbridge.engine.agenda import done
from landbridge.engine.events import Play
from landbridge.engine.refusals import Refused, Violation
from landbridge.games.arsenal.map import POINTS
from landbridge.games.arsenal.seas import sea_between, sea_links, torpedoed
from landbridge.games.arsenal.siberia import siberian_entry_points
from landbridge.games.arsenal.strategic_movement import rail_reach
from landbridge.games.arsenal.units import UNITS
from landbridge.games.arsenal.war.columns import (
    DISPERSED,
    FIGHTS,
    FOUGHT,
    FRESH,
    IN_SIBERIA,
    LAST_POINT,
    RAILED,
    STEP,
    STEPS,
    bound,
    box,
    capacity_left,
    enemy_near,
    kept_home,
    lose,
    name_of,
    room,
    stand,
    supplied,
    word,
)
from landbridge.games.arsenal.war.steps import Phase, own_unit, place_code
from landbridge.games.arsenal.words import Side, side_number

if TYPE_CHECKING:
    from landbridge.games.arsenal.war.state import War

SPENT = RAILED | FOUGHT | STEPS * STEP
"""Marks of units that have done something already."""
_reach = lru_cache(maxsize=1024)(rail_reach)


class Rail(Action, frozen=True):
    """Move a unit strategically over land."""

    unit: str
    to: str


class Sail(Action, frozen=True):
    """Move a unit strategically over the sea."""

    unit: str
    to: str


def may_entrain(state: War, unit: int) -> bool:
    """Whether a unit's own state lets it move strategically."""
    flags = state.flags[unit]
    if flags & SPENT or (flags & DISPERSED and not flags & FRESH):
        return False
    return not bound(state, unit)


class Strategic(Phase, frozen=True):
    """A side moves units strategically."""

    side: Side

    def asks(self, state: War) -> tuple[Decision, ...]:
        offers = []
        left = capacity_left(state, self.side)
        if left > 0:
            units = self._units(state)
            if units:
                slots = (Slot("unit", units), Slot("to"))
                offers.append(Offer("rail", "Move a unit by rail", slots, ("RUL-DC-38",)))
            sailors = self._sailors(state)
            if sailors:
                slots = (Slot("unit", sailors), Slot("to"))
                offers.append(Offer("sail", "Move a unit by sea", slots, ("DC-R58",)))
        offers.append(Offer("done", "End strategic movement"))
        prompt = f"{box(state).month}: {self.side} strategic movement, {left} moves left"
        return (Decision(self.side, prompt, tuple(offers), ("DC-R60",)),)

    def _units(self, state: War) -> tuple[str, ...]:
        side = side_number(self.side)
        level = supplied(state, side)
        return tuple(
            UNITS[unit].id
            for unit, place in enumerate(state.at)
            if state.side[unit] == side
            and (place == IN_SIBERIA or (place <= LAST_POINT and level[place]))
            and may_entrain(state, unit)
        )

    def _sailors(self, state: War) -> tuple[str, ...]:
        side = side_number(self.side)
        ports = {
            port
            for _, group in sea_links(state.held, side, box(state).month_of_year)
            if len(group) > 1
            for port in group
        }
        return tuple(
            UNITS[unit].id
            for unit, place in enumerate(state.at)
            if place in ports and state.side[unit] == side and may_entrain(state, unit)
        )

    def slot(self, state: War, verb: str, said: tuple[str, ...]) -> Slot | None:
        """The next thing to be said."""
        if verb == "done" or len(said) > 1:
            return None
        unit = own_unit(state, said[0], self.side)
        side, start = side_number(self.side), state.at[unit]
        if verb == "rail":
            reach = self._reach(state, start, side)
            ends = [p for p, open_ in enumerate(reach) if open_ and p != start]
        else:
            links = sea_links(state.held, side, box(state).month_of_year)
            ends = [p for _, ports in links if start in ports for p in ports if p != start]
        return Slot("to", tuple(word(p) for p in ends if self._lets(state, unit, p)))

    def _reach(self, state: War, start: int, side: int) -> bytes:
        level = supplied(state, side)
        ruling = state.rulings["strategic_lines"]
        if start != IN_SIBERIA:
            return _reach(state.held, level, side, start, ruling)
        seen = bytearray(len(POINTS))
        for entry in siberian_entry_points(state.rulings["siberian_edges"]):
            for point, open_ in enumerate(_reach(state.held, level, side, entry, ruling)):
                seen[point] |= open_
        return bytes(seen)

    def _lets(self, state: War, unit: int, to: int) -> bool:
        """Whether a strategic move may end here."""
        return (
            not (FIGHTS[unit] and room(state, to) < 1)
            and not enemy_near(state, to, state.side[unit])
            and not kept_home(state, unit, to)
        )

    def check(self, state: War, who: str, action: Action) -> tuple[Violation, ...]:
        if isinstance(action, Rail | Sail):
            self._check(state, action)
        return ()

    def _check(self, state: War, action: Rail | Sail) -> tuple[int, int, str]:
        unit, to = own_unit(state, action.unit, self.side), place_code(action.to)
        side, start = side_number(self.side), state.at[unit]
        name = UNITS[unit].name
        if capacity_left(state, self.side) < 1:
            raise Refused("No strategic move is left", "RUL-DC-37", legal="done")
        if start > LAST_POINT and start != IN_SIBERIA:
            raise Refused(f"{name} is not in play", "RUL-DC-38", legal="units in play")
        if not may_entrain(state, unit):
            raise Refused(
                f"{name} cannot move strategically now",
                ("DC-R58", "DC-R59", "RUL-DC-38"),
                legal="units that have neither moved nor fought, undispersed or just arrived",
            )
        if to == start or to > LAST_POINT:
            raise Refused(f"{name} cannot go to {name_of(to)}", "RUL-DC-38", legal="a point")
        if start != IN_SIBERIA and enemy_near(state, start, side):
            raise Refused(
                f"An undispersed enemy stands next to {name_of(start)}",
                "RUL-DC-38",
                legal="points away from the front",
            )
        if not self._lets(state, unit, to):
            raise Refused(
                f"{name} cannot end its move at {name_of(to)}",
                ("RUL-DC-6", "RUL-DC-38"),
                legal="points with room, away from the front",
            )
        sea = ""
        if isinstance(action, Rail):
            open_ = self._reach(state, start, side)[to]
        else:
            month = box(state).month_of_year
            sea = "" if start == IN_SIBERIA else sea_between(state.held, side, month, start, to)
            open_ = int(bool(sea))
        if not open_:
            raise Refused(
                f"There is no such way from {name_of(start)} to {name_of(to)}",
                ("DC-R58", "RUL-DC-38"),
                legal="own points in supply along lines, or two open ports of one sea",
            )
        return unit, to, sea

    def answer(self, state: War, who: str, action: Action, play: Play) -> War:
        if not isinstance(action, Rail | Sail):
            play.tell("strategic_ends", ("DC-R59",), side=self.side)
            return done(state)
        unit, to, sea = self._check(state, action)
        start = state.at[unit]
        state = replace(state, used=state.used + 1)
        if sea:
            sunk = torpedoed(sea, state.side[unit], play.nature, state.rulings["torpedo"])
            rules = ("DC-R58", "RUL-DC-22")
            if sunk:
                play.tell("sunk", rules, unit=UNITS[unit].id)
                return lose(state, unit)
            play.tell("sailed", rules, unit=UNITS[unit].id, end=name_of(to))
        else:
            rules = ("DC-R07", "DC-R59") if start == IN_SIBERIA else ("DC-R59", "RUL-DC-38")
            play.tell("railed", rules, unit=UNITS[unit].id, start=name_of(start), end=name_of(to))
        return stand(state, unit, to, DISPERSED | RAILED)
