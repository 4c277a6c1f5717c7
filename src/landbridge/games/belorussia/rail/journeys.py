"""Journeys by rail (OCS 13.3a to 13.3g): who entrains where, for how much capacity, and leaves."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import in_force
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.building.engineers import engineer_capable
from landbridge.games.belorussia.movement.allowances import allowance_spent, allowed
from landbridge.games.belorussia.movement.bars import barred
from landbridge.games.belorussia.movement.modes import change_mode, mode_violations
from landbridge.games.belorussia.movement.segments import acting_side, begin_move
from landbridge.games.belorussia.movement.sizes import load_of
from landbridge.games.belorussia.movement.transported import (
    detraining_violations,
    transport_violations,
)
from landbridge.games.belorussia.movement.zones import enemy_zones
from landbridge.games.belorussia.position.counters import SIDES, TOKENS
from landbridge.games.belorussia.position.position import (
    FINISHED,
    MOVED,
    RAIL_PARTS,
    RAILED,
    Position,
)
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.rail.detraining import own_gauge, why_no_stop, wrong_gauge
from landbridge.games.belorussia.rail.routes import RailRoute, find_route, rail_bars, way_violation
from landbridge.games.belorussia.supply_lines.moving_supply import movable
from landbridge.games.belorussia.supply_lines.sources import cargo_stops, edge_sources
from landbridge.games.belorussia.terrain.chart import cost_text
from landbridge.games.belorussia.terrain.fuel_and_rail import rail_cost
from landbridge.games.belorussia.units.rail_units import RailHex, rail_unit_violations
from landbridge.games.belorussia.violations import refuse, violation_if, violations
from landbridge.games.belorussia.words import Side


class Cargo(Struct, frozen=True):
    """What a train carries: counters that stand together, and supply beside them."""

    side: Side
    start: int
    rows: tuple[int, ...] = ()
    tokens: int = 0


class Journey(Struct, frozen=True):
    """What a journey by rail has done."""

    position: Position
    path: tuple[int, ...]
    points: Fraction
    """Rail capacity that it took."""


def capacity_left(theatre: Theatre, side: Side, capacity: int) -> Fraction:
    """What is left of a side's rail capacity in this phase."""
    return capacity - Fraction(theatre.position.rail_used[SIDES.index(side)], RAIL_PARTS)


def is_rail_repair(theatre: Theatre, row: int) -> bool:
    """Whether a counter is a Rail Repair unit."""
    return theatre.counter(row).duty == "rail_repair"


def is_rail_unit(theatre: Theatre, row: int) -> bool:
    """Whether a counter moves by rail and in no other way (TFB-1.6b-1)."""
    return theatre.counter(row).arm == "rail unit"


def turning_hqs(theatre: Theatre, cargo: Cargo) -> tuple[int, ...]:
    """The HQs that make the hex detrainable, and turn to Move Mode as they entrain there."""
    return tuple(
        row
        for row in cargo.rows
        if theatre.counter(row).duty == "hq"
        and engineer_capable(theatre, row)
        and own_gauge(theatre, cargo.side)[cargo.start]
        and not mode_violations(theatre, row, "move")
        and in_force("OCS-13.8c-1")
    )


# What speaks against it


def entraining_violations(theatre: Theatre, cargo: Cargo) -> tuple[Violation, ...]:
    """What speaks against this cargo's getting on a train where it is, wherever it goes."""
    hqs = turning_hqs(theatre, cargo)
    turned = theatre.with_position(change_mode(theatre, hqs, "move")) if hqs else theatre
    found = [*_time(theatre, cargo.side)]
    for row in cargo.rows:
        found += (*_who(turned, row), *_where(theatre, cargo, row, "entrains"))
    if cargo.tokens:
        found += (*_supply(theatre, cargo), *_where(theatre, cargo, None, "entrains"))
    return violations(*found)


def _time(theatre: Theatre, side: Side) -> tuple[Violation | None, ...]:
    own = theatre.phase == "movement" and acting_side(theatre) == side
    text = "trains carry cargo in the own Movement Phase alone"
    return (violation_if(not own, text, "OCS-13.3b-1", "wait for it"),)


def _who(theatre: Theatre, row: int) -> tuple[Violation | None, ...]:
    counter, done = theatre.counter(row), theatre.position.done[row]
    if counter.kind == "plane":
        text = f"{counter.name} does not go by rail"
        only = "only combat units, Transport Points and SP do"
        return (violation_if(True, text, "OCS-13.3a-1", only),)
    before, whole = allowance_spent(theatre, row), allowed(theatre, row)
    carried = () if is_rail_unit(theatre, row) else transport_violations(theatre, row, "rail")
    return (
        *carried,
        violation_if(
            bool(done & FINISHED),
            f"{counter.name} has finished its move",
            "OCS-13.3e-5" if done & RAILED else "OCS-6.1-1",
            "it moves again in a later phase",
        ),
        violation_if(
            2 * before > whole,
            f"{counter.name} has spent {cost_text(before)} of {cost_text(whole)} MP",
            "OCS-13.3e-2",
            "up to half its allowance before it entrains",
        ),
    )


def _supply(theatre: Theatre, cargo: Cargo) -> tuple[Violation | None, ...]:
    lying = movable(theatre, SIDES.index(cargo.side), cargo.start, "rail")
    return (
        violation_if(
            cargo.tokens > lying,
            f"{lying}T lie in {theatre.land.labels[cargo.start]} to be put on a train",
            ("OCS-13.3a-1", "OCS-12.2a-2"),
            "what was not moved in this phase already",
        ),
    )


def _where(
    theatre: Theatre, cargo: Cargo, row: int | None, act: str, place: int | None = None
) -> tuple[Violation | None, ...]:
    """What a hex has against getting on or off a train."""
    side, getting_on = cargo.side, place is None
    here = cargo.start if place is None else place
    label, rule = theatre.land.labels[here], "OCS-13.3e-1" if getting_on else "OCS-13.3e-4"
    repairs = row is not None and is_rail_repair(theatre, row) and in_force("OCS-13.3g-4")
    rails = row is not None and is_rail_unit(theatre, row)
    if repairs or rails:
        stop = not wrong_gauge(theatre, side)[here]
    else:
        fresh = getting_on and _comes_on(theatre, side, row, here)
        stop = bool(cargo_stops(theatre, side)[here]) or fresh
    name = "supply" if row is None else theatre.counter(row).name
    if rails:
        hex = RailHex(stop, stop, bool(enemy_zones(theatre, side)[here]))
        return rail_unit_violations("rail", hex, hex)
    zone = bool(enemy_zones(theatre, side)[here])
    if stop and not zone:
        return ()
    cause = why_no_stop(theatre, side, here, anywhere=repairs)
    return (
        violation_if(
            not stop and not zone,
            f"{label} is not detrainable for cargo, and {name} {act} there: {cause.text}",
            (rule, *cause.rules),
            cause.remedy,
        ),
        violation_if(
            zone,
            f"{label} is in an enemy ZOC, and {name} {act} there",
            rule,
            "a hex that no enemy ZOC reaches; no friend negates it",
        ),
    )


def _comes_on(theatre: Theatre, side: Side, row: int | None, place: int) -> bool:
    """Whether cargo has arrived on the railway in this turn, and comes on as if entrained."""
    if row is None or not in_force("OCS-13.3e-6"):
        return False
    return row in theatre.position.arrived and place in edge_sources(theatre, side)


def detraining_bars(theatre: Theatre, cargo: Cargo, to: int) -> tuple[Violation, ...]:
    """What a hex has against this cargo's leaving its train there."""
    found: list[Violation | None] = [*detraining_violations(theatre, cargo.side, to)]
    for row in cargo.rows:
        found += _where(theatre, cargo, row, "detrains", to)
    if cargo.tokens:
        found += _where(theatre, cargo, None, "detrains", to)
    return violations(*found)


# The journey


def cost_of(theatre: Theatre, cargo: Cargo, route: RailRoute) -> Finding[Fraction]:
    """The rail capacity that a journey takes."""
    why = Why()
    load = 0
    for row in cargo.rows:
        if is_rail_unit(theatre, row) and why("TFB-1.6b-1", "by rail, without rail capacity"):
            continue
        load += load_of(theatre, row, why)
    supply = Fraction(cargo.tokens, TOKENS)
    points = why.add(rail_cost(Fraction(load, TOKENS), supply, 0, route.multi_track, route.busted))
    return why.so(points)


def route_of(theatre: Theatre, cargo: Cargo, to: int) -> RailRoute | Violation:
    """The way that cargo takes to a hex, or why there is none."""
    repairs = any(is_rail_repair(theatre, row) for row in cargo.rows)
    found = rail_bars(theatre, cargo.side, (cargo.start, to), repairs)
    route = find_route(theatre, cargo.side, cargo.start, to, barred(theatre, found))
    return route or way_violation(theatre, cargo.side, cargo.start, to, found)


def go_by_rail(theatre: Theatre, cargo: Cargo, to: int, capacity: int) -> Finding[Journey]:
    """Cargo goes by rail to a hex, or is refused with every reason."""
    found = (*entraining_violations(theatre, cargo), *detraining_bars(theatre, cargo, to))
    route = route_of(theatre, cargo, to)
    refuse((*found, route) if isinstance(route, Violation) else found)
    assert not isinstance(route, Violation), "it is refused"
    why = Why()
    points = why.add(cost_of(theatre, cargo, route))
    rest = capacity_left(theatre, cargo.side, capacity)
    refuse(
        violations(
            violation_if(
                points > rest,
                f"it takes {points} of rail capacity, and {rest} of {capacity} is left",
                "OCS-13.3b-2",
                "less cargo, or the next turn",
            )
        )
    )
    _note(theatre, cargo, route, why)
    why("OCS-13.3b-2", f"{rest - points} of {capacity} points of rail capacity are left")
    position = carried(theatre, cargo, to, points)
    return why.so(Journey(position, route.places, points))


def _note(theatre: Theatre, cargo: Cargo, route: RailRoute, why: Why) -> None:
    labels, ends = theatre.land.labels, (route.places[0], route.places[-1])
    why("OCS-13.3b-1", "in the own Movement Phase")
    why("OCS-13.3e-1", f"they entrain in {labels[ends[0]]}")
    why("OCS-13.3e-3", f"{len(route.places) - 1} hexes by rail, free of enemies and their ZOCs")
    why("OCS-13.3f-1", "on the own gauge")
    why("OCS-13.3h-1", "through stations that the side controls")
    why("OCS-13.3e-4", f"they detrain in {labels[ends[1]]}")
    for row in cargo.rows:
        name = theatre.counter(row).name
        if theatre.counter(row).is_transport:
            why("OCS-4.7c-1", f"{name} goes by rail, as Transport Points may")
        if row in turning_hqs(theatre, cargo):
            why("OCS-13.8c-1", f"{name} makes the hex detrainable and entrains there itself")
        if _comes_on(theatre, cargo.side, row, cargo.start):
            why("OCS-13.3e-6", f"{name} comes on by rail, as if entrained off the map")
        if is_rail_repair(theatre, row):
            why("OCS-13.3g-4", f"{name} uses any rail hex")
            why("OCS-13.3g-5", "in Combat Mode too")
            why("OCS-13.3g-6", "and may march on with what it has not spent")
        else:
            why("OCS-13.3e-2", f"{name} has spent at most half its allowance")
            why("OCS-13.3e-5", f"{name} moves no more in this phase")


def carried(theatre: Theatre, cargo: Cargo, to: int, points: Fraction) -> Position:
    """The position when cargo has gone by rail to a hex."""
    turned = change_mode(theatre, turning_hqs(theatre, cargo), "move")
    position = begin_move(turned, cargo.rows).moved(dict.fromkeys(cargo.rows, to))
    position = replace(position, airlifts=position.airlifts.start(cargo.rows, cargo.start))
    position = position.mark(cargo.rows, MOVED | RAILED)
    position = position.mark(tuple(row for row in cargo.rows if _stays(theatre, row)), FINISHED)
    side = SIDES.index(cargo.side)
    tokens = min(cargo.tokens, position.dumps[side].get(cargo.start, 0))
    if tokens:
        position = position.add_tokens(side, cargo.start, -tokens).unload(side, to, tokens, "rail")
    used = list(position.rail_used)
    used[side] += int(points * RAIL_PARTS)
    return replace(position, rail_used=(used[0], used[1]))


def _stays(theatre: Theatre, row: int) -> bool:
    """Whether a counter that has detrained moves no more in the phase."""
    return in_force("OCS-13.3e-5") and not (
        is_rail_repair(theatre, row) and in_force("OCS-13.3g-6")
    )
