"""Rebuilding on the map (OCS 13.5): where Repls must be, and where a unit comes back."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.columns import BYTE
from landbridge.engine.refusals import BadInput, Violation, breaches
from landbridge.engine.rules.citing import in_force
from landbridge.games.belorussia.movement.faces import mode_of
from landbridge.games.belorussia.movement.modes import VOLUNTARY
from landbridge.games.belorussia.movement.sizes import steps_left
from landbridge.games.belorussia.movement.zones import enemy_zones
from landbridge.games.belorussia.position.counters import SIDES, Counter
from landbridge.games.belorussia.position.position import (
    DEAD,
    MARKERS,
    MOVE_SIDE,
    RVGK_BOX,
    UNUSED,
    Position,
)
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.replacements.chart_units import chart_kind
from landbridge.games.belorussia.replacements.rebuild_places import (
    SERIES_REACH,
    Place,
    axis_rebuild_place,
    soviet_rebuild_place,
)
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.supply_lines.trace import supply_state
from landbridge.games.belorussia.units.hungarians import is_hungarian
from landbridge.games.belorussia.units.words import Mode
from landbridge.games.belorussia.violations import violation_if, violations


class RebuildPlan(Struct, frozen=True, kw_only=True):
    """What is to be rebuilt, with which Repls, and where it comes back."""

    row: int
    place: int
    """A hex, or RVGK_BOX."""
    steps: int = 1
    repls: tuple[int, ...] = ()
    """Repls on the map that are used up; none where the books pay."""
    mode: Mode = "combat"


def missing_steps(theatre: Theatre, row: int) -> int:
    """The steps that a unit lacks: all of them in the Dead Pile."""
    if theatre.place_of(row) == DEAD:
        return theatre.counter(row).steps
    return theatre.counter(row).steps - steps_left(theatre, row)


def plan_violations(theatre: Theatre, plan: RebuildPlan) -> tuple[Violation, ...]:
    """What speaks against a plan, but for its price."""
    return (
        *_unit_violations(theatre, plan),
        *_repl_violations(theatre, plan),
        *_site_violations(theatre, plan),
        *_place_violations(theatre, plan),
    )


def _unit_violations(theatre: Theatre, plan: RebuildPlan) -> tuple[Violation, ...]:
    counter, lacks = theatre.counter(plan.row), missing_steps(theatre, plan.row)
    spare = counter.is_transport and not lacks
    if not lacks and not spare:
        raise BadInput(f"{counter.name} has all its steps.")
    if lacks and not 1 <= plan.steps <= lacks:
        raise BadInput(f"{counter.name} lacks 1 to {lacks} steps, not {plan.steps}.")
    own = theatre.phase == "reinforcement" and theatre.phasing == counter.side
    at_once = 1 if not in_force("OCS-13.5b-1") else plan.steps
    return violations(
        violation_if(
            not own,
            f"{counter.name} is not rebuilt in this phase",
            "OCS-13.5-3",
            "in its owner's Reinforcement Phase",
        ),
        violation_if(
            counter.duty == "breakdown",
            f"{counter.name} is a breakdown",
            "OCS-13.5b-2",
            "breakdowns return to their pool",
        ),
        violation_if(
            spare,
            f"{counter.name} is not lost",
            "OCS-13.5e-2",
            "only what was lost is rebuilt",
        ),
        violation_if(
            plan.steps > at_once, f"{plan.steps} steps of a unit at once", "OCS-13.5-3", "1 step"
        ),
    )


# The Repls


def _repl_violations(theatre: Theatre, plan: RebuildPlan) -> tuple[Violation, ...]:
    side = theatre.counter(plan.row).side
    for row in plan.repls:
        repl = theatre.counter(row)
        if repl.duty != "repl" or repl.side != side or not theatre.on_map(row):
            raise BadInput(f"{repl.name} is no Repl of this side on the map.")
    apart = len({theatre.place_of(row) for row in plan.repls}) > 1
    return violations(
        *(
            violation_if(
                mode_of(theatre, row) != "move",
                f"{theatre.counter(row).name} is not in Move Mode",
                "OCS-13.5a-1",
                "Repls that rebuild are in Move Mode",
            )
            for row in plan.repls
        ),
        violation_if(
            apart, "the Repls are not in one hex", "OCS-13.5a-2", "Repls that share a hex"
        ),
    )


def lets_rebuild(theatre: Theatre, hq: int) -> bool:
    """Whether an HQ is in Combat Mode, or DG with its Combat side up."""
    mode = mode_of(theatre, hq)
    return mode == "combat" or (mode == "dg" and theatre.position.face[hq] != MOVE_SIDE)


def hqs_near(theatre: Theatre, counter: Counter, place: int) -> list[int]:
    """The HQs of a unit's side on the map, the nearest first."""
    own = theatre.counters.hqs[SIDES.index(counter.side)]
    distance = theatre.land.distance
    here = [hq for hq in own if theatre.on_map(hq)]
    return sorted(here, key=lambda hq: (distance(place, theatre.place_of(hq)), hq))


def _site_violations(theatre: Theatre, plan: RebuildPlan) -> tuple[Violation, ...]:
    """What speaks against the place as one where replacements are present."""
    counter = theatre.counter(plan.row)
    if counter.kind == "plane":
        return ()
    if counter.side == "soviet":
        boxed: Place = "rvgk_3" if plan.place == RVGK_BOX else "army_hq"
        revised = figures("revised_rebuilds", theatre.rulings.revised_rebuilds)["at_hqs"]
        if boxed == "rvgk_3" or not (revised and in_force("OCS-21.7-1")):
            return breaches(soviet_rebuild_place, boxed, None, theatre.rulings.rvgk)
    elif plan.place == RVGK_BOX:
        return breaches(axis_rebuild_place, "rvgk_3", repls_there=bool(plan.repls))
    return _hq_violations(theatre, plan, counter)


def _hq_violations(theatre: Theatre, plan: RebuildPlan, counter: Counter) -> tuple[Violation, ...]:
    """What speaks against a hex for every HQ around it: none if one of them will do."""
    near = hqs_near(theatre, counter, plan.place)
    if not near:
        text, remedy = "there is no HQ on the map", f"within {SERIES_REACH} hexes of one"
        return violations(violation_if(True, text, "OCS-13.5a-2", remedy))
    found = [_at_hq(theatre, plan, counter, hq) for hq in near]
    return found[0] if all(found) else ()


def _at_hq(theatre: Theatre, plan: RebuildPlan, counter: Counter, hq: int) -> tuple[Violation, ...]:
    giver = theatre.counter(hq)
    distance = theatre.land.distance(plan.place, theatre.place_of(hq))
    kind = "hungarian_hq" if is_hungarian(giver.nation) else chart_kind(giver)
    at: Place = "army_hq" if kind not in _HQS else kind  # type: ignore[assignment]
    return breaches(
        axis_rebuild_place,
        at,
        in_trace=supply_state(theatre, counter.side).in_trace(hq),
        combat_mode=lets_rebuild(theatre, hq),
        in_ezoc=bool(enemy_zones(theatre, counter.side)[plan.place]),
        distance=distance,
        repls_there=bool(plan.repls),
        hungarian=is_hungarian(counter.nation),
        axis_repl_reach=theatre.rulings.axis_repl_reach,
    )


_HQS = ("army_group_hq", "army_hq", "corps_hq", "hungarian_hq", "kessel_hq")


# Where it comes back


def _place_violations(theatre: Theatre, plan: RebuildPlan) -> tuple[Violation, ...]:
    counter, now = theatre.counter(plan.row), theatre.place_of(plan.row)
    here = {theatre.place_of(row) for row in plan.repls}
    dead = now == DEAD
    transport = counter.is_transport and plan.mode != "move"
    return violations(
        violation_if(
            dead and bool(here) and plan.place not in here,
            f"{counter.name} takes the place of the Repls, and they are in another hex",
            "OCS-13.5a-3",
            "in the hex of the Repls",
        ),
        violation_if(
            dead and (plan.mode not in VOLUNTARY or transport),
            f"nobody comes back in {plan.mode.title()} Mode",
            ("OCS-13.5a-3", *(("OCS-5.7f-1",) if transport else ())),
            "Move" if transport else "Combat, Move, Reserve or Strat",
        ),
        violation_if(
            not dead and now != plan.place,
            f"{counter.name} is not stacked with the Repls",
            "OCS-13.5a-4",
            "a reduced unit stands in the hex of the Repls",
        ),
    )


def rebuilt(theatre: Theatre, plan: RebuildPlan) -> Position:
    """The position when a unit has come back, or has got steps: the Repls are used up."""
    counter, now, row = theatre.counter(plan.row), theatre.position, plan.row
    dead = theatre.place_of(row) == DEAD
    lost = counter.steps - plan.steps if dead else now.lost[row] - plan.steps
    position = replace(now, lost=BYTE.put(now.lost, row, max(lost, 0)))
    if dead:
        position = put_in_mode(position.moved({row: plan.place}), (row,), plan.mode)
    return position.moved(dict.fromkeys(plan.repls, UNUSED))


def put_in_mode(position: Position, rows: tuple[int, ...], mode: Mode) -> Position:
    """The position with counters that have just come, fresh and in a mode."""
    none = dict.fromkeys(rows, 0)
    marker = MARKERS.index(mode) if mode in MARKERS else 0
    moving = MOVE_SIDE if mode in ("move", "strat") else 0
    return replace(
        position,
        face=BYTE.put_all(position.face, dict.fromkeys(rows, moving)),
        marker=BYTE.put_all(position.marker, dict.fromkeys(rows, marker)),
        done=BYTE.put_all(position.done, none),
        stock=BYTE.put_all(position.stock, none),
        cut=BYTE.put_all(position.cut, none),
        out=BYTE.put_all(position.out, none),
        load=BYTE.put_all(position.load, none),
    )
