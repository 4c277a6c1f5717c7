"""Barrage on the map (OCS 10): who fires at which hex, what it costs, and what it does there."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tallies import modifier
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.air.missions_on_map import (
    SEGMENT_OF,
    Circumstances,
    mission_violations,
)
from landbridge.games.belorussia.air.planes import (
    DISTANCES,
    bombs_of,
    hexes_to,
    is_far,
    types_of,
)
from landbridge.games.belorussia.amounts import rounded
from landbridge.games.belorussia.combat.barrage import (
    UNITS,
    Barrage,
    BarrageResult,
    Fire,
    Firer,
    prepare_barrage,
    resolve_barrage,
)
from landbridge.games.belorussia.combat.facility_barrage import (
    FacilityBarrage,
    FacilityHit,
    prepare_facility_barrage,
    resolve_facility_barrage,
)
from landbridge.games.belorussia.combat.guns import (
    gun_points,
    gun_violations,
    is_gun,
    range_violation,
)
from landbridge.games.belorussia.combat.target_hexes import spotters, target_at
from landbridge.games.belorussia.fronts.display import Front, front_name
from landbridge.games.belorussia.fronts.front_barrages import firing_front, shot_effects
from landbridge.games.belorussia.fronts.fronts_on_map import barrage_is_free, shift_by_posture
from landbridge.games.belorussia.position.counters import other_side
from landbridge.games.belorussia.position.position import Position
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.violations import refuse, violation_if, violations
from landbridge.games.belorussia.words import Side, counted

TargetKind = Literal["units", "air_base", "trainbusting"]
SHORT_RANGE: int = DISTANCES["short_range"]


class BarrageOrder(Struct, frozen=True, kw_only=True):
    """Who fires at what in which hex."""

    rows: tuple[int, ...]
    place: int
    target: TargetKind = "units"
    hip_shoot: bool = False

    @property
    def mission(self) -> Literal["barrage", "trainbusting", "hip_shoot"]:
        """The air mission that it is if planes fly it."""
        if self.hip_shoot:
            return "hip_shoot"
        return "trainbusting" if self.target == "trainbusting" else "barrage"


def by_air(theatre: Theatre, order: BarrageOrder) -> bool:
    """Whether planes carry the barrage out."""
    return theatre.counter(order.rows[0]).kind == "plane"


def side_of(theatre: Theatre, order: BarrageOrder) -> Side:
    """The side that fires."""
    return theatre.counter(order.rows[0]).side


def order_violations(
    theatre: Theatre, order: BarrageOrder, now: Circumstances | None = None
) -> tuple[Violation, ...]:
    """What speaks against a barrage, but for its price."""
    kinds = {theatre.counter(row).kind for row in order.rows}
    mixed = violations(
        violation_if(
            len(kinds) > 1,
            "artillery and aircraft do not fire together",
            "OCS-10.0-2",
            "one barrage of guns, or one of planes",
        )
    )
    found: list[Violation | None] = []
    if kinds == {"plane"}:
        now = now or Circumstances(segment=SEGMENT_OF[order.mission])
        now = replace(now, facility=order.target == "air_base")
        found += mission_violations(theatre, order.rows, order.place, order.mission, now)
    else:
        guns = [row for row in order.rows if theatre.counter(row).kind != "plane"]
        for row in guns:
            name = theatre.counter(row).name
            if not is_gun(theatre, row):
                text = f"{name} is neither artillery nor a plane"
                found.append(violation_if(True, text, "OCS-10.0-3", "artillery and planes"))
                continue
            found += (*gun_violations(theatre, row), range_violation(theatre, row, order.place))
    seen = violations(*found, *_at_target(theatre, order))
    return (*mixed, *dict.fromkeys(seen))


def _at_target(theatre: Theatre, order: BarrageOrder) -> list[Violation | None]:
    side, label = side_of(theatre, order), theatre.land.labels[order.place]
    enemy, position = other_side(side), theatre.position
    base = position.bases.get(order.place)
    busted = any(order.place in places for places in position.trainbusting)
    return [
        violation_if(
            order.target == "units" and not theatre.combat_units(order.place, enemy),
            f"no enemy combat unit is in {label}",
            "OCS-10.0c-2",
            "a hex with enemy combat units; or declare another target",
        ),
        violation_if(
            order.target == "air_base" and (base is None or base.side != enemy),
            f"no enemy air base is in {label}",
            "OCS-10.0c-2",
            "a hex with an enemy air base; or declare another target",
        ),
        violation_if(
            order.target == "trainbusting" and busted,
            f"{label} has a Trainbusting marker",
            "OCS-14.8-1",
            "one marker a hex",
        ),
        violation_if(
            not order.hip_shoot and order.place in position.barraged,
            f"{label} has been barraged in this phase",
            ("OCS-10.0e-1", "OCS-10.0e-2"),
            "one barrage a hex and phase; Hip Shoots come on top",
        ),
    ]


# What it is worth


def fire_of(theatre: Theatre, order: BarrageOrder, why: Why) -> Fire:
    """The barrage points of an order, and how they are fired."""
    seen = bool(spotters(theatre, side_of(theatre, order), order.place))
    if seen:
        why("OCS-10.0b-1", "a friendly combat unit next to the hex spots")
    if not by_air(theatre, order):
        points = sum((gun_points(theatre, row, why) for row in order.rows), Fraction(0))
        return Fire(points=points, spotter=seen)
    far = [hexes_to(theatre, row, order.place) for row in order.rows]
    by: Firer = "aircraft"
    if any("S" in types_of(theatre, row) for row in order.rows):
        by = "strategic"
    return Fire(
        points=sum((bombs_of(theatre, row, why) for row in order.rows), Fraction(0)),
        by=by,
        spotter=seen,
        short_range=max(far) <= SHORT_RANGE,
        long_range=any(is_far(theatre, row, order.place) for row in order.rows),
        hip_shoot=order.hip_shoot,
    )


Ready = Barrage | FacilityBarrage


def _free_by_posture(theatre: Theatre, order: BarrageOrder, ready: Barrage, why: Why) -> Barrage:
    """A barrage at its price, or free where the posture of the guns' Front makes it so."""
    if not ready.cost or not barrage_is_free(
        theatre, order.rows, ready.start, tuple(UNITS.columns)
    ):
        return ready
    why("RUL-TFB-24", "guns of a Regrouping Front in trace pay nothing")
    return replace(ready, cost=0)


def front_that_fires(theatre: Theatre, order: BarrageOrder) -> Front | None:
    """The Front as part of whose barrage guns fire at combat units."""
    if order.target != "units" or by_air(theatre, order):
        return None
    seen = bool(spotters(theatre, side_of(theatre, order), order.place))
    return firing_front(theatre, order.rows, seen)


def ready_barrage(theatre: Theatre, order: BarrageOrder) -> Finding[Ready]:
    """Column, shifts and price of a barrage that may be made."""
    why = Why()
    fire = fire_of(theatre, order, why)
    if order.target == "units":
        target = target_at(theatre, other_side(side_of(theatre, order)), order.place, why)
        struck = theatre.combat_units(order.place, other_side(side_of(theatre, order)))
        dug_in = shift_by_posture(theatre, struck) if not target.hedgehog else ()
        front = front_that_fires(theatre, order)
        if front is None:
            ready = why.add(prepare_barrage(fire, target, dug_in))
            return why.so(_free_by_posture(theatre, order, ready, why))
        gain = shot_effects(theatre)
        text, ruled = f"the barrage of {front_name(front)}", "RUL-TFB-26"
        shifts = (modifier(gain.shift, text, ruled),) if gain.shift else ()
        ready = why.add(prepare_barrage(fire, target, (*dug_in, *shifts)))
        cost = rounded(ready.cost * gain.price)
        why(ruled, f"{text}: it costs {counted(cost, 'token')}")
        return why.so(replace(ready, cost=cost))
    base = theatre.position.bases.get(order.place)
    level = base.level if base else 0
    return why.so(why.add(prepare_facility_barrage(fire, order.target, level)))


def roll_barrage(ready: Ready, nature: Nature) -> Finding[BarrageResult | FacilityHit]:
    """Roll a barrage."""
    if isinstance(ready, Barrage):
        return _as_either(resolve_barrage(ready, nature))
    return _as_either(resolve_facility_barrage(ready, nature))


def _as_either(
    found: Finding[BarrageResult] | Finding[FacilityHit],
) -> Finding[BarrageResult | FacilityHit]:
    return Finding(found.result, found.rules, found.why)


def check_order(theatre: Theatre, order: BarrageOrder, now: Circumstances | None = None) -> None:
    """Refuse a barrage that may not be made."""
    refuse(order_violations(theatre, order, now))


# Afterwards


def fired(position: Position, order: BarrageOrder) -> Position:
    """The position when guns or planes have begun a barrage: the hex has had its one of the phase.

    A mission that is shot down or aborts has used it up as well (OCS-10.0e-2).
    """
    hit = () if order.hip_shoot else (order.place,)
    return replace(
        position,
        fired=(*position.fired, *order.rows),
        barraged=(*position.barraged, *(place for place in hit if place not in position.barraged)),
    )
