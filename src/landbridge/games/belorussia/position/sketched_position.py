"""What a sketch puts on the land: counters, supply, air bases, hedgehogs, who holds what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.columns import BYTE, WORD
from landbridge.games.belorussia.position.airlifts import Airlifts, DropPlan
from landbridge.games.belorussia.position.counters import SIDES, Counters
from landbridge.games.belorussia.position.land import Land
from landbridge.games.belorussia.position.position import (
    DEAD,
    MARKERS,
    MOVE_SIDE,
    RVGK_BOX,
    UNUSED,
    AirBase,
    Extender,
    Position,
    Work,
)
from landbridge.games.belorussia.position.sketched_units import (
    SketchUnit,
    bits_done,
    move_side_up,
    tokens_in,
)
from landbridge.games.belorussia.words import Side

OFF_MAP: dict[str, int] = {"box": RVGK_BOX, "dead": DEAD, "unused": UNUSED}
"""Instead of a hex: in the RVGK-3 box, in the Dead Pile, not in play."""


class SketchDump(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Supply on the ground."""

    hex: str
    side: Side
    sp: float


class SketchExtender(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Five Transport Points that lengthen trace."""

    hex: str
    side: Side
    kind: Literal["truck", "wagon"] = "truck"


class SketchBase(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An air base; Level 0 is an air strip."""

    hex: str
    side: Side
    level: int = 1


class SketchPlan(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A unit that is to be dropped in a hex in a turn."""

    unit: str
    hex: str
    turn: int


class SketchedPosition(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Counters and what lies in the hexes, as a player writes it down."""

    units: tuple[SketchUnit, ...] = ()
    dumps: tuple[SketchDump, ...] = ()
    bases: tuple[SketchBase, ...] = ()
    extenders: tuple[SketchExtender, ...] = ()
    hedgehogs: dict[str, int] = {}
    axis_holds: tuple[str, ...] = ()
    soviet_holds: tuple[str, ...] = ()
    axis_gauge: tuple[str, ...] = ()
    soviet_gauge: tuple[str, ...] = ()
    works: dict[str, tuple[Work, ...]] = {}
    """What has been built, reduced or refitted in this phase, by hex."""
    converted: tuple[str, ...] = ()
    """Rail hexes that the Rail Repair unit of the sketch has converted in this phase."""
    soviet_trainbusting: tuple[str, ...] = ()
    """Hexes with Trainbusting markers that Soviet planes have placed."""
    axis_trainbusting: tuple[str, ...] = ()
    drop_plans: tuple[SketchPlan, ...] = ()
    barraged: tuple[str, ...] = ()
    """Hexes that have been barraged in this phase."""

    def hexes_named(self) -> Iterator[str]:
        """Every hex in which something is or was."""
        yield from (unit.hex for unit in self.units if unit.hex not in OFF_MAP)
        yield from (unit.gave_fuel_from for unit in self.units if unit.gave_fuel_from)
        yield from (unit.began for unit in self.units if unit.began)
        for lying in (self.dumps, self.bases, self.extenders, self.drop_plans):
            yield from (one.hex for one in lying)
        yield from self.hedgehogs
        yield from self.works
        for held in (self.axis_holds, self.soviet_holds, self.axis_gauge, self.soviet_gauge):
            yield from held
        busted = (self.soviet_trainbusting, self.axis_trainbusting)
        for marked in (self.converted, *busted, self.barraged):
            yield from marked

    def laid_on(
        self, now: Position, land: Land, counters: Counters, rows: Sequence[int]
    ) -> Position:
        """A position with all this in it; `rows` are those of the units, in their order."""
        units = dict(zip(rows, self.units, strict=True))
        return replace(
            now,
            **_columns(now, land, counters, units),
            moving=(*now.moving, *(row for row, unit in units.items() if "moving" in unit.done)),
            fuelled_hqs=now.fuelled_hqs
            | {
                row: land.place(unit.gave_fuel_from) if unit.gave_fuel_from else UNUSED
                for row, unit in units.items()
                if unit.fuel == "hq"
            },
            fuelled_formations=now.fuelled_formations | _fuelled_formations(counters, units),
            dumps=tuple(
                lying | {land.place(d.hex): tokens_in(d.sp) for d in self.dumps if d.side == side}
                for side, lying in zip(SIDES, now.dumps, strict=True)
            ),
            bases=now.bases | {land.place(b.hex): AirBase(b.side, b.level) for b in self.bases},
            hedgehogs=now.hedgehogs
            | {land.place(label): level for label, level in self.hedgehogs.items()},
            extenders=now.extenders
            + tuple(
                Extender(one.side, one.kind, land.place(one.hex), ()) for one in self.extenders
            ),
            began=now.began
            | {row: land.place(unit.began) for row, unit in units.items() if unit.began},
            arrived=(*now.arrived, *(row for row, unit in units.items() if "arrived" in unit.done)),
            works=now.works | {land.place(label): done for label, done in self.works.items()},
            converted=now.converted | self._converted(land, units),
            own_bridges=now.own_bridges
            | {row: land.place(unit.hex) for row, unit in units.items() if "bridged" in unit.done},
            trainbusting=(
                now.trainbusting[0] + tuple(map(land.place, self.soviet_trainbusting)),
                now.trainbusting[1] + tuple(map(land.place, self.axis_trainbusting)),
            ),
            fired=(*now.fired, *(row for row, unit in units.items() if "fired" in unit.done)),
            barraged=(*now.barraged, *map(land.place, self.barraged)),
            airlifts=self._airlifts(now.airlifts, land, counters),
            control=_marked(now.control, land, self.soviet_holds, self.axis_holds),
            gauge=_marked(now.gauge, land, self.soviet_gauge, self.axis_gauge),
        )

    def _airlifts(self, now: Airlifts, land: Land, counters: Counters) -> Airlifts:
        plans = (DropPlan(counters.row(p.unit), land.place(p.hex), p.turn) for p in self.drop_plans)
        return replace(now, plans=(*now.plans, *plans))

    def _converted(self, land: Land, units: Mapping[int, SketchUnit]) -> dict[int, tuple[int, ...]]:
        repairs = (row for row, unit in units.items() if unit.duty == "rail_repair")
        places = tuple(map(land.place, self.converted))
        return {next(repairs, 0): places} if places else {}


def _columns(
    now: Position, land: Land, counters: Counters, units: Mapping[int, SketchUnit]
) -> dict[str, Any]:
    """The columns over the counters, with these units as they are sketched."""
    bytes_of: dict[str, Any] = {
        "marker": lambda unit: MARKERS.index(unit.mode) if unit.mode in MARKERS else 0,
        "lost": lambda unit: unit.lost,
        "done": bits_done,
        "stock": lambda unit: ("full", "low", "exhausted").index(unit.stock),
        "cut": lambda unit: unit.cut,
        "out": lambda unit: int(unit.out),
        "load": lambda unit: tokens_in(unit.load),
    }
    places = {
        row: OFF_MAP[unit.hex] if unit.hex in OFF_MAP else land.place(unit.hex)
        for row, unit in units.items()
    }
    spent = {row: round(unit.spent * 12) for row, unit in units.items()}
    return {
        "at": WORD.put_all(now.at, places),
        "spent": WORD.put_all(now.spent, spent),
        "face": BYTE.put_all(
            now.face,
            {row: MOVE_SIDE * move_side_up(one, counters[row]) for row, one in units.items()},
        ),
        **{
            name: BYTE.put_all(getattr(now, name), {row: of(one) for row, one in units.items()})
            for name, of in bytes_of.items()
        },
    }


def _fuelled_formations(
    counters: Counters, units: Mapping[int, SketchUnit]
) -> dict[str, tuple[int, ...]]:
    """The formations whose fuel has been paid, and who took it."""
    found: dict[str, tuple[int, ...]] = {}
    for row, unit in units.items():
        if unit.fuel == "formation":
            name = unit.formation or counters[row].formation
            found[name] = (*found.get(name, ()), row)
    return found


def _marked(now: bytes, land: Land, soviet: tuple[str, ...], axis: tuple[str, ...]) -> bytes:
    changes = {land.place(label): 1 for label in soviet} | {land.place(label): 2 for label in axis}
    return BYTE.put_all(now, changes)
