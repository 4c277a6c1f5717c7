"""Attrition on the map (OCS 12.8): stacks Out of Supply roll, and their owner picks the steps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.chance.nature import Nature
from landbridge.engine.columns import BYTE
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import in_force
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.movement.faces import face_up
from landbridge.games.belorussia.movement.sizes import steps_left
from landbridge.games.belorussia.position.counters import Counter
from landbridge.games.belorussia.position.position import DEAD, UNUSED, Position
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.supply.attrition import (
    Attrition,
    attrition_modifiers,
    resolve_attrition,
)
from landbridge.games.belorussia.units.assault_engineers import assault_engineer_ar
from landbridge.games.belorussia.violations import violation_if, violations
from landbridge.games.belorussia.words import Side

DG_RATING = -1


class AttritionResult(Struct, frozen=True):
    """A position after losses to attrition."""

    position: Position
    lost: dict[int, int]
    """Steps by unit."""
    dead: tuple[int, ...]


def starving(theatre: Theatre, place: int, side: Side) -> tuple[int, ...]:
    """The units of a stack that are marked Out of Supply."""
    return tuple(
        row
        for row in theatre.stack(place, side)
        if theatre.position.out[row]
        and (theatre.counter(row).is_combat or not in_force("OCS-12.9-1"))
    )


def starving_stacks(theatre: Theatre, side: Side) -> tuple[int, ...]:
    """The hexes whose stacks roll for attrition, in order (OCS-12.8a-2)."""
    if not in_force("OCS-12.8a-2"):
        return ()
    rows = (row for row, out in enumerate(theatre.position.out) if out and theatre.on_map(row))
    places = {theatre.place_of(row) for row in rows if theatre.counter(row).side == side}
    return tuple(place for place in sorted(places) if starving(theatre, place, side))


def attrition_rating(theatre: Theatre, row: int) -> int:
    """The action rating with which a unit rolls: printed, whatever it is DG for (OCS-12.8c-1)."""
    counter = theatre.counter(row)
    rating = face_up(theatre, row).rating
    if "assault engineer" in counter.arm:
        rating = max(0, assault_engineer_ar(rating, False, "other", False).result)
    if theatre.marker(row) == "dg" and not in_force("OCS-12.8c-1"):
        rating = max(0, rating + DG_RATING)
    return rating if in_force("OCS-12.8d-1") else 0


def starve(theatre: Theatre, place: int, side: Side, nature: Nature) -> Finding[Attrition]:
    """Roll for a stack."""
    why = Why()
    rows = starving(theatre, place, side)
    best = max(rows, key=lambda row: attrition_rating(theatre, row))
    rating = attrition_rating(theatre, best)
    steps = sum(steps_left(theatre, row) for row in rows)
    name = theatre.counter(best).name
    why("OCS-12.8a-2", f"{theatre.land.labels[place]} rolls for its units Out of Supply")
    why("OCS-12.8d-1", f"{name} has the best action rating of them, {rating}, as printed")
    if theatre.marker(best) == "dg":
        why("OCS-12.8c-1", "being DG does not reduce it")
    if any(not theatre.counter(row).is_combat for row in theatre.stack(place, side)):
        why("OCS-12.9-1", "trucks, wagons and planes there lose nothing")
    modifiers = attrition_modifiers(steps, theatre.ground == "deep_freeze")
    found = why.add(resolve_attrition(rating, steps, modifiers, nature))
    if not why("OCS-12.8d-2", "what is left holds out: nobody surrenders"):
        found = Attrition(steps, True, found.printed)
    return why.so(found)


def loss_violations(
    theatre: Theatre, place: int, side: Side, due: int, losses: Mapping[int, int]
) -> tuple[Violation, ...]:
    """What speaks against an owner's choice of the steps that he loses (OCS-12.8b-9)."""
    rows, total = starving(theatre, place, side), sum(losses.values())
    fed = [theatre.counter(row).name for row in losses if row not in rows]
    deep = [
        theatre.counter(row).name
        for row, steps in losses.items()
        if row in rows and not 0 <= steps <= steps_left(theatre, row)
    ]
    return violations(
        violation_if(
            bool(fed),
            f"{', '.join(fed)} is not Out of Supply there",
            "OCS-12.8b-9",
            "units in supply lose nothing to attrition",
        ),
        violation_if(bool(deep), f"{', '.join(deep)} has not so many steps", "OCS-12.8b-9"),
        violation_if(
            total != due, f"{total} steps, and {due} are lost", "OCS-12.8b-9", f"{due} steps"
        ),
    )


def cheapest_losses(theatre: Theatre, place: int, side: Side, due: int) -> dict[int, int]:
    """A choice where the owner makes none: whole units last, the worst rated first."""
    rows = sorted(
        starving(theatre, place, side),
        key=lambda row: (attrition_rating(theatre, row), -steps_left(theatre, row), row),
    )
    losses: dict[int, int] = dict.fromkeys(rows, 0)
    for spare in (1, 0):
        for row in rows:
            steps = min(due, steps_left(theatre, row) - losses[row] - spare)
            if steps > 0:
                losses[row] += steps
                due -= steps
    return {row: steps for row, steps in losses.items() if steps}


def lose_steps(theatre: Theatre, losses: Mapping[int, int]) -> AttritionResult:
    """The position when these steps are gone; who has none left is in the Dead Pile."""
    lost = bytearray(theatre.position.lost)
    dead = tuple(row for row, steps in losses.items() if steps >= steps_left(theatre, row))
    for row, steps in losses.items():
        lost[row] += steps
    position = replace(theatre.position, lost=bytes(lost))
    return AttritionResult(destroyed(theatre, position, dead), dict(losses), dead)


def destroyed(theatre: Theatre, position: Position, rows: Sequence[int]) -> Position:
    """The position when units are in the Dead Pile, and breakdowns in their pool (OCS-13.5b-2)."""
    pooled = tuple(row for row in rows if returns_to_pool(theatre.counter(row)))
    dead = tuple(row for row in rows if row not in pooled)
    return removed(removed(position, dead, DEAD), pooled, UNUSED)


def returns_to_pool(counter: Counter) -> bool:
    """Whether a counter that is destroyed goes back to its pool."""
    return counter.duty == "breakdown" and in_force("OCS-13.5b-2")


def removed(position: Position, rows: tuple[int, ...], where: int) -> Position:
    """The position when units have left the map, with every marker that they bore."""
    none = dict.fromkeys(rows, 0)
    return replace(
        position.moved(dict.fromkeys(rows, where)),
        marker=BYTE.put_all(position.marker, none),
        stock=BYTE.put_all(position.stock, none),
        cut=BYTE.put_all(position.cut, none),
        out=BYTE.put_all(position.out, none),
        done=BYTE.put_all(position.done, none),
    )
