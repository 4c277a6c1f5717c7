"""The columns of a position: where units are, how they stand, who holds what.

A column is a byte for each unit, point, line or factory; what never changes is kept outside.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import compress
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from landbridge.engine.tables import read_toml
from landbridge.games.arsenal.calendar import BOXES, Turn
from landbridge.games.arsenal.combat.aircraft import NEAR, blockaded
from landbridge.games.arsenal.forces.allies import BACK_MONTH, COUNTRIES, LIFT_MONTH, LIFTED
from landbridge.games.arsenal.forces.reinforcements import stacking_limit
from landbridge.games.arsenal.forces.replacements import lost_unit
from landbridge.games.arsenal.forces.units import COMBAT, KINDS, UNIT, UNITS
from landbridge.games.arsenal.forces.units import DATA as UNIT_DATA
from landbridge.games.arsenal.map.points import HOME, NEIGHBOURS, POINTS, place_name
from landbridge.games.arsenal.map.supply_lines import BY_SEA, supply
from landbridge.games.arsenal.map.weather import air_limit, hard_winter
from landbridge.games.arsenal.movement.strategic_movement import strategic_capacity
from landbridge.games.arsenal.war.masks import (
    EVERY,
    by_place,
    column_of,
    marks,
    number,
    of_units,
    owned,
)
from landbridge.games.arsenal.words import (
    AXIS,
    PACKAGE,
    SIDES,
    SOVIET,
    Weather,
    figures,
    side_number,
)

if TYPE_CHECKING:
    from landbridge.games.arsenal.war.state import War

DATA: dict[str, Any] = read_toml(PACKAGE, "war.toml")

IN_SIBERIA, DEAD, POOL, LATER, OUT, ANYWHERE = 255, 254, 253, 252, 251, 250
"""Where a unit is that is on no point; for a replacement, anywhere its nation may enter."""
NOWHERE = 255
"""The aim of a unit that attacks nothing."""
LAST_POINT = len(POINTS) - 1

DISPERSED, FORTIFIED, FRESH, RAILED, FOUGHT = 1, 2, 4, 8, 16
"""Fresh: came this turn and may only move strategically. Railed: has done so."""
STEP, STEPS, BROKE = 32, 3, 128
"""Lines moved in this phase; and whether armour has broken through."""

KIND_OF: tuple[int, ...] = tuple(unit.kind for unit in UNITS)
NATION: tuple[str, ...] = tuple(unit.nation for unit in UNITS)
FIGHTS: tuple[bool, ...] = tuple(COMBAT[unit.kind] for unit in UNITS)
"""By unit: whether it holds and takes points by itself."""
SUPPORTS: tuple[bool, ...] = tuple(KINDS[unit.kind].fires == "attack" for unit in UNITS)
"""By unit: whether it only helps others to attack."""
MOVES_AS: tuple[str, ...] = tuple(KINDS[unit.kind].moves_as for unit in UNITS)
ID: tuple[str, ...] = tuple(unit.id for unit in UNITS)
OWN: tuple[tuple[int, ...], ...] = tuple(
    tuple(unit.number for unit in UNITS if unit.side == side) for side in SIDES
)
"""By side: the units that it begins with; those of other nations never obey it in the field."""
AIR: tuple[int, ...] = tuple(unit.number for unit in UNITS if KINDS[unit.kind].arm == "air")
_of_air = itemgetter(*AIR)
_AIR_SIDE: tuple[int, ...] = tuple(side_number(UNITS[unit].side) for unit in AIR)
_UNDISPERSED = marks(lambda flags: EVERY * (not flags & DISPERSED))
NOTHING: frozenset[int] = frozenset()
STAVKA: int = UNIT["STAVKA"]
FROZEN: frozenset[int] = frozenset(UNIT[word] for word in UNIT_DATA["frozen"]["units"])
FROZEN_UNTIL: str = UNIT_DATA["frozen"]["until"]
THAW: int = next(p.number for p in POINTS if p.id == UNIT_DATA["frozen"]["or_axis_at"])

MONTH_OF_YEAR: tuple[int, ...] = tuple(turn.month_of_year for turn in BOXES)
"""By turn; 1 is January."""

WORDS: tuple[str, ...] = (
    *(point.id for point in POINTS),
    *("Siberia" for _ in range(256 - len(POINTS))),
)
"""By place: its word in an action."""

FIGHTERS: bytes = of_units(unit for unit, fights in enumerate(FIGHTS) if fights)
_FIGHTING: int = number(FIGHTERS)
_DEAD_PLACE = bytes([DEAD])
_ALL_DEAD: int = number(_DEAD_PLACE * len(UNITS))
IN_PLAY: bytes = by_place(bytes([0xFF]) * len(POINTS), 0xFF)
"""By place, every mark: a point, or Siberia."""
ON_MAP: bytes = by_place(bytes([0xFF]) * len(POINTS), 0)
_FED: bytes = marks(lambda level: 0xFF * (level > 0))

_capacity = lru_cache(maxsize=512)(strategic_capacity)
levels = supply
"""How each point is supplied; positions in a row ask the same, and it is remembered."""


@lru_cache(maxsize=128)
def _limits(turn: int, ruling: str) -> tuple[int, ...]:
    """By point: how many combat units may end on it."""
    month = BOXES[turn].month
    return tuple(stacking_limit(point.number, month, ruling) for point in POINTS)


@lru_cache(maxsize=512)
def fed_places(level: bytes) -> bytes:
    """By place, every mark: a point in supply, or Siberia."""
    return by_place(level.translate(_FED), 0xFF)


def put(column: bytes, place: int, value: int) -> bytes:
    """A column with one byte changed."""
    changed = bytearray(column)
    changed[place] = value
    return bytes(changed)


def units_on(at: bytes, place: int) -> list[int]:
    """The units at a place."""
    found = []
    unit = at.find(place)
    while unit >= 0:
        found.append(unit)
        unit = at.find(place, unit + 1)
    return found


def box(state: War) -> Turn:
    """The turn's box of the track."""
    return BOXES[state.turn]


def skies(state: War) -> tuple[Weather, Weather]:
    """The weather in the north and in the south; a die has decided it in May 1941."""
    now = BOXES[state.turn]
    return now.north or state.sky, now.south or state.sky


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
    if not figures("naval_war", state.rulings["naval_war"])["blockade"]:
        return NOTHING
    return _closed(
        side,
        bytes(_of_air(state.at)),
        bytes(_of_air(state.flags)).translate(_UNDISPERSED),
        *skies(state),
        box(state).month,
        state.rulings["winter"],
    )


@lru_cache(maxsize=1024)
def _closed(
    side: int, at: bytes, ready: bytes, north: Weather, south: Weather, month: str, winter: str
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
    return place == IN_SIBERIA or bool(supplied(state, state.side[unit])[place])


def weather_here(state: War, point: int) -> Weather:
    """The weather at a point."""
    north, south = skies(state)
    return north if POINTS[point].zone == "north" else south


def hard_here(state: War, here: Weather) -> bool:
    """Whether it is snow of the first winter."""
    return hard_winter(box(state).month, here, state.rulings["winter"])


def capacity_left(state: War, side: str) -> int:
    """Strategic moves that a side has left."""
    lost = state.at[STAVKA] == OUT
    return _capacity(side, box(state).month, lost, state.rulings["stavka"]) - state.used


def room(state: War, point: int) -> int:
    """How many more combat units may end on a point."""
    limit = _limits(state.turn, state.rulings["stacking"])[point]
    return limit - sum(FIGHTS[unit] for unit in units_on(state.at, point))


def has_room(state: War, point: int) -> bool:
    """Whether one more combat unit may end on a point."""
    limit = _limits(state.turn, state.rulings["stacking"])[point]
    return state.at.count(point) < limit or room(state, point) > 0


def crowded(state: War) -> list[int]:
    """The points on which no more combat units may end."""
    limits = _limits(state.turn, state.rulings["stacking"])
    counts = Counter(places_of(state.at, _FIGHTING))
    return [p for p, count in counts.items() if p <= LAST_POINT and count >= limits[p]]


def overfull(state: War, side: int) -> tuple[int, ...]:
    """The points on which more combat units of a side stand than may end there."""
    return _overfull(state.at, state.side, side, state.turn, state.rulings["stacking"])


@lru_cache(maxsize=64)
def _overfull(at: bytes, sides: bytes, side: int, turn: int, ruling: str) -> tuple[int, ...]:
    limits = _limits(turn, ruling)
    counts = Counter(places_of(at, _FIGHTING & owned(sides, side)))
    full = (p for p, count in counts.items() if p <= LAST_POINT and count > limits[p])
    return tuple(sorted(full))


def enemy_near(state: War, point: int, side: int) -> bool:
    """Whether an undispersed enemy that fights stands next to a point."""
    held, at, flags, enemy = state.held, state.at, state.flags, 1 - side
    for end in NEIGHBOURS[point]:
        if held[end] == enemy:
            unit = at.find(end)
            while unit >= 0:
                if FIGHTS[unit] and not flags[unit] & DISPERSED:
                    return True
                unit = at.find(end, unit + 1)
    return False


def places_of(at: bytes, units: int) -> bytes:
    """Where the marked units are, one byte for each of them; the dead pile is left out."""
    marked = number(at) & units | _ALL_DEAD & ~units
    return column_of(marked).translate(None, _DEAD_PLACE)


def front(state: War, side: int) -> bytes:
    """By place, every mark: a point next to an undispersed enemy that fights."""
    return _front(state.at, state.flags, state.side, state.held, 1 - side)


@lru_cache(maxsize=8)
def _front(at: bytes, flags: bytes, sides: bytes, held: bytes, enemy: int) -> bytes:
    ready = _FIGHTING & number(flags.translate(_UNDISPERSED)) & owned(sides, enemy)
    return _next_to(bytes(set(places_of(at, ready))), held, enemy)


@lru_cache(maxsize=512)
def _next_to(places: bytes, held: bytes, enemy: int) -> bytes:
    marked = bytearray(256)
    for place in places:
        if place <= LAST_POINT and held[place] == enemy:
            for end in NEIGHBOURS[place]:
                marked[end] = EVERY
    return bytes(marked)


def neutral(state: War, nation: str) -> bool:
    """Whether a country is not yet at war."""
    country = COUNTRIES.get(nation)
    return country is not None and box(state).month < country.at_war


def thawed(state: War) -> bool:
    """Whether the frozen armies are free for good, because the Axis came near them."""
    return state.thawed or state.held[THAW] == AXIS


def bound(state: War, unit: int) -> bool:
    """Whether a unit may not move at all: neutral, frozen, or of a country that has turned."""
    if unit in FROZEN:
        return box(state).month < FROZEN_UNTIL and not thawed(state)
    if NATION[unit] == "soviet":
        return False
    return state.side[unit] == SOVIET or neutral(state, NATION[unit])


def kept_home(state: War, unit: int, to: int) -> bool:
    """Whether a Rumanian unit that goes home in December 1941 would stay away from its country.

    Those for which there was no strategic move left go home along lines.
    """
    if unit not in LIFTED or not LIFT_MONTH <= box(state).month < BACK_MONTH:
        return False
    at, home = state.at[unit], HOME["rumanian"]
    if to in home or at > LAST_POINT:
        return False
    return at in home or FROM_RUMANIA[to] >= FROM_RUMANIA[at]


def _away(home: tuple[int, ...]) -> tuple[int, ...]:
    """By point: how many lines lead from a country to it."""
    steps = dict.fromkeys(home, 0)
    queue = list(home)
    for point in queue:
        for end in NEIGHBOURS[point]:
            if end not in steps:
                steps[end] = steps[point] + 1
                queue.append(end)
    return tuple(steps.get(point, len(POINTS)) for point in range(len(POINTS)))


FROM_RUMANIA: tuple[int, ...] = _away(HOME["rumanian"])


def lose(state: War, unit: int) -> War:
    """Remove a unit: to the dead pile, or for good if it is irreplaceable."""
    goes = DEAD if lost_unit(unit).result.goes_to == "dead_pile" else OUT
    return replace(
        state,
        at=put(state.at, unit, goes),
        flags=put(state.flags, unit, 0),
        aim=put(state.aim, unit, NOWHERE),
        hungry=put(state.hungry, unit, 0),
    )


def stand(state: War, unit: int, place: int, flags: int) -> War:
    """Set a unit somewhere in some state."""
    return replace(state, at=put(state.at, unit, place), flags=put(state.flags, unit, flags))


def name_of(place: int) -> str:
    """What players call a place of the columns."""
    return "Siberia" if place == IN_SIBERIA else place_name(place)


def word(place: int) -> str:
    """The short word for a place in an action."""
    return WORDS[place]


def words_of(units: bytes) -> tuple[str, ...]:
    """The words for the units that have a mark."""
    return tuple(compress(ID, units))


def ids(units: list[int] | tuple[int, ...]) -> str:
    """Units in words."""
    return ", ".join(UNITS[unit].id for unit in units) or "nobody"


def other(side: str) -> str:
    """The other side."""
    return SIDES[SOVIET] if side == SIDES[AXIS] else SIDES[AXIS]
