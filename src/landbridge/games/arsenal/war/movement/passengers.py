"""Who may move strategically, by rail or by sea, and where such a move may end."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from landbridge.games.arsenal.calendar import BOXES
from landbridge.games.arsenal.forces.composites import RECIPES
from landbridge.games.arsenal.forces.replacements import replacement_cost
from landbridge.games.arsenal.forces.siberia import siberian_entry_points
from landbridge.games.arsenal.forces.units import UNITS
from landbridge.games.arsenal.map.places import PLACE, SIBERIA
from landbridge.games.arsenal.map.points import POINTS
from landbridge.games.arsenal.map.seas import sea_between, sea_links
from landbridge.games.arsenal.movement.strategic_movement import By, move_cost, rail_regions
from landbridge.games.arsenal.war.capacity import capacity_left
from landbridge.games.arsenal.war.columns import (
    DISPERSED,
    FIGHTS,
    FOUGHT,
    FRESH,
    KIND_OF,
    OWN,
    RAILED,
    STEP,
    STEPS,
    box,
)
from landbridge.games.arsenal.war.front import enemy_near, front
from landbridge.games.arsenal.war.masks import (
    EVERY,
    column_of,
    marks,
    number,
    of_units,
    owned,
    those,
)
from landbridge.games.arsenal.war.restraints import bound, kept_home, thawed, waits
from landbridge.games.arsenal.war.stacking import has_room
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.war.supply import supplied, supplied_places
from landbridge.games.arsenal.words import SOVIET

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


def may_entrain(state: War, unit: int) -> bool:
    """Whether a unit's own state lets it move strategically."""
    flags = state.flags[unit]
    if flags & SPENT or (flags & DISPERSED and not flags & FRESH):
        return False
    return not bound(state, unit)


def move_costs(state: War, unit: int) -> int:
    """Strategic moves that a unit uses: none if it has paid for its place already."""
    if state.at[unit] == SIBERIA:
        return move_cost("siberian")
    if not state.flags[unit] & FRESH or KIND_OF[unit] in RECIPES:
        return move_cost("units")
    ruling = state.rulings.staying_put
    return replacement_cost(True, ruling) - replacement_cost(False, ruling)


def moved_by(state: War, unit: int) -> By | Literal[""]:
    """How a unit has moved strategically in this turn."""
    flags = state.flags[unit]
    if not flags & RAILED:
        return ""
    return "sea" if flags & STEP else "land"


@lru_cache(maxsize=256)
def _passengers(side: int, turn: int, free: bool) -> int:
    """By unit, every mark: whether it may move strategically in a month at all."""
    month = BOXES[turn].month
    column = of_units(unit for unit in OWN[side] if not waits(unit, month, free))
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
    places = _behind(supplied_places(supplied(state, side)), front(state, side))
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
    column = bytearray(PLACE.top + 1)
    for _, group in sea_links(held, side, month_of_year):
        for port in group if len(group) > 1 else ():
            column[port] = EVERY
    return bytes(column) if any(column) else b""


def paying(state: War, units: bytes, who: str) -> bytes:
    """Those of the units for which enough strategic moves are left."""
    left = capacity_left(state, who)
    if left > 0:
        return units
    return of_units(unit for unit in those(units) if move_costs(state, unit) <= left)


def rail_ends(state: War, unit: int) -> list[int]:
    """The points to which lines lead a unit, whether it may end there or not."""
    start = state.at[unit]
    return [point for point in those(lines_lead(state, unit)) if point != start]


def lines_lead(state: War, unit: int) -> bytes:
    """By point: a mark if own lines in supply lead a unit there."""
    start, side, rulings = state.at[unit], state.side[unit], state.rulings
    regions = _regions(state.held, supplied(state, side), side, rulings.strategic_lines)
    if start != SIBERIA:
        return regions.translate(SAME[regions[start]])
    open_ = {regions[entry] for entry in siberian_entry_points(rulings.siberian_edges)} - {0}
    return bytes(region in open_ for region in regions)


def sea_ends(state: War, unit: int) -> list[int]:
    """The ports to which a unit can sail, whether it may end there or not."""
    start, side = state.at[unit], state.side[unit]
    links = sea_links(state.held, side, box(state).month_of_year)
    return [port for _, ports in links if start in ports for port in ports if port != start]


def sea_of(state: War, unit: int, to: int) -> str:
    """The sea of a unit's move from port to port; nothing if there is none."""
    start = state.at[unit]
    if start == SIBERIA:
        return ""
    return sea_between(state.held, state.side[unit], box(state).month_of_year, start, to)


def may_end(state: War, unit: int, to: int) -> bool:
    """Whether a strategic move may end here."""
    return (
        not (FIGHTS[unit] and not has_room(state, to))
        and not enemy_near(state, to, state.side[unit])
        and not kept_home(state, unit, to)
    )


def has_moves_left(state: War, who: str) -> bool:
    """Whether a side has moves left for any unit, even for one that has paid already."""
    ruling = state.rulings.staying_put
    return capacity_left(state, who) >= (
        replacement_cost(True, ruling) - replacement_cost(False, ruling)
    )


def entry_point(state: War, to: int) -> int:
    """The point at which a Siberian unit comes on that goes on by rail to another."""
    side, rulings = SOVIET, state.rulings
    regions = _regions(state.held, supplied(state, side), side, rulings.strategic_lines)
    entries = siberian_entry_points(rulings.siberian_edges)
    return next((point for point in entries if regions[point] == regions[to] > 0), entries[0])


def enemy_at_start(state: War, unit: int) -> bool:
    """Whether an undispersed enemy stands next to where a unit begins."""
    start = state.at[unit]
    return start != SIBERIA and enemy_near(state, start, state.side[unit])
