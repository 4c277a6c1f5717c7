"""Air missions on the map (OCS 14.2, 14.6 to 14.8): which planes may fly what, where and when."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import in_force
from landbridge.games.belorussia.air.air_armies import hip_shoot_violations, sweep_violations
from landbridge.games.belorussia.air.air_armies_on_map import air_army_violations
from landbridge.games.belorussia.air.bases import is_active, planes_at
from landbridge.games.belorussia.air.flak import MissionKind
from landbridge.games.belorussia.air.missions import air_missions
from landbridge.games.belorussia.air.planes import (
    MOST_PLANES,
    bombs_of,
    hexes_to,
    may_fly_to,
    range_of,
    types_of,
)
from landbridge.games.belorussia.fronts.display import Front
from landbridge.games.belorussia.movement.segments import acting_side, is_simulcast
from landbridge.games.belorussia.position.counters import other_side
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.violations import violation_if, violations
from landbridge.games.belorussia.words import Flight, Phase

Segment = Literal["movement", "barrage"]
SEGMENT_OF: dict[MissionKind, Segment] = {
    "barrage": "barrage",
    "trainbusting": "barrage",
    "hip_shoot": "movement",
    "sweep": "movement",
    "air_transport": "movement",
    "air_drop": "movement",
    "base_transfer": "movement",
}
"""The segment in which each mission is flown (OCS-14.6-1, 14.7-1, 14.7d-1, 14.8-1, 14.9-1)."""
SEGMENT_ROWS: dict[MissionKind, str] = {
    "barrage": "OCS-14.7-1",
    "trainbusting": "OCS-14.8-1",
    "hip_shoot": "OCS-14.7d-1",
    "sweep": "OCS-14.6-1",
    "air_transport": "OCS-14.9-1",
    "air_drop": "OCS-14.10b-1",
    "base_transfer": "OCS-14.11-1",
}
"""The row that says so of each."""
NAMES: dict[MissionKind, str] = {
    "barrage": "a barrage",
    "trainbusting": "Trainbusting",
    "hip_shoot": "a Hip Shoot",
    "sweep": "a Fighter Sweep",
    "air_transport": "Air Transport",
    "air_drop": "an Air Drop",
    "base_transfer": "a Base Transfer",
}
FLYING: tuple[Phase, ...] = ("movement", "reaction", "exploitation")
"""The phases of their owner in which planes fly (OCS-14.1g-1)."""
FARTHER: tuple[MissionKind, ...] = ("air_transport", "base_transfer")
"""Missions that have a range of their own: twice that of the plane (OCS-14.9e-2, 14.11-1)."""
BOMBING: tuple[MissionKind, ...] = ("barrage", "trainbusting")
OFFENSIVE: tuple[MissionKind, ...] = ("barrage", "trainbusting", "hip_shoot", "sweep")


class Circumstances(Struct, frozen=True):
    """Under which flight condition, in which segment and by which Fronts a mission is flown."""

    flight: Flight = "full"
    segment: Segment = "movement"
    regrouping: tuple[Front, ...] = ()
    """Soviet Fronts that are Regrouping."""
    facility: bool = False
    """Whether an air base is the target."""
    arrived: bool = False
    """Whether the mission is over its hex already."""


def ready_violations(theatre: Theatre, row: int, flight: Flight) -> tuple[Violation, ...]:
    """What speaks against a plane's flying any mission now."""
    counter = theatre.counter(row)
    own = acting_side(theatre) == counter.side
    timely = own and theatre.phase in FLYING
    weather = air_missions(flight, theatre.phase, theatre.phasing == counter.side)
    return violations(
        violation_if(
            counter.kind != "plane", f"{counter.name} does not fly", "OCS-14.1-1", "planes do"
        ),
        violation_if(
            not timely,
            f"{counter.name} flies no mission in this phase",
            ("OCS-14.1g-1", "OCS-10.0e-5") if theatre.phase == "combat" else "OCS-14.1g-1",
            "its owner's Movement, Reaction and Exploitation Phases",
        ),
        violation_if(
            timely and not weather.result.missions,
            "the weather stops every air mission in this phase",
            weather.rules,
            "wait for better weather",
        ),
        violation_if(
            counter.kind == "plane" and not is_active(theatre, row),
            f"{counter.name} is Inactive",
            "OCS-14.1a-1",
            "only Active planes fly missions; let it refit",
        ),
        violation_if(
            row in theatre.position.fired,
            f"{counter.name} has flown a mission in this phase",
            "OCS-14.2e-1",
            "one mission a phase",
        ),
    )


def mission_violations(
    theatre: Theatre, rows: Sequence[int], place: int, kind: MissionKind, now: Circumstances
) -> tuple[Violation, ...]:
    """What speaks against a mission of these planes to a hex."""
    found = [one for row in rows for one in ready_violations(theatre, row, now.flight)]
    if found:
        return tuple(dict.fromkeys(found))
    offensive = kind in OFFENSIVE
    return (
        *violations(
            violation_if(
                offensive and is_simulcast(theatre),
                "nothing offensive is flown in a simulcast turn",
                "OCS-2.4-3",
                "wait for a thaw",
            ),
            _segment(kind, now.segment),
            violation_if(
                now.arrived,
                "no plane joins a mission that is over its hex",
                "OCS-14.2f-2",
                "name all planes of a mission when it is declared",
            ),
            violation_if(
                len(rows) > MOST_PLANES,
                f"a mission of {len(rows)} planes",
                ("OCS-14.2a-1", "OCS-10.0-3") if kind in BOMBING else "OCS-14.2a-1",
                f"{MOST_PLANES} at most, from one or several bases",
            ),
            *(_range(theatre, row, place, kind) for row in rows),
            *(_hungarian(theatre, row, place) for row in rows),
        ),
        *_own_limits(theatre, rows, place, kind, now),
        *air_army_violations(theatre, rows, place, kind, now.regrouping, now.facility),
    )


def _segment(kind: MissionKind, now: Segment) -> Violation | None:
    """What speaks against flying a mission in a segment: each has one, and no other."""
    own, row = SEGMENT_OF[kind], SEGMENT_ROWS[kind]
    if not in_force(row):
        # Nothing else says that it is ever flown.
        return violation_if(True, f"{NAMES[kind]} is flown in no segment", "OCS-14.2f-1")
    return violation_if(
        own != now,
        f"{NAMES[kind]} is not flown in a {now.title()} Segment",
        row,
        f"in a {own.title()} Segment",
    )


def _range(theatre: Theatre, row: int, place: int, kind: MissionKind) -> Violation | None:
    if kind in FARTHER:
        return None
    hexes, reach = hexes_to(theatre, row, place), range_of(theatre, row)
    return violation_if(
        hexes > reach,
        f"{theatre.land.labels[place]} is {hexes} hexes from {theatre.counter(row).name}",
        "OCS-14.2d-1",
        f"within its range, {reach} hexes, counted straight",
    )


def _hungarian(theatre: Theatre, row: int, place: int) -> Violation | None:
    """Why a Hungarian plane does not fly to a hex: missions and bases lie inside their area."""
    return violation_if(
        not may_fly_to(theatre, row, place),
        f"{theatre.land.labels[place]} lies outside the Restriction Area of the Hungarians",
        ("TFB-2.5b-3", "TFB-2.5b-1"),
        "south of row xx.27 on maps C and D, west of the Dnepr",
    )


def _own_limits(
    theatre: Theatre, rows: Sequence[int], place: int, kind: MissionKind, now: Circumstances
) -> tuple[Violation, ...]:
    """What speaks against this kind of mission alone."""
    if kind == "sweep":
        return _sweep(theatre, rows, place)
    if kind == "hip_shoot":
        return _hip_shoot(theatre, rows, now.flight)
    if kind in BOMBING:
        return _bombing(theatre, rows)
    return ()


def _sweep(theatre: Theatre, rows: Sequence[int], place: int) -> tuple[Violation, ...]:
    side = theatre.counter(rows[0]).side
    enemies = [r for r in planes_at(theatre, other_side(side), place) if is_active(theatre, r)]
    label = theatre.land.labels[place]
    found = [
        violation_if(
            "F" not in types_of(theatre, row),
            f"{theatre.counter(row).name} is no F",
            ("OCS-14.6-1", "OCS-14.1-1"),
            "fighters sweep",
        )
        for row in rows
    ]
    night = any(theatre.counter(row).arm == "night fighter" for row in rows)
    return (
        *violations(
            *found,
            violation_if(
                place in theatre.position.barraged and not in_force("OCS-14.6-2"),
                f"{label} has been swept in this phase",
                "OCS-14.6-1",
            ),
            violation_if(
                not enemies,
                f"no Active enemy plane is in {label}",
                "OCS-14.6-1",
                "a hex with Active enemy planes",
            ),
        ),
        *sweep_violations(night),
    )


def _hip_shoot(theatre: Theatre, rows: Sequence[int], flight: Flight) -> tuple[Violation, ...]:
    counter = theatre.counter(rows[0])
    return (
        *violations(
            violation_if(
                len(rows) > 1,
                f"a Hip Shoot of {len(rows)} planes",
                "OCS-14.7d-1",
                "one plane each; a hex may be hit by several",
            ),
        ),
        *hip_shoot_violations(
            counter.side,
            counter.aircraft,
            flight,
            soviet_hip_shoot=theatre.rulings.soviet_hip_shoot,
        ),
    )


def _bombing(theatre: Theatre, rows: Sequence[int]) -> tuple[Violation, ...]:
    idle = [row for row in rows if not bombs_of(theatre, row)]
    return violations(
        *(
            violation_if(True, f"{theatre.counter(row).name} has no barrage", "OCS-10.0-1")
            for row in idle
        )
    )
