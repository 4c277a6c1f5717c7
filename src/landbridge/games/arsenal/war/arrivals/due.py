"""What comes in an R/R phase: replacements, reinforcements, and units that leave."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.chance import ScriptedDice
from landbridge.engine.events import Play
from landbridge.engine.findings import Finding
from landbridge.games.arsenal.calendar import Symbols, symbols_from
from landbridge.games.arsenal.combat.aircraft import REBUILT
from landbridge.games.arsenal.forces.entry import entry_points
from landbridge.games.arsenal.forces.reinforcements import (
    POLISH,
    RESERVES,
    Reserves,
    arrivals,
    siberian_reserves,
)
from landbridge.games.arsenal.forces.replacements import axis_replacements, city_infantry
from landbridge.games.arsenal.forces.siberia import siberian_replacements
from landbridge.games.arsenal.forces.units import KINDS, SYMBOL, UNITS
from landbridge.games.arsenal.industry.factories import FACTORIES, OUTPUT
from landbridge.games.arsenal.industry.production import in_schedule
from landbridge.games.arsenal.map.points import EDGE_POINTS
from landbridge.games.arsenal.map.supply_lines import overland_supply
from landbridge.games.arsenal.war.columns import (
    ANYWHERE,
    DEAD,
    IN_SIBERIA,
    LAST_POINT,
    LATER,
    NATION,
    OUT,
    box,
    put,
    supplied,
)
from landbridge.games.arsenal.war.control import ENTRAINED, MOVED, ally_arrives
from landbridge.games.arsenal.war.masks import EVERY, marks, number, of_units, remembered
from landbridge.games.arsenal.words import AXIS, SOVIET, SYMBOLS, figures

if TYPE_CHECKING:
    from landbridge.games.arsenal.war.state import War

JUST_ENTRAINED = ENTRAINED | MOVED
"""The marks of a factory in the phase in which it was entrained."""
WESTERN: tuple[int, ...] = EDGE_POINTS["west"]
RESERVE = "reserve "
PLANT = "plant "


class Due(Struct, frozen=True, array_like=True):
    """A unit that may be placed."""

    what: str
    """A type of unit, or '=' and the id of a unit."""
    place: int
    """Where; or anywhere that its nation may enter."""
    ready: bool = False
    """A reinforcement, which is undispersed."""


def _fitting() -> dict[str, tuple[int, ...]]:
    found: dict[str, list[int]] = {}
    for unit in UNITS:
        kind = KINDS[unit.kind]
        found.setdefault(f"={unit.id}", []).append(unit.number)
        symbol = SYMBOL[unit.kind]
        if unit.nation == "soviet":
            words = [symbol, RESERVE + symbol] if symbol else []
            words += {PLANT + " or ".join(output) for output in set(OUTPUT) if kind.id in output}
        else:
            words = [f"{unit.nation} {symbol}"] if symbol else []
        for word in words:
            found.setdefault(word, []).append(unit.number)
    return {word: tuple(units) for word, units in found.items()}


FITTING: dict[str, tuple[int, ...]] = _fitting()
"""The units that each type of replacement may be."""
FITS: dict[str, frozenset[int]] = {word: frozenset(units) for word, units in FITTING.items()}
_COUNT: dict[str, int] = {s: int.from_bytes(of_units(FITTING[s], 1)) for s in SYMBOLS}
PLANT_DUE: tuple[str, ...] = tuple(PLANT + " or ".join(output) for output in OUTPUT)
"""By factory: what is due when it has worked."""
NO_DICE = ScriptedDice(())
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


def waiting(state: War) -> Iterator[tuple[Due, int]]:
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
    if due.place == IN_SIBERIA:
        return (IN_SIBERIA,)
    if due.place != ANYWHERE:
        return (due.place,) if state.held[due.place] == SOVIET else ()
    nation = NATION[unit]
    if nation != "soviet":
        if not ally_arrives(state, nation):
            return ()
        if due.ready and not figures("entry_kinds", state.rulings["entry_kinds"])["reinforcements"]:
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
    return bool(figures("air_war", state.rulings["air_war"])["defends"])


# The Soviets


def dead_symbols(state: War) -> Symbols:
    """How many units of each type lie in the dead pile, as far as the Reserves ask for them."""
    dead = number(state.at.translate(_DEAD))
    return symbols_from({s: min((dead & _COUNT[s]).bit_count(), RESERVES.of(s)) for s in SYMBOLS})


def works(state: War, plant: int) -> bool:
    """Whether a factory produces this month."""
    place, flags = state.plants[plant], state.plant_flags[plant]
    return (
        (place <= LAST_POINT or place == IN_SIBERIA)
        and (not flags & ENTRAINED or (flags == JUST_ENTRAINED and _output_first(state)))
        and state.plant_ready[plant] <= state.turn
        and plant in _scheduled(box(state).month)
    )


def _output_first(state: War) -> bool:
    """Whether a factory produces in the month in which it is entrained."""
    return bool(figures("flip_month", state.rulings["flip_month"])["output"])


@lru_cache(maxsize=64)
def _scheduled(month: str) -> tuple[int, ...]:
    """The factories whose schedule has a month."""
    return tuple(plant for plant in range(len(FACTORIES)) if in_schedule(plant, month))


def soviet_due(state: War, play: Play) -> War:
    """What the Soviets may place this month."""
    month = box(state).month
    found = _siberian(month)
    due = list(state.due)
    siberian = sum(found.result.taken.of(symbol) for symbol in SYMBOLS)
    for symbol in SYMBOLS:
        due += [Due(symbol, IN_SIBERIA)] * found.result.taken.of(symbol)
    cities = city_infantry(
        month, state.held, supplied(state, SOVIET), state.rulings["city_infantry"]
    )
    due += [Due("infantry", point) for point in cities]
    made = [plant for plant in _scheduled(month) if works(state, plant)]
    due += [Due(PLANT_DUE[plant], state.plants[plant]) for plant in made]
    play.log(
        "soviet_replacements",
        (*found.rules, "DC-R29", "DC-R47", "RUL-DC-12", "RUL-DC-37"),
        siberian=siberian,
        cities=len(cities),
        plants=len(made),
    )
    if any(row.unit == POLISH for row in _arrivals(month, "soviet")):
        due.append(Due(f"={UNITS[POLISH].id}", ANYWHERE, True))
    return call_reserves(replace(state, due=tuple(due)), False, play)


@remembered(1024)
def _reserves(
    month: str, dead: Symbols, come: Symbols, released: bool, failed: int, ruling: str
) -> Finding[Reserves]:
    """The Reserves that come by themselves: no die is thrown for them."""
    return siberian_reserves(month, dead, come, NO_DICE, False, released, failed, ruling)


def call_reserves(state: War, call: bool, play: Play) -> War:
    """See which Siberian Reserves come; before their time they may be called at a risk."""
    now = state.reserves
    month, ruling = box(state).month, state.rulings["reserves_release"]
    dead = dead_symbols(state)
    if call:
        found = siberian_reserves(
            month, dead, now.come, play.nature, True, now.released, now.failed, ruling
        )
    else:
        found = _reserves(month, dead, now.come, now.released, now.failed, ruling)
    got = found.result
    reserves = replace(now, released=got.released, failed=got.forfeited)
    extra = tuple(
        Due(RESERVE + symbol, ANYWHERE, True)
        for symbol in SYMBOLS
        for _ in range(got.come.of(symbol))
    )
    if call or extra:
        play.log(
            "reserves",
            (*found.rules, "DC-R21", "RUL-DC-9"),
            word="come" if got.released else "do not come yet",
            units=len(extra),
        )
    return replace(state, reserves=reserves, due=(*state.due, *extra))


def kept(state: War) -> tuple[Due, ...]:
    """What is still due when an R/R phase is over; the rest is lost."""
    carried: bool = figures("unmet_symbol", state.rulings["unmet_symbol"])["carried"]
    return tuple(
        due
        for due in state.due
        if due.what[0] == "="
        or (
            carried
            and due.place == IN_SIBERIA
            and not due.what.startswith(PLANT)
            and not candidates(state, due)
        )
    )


def came(state: War, due: Due) -> War:
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
