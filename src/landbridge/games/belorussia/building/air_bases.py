"""Building, improving and reducing air bases and strips (OCS 15.2 to 15.4)."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.refusals import Violation
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.building.crews import (
    DATA,
    Crew,
    Task,
    bound,
    crew_violations,
    is_engineer,
    worked,
)
from landbridge.games.belorussia.building.paying import paid_for
from landbridge.games.belorussia.position.position import AirBase, Position
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.units.engineer_hedgehogs import construction_violations
from landbridge.games.belorussia.violations import refuse, violation_if, violations

AirWork = Literal["air_strip", "air_base"]
"""What is built: a strip, or a level of an air base."""
PRICES = DATA["air_base"]
HIGHEST: int = PRICES["highest"]
STRIP = 0
"""The level of an air strip."""
BUILDS = "OCS-15.3-1"
REDUCES = "OCS-15.4-1"
BUILDING = Task(
    what="construction", troops=BUILDS, engineers=BUILDS, when=BUILDS, engineers_only=True
)
REDUCING = Task(what="reducing", troops=REDUCES, engineers=REDUCES, when=REDUCES)


class AirBaseWork(Struct, frozen=True):
    """An air base that was worked at."""

    position: Position
    level: int
    tokens: int


def level_at(theatre: Theatre, place: int) -> int | None:
    """The level of the air base in a hex; None where there is none."""
    base = theatre.position.bases.get(place)
    return None if base is None else base.level


def next_level(theatre: Theatre, place: int, field: AirWork) -> int:
    """The level that work would give an air base."""
    return STRIP if field == "air_strip" else (level_at(theatre, place) or STRIP) + 1


def price_of(theatre: Theatre, place: int, field: AirWork, why: Why) -> int:
    """What the next level costs, in tokens (OCS-15.2-3, OCS-15.3-2)."""
    if field == "air_strip":
        why.by("OCS-15.2-3", f"an air strip costs {PRICES['strip']}T")
        return int(PRICES["strip"])
    if level_at(theatre, place) == STRIP:
        why.by("OCS-15.2-3", f"a strip becomes Level 1 for {PRICES['strip_to_base']}T")
        return int(PRICES["strip_to_base"])
    why.by("OCS-15.3-2", "each level costs 1 SP")
    return int(PRICES["level"])


def _once(theatre: Theatre, place: int, rule: str) -> Violation | None:
    again = "air base" in theatre.position.works.get(place, ())
    text = f"the air base of {theatre.land.labels[place]} has been worked at in this turn"
    return violation_if(again, text, rule, "one level a turn")


def laying_violations(theatre: Theatre, crew: Crew, field: AirWork) -> tuple[Violation, ...]:
    """What speaks against building or improving an air base, but for the price."""
    base, label = theatre.position.bases.get(crew.place), theatre.land.labels[crew.place]
    level = next_level(theatre, crew.place, field)
    foreign = base is not None and base.side != crew.side
    return (
        *crew_violations(theatre, crew, BUILDING),
        *construction_violations(theatre.ground),
        *violations(
            violation_if(
                foreign or (base is not None and field == "air_strip"),
                f"an air base is in {label} already",
                "OCS-4.8-3",
                "one air base or strip in a hex",
            ),
            violation_if(
                level > HIGHEST,
                f"no air base rises to Level {level}",
                "OCS-15.3-3",
                f"up to Level {HIGHEST}",
            ),
            _once(theatre, crew.place, "OCS-15.3-2"),
        ),
    )


def lay(theatre: Theatre, crew: Crew, field: AirWork) -> Finding[AirBaseWork]:
    """An air strip is built, or an air base rises by a level."""
    refuse(laying_violations(theatre, crew, field))
    why = Why()
    why(BUILDS, "an Engineer-Capable unit builds it, in the Movement Phase")
    why("OCS-13.8d-1", "construction works at once")
    why("OCS-13.8d-2", "the engineer does not move, and works at one task in one hex")
    why("OCS-13.8d-3", "within its reach of 2 hexes")
    price = price_of(theatre, crew.place, field, why)
    payment = why.add(paid_for(theatre, crew, price))
    level = next_level(theatre, crew.place, field)
    return why.so(AirBaseWork(laid(theatre, payment.position, crew, field), level, payment.tokens))


def laid(theatre: Theatre, position: Position, crew: Crew, field: AirWork) -> Position:
    """The position when a crew has built an air base, paid or not."""
    level = min(HIGHEST, next_level(theatre, crew.place, field))
    bases = position.bases | {crew.place: AirBase(crew.side, level)}
    built = worked(replace(position, bases=bases), crew.place, "air base")
    return bound(theatre, built, crew, BUILDING)


def razing_violations(theatre: Theatre, crew: Crew) -> tuple[Violation, ...]:
    """What speaks against reducing an air base."""
    base, label = theatre.position.bases.get(crew.place), theatre.land.labels[crew.place]
    own = base is not None and base.side == crew.side
    return (
        *crew_violations(theatre, crew, REDUCING),
        *violations(
            violation_if(not own, f"the side has no air base in {label}", REDUCES, "its own"),
            violation_if(
                own and (level_at(theatre, crew.place) or 0) <= 1,
                f"the air base of {label} is not reduced below Level 1",
                REDUCES,
                "a Level 2 or Level 3",
            ),
            _once(theatre, crew.place, REDUCES),
        ),
    )


def raze(theatre: Theatre, crew: Crew) -> Finding[AirBaseWork]:
    """An own air base is reduced by a level, free."""
    refuse(razing_violations(theatre, crew))
    why = Why()
    why.by(REDUCES, "one level, once a phase, not below Level 1")
    why("OCS-13.8d-4", "reducing is free")
    if is_engineer(theatre, crew):
        why("OCS-13.8d-3", "within the engineer's reach")
    level = (level_at(theatre, crew.place) or 1) - 1
    return why.so(AirBaseWork(razed(theatre, crew), level, 0))


def razed(theatre: Theatre, crew: Crew) -> Position:
    """The position when a crew has reduced an air base."""
    position = theatre.position
    base = position.bases[crew.place]
    lower = AirBase(base.side, max(STRIP, base.level - 1))
    reduced = replace(position, bases=position.bases | {crew.place: lower})
    return bound(theatre, worked(reduced, crew.place, "air base"), crew, REDUCING)
