"""The unit of 2.4i on its stretch of the Major River: where it can go at once, and by which way."""

from __future__ import annotations

from collections import deque
from functools import cache

from msgspec.structs import replace

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import BadInput, Violation
from landbridge.engine.rules.findings import Finding, Why
from landbridge.engine.space.hexes import Hex
from landbridge.games.belorussia.map.country import country
from landbridge.games.belorussia.map.sheets import find_hex
from landbridge.games.belorussia.movement.faces import mode_of
from landbridge.games.belorussia.movement.zones import enemy_zones
from landbridge.games.belorussia.position.asking import (
    HexLabel,
    PositionQuestion,
    UnitName,
    find_row,
)
from landbridge.games.belorussia.position.counters import Counters
from landbridge.games.belorussia.position.position import FINISHED, MOVED, Position
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.units.river_units import river_violations
from landbridge.games.belorussia.units.words import DATA
from landbridge.games.belorussia.violations import refuse

Hexsides = tuple[Hex, Hex]
"""The two banks of a hexside."""


def is_river_unit(theatre: Theatre, row: int) -> bool:
    """Whether a counter is the unit of 2.4i."""
    return row in river_units(theatre.counters)


def river_units(counters: Counters) -> tuple[int, ...]:
    """The rows of such units."""
    return counters.once("river units", _river_units)


def _river_units(counters: Counters) -> tuple[int, ...]:
    return tuple(row for row, one in enumerate(counters) if one.arm == "river ferry unit")


@cache
def stretch() -> tuple[Hexsides, ...]:
    """The hexsides of the Major River from its first hex to its last, in order."""
    river = DATA["river"]
    first, last = find_hex(river["from"]), find_hex(river["to"])
    sides = [between for between, water in country().water.items() if water == "major_river"]
    by_bank: dict[Hex, list[Hexsides]] = {}
    for side in sides:
        for bank in side:
            by_bank.setdefault(bank, []).append(side)
    came: dict[Hexsides, Hexsides | None] = dict.fromkeys(by_bank.get(first, []))
    due = deque(came)
    while due:
        side = due.popleft()
        if last in side:
            return _back(side, came)
        for beside in (other for bank in side for other in by_bank[bank]):
            if beside not in came and _touch(side, beside):
                came[beside] = side
                due.append(beside)
    return ()


def _back(side: Hexsides | None, came: dict[Hexsides, Hexsides | None]) -> tuple[Hexsides, ...]:
    found = []
    while side is not None:
        found.append(side)
        side = came[side]
    return tuple(reversed(found))


def _touch(one: Hexsides, other: Hexsides) -> bool:
    """Whether two hexsides meet in a corner: they share a bank, and their other banks touch."""
    shared = set(one) & set(other)
    if len(shared) != 1:
        return False
    (here,), (there,) = set(one) - shared, set(other) - shared
    return here.distance(there) == 1


def sailing_violations(theatre: Theatre, row: int, place: int) -> tuple[Violation, ...]:
    """What speaks against the river unit's going to a hex now."""
    land, side = theatre.land, theatre.counter(row).side
    start, goal = land.hexes[theatre.place_of(row)], land.hexes[place]
    banks = {bank for between in stretch() for bank in between}
    return river_violations(
        "go",
        mode_of(theatre, row),
        goal in banks and start in banks,
        bool(enemy_zones(theatre, side)[place]),
        _barred(theatre, start, goal),
        theatre.ice,
    )


def _barred(theatre: Theatre, start: Hex, goal: Hex) -> bool:
    """Whether the way passes a hexside with enemies on both banks."""
    sides = stretch()
    starts = [n for n, between in enumerate(sides) if start in between]
    goals = [n for n, between in enumerate(sides) if goal in between]
    if not starts or not goals:
        return False
    ways = ((min(a, b), max(a, b)) for a in starts for b in goals)
    low, high = min(ways, key=lambda way: way[1] - way[0])
    index, held = theatre.land.index, theatre.held_by("soviet")
    return any(
        all(bank in index and held[index[bank]] for bank in between)
        for between in sides[low : high + 1]
    )


def sail(theatre: Theatre, row: int, place: int) -> Position:
    """The position after the river unit has gone to a hex."""
    now = replace(theatre.position.moved({row: place}), moving=())
    return now.mark((row,), MOVED | FINISHED)


class SailQuestion(PositionQuestion, frozen=True, kw_only=True):
    """Whether the river unit of 2.4i may go to a hex of a sketched position."""

    asks_permission = True
    cites = ("TFB-2.4i-1", "TFB-2.4i-2", "TFB-2.4i-3")

    unit: UnitName
    to: HexLabel

    def answer(self, nature: Nature) -> Finding[bool]:
        theatre, why = self.theatre(), Why()
        row, place = find_row(theatre, self.unit), theatre.land.place(self.to)
        if not is_river_unit(theatre, row):
            raise BadInput(f"{self.unit} is no river unit; give it arm = 'river ferry unit'.")
        refuse(sailing_violations(theatre, row, place))
        may = why("TFB-2.4i-1", "in Move Mode at once to any hex on either bank of its stretch")
        why("TFB-2.4i-2", "no Soviet ZOC in the hex")
        why("TFB-2.4i-3", "no hexside with Soviet units on both banks on the way")
        return why.so(may)
