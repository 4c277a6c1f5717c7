"""Refitting planes on the map (OCS 15.1, 15.2): which, how many, and the token that pays for it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.chance.nature import Nature
from landbridge.engine.columns import BYTE
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.air.bases import (
    Field,
    basing_violations,
    field_at,
    is_active,
    planes_at,
)
from landbridge.games.belorussia.air.refit import PRICE, base_violations, most_refits, refit
from landbridge.games.belorussia.building.crews import worked
from landbridge.games.belorussia.movement.zone_effects import EFFECTS, is_felt
from landbridge.games.belorussia.position.position import INACTIVE, Position
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.rulings import HalfRefit
from landbridge.games.belorussia.supply_lines.paying import Need, pay
from landbridge.games.belorussia.violations import refuse, violation_if, violations
from landbridge.games.belorussia.weather.ground_effects import ground_effects
from landbridge.games.belorussia.words import Flight, Side


class RefitResult(Struct, frozen=True):
    """What a base has refitted."""

    position: Position
    planes: tuple[int, ...]
    tokens: int


def most_planes(theatre: Theatre, field: Field, flight: Flight) -> int:
    """The most planes that a base refits in this weather, whatever a die says."""
    return most_refits(theatre.ground, flight, field.kind, _half(theatre))


def _half(theatre: Theatre) -> HalfRefit:
    halved = ground_effects(theatre.ground).result.half_refit
    return theatre.rulings.half_refit if halved else "series_rounding"


def waiting(theatre: Theatre, side: Side, place: int) -> tuple[int, ...]:
    """The Inactive planes of a side at a base."""
    return tuple(r for r in planes_at(theatre, side, place) if not is_active(theatre, r))


def refitting_violations(
    theatre: Theatre, side: Side, place: int, rows: Sequence[int], flight: Flight
) -> tuple[Violation, ...]:
    """What speaks against a base's refitting these planes now, but for the price."""
    field, label = field_at(theatre, side, place), theatre.land.labels[place]
    own = theatre.phase == "refit" and theatre.phasing == side
    found = [
        violation_if(
            not own,
            "planes refit in the own Aircraft Refit Phase alone",
            "OCS-15.1-1",
            "wait for it",
        ),
        violation_if(
            field is None, f"the side has no air base in {label}", "OCS-15.1-1", "an own base"
        ),
        violation_if(
            is_felt(theatre, side, "aircraft_refit", place),
            f"{label} is in an enemy ZOC",
            EFFECTS["aircraft_refit"].rule,
            "a combat unit in the hex negates it",
        ),
    ]
    most = most_planes(theatre, field, flight) if field is not None else 0
    again = "refit" in theatre.position.works.get(place, ())
    kind = field.kind if field is not None else None
    found += base_violations(label, kind, len(rows), most, again)
    for row in rows:
        name, there = theatre.counter(row).name, row in planes_at(theatre, side, place)
        wrong = not there or is_active(theatre, row)
        text = f"{name} is no Inactive plane in {label}"
        found.append(violation_if(wrong, text, "OCS-15.1-1", "Inactive planes at the base"))
    if field is not None:
        found += _room(theatre, field, rows)
    return violations(*found)


def _room(theatre: Theatre, field: Field, rows: Sequence[int]) -> list[Violation]:
    side = theatre.counter(rows[0]).side
    active = sum(is_active(theatre, row) for row in planes_at(theatre, side, field.place))
    found: list[Violation] = []
    for number, row in enumerate(rows):
        found += basing_violations(theatre, field, row, "refit", active + number)
    return found


def refit_planes(
    theatre: Theatre,
    side: Side,
    place: int,
    rows: Sequence[int],
    flight: Flight,
    nature: Nature,
) -> Finding[RefitResult]:
    """A base refits planes: they are Active again."""
    refuse(refitting_violations(theatre, side, place, rows, flight))
    why, field = Why(), field_at(theatre, side, place)
    assert field is not None, "a base is there"
    payment = why.add(pay(theatre, side, (Need(rows[0], PRICE, "a refit"),)))
    why.by("OCS-15.1-2", f"{PRICE}T for the base, whatever the number of planes")
    count = why.add(refit(theatre.ground, flight, field.kind, nature, _half(theatre)))
    ready = tuple(rows[:count])
    why("OCS-14.1a-1", "Inactive planes are Active again")
    return why.so(RefitResult(readied(payment.position, place, ready), ready, payment.tokens))


def readied(position: Position, place: int, rows: Sequence[int]) -> Position:
    """The position when planes at a base have been refitted."""
    done = {row: position.done[row] & ~INACTIVE for row in rows}
    ready = replace(position, done=BYTE.put_all(position.done, done))
    return worked(ready, place, "refit")
