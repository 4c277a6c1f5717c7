"""The Strategic Movement Phase: by rail or by sea, within the capacity of the month."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec.structs import replace

from landbridge.engine.actions import Action, Decision, Offer, Slot
from landbridge.engine.agenda import replace_step
from landbridge.engine.events import Play
from landbridge.engine.refusals import Refusal, Violation
from landbridge.games.arsenal.calendar import BOXES
from landbridge.games.arsenal.forces.allies import COUNTRIES, LIFTED
from landbridge.games.arsenal.forces.composites import RECIPES
from landbridge.games.arsenal.forces.siberia import siberian_entry_points
from landbridge.games.arsenal.forces.units import UNITS
from landbridge.games.arsenal.map.points import POINTS
from landbridge.games.arsenal.map.seas import sea_between, sea_links, torpedoed
from landbridge.games.arsenal.movement.strategic_movement import rail_regions
from landbridge.games.arsenal.war.columns import (
    DISPERSED,
    FIGHTS,
    FOUGHT,
    FRESH,
    FROZEN,
    FROZEN_UNTIL,
    ID,
    IN_SIBERIA,
    KIND_OF,
    LAST_POINT,
    NATION,
    OWN,
    RAILED,
    STEP,
    STEPS,
    WORDS,
    bound,
    box,
    capacity_left,
    crowded,
    enemy_near,
    fed_places,
    front,
    has_room,
    kept_home,
    lose,
    name_of,
    put,
    stand,
    supplied,
    thawed,
    under_air,
    words_of,
)
from landbridge.games.arsenal.war.masks import (
    EVERY,
    column_of,
    marks,
    number,
    of_units,
    owned,
    those,
)
from landbridge.games.arsenal.war.steps import (
    DONE,
    Chooser,
    Phase,
    draw_one,
    end_phase,
    own_unit,
    place_code,
)
from landbridge.games.arsenal.words import Side, figures, side_number

if TYPE_CHECKING:
    from landbridge.games.arsenal.war.state import War

NOBODY = bytes(len(UNITS))
SPENT = RAILED | FOUGHT | STEPS * STEP
"""Marks of units that have done something already."""
RESTED: bytes = marks(
    lambda flags: EVERY * (not flags & SPENT and (not flags & DISPERSED or bool(flags & FRESH)))
)
"""By flags, every mark: a unit that may still move strategically."""
_regions = lru_cache(maxsize=512)(rail_regions)
SAME: tuple[bytes, ...] = tuple(
    marks(lambda region, here=here: region == here > 0)  # type: ignore[misc]
    for here in range(len(POINTS) + 1)
)
"""By region: a mark for the points in it."""


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


def move_costs(state: War, unit: int) -> int:
    """Strategic moves that a unit uses: none if it has paid for its place already."""
    if not state.flags[unit] & FRESH or state.at[unit] == IN_SIBERIA or KIND_OF[unit] in RECIPES:
        return 1
    paid: int = figures("staying_put", state.rulings["staying_put"])["moves"]
    return 1 - paid


@lru_cache(maxsize=256)
def _passengers(side: int, turn: int, free: bool) -> int:
    """By unit, every mark: whether it may move strategically in a month at all."""
    month = BOXES[turn].month
    column = of_units(
        unit
        for unit in OWN[side]
        if not (unit in FROZEN and month < FROZEN_UNTIL and not free)
        and not (NATION[unit] in COUNTRIES and month < COUNTRIES[NATION[unit]].at_war)
    )
    return number(column)


@lru_cache(maxsize=512)
def _behind(places: bytes, front: bytes) -> bytes:
    """Those of the places that no undispersed enemy stands next to."""
    return (number(places) & ~number(front)).to_bytes(len(places), "big")


def _rested(state: War, side: int) -> int:
    """By unit, every mark: it may move strategically, as far as its own state goes."""
    common = _passengers(side, state.turn, thawed(state)) & owned(state.side, side)
    return common & number(state.flags.translate(RESTED))


def travellers(state: War, side: int) -> bytes:
    """By unit, every mark: it may move by rail, in supply and away from the front."""
    places = _behind(fed_places(supplied(state, side)), front(state, side))
    return column_of(_rested(state, side) & number(state.at.translate(places)))


def sailors(state: War, side: int) -> bytes:
    """By unit, every mark: it is in a port from which a sea move leads somewhere."""
    ports = _sea_ports(state.held, side, box(state).month_of_year)
    if not ports:
        return NOBODY
    places = _behind(ports, front(state, side))
    return column_of(_rested(state, side) & number(state.at.translate(places)))


@lru_cache(maxsize=512)
def _sea_ports(held: bytes, side: int, month_of_year: int) -> bytes:
    """By place, every mark: a port from which a sea move leads somewhere."""
    column = bytearray(256)
    for _, group in sea_links(held, side, month_of_year):
        for port in group if len(group) > 1 else ():
            column[port] = EVERY
    return bytes(column) if any(column) else b""


class Strategic(Phase, frozen=True):
    """A side moves units strategically."""

    side: Side

    @property
    def who(self) -> Side:
        return self.side

    def asks(self, state: War) -> tuple[Decision, ...]:
        offers = []
        side, left = side_number(self.side), capacity_left(state, self.side)
        for verb, label, units, rule in (
            ("rail", "Move a unit by rail", travellers(state, side), "RUL-DC-38"),
            ("sail", "Move a unit by sea", sailors(state, side), "DC-R58"),
        ):
            words = words_of(self._paying(state, units))
            if words:
                offers.append(Offer(verb, label, (Slot("unit", words), Slot("to")), (rule,)))
        offers.append(Offer("done", "End strategic movement"))
        prompt = f"{box(state).month}: {self.side} strategic movement, {left} moves left"
        return (Decision(self.side, prompt, tuple(offers), ("DC-R60",)),)

    def _paying(self, state: War, units: bytes) -> bytes:
        """Those of the units for which enough strategic moves are left."""
        left = capacity_left(state, self.side)
        if left > 0:
            return units
        return of_units(unit for unit in those(units) if move_costs(state, unit) <= left)

    def slot(self, state: War, verb: str, said: tuple[str, ...]) -> Slot | None:
        """The next thing to be said."""
        if verb == "done" or len(said) > 1:
            return None
        unit = own_unit(state, said[0], self.side)
        ends = self._by_rail(state, unit) if verb == "rail" else self._by_sea(state, unit)
        near, full = front(state, side_number(self.side)), crowded(state) if FIGHTS[unit] else ()
        free = [end for end in ends if not near[end] and end not in full]
        if unit in LIFTED:
            free = [end for end in free if not kept_home(state, unit, end)]
        return Slot("to", tuple(map(WORDS.__getitem__, free)))

    def _by_rail(self, state: War, unit: int) -> list[int]:
        start, side = state.at[unit], side_number(self.side)
        return [p for p in those(self._reach(state, start, side)) if p != start]

    def _by_sea(self, state: War, unit: int) -> list[int]:
        start, side = state.at[unit], side_number(self.side)
        links = sea_links(state.held, side, box(state).month_of_year)
        return [p for _, ports in links if start in ports for p in ports if p != start]

    def _reach(self, state: War, start: int, side: int) -> bytes:
        """By point: a mark if lines lead there."""
        regions = _regions(
            state.held, supplied(state, side), side, state.rulings["strategic_lines"]
        )
        if start != IN_SIBERIA:
            return regions.translate(SAME[regions[start]])
        edge = siberian_entry_points(state.rulings["siberian_edges"])
        open_ = {regions[entry] for entry in edge} - {0}
        return bytes(region in open_ for region in regions)

    def _lets(self, state: War, unit: int, to: int) -> bool:
        """Whether a strategic move may end here."""
        return (
            not (FIGHTS[unit] and not has_room(state, to))
            and not enemy_near(state, to, state.side[unit])
            and not kept_home(state, unit, to)
        )

    def check(self, state: War, who: str, action: Action) -> tuple[Violation, ...]:
        if isinstance(action, Rail | Sail):
            self._check(state, action)
        return ()

    def _check(self, state: War, action: Rail | Sail) -> None:
        unit, to = own_unit(state, action.unit, self.side), place_code(action.to)
        side, start = side_number(self.side), state.at[unit]
        name = UNITS[unit].name
        if capacity_left(state, self.side) < move_costs(state, unit):
            raise Refusal("No strategic move is left", "RUL-DC-37", legal="done")
        if start > LAST_POINT and start != IN_SIBERIA:
            raise Refusal(f"{name} is not in play", "RUL-DC-38", legal="units in play")
        if not may_entrain(state, unit):
            raise Refusal(
                f"{name} cannot move strategically now",
                ("DC-R58", "DC-R59", "RUL-DC-38"),
                legal="units that have neither moved nor fought, undispersed or just arrived",
            )
        if to == start or to > LAST_POINT:
            raise Refusal(f"{name} cannot go to {name_of(to)}", "RUL-DC-38", legal="a point")
        if start != IN_SIBERIA and enemy_near(state, start, side):
            raise Refusal(
                f"An undispersed enemy stands next to {name_of(start)}",
                "RUL-DC-38",
                legal="points away from the front",
            )
        if not self._lets(state, unit, to):
            raise Refusal(
                f"{name} cannot end its move at {name_of(to)}",
                ("RUL-DC-6", "RUL-DC-38"),
                legal="points with room, away from the front",
            )
        if isinstance(action, Rail):
            open_ = bool(self._reach(state, start, side)[to])
        else:
            open_ = bool(self._sea(state, start, to))
        if not open_:
            raise Refusal(
                f"There is no such way from {name_of(start)} to {name_of(to)}",
                ("DC-R58", "RUL-DC-38"),
                legal="own points in supply along lines, or two open ports of one sea",
            )

    def _sea(self, state: War, start: int, to: int) -> str:
        """The sea of a move from port to port; nothing if there is none."""
        if start == IN_SIBERIA:
            return ""
        month = box(state).month_of_year
        return sea_between(state.held, side_number(self.side), month, start, to)

    def answer(self, state: War, who: str, action: Action, play: Play) -> War:
        if not isinstance(action, Rail | Sail):
            play.log("strategic_ends", ("DC-R59",), side=self.side)
            return replace_step(state)
        unit, to = own_unit(state, action.unit, self.side), place_code(action.to)
        start = state.at[unit]
        state = replace(
            state, used=state.used + move_costs(state, unit), hungry=put(state.hungry, unit, 0)
        )
        if isinstance(action, Sail):
            sea = self._sea(state, start, to)
            side = state.side[unit]
            bombed = under_air(state, side, start, to)
            sunk = torpedoed(sea, side, play.nature, state.rulings["torpedo"], bombed)
            rules = ("DC-R58", "RUL-DC-22")
            if sunk:
                play.log("sunk", rules, unit=UNITS[unit].id)
                return lose(state, unit)
            play.log("sailed", rules, unit=UNITS[unit].id, end=name_of(to))
        else:
            rules = ("DC-R07", "DC-R59") if start == IN_SIBERIA else ("DC-R59", "RUL-DC-38")
            play.log("railed", rules, unit=UNITS[unit].id, start=name_of(start), end=name_of(to))
        return stand(state, unit, to, DISPERSED | RAILED)

    # Any legal action

    def random_action(self, state: War, who: str, choose: Chooser) -> Action:
        paid: int = figures("staying_put", state.rulings["staying_put"])["moves"]
        if capacity_left(state, self.side) < 1 - paid:
            return DONE
        return draw_one(state, choose, [end_phase, self._draw_rail, self._draw_sail])

    def _draw_rail(self, state: War, choose: Chooser) -> Action | None:
        units = self._paying(state, travellers(state, side_number(self.side)))
        found = self._draw(state, choose, those(units), self._by_rail)
        return None if found is None else Rail(*found)

    def _draw_sail(self, state: War, choose: Chooser) -> Action | None:
        units = self._paying(state, sailors(state, side_number(self.side)))
        found = self._draw(state, choose, those(units), self._by_sea)
        return None if found is None else Sail(*found)

    def _draw(
        self,
        state: War,
        choose: Chooser,
        units: list[int],
        reach: Callable[[War, int], list[int]],
    ) -> tuple[str, str] | None:
        """A unit and the end of its move; units and ends are tried until two fit."""
        while units:
            chosen = choose(len(units))
            unit = units[chosen]
            ends = reach(state, unit)
            while ends:
                end = choose(len(ends))
                if self._lets(state, unit, ends[end]):
                    return ID[unit], WORDS[ends[end]]
                del ends[end]
            del units[chosen]
        return None
