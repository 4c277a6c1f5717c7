"""Base Transfer (OCS 14.11): a plane flies to another base of its side."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.columns import BYTE
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import in_force
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.air.bases import (
    basing_violations,
    field_at,
    is_active,
    is_fighter,
    planes_at,
)
from landbridge.games.belorussia.air.missions import air_missions
from landbridge.games.belorussia.movement.segments import acting_side
from landbridge.games.belorussia.position.position import FINISHED, INACTIVE, Position
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.violations import refuse, violation_if, violations
from landbridge.games.belorussia.words import Flight

TIMES = 2
"""So many times its range a plane flies to another base (OCS-14.11-1)."""


class TransferResult(Struct, frozen=True):
    """A plane at its new base."""

    position: Position
    active: bool
    hexes: int


def flying_violations(theatre: Theatre, row: int, flight: Flight) -> tuple[Violation, ...]:
    """What speaks against a plane's flying to any other base now."""
    counter = theatre.counter(row)
    own = acting_side(theatre) == counter.side
    phases = figures("base_transfers", theatre.rulings.base_transfers)["phases"]
    phasing = theatre.phasing == counter.side
    weather = air_missions(flight, theatre.phase, phasing)
    timely = own and theatre.phase in phases
    moved = bool(theatre.position.done[row] & FINISHED)
    return violations(
        violation_if(
            counter.kind != "plane", f"{counter.name} does not fly", "OCS-14.11-1", "planes do"
        ),
        violation_if(
            not timely,
            f"{counter.name} does not change its base in this phase",
            ("OCS-14.11-1", "RUL-TFB-181"),
            "in an own Movement Segment",
        ),
        violation_if(
            timely and not weather.result.missions,
            "the weather stops every air mission in this phase",
            weather.rules,
            "wait for better weather",
        ),
        violation_if(
            not is_active(theatre, row),
            f"{counter.name} is Inactive",
            "OCS-14.1a-1",
            "only Active planes fly missions; let it refit",
        ),
        violation_if(
            timely and moved,
            f"{counter.name} has changed its base in this phase",
            "RUL-TFB-181",
            "once for each plane in a phase",
        ),
        violation_if(
            row in theatre.position.fired and not moved,
            f"{counter.name} has flown a mission in this phase",
            "OCS-14.2e-1",
            "one mission a phase",
        ),
    )


def stays_active(theatre: Theatre, row: int, hexes: int) -> bool:
    """Whether a plane is Active at its new base: an F within its normal range is."""
    if not in_force("OCS-14.11-2"):
        return True
    reach = theatre.counter(row).range or 0
    if too_far_to_stay_active(theatre, row, hexes):
        return False
    return is_fighter(theatre, row) and hexes <= reach


def too_far_to_stay_active(theatre: Theatre, row: int, hexes: int) -> bool:
    """By the option of long-range air: whether it flies beyond half its range (OCS-21.4-3)."""
    option: bool = figures("long_range_air", theatre.rulings.long_range_air)["used"]
    return option and 2 * hexes > (theatre.counter(row).range or 0) and in_force("OCS-21.4-3")


def _has_hq(theatre: Theatre, row: int, place: int) -> bool:
    """Whether an HQ of a plane's side is in a hex, though it be no air strip there."""
    there = theatre.stack(place, theatre.counter(row).side)
    return any(theatre.counter(one).duty == "hq" for one in there)


def transfer_violations(
    theatre: Theatre, row: int, to: int, flight: Flight
) -> tuple[Violation, ...]:
    """What speaks against a plane's flying to a base."""
    counter, label = theatre.counter(row), theatre.land.labels[to]
    found = flying_violations(theatre, row, flight)
    field = field_at(theatre, counter.side, to)
    hexes = theatre.land.distance(theatre.place_of(row), to)
    most = TIMES * (counter.range or 0)
    room: tuple[Violation, ...] = ()
    if field is not None:
        active = sum(is_active(theatre, one) for one in planes_at(theatre, counter.side, to))
        if stays_active(theatre, row, hexes) or field.kind == "hq_strip":
            room = basing_violations(theatre, field, row, "base", active)
    return (
        *found,
        *violations(
            violation_if(
                field is None,
                f"the side has no air base in {label}",
                ("OCS-14.11-1", "TFB-1.3c-3") if _has_hq(theatre, row, to) else "OCS-14.11-1",
                "a friendly base, a strip, or for one fighter an HQ in Combat Mode",
            ),
            violation_if(
                hexes > most,
                f"{label} is {hexes} hexes away from {counter.name}",
                "OCS-14.11-1",
                f"up to twice its range, {most} hexes",
            ),
        ),
        *room,
    )


def transfer(theatre: Theatre, row: int, to: int, flight: Flight) -> Finding[TransferResult]:
    """A plane flies to another base."""
    refuse(transfer_violations(theatre, row, to, flight))
    why = Why()
    hexes = theatre.land.distance(theatre.place_of(row), to)
    why("OCS-14.1a-1", "it is Active, and flies")
    why.by("OCS-14.11-1", f"{hexes} hexes, and twice its range is allowed")
    active = stays_active(theatre, row, hexes)
    text = "a fighter within its range stays Active" if active else "it becomes Inactive"
    if too_far_to_stay_active(theatre, row, hexes):
        why(("OCS-21.4-3", "RUL-TFB-221"), "it has flown beyond half its range")
    why("OCS-14.11-2", text)
    why("OCS-15.0b-1", "the base has room for it")
    return why.so(TransferResult(transferred(theatre, row, to), active, hexes))


def transferred(theatre: Theatre, row: int, to: int) -> Position:
    """The position when a plane has flown to another base."""
    position = theatre.position
    hexes = theatre.land.distance(theatre.place_of(row), to)
    done = position.done[row] & ~INACTIVE | FINISHED
    if not stays_active(theatre, row, hexes):
        done |= INACTIVE
    flown = position.fired if row in position.fired else (*position.fired, row)
    landed = replace(position, done=BYTE.put(position.done, row, done), fired=flown)
    return landed.moved({row: to})
