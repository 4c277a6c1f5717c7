"""Soviet factories: the eleven at the start, the thirteen of the expansion, losing them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import read_toml
from landbridge.engine.refusals import BadInput, ImpossibleAction, unknown
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.citing import Rules, Source, as_rules, in_force, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.arsenal.map.places import SIBERIA, UNBUILT, place_name, place_number
from landbridge.games.arsenal.map.points import HOME, NEIGHBOURS, POINTS, control, point_number
from landbridge.games.arsenal.questions import ArsenalQuestion
from landbridge.games.arsenal.rulings import CapturedEntrained
from landbridge.games.arsenal.words import PACKAGE, SOVIET, AxisHolds, figures

DATA: dict[str, Any] = read_toml(PACKAGE, "factories.toml")

FactoryType = Literal["tank", "artillery", "aircraft"]

SIBERIAN_CAPACITY = "siberian_capacity"
"""The factories behind the symbols of the turn track, which are no counters."""


class Factory(Struct, frozen=True, kw_only=True):
    """One factory counter."""

    number: int
    id: str
    type: FactoryType
    months: tuple[int, ...]
    """The months of the year in which it produces."""
    source: Source
    basis: str
    """The historical plants behind it."""
    point: str = ""
    letter: str = ""
    """Of an expansion factory: its place in the order of its type."""
    rockets: bool = False
    """Whether it may give a rocket unit instead of artillery."""
    cites: Rules = ()

    @property
    def expansion(self) -> bool:
        """Whether it has to be picked and deployed first."""
        return bool(self.letter)


FACTORIES: tuple[Factory, ...] = tuple(
    msgspec.convert(entry | {"number": n, "cites": as_rules(entry.get("cites", ""))}, Factory)
    for n, entry in enumerate(DATA["factory"])
)
FACTORY: dict[str, int] = {factory.id: factory.number for factory in FACTORIES}
AT_START: tuple[int, ...] = tuple(f.number for f in FACTORIES if not f.expansion)
EXPANSION: tuple[int, ...] = tuple(f.number for f in FACTORIES if f.expansion)
START_POINT: tuple[int, ...] = tuple(
    point_number(f.point) if f.point else UNBUILT for f in FACTORIES
)
"""By factory: where it stands when play begins."""
MONTHS: tuple[frozenset[int], ...] = tuple(frozenset(f.months) for f in FACTORIES)
OUTPUT: tuple[tuple[str, ...], ...] = tuple(
    tuple(DATA["output"]["rocket" if f.rockets else f.type]) for f in FACTORIES
)
"""By factory: the kinds of unit that one month's work may bring back."""


def factory_label(factory: int) -> str:
    """What players call a factory: Kiev artillery plant, or tank plant B of the expansion."""
    found = FACTORIES[factory]
    if found.letter:
        return f"{found.type} plant {found.letter}"
    return f"{POINTS[START_POINT[factory]].name} {found.type} plant"


def factory_number(word: str) -> int:
    """A factory by its id."""
    found = FACTORY.get(word.strip().upper())
    if found is None:
        raise BadInput(unknown("factory", word, FACTORY))
    return found


@rule("DC-R49")
def counter_number(word: str) -> int:
    """A factory that can be moved, by its id: the symbols of the turn track are no counters."""
    if word.strip().lower() == SIBERIAN_CAPACITY and in_force("DC-R49"):
        raise ImpossibleAction(
            "What Siberia produced when play began cannot be moved onto the map",
            "DC-R49",
            legal="factories that are counters",
        )
    return factory_number(word)


# The start


@rule("DC-R26", otherwise=(UNBUILT,) * len(FACTORIES))
def start_points() -> tuple[int, ...]:
    """By factory: where it stands when play begins, the eleven on the points of their counters."""
    return START_POINT


class FactoryFacts(Struct, frozen=True):
    """A factory as its counter shows it."""

    id: str
    type: FactoryType
    letter: str
    point: str
    months: tuple[int, ...]
    source: Source


class FactoryList(Struct, frozen=True):
    """Factories."""

    count: int
    factories: tuple[FactoryFacts, ...]


class Factories(ArsenalQuestion, frozen=True, kw_only=True):
    """The Soviet factories at the start, or those of the expansion, with schedule and place."""

    turns_on = ("start_factories",)

    cites = ("DC-R26",)

    which: Annotated[
        Literal["start", "expansion"], Meta(description="on the map at first, or to be built")
    ] = "start"

    def answer(self, nature: Nature) -> Finding[FactoryList]:
        why = Why()
        numbers: tuple[int, ...] = ()
        if self.which == "expansion":
            if why("DC-R33", "thirteen factories are there for the expansion"):
                numbers = EXPANSION
        elif why("DC-R26", "eleven factories stand on the points printed on their counters"):
            numbers = AT_START
            why("RUL-DC-12", "which points those are")
        chosen: bool = figures("start_factories", self.rulings.start_factories)["chosen"]
        return why.so(
            FactoryList(len(numbers), tuple(_factory_facts(FACTORIES[n], chosen) for n in numbers))
        )


def _factory_facts(factory: Factory, chosen: bool) -> FactoryFacts:
    place = "a Soviet city of the player's choice" if chosen and factory.point else factory.point
    return FactoryFacts(
        factory.id, factory.type, factory.letter, place, factory.months, factory.source
    )


# Losing them


class Fate(Struct, frozen=True):
    """What becomes of a factory."""

    destroyed: bool
    at: str
    """Where it is, if it still stands."""


@rule("DC-R36", "DC-R37")
def factory_defends(entrained: bool) -> bool:
    """Whether a factory defends its point: with 1 as a minor unit, unless it is entrained."""
    return in_force("DC-R36") and not (entrained and in_force("DC-R37"))


@rule("DC-R36", "DC-R37")
def factory_defence(entrained: bool, why: Why) -> int:
    """What a factory defends its point with."""
    if factory_defends(entrained):
        why("DC-R36", "a factory not entrained defends with 1, as a minor unit")
        return 1
    if entrained:
        why("DC-R37", "an entrained factory does not defend")
    return 0


@rule("DC-R35", "DC-R46", "RUL-DC-15")
def factory_fate(
    at: int,
    held: bytes,
    entrained: bool = False,
    captured_entrained: CapturedEntrained = "destroyed",
) -> Finding[Fate]:
    """What becomes of a factory at a place, now that control is as it is."""
    why = Why()
    if at == SIBERIA and why("DC-R46", "in Siberia nothing can destroy it"):
        return why.so(Fate(False, place_name(at)))
    taken = at == SIBERIA or held[at] != SOVIET
    if not taken:
        why("DC-R35", f"{place_name(at)} is not under Axis control")
        return why.so(Fate(False, place_name(at)))
    if entrained and at != SIBERIA:
        why("RUL-DC-15", "an entrained factory, as ruled")
        if figures("captured_entrained", captured_entrained)["escapes"]:
            free = next((end for end in NEIGHBOURS[at] if held[end] == SOVIET), None)
            if free is not None:
                return why.so(Fate(False, place_name(free)))
    lost = why("DC-R35", "its point came under Axis control: it is destroyed for good")
    return why.so(Fate(lost, "" if lost else place_name(at)))


class FactoryFate(ArsenalQuestion, frozen=True, kw_only=True):
    """Whether a factory is destroyed when points change hands."""

    turns_on = ("captured_entrained",)

    cites = ("DC-R35", "DC-R46")

    factory: Annotated[Name, Meta(description="the factory, as T-KHA")]
    at: Annotated[Name, Meta(description="where it is; its own point if left out")] = ""
    entrained: Annotated[bool, Meta(description="whether it is entrained")] = False
    axis_holds: AxisHolds = ()

    def answer(self, nature: Nature) -> Finding[Fate]:
        number = factory_number(self.factory)
        place = place_number(self.at) if self.at else START_POINT[number]
        if place == UNBUILT:
            raise BadInput(f"Say where {FACTORIES[number].id} is.")
        held = control(self.axis_holds)
        return factory_fate(place, held, self.entrained, self.rulings.captured_entrained)


def soviet_points(held: bytes) -> tuple[int, ...]:
    """The points of the Soviet Union under Soviet control."""
    return tuple(point for point in HOME["soviet"] if held[point] == SOVIET)
