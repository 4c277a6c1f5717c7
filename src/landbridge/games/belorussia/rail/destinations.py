"""Where a train may take cargo now, and for how much: the same rules as a journey, all at once."""

from __future__ import annotations

from fractions import Fraction

from landbridge.engine.play.verbs import Chooser
from landbridge.engine.refusals import Violation
from landbridge.engine.space.marks import marked_places
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.rail.detraining import own_gauge
from landbridge.games.belorussia.rail.journeys import (
    Cargo,
    capacity_left,
    cost_of,
    detraining_bars,
    is_rail_repair,
    is_rail_unit,
    route_of,
)
from landbridge.games.belorussia.supply_lines.sources import cargo_stops

TRIES = 8
"""How many hexes are looked at for one at random."""


def stops_for(theatre: Theatre, cargo: Cargo) -> list[int]:
    """The hexes in which this cargo could leave a train, if one took it there."""
    anywhere = bool(cargo.rows) and all(
        is_rail_repair(theatre, row) or is_rail_unit(theatre, row) for row in cargo.rows
    )
    column = own_gauge(theatre, cargo.side) if anywhere else cargo_stops(theatre, cargo.side)
    return [place for place in marked_places(column) if place != cargo.start]


def price_to(theatre: Theatre, cargo: Cargo, to: int, capacity: int) -> Fraction | None:
    """The rail capacity that a journey takes; None where the cargo cannot go."""
    if detraining_bars(theatre, cargo, to):
        return None
    route = route_of(theatre, cargo, to)
    if isinstance(route, Violation):
        return None
    points = cost_of(theatre, cargo, route).result
    return points if points <= capacity_left(theatre, cargo.side, capacity) else None


def destinations(theatre: Theatre, cargo: Cargo, capacity: int) -> dict[int, Fraction]:
    """The hexes to which this cargo may go by rail now, and the capacity that each takes."""
    found = {to: price_to(theatre, cargo, to, capacity) for to in stops_for(theatre, cargo)}
    return {to: points for to, points in found.items() if points is not None}


def draw_destination(theatre: Theatre, cargo: Cargo, capacity: int, choose: Chooser) -> int | None:
    """One of these hexes at random; a few tries, not all of them."""
    left = stops_for(theatre, cargo) if capacity_left(theatre, cargo.side, capacity) else []
    for _ in range(min(TRIES, len(left))):
        number = choose(len(left))
        if price_to(theatre, cargo, left[number], capacity) is not None:
            return left[number]
        del left[number]
    return None
