"""Supply of a position: by point, by unit, and ports that enemy aircraft close."""

from __future__ import annotations

from functools import lru_cache
from operator import itemgetter

from landbridge.games.arsenal.combat.aircraft import NEAR, blockaded
from landbridge.games.arsenal.forces.units import UNITS
from landbridge.games.arsenal.map.places import LAST_POINT, SIBERIA, by_place
from landbridge.games.arsenal.map.points import POINTS
from landbridge.games.arsenal.map.supply_lines import BY_SEA, supply
from landbridge.games.arsenal.map.weather import air_limit, hard_winter
from landbridge.games.arsenal.rulings import Winter
from landbridge.games.arsenal.war.columns import AIR, MONTH_OF_YEAR, UNDISPERSED, box
from landbridge.games.arsenal.war.masks import marks
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.war.weather import skies
from landbridge.games.arsenal.words import Weather, figures, side_number

_of_air = itemgetter(*AIR)
_AIR_SIDE: tuple[int, ...] = tuple(side_number(UNITS[unit].side) for unit in AIR)
NOTHING: frozenset[int] = frozenset()
_SUPPLIED: bytes = marks(lambda level: 0xFF * (level > 0))


@lru_cache(maxsize=512)
def supplied_places(level: bytes) -> bytes:
    """By place, every mark: a point in supply, or Siberia."""
    return by_place(level.translate(_SUPPLIED), 0xFF)


def supplied(state: War, side: int) -> bytes:
    """How each point is supplied for a side; ports that enemy aircraft close help nobody."""
    month = MONTH_OF_YEAR[state.turn]
    level = supply(state.held, side, month)
    if BY_SEA not in level:
        return level
    closed = closed_ports(state, side)
    return supply(state.held, side, month, closed) if closed else level


def closed_ports(state: War, side: int) -> frozenset[int]:
    """The ports of a side that enemy aircraft reach and its own do not."""
    if not figures("naval_war", state.rulings.naval_war)["blockade"]:
        return NOTHING
    return _closed(
        side,
        bytes(_of_air(state.at)),
        bytes(_of_air(state.flags)).translate(UNDISPERSED),
        *skies(state),
        box(state).month,
        state.rulings.winter,
    )


@lru_cache(maxsize=1024)
def _closed(
    side: int, at: bytes, ready: bytes, north: Weather, south: Weather, month: str, winter: Winter
) -> frozenset[int]:
    bases: tuple[set[int], set[int]] = (set(), set())
    for owner, place, can in zip(_AIR_SIDE, at, ready, strict=True):
        if can and place <= LAST_POINT:
            bases[owner].add(place)
    flown = {
        zone: air_limit(1 - side, here, hard_winter(month, here, winter)) != 0
        for zone, here in (("north", north), ("south", south))
    }
    own, enemy = frozenset(bases[side]), frozenset(bases[1 - side])
    near = {port for base in enemy for port in NEAR[base] if POINTS[port].seas}
    return frozenset(p for p in near if flown[POINTS[p].zone] and blockaded(p, own, enemy))


def under_air(state: War, side: int, start: int, end: int) -> bool:
    """Whether enemy aircraft close a port of a sea move."""
    closed = closed_ports(state, side)
    return start in closed or end in closed


def in_supply(state: War, unit: int) -> bool:
    """Whether a unit on the map or in Siberia has any supply."""
    place = state.at[unit]
    return place == SIBERIA or bool(supplied(state, state.side[unit])[place])
