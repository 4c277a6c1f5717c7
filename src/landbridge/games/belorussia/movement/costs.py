"""What steps cost a counter: by the side that is up, the weather, and who helps or hinders it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from msgspec.structs import replace

from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import in_force
from landbridge.engine.rules.findings import Finding
from landbridge.engine.space.graph import BARRED, StepCosts
from landbridge.games.belorussia.air.trainbusting import busted_places
from landbridge.games.belorussia.building.engineers import (
    bridged_places,
    own_bridge,
    pontoon_places,
)
from landbridge.games.belorussia.movement.faces import mobility
from landbridge.games.belorussia.partisans.zones import disrupted_places
from landbridge.games.belorussia.position.land import StepConditions, step_cost
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.terrain.words import Move
from landbridge.games.belorussia.units.cavalry import Beside, CorpsMovement, cavalry_corps_move
from landbridge.games.belorussia.violations import violation_if
from landbridge.games.belorussia.words import Side


def rides(theatre: Theatre, row: int, rows: Sequence[int]) -> CorpsMovement:
    """By which column a counter pays, and whether it needs fuel, as it moves with these others."""
    rows = tuple(rows)
    return theatre.once(("rides", row, rows), lambda theatre: _rides(theatre, row, rows))


def _rides(theatre: Theatre, row: int, rows: Sequence[int]) -> CorpsMovement:
    counter, move = theatre.counter(row), mobility(theatre, row)
    if not counter.is_combat or move == "leg":
        return CorpsMovement(move, False)
    horsemen = [
        theatre.counter(other).formation
        for other in rows
        if theatre.counter(other).arm == "cavalry division"
    ]
    if not horsemen:
        return CorpsMovement(move, True)
    own = bool(counter.formation) and counter.formation in horsemen
    beside: Beside = "own_division" if own else "other_division"
    return cavalry_corps_move(move, beside, theatre.rulings.cavalry_corps).result


def pays_as(theatre: Theatre, row: int, rows: Sequence[int] = ()) -> Move:
    """The column of the chart by which a counter pays as it moves with these others."""
    return rides(theatre, row, rows).pays


def costs_of(theatre: Theatre, row: int, rows: Sequence[int] = ()) -> StepCosts:
    """What every step costs a counter that moves with these others."""
    rows = tuple(rows)
    return theatre.once(("costs of", row, rows), lambda theatre: _costs_of(theatre, row, rows))


def _costs_of(theatre: Theatre, row: int, rows: Sequence[int]) -> StepCosts:
    counter = theatre.counter(row)
    move, trails = pays_as(theatre, row, rows), counter.arm == "partisan"
    side, land = counter.side, theatre.land
    trails = trails and in_force("TFB-3.7b-2")
    bridged, left_behind = bridged_places(theatre, side), own_bridge(theatre, row)
    if left_behind:
        bridged |= left_behind
    return theatre.once(
        ("costs", move, side, trails, left_behind),
        lambda theatre: land.costs(
            move,
            theatre.ground,
            theatre.ice,
            bridged,
            theatre.rulings,
            pontoons=pontoon_places(theatre, side),
            slowed=slowed_places(theatre, side, move),
            trails=trails,
        ),
    )


def slowed_places(theatre: Theatre, side: Side, move: Move) -> frozenset[int]:
    """The hexes that cost a side a point more to enter: by partisans, or by Trainbusting."""
    busted = busted_places(theatre, side, move)
    return busted | disrupted_places(theatre) if side == "axis" else busted


def way_reasons(
    theatre: Theatre, row: int, places: Sequence[int], steps: Sequence[int], move: Move
) -> list[Finding[int]]:
    """What each step of a way would cost a counter that pays so, in twelfths, with the reasons;
    with equal reasons they hold the very same."""
    side, trails = theatre.counter(row).side, theatre.counter(row).arm == "partisan"
    trails = trails and in_force("TFB-3.7b-2")
    bridged, left_behind = bridged_places(theatre, side), own_bridge(theatre, row)
    if left_behind:
        bridged |= left_behind
    pontoons = pontoon_places(theatre, side)
    if bridged.isdisjoint(places) and pontoons.isdisjoint(places):
        known: dict[int, Finding[int]] = theatre.always(
            ("plain steps", move, trails), lambda theatre: {}
        )
        for step, there in zip(steps, places[1:], strict=True):
            if step not in known:
                known[step] = _step_reasons(theatre, step, there, move, trails, False, False)
        return [known[step] for step in steps]
    return [
        _step_reasons(
            theatre,
            step,
            there,
            move,
            trails,
            here in bridged or there in bridged,
            here in pontoons or there in pontoons,
        )
        for step, (here, there) in zip(steps, pairwise(places), strict=True)
    ]


def _step_reasons(
    theatre: Theatre, step: int, there: int, move: Move, trails: bool, helped: bool, floats: bool
) -> Finding[int]:
    """What a step to a place costs, and why, known of all that are alike; `helped`: engineers
    bridge the river, `floats`: pontoons do."""
    terrain, lies = theatre.land.terrain[there], theatre.land.between[step]

    def find(theatre: Theatre) -> Finding[int]:
        paid_as = StepConditions(move, theatre.ground, theatre.ice, trails, theatre.rulings)
        found = step_cost(terrain, lies, paid_as, helped, floats)
        return replace(found, why=theatre.always(("why", found.why), lambda _: found.why))

    return theatre.always(("step", move, trails, terrain, lies, helped, floats), find)


def prohibition(theatre: Theatre, row: int, here: int, there: int, first: bool) -> Violation | None:
    """Why a step is barred by terrain; `first`: not even as the minimum move of one hex."""
    land, name = theatre.land, theatre.counter(row).name
    step = land.graph.step(here, there)
    (found,) = way_reasons(theatre, row, (here, there), (step,), mobility(theatre, row))
    if found.result != BARRED:
        return violation_if(
            True,
            f"{name} may not go from {land.labels[here]} to {land.labels[there]}: the way back"
            " would be prohibited to it",
            "OCS-6.1d-1",
            "a road or bridge between them",
        )
    return violation_if(
        True,
        f"{name} may not enter {land.labels[there]}: the way is prohibited to it",
        ("OCS-6.2c-1", *(("OCS-6.1c-2",) if first else ()), *found.rules),
        "go along a road, or another way",
    )
