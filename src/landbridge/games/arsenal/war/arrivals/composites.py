"""Composite armies on the map: which can be made now, and making them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from msgspec.structs import replace

from landbridge.engine.actions import Action, Slot
from landbridge.engine.events import Play
from landbridge.engine.findings import Finding
from landbridge.engine.refusals import BadInput, Refusal, unknown
from landbridge.games.arsenal.forces.composites import RECIPES, Made, Part, Rulings, combine
from landbridge.games.arsenal.forces.units import KIND, KINDS, UNITS
from landbridge.games.arsenal.map.points import SIBERIA
from landbridge.games.arsenal.map.supply_lines import OVERLAND, level_word
from landbridge.games.arsenal.war.columns import (
    DEAD,
    DISPERSED,
    FRESH,
    ID,
    IN_SIBERIA,
    KIND_OF,
    LAST_POINT,
    OUT,
    POOL,
    box,
    fed_places,
    name_of,
    places_of,
    put,
    stand,
    supplied,
    units_on,
)
from landbridge.games.arsenal.war.masks import (
    EVERY,
    column_of,
    marks,
    number,
    of_units,
    remembered,
)
from landbridge.games.arsenal.war.steps import Chooser, own_unit
from landbridge.games.arsenal.words import SOVIET, figures

if TYPE_CHECKING:
    from landbridge.games.arsenal.war.state import War

COUNTERS: dict[int, tuple[int, ...]] = {
    kind: tuple(unit.number for unit in UNITS if unit.kind == kind) for kind in RECIPES
}
"""The counters of each kind of composite."""
TANK, GUARDS = KIND["tank_army"], KIND["guards_tank_army"]
_USABLE: frozenset[int] = frozenset(
    kind for recipe in RECIPES.values() for part in recipe.parts for kind in part
)

_PARTS: bytes = of_units(
    unit.number for unit in UNITS if unit.kind in _USABLE and unit.nation == "soviet"
)
_UNITS: dict[int, tuple[int, ...]] = {
    kind: tuple(
        number(of_units(unit.number for unit in UNITS if unit.kind in part))
        for part in recipe.parts
    )
    for kind, recipe in RECIPES.items()
}
"""By kind of composite: every mark for the units that can be each of its parts."""
_combine = remembered(2048)(combine)
NO_NUMBERS: frozenset[int] = frozenset()
_UNDISPERSED: bytes = marks(lambda flags: EVERY * (not flags & DISPERSED))
_OVERLAND_ONLY: bytes = marks(lambda level: level * (level == OVERLAND))


class Compose(Action, frozen=True):
    """Make a composite out of units."""

    kind: str
    first: str
    second: str | None = None


@cache
def _number(unit: int) -> int:
    digits = "".join(letter for letter in UNITS[unit].id if letter.isdigit())
    return int(digits or 0)


def _on_map(state: War, kind: int) -> frozenset[int]:
    return frozenset(
        _number(unit)
        for unit in COUNTERS[kind]
        if state.at[unit] <= LAST_POINT or state.at[unit] == IN_SIBERIA
    )


def counter(state: War, kind: int, parts: tuple[int, ...]) -> int | None:
    """The counter that a new composite takes, if there is one."""
    free = [unit for unit in COUNTERS[kind] if state.at[unit] in (POOL, DEAD)]
    if kind == TANK:
        taken = _on_map(state, GUARDS)
        free = [unit for unit in free if _number(unit) not in taken]
    elif kind == GUARDS:
        wanted = {_number(unit) for unit in parts if KIND_OF[unit] == TANK}
        same = state.rulings["guards_number"] == "of_the_tank_army"
        others = _on_map(state, TANK) - wanted
        free = [u for u in free if _number(u) in wanted or not (same or _number(u) in others)]
    return free[0] if free else None


def _ready(state: War) -> int:
    """By unit, every mark: it could become a part. As one number."""
    level = supplied(state, SOVIET)
    if figures("composite_supply", state.rulings["composite_supply"])["overland"]:
        level = level.translate(_OVERLAND_ONLY)
    fit = number(state.flags.translate(_UNDISPERSED)) & number(_PARTS)
    return fit & number(state.at.translate(fed_places(level)))


def _together(state: War, kind: int, ready: int) -> Iterator[int]:
    """The places where the parts of a composite are, as far as their types go."""
    first, *second = _UNITS[kind]
    here = places_of(state.at, ready & first)
    places = set(here)
    if second == [first]:
        return (place for place in places if here.count(place) > 1)
    if second and places:
        places.intersection_update(places_of(state.at, ready & second[0]))
    return iter(places)


def _open(state: War, kind: int) -> bool:
    recipe = RECIPES[kind]
    if recipe.option and not figures(recipe.option, state.rulings[recipe.option])["use"]:
        return False
    if recipe.from_ and box(state).month < recipe.from_:
        return False
    return any(state.at[unit] in (POOL, DEAD) for unit in COUNTERS[kind])


def kinds_now(state: War) -> tuple[str, ...]:
    """The kinds of composite that can be made now."""
    ready = _ready(state)
    return tuple(
        KINDS[kind].id
        for kind in RECIPES
        if _open(state, kind)
        and any(_here(state, kind, place, ready) for place in _together(state, kind, ready))
    )


def makable(state: War, word: str) -> list[tuple[int, ...]]:
    """The parts that would make a composite of a kind now."""
    kind = KIND.get(word)
    if kind not in RECIPES or not _open(state, kind):
        return []
    ready = _ready(state)
    places = sorted(_together(state, kind, ready))
    return [parts for place in places for parts in _here(state, kind, place, ready)]


def _here(state: War, kind: int, place: int, ready: int) -> list[tuple[int, ...]]:
    """The parts at a place that would make a composite of an open kind."""
    fit = column_of(ready)
    pairs = _pairs([u for u in units_on(state.at, place) if fit[u]], RECIPES[kind].parts)
    if kind not in (TANK, GUARDS):
        return pairs
    return [pair for pair in pairs if counter(state, kind, pair) is not None]


def draw_composite(state: War, choose: Chooser) -> Action | None:
    """Any composite that can be made: a kind, a place, and parts there."""
    ready = _ready(state)
    kinds = [kind for kind in RECIPES if _open(state, kind)]
    while kinds:
        kind = kinds.pop(choose(len(kinds)))
        places = sorted(_together(state, kind, ready))
        while places:
            found = _here(state, kind, places.pop(choose(len(places))), ready)
            if found:
                parts = found[choose(len(found))]
                return Compose(KINDS[kind].id, *(ID[unit] for unit in parts))
    return None


def _pairs(units: list[int], parts: tuple[frozenset[int], ...]) -> list[tuple[int, ...]]:
    firsts = [unit for unit in units if KIND_OF[unit] in parts[0]]
    if len(parts) == 1:
        return [(unit,) for unit in firsts]
    seconds = [unit for unit in units if KIND_OF[unit] in parts[1]]
    return [(a, b) for a in firsts for b in seconds if a != b]


def parts_slot(state: War, said: tuple[str, ...]) -> Slot | None:
    """What is still to be said for a composite."""
    if len(said) > 2:
        return None
    pairs = makable(state, said[0])
    if len(said) == 1:
        return Slot("first", tuple(dict.fromkeys(UNITS[pair[0]].id for pair in pairs)))
    found = [pair for pair in pairs if UNITS[pair[0]].id == said[1]]
    if found and len(found[0]) == 1:
        return None
    return Slot("second", tuple(UNITS[pair[1]].id for pair in found))


def _made(state: War, kind: int, units: tuple[int, ...], composite: int | None) -> Finding[Made]:
    level = supplied(state, SOVIET)
    parts = []
    # Where the parts are matters only if they are apart, or in Siberia.
    together = len({state.at[unit] for unit in units}) == 1
    for unit in units:
        place = state.at[unit]
        if place > LAST_POINT and place != IN_SIBERIA:
            raise Refusal(f"{UNITS[unit].name} is not in play", "DC-R51", legal="units in play")
        parts.append(
            Part(
                kind=KIND_OF[unit],
                at=SIBERIA if place == IN_SIBERIA else 0 if together else place,
                dispersed=bool(state.flags[unit] & DISPERSED),
                supply="overland" if place == IN_SIBERIA else level_word(level[place], "soviet"),
                number=_number(unit) if KIND_OF[unit] == TANK else 0,
            )
        )
    rulings = state.rulings
    ruled = Rulings(
        rulings["composite_parts"],
        rulings["composite_supply"],
        rulings["new_composite"],
        rulings["guards_number"],
        rulings["parachutes"],
    )
    number = _number(composite) if composite is not None and kind == TANK else 0
    numbered = kind in (TANK, GUARDS)
    return _combine(
        kind,
        tuple(parts),
        box(state).month,
        _on_map(state, TANK) if numbered else NO_NUMBERS,
        _on_map(state, GUARDS) if numbered else NO_NUMBERS,
        number,
        ruled,
    )


def compose(state: War, action: Compose, play: Play | None = None) -> War:
    """Make a composite, or refuse."""
    names = [KINDS[kind].id for kind in RECIPES]
    if action.kind not in names:
        raise BadInput(unknown("composite", action.kind, names))
    kind = KIND[action.kind]
    words = (action.first,) if action.second is None else (action.first, action.second)
    units = tuple(own_unit(state, word, "soviet") for word in words)
    if len(set(units)) < len(units):
        raise Refusal("A unit is one part only", "DC-R51", legal="two units")
    composite = counter(state, kind, units)
    found = _made(state, kind, units, composite)
    if composite is None:
        raise Refusal(
            f"No counter is left for a {KINDS[kind].name}",
            "DC-R50",
            legal=", ".join(kinds_now(state)) or "done",
        )
    if play is None:
        return state
    place = state.at[units[0]]
    goes = DEAD if found.result.parts_go_to == "dead_pile" else OUT
    for unit in units:
        state = stand(state, unit, goes, 0)
    moves = FRESH if found.result.may_move == "strategic" else 0
    state = stand(state, composite, place, DISPERSED * found.result.dispersed | moves)
    play.log(
        "composed", found.rules, unit=UNITS[composite].id, kind=KINDS[kind].name, at=name_of(place)
    )
    return replace(state, hungry=put(state.hungry, composite, 0))
