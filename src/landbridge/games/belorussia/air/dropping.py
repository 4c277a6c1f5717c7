"""Air Drops on the map (OCS 14.10): plans, who jumps where and when, and what comes down."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import read_toml
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import in_force
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.air.air_drop import (
    Drop,
    DropHex,
    check_drop,
    prepare_drop,
    resolve_drop,
)
from landbridge.games.belorussia.air.air_transport import (
    DeliveredLoad,
    Lift,
    capacity_violations,
    carried_by,
    load_wanted,
    loading_violations,
    put_down,
    set_down,
)
from landbridge.games.belorussia.air.missions_on_map import Circumstances, mission_violations
from landbridge.games.belorussia.movement.allowances import allowance_spent
from landbridge.games.belorussia.movement.segments import acting_side
from landbridge.games.belorussia.position.airlifts import DropPlan
from landbridge.games.belorussia.position.counters import other_side
from landbridge.games.belorussia.position.position import FINISHED, Position
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.rail.control import take_control
from landbridge.games.belorussia.supply_lines.starving import destroyed
from landbridge.games.belorussia.terrain.words import HexTerrain
from landbridge.games.belorussia.units.brandenburgers import drop_violations
from landbridge.games.belorussia.violations import refuse, violation_if, violations
from landbridge.games.belorussia.words import PACKAGE, Side, counted

JUMPERS: dict[str, Any] = read_toml(PACKAGE, "air.toml")["jumpers"]
BRANDENBURG = "Brandenburg"
"""What stands in the names of the units that 2.4k speaks of."""
AHEAD: int = JUMPERS["turns_ahead"]
"""So many turns before a drop of combat units it is planned, or more (OCS-14.10b-2)."""


def may_jump(theatre: Theatre, row: int) -> bool:
    """Whether a unit has the para symbol."""
    return theatre.counter(row).arm in JUMPERS["arms"]


# Plans


def plan_of(theatre: Theatre, row: int) -> DropPlan | None:
    """The plan in which a unit is, if it is in one."""
    return next((one for one in theatre.position.airlifts.plans if one.row == row), None)


def _in_refit(theatre: Theatre, row: int, rule: str) -> Violation | None:
    own = theatre.phase == "refit" and theatre.phasing == theatre.counter(row).side
    text = "drops are planned in the own Aircraft Refit Phase alone"
    return violation_if(not own, text, rule, "wait for it")


def planning_violations(theatre: Theatre, row: int, ahead: int) -> tuple[Violation, ...]:
    """What speaks against planning a unit's drop so many turns ahead."""
    name, plan = theatre.counter(row).name, plan_of(theatre, row)
    return violations(
        _in_refit(theatre, row, "OCS-14.10b-3"),
        violation_if(
            not may_jump(theatre, row),
            f"{name} has no para symbol",
            "OCS-14.10a-1",
            "only units with it, and SP, are dropped",
        ),
        violation_if(
            ahead < AHEAD,
            f"a drop in {counted(ahead, 'turn')} comes too soon",
            "OCS-14.10b-2",
            f"plan it at least {AHEAD} turns ahead",
        ),
        violation_if(
            plan is not None,
            f"{name} is in a plan already",
            "OCS-14.10b-3",
            "one plan for each unit; cancel the old one first",
        ),
    )


def changing_violations(theatre: Theatre, row: int) -> tuple[Violation, ...]:
    """What speaks against putting the drop of a unit off, or cancelling it."""
    name = theatre.counter(row).name
    return violations(
        _in_refit(theatre, row, "OCS-14.10c-1"),
        # Nothing else would let a plan be changed.
        violation_if(not in_force("OCS-14.10c-1"), f"the plan of {name} stands", "OCS-14.10b-2"),
        violation_if(
            plan_of(theatre, row) is None, f"{name} is in no plan", "OCS-14.10b-3", "plan its drop"
        ),
    )


def with_plan(position: Position, plan: DropPlan) -> Position:
    """The position with a plan, instead of the unit's old one."""
    others = tuple(one for one in position.airlifts.plans if one.row != plan.row)
    airlifts = replace(position.airlifts, plans=(*others, plan))
    return replace(position, airlifts=airlifts)


def without_plan(position: Position, row: int) -> Position:
    """The position without a unit's plan."""
    others = tuple(one for one in position.airlifts.plans if one.row != row)
    return replace(position, airlifts=replace(position.airlifts, plans=others))


def without_old_plans(position: Position, turn: int) -> Position:
    """The position without plans whose turn is over."""
    left = tuple(one for one in position.airlifts.plans if one.turn >= turn)
    if left == position.airlifts.plans:
        return position
    return replace(position, airlifts=replace(position.airlifts, plans=left))


# Who drops what, and where


def drop_hex(theatre: Theatre, side: Side, place: int) -> DropHex:
    """A hex as those find it that come down there."""
    started = theatre.position.airlifts.started
    stood = any(
        started.get(row, place) == place
        for row in theatre.stack(place, side)
        if theatre.counter(row).kind != "plane"
    )
    left = any(
        there == place and theatre.counter(row).side == side for row, there in started.items()
    )
    return DropHex(
        terrain=_ground(theatre.land.terrain[place]),
        air_base=place in theatre.position.bases,
        friendly=stood or left,
        enemy_units=bool(theatre.combat_units(place, other_side(side))),
    )


def _ground(terrain: tuple[str, ...]) -> HexTerrain:
    """The terrain that counts for a drop: a settlement before the land around it."""
    found: Any = terrain[-1]
    return found  # type: ignore[no-any-return]


def _drop(theatre: Theatre, lift: Lift, turn: int) -> Drop:
    side = theatre.counter(lift.rows[0]).side
    if lift.unit < 0:
        return Drop(side=side, phase=theatre.phase)
    plan = plan_of(theatre, lift.unit)
    due = plan is not None and plan.place == lift.to and plan.turn == turn
    jumps = may_jump(theatre, lift.unit)
    return Drop(side=side, cargo="unit", phase=theatre.phase, parachute=jumps, planned=due)


def order_drop(theatre: Theatre, lift: Lift, now: Circumstances, turn: int) -> Finding[int]:
    """The load of a drop, or a refusal with every reason."""
    why = Why()
    found = mission_violations(theatre, lift.rows, lift.to, "air_drop", now)
    near = _near_base(theatre, lift)
    refuse((*found, *loading_violations(theatre, lift), *_fresh(theatre, lift), *near))
    check_drop(_drop(theatre, lift, turn))
    wanted = load_wanted(theatre, lift, why)
    refuse(capacity_violations(wanted, carried_by(theatre, lift, why)))
    return why.so(wanted)


def _near_base(theatre: Theatre, lift: Lift) -> tuple[Violation, ...]:
    """What speaks against a drop of the Brandenburgers: it is too far from their base (2.4k)."""
    if lift.unit < 0 or BRANDENBURG not in theatre.counter(lift.unit).name:
        return ()
    far = theatre.land.distance(lift.start, lift.to)
    return drop_violations(far, True, True, theatre.rulings.brandenburger)


def _fresh(theatre: Theatre, lift: Lift) -> tuple[Violation, ...]:
    """What speaks against a unit's jumping: it spends no movement in the phase (OCS-4.7d-3)."""
    if lift.unit < 0:
        return ()
    moved = bool(allowance_spent(theatre, lift.unit))
    name = theatre.counter(lift.unit).name
    return violations(
        violation_if(moved, f"{name} has spent MP in this phase", "OCS-4.7d-3", "drop or march"),
        violation_if(
            acting_side(theatre) != theatre.counter(lift.unit).side, f"{name} waits", "OCS-6.3a-1"
        ),
    )


# What comes down


class DropResult(Struct, frozen=True):
    """What has come down."""

    landed: int
    """Tokens, or 1 for a unit."""
    position: Position


def come_down(
    theatre: Theatre, lift: Lift, found: DeliveredLoad, nature: Nature
) -> Finding[DropResult]:
    """Each unit and each token that is dropped rolls for itself (OCS-14.10d-1, 14.10d-2)."""
    why, side = Why(), theatre.counter(lift.rows[0]).side
    unit = lift.unit >= 0
    # Whether it may be dropped at all has been asked.
    drop = Drop(side=side, cargo="unit" if unit else "supply", planned=True)
    ready = why.add(prepare_drop(drop, drop_hex(theatre, side, lift.to)))
    why.by("OCS-14.10d-1" if "friendly" in ready.column else "OCS-14.10d-2", ready.column)
    for item in ready.modifiers.modifiers:
        why(item.rules, item.reason)
    lots = 1 if unit else found.delivered
    landed = sum(resolve_drop(ready, nature) == "lands" for _ in range(lots))
    if landed < lots:
        why("OCS-14.10d-7", "what fails its roll is destroyed")
    if not unit:
        arrived = DeliveredLoad(landed, 0, found.lost + found.delivered - landed)
        return why.so(DropResult(landed, put_down(theatre, lift, arrived, 0)))
    planned = without_plan(theatre.position, lift.unit)
    theatre = theatre.with_position(planned)
    if not landed:
        return why.so(DropResult(0, destroyed(theatre, planned, (lift.unit,))))
    position = set_down(theatre, lift.unit, lift.to)
    position = replace(position, jumped=(*position.jumped, lift.unit))
    if why(("OCS-14.10d-7", "OCS-4.7d-3"), "it does not move on"):
        position = position.mark((lift.unit,), FINISHED)
    return why.so(DropResult(1, take_control(position, side, (lift.to,))))
