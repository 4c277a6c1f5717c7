"""An owner's corrections to the armies: values of counters, and where a scenario puts them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.refusals import BadInput, unknown
from landbridge.engine.space.hexes import Hex
from landbridge.games.belorussia.armies.scenarios import map_scenarios
from landbridge.games.belorussia.armies.set_ups import (
    SCENARIOS,
    Placed,
    SetUpRow,
    StartMode,
    set_up,
)
from landbridge.games.belorussia.armies.units import GroundUnit, planes, units
from landbridge.games.belorussia.map.sheets import atlas, find_hex
from landbridge.games.belorussia.terrain.words import Move
from landbridge.games.belorussia.words import Side

MOST_HALF_RE = 20
"""Stacking: ten regimental equivalents in a hex (OCS 4.8)."""


class CounterChange(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Values of a counter as it is printed; what is not said stays."""

    id: str
    name: str | None = None
    strength: int | None = None
    attacks: bool | None = None
    rating: int | None = None
    move: int | None = None
    by: Move | None = None
    strength_moving: int | None = None
    move_moving: int | None = None
    by_moving: Move | None = None
    steps: int | None = None
    re: float | None = None
    range: int | None = None
    flak: int | None = None
    throw: int | None = None

    def check(self) -> None:
        """Refuse a counter that does not exist, or figures that no counter can have."""
        if self.id not in units():
            raise BadInput(unknown("unit", self.id, units()).split(" Allowed:")[0])
        if self.re is not None and (self.re < 0 or self.re * 2 != int(self.re * 2)):
            raise BadInput(f"re counts in halves, not {self.re:g}")
        for word in ("strength", "rating", "move", "strength_moving", "move_moving", "flak"):
            if (getattr(self, word) or 0) < 0:
                raise BadInput(f"{word} is 0 or more")
        if self.steps is not None and self.steps < 1:
            raise BadInput("a counter has one step or more")

    def applied(self, unit: GroundUnit) -> GroundUnit:
        """The counter with these values."""
        said = {
            word: value
            for word in self.__struct_fields__
            if word not in ("id", "re") and (value := getattr(self, word)) is not None
        }
        if self.re is not None:
            said["half_re"] = int(self.re * 2)
        return replace(unit, **said, source="booklet")


class SetUpChange(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What stands in a hex as a scenario begins; units come there from wherever ours has them."""

    scenario: str
    hex: str = ""
    units: tuple[str, ...] = ()
    mode: StartMode = "combat"
    planes: tuple[str, ...] = ()
    side: Side | None = None
    """Whose the rest is."""
    dump: float | None = None
    airbase: int | None = None
    hedgehog: int | None = None
    truck: int | None = None
    wagon: int | None = None
    railhead: bool = False
    away: tuple[str, ...] = ()
    """Units and planes that are not there at all."""

    def check(self) -> None:
        """Refuse what does not exist or does not fit together."""
        if self.scenario not in SCENARIOS:
            raise BadInput(unknown("scenario on the map", self.scenario, SCENARIOS))
        for kind, named, known in (
            ("unit", self.units, units()),
            ("plane", self.planes, planes()),
            ("unit or plane", self.away, {**units(), **planes()}),
        ):
            for name in named:
                if name not in known:
                    raise BadInput(unknown(kind, name, known).split(" Allowed:")[0])
        if self._things() and self.side is None:
            raise BadInput("say whose it is: side = axis or soviet")
        if (self.units or self.planes or self._things()) and not self.hex:
            raise BadInput("say where it stands: hex = ...")
        if self.hex and find_hex(self.hex) not in _window(self.scenario):
            raise BadInput(f"{self.hex} is not on the part of the map that is played on")

    def _things(self) -> dict[Placed, str]:
        said: dict[Placed, float | int | None] = {
            "dump": self.dump,
            "airbase": self.airbase,
            "hedgehog": self.hedgehog,
            "truck": self.truck,
            "wagon": self.wagon,
        }
        found: dict[Placed, str] = {
            kind: f"{value:g}" for kind, value in said.items() if value is not None
        }
        return found | ({"railhead": ""} if self.railhead else {})

    def rows(self) -> list[SetUpRow]:
        """What it puts on the map."""
        found = [
            SetUpRow("unit", units()[name].side, name, self.hex, self.mode, "", units()[name].army)
            for name in self.units
        ]
        found += [
            SetUpRow("air", planes()[name].side, name, self.hex, "active", "", planes()[name].owner)
            for name in self.planes
        ]
        if self.side is not None:
            found += [
                SetUpRow(kind, self.side, "", self.hex, "", value, "")
                for kind, value in self._things().items()
            ]
        return found


def _window(scenario: str) -> set[Hex]:
    """The hexes of the scenario that has a set-up."""
    return {
        place
        for plan in map_scenarios().values()
        if plan.set_up == scenario
        for place in plan.hexes
    }


def changed_units(changes: Sequence[CounterChange]) -> dict[str, GroundUnit]:
    """Every counter, with an owner's corrections."""
    found = dict(units())
    for change in changes:
        found[change.id] = change.applied(found[change.id])
    return found


def changed_set_up(
    scenario: str, changes: Sequence[SetUpChange], *, from_nothing: bool
) -> tuple[SetUpRow, ...]:
    """What stands on the map as a scenario begins, with an owner's corrections."""
    own = [change for change in changes if change.scenario == scenario]
    named = {name for change in own for name in (*change.units, *change.planes, *change.away)}
    put = [row for change in own for row in change.rows()]
    replaced = {(row.kind, row.place) for row in put if not row.id}
    kept = [
        row
        for row in (() if from_nothing else set_up(scenario))
        if row.id not in named or not row.id
        if row.id or (row.kind, row.place) not in replaced
    ]
    return tuple(row for row in (*kept, *put) if row.value != "0")


def set_up_problems(
    scenario: str, rows: Sequence[SetUpRow], counters: Mapping[str, GroundUnit]
) -> list[str]:
    """What could not stand on a table."""
    found = []
    often = Counter(row.id for row in rows if row.id)
    found += [f"{scenario}: {name} stands in two hexes" for name, n in often.items() if n > 1]
    sides: dict[Hex, set[Side]] = {}
    stacked: Counter[Hex] = Counter()
    bases = {(row.side, row.place) for row in rows if row.kind == "airbase"}
    for row in rows:
        if row.kind == "unit":
            sides.setdefault(row.place, set()).add(row.side)
            stacked[row.place] += counters[row.id].half_re
        elif row.kind == "air" and (row.side, row.place) not in bases:
            found.append(
                f"{scenario}: {row.id} stands in {row.hex}, where its side has no air base"
            )
    label = atlas().label
    found += [
        f"{scenario}: both sides stand in {label(place)}"
        for place, who in sides.items()
        if len(who) > 1
    ]
    found += [
        f"{scenario}: {re / 2:g} RE stand in {label(place)}; 10 may"
        for place, re in stacked.items()
        if re > MOST_HALF_RE
    ]
    return found
