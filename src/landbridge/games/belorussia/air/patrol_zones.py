"""Patrol Zones (OCS 14.4c) and who may intercept a mission in them (OCS 14.5)."""

from __future__ import annotations

from landbridge.engine.columns import WORD
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import in_force
from landbridge.engine.rules.findings import Why
from landbridge.games.belorussia.air.bases import field_at, is_active
from landbridge.games.belorussia.air.flak import UNDER_FLAK, MissionKind
from landbridge.games.belorussia.air.planes import DISTANCES, types_of
from landbridge.games.belorussia.position.counters import SIDES, other_side
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.violations import violation_if, violations
from landbridge.games.belorussia.words import Flight, Side

REACH: int = DISTANCES["patrol_zone"]


def patrols(theatre: Theatre, side: Side) -> dict[int, tuple[int, ...]]:
    """The bases of a side with a Patrol Zone, and the Active F at each."""
    return theatre.once(("patrols", side), lambda theatre: _patrols(theatre, side))


def _patrols(theatre: Theatre, side: Side) -> dict[int, tuple[int, ...]]:
    at, size = WORD.numbers(theatre.position.at), theatre.land.size
    found: dict[int, list[int]] = {}
    for row in theatre.counters.non_combat[SIDES.index(side)]:
        if at[row] >= size or theatre.counter(row).kind != "plane":
            continue
        if is_active(theatre, row) and "F" in types_of(theatre, row):
            found.setdefault(at[row], []).append(row)
    return {place: tuple(rows) for place, rows in found.items() if field_at(theatre, side, place)}


def patrolling(theatre: Theatre, side: Side, place: int) -> tuple[int, ...]:
    """The Active F of a side whose own Patrol Zone covers a hex, the nearest first."""
    far = theatre.land.distance
    near = sorted(
        (far(base, place), base)
        for base in patrols(theatre, side)
        if far(base, place) <= REACH or not in_force("OCS-14.4c-1")
    )
    return tuple(row for _, base in near for row in patrols(theatre, side)[base])


def in_patrol_zone(theatre: Theatre, side: Side, place: int) -> bool:
    """Whether a hex lies in a Patrol Zone of a side."""
    return bool(patrolling(theatre, side, place))


# Interception


def suffers_flak(kind: MissionKind) -> bool:
    """Whether a mission can suffer flak anywhere."""
    return UNDER_FLAK[kind] != "never"


def intercepts_in(flight: Flight, why: Why) -> bool:
    """Whether fighters intercept under a flight condition."""
    return why("OCS-14.5-4", "neither weather nor phase limits interception") or flight == "full"


def interceptors(theatre: Theatre, side: Side, place: int, kind: MissionKind) -> tuple[int, ...]:
    """The planes of the other side that may intercept a mission of a side over a hex."""
    if not suffers_flak(kind) and in_force("OCS-14.5-1"):
        return ()
    return patrolling(theatre, other_side(side), place)


def interception_violations(
    theatre: Theatre, row: int, place: int, kind: MissionKind
) -> tuple[Violation, ...]:
    """What speaks against a plane's intercepting a mission over a hex."""
    counter, label = theatre.counter(row), theatre.land.labels[place]
    far = theatre.land.distance(theatre.place_of(row), place)
    return violations(
        violation_if(
            not suffers_flak(kind),
            "a mission that flak never fires at is not intercepted",
            "OCS-14.5-1",
            "barrages, Hip Shoots, Trainbusting; transport, drops and transfers in the zone",
        ),
        violation_if(
            "F" not in types_of(theatre, row),
            f"{counter.name} is no F",
            ("OCS-14.5-1", "OCS-14.1-1"),
            "an Active F",
        ),
        violation_if(
            not is_active(theatre, row), f"{counter.name} is Inactive", "OCS-14.1a-1", "an Active F"
        ),
        violation_if(
            far > REACH,
            f"{label} is {far} hexes from the base of {counter.name}",
            ("OCS-14.4c-1", "OCS-14.5-1"),
            f"its own Patrol Zone reaches {REACH} hexes",
        ),
    )
