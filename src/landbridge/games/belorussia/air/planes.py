"""Planes on the map: their types, ratings and bombs, how far they fly, and what they lose."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.chance.tables import read_toml
from landbridge.engine.columns import BYTE
from landbridge.engine.rules.citing import in_force
from landbridge.engine.rules.findings import Why
from landbridge.games.belorussia.air.air_combat import Plane
from landbridge.games.belorussia.air.bases import fields_of
from landbridge.games.belorussia.movement.sizes import steps_left
from landbridge.games.belorussia.movement.special_orders import outside_hungarian_area
from landbridge.games.belorussia.position.position import INACTIVE, Position
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.supply_lines.starving import destroyed
from landbridge.games.belorussia.words import PACKAGE

PlaneType = Literal["F", "T", "S", "Tpt"]
TYPES: dict[str, Any] = read_toml(PACKAGE, "air.toml")["plane_types"]
DISTANCES: dict[str, Any] = read_toml(PACKAGE, "air.toml")["distances"]
MOST_PLANES: int = DISTANCES["planes"]
"""Planes in one mission (OCS-14.2a-1)."""


def types_of(theatre: Theatre, row: int) -> tuple[PlaneType, ...]:
    """What a plane may act as; one of two types as either (OCS-14.1-1)."""
    found: tuple[PlaneType, ...] = tuple(TYPES.get(theatre.counter(row).arm, ("T",)))
    return found if in_force("OCS-14.1-1") else found[:1]


def is_reduced(theatre: Theatre, row: int) -> bool:
    """Whether the reverse of a plane is up: it has lost a step (OCS-14.1b-1)."""
    return theatre.position.lost[row] > 0


def bombs_of(theatre: Theatre, row: int, why: Why | None = None) -> Fraction:
    """The barrage points of a plane."""
    counter, says = theatre.counter(row), why or Why()
    printed = Fraction(counter.combat.strength)
    text = f"{counter.name} has lost a step: the barrage of its reverse"
    if is_reduced(theatre, row) and says(("OCS-14.1b-1", "RUL-TFB-220"), text):
        printed *= Fraction(figures("reduced_planes", theatre.rulings.reduced_planes)["barrage"])
    return printed


def rating_of(theatre: Theatre, row: int) -> int:
    """The air combat rating of a plane."""
    printed = theatre.counter(row).combat.rating
    if is_reduced(theatre, row) and in_force(("OCS-14.1b-1", "RUL-TFB-220")):
        less: int = figures("reduced_planes", theatre.rulings.reduced_planes)["rating"]
        printed = max(0, printed - less)
    return printed


def in_the_air(theatre: Theatre, row: int, place: int) -> Plane:
    """A plane as it fights over a hex."""
    return Plane(
        rating=rating_of(theatre, row),
        bracketed=not theatre.counter(row).combat.attacks,
        long_range=is_far(theatre, row, place),
    )


def hexes_to(theatre: Theatre, row: int, place: int) -> int:
    """Hexes from a plane's base, counted straight."""
    return theatre.land.distance(theatre.place_of(row), place)


def range_of(theatre: Theatre, row: int) -> int:
    """How far a plane flies."""
    return theatre.counter(row).range or 0


def is_far(theatre: Theatre, row: int, place: int) -> bool:
    """By the option of long-range air: whether a hex is beyond half a plane's range."""
    option: bool = figures("long_range_air", theatre.rulings.long_range_air)["used"]
    return option and 2 * hexes_to(theatre, row, place) > range_of(theatre, row)


# After a mission


class AirLosses(Struct, frozen=True):
    """A position in which planes have lost steps."""

    position: Position
    dead: tuple[int, ...]


def lose_plane_steps(theatre: Theatre, rows: Iterable[int]) -> AirLosses:
    """Each of these planes loses a step; the second sends it to the Dead Pile (OCS-14.1b-1)."""
    hit = tuple(rows)
    last = 1 if in_force("OCS-14.1b-1") else 0
    dead = tuple(row for row in hit if steps_left(theatre, row) <= last)
    lost = {row: theatre.position.lost[row] + 1 for row in hit}
    position = replace(theatre.position, lost=BYTE.put_all(theatre.position.lost, lost))
    return AirLosses(destroyed(theatre, position, dead), dead)


def may_fly_to(theatre: Theatre, row: int, place: int) -> bool:
    """Whether a plane may fly a mission to a hex or be based there: Hungarians in their area."""
    counter = theatre.counter(row)
    if "Hungarian" not in (counter.nation, counter.army) or not in_force("TFB-2.5b-3"):
        return True
    return not outside_hungarian_area(theatre)[place]


def landing_bases(theatre: Theatre, row: int, place: int, doubled: bool = False) -> tuple[int, ...]:
    """Where a plane over a hex may land: at own bases within its range of it, its own first.

    One that has carried double its capacity lands within half its range (OCS-14.9e-3).
    """
    side, home = theatre.counter(row).side, theatre.place_of(row)
    reach = range_of(theatre, row) // (2 if doubled else 1)
    found = [
        field.place
        for field in fields_of(theatre, side)
        if theatre.land.distance(field.place, place) <= reach
        and (field.kind != "hq_strip" or field.place == home)
        and may_fly_to(theatre, row, field.place)
    ]
    return tuple(sorted(found, key=lambda base: (base != home, base)))


def aborted(theatre: Theatre, rows: tuple[int, ...], place: int) -> Position:
    """The position when planes have broken off over a hex; over their own base they stay at it."""
    position = theatre.position.mark(rows, INACTIVE)
    if in_force("OCS-14.1c-2"):
        return position
    # Without the rule they would fly to another base, as all others do that abort.
    over = {row: landing_bases(theatre, row, place) for row in rows}
    return position.moved(
        {
            row: bases[1]
            for row, bases in over.items()
            if theatre.place_of(row) == place and len(bases) > 1
        }
    )


def landed(theatre: Theatre, row: int, base: int) -> Position:
    """The position when a plane has come back to a base and is Inactive (OCS-14.1c-1)."""
    position = theatre.position
    if in_force("OCS-14.1c-1"):
        position = position.mark((row,), INACTIVE)
    return position.moved({row: base})
