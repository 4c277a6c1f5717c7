"""Composite armies on the map: which can be made now, and making them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from typing import Self

from msgspec.structs import replace

from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser
from landbridge.engine.refusals import (
    BadInput,
    ImpossibleAction,
    Refusal,
    Violation,
    breaches,
    unknown,
)
from landbridge.engine.rules.citing import in_force
from landbridge.engine.rules.findings import Finding
from landbridge.games.arsenal.forces.composites import (
    RECIPES,
    CompositeRulings,
    FormedComposite,
    Part,
    army_number,
    check_formed,
    combine,
)
from landbridge.games.arsenal.forces.dispersal import after_combining
from landbridge.games.arsenal.forces.names import unit_label
from landbridge.games.arsenal.forces.units import KIND, KINDS, UNITS
from landbridge.games.arsenal.map.places import (
    DEAD,
    LAST_POINT,
    OUT,
    POOL,
    SIBERIA,
    is_in_play,
    place_name,
)
from landbridge.games.arsenal.map.supply_lines import OVERLAND, level_word
from landbridge.games.arsenal.remembering import remembered
from landbridge.games.arsenal.war.columns import (
    DISPERSED,
    ID,
    KIND_OF,
    arrival_flags,
    box,
    ids,
    place_unit,
    places_of,
    put,
    units_on,
)
from landbridge.games.arsenal.war.masks import EVERY, column_of, marks, number, of_units
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.war.steps import Phase, PhaseVerb, own_unit
from landbridge.games.arsenal.war.supply import supplied, supplied_places
from landbridge.games.arsenal.words import SOVIET, figures

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


@cache
def _number(unit: int) -> int:
    return army_number(UNITS[unit].id)


def _on_map(state: War, kind: int) -> frozenset[int]:
    return frozenset(
        _number(unit)
        for unit in COUNTERS[kind]
        if state.at[unit] <= LAST_POINT or state.at[unit] == SIBERIA
    )


def counter(state: War, kind: int, parts: tuple[int, ...]) -> int | None:
    """The counter that a new composite takes, if there is one."""
    free = [unit for unit in COUNTERS[kind] if state.at[unit] in (POOL, DEAD)]
    if kind == TANK and in_force("DC-R56c"):
        taken = _on_map(state, GUARDS)
        free = [unit for unit in free if _number(unit) not in taken]
    elif kind == GUARDS:
        wanted = {_number(unit) for unit in parts if KIND_OF[unit] == TANK}
        same: bool = figures("guards_number", state.rulings.guards_number)["same"]
        others = _on_map(state, TANK) - wanted
        free = [u for u in free if _number(u) in wanted or not (same or _number(u) in others)]
    return free[0] if free else None


def _ready(state: War) -> int:
    """By unit, every mark: it could become a part. As one number."""
    level = supplied(state, SOVIET)
    if figures("composite_supply", state.rulings.composite_supply)["overland"]:
        level = level.translate(_OVERLAND_ONLY)
    fit = number(state.flags.translate(_UNDISPERSED)) & number(_PARTS)
    return fit & number(state.at.translate(supplied_places(level)))


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


def _may_be_formed(state: War, kind: int) -> bool:
    if breaches(check_formed, kind, box(state).month, state.rulings.parachutes):
        return False
    return any(state.at[unit] in (POOL, DEAD) for unit in COUNTERS[kind])


def kinds_now(state: War) -> tuple[str, ...]:
    """The kinds of composite that can be made now."""
    ready = _ready(state)
    return tuple(
        KINDS[kind].id
        for kind in RECIPES
        if _may_be_formed(state, kind)
        and any(_parts_at(state, kind, place, ready) for place in _together(state, kind, ready))
    )


def makable(state: War, word: str) -> list[tuple[int, ...]]:
    """The parts that would make a composite of a kind now."""
    kind = KIND.get(word)
    if kind not in RECIPES or not _may_be_formed(state, kind):
        return []
    ready = _ready(state)
    places = sorted(_together(state, kind, ready))
    return [parts for place in places for parts in _parts_at(state, kind, place, ready)]


def _parts_at(state: War, kind: int, place: int, ready: int) -> list[tuple[int, ...]]:
    """The parts at a place that would make a composite of an open kind."""
    fit = column_of(ready)
    pairs = _pairs([u for u in units_on(state.at, place) if fit[u]], RECIPES[kind].parts)
    if kind not in (TANK, GUARDS):
        return pairs
    return [pair for pair in pairs if counter(state, kind, pair) is not None]


def _pairs(units: list[int], parts: tuple[frozenset[int], ...]) -> list[tuple[int, ...]]:
    firsts = [unit for unit in units if KIND_OF[unit] in parts[0]]
    if len(parts) == 1:
        return [(unit,) for unit in firsts]
    seconds = [unit for unit in units if KIND_OF[unit] in parts[1]]
    return [(a, b) for a in firsts for b in seconds if a != b]


def _form_composite(
    state: War, kind: int, units: tuple[int, ...], composite: int | None
) -> Finding[FormedComposite]:
    level = supplied(state, SOVIET)
    parts = []
    # Where the parts are matters only if they are apart, or in Siberia.
    together = len({state.at[unit] for unit in units}) == 1
    for unit in units:
        place = state.at[unit]
        parts.append(
            Part(
                kind=KIND_OF[unit],
                at=SIBERIA if place == SIBERIA else 0 if together else place,
                dispersed=bool(state.flags[unit] & DISPERSED),
                supply="overland" if place == SIBERIA else level_word(level[place], "soviet"),
                number=_number(unit) if KIND_OF[unit] == TANK else 0,
            )
        )
    rulings = state.rulings
    ruled = CompositeRulings(
        rulings.composite_parts,
        rulings.composite_supply,
        rulings.new_composite,
        rulings.guards_number,
        rulings.parachutes,
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


class Compose(PhaseVerb, frozen=True):
    """Make a composite out of units."""

    explains = True
    only = "soviet"

    kind: str
    first: str
    second: str | None = None

    @classmethod
    def offer(cls, state: War, step: Phase, who: str) -> Offer | None:
        kinds = kinds_now(state) if who == cls.only else ()
        if not kinds:
            return None
        slots = (Slot("kind", kinds), Slot("first"), Slot("second"))
        return Offer("compose", "Make a composite", slots, ("DC-R50", "DC-R51"))

    @classmethod
    def next_slot(cls, state: War, step: Phase, who: str, said: tuple[str, ...]) -> Slot | None:
        if not said or len(said) > 2:
            return super().next_slot(state, step, who, said)
        pairs = makable(state, said[0])
        if len(said) == 1:
            return Slot("first", tuple(dict.fromkeys(ID[pair[0]] for pair in pairs)))
        found = [pair for pair in pairs if ID[pair[0]] == said[1]]
        if found and len(found[0]) == 1:
            return None
        return Slot("second", tuple(ID[pair[1]] for pair in found))

    def check(self, state: War, step: Phase, who: str) -> tuple[Violation, ...]:
        kind, units = self._kind(), self._parts(state)
        if len(set(units)) < len(units):
            raise ImpossibleAction("A unit is one part only", "DC-R51", legal="two units")
        for unit in units:
            if not is_in_play(state.at[unit]):
                text = f"{unit_label(unit)} is not in play"
                raise ImpossibleAction(text, "DC-R51", legal="units in play")
        composite = counter(state, kind, units)
        found = breaches(_form_composite, state, kind, units, composite)
        if composite is None:
            if found:
                raise ImpossibleAction(found[0].text, found[0].rules, found[0].remedy)
            raise ImpossibleAction(
                f"No counter is left for a {KINDS[kind].name}",
                "DC-R50",
                legal=", ".join(kinds_now(state)) or "done",
            )
        return found

    def _kind(self) -> int:
        """The kind of composite that is named."""
        names = [KINDS[kind].id for kind in RECIPES]
        if self.kind not in names:
            raise BadInput(unknown("composite", self.kind, names))
        return KIND[self.kind]

    def _parts(self, state: War) -> tuple[int, ...]:
        words = (self.first,) if self.second is None else (self.first, self.second)
        return tuple(own_unit(state, word, "soviet") for word in words)

    def apply(self, state: War, step: Phase, who: str, play: Play) -> War:
        kind, units = self._kind(), self._parts(state)
        composite = counter(state, kind, units)
        assert composite is not None
        goes, rules = DEAD, RECIPES[kind].cites
        condition = after_combining(state.rulings.new_composite)
        flags = arrival_flags(condition.dispersed, condition.may_move)
        with suppress(Refusal):
            found = _form_composite(state, kind, units, composite)
            goes = DEAD if found.result.parts_go_to == "dead_pile" else OUT
            flags = arrival_flags(found.result.dispersed, found.result.may_move)
            rules = found.rules
        place = state.at[units[0]]
        for unit in units:
            state = place_unit(state, unit, goes, 0)
        state = place_unit(state, composite, place, flags)
        play.log(
            "composed",
            rules,
            unit=ID[composite],
            kind=KINDS[kind].name,
            at=place_name(place),
            parts=ids(units),
            dead=goes == DEAD,
        )
        return replace(state, unsupplied_turns=put(state.unsupplied_turns, composite, 0))

    @classmethod
    def random_action(cls, state: War, step: Phase, who: str, choose: Chooser) -> Self | None:
        """Any composite that can be made: a kind, a place, and parts there."""
        if who != cls.only:
            return None
        ready = _ready(state)
        kinds = [kind for kind in RECIPES if _may_be_formed(state, kind)]
        while kinds:
            kind = kinds.pop(choose(len(kinds)))
            places = sorted(_together(state, kind, ready))
            while places:
                found = _parts_at(state, kind, places.pop(choose(len(places))), ready)
                if found:
                    parts = found[choose(len(found))]
                    return cls(KINDS[kind].id, *(ID[unit] for unit in parts))
        return None
