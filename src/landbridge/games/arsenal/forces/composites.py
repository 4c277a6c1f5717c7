"""Composite armies: what they are made of, when, where, and what they are then."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Literal

import msgspec
from msgspec import Struct

from landbridge.engine.refusals import Refusal, choices
from landbridge.engine.rules.citing import Rules, as_rules, in_force, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.arsenal.calendar import month_name, turn
from landbridge.games.arsenal.forces.dispersal import after_combining
from landbridge.games.arsenal.forces.unit_values import values
from landbridge.games.arsenal.forces.units import DATA, KIND, KINDS, UNIT, UNITS
from landbridge.games.arsenal.map.places import SIBERIA, place_name
from landbridge.games.arsenal.rulings import (
    CompositeParts,
    CompositeSupply,
    GuardsNumber,
    NewComposite,
    Parachutes,
)
from landbridge.games.arsenal.words import figures

PartSupply = Literal["overland", "by_sea", "isolated"]


class Recipe(Struct, frozen=True):
    """What a composite is made of."""

    kind: int
    parts: tuple[frozenset[int], ...]
    """For each part the kinds that will do."""
    from_: str
    """The first month; nothing if there is none."""
    option: Literal["", "parachutes"]
    cites: Rules


def _recipe(entry: dict[str, Any]) -> Recipe:
    return Recipe(
        KIND[entry["kind"]],
        tuple(frozenset(KIND[word] for word in part) for part in entry["parts"]),
        entry.get("from", ""),
        entry.get("option", ""),
        as_rules(entry["cites"]),
    )


RECIPES: dict[int, Recipe] = {r.kind: r for r in (_recipe(entry) for entry in DATA["composite"])}
"""Recipes by the kind of composite."""
NUMBERED: dict[int, int] = {KIND["guards_tank_army"]: KIND["tank_army"]}
"""Kinds that take their number from a part of another kind."""


class Part(Struct, frozen=True, kw_only=True):
    """A unit that shall become part of a composite."""

    kind: int
    at: int
    dispersed: bool = False
    supply: PartSupply = "overland"
    number: int = 0
    """Of a tank army: its number."""


class FormedComposite(Struct, frozen=True, kw_only=True):
    """A composite that was made."""

    kind: str
    at: str
    number: int
    """Its number, where it takes one over; otherwise 0."""
    dispersed: bool
    may_move: str
    may_attack: bool
    parts_go_to: str
    firepower: int
    unsupplied: int
    class_: str = msgspec.field(name="class")
    hits: int
    hits_unsupplied: int
    may_fortify: bool
    moves_as: str


class CompositeRulings(Struct, frozen=True):
    """How the open questions about composites are settled."""

    composite_parts: CompositeParts = "dead_pile"
    composite_supply: CompositeSupply = "any"
    new_composite: NewComposite = "may_entrain"
    guards_number: GuardsNumber = "of_the_tank_army"
    parachutes: Parachutes = "off"


DEFAULT = CompositeRulings()


@rule(
    "DC-R50",
    "DC-R51",
    "DC-R52",
    "DC-R53",
    "DC-R54",
    "DC-R55",
    "DC-R56a",
    "DC-R56b",
    "DC-R56c",
    "DC-R56d",
)
def combine(
    kind: int,
    parts: tuple[Part, ...],
    month: str,
    tank_armies: frozenset[int] = frozenset(),
    guards_tank_armies: frozenset[int] = frozenset(),
    number: int = 0,
    ruled: CompositeRulings = DEFAULT,
) -> Finding[FormedComposite]:
    """Make a composite out of these units, or refuse; the armies named are those on the map."""
    why = Why()
    recipe = RECIPES[kind]
    name = KINDS[kind].name
    if not why(recipe.cites, f"{name}: {_describe(recipe)}"):
        raise Refusal(f"There is no {name}", "DC-R50")
    turn(month)
    check_formed(kind, month, ruled.parachutes)
    _check_parts(recipe, parts)
    _check_state(parts, ruled, why)
    taken = _number(kind, parts, number, tank_armies, guards_tank_armies, ruled, why)
    parts_go_to = str(figures("composite_parts", ruled.composite_parts)["to"])
    if not why(
        ("DC-R50", "RUL-DC-23"), f"its parts go to: {parts_go_to}; it is never broken down again"
    ):
        parts_go_to = "under_it"
    why("DC-R52", "it is dispersed in the phase in which it is made")
    standing = after_combining(ruled.new_composite)
    why("RUL-DC-25", f"it may move this turn: {standing.may_move}")
    supplied = why.add(values(kind))
    without = why.add(values(kind, supplied=False))
    return why.so(
        FormedComposite(
            kind=KINDS[kind].id,
            at=place_name(parts[0].at),
            number=taken,
            dispersed=standing.dispersed,
            may_move=standing.may_move,
            may_attack=standing.may_attack,
            parts_go_to=parts_go_to,
            firepower=supplied.firepower,
            unsupplied=without.firepower,
            class_=supplied.class_,
            hits=supplied.hits,
            hits_unsupplied=without.hits,
            may_fortify=supplied.may_fortify,
            moves_as=supplied.moves_as,
        )
    )


@rule("DC-R55", "DC-R56a", "DC-R56b", "DC-R56d")
def check_formed(kind: int, month: str, parachutes: Parachutes = "off") -> None:
    """Refuse a kind of composite that is not made in a month, or not without an optional rule."""
    recipe, name = RECIPES[kind], KINDS[kind].name
    if recipe.option and not figures("parachutes", parachutes)["use"]:
        raise Refusal(
            f"A {name} is made only with the optional rule for parachute troops",
            (*recipe.cites, "RUL-DC-30"),
            legal="the option parachutes = on",
        )
    if recipe.from_ and month < recipe.from_:
        names = f"{name[:-1]}ies" if name.endswith("y") else f"{name}s"
        raise Refusal(f"{names} may be formed from {month_name(recipe.from_)}", recipe.cites)


def _describe(recipe: Recipe) -> str:
    return " and ".join(
        " or ".join(sorted(KINDS[kind].name for kind in part)) for part in recipe.parts
    )


def _fits(recipe: Recipe, parts: tuple[Part, ...]) -> bool:
    left = [part.kind for part in parts]
    for wanted in recipe.parts:
        fitting = next((kind for kind in left if kind in wanted), None)
        if fitting is None:
            return False
        left.remove(fitting)
    return not left


def _check_parts(recipe: Recipe, parts: tuple[Part, ...]) -> None:
    if not _fits(recipe, parts):
        raise Refusal(
            f"These units do not make a {KINDS[recipe.kind].name}",
            recipe.cites,
            legal=_describe(recipe),
        )


def made_of(parts: tuple[Part, ...]) -> int:
    """The kind of composite that these units make; no two are made of the same."""
    for kind, recipe in RECIPES.items():
        if _fits(recipe, parts):
            return kind
    raise Refusal(
        "These units make no composite",
        tuple(rule for recipe in RECIPES.values() for rule in recipe.cites),
        legal="; ".join(f"{KINDS[k].name}: {_describe(r)}" for k, r in RECIPES.items()),
    )


def _check_state(parts: tuple[Part, ...], ruled: CompositeRulings, why: Why) -> None:
    if not why("DC-R51", "the parts are together, undispersed and in supply"):
        return
    if len({part.at for part in parts}) > 1:
        raise Refusal(
            "The units are not all on one point", "DC-R51", legal="one point, or all in Siberia"
        )
    for part in parts:
        if part.dispersed:
            raise Refusal(
                f"A unit of kind {KINDS[part.kind].id} is dispersed",
                "DC-R51",
                legal="undispersed units",
            )
        overland: bool = figures("composite_supply", ruled.composite_supply)["overland"]
        if part.at == SIBERIA or part.supply == "overland":
            continue
        if part.supply == "isolated" or overland:
            raise Refusal(
                f"A unit of kind {KINDS[part.kind].id} is not in supply",
                ("DC-R51", "RUL-DC-24"),
                legal="units in supply",
            )
        why("RUL-DC-24", "supply by sea is enough")


def _number(
    kind: int,
    parts: tuple[Part, ...],
    number: int,
    tank_armies: frozenset[int],
    guards_tank_armies: frozenset[int],
    ruled: CompositeRulings,
    why: Why,
) -> int:
    """The number that a tank army or a Guards Tank Army takes, if it may."""
    if kind == KIND["tank_army"]:
        own = [n for n in numbers_of(kind) if n not in tank_armies | guards_tank_armies]
        _check_free(kind, number, tank_armies, choices(own))
        if number in guards_tank_armies and in_force("DC-R56c"):
            raise Refusal(
                f"Guards Tank Army {number} is on the map",
                "DC-R56c",
                legal="a number that no Guards Tank Army on the map has",
            )
        if number:
            why("DC-R56c", f"no Guards Tank Army {number} is on the map")
        return number
    if kind not in NUMBERED:
        return 0
    from_part = next(part.number for part in parts if part.kind == NUMBERED[kind])
    same: bool = figures("guards_number", ruled.guards_number)["same"]
    used = guards_tank_armies | (tank_armies - {from_part})
    free = [own for own in numbers_of(kind) if own not in used]
    taken = number or (from_part if same or from_part in free or not free else free[0])
    if same and number not in (0, from_part):
        raise Refusal(
            f"It takes the number of its tank army, {from_part}",
            ("DC-R56c", "RUL-DC-29"),
            legal=str(from_part),
        )
    if taken in tank_armies - {from_part} and in_force("DC-R56c"):
        raise Refusal(
            f"Tank Army {taken} is on the map",
            ("DC-R56c", "RUL-DC-29"),
            legal="the number of the tank army that is used",
        )
    _check_free(kind, taken, guards_tank_armies, "another tank army" if same else choices(free))
    if not why(
        ("DC-R56c", "RUL-DC-29"),
        f"Guards Tank Army {taken}: no tank army of that number stays on the map",
    ):
        return 0
    return taken


def _check_free(kind: int, number: int, on_map: frozenset[int], legal: str) -> None:
    """Refuse the number of an army of the same kind that is on the map already."""
    if number in on_map and in_force("DC-R50"):
        text = f"{KINDS[kind].name} {number} is on the map already"
        raise Refusal(text, "DC-R50", legal=legal or "no number is left")


@rule("DC-R56c", otherwise=-1)
def twin(word: str) -> int:
    """The tank army or Guards Tank Army that has the same number as this one; -1 if none has."""
    kinds = (KIND["tank_army"], KIND["guards_tank_army"])
    unit = UNITS[UNIT[word]]
    if unit.kind not in kinds:
        return -1
    return next(
        (
            other.number
            for other in UNITS
            if other.kind in kinds
            and other.kind != unit.kind
            and army_number(other.id) == army_number(unit.id)
        ),
        -1,
    )


@cache
def numbers_of(kind: int) -> tuple[int, ...]:
    """The numbers of the counters that there are of a kind."""
    return tuple(army_number(unit.id) for unit in UNITS if unit.kind == kind)


def army_number(name: str) -> int:
    """The number that a unit's name begins with; 0 if there is none."""
    digits = re.match(r"\d+", name)
    return int(digits[0]) if digits else 0
