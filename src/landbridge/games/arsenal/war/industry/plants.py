"""Factories on the map: where they are, which can be entrained, travel, sail or be deployed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING

from landbridge.engine.findings import Why
from landbridge.engine.refusals import Refusal
from landbridge.engine.rules import in_force
from landbridge.games.arsenal.industry.expansion import may_deploy
from landbridge.games.arsenal.industry.factories import (
    FACTORIES,
    FACTORY,
    factory_number,
    soviet_points,
)
from landbridge.games.arsenal.map.points import POINTS, SIBERIA, point_number
from landbridge.games.arsenal.map.seas import sea_links
from landbridge.games.arsenal.war.columns import (
    IN_SIBERIA,
    box,
    capacity_left,
    fed_places,
    supplied,
)
from landbridge.games.arsenal.war.control import ENTRAINED, MOVED
from landbridge.games.arsenal.war.masks import EVERY, both, marks, those
from landbridge.games.arsenal.words import SOVIET, figures

if TYPE_CHECKING:
    from landbridge.games.arsenal.war.state import War

WAITED = 4
"""The mark of a factory that has stopped in its port."""
PLANTS = range(len(FACTORIES))
_ENTRAINED = marks(lambda flag: flag & ENTRAINED)
_STANDING = marks(lambda flag: EVERY * (not flag & (ENTRAINED | MOVED)))
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
        raise Refusal(
            f"{POINTS[point].name} has {len(here)} factories",
            "DC-R38",
            legal=", ".join(map(plant_id, here)) or "a point with a factory",
        )
    return here[0]


def ready(state: War) -> tuple[int, ...]:
    """Factories that can be deployed now."""
    return tuple(plant for plant, turn in state.building if turn <= state.turn)


def may_stand(state: War, place: int, why: Why) -> None:
    """Refuse a place where no new factory may be deployed."""
    month, level = box(state).month_of_year, supplied(state, SOVIET)
    ruling = state.rulings["expansion_site"]
    may_deploy(chapter_place(place), state.held, month, why, ruling, level)


def sites(state: War) -> Iterator[int]:
    """Where a factory that is ready may be deployed."""
    for place in (IN_SIBERIA, *soviet_points(state.held)):
        with suppress(Refusal):
            may_stand(state, place, Why())
            yield place


def standing(state: War) -> tuple[int, ...]:
    """Factories that could be entrained, as far as supply and capacity go."""
    if state.used >= capacity(state):
        return ()
    fed = state.plants.translate(fed_places(supplied(state, SOVIET)))
    return tuple(those(both(fed, state.plant_flags.translate(_STANDING))))


def travellers(state: War) -> tuple[int, ...]:
    """Factories that were entrained in an earlier phase and have not travelled in this one."""
    return tuple(those(state.plant_flags.translate(_WAITING)))


def open_points(state: War) -> bytes | None:
    """The supply that points on a factory's way need, where the ruling asks for it."""
    strict: bool = figures("factory_lines", state.rulings["factory_lines"])["supplied"]
    return supplied(state, SOVIET) if strict else None


def sailing(state: War, waiting: tuple[int, ...]) -> tuple[int, ...]:
    """Those of the factories that wait to travel and may sail now."""
    first: bool = figures("embarkation", state.rulings["embarkation"])["port_waits"]
    stops = first and in_force("DC-R44")
    return tuple(
        plant
        for plant in waiting
        if ports_of(state, plant) and (not stops or state.plant_flags[plant] & WAITED)
    )


def entrained(state: War) -> int:
    """How many factories are entrained."""
    return state.plant_flags.translate(_ENTRAINED).count(1)


def ports_of(state: War, plant: int) -> tuple[int, ...]:
    """The ports to which a factory can be shipped from where it is."""
    return _ports_from(state.held, box(state).month_of_year).get(state.plants[plant], ())


@lru_cache(maxsize=512)
def _ports_from(held: bytes, month: int) -> dict[int, tuple[int, ...]]:
    found: dict[int, tuple[int, ...]] = {}
    for _, ports in sea_links(held, SOVIET, month):
        for start in ports:
            found[start] = found.get(start, ()) + tuple(p for p in ports if p != start)
    return found
