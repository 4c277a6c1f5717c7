"""A stand-in for a big map game: 8,494 hexes and 1,500 units that march, stop in zones and starve.

It is there to measure what the engine carries, and to be held to what every game is held to.
"""

from __future__ import annotations

import random
from bisect import bisect
from functools import cache, lru_cache

from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.columns import BYTE, WORD, either
from landbridge.engine.play.actions import Action, Choice, Offer, Slot
from landbridge.engine.play.agenda import Agenda, Step
from landbridge.engine.play.agenda_game import AgendaGame
from landbridge.engine.play.events import Play
from landbridge.engine.play.game import Outcome, Scenario
from landbridge.engine.play.verbs import Chooser, Verb
from landbridge.engine.refusals import BadInput, ImpossibleAction, Violation
from landbridge.engine.space.atlas import Atlas
from landbridge.engine.space.graph import ALL, BARRED, NONE, TWELFTHS, Graph, StepCosts
from landbridge.engine.space.hexes import Orientation
from landbridge.engine.space.reach import Reach, reach
from landbridge.engine.space.sheets import MapSheet, NoSuchHex
from landbridge.engine.space.trace import flood
from landbridge.engine.space.zones import zones

COLUMNS, ROWS = 137, 62
EACH = 750
"""Units of each side: those of the west come first."""
ALLOWANCE = 20 * TWELFTHS
SUPPLIED = 60 * TWELFTHS
"""How far supply comes from a side's own edge."""
STACK = 6
"""Units of a side that may end in one hex."""
GONE = WORD.top
"""Where a unit is that is no more."""

RULES = ("OCS 6.1",)
SIDES = ("west", "east")


class Steppe(Agenda, frozen=True, kw_only=True):
    """The whole position, in columns over the units."""

    turn: int
    side: int
    turns: int
    at: bytes
    """Words: the place of each unit."""
    spent: bytes
    """Bytes: what each has spent this turn, in twelfths."""
    steps: bytes
    """Bytes: what is left of each."""


class UnitView(Struct, frozen=True, array_like=True):
    """A unit as it is shown."""

    unit: int
    place: str
    steps: int
    spent: int


class SteppeView(Struct, frozen=True):
    """The position as it is shown."""

    turn: int
    side: str
    units: tuple[UnitView, ...]


@cache
def atlas() -> Atlas:
    """The map: one large sheet."""
    return Atlas([MapSheet("A", Orientation.FLAT_TOP, columns=COLUMNS, rows=ROWS)])


@cache
def labels() -> tuple[str, ...]:
    """By place: what is printed in its hex."""
    return tuple(atlas().label(place) for place in atlas().hexes)


@cache
def places() -> dict[str, int]:
    """The places by label."""
    return {label: place for place, label in enumerate(labels())}


@cache
def country() -> StepCosts:
    """Open ground, woods, swamps, rivers and roads; always the same."""
    graph = Graph(atlas().neighbour_table())
    rng = random.Random(1941)
    terrain = (TWELFTHS, 2 * TWELFTHS, 3 * TWELFTHS, 4 * TWELFTHS, ALL, BARRED)
    entering = rng.choices(terrain, (60, 22, 9, 6, 2, 1), k=graph.size)
    rivers = (0, TWELFTHS, 3 * TWELFTHS, BARRED)
    crossing, along = [0] * len(graph.ends), [NONE] * len(graph.ends)
    for step, back in enumerate(graph.back):
        if step < back:
            crossing[step] = rivers[bisect((88, 96, 99), 100 * rng.random())]
            along[step] = TWELFTHS // 2 if rng.random() < 0.12 else NONE
            crossing[back], along[back] = crossing[step], along[step]
    return StepCosts.made_from(graph, entering, crossing, along)


@lru_cache(maxsize=32)
def enemy_ground(enemies: bytes) -> tuple[bytes, bytes]:
    """By place: where these units stand, and where their zones are."""
    graph = country().graph
    held = sorted({place for place in WORD.numbers(enemies) if place != GONE})
    standing = bytearray(graph.size)
    for place in held:
        standing[place] = 1
    return bytes(standing), zones(graph, held)


def enemies_of(state: Steppe, side: int) -> bytes:
    """The places of the other side's units."""
    half = EACH * WORD.size
    return state.at[half:] if side == 0 else state.at[:half]


def ready(state: Steppe) -> list[int]:
    """The units of the side to move that have not marched."""
    own = range(state.side * EACH, (state.side + 1) * EACH)
    at = WORD.numbers(state.at)
    return [unit for unit in own if at[unit] != GONE and not state.spent[unit]]


def reach_of(state: Steppe, unit: int) -> Reach:
    """Where a unit can go."""
    standing, zone = enemy_ground(enemies_of(state, state.side))
    return reach(
        country(),
        WORD.get(state.at, unit),
        ALLOWANCE - state.spent[unit],
        barred=standing,
        stops=zone,
        fresh=not state.spent[unit],
        minimum=True,
    )


def _beside(state: Steppe, unit: int, found: Reach) -> list[tuple[int, int]]:
    """The hexes beside a unit that it can enter, with their costs."""
    start = WORD.get(state.at, unit)
    return [(end, found.cost[end]) for end in country().graph.neighbours[start] if end in found]


def _choice(place: int, cost: int) -> Choice:
    return Choice(labels()[place], cost=f"{cost / TWELFTHS:g} MP")


def march(state: Steppe, unit: int, path: tuple[str, ...]) -> tuple[int, int]:
    """Where a march ends, and what has been spent by then."""
    if not state.side * EACH <= unit < (state.side + 1) * EACH:
        raise ImpossibleAction(f"unit {unit} is not yours", RULES)
    place = WORD.get(state.at, unit)
    if place == GONE or not path:
        raise ImpossibleAction(f"unit {unit} cannot march so", RULES)
    costs = country()
    standing, zone = enemy_ground(enemies_of(state, state.side))
    spent = state.spent[unit]
    for number, label in enumerate(path):
        try:
            end = places()[label]
            price = costs.column[costs.graph.step(place, end)]
        except (KeyError, ValueError, NoSuchHex):
            raise ImpossibleAction(f"no step leads to {label}", RULES) from None
        first = number == 0 and not spent
        if number and zone[place]:
            raise ImpossibleAction(f"it must stop at {labels()[place]}, beside an enemy", RULES)
        if price == BARRED or standing[end]:
            raise ImpossibleAction(f"{label} cannot be entered", RULES)
        if first and (price == ALL or price > ALLOWANCE):
            spent = ALLOWANCE
        elif spent + price <= ALLOWANCE:
            spent += price
        else:
            raise ImpossibleAction(f"{label} is too far", RULES)
        place = end
    if len(WORD.select(state.at, place)) >= STACK:
        raise ImpossibleAction(f"{path[-1]} is full", RULES)
    return place, spent


def supplied(state: Steppe) -> bytes:
    """By place: whether supply of the side to move comes there."""
    standing, zone = enemy_ground(enemies_of(state, state.side))
    first = 0 if state.side == 0 else (COLUMNS - 1) * ROWS
    edge = range(first, first + ROWS)
    barred = either(standing, zone)
    return flood(country().reversed, edge, [SUPPLIED] * ROWS, barred=barred).marked()


class Move(Verb, frozen=True):
    """March a unit along a path."""

    unit: int
    path: tuple[str, ...]

    @classmethod
    def offer(cls, state: Steppe, step: SideTurn, who: str) -> Offer:
        return Offer("move", "March a unit", (Slot("unit", lazy=True), Slot("path", lazy=True)))

    @classmethod
    def next_slot(
        cls, state: Steppe, step: SideTurn, who: str, said: tuple[str, ...]
    ) -> Slot | None:
        if not said:
            return Slot("unit", tuple(map(str, ready(state))))
        if len(said) > 1:
            return None
        try:
            unit = int(said[0])
            found = reach_of(state, unit)
        except (ValueError, IndexError):
            raise BadInput(f"'{said[0]}' is not a unit.") from None
        return Slot("path", tuple(_choice(end, cost) for end, cost in _beside(state, unit, found)))

    @classmethod
    def random_action(cls, state: Steppe, step: SideTurn, who: str, choose: Chooser) -> Move | None:
        """Any march of one unit to a hex beside it."""
        units = ready(state)
        for _ in range(20):
            if not units:
                break
            unit = units[choose(len(units))]
            found = reach_of(state, unit)
            near = _beside(state, unit, found)
            if near:
                route = found.route(near[choose(len(near))][0])
                if len(WORD.select(state.at, route.places[-1])) < STACK:
                    return cls(unit, tuple(labels()[place] for place in route.places[1:]))
        return None

    def check(self, state: Steppe, step: SideTurn, who: str) -> tuple[Violation, ...]:
        march(state, self.unit, self.path)
        return ()

    def apply(self, state: Steppe, step: SideTurn, who: str, play: Play) -> Steppe:
        place, spent = march(state, self.unit, self.path)
        play.log("marches", RULES, unit=self.unit, hex=labels()[place], spent=spent)
        return replace(
            state,
            at=WORD.put(state.at, self.unit, place),
            spent=BYTE.put(state.spent, self.unit, spent),
        )


class End(Verb, frozen=True):
    """End one's turn."""

    @classmethod
    def offer(cls, state: Steppe, step: SideTurn, who: str) -> Offer:
        return Offer("end", "End the turn")

    @classmethod
    def random_action(cls, state: Steppe, step: SideTurn, who: str, choose: Chooser) -> End:
        return cls()

    def apply(self, state: Steppe, step: SideTurn, who: str, play: Play) -> Steppe:
        in_supply = supplied(state)
        own = range(state.side * EACH, (state.side + 1) * EACH)
        at = WORD.numbers(state.at)
        cut_off = [unit for unit in own if at[unit] != GONE and not in_supply[at[unit]]]
        steps = BYTE.put_all(state.steps, {unit: state.steps[unit] - 1 for unit in cut_off})
        lost = {unit: GONE for unit in cut_off if not steps[unit]}
        play.log("starve", RULES, who=who, units=len(cut_off), lost=len(lost))
        side = 1 - state.side
        return replace(
            state,
            side=side,
            turn=state.turn + (side == 0),
            at=WORD.put_all(state.at, lost),
            spent=bytes(2 * EACH),
            steps=steps,
        )


class SideTurn(Step, frozen=True):
    """A side marches, unit by unit, and ends its turn."""

    cites = RULES
    verbs = (Move, End)

    def deciders(self, state: Steppe) -> tuple[str, ...]:
        return (SIDES[state.side],)

    def prompt(self, state: Steppe, who: str) -> str:
        return f"Turn {state.turn}"

    def random_action(self, state: Steppe, who: str, choose: Chooser) -> Action | None:
        return Move.random_action(state, self, who, choose) or End()


class BigMap(AgendaGame[Steppe]):
    """The game."""

    name = "big-map"
    title = "A big map"
    edition = "1"
    roles = SIDES
    package = "toys"
    chapters = "toys.steppe"
    scenarios = (Scenario("front", "A front from edge to edge"),)

    def set_up(self, scenario: str, options: dict[str, str], play: Play) -> Steppe:
        rng = random.Random(1943)
        ground = [place for place in range(country().graph.size) if country().rows[place]]
        middle = COLUMNS // 2 * ROWS
        west = [place for place in ground if middle - 9 * ROWS <= place < middle - ROWS]
        east = [place for place in ground if middle + ROWS <= place < middle + 9 * ROWS]
        at = [*rng.choices(west, k=EACH), *rng.choices(east, k=EACH)]
        play.log("marched_up", RULES, units=2 * EACH)
        return Steppe(
            agenda=(SideTurn(),),
            turn=1,
            side=0,
            turns=4,
            at=WORD.of(at),
            spent=bytes(2 * EACH),
            steps=BYTE.of([3] * (2 * EACH)),
        )

    def outcome(self, state: Steppe) -> Outcome | None:
        if state.turn <= state.turns:
            return None
        at = WORD.numbers(state.at)
        score = {
            role: sum(at[unit] != GONE for unit in range(side * EACH, (side + 1) * EACH))
            for side, role in enumerate(self.roles)
        }
        return Outcome("the turns are over", None, RULES, score)

    def random_action(self, view: SteppeView | Steppe, role: str, choose: Chooser) -> Action | None:
        """Only from a position: a view says nothing of the steps, and offers are gone through."""
        return super().random_action(view, role, choose) if isinstance(view, Steppe) else None

    def view(self, state: Steppe, role: str) -> SteppeView:
        names, at = labels(), WORD.numbers(state.at)
        units = tuple(
            UnitView(unit, names[place], state.steps[unit], state.spent[unit])
            for unit, place in enumerate(at)
            if place != GONE
        )
        return SteppeView(state.turn, self.roles[state.side], units)
