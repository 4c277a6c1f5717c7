"""What comes in an R/R phase: replacements, reinforcements, and units that leave."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from msgspec.structs import replace

from landbridge.engine.play.events import Play
from landbridge.games.arsenal.calendar import symbols_from
from landbridge.games.arsenal.combat.aircraft import REBUILT
from landbridge.games.arsenal.forces.entry import entry_points
from landbridge.games.arsenal.forces.reinforcements import POLISH, arrivals
from landbridge.games.arsenal.forces.replacements import axis_replacements, city_infantry
from landbridge.games.arsenal.forces.siberia import siberian_replacements
from landbridge.games.arsenal.forces.units import UNITS
from landbridge.games.arsenal.industry.factories import FACTORIES
from landbridge.games.arsenal.industry.production import in_schedule
from landbridge.games.arsenal.map.places import ANYWHERE, DEAD, LAST_POINT, LATER, OUT, SIBERIA
from landbridge.games.arsenal.map.points import EDGE_POINTS
from landbridge.games.arsenal.map.supply_lines import overland_supply
from landbridge.games.arsenal.war.arrivals.fitting import (
    FACTORY_DUE,
    FITS,
    FITTING,
    FROM_FACTORY,
    RESERVE,
)
from landbridge.games.arsenal.war.arrivals.reserves import reserves_come
from landbridge.games.arsenal.war.columns import NATION, box, put
from landbridge.games.arsenal.war.control import ENTRAINED, MOVED, ally_arrives
from landbridge.games.arsenal.war.masks import EVERY, marks, number, of_units, remembered
from landbridge.games.arsenal.war.state import Due, War
from landbridge.games.arsenal.war.supply import supplied
from landbridge.games.arsenal.words import AXIS, SOVIET, SYMBOLS, figures

JUST_ENTRAINED = ENTRAINED | MOVED
"""The marks of a factory in the phase in which it was entrained."""
WESTERN: tuple[int, ...] = EDGE_POINTS["west"]


_FITTING: dict[str, int] = {word: number(of_units(units)) for word, units in FITTING.items()}
_DEAD: bytes = marks(lambda place: EVERY * (place == DEAD))
_AWAY: bytes = marks(lambda place: EVERY * (place > LAST_POINT))


_siberian = remembered(64)(siberian_replacements)
_arrivals = lru_cache(maxsize=256)(arrivals)


@lru_cache(maxsize=512)
def _entries(nation: str, held: bytes) -> tuple[int, ...]:
    side = SOVIET if nation == "soviet" else AXIS
    return entry_points(nation, held, overland_supply(held, side))


def candidates(state: War, due: Due) -> list[int]:
    """The units that may be placed for something due."""
    units = FITTING.get(due.what, ())
    at = state.at
    if due.what[0] == "=":
        return [unit for unit in units if at[unit] > LAST_POINT]
    return [unit for unit in units if at[unit] == DEAD]


def waiting_units(state: War) -> Iterator[tuple[Due, int]]:
    """Everything that is due and the units that may come for it, as one number, if any may."""
    at = state.at
    dead, away = number(at.translate(_DEAD)), number(at.translate(_AWAY))
    for due in dict.fromkeys(state.due):
        units = (away if due.what[0] == "=" else dead) & _FITTING.get(due.what, 0)
        if units:
            yield due, units


def fits(state: War, due: Due, unit: int) -> bool:
    """Whether a unit may be placed for something due."""
    if unit not in FITS.get(due.what, ()):
        return False
    return state.at[unit] > LAST_POINT if due.what[0] == "=" else state.at[unit] == DEAD


def places(state: War, due: Due, unit: int) -> tuple[int, ...]:
    """Where a unit may be placed for something due."""
    if due.place == SIBERIA:
        return (SIBERIA,)
    if due.place != ANYWHERE:
        return (due.place,) if state.held[due.place] == SOVIET else ()
    nation = NATION[unit]
    if nation != "soviet":
        if not ally_arrives(state, nation):
            return ()
        if due.ready and not figures("entry_kinds", state.rulings.entry_kinds)["reinforcements"]:
            return tuple(point for point in WESTERN if state.held[point] == AXIS)
    return _entries(nation, state.held)


# The Axis


def axis_due(state: War, play: Play) -> War:
    """What the Axis may place this month; units that leave are taken off."""
    month = box(state).month
    got = axis_replacements(month, play.nature)
    play.log(
        "axis_replacements",
        ("RUL-DC-37",),
        infantry=got.infantry,
        panzer=got.panzer,
        allied=got.rumanian + got.hungarian + got.finnish,
    )
    due = list(state.due)
    numbers = {
        "german infantry": got.infantry,
        "german panzer": got.panzer,
        "rumanian infantry": got.rumanian,
        "hungarian infantry": got.hungarian,
        "finnish infantry": got.finnish,
    }
    for what, units in numbers.items():
        due += [Due(what, ANYWHERE)] * units
    if box(state).month_of_year in REBUILT and _shot_down(state):
        due.append(Due("german air", ANYWHERE))
    for row in _arrivals(month, "axis"):
        place = state.at[row.unit]
        comes = (
            (row.how == "in" and place == LATER)
            or (row.how == "return" and place in (OUT, LATER))
            or (row.how == "refit" and place == DEAD)
        )
        if comes:
            due.append(Due(f"={UNITS[row.unit].id}", ANYWHERE, True))
        if row.how == "out":
            # What was due and never placed leaves all the same.
            due = [one for one in due if one.what != f"={UNITS[row.unit].id}"]
        if row.how == "out" and place not in (OUT, LATER):
            state = replace(
                state,
                at=put(state.at, row.unit, OUT),
                flags=put(state.flags, row.unit, 0),
            )
            play.log("leaves", ("RUL-DC-36",), unit=UNITS[row.unit].id, why=row.note)
    return replace(state, due=tuple(due))


def _shot_down(state: War) -> bool:
    """Whether aircraft can be shot down, so that they are also rebuilt."""
    return bool(figures("air_war", state.rulings.air_war)["defends"])


# The Soviets


def produces(state: War, factory: int) -> bool:
    """Whether a factory produces this month."""
    place, flags = state.factory_at[factory], state.factory_flags[factory]
    return (
        (place <= LAST_POINT or place == SIBERIA)
        and (not flags & ENTRAINED or (flags == JUST_ENTRAINED and _output_first(state)))
        and state.factory_ready[factory] <= state.turn
        and factory in _scheduled(box(state).month)
    )


def _output_first(state: War) -> bool:
    """Whether a factory produces in the month in which it is entrained."""
    return bool(figures("flip_month", state.rulings.flip_month)["output"])


@lru_cache(maxsize=64)
def _scheduled(month: str) -> tuple[int, ...]:
    """The factories whose schedule has a month."""
    return tuple(factory for factory in range(len(FACTORIES)) if in_schedule(factory, month))


def soviet_due(state: War, play: Play) -> War:
    """What the Soviets may place this month."""
    month = box(state).month
    found = _siberian(month)
    due = list(state.due)
    siberian = sum(found.result.taken.of(symbol) for symbol in SYMBOLS)
    for symbol in SYMBOLS:
        due += [Due(symbol, SIBERIA)] * found.result.taken.of(symbol)
    cities = city_infantry(month, state.held, supplied(state, SOVIET), state.rulings.city_infantry)
    due += [Due("infantry", point) for point in cities]
    made = [factory for factory in _scheduled(month) if produces(state, factory)]
    due += [Due(FACTORY_DUE[factory], state.factory_at[factory]) for factory in made]
    play.log(
        "soviet_replacements",
        (*found.rules, "DC-R29", "DC-R47", "RUL-DC-12", "RUL-DC-37"),
        siberian=siberian,
        cities=len(cities),
        plants=len(made),
    )
    if any(row.unit == POLISH for row in _arrivals(month, "soviet")):
        due.append(Due(f"={UNITS[POLISH].id}", ANYWHERE, True))
    return reserves_come(replace(state, due=tuple(due)), False, play)


def still_due(state: War) -> tuple[Due, ...]:
    """What is still due when an R/R phase is over; the rest is lost."""
    carried: bool = figures("unmet_symbol", state.rulings.unmet_symbol)["carried"]
    return tuple(
        due
        for due in state.due
        if due.what[0] == "="
        or (
            carried
            and due.place == SIBERIA
            and not due.what.startswith(FROM_FACTORY)
            and not candidates(state, due)
        )
    )


def take_off(state: War, due: Due) -> War:
    """Take something due off the list; Siberian Reserves are counted."""
    left = list(state.due)
    left.remove(due)
    state = replace(state, due=tuple(left))
    if not due.what.startswith(RESERVE):
        return state
    symbol = due.what.removeprefix(RESERVE)
    counts: dict[str, int] = {s: state.reserves.come.of(s) for s in SYMBOLS}
    counts[symbol] += 1
    return replace(state, reserves=replace(state.reserves, come=symbols_from(counts)))
