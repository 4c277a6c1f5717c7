"""Relaying track (OCS 13.3d, f and g): Rail Repair units, and the Soviet railway troops."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.columns import BYTE
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import in_force
from landbridge.engine.rules.findings import Finding, Why
from landbridge.engine.space.graph import TWELFTHS
from landbridge.engine.space.marks import either
from landbridge.engine.space.zones import widened
from landbridge.games.belorussia.movement.allowances import allowed
from landbridge.games.belorussia.movement.faces import mode_of
from landbridge.games.belorussia.movement.marching import march
from landbridge.games.belorussia.movement.segments import acting_side
from landbridge.games.belorussia.movement.zone_effects import EFFECTS, is_felt
from landbridge.games.belorussia.position.counters import SIDES
from landbridge.games.belorussia.position.position import INACTIVE, MOVE_SIDE, Position
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.rail.detraining import DATA
from landbridge.games.belorussia.rail.journeys import is_rail_repair
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.supply_lines.trace import supply_state
from landbridge.games.belorussia.violations import refuse, violation_if, violations

MOST: int = DATA["conversion"]["hexes"]
"""Hexes that a Rail Repair unit converts in a phase."""


class RelaidTrack(Struct, frozen=True):
    """Track that has been relaid."""

    position: Position
    places: tuple[int, ...]


# Rail Repair units


def most_converted(theatre: Theatre, row: int) -> int:
    """How many hexes a Rail Repair unit may convert in a phase (OCS-13.3g-2)."""
    return min(MOST, allowed(theatre, row) // TWELFTHS)


def _may_convert(theatre: Theatre, row: int) -> bool:
    mode = mode_of(theatre, row)
    return mode == "combat" or (mode == "dg" and theatre.position.face[row] != MOVE_SIDE)


def converting_violations(theatre: Theatre, row: int) -> tuple[Violation, ...]:
    """What speaks against a counter's converting track at all."""
    counter = theatre.counter(row)
    own = theatre.phase == "movement" and counter.side == acting_side(theatre)
    return violations(
        violation_if(
            not is_rail_repair(theatre, row),
            f"{counter.name} is no Rail Repair unit",
            "OCS-13.3g-1",
            "Rail Repair units convert track by entering it",
        ),
        violation_if(
            not own,
            f"{counter.name} does not convert track in this phase",
            "OCS-13.3g-2",
            "in its own Movement Phase",
        ),
        violation_if(
            not _may_convert(theatre, row),
            f"{counter.name} does not show its Combat side",
            "OCS-13.3g-3",
            "in Combat Mode, or DG with the Combat side up",
        ),
    )


def convert(theatre: Theatre, row: int, path: Sequence[int]) -> Finding[RelaidTrack]:
    """A Rail Repair unit marches along a railway and converts the hexes that it enters."""
    refuse(converting_violations(theatre, row))
    why, counter = Why(), theatre.counter(row)
    done = why.add(march(theatre, (row,), path))
    number, labels = SIDES.index(counter.side) + 1, theatre.land.labels
    before = theatre.position.converted.get(row, ())
    fresh = tuple(
        place
        for place in dict.fromkeys(path)
        if theatre.position.gauge[place] != number and theatre.land.has_rail(place)
    )
    most = most_converted(theatre, row)
    off = next((place for place in path if not theatre.land.has_rail(place)), None)
    zones = (p for p in fresh if is_felt(theatre, counter.side, "gauge_conversion", p))
    zone = next(zones, None)
    refuse(
        violations(
            violation_if(
                off is not None,
                f"no railway runs through {labels[off or 0]}",
                "OCS-13.3g-1",
                "march along the railway",
            ),
            violation_if(
                zone is not None,
                f"{labels[zone or 0]} is in an enemy ZOC",
                EFFECTS["gauge_conversion"].rule,
                "no friend negates it for conversion",
            ),
            violation_if(
                len(before) + len(fresh) > most,
                f"{counter.name} converts {most} hexes in a phase, and this would be"
                f" {len(before) + len(fresh)}",
                "OCS-13.3g-2",
                f"up to {MOST}, or as many as its allowance if that is less",
            ),
        )
    )
    why.by("OCS-13.3g-1", f"{len(fresh)} hexes converted by entering them, without SP or MP for it")
    why("OCS-13.3g-2", f"{len(before) + len(fresh)} of {most} in this phase")
    why("OCS-13.3g-3", "with its Combat side up")
    why("OCS-13.3d-1", "only conversion moves the gauge line")
    return why.so(RelaidTrack(relaid(done.position, row, number, fresh), fresh))


def relaid(position: Position, row: int, number: int, places: Sequence[int]) -> Position:
    """The position when a unit has given hexes the gauge of a side."""
    known = (*position.converted.get(row, ()), *places)
    return replace(
        position,
        gauge=BYTE.put_all(position.gauge, dict.fromkeys(places, number)),
        converted=position.converted | {row: known} if known else position.converted,
    )


# Soviet railway troops (RUL-TFB-48)


def relay_soviet_track(theatre: Theatre) -> Finding[RelaidTrack]:
    """The position after the Soviet Clean Up Phase: each line grows, far from the enemy."""
    why, land = Why(), theatre.land
    ruled = figures("gauge_conversion", theatre.rulings.gauge_conversion)
    soviet = SIDES.index("soviet") + 1
    if not in_force("RUL-TFB-48"):
        return why.so(RelaidTrack(theatre.position, ()))
    shut = _near_axis(theatre, ruled["far"] - 1)
    gauge, edge = theatre.position.gauge, [*BYTE.select(theatre.position.gauge, soviet)]
    fresh: dict[int, None] = {}
    for _ in range(ruled["hexes"]):
        grown = dict.fromkeys(
            beside
            for place in edge
            for beside in land.rail_neighbours(place)
            if gauge[beside] != soviet and beside not in fresh and not shut[beside]
        )
        if not grown:
            break
        fresh |= grown
        edge = list(grown)
    if not fresh:
        return why.so(RelaidTrack(theatre.position, ()))
    why(("RUL-TFB-48", "OCS-13.3d-1"), f"{len(fresh)} rail hexes far behind the front are relaid")
    relaid = BYTE.put_all(gauge, dict.fromkeys(fresh, soviet))
    return why.so(RelaidTrack(replace(theatre.position, gauge=relaid), tuple(fresh)))


def _near_axis(theatre: Theatre, hexes: int) -> bytes:
    """By place: 1 so near to an Axis unit in trace, or nearer."""
    state = supply_state(theatre, "axis")
    kessel = any(
        theatre.counter(hq).arm == "Kessel HQ" and theatre.on_map(hq)
        for hq in theatre.counters.hqs[SIDES.index("axis")]
    )
    column = bytearray(theatre.land.size)
    for row in theatre.counters.combat[SIDES.index("axis")]:
        counter = theatre.counter(row)
        asleep = counter.arm == "garrison" and theatre.position.done[row] & INACTIVE
        if not theatre.on_map(row) or asleep or not state.in_trace(row):
            continue
        line = state.path_of(row) if kessel else None
        if line is not None and line.hq is not None and _is_kessel(theatre, line.hq):
            continue
        column[theatre.place_of(row)] = 1
    near = bytes(column)
    for _ in range(hexes):
        near = either(near, widened(theatre.land.graph, near))
    return near


def _is_kessel(theatre: Theatre, hq: int) -> bool:
    return theatre.counter(hq).arm == "Kessel HQ"
