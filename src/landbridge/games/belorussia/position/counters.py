"""The counters of a match: whatever has a row in the columns of a position, with its values.

A row is a number from 0. Units come from the orders of battle; every Transport Point is a row of
its own, so that points are combined and divided by moving together or apart. Counters that come
into being during a match (breakdowns, Repls, Alert units) are added at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import cached_property
from typing import Any, Literal, TypeVar

from msgspec import Struct

from landbridge.engine.refusals import BadInput, unknown
from landbridge.games.belorussia.armies.units import AirUnit, GroundUnit, UnitClass
from landbridge.games.belorussia.terrain.words import Move
from landbridge.games.belorussia.words import Side

T = TypeVar("T")
CounterKind = Literal["combat", "truck", "wagon", "organic_truck", "plane"]
"""Combat units, Transport Points of three kinds, air units."""
Duty = Literal["", "hq", "engineer", "artillery", "rail_repair", "repl", "breakdown"]
"""What a combat unit is for, where a rule treats it apart."""
TRANSPORT: tuple[CounterKind, ...] = ("truck", "wagon", "organic_truck")

TOKENS = 4
"""Tokens in a Supply Point (OCS-12.1a-1)."""


Group = Literal["soviet", "axis", "soviet bridges", "axis bridges", "partisans"]
"""Counters on which something depends that is worked out of a position: those of a side, those of
them that bridge rivers, the partisans."""


class Face(Struct, frozen=True):
    """The values printed on one side of a counter."""

    strength: int = 0
    attacks: bool = False
    """Whether the strength stands without parentheses."""
    rating: int = 0
    move: int = 0
    by: Move = "leg"
    throw: int | None = None
    """How far an HQ throws supply, in points of `by`."""


class Counter(Struct, frozen=True, kw_only=True):
    """A counter and what is printed on it."""

    id: str
    side: Side
    name: str
    kind: CounterKind = "combat"
    duty: Duty = ""
    nation: str = ""
    army: str = ""
    parent: str = ""
    formation: str = ""
    """The multi-unit formation that it belongs to, if it does."""
    size: str = ""
    """The size sign: XX for a division, XXX for a corps."""
    category: UnitClass = "other"
    arm: str = ""
    """What the orders of battle call it, where a rule treats it apart: garrison, partisan."""
    combat: Face = Face()
    moving: Face = Face()
    steps: int = 1
    quarters: int = 4
    """Regimental equivalents of the whole unit, in quarters."""
    capacity: int = 0
    """Tokens that a Transport Point carries."""
    flak: int = 0
    range: int | None = None
    """Of artillery or a plane, in hexes."""
    aircraft: str = ""
    """The type of a plane, as Ju.87D."""
    rebuilt: bool = True
    """Whether it may ever be rebuilt: no yellow dot behind its rating."""

    @property
    def is_combat(self) -> bool:
        """Whether it is a combat unit, HQs and artillery among them."""
        return self.kind == "combat"

    @property
    def is_transport(self) -> bool:
        """Whether it is a Transport Point of any kind."""
        return self.kind in TRANSPORT

    @property
    def independent(self) -> bool:
        """Whether it is neither multi-step nor part of a formation (OCS-3.2f-1)."""
        return self.is_combat and self.steps == 1 and not self.formation


class Counters:
    """Every counter of a match, by row and by id."""

    def __init__(self, counters: Iterable[Counter], before: Counters | None = None) -> None:
        """`before` are those of them that were there before the others came into being: what is
        known of their rows is taken over."""
        self.all = tuple(counters)
        self._before = before
        self.rows: dict[str, int] = {} if before is None else before.rows.copy()
        self.rows |= {counter.id: row for row, counter in self._new}
        if len(self.rows) != len(self.all):
            raise ValueError("two counters have the same id")
        self._known: dict[Hashable, Any] = {}

    @property
    def _new(self) -> Iterator[tuple[int, Counter]]:
        """Those that were not there before, with their rows."""
        first = len(self._before) if self._before else 0
        return enumerate(self.all[first:], start=first)

    def once(self, key: Hashable, make: Callable[[Counters], T]) -> T:
        """What `make` works out of these counters alone, worked out only once."""
        if key not in self._known:
            self._known[key] = make(self)
        found: T = self._known[key]
        return found

    def __len__(self) -> int:
        return len(self.all)

    def __getitem__(self, row: int) -> Counter:
        return self.all[row]

    def __iter__(self) -> Iterator[Counter]:
        return iter(self.all)

    def row(self, id: str) -> int:
        """The row of a counter."""
        if id not in self.rows:
            raise BadInput(unknown("counter", id, self.rows))
        return self.rows[id]

    @cached_property
    def sides(self) -> bytes:
        """By row: 0 for the first side, 1 for the second, in the order of `SIDES`."""
        before = self._before.sides if self._before else b""
        return before + bytes([SIDES.index(counter.side) for _, counter in self._new])

    @cached_property
    def fighting(self) -> bytes:
        """By row: 1 for a combat unit."""
        before = self._before.fighting if self._before else b""
        return before + bytes([counter.is_combat for _, counter in self._new])

    @cached_property
    def quarters(self) -> tuple[int, ...]:
        """By row: the regimental equivalents of a whole counter, in quarters; none but combat units
        have any."""
        before = self._before.quarters if self._before else ()
        return (*before, *(one.quarters if one.is_combat else 0 for _, one in self._new))

    @cached_property
    def groups(self) -> tuple[tuple[Group, ...], ...]:
        """By row: the groups that a counter belongs to."""
        before = self._before.groups if self._before else ()
        return (*before, *(_groups_of(counter) for _, counter in self._new))

    @cached_property
    def engineers(self) -> tuple[tuple[int, ...], ...]:
        """The rows of HQs and Engineers, a side each in the order of `SIDES`."""
        before = self._before.engineers if self._before else NOBODY
        return self._with_new(before, lambda counter: counter.duty in ("hq", "engineer"))

    @cached_property
    def by_side(self) -> tuple[tuple[int, ...], ...]:
        """The rows of all counters, a side each in the order of `SIDES`."""
        before = self._before.by_side if self._before else NOBODY
        return self._with_new(before, lambda counter: True)

    @cached_property
    def combat(self) -> tuple[tuple[int, ...], ...]:
        """The rows of combat units, a side each."""
        before = self._before.combat if self._before else NOBODY
        return self._with_new(before, lambda counter: counter.is_combat)

    @cached_property
    def non_combat(self) -> tuple[tuple[int, ...], ...]:
        """The rows of Transport Points and planes, a side each."""
        before = self._before.non_combat if self._before else NOBODY
        return self._with_new(before, lambda counter: not counter.is_combat)

    @cached_property
    def partisans(self) -> tuple[int, ...]:
        """The rows of partisans."""
        before = self._before.partisans if self._before else ()
        return (*before, *(row for row, counter in self._new if counter.arm == "partisan"))

    @cached_property
    def pontoons(self) -> tuple[tuple[int, ...], ...]:
        """The rows of pontoon brigades, a side each."""
        before = self._before.pontoons if self._before else NOBODY
        return self._with_new(before, lambda counter: counter.arm == "pontoon brigade")

    @cached_property
    def shooters(self) -> tuple[tuple[int, ...], ...]:
        """The rows of artillery and planes, a side each."""
        before = self._before.shooters if self._before else NOBODY
        return self._with_new(before, lambda one: one.duty == "artillery" or one.kind == "plane")

    @cached_property
    def hqs(self) -> tuple[tuple[int, ...], ...]:
        """The rows of HQs, a side each."""
        before = self._before.hqs if self._before else NOBODY
        return self._with_new(before, lambda counter: counter.duty == "hq")

    def _with_new(
        self, before: tuple[tuple[int, ...], ...], wanted: Callable[[Counter], bool]
    ) -> tuple[tuple[int, ...], ...]:
        """Rows, a side each, with those of the new counters that are wanted."""
        found = [(row, counter.side) for row, counter in self._new if wanted(counter)]
        if not found:
            return before
        return tuple(
            (*rows, *(row for row, whose in found if whose == side))
            for rows, side in zip(before, SIDES, strict=True)
        )

    @cached_property
    def without_strength(self) -> bool:
        """Whether any combat unit has a printed strength of 0."""
        units = [counter for _, counter in self._new if counter.is_combat]
        weak = any(0 in (unit.combat.strength, unit.moving.strength) for unit in units)
        return weak or (self._before is not None and self._before.without_strength)

    @cached_property
    def breakdowns(self) -> tuple[int, ...]:
        """The rows of breakdowns, those in their pools among them."""
        before = self._before.breakdowns if self._before else ()
        return (*before, *(row for row, one in self._new if one.duty == "breakdown"))

    @cached_property
    def formations(self) -> dict[str, tuple[int, ...]]:
        """The rows of each multi-unit formation."""
        found = self._before.formations.copy() if self._before else {}
        for row, counter in self._new:
            if counter.formation:
                found[counter.formation] = (*found.get(counter.formation, ()), row)
        return found

    def with_added(self, more: Iterable[Counter]) -> Counters:
        """These and others after them."""
        return Counters((*self.all, *more), before=self)


NOBODY: tuple[tuple[int, ...], ...] = ((), ())
"""No counter of either side."""


def _groups_of(counter: Counter) -> tuple[Group, ...]:
    found: list[Group] = [counter.side]
    if counter.duty in ("hq", "engineer") or counter.arm == "pontoon brigade":
        found.append("soviet bridges" if counter.side == "soviet" else "axis bridges")
    if counter.arm == "partisan":
        found.append("partisans")
    return tuple(found)


SIDES: tuple[Side, ...] = ("soviet", "axis")
"""The two sides, in the order in which columns number them."""


def other_side(side: Side) -> Side:
    """The enemy of a side."""
    return "axis" if side == "soviet" else "soviet"


_DUTIES: dict[str, Duty] = {
    "HQ": "hq",
    "Kessel HQ": "hq",
    "engineer battalion": "engineer",
    "railway engineer regiment": "rail_repair",
}


def counter_of(unit: GroundUnit) -> Counter:
    """A unit of the orders of battle as a counter."""
    organic = unit.kind == "organic truck"
    by, by_moving = (_ground_move(move) for move in (unit.by, unit.by_moving))
    artillery: Duty = "artillery" if unit.range is not None else ""
    return Counter(
        id=unit.id,
        side=unit.side,
        name=unit.name,
        kind="organic_truck" if organic else "combat",
        duty=_DUTIES.get(unit.kind, artillery),
        nation=unit.nation,
        army=unit.army,
        parent=unit.parent,
        formation=unit.formation,
        size=unit.size,
        category=unit.category,
        arm=unit.kind,
        combat=Face(unit.strength, unit.attacks, unit.rating, unit.move, by, unit.throw),
        moving=Face(
            unit.strength_moving, unit.attacks, unit.rating, unit.move_moving, by_moving, unit.throw
        ),
        steps=unit.steps,
        quarters=2 * unit.half_re,
        capacity=TOKENS if organic else 0,
        flak=unit.flak,
        range=unit.range,
    )


def _ground_move(move: str) -> Move:
    # Units that move by rail alone have no other movement: their allowance on the ground is 0.
    return move if move in ("track", "truck", "leg") else "leg"  # type: ignore[return-value]


def plane_of(unit: AirUnit) -> Counter:
    """An air unit as a counter: its face holds barrage, air rating and whether that attacks."""
    return Counter(
        id=unit.id,
        side=unit.side,
        name=f"{unit.type} {unit.designation}",
        kind="plane",
        army=unit.owner,
        arm=unit.kind,
        combat=Face(unit.barrage, unit.attacks, unit.air),
        aircraft=unit.type,
        steps=unit.steps,
        quarters=0,
        range=unit.range,
    )


def transport_point(id: str, side: Side, kind: CounterKind, name: str = "") -> Counter:
    """One truck or wagon (OCS-13.2-1)."""
    moves = Face(move=45, by="truck") if kind == "truck" else Face(move=10, by="leg")
    return Counter(
        id=id,
        side=side,
        name=name or ("Truck" if kind == "truck" else "Wagon"),
        kind=kind,
        combat=moves,
        moving=moves,
        quarters=0,
        capacity=TOKENS,
    )
