"""Who may march in operations, and where the next line leads within its capacity."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple

from landbridge.games.arsenal.calendar import BOXES
from landbridge.games.arsenal.forces.homecoming import LIFTED
from landbridge.games.arsenal.forces.siberia import siberian_entry_points
from landbridge.games.arsenal.forces.units import UNITS
from landbridge.games.arsenal.map.places import LAST_POINT, NOWHERE, SIBERIA, by_place
from landbridge.games.arsenal.map.points import EDGES, GRADES, HOME, LINES, LINES_FROM, POINTS
from landbridge.games.arsenal.map.weather import hard_winter
from landbridge.games.arsenal.movement.contact import gap_closed, march_stops
from landbridge.games.arsenal.movement.line_capacity import counts_as_armour, line_capacity
from landbridge.games.arsenal.rulings import CmgException, OperationalLines, Winter
from landbridge.games.arsenal.war.columns import (
    BROKE,
    DATA,
    DISPERSED,
    FIGHTS,
    FOUGHT,
    FRESH,
    KIND_OF,
    MOVES_AS,
    NATION,
    OWN,
    RAILED,
    STEP,
    STEPS,
    SUPPORTS,
)
from landbridge.games.arsenal.war.control import defended
from landbridge.games.arsenal.war.front import covers
from landbridge.games.arsenal.war.masks import EVERY, column_of, marks, number, owned, those
from landbridge.games.arsenal.war.restraints import kept_home, neutral, thawed, waits
from landbridge.games.arsenal.war.scenarios import AGREED
from landbridge.games.arsenal.war.stacking import has_room
from landbridge.games.arsenal.war.state import NO_TARGETS, War
from landbridge.games.arsenal.war.weather import skies
from landbridge.games.arsenal.words import AXIS, NOBODY, SOVIET, Weather, figures

ALLOWED: dict[str, int] = {
    "infantry": DATA["lines"]["infantry"],
    "cavalry": DATA["lines"]["cavalry"],
    "armour": DATA["lines"]["armour"],
    "air": 0,
    "none": 0,
}
MUD: int = DATA["lines"]["mud"]
STUCK = DISPERSED | FRESH | RAILED | FOUGHT
ARMOUR_UNIT = 16
"""What one armoured unit adds to the upper half of a line's byte."""


def _lines(most: int) -> int:
    """Marks for lines that may be moved: the first, the second and so on."""
    return (1 << most) - 1


FREE: bytes = marks(
    lambda flags: 0 if flags & STUCK else EVERY & ~_lines(flags // STEP % (STEPS + 1))
)
"""By flags: the lines that a unit has not moved yet."""
TARGETLESS: bytes = marks(lambda target: EVERY * (target == NOWHERE))


@lru_cache(maxsize=256)
def _walkers(side: int, turn: int, free: bool, ruling: OperationalLines, turned: bool) -> int:
    """By unit: the lines that it may move where the ground is firm, if it may move at all.

    As one number, like everything that is compared and seldom changes.
    """
    fast = AGREED["operational_lines"].values[ruling]
    month = BOXES[turn].month
    column = bytearray(len(UNITS))
    for unit in OWN[side]:
        if not waits(unit, month, free):
            column[unit] = _lines(min(ALLOWED[MOVES_AS[unit]], fast))
    for unit in OWN[AXIS] if turned and side == SOVIET else ():
        column[unit] = _lines(min(ALLOWED[MOVES_AS[unit]], fast))
    return number(bytes(column))


@lru_cache(maxsize=64)
def _grounds(north: Weather, south: Weather) -> bytes:
    """By place: the lines that anybody may move there."""
    mud = {"north": north == "mud", "south": south == "mud"}
    return by_place(bytes(_lines(MUD) if mud[p.zone] else EVERY for p in POINTS), EVERY)


def can_move(state: War, side: int) -> bytes:
    """By unit: a mark if it may still move in this phase."""
    rulings = state.rulings
    turned: bool = figures("fallen_ally", rulings.fallen_ally)["attack"]
    common = _walkers(side, state.turn, thawed(state), rulings.operational_lines, turned)
    common &= owned(state.side, side)
    common &= number(state.at.translate(_grounds(*skies(state))))
    common &= number(state.flags.translate(FREE))
    if state.target != NO_TARGETS:
        common &= number(state.target.translate(TARGETLESS))
    return column_of(common)


def movable(state: War, side: int) -> list[int]:
    """The units of a side that may still move in this phase."""
    return those(can_move(state, side))


def may_move(state: War, unit: int) -> bool:
    """Whether a unit may still move in this phase."""
    return bool(can_move(state, state.side[unit])[unit])


class LineNow(NamedTuple):
    """A line as a side finds it in some weather."""

    end: int
    line: int
    all: int
    """Units that it carries in a phase."""
    armour: int
    armoured: bytes
    """By unit: whether it uses the part for armour."""


@lru_cache(maxsize=64)
def _armoured(here: Weather, ruling: CmgException) -> bytes:
    return bytes(counts_as_armour(kind, here, ruling) for kind in KIND_OF)


@lru_cache(maxsize=64)
def _ways(
    side: int, north: Weather, south: Weather, hard: tuple[bool, bool], cmg: CmgException
) -> tuple[tuple[LineNow, ...], ...]:
    """From each point, and last from Siberia: where lines lead, and what they carry now."""
    found: dict[tuple[str, int], tuple[int, int, bytes]] = {}
    for zone, here, cold in (("north", north, hard[0]), ("south", south, hard[1])):
        for grade in range(len(GRADES)):
            limit = line_capacity(grade, side, here, cold)
            found[zone, grade] = (limit.all, limit.armour, _armoured(here, cmg))
    on_map = (
        tuple(LineNow(end, line, *found[POINTS[end].zone, grade]) for end, grade, line in ways)
        for ways in LINES_FROM
    )
    from_siberia = tuple(
        LineNow(edge.point, len(LINES) + number, *found[POINTS[edge.point].zone, edge.grade])
        for number, edge in enumerate(EDGES)
        if edge.edge != "west"
    )
    return (*on_map, from_siberia)


@lru_cache(maxsize=512)
def _ways_of(
    side: int, north: Weather, south: Weather, month: str, winter: Winter, cmg: CmgException
) -> tuple[tuple[LineNow, ...], ...]:
    hard = (hard_winter(month, north, winter), hard_winter(month, south, winter))
    return _ways(side, north, south, hard, cmg)


def lines_from(state: War, place: int, side: int) -> tuple[LineNow, ...]:
    """The lines from a point as they are for a side now."""
    rulings = state.rulings
    month = BOXES[state.turn].month
    ruled = rulings.winter, rulings.cmg_exception
    ways = _ways_of(side, *skies(state), month, *ruled)
    if place != SIBERIA:
        return ways[place]
    open_ = siberian_entry_points(rulings.siberian_edges)
    return tuple(way for way in ways[-1] if way.end in open_ and state.held[way.end] == SOVIET)


def line_to(state: War, unit: int, to: int) -> LineNow | None:
    """The line that a unit takes to a neighbouring point; None where there is none."""
    lines = lines_from(state, state.at[unit], state.side[unit])
    return next((line for line in lines if line.end == to), None)


def carries(state: War, line: LineNow, unit: int) -> bool:
    """Whether a line can still carry a unit in this phase."""
    used = state.lines[line.line]
    if used % ARMOUR_UNIT >= line.all:
        return False
    return not line.armoured[unit] or used // ARMOUR_UNIT < line.armour


Obstacle = Literal[
    "", "unplayed", "goes home", "stays home", "no room", "neutral", "support", "stopped", "gap"
]


def obstacle(state: War, unit: int, to: int) -> Obstacle:
    """What keeps a unit from a point; nothing bars an own one with room, or an enemy's at war."""
    holder, side = state.held[to], state.side[unit]
    if holder == NOBODY:
        return "unplayed"
    if unit in LIFTED and kept_home(state, unit, to):
        return "goes home"
    if side == SOVIET and NATION[unit] != "soviet" and to not in HOME[NATION[unit]]:
        return "stays home"
    if (holder == side or not defended(state, to)) and stopped(state, unit):
        return "stopped"
    if holder == side:
        return "no room" if FIGHTS[unit] and not has_room(state, to) else ""
    if side == SOVIET and neutral(state, POINTS[to].owner):
        return "neutral"
    if defended(state, to):
        return "" if FIGHTS[unit] or SUPPORTS[unit] else "support"
    if not FIGHTS[unit]:
        return "support"
    return "gap" if gap_closed(covers(state, side)[to], state.rulings.gaps) else ""


def stopped(state: War, unit: int) -> bool:
    """Whether a unit has come beside a ready enemy in this phase, and only attacks any more."""
    flags, side = state.flags[unit], state.side[unit]
    lines = flags // STEP & STEPS
    if not lines or state.at[unit] > LAST_POINT:
        return False
    beside = bool(covers(state, side)[state.at[unit]])
    return march_stops(beside, lines, bool(flags & BROKE), state.rulings.contact)


def ends(state: War, unit: int) -> list[int]:
    """Where a unit may go by its next line."""
    place = state.at[unit]
    if place == SIBERIA and state.unsupplied_turns[unit]:
        return []
    return [
        way.end
        for way in lines_from(state, place, state.side[unit])
        if carries(state, way, unit) and not obstacle(state, unit, way.end)
    ]
