"""Air bases on the map: which a side has, HQs that serve as strips, how many planes they hold."""

from __future__ import annotations

from msgspec import Struct

from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import in_force
from landbridge.games.belorussia.air.refit import Base
from landbridge.games.belorussia.building.crews import DATA
from landbridge.games.belorussia.movement.faces import mode_of
from landbridge.games.belorussia.position.counters import SIDES
from landbridge.games.belorussia.position.position import INACTIVE
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.units.hq_air_strips import StripUse, hq_air_strip_violations
from landbridge.games.belorussia.violations import violation_if, violations
from landbridge.games.belorussia.words import Side

ROOM: int = DATA["active"]["planes"]
"""Active planes that a strip holds; a base holds one more for each level (OCS-15.0b-1)."""
LEVELS: tuple[Base, ...] = ("strip", "level_1", "level_2", "level_3")


class Field(Struct, frozen=True):
    """A place where planes of a side are based."""

    place: int
    kind: Base
    level: int = 0
    hq: int = -1
    """The HQ that serves as a strip; -1 where there is an air base."""


def field_at(theatre: Theatre, side: Side, place: int) -> Field | None:
    """Where planes of a side are based in a hex: at its air base, or beside one of its HQs."""
    base = theatre.position.bases.get(place)
    if base is not None:
        return Field(place, LEVELS[base.level], base.level) if base.side == side else None
    for row in theatre.stack(place, side):
        counter = theatre.counter(row)
        kessel = counter.arm == "Kessel HQ"
        if counter.duty == "hq" and in_force("TFB-1.3c-1"):
            mode = mode_of(theatre, row)
            if not hq_air_strip_violations("base", mode, kessel, False, True, 0):
                return Field(place, "hq_strip", 0, row)
    return None


def fields_of(theatre: Theatre, side: Side) -> tuple[Field, ...]:
    """Every place where planes of a side may be based."""
    hqs = (
        theatre.place_of(row)
        for row in theatre.counters.hqs[SIDES.index(side)]
        if theatre.on_map(row)
    )
    places = dict.fromkeys((*sorted(theatre.position.bases), *sorted(hqs)))
    found = (field_at(theatre, side, place) for place in places)
    return tuple(field for field in found if field is not None)


def planes_at(theatre: Theatre, side: Side, place: int) -> tuple[int, ...]:
    """The planes of a side in a hex."""
    counter = theatre.counter
    return tuple([row for row in theatre.stack(place, side) if counter(row).kind == "plane"])


def is_active(theatre: Theatre, row: int) -> bool:
    """Whether a plane is Active (OCS-14.1a-1)."""
    return not theatre.position.done[row] & INACTIVE


def is_fighter(theatre: Theatre, row: int) -> bool:
    """Whether a plane is an F."""
    return theatre.counter(row).arm in ("fighter", "night fighter")


def most_active(field: Field) -> int:
    """How many Active planes a base or strip holds (OCS-15.0b-1)."""
    return ROOM + field.level


def basing_violations(
    theatre: Theatre, field: Field, row: int, use: StripUse, active: int
) -> tuple[Violation, ...]:
    """What a base has against one plane more, of so many Active ones at it already."""
    side, name = theatre.counter(row).side, theatre.counter(row).name
    label = theatre.land.labels[field.place]
    if field.kind == "hq_strip":
        others = sum(other != row for other in planes_at(theatre, side, field.place))
        fighter, mode = is_fighter(theatre, row), mode_of(theatre, field.hq)
        return hq_air_strip_violations(use, mode, False, False, fighter, others)
    most = most_active(field)
    return violations(
        violation_if(
            active >= most,
            f"{label} holds {active} Active planes, and there is no room for {name}",
            "OCS-15.0b-1",
            f"at most {most}; Inactive planes are not limited",
        )
    )
