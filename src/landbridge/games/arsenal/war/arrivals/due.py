"""What comes in an R/R phase: replacements, reinforcements, and units that leave."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from msgspec.structs import replace

from landbridge.engine.play.events import Play
from landbridge.engine.rules.findings import Why
from landbridge.games.arsenal.calendar import symbols_from
from landbridge.games.arsenal.combat.aircraft import REBUILT
from landbridge.games.arsenal.forces.reinforcements import (
    POLISH,
    Arrival,
    arrivals,
    polish_army_comes,
)
from landbridge.games.arsenal.forces.replacements import axis_replacements, city_infantry
from landbridge.games.arsenal.forces.siberia import siberian_replacements
from landbridge.games.arsenal.forces.units import UNITS
from landbridge.games.arsenal.industry.factories import FACTORIES
from landbridge.games.arsenal.industry.militia import workers_take_up_arms
from landbridge.games.arsenal.industry.production import ceases_work, in_schedule
from landbridge.games.arsenal.map.places import (
    ANYWHERE,
    DEAD,
    LATER,
    OUT,
    SIBERIA,
    is_in_play,
)
from landbridge.games.arsenal.map.points import POINTS
from landbridge.games.arsenal.war.allies import ally_arrives
from landbridge.games.arsenal.war.arrivals.fitting import FACTORY_DUE, RESERVE, is_symbol
from landbridge.games.arsenal.war.arrivals.reserves import dead_symbols, reserves_come
from landbridge.games.arsenal.war.arrivals.sources import candidates
from landbridge.games.arsenal.war.columns import ID, box, put
from landbridge.games.arsenal.war.control import ENTRAINED, MOVED
from landbridge.games.arsenal.war.state import Due, War
from landbridge.games.arsenal.war.supply import supplied
from landbridge.games.arsenal.words import SOVIET, SYMBOLS, figures

JUST_ENTRAINED = ENTRAINED | MOVED
"""The marks of a factory in the phase in which it was entrained."""
SOVIET_CITIES: tuple[int, ...] = tuple(p.number for p in POINTS if p.city and p.owner == "soviet")
_arrivals = lru_cache(maxsize=256)(arrivals)


# The Axis


def axis_due(state: War, play: Play) -> War:
    """What the Axis may place this month; units that leave are taken off."""
    month = box(state).month
    got = axis_replacements(month, play.nature)
    allied = {
        ally: number
        for ally, number in (
            ("rumanian", got.rumanian),
            ("hungarian", got.hungarian),
            ("finnish", got.finnish),
        )
        if ally_arrives(state, ally)
    }
    due: list[Due] = []
    numbers = {"german infantry": got.infantry, "german panzer": got.panzer}
    numbers |= {f"{ally} infantry": number for ally, number in allied.items()}
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
    play.log(
        "axis_replacements",
        ("RUL-DC-37",),
        infantry=got.infantry,
        panzer=got.panzer,
        allied=sum(allied.values()),
        due=_counted(due),
    )
    state = replace(state, due=(*state.due, *due))
    for row in _arrivals(month, "axis"):
        if row.how == "out":
            state = _leave(state, row, play)
    return state


def _leave(state: War, row: Arrival, play: Play) -> War:
    """A unit leaves the war; one that was due and never placed leaves all the same."""
    place, what = state.at[row.unit], f"={UNITS[row.unit].id}"
    due = tuple(one for one in state.due if one.what != what)
    if place == OUT or (place == LATER and due == state.due):
        return state
    play.log("leaves", ("RUL-DC-36",), unit=UNITS[row.unit].id, why=row.note)
    flags = put(state.flags, row.unit, 0)
    return replace(state, due=due, at=put(state.at, row.unit, OUT), flags=flags)


def _counted(due: Iterable[Due]) -> dict[str, int]:
    """How often each thing is due."""
    return dict(Counter(one.what for one in due))


def _shot_down(state: War) -> bool:
    """Whether aircraft can be shot down, so that they are also rebuilt."""
    return bool(figures("air_war", state.rulings.air_war)["defends"])


# The Soviets


def produces(state: War, factory: int, why: Why) -> bool:
    """Whether a factory produces this month."""
    flags = state.factory_flags[factory]
    if not is_in_play(state.factory_at[factory]) or state.factory_ready[factory] > state.turn:
        return False
    if flags & ENTRAINED and ceases_work(flags == JUST_ENTRAINED, why, state.rulings.flip_month):
        return False
    return factory in _scheduled(box(state).month)


@lru_cache(maxsize=64)
def _scheduled(month: str) -> tuple[int, ...]:
    """The factories whose schedule has a month."""
    return tuple(factory for factory in range(len(FACTORIES)) if in_schedule(factory, month))


def soviet_due(state: War, play: Play) -> War:
    """What the Soviets may place this month."""
    month, why = box(state).month, Why()
    kept = [due for due in state.due if is_symbol(due)]
    others = [one for one in state.due if one not in kept]
    due: list[Due] = []
    symbols = why.add(
        siberian_replacements(
            month,
            dead_symbols(state),
            any(state.held[city] != SOVIET for city in SOVIET_CITIES),
            symbols_from({s: sum(one.what == s for one in kept) for s in SYMBOLS}),
            state.rulings.unmet_symbol,
        )
    )
    for symbol in SYMBOLS:
        due += [Due(symbol, SIBERIA)] * (symbols.taken.of(symbol) + symbols.kept.of(symbol))
    cities = city_infantry(month, state.held, supplied(state, SOVIET), state.rulings.city_infantry)
    due += [Due("infantry", point) for point in cities]
    why("RUL-DC-37", "city symbols")
    made = [factory for factory in _scheduled(month) if produces(state, factory, why)]
    due += [Due(FACTORY_DUE[factory], state.factory_at[factory]) for factory in made]
    armed = _armed_workers(state, made, why)
    due += [Due("infantry", point) for point in armed]
    # Once it has been on the map it never comes again.
    if polish_army_comes(month) and state.at[POLISH] == LATER:
        due.append(Due(f"={ID[POLISH]}", ANYWHERE, True))
    play.log(
        "soviet_replacements",
        (*why.so(True).rules, "DC-R29", "DC-R47", "RUL-DC-12"),
        siberian=sum(symbols.taken.of(symbol) for symbol in SYMBOLS),
        unmet=sum(symbols.lost.of(symbol) for symbol in SYMBOLS),
        cities=len(cities),
        plants=len(made),
        workers=len(armed),
        due=_counted(due),
    )
    return reserves_come(replace(state, due=(*others, *due)), False, play)


def _armed_workers(state: War, made: Iterable[int], why: Why) -> list[int]:
    """The points on which workers of factories that produce take up arms."""
    level, ruling = supplied(state, SOVIET), state.rulings.workers
    places = sorted({state.factory_at[factory] for factory in made})
    armed = [p for p in places if workers_take_up_arms(p, state.held, level, ruling)]
    if armed:
        why("RUL-DC-50", "workers")
    return armed


def still_due(state: War) -> tuple[Due, ...]:
    """What is still due when an R/R phase is over; the rest is lost."""
    carried: bool = figures("unmet_symbol", state.rulings.unmet_symbol)["carried"]
    return tuple(
        due
        for due in state.due
        if due.what[0] == "=" or (carried and is_symbol(due) and not candidates(state, due))
    )


def take_off(state: War, due: Due, unit: int) -> War:
    """Take something due off the list, and the unit itself; Siberian Reserves are counted."""
    left = list(state.due)
    if due in left:
        left.remove(due)
    state = replace(state, due=tuple(one for one in left if one.what != f"={ID[unit]}"))
    if not due.what.startswith(RESERVE):
        return state
    symbol = due.what.removeprefix(RESERVE)
    counts: dict[str, int] = {s: state.reserves.come.of(s) for s in SYMBOLS}
    counts[symbol] += 1
    return replace(state, reserves=replace(state.reserves, come=symbols_from(counts)))
