"""What the bot knows by heart: distances, the worth of places, and units in figures."""

from __future__ import annotations

from functools import lru_cache

from landbridge.games.arsenal.calendar import TURNS, Turn
from landbridge.games.arsenal.forces.allies import ENTRY
from landbridge.games.arsenal.forces.stacking import stacking_limit
from landbridge.games.arsenal.forces.units import ARMOUR, FIREPOWER, MAJOR
from landbridge.games.arsenal.map.points import EDGE_POINTS, LINES_FROM, NEIGHBOURS, POINTS
from landbridge.games.arsenal.map.weather import hard_winter
from landbridge.games.arsenal.movement.line_capacity import counts_as_armour, line_capacity
from landbridge.games.arsenal.rulings import CmgException, Stacking, Winter
from landbridge.games.arsenal.war.columns import FIGHTS, KIND_OF, MOVES_AS, NATION
from landbridge.games.arsenal.war.restraints import waits
from landbridge.games.arsenal.words import AXIS, SOVIET, Weather

COUNT = len(POINTS)
EVERYWHERE = range(COUNT)


def _distances() -> tuple[bytes, ...]:
    found = []
    for start in EVERYWHERE:
        steps = bytearray([99]) * COUNT
        steps[start] = 0
        queue = [start]
        for point in queue:
            for end in NEIGHBOURS[point]:
                if steps[end] == 99:
                    steps[end] = steps[point] + 1
                    queue.append(end)
        found.append(bytes(steps))
    return tuple(found)


DISTANCE = _distances()
"""Lines between any two points."""

FIRE: tuple[int, ...] = tuple(FIREPOWER[kind][1] for kind in KIND_OF)
"""By unit: firepower in supply."""
BIG: tuple[bool, ...] = tuple(MAJOR[kind] for kind in KIND_OF)
"""By unit: whether it is a major one, which retreats before it dies."""
FAST: tuple[bool, ...] = tuple(word in ("armour", "cavalry") for word in MOVES_AS)
TANKS: tuple[bool, ...] = tuple(ARMOUR[kind] for kind in KIND_OF)
VALUE: tuple[float, ...] = tuple(
    (fire + (0.6 if big else 0.0)) * (1.0 if fights else 0.7)
    for fire, big, fights in zip(FIRE, BIG, FIGHTS, strict=True)
)
"""By unit: what its loss costs."""
FORTIFIES: tuple[bool, ...] = tuple(word == "infantry" for word in MOVES_AS)


def _worth() -> tuple[float, ...]:
    worth = []
    capitals = set(ENTRY.values())
    edges = {point for edge in EDGE_POINTS.values() for point in edge}
    for point in POINTS:
        here = (
            1.0 + 6.0 * point.vp + 1.5 * len(point.infantry) + 0.15 * len(LINES_FROM[point.number])
        )
        if point.city:
            here += 1.0
        if point.number in capitals:
            here += 4.0
        if point.number in edges:
            here += 1.0
        if point.north:
            here *= 0.5
        worth.append(here)
    return tuple(worth)


WORTH = _worth()
"""What holding a point is worth, whoever holds it."""

KEYS: tuple[float, ...] = tuple(
    WORTH[point.number] if point.vp or point.number in set(ENTRY.values()) else 0.0
    for point in POINTS
)
"""What cities that count, and the capitals of allies, are worth; nothing for other points."""

PRIZE = 4.0
"""How much more a place is worth that alone decides a scenario."""
PULL = 0.5


def _fading() -> dict[int, tuple[float, ...]]:
    steps = [1.0]
    while len(steps) < 100:
        steps.append(steps[-1] * PULL)
    return {
        point.number: tuple(WORTH[point.number] * steps[d] for d in DISTANCE[point.number])
        for point in POINTS
        if point.vp
    }


FADING = _fading()
"""By place that counts: its worth, halved with every line on the way to it."""


def box_of(turn: int) -> Turn:
    """A turn's box of the track; beyond either end, the nearest."""
    return TURNS[min(max(turn, 1), len(TURNS)) - 1]


@lru_cache(maxsize=256)
def limits(month: str, stacking: Stacking) -> tuple[int, ...]:
    """By point: how many combat units may stand on it."""
    return tuple(stacking_limit(point, month, stacking) for point in EVERYWHERE)


@lru_cache(maxsize=256)
def skies(turn: int) -> tuple[Weather, ...]:
    """By point: the weather of a turn."""
    now = box_of(turn)
    return tuple((now.north if p.zone == "north" else now.south) or "clear" for p in POINTS)


@lru_cache(maxsize=256)
def loads(turn: int, side: int, winter: Winter) -> tuple[tuple[tuple[int, int], ...], ...]:
    """By grade and point entered: units that a line carries, and how many of them may be armour."""
    month = box_of(turn).month
    sky = skies(turn)
    found = []
    for grade in range(3):
        row = []
        for point in EVERYWHERE:
            here = sky[point]
            limit = line_capacity(grade, side, here, hard_winter(month, here, winter))
            row.append((limit.all, limit.armour))
        found.append(tuple(row))
    return tuple(found)


@lru_cache(maxsize=16)
def armoured(sky: Weather, ruling: CmgException) -> tuple[bool, ...]:
    """By unit: whether it uses a line's room for armour in some weather."""
    return tuple(counts_as_armour(kind, sky, ruling) for kind in KIND_OF)


@lru_cache(maxsize=256)
def zeal(turn: int, side: int, winter: Winter) -> tuple[float, ...]:
    """By point: how well a side attacks in a turn, 1 where nothing holds it back."""
    box = box_of(turn)
    found = []
    for here in skies(turn):
        minus = 0
        if here == "mud":
            minus += 1
        if side == SOVIET and box.month < "1943":
            minus += 1
        if side == AXIS and hard_winter(box.month, here, winter):
            minus += 1
        plus = int(side == SOVIET and hard_winter(box.month, here, winter))
        found.append((1.0, 0.67, 0.4)[minus] * (1.25 if plus else 1.0))
    return tuple(found)


@lru_cache(maxsize=256)
def held_back(turn: int, free: bool) -> frozenset[int]:
    """Units that may not move in a turn: of countries not yet at war, or frozen."""
    month = box_of(turn).month
    return frozenset(unit for unit in range(len(NATION)) if waits(unit, month, free))
