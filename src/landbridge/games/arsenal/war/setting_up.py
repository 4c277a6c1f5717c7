"""Where everything stands when a scenario begins."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from landbridge.engine.tables import read_toml
from landbridge.games.arsenal.calendar import TURNS
from landbridge.games.arsenal.factories import FACTORY, START_POINT
from landbridge.games.arsenal.map import NUMBER, control
from landbridge.games.arsenal.reinforcements import ARRIVALS
from landbridge.games.arsenal.units import KINDS, LATER, POOL, UNIT, UNITS, start_of
from landbridge.games.arsenal.war import columns
from landbridge.games.arsenal.war.columns import IN_SIBERIA, LAST_POINT, OUT
from landbridge.games.arsenal.war.control import DESTROYED
from landbridge.games.arsenal.war.scenarios import Plan, played
from landbridge.games.arsenal.words import NOBODY, PACKAGE, SOVIET

UNBUILT = 254
"""Where a factory is that is not deployed."""


class Start(Struct, frozen=True):
    """A first position."""

    held: bytes
    at: bytes
    plants: bytes
    picked: tuple[int, ...] = ()
    building: tuple[tuple[int, int], ...] = ()


def start(plan: Plan, north: str) -> Start:
    """The first position of a scenario."""
    inside = played(plan)
    if plan.first > 1:
        return _later(plan, read_toml(PACKAGE, "setups.toml")[plan.name], north)
    held = bytes(
        owner if inside[point] else NOBODY
        for point, owner in enumerate(control(northern_extension=north))
    )
    places = [start_of(unit, north) & 0xFF for unit in UNITS]
    plants = [
        UNBUILT if point < 0 else point if held[point] == SOVIET else DESTROYED
        for point in START_POINT
    ]
    return Start(held, _clear(places, held), bytes(plants))


def _clear(places: list[int], held: bytes) -> bytes:
    """Units on points that are not played are out."""
    return bytes(OUT if p <= LAST_POINT and held[p] == NOBODY else p for p in places)


def _later(plan: Plan, data: dict[str, Any], north: str) -> Start:
    without = control(northern_extension=north)
    lost = tuple(p for p in data["axis_holds"] if without[NUMBER[p]] != NOBODY)
    held = control(lost, tuple(data["soviet_holds"]), north)
    month = TURNS[plan.first - 1].month
    places = [_elsewhere(number, month) for number in range(len(UNITS))]
    for point, words in data["units"].items():
        for word in words:
            places[UNIT[word]] = NUMBER[point]
    plants = [DESTROYED if point >= 0 else UNBUILT for point in START_POINT]
    for place, words in data["plants"].items():
        for word in words:
            plants[FACTORY[word]] = IN_SIBERIA if place == "SIBERIA" else NUMBER[place]
    return Start(
        held,
        _clear(places, held),
        bytes(plants),
        tuple(FACTORY[word] for word in data["picked"]),
        tuple((FACTORY[word], turn) for word, turn in data["building"].items()),
    )


def _elsewhere(unit: int, month: str) -> int:
    """Where a unit is that a set-up does not name."""
    begins = UNITS[unit].start
    if begins == POOL:
        return columns.POOL
    rows = [row for row in ARRIVALS if row.unit == unit]
    if begins == LATER and any(r.how in ("in", "return") and r.month >= month for r in rows):
        return columns.LATER
    if any(r.how == "out" and r.month < month for r in rows):
        return OUT
    if KINDS[UNITS[unit].kind].irreplaceable:
        return OUT
    return columns.DEAD
