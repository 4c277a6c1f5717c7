"""Factories on the map: where they are, which can be entrained, travel, sail or be deployed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache

from landbridge.engine.columns import both
from landbridge.engine.refusals import ImpossibleAction, Refusal
from landbridge.engine.rules.citing import Rules
from landbridge.engine.rules.findings import Why
from landbridge.games.arsenal.calendar import turn_name
from landbridge.games.arsenal.industry.expansion import may_deploy
from landbridge.games.arsenal.industry.factories import (
    FACTORIES,
    FACTORY,
    SIBERIAN_CAPACITY,
    counter_number,
    factory_label,
    soviet_points,
)
from landbridge.games.arsenal.industry.factory_travel import may_travel, stops_in_port
from landbridge.games.arsenal.map.places import DESTROYED, SIBERIA, is_in_play
from landbridge.games.arsenal.map.points import POINTS, point_number
from landbridge.games.arsenal.map.seas import sea_links
from landbridge.games.arsenal.war.capacity import capacity_left, capacity_of
from landbridge.games.arsenal.war.columns import box
from landbridge.games.arsenal.war.control import ENTRAINED, MOVED
from landbridge.games.arsenal.war.masks import EVERY, marks, those
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.war.supply import supplied, supplied_places
from landbridge.games.arsenal.words import SOVIET, capital, figures

WAITED = 4
"""The mark of a factory that has stopped in its port."""
ALL_FACTORIES = range(len(FACTORIES))
_ENTRAINED = marks(lambda flag: flag & ENTRAINED)
_STANDING = marks(lambda flag: EVERY * (not flag & (ENTRAINED | MOVED)))
_WAITING = marks(lambda flag: flag & (ENTRAINED | MOVED) == ENTRAINED)
_NOT_TRAVELLED = marks(lambda flag: flag & ENTRAINED and flag != ENTRAINED | MOVED | WAITED)


def capacity(state: War) -> int:
    """Strategic moves of the Soviets in this month, used or not."""
    return capacity_of(state, "soviet")


def factory_id(factory: int) -> str:
    """The id by which a factory is named in an action."""
    return FACTORIES[factory].id


def plant_name(factory: int) -> str:
    """What players call a factory, as a sentence begins with it."""
    return capital(factory_label(factory))


def factory_of(state: War, text: str) -> int:
    """A factory by its id, or by the point where it stands alone."""
    if text.strip().upper() in FACTORY or text.strip().lower() == SIBERIAN_CAPACITY:
        return counter_number(text)
    point = point_number(text)
    here = [factory for factory in ALL_FACTORIES if state.factory_at[factory] == point]
    if len(here) != 1:
        raise ImpossibleAction(
            f"{POINTS[point].name} has {len(here)} factories",
            ("DC-R26", "DC-R38"),
            legal=", ".join(map(factory_id, here)) or "a point with a factory",
        )
    return here[0]


def absence(state: War, factory: int) -> tuple[str, Rules] | None:
    """Why a factory is neither on the map nor in Siberia, and by which rules; None if it is."""
    name, ready = plant_name(factory), dict(state.building).get(factory)
    if ready is not None:
        month = turn_name(ready)
        return f"{name} is on the track until {month}", ("DC-R28", "DC-R29")
    if state.factory_at[factory] == DESTROYED:
        return f"{name} is lost for good", ("DC-R35", "DC-R45")
    if not is_in_play(state.factory_at[factory]):
        return f"{name} has not been picked", ("DC-R27", "DC-R28")
    return None


def check_present(state: War, factory: int, legal: tuple[int, ...]) -> None:
    """Refuse a factory that is neither on the map nor in Siberia."""
    found = absence(state, factory)
    if found is not None:
        text, rules = found
        raise ImpossibleAction(text, rules, legal=ids_of(legal))


def ids_of(factories: tuple[int, ...]) -> str:
    """Factories by their ids."""
    return ", ".join(map(factory_id, factories)) or "none now"


def deployable(state: War) -> tuple[int, ...]:
    """Factories that can be deployed now."""
    return tuple(factory for factory, turn in state.building if turn <= state.turn)


def may_stand(state: War, place: int, why: Why) -> None:
    """Refuse a place where no new factory may be deployed."""
    month, level = box(state).month_of_year, supplied(state, SOVIET)
    ruling = state.rulings.expansion_site
    may_deploy(place, state.held, month, why, ruling, level)


def sites(state: War) -> Iterator[int]:
    """Where a factory that is ready may be deployed."""
    for place in (SIBERIA, *soviet_points(state.held)):
        with suppress(Refusal):
            may_stand(state, place, Why())
            yield place


def entrainable(state: War) -> tuple[int, ...]:
    """Factories that could be entrained, as far as supply and capacity go."""
    if not capacity_left(state, "soviet"):
        return ()
    in_supply = state.factory_at.translate(supplied_places(supplied(state, SOVIET)))
    return tuple(those(both(in_supply, state.factory_flags.translate(_STANDING))))


def travellers(state: War) -> tuple[int, ...]:
    """Factories that were entrained in an earlier phase and have not travelled in this one."""
    at_once = may_travel(True, Why())
    return tuple(those(state.factory_flags.translate(_NOT_TRAVELLED if at_once else _WAITING)))


def open_points(state: War) -> bytes | None:
    """The supply that points on a factory's way need, where the ruling asks for it."""
    strict: bool = figures("factory_lines", state.rulings.factory_lines)["supplied"]
    return supplied(state, SOVIET) if strict else None


def sailing(state: War, waiting: tuple[int, ...]) -> tuple[int, ...]:
    """Those of the factories that wait to travel and may sail now."""
    stops = stops_in_port(Why(), state.rulings.embarkation)
    return tuple(
        factory
        for factory in waiting
        if ports_of(state, factory) and (not stops or state.factory_flags[factory] & WAITED)
    )


def all_entrained(state: War) -> tuple[int, ...]:
    """The factories that are entrained."""
    return tuple(those(state.factory_flags.translate(_ENTRAINED)))


def entrained(state: War) -> int:
    """How many factories are entrained."""
    return state.factory_flags.translate(_ENTRAINED).count(1)


def ports_of(state: War, factory: int) -> tuple[int, ...]:
    """The ports to which a factory can be shipped from where it is."""
    return _ports_from(state.held, box(state).month_of_year).get(state.factory_at[factory], ())


@lru_cache(maxsize=512)
def _ports_from(held: bytes, month: int) -> dict[int, tuple[int, ...]]:
    found: dict[int, tuple[int, ...]] = {}
    for _, ports in sea_links(held, SOVIET, month):
        for start in ports:
            found[start] = found.get(start, ()) + tuple(p for p in ports if p != start)
    return found
