"""Units: what each kind can do, and the orders of battle.

Kinds and units are numbers into tables that never change. A position keeps where units are and
how they stand; everything that is printed on a counter is here.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from landbridge.engine.allowed import Name
from landbridge.engine.ask import Question
from landbridge.engine.chance import Nature
from landbridge.engine.findings import Finding, Why
from landbridge.engine.refusals import BadInput, Refusal, unknown
from landbridge.engine.rules import Rules, Source, as_rules, demand, in_force, rule
from landbridge.engine.tables import read_toml, table
from landbridge.games.arsenal.map.points import NUMBER, SIBERIA, place_name, place_number
from landbridge.games.arsenal.words import PACKAGE, Die, Nation, Side, figures, read_csv

DATA: dict[str, Any] = read_toml(PACKAGE, "unit_kinds.toml")
SURPRISE = table(PACKAGE, "unit_kinds.surprise", bool)

Class = Literal["major", "minor", "none"]
Arm = Literal["infantry", "armour", "cavalry", "artillery", "air", "headquarters", "factory"]
Fires = Literal["always", "attack", "defence", "never"]
FortifiedHits = Literal["one_more", "none_more"]
Fortify = Literal["infantry_only", "armour_too"]
StandingFactory = Literal["one_hit", "by_capture_only"]

DEAD, POOL, LATER, OUT = -2, -3, -4, -5
"""Where a unit that is on no point begins: dead pile, not made yet, arrives later, not played."""


class Kind(Struct, frozen=True, kw_only=True):
    """A kind of unit."""

    id: str
    name: str
    side: Side
    arm: Arm
    firepower: int
    unsupplied: int
    """Firepower out of supply."""
    class_: Class = msgspec.field(name="class")
    fortifies: bool
    moves_as: Literal["infantry", "cavalry", "armour", "air", "none"]
    source: Source
    fires: Fires = "always"
    symbol: str = ""
    """The replacement symbol that brings it back; nothing for composites and the irreplaceable."""
    irreplaceable: bool = False
    never_fortifies: bool = False
    cites: Rules = ()
    note: str = ""


KINDS: tuple[Kind, ...] = tuple(
    msgspec.convert(entry | {"cites": as_rules(entry.get("cites", ""))}, Kind)
    for entry in DATA["kind"]
)
KIND: dict[str, int] = {kind.id: number for number, kind in enumerate(KINDS)}

ARMOUR: tuple[bool, ...] = tuple(kind.moves_as == "armour" for kind in KINDS)
"""By kind: whether it uses the armour capacity of lines."""
COMBAT: tuple[bool, ...] = tuple(kind.fires == "always" for kind in KINDS)
"""By kind: whether it fights by itself; the others support, command or produce."""
MAJOR: tuple[bool, ...] = tuple(kind.class_ == "major" for kind in KINDS)
FIREPOWER: tuple[tuple[int, int], ...] = tuple((kind.unsupplied, kind.firepower) for kind in KINDS)
"""By kind: firepower out of supply and in supply."""
SYMBOL: tuple[str, ...] = tuple(kind.symbol for kind in KINDS)
FACTORY = KIND["factory"]


class Unit(Struct, frozen=True, kw_only=True):
    """One counter."""

    number: int
    id: str
    name: str
    nation: Nation
    kind: int
    start: int
    """A point, SIBERIA, DEAD, POOL or LATER."""
    start_without: int
    """The same without the far north; OUT if it is then not played."""
    parent: str
    note: str
    source: Source

    @property
    def side(self) -> Side:
        """Whose it is at the start."""
        return "soviet" if self.nation == "soviet" else "axis"


_STARTS = {"siberia": SIBERIA, "dead": DEAD, "pool": POOL, "later": LATER, "-": OUT} | NUMBER


def _unit(number: int, row: dict[str, str]) -> Unit:
    read = {
        "number": number,
        "kind": KIND[row["kind"]],
        "start": _STARTS[row["start"]],
        "start_without": _STARTS[row["start_without"]],
    }
    return msgspec.convert(row | read, Unit)


UNITS: tuple[Unit, ...] = tuple(
    _unit(number, row)
    for number, row in enumerate([*read_csv("units_axis.csv"), *read_csv("units_soviet.csv")])
)
UNIT: dict[str, int] = {unit.id: unit.number for unit in UNITS}
_BY_WORD = {word.lower(): u.number for u in reversed(UNITS) for word in (u.name, u.id)}


def unit_number(word: str) -> int:
    """A unit by its id or name."""
    found = _BY_WORD.get(word.strip().lower())
    if found is None:
        raise BadInput(unknown("unit", word, [unit.id for unit in UNITS]))
    return found


def kind_number(word: str) -> int:
    """A kind of unit by its id."""
    if word not in KIND:
        raise BadInput(unknown("kind of unit", word, KIND))
    return KIND[word]


@rule("RUL-DC-36")
def start_of(unit: Unit, northern_extension: str = "with") -> int:
    """Where a unit begins."""
    north: bool = figures("northern_extension", northern_extension)["north"]
    return unit.start if north else unit.start_without


# Values


@rule("RUL-DC-28", "DC-R54")
def may_fortify(kind: int, fortify: str = "infantry_only") -> bool:
    """Whether units of a kind may fortify, when they have neither moved nor attacked."""
    entry = KINDS[kind]
    if entry.never_fortifies or entry.arm not in ("infantry", "armour"):
        return False
    return entry.fortifies or bool(figures("fortify", fortify)["armour"])


@rule("DC-R57", "RUL-DC-26")
def hits_needed(
    kind: int,
    supplied: bool = True,
    fortified: bool = False,
    fortified_hits: str = "one_more",
    standing_factory: str = "one_hit",
) -> int:
    """Hits that fell a minor unit, or break a major one: its firepower now, more if fortified."""
    if kind == FACTORY:
        found: int = figures("standing_factory", standing_factory)["hits"]
        return found
    more: int = figures("fortified_hits", fortified_hits)["more"] if fortified else 0
    return max(FIREPOWER[kind][supplied], 1) + more


@rule("DC-R36", "DC-R37")
def factory_defence(entrained: bool, why: Why) -> int:
    """What a factory defends its point with."""
    if entrained and why("DC-R37", "an entrained factory does not defend"):
        return 0
    return int(why("DC-R36", "a factory not entrained defends with 1, as a minor unit"))


class Values(Struct, frozen=True, kw_only=True):
    """What a unit is worth as it stands."""

    kind: str
    side: Side
    arm: Arm
    class_: Class = msgspec.field(name="class")
    firepower: int
    hits: int
    """Hits that fell it, or break it if it is a major unit."""
    defends: bool
    """Whether a point that it holds alone has to be fought for."""
    may_fortify: bool
    moves_as: str
    irreplaceable: bool


@rule("DC-R36", "DC-R37", "DC-R53", "DC-R54", "DC-R55", "DC-R56a", "DC-R56b", "DC-R56d", "DC-R57")
def values(
    kind: int,
    supplied: bool = True,
    fortified: bool = False,
    entrained: bool = False,
    fortified_hits: str = "one_more",
    fortify: str = "infantry_only",
    standing_factory: str = "one_hit",
) -> Finding[Values]:
    """What a unit of a kind is worth in its present state."""
    why = Why()
    entry = KINDS[kind]
    if entrained and kind != FACTORY:
        raise BadInput(f"Only factories are entrained, not a unit of kind {entry.id}.")
    may = may_fortify(kind, fortify)
    if fortified and not may:
        raise Refusal(
            f"A unit of kind {entry.id} cannot fortify",
            (*entry.cites, "RUL-DC-28"),
            legal="infantry, and Guards Infantry Armies",
        )
    firepower = FIREPOWER[kind][supplied]
    hits = hits_needed(kind, supplied, fortified, fortified_hits, standing_factory)
    if kind == FACTORY:
        firepower = factory_defence(entrained, why)
        why("RUL-DC-16", "it cannot attack, retreat or be dispersed")
    else:
        demand(entry.cites)
        state = "in supply" if supplied else "out of supply"
        why(entry.cites or "RUL-DC-33", f"{entry.name}: firepower {firepower} {state}")
        if not why("DC-R57", "an unfortified unit takes as many hits as its firepower now"):
            hits = 1
    if fortified:
        why("RUL-DC-26", "fortified: as ruled")
    if may != entry.fortifies or (entry.arm == "armour" and not entry.never_fortifies):
        why("RUL-DC-28", "armour may fortify, as ruled" if may else "armour does not fortify")
    if entry.irreplaceable:
        why("DC-R09", "it is irreplaceable")
    return why.so(
        Values(
            kind=entry.id,
            side=entry.side,
            arm=entry.arm,
            class_=entry.class_,
            firepower=firepower,
            hits=hits,
            defends=firepower > 0 and entry.fires in ("always", "defence"),
            may_fortify=may,
            moves_as=entry.moves_as,
            irreplaceable=entry.irreplaceable and in_force("DC-R09"),
        )
    )


class UnitValues(Question, frozen=True, kw_only=True):
    """What a unit is worth: firepower, hits, major or minor, whether it may fortify."""

    unit: Annotated[Name, Meta(description="a kind, as shock_army, or a unit, as 5TA or XXIV")]
    in_supply: Annotated[bool, Meta(description="whether it is in supply")] = True
    fortified: Annotated[bool, Meta(description="whether it is fortified")] = False
    entrained: Annotated[bool, Meta(description="a factory: whether it is entrained")] = False
    fortified_hits: Annotated[FortifiedHits, Meta(description="ruling on fortified units")] = (
        "one_more"
    )
    fortify: Annotated[Fortify, Meta(description="ruling on who may fortify")] = "infantry_only"
    standing_factory: Annotated[
        StandingFactory, Meta(description="ruling on fire at a factory")
    ] = "one_hit"

    def answer(self, nature: Nature) -> Finding[Values]:
        word = self.unit.strip()
        kind = KIND[word] if word in KIND else UNITS[unit_number(word)].kind
        return values(
            kind,
            self.in_supply,
            self.fortified,
            self.entrained,
            self.fortified_hits,
            self.fortify,
            self.standing_factory,
        )


# Orders of battle


class Placed(Struct, frozen=True):
    """A unit and where it begins."""

    id: str
    name: str
    nation: Nation
    kind: str
    start: str
    source: Source


class OrderOfBattle(Question, frozen=True, kw_only=True):
    """The units of a side on 22 June 1941, all or those on one point, with their provenance."""

    side: Annotated[Side, Meta(description="whose units")]
    at: Annotated[Name, Meta(description="only those that begin here: a point or siberia")] = ""
    northern_extension: Annotated[
        Literal["with", "without"], Meta(description="ruling on the far north")
    ] = "with"

    def answer(self, nature: Nature) -> Finding[tuple[Placed, ...]]:
        why = Why()
        why("RUL-DC-36", "the orders of battle are history, set on the nearest points")
        wanted = place_number(self.at) if self.at else None
        found = []
        for unit in UNITS:
            at = start_of(unit, self.northern_extension)
            if unit.side == self.side and at >= SIBERIA and wanted in (None, at):
                kind = KINDS[unit.kind].id
                found.append(
                    Placed(unit.id, unit.name, unit.nation, kind, place_name(at), unit.source)
                )
        return why.so(tuple(found))


# The first turn


@rule("RUL-DC-33")
def caught_on_the_ground(nature: Nature) -> bool:
    """Whether one Soviet air army is destroyed by the surprise of the first turn."""
    lost: bool = nature.look(SURPRISE)
    return lost


class AirSurprise(Question, frozen=True, kw_only=True):
    """Whether a Soviet air army is destroyed on the ground on the first turn."""

    rolls = {"die": SURPRISE.title}

    die: Die | None = None

    def answer(self, nature: Nature) -> Finding[bool]:
        return Why().so(caught_on_the_ground(nature))
