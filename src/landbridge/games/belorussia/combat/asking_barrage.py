"""The question about a barrage in a sketched position."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.air.asking import FlightNow
from landbridge.games.belorussia.air.asking_missions import AIR_SWITCHES
from landbridge.games.belorussia.air.bases import planes_at
from landbridge.games.belorussia.air.missions_on_map import SEGMENT_OF, Circumstances
from landbridge.games.belorussia.combat.barrage import HALF, UNITS, Barrage, BarrageResult
from landbridge.games.belorussia.combat.barrage_on_map import (
    BarrageOrder,
    TargetKind,
    by_air,
    check_order,
    ready_barrage,
    roll_barrage,
    side_of,
)
from landbridge.games.belorussia.combat.barrage_supply import pay_for_barrage
from landbridge.games.belorussia.combat.facility_barrage import FACILITY, PLANES, planes_hit
from landbridge.games.belorussia.position.asking import (
    HexLabel,
    PositionQuestion,
    UnitName,
    UnitNames,
    find_row,
    find_rows,
)
from landbridge.games.belorussia.position.counters import other_side
from landbridge.games.belorussia.supply_lines.asking import SUPPLY_SWITCHES
from landbridge.games.belorussia.supply_lines.caches import paid_by_caches
from landbridge.games.belorussia.supply_lines.paying import explain_takings
from landbridge.games.belorussia.words import Die, TwoDice


class BarrageAnswer(Struct, frozen=True, order=True):
    """What a barrage is worth, what it costs, and what it does."""

    start: str
    """The column on which it begins."""
    column: str
    shift: int
    """Columns right, or left where it is negative; those beyond the ends included."""
    cost: int
    """Tokens."""
    paid: str
    """From where they are taken."""
    dg: bool = False
    steps: int = 0
    levels_lost: int = 0
    planes_hit: int = 0
    trainbusting: bool = False


class BarrageAt(PositionQuestion, frozen=True, kw_only=True):
    """Whether units may barrage a hex, with which column and price, and what it does there."""

    rolls = {
        "dice": UNITS.title,
        "half_die": HALF.title,
        "die": FACILITY.title,
        "plane_dice": PLANES.title,
    }
    cites = (
        *("OCS-10.0-2", "OCS-10.0-3", "OCS-10.0b-1", "OCS-10.0c-2", "OCS-10.0e-1", "OCS-10.0e-3"),
        *("OCS-10.0e-4", "OCS-10.0e-5", "OCS-10.0e-6", "OCS-10.1a-1", "OCS-10.1b-3", "OCS-10.1b-4"),
        *("OCS-13.4a-1", "OCS-14.7-1", "OCS-21.10-1"),
    )
    turns_on = ("reactive_artillery", "supply_caches", *AIR_SWITCHES, *SUPPLY_SWITCHES)

    hex: HexLabel
    units: Annotated[UnitNames, Meta(description="the guns or planes that fire together")]
    target: Annotated[TargetKind, Meta(description="what is declared as the target")] = "units"
    hip_shoot: Annotated[bool, Meta(description="whether it is a Hip Shoot")] = False
    flight: FlightNow = "full"
    cache_at: Annotated[
        UnitName | None, Meta(description="an HQ at which supply cache markers are spent for it")
    ] = None
    caches: Annotated[int, Meta(ge=1, le=20, description="how many of these markers")] = 1
    dice: TwoDice | None = None
    half_die: Annotated[Die | None, Meta(description="one die more, for a half")] = None
    die: Annotated[Die | None, Meta(description="one die for a facility")] = None
    plane_dice: Annotated[
        Annotated[tuple[Die, ...], Meta(max_length=20)] | None,
        Meta(description="one die for each enemy plane at a barraged air base"),
    ] = None

    def answer(self, nature: Nature) -> Finding[BarrageAnswer]:
        theatre, why = self.theatre(), Why()
        rows, place = find_rows(theatre, self.units), theatre.land.place(self.hex)
        order = BarrageOrder(rows=rows, place=place, target=self.target, hip_shoot=self.hip_shoot)
        segment = SEGMENT_OF[order.mission]
        check_order(theatre, order, Circumstances(self.flight, segment))
        _note_when(why, theatre.phase, by_air(theatre, order), len(rows))
        ready = why.add(ready_barrage(theatre, order))
        paid = ""
        cost, hq = ready.cost, None
        if cost and self.cache_at is not None:
            hq = find_row(theatre, self.cache_at)
            option = self.rulings.supply_caches
            caches = why.add(paid_by_caches(theatre, rows, hq, self.caches, option))
            cost = max(0, cost - caches)
        if cost:
            payment = why.add(pay_for_barrage(theatre, rows, cost, hq))
            paid = why.add(explain_takings(theatre, payment.takings))
            why("OCS-10.1b-3", "it can be paid, and so it takes place")
            why("OCS-10.1b-6", "internal stocks do not pay")
        rolled = why.add(roll_barrage(ready, nature))
        if isinstance(ready, Barrage):
            assert isinstance(rolled, BarrageResult)
            shift = int(ready.shifts.total)
            return why.so(
                BarrageAnswer(
                    ready.start, ready.column, shift, ready.cost, paid, rolled.dg, rolled.steps
                )
            )
        assert not isinstance(rolled, BarrageResult)
        hit = 0
        if rolled.planes_on:
            enemy = other_side(side_of(theatre, order))
            hit = planes_hit(len(planes_at(theatre, enemy, place)), rolled.planes_on, nature)
        return why.so(
            BarrageAnswer(
                start=ready.column,
                column=ready.column,
                shift=0,
                cost=ready.cost,
                paid=paid,
                levels_lost=rolled.levels_lost,
                planes_hit=hit,
                trainbusting=rolled.trainbusting,
            )
        )


def _note_when(why: Why, phase: str, air: bool, count: int) -> None:
    """Note by which rows the barrage is made now."""
    if air:
        why("OCS-14.7-1", "planes barrage in Barrage Segments")
    else:
        why("OCS-10.1a-1", "within the range of each gun, in any weather")
        if count > 1:
            why("OCS-10.0-3", "any number of guns fire together")
    if phase in ("reaction", "exploitation"):
        why("OCS-10.0e-6", "released guns and planes barrage in this phase")
