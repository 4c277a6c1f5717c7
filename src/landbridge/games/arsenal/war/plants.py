"""Factories on the map: where they are, which can be entrained, travel, sail or be deployed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from landbridge.engine.refusals import Refused
from landbridge.games.arsenal.factories import FACTORIES, FACTORY, factory_number
from landbridge.games.arsenal.map import POINTS, SIBERIA, point_number
from landbridge.games.arsenal.seas import sea_links
from landbridge.games.arsenal.war.columns import (
    IN_SIBERIA,
    LAST_POINT,
    box,
    capacity_left,
    supplied,
)
from landbridge.games.arsenal.war.control import ENTRAINED, MOVED
from landbridge.games.arsenal.war.masks import marks, those
from landbridge.games.arsenal.words import SOVIET

if TYPE_CHECKING:
    from landbridge.games.arsenal.war.state import War

WAITED = 4
"""The mark of a factory that has stopped in its port."""
PLANTS = range(len(FACTORIES))
_ENTRAINED = marks(lambda flag: flag & ENTRAINED)
_WAITING = marks(lambda flag: flag & (ENTRAINED | MOVED) == ENTRAINED)


def capacity(state: War) -> int:
    """Strategic moves of the Soviets in this month, used or not."""
    return capacity_left(state, "soviet") + state.used


def plant_id(plant: int) -> str:
    """What players call a factory."""
    return FACTORIES[plant].id


def chapter_place(place: int) -> int:
    """A place as the chapters on factories know it."""
    return SIBERIA if place == IN_SIBERIA else place


def plant_of(state: War, text: str) -> int:
    """A factory by its id, or by the point where it stands alone."""
    if text.strip().upper() in FACTORY:
        return factory_number(text)
    point = point_number(text)
    here = [plant for plant in PLANTS if state.plants[plant] == point]
    if len(here) != 1:
        raise Refused(
            f"{POINTS[point].name} has {len(here)} factories",
            "DC-R38",
            legal=", ".join(map(plant_id, here)) or "a point with a factory",
        )
    return here[0]


def ready(state: War) -> tuple[int, ...]:
    """Factories that can be deployed now."""
    return tuple(plant for plant, turn in state.building if turn <= state.turn)


def standing(state: War) -> tuple[int, ...]:
    """Factories that could be entrained, as far as supply and capacity go."""
    if state.used >= capacity(state):
        return ()
    level = supplied(state, SOVIET)
    return tuple(
        plant
        for plant, place in enumerate(state.plants)
        if not state.plant_flags[plant] & (ENTRAINED | MOVED)
        and (place == IN_SIBERIA or (place <= LAST_POINT and level[place]))
    )


def travellers(state: War) -> tuple[int, ...]:
    """Factories that were entrained in an earlier phase and have not travelled in this one."""
    return tuple(those(state.plant_flags.translate(_WAITING)))


def entrained(state: War) -> int:
    """How many factories are entrained."""
    return state.plant_flags.translate(_ENTRAINED).count(1)


def ports_of(state: War, plant: int) -> tuple[int, ...]:
    """The ports to which a factory can be shipped from where it is."""
    start = state.plants[plant]
    month = box(state).month_of_year
    return tuple(
        port
        for _, ports in sea_links(state.held, SOVIET, month)
        if start in ports
        for port in ports
        if port != start
    )
