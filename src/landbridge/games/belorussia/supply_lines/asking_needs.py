"""Questions about what units need in a sketched position: fuel, food, stocks, and what starves."""

from __future__ import annotations

from collections import Counter as Tally
from typing import Annotated

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import BadInput
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.movement.faces import face_up
from landbridge.games.belorussia.movement.zones import exerts_zone
from landbridge.games.belorussia.position.asking import (
    HexLabel,
    PositionQuestion,
    UnitName,
    UnitNames,
    find_row,
    find_rows,
)
from landbridge.games.belorussia.position.counters import SIDES
from landbridge.games.belorussia.position.position import Position
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.supply.attrition import (
    ATTRITION,
    BREAKOUT,
    RETURN,
    Attrition,
)
from landbridge.games.belorussia.supply_lines.asking import PATH_SWITCHES, SUPPLY_SWITCHES
from landbridge.games.belorussia.supply_lines.breakout import break_out
from landbridge.games.belorussia.supply_lines.eating import eat
from landbridge.games.belorussia.supply_lines.fuel_plans import buy_fuel, describe_plan, fuel_for
from landbridge.games.belorussia.supply_lines.phase import SupplyChoices, supply_phase
from landbridge.games.belorussia.supply_lines.recovery import recover
from landbridge.games.belorussia.supply_lines.starving import (
    attrition_rating,
    loss_violations,
    starve,
    starving,
)
from landbridge.games.belorussia.supply_lines.trace import (
    DIRECT,
    EXEMPT,
    NONE,
    PARTISAN,
    THROWN,
    supply_state,
)
from landbridge.games.belorussia.violations import refuse
from landbridge.games.belorussia.words import NAME_OF, Die, Side, TwoDice

OptionalUnits = Annotated[
    tuple[Annotated[str, Meta(max_length=80)], ...],
    Meta(max_length=40, description="units of the position, by name or id"),
]


class DumpSummary(Struct, frozen=True):
    """What lies on the ground in a hex, in tokens (T)."""

    hex: str
    tokens: int


def _dumps(theatre: Theatre, position: Position, side: Side) -> tuple[DumpSummary, ...]:
    lying, labels = position.dumps[SIDES.index(side)], theatre.land.labels
    return tuple(DumpSummary(labels[place], tokens) for place, tokens in sorted(lying.items()))


def _own_rows(theatre: Theatre, names: tuple[str, ...], side: Side) -> tuple[int, ...]:
    """The rows of some units, all of one side."""
    rows = tuple(dict.fromkeys(find_row(theatre, name) for name in names))
    for row in rows:
        if theatre.counter(row).side != side:
            raise BadInput(f"{theatre.counter(row).name} is not {NAME_OF[side]}; name such units.")
    return rows


# Trace of a whole side


class UnitSupply(Struct, frozen=True):
    """How a unit stands."""

    unit: str
    how: str
    """source, hq, exempt or none."""
    out: bool
    zone: bool
    rating: int
    move: int


_HOW = {NONE: "none", DIRECT: "source", THROWN: "hq", EXEMPT: "exempt"}


class SideSupply(PositionQuestion, frozen=True, kw_only=True):
    """Which units of a side have trace, and how; what being Out of Supply leaves them."""

    cites = ("OCS-12.6-2", "OCS-12.6f-1", "OCS-12.8d-1", "OCS-12.9-1", "OCS-13.1c-3")
    turns_on = SUPPLY_SWITCHES

    side: Annotated[Side, Meta(description="the side that is asked about")]

    def answer(self, nature: Nature) -> Finding[tuple[UnitSupply, ...]]:
        theatre, why = self.theatre(), Why()
        state = supply_state(theatre, self.side)
        why.by("OCS-12.6-2", "by a source, or by an HQ that draws from one")
        shown = []
        for row, counter in enumerate(theatre.counters):
            if counter.side != self.side:
                continue
            if not counter.is_combat:
                why("OCS-12.9-1", f"{counter.name} needs no trace")
            if not theatre.on_map(row):
                why("OCS-12.3e-1", f"{counter.name} is supplied inside its box")
            if counter.arm == PARTISAN:
                why("TFB-3.7b-4", f"{counter.name} always has trace")
            if counter.duty == "hq":
                why("OCS-13.1c-3", f"{counter.name} needs trace like any other unit")
            if counter.formation:
                why("OCS-12.6f-1", f"the units of {counter.formation} trace to one HQ or source")
            out = bool(theatre.position.out[row])
            if out:
                why("OCS-12.8d-1", f"{counter.name} keeps its action rating and allowance")
                why("OCS-4.5-4", f"{counter.name} has no ZOC")
            shown.append(
                UnitSupply(
                    counter.name,
                    _HOW[state.how[row]],
                    out,
                    exerts_zone(theatre, row),
                    attrition_rating(theatre, row) if out else face_up(theatre, row).rating,
                    face_up(theatre, row).move,
                )
            )
        return why.so(tuple(shown))


# Fuel


class FuelSummary(Struct, frozen=True):
    """The cheapest fuel for units that want to move."""

    tokens: int
    ways: tuple[str, ...]
    dumps: tuple[DumpSummary, ...]
    """What is left on the ground."""


class FuelFor(PositionQuestion, frozen=True, kw_only=True):
    """The cheapest way to fuel units that want to move, and what it leaves in the dumps."""

    cites = ("OCS-12.5a-1", "OCS-12.5c-1", "OCS-12.5c-2", "OCS-12.5c-3", "OCS-12.5c-5")
    turns_on = PATH_SWITCHES

    units: UnitNames

    def answer(self, nature: Nature) -> Finding[FuelSummary]:
        theatre = self.theatre()
        side = theatre.counter(find_rows(theatre, self.units)[0]).side
        rows = _own_rows(theatre, self.units, side)
        why = Why()
        plan = why.add(fuel_for(theatre, rows))
        after = buy_fuel(theatre, plan).result.position
        shown = FuelSummary(plan.tokens, describe_plan(theatre, plan), _dumps(theatre, after, side))
        return why.so(shown)


# The parts of the Supply Phase


class EatingSummary(Struct, frozen=True):
    """What eating costs."""

    tokens: int
    dumps: tuple[DumpSummary, ...]


class Eat(PositionQuestion, frozen=True, kw_only=True):
    """What it costs to let units eat off the map, and what is left in the dumps."""

    cites = ("OCS-12.6c-1", "OCS-12.6c-2", "OCS-12.6e-1")
    turns_on = (*SUPPLY_SWITCHES, "eating_sum", "kessel_hq")

    units: UnitNames

    def answer(self, nature: Nature) -> Finding[EatingSummary]:
        theatre = self.theatre()
        side = theatre.counter(find_rows(theatre, self.units)[0]).side
        rows = _own_rows(theatre, self.units, side)
        why = Why()
        found = why.add(eat(theatre, supply_state(theatre, side), rows))
        tokens = sum(meal.tokens for meal in found.meals)
        return why.so(EatingSummary(tokens, _dumps(theatre, found.position, side)))


class RecoverySummary(Struct, frozen=True):
    """What became of a unit's internal stocks."""

    unit: str
    price: int
    paid: int
    stock: str


class Recover(PositionQuestion, frozen=True, kw_only=True):
    """Which units recover their internal stocks in the Supply Phase of a side, and for how much."""

    cites = ("OCS-12.10e-1", "OCS-12.10e-2", "OCS-12.10e-3", "OCS-12.10e-4", "OCS-12.10e-5")
    turns_on = (*PATH_SWITCHES, "recovery_size")

    side: Annotated[Side, Meta(description="the side that is asked about")]
    first: OptionalUnits = ()

    def answer(self, nature: Nature) -> Finding[tuple[RecoverySummary, ...]]:
        theatre = self.theatre()
        why = Why()
        order = _own_rows(theatre, self.first, self.side)
        found = why.add(recover(theatre, self.side, order))
        return why.so(
            tuple(
                RecoverySummary(theatre.counter(one.row).name, one.price, one.paid, one.stock)
                for one in found.units
            )
        )


class SupplyPhaseSummary(Struct, frozen=True):
    """How a Supply Phase ended."""

    recovered: tuple[str, ...]
    ate: tuple[str, ...]
    out: tuple[str, ...]
    """Who is Out of Supply now."""
    lost: int
    """Steps lost to attrition."""
    dead: tuple[str, ...]
    dumps: tuple[DumpSummary, ...]


class WholeSupplyPhase(PositionQuestion, frozen=True, kw_only=True):
    """A whole Supply Phase: recovery, trace, eating or the marker, attrition of every stack."""

    rolls = {"dice": ATTRITION.title}
    cites = ("OCS-2.3-8", "OCS-12.6c-3", "OCS-12.6d-1", "OCS-12.8a-1", "OCS-12.8a-2")
    turns_on = (*SUPPLY_SWITCHES, "eating_sum", "recovery_size", "oos_marker", "kessel_hq")

    side: Annotated[Side, Meta(description="the side that is asked about")]
    eat: OptionalUnits = ()
    dice: (
        Annotated[
            tuple[TwoDice, ...], Meta(max_length=12, description="the attrition rolls, in order")
        ]
        | None
    ) = None

    def answer(self, nature: Nature) -> Finding[SupplyPhaseSummary]:
        theatre = self.theatre()
        choices = SupplyChoices(eat=_own_rows(theatre, self.eat, self.side))
        why = Why()
        found = why.add(supply_phase(theatre, self.side, choices, nature))

        def names(rows: tuple[int, ...]) -> tuple[str, ...]:
            return tuple(theatre.counter(row).name for row in rows)

        out = tuple(row for row, marked in enumerate(found.position.out) if marked)
        return why.so(
            SupplyPhaseSummary(
                names(tuple(unit.row for unit in found.recovered.units)),
                names(found.eaten.rows),
                names(tuple(row for row in out if theatre.counter(row).side == self.side)),
                sum(sum(one.lost.values()) for one in found.starved),
                names(tuple(row for one in found.starved for row in one.dead)),
                _dumps(theatre, found.position, self.side),
            )
        )


class Starve(PositionQuestion, frozen=True, kw_only=True):
    """What attrition does to a stack of a position that is Out of Supply."""

    rolls = {"dice": ATTRITION.title}
    cites = ("OCS-12.8b-1", "OCS-12.8b-2", "OCS-12.8c-1", "OCS-12.8d-1", "OCS-12.8d-2")

    hex: HexLabel
    side: Annotated[Side, Meta(description="the side that is asked about")]
    losses: OptionalUnits = ()
    """Who the owner wants to lose steps, each as often as it loses one."""
    dice: TwoDice | None = None

    def answer(self, nature: Nature) -> Finding[Attrition]:
        theatre = self.theatre()
        place = theatre.land.place(self.hex)
        if not starving(theatre, place, self.side):
            raise BadInput(f"Nobody in {self.hex} is marked Out of Supply; give units out = true.")
        why = Why()
        found = why.add(starve(theatre, place, self.side, nature))
        if self.losses:
            chosen = Tally(find_row(theatre, name) for name in self.losses)
            refuse(loss_violations(theatre, place, self.side, found.steps, chosen))
            why("OCS-12.8b-9", "the owner chooses which of them are lost")
        return why.so(found)


class BreakoutSummary(Struct, frozen=True, order=True):
    """Whether a unit got out, after how many turns it comes back, and with how many steps lost."""

    out: bool
    turns: int
    lost: int


class BreakOut(PositionQuestion, frozen=True, kw_only=True):
    """Whether a unit of a position breaks out, and after how many turns it comes back."""

    rolls = {"die": BREAKOUT.title, "return_die": RETURN}
    cites = ("OCS-12.8e-1", "OCS-12.8e-2", "OCS-12.8e-3", "OCS-12.8e-4", "OCS-12.8e-10")
    turns_on = SUPPLY_SWITCHES

    unit: UnitName
    die: Die | None = None
    return_die: Annotated[Die | None, Meta(description="one die: turns until the return")] = None

    def answer(self, nature: Nature) -> Finding[BreakoutSummary]:
        theatre, why = self.theatre(), Why()
        row = find_row(theatre, self.unit)
        found = why.add(break_out(theatre, row, nature))
        result = found.result
        return why.so(BreakoutSummary(result.out, result.turns, found.position.lost[row]))
