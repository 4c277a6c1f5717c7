"""Where everything stands when a scenario begins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec
from msgspec import Struct

from landbridge.engine.chance.tables import read_toml
from landbridge.engine.rules.citing import Source, rule
from landbridge.games.arsenal.calendar import BOXES
from landbridge.games.arsenal.forces.reinforcements import ARRIVALS
from landbridge.games.arsenal.forces.unit_values import may_fortify
from landbridge.games.arsenal.forces.units import KINDS, UNIT, UNITS, start_of
from landbridge.games.arsenal.industry.factories import FACTORY, start_points
from landbridge.games.arsenal.map.places import (
    DEAD,
    DESTROYED,
    LAST_POINT,
    LATER,
    OUT,
    POOL,
    SIBERIA,
    UNBUILT,
)
from landbridge.games.arsenal.map.points import NUMBER, control
from landbridge.games.arsenal.rulings import NorthernExtension
from landbridge.games.arsenal.war.columns import FORTIFIED
from landbridge.games.arsenal.war.own_scenarios import MONTHS, SIBERIA_WORD, SetUp, unpack
from landbridge.games.arsenal.war.scenarios import Plan, points_played
from landbridge.games.arsenal.words import NOBODY, PACKAGE, SOVIET


class BuiltIn(SetUp, frozen=True, kw_only=True):
    """A set-up that comes with the game."""

    source: Source


SET_UPS: dict[str, BuiltIn] = msgspec.convert(read_toml(PACKAGE, "setups.toml"), dict[str, BuiltIn])


class Start(Struct, frozen=True):
    """A first position."""

    held: bytes
    at: bytes
    plants: bytes
    picked: tuple[int, ...] = ()
    building: tuple[tuple[int, int], ...] = ()
    flags: bytes = bytes(len(UNITS))


@rule("RUL-DC-41", otherwise={})
def besides(plan: Plan) -> dict[str, tuple[str, ...]]:
    """Units that begin in the part that is played, and in the whole war outside it."""
    return plan.besides


def start(plan: Plan, north: NorthernExtension) -> Start:
    """The first position of a scenario."""
    inside = points_played(plan)
    if plan.own:
        return _later(plan, unpack(plan.name), north)
    if plan.first > 1:
        return _later(plan, SET_UPS[plan.name], north)
    held = bytes(
        owner if inside[point] else NOBODY
        for point, owner in enumerate(control(northern_extension=north))
    )
    places = [start_of(unit, north) for unit in UNITS]
    _place(besides(plan), places)
    plants = [
        point if point == UNBUILT or held[point] == SOVIET else DESTROYED
        for point in start_points()
    ]
    return Start(held, _clear(places, held), bytes(plants))


def _place(units: Mapping[str, Iterable[str]], places: list[int]) -> None:
    """Put units on points, both by their words."""
    for point, words in units.items():
        for word in words:
            places[UNIT[word]] = NUMBER[point]


def _clear(places: list[int], held: bytes) -> bytes:
    """Units on points that are not played are out."""
    return bytes(OUT if p <= LAST_POINT and held[p] == NOBODY else p for p in places)


def _later(plan: Plan, found: SetUp, north: NorthernExtension) -> Start:
    without = control(northern_extension=north)
    lost, won = (
        tuple(p for p in points if without[NUMBER[p]] != NOBODY)
        for points in (found.axis_holds, found.soviet_holds)
    )
    held = control(lost, won, north)
    month = BOXES[plan.first].month
    places = [_elsewhere(number, month) for number in range(len(UNITS))]
    _place(found.units, places)
    plants = [UNBUILT if point == UNBUILT else DESTROYED for point in start_points()]
    for place, words in found.plants.items():
        for word in words:
            plants[FACTORY[word]] = SIBERIA if place == SIBERIA_WORD else NUMBER[place]
    return Start(
        held,
        _clear(places, held),
        bytes(plants),
        tuple(FACTORY[word] for word in found.picked),
        tuple((FACTORY[word], MONTHS[month]) for word, month in found.building.items()),
        bytes(
            FORTIFIED * (found.dug_in and place <= LAST_POINT and may_fortify(unit.kind))
            for unit, place in zip(UNITS, places, strict=True)
        ),
    )


def _elsewhere(unit: int, month: str) -> int:
    """Where a unit is that a set-up does not name."""
    begins = UNITS[unit].start
    if begins == POOL:
        return POOL
    rows = [row for row in ARRIVALS if row.unit == unit]
    if begins == LATER and any(r.how in ("in", "return") and r.month >= month for r in rows):
        return LATER
    if any(r.how == "out" and r.month < month for r in rows):
        return OUT
    if KINDS[UNITS[unit].kind].irreplaceable:
        return OUT
    return DEAD
