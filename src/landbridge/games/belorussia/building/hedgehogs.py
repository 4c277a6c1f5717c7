"""Hedgehogs on the map (OCS 16.0): who builds them, what a level costs, and how they fall."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import in_force
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.building.crews import (
    Crew,
    Task,
    bound,
    crew_violations,
    is_engineer,
    worked,
)
from landbridge.games.belorussia.building.paying import paid_for
from landbridge.games.belorussia.position.counters import other_side
from landbridge.games.belorussia.position.position import Position
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.rail.control import holds
from landbridge.games.belorussia.units.engineer_hedgehogs import (
    engineer_price,
    level_violations,
    series_price,
)
from landbridge.games.belorussia.violations import refuse, violation_if, violations

REDUCES = "OCS-16.0c-1"
BUILDING = Task(what="building", troops="OCS-16.0b-1", engineers="OCS-16.0b-2", when="OCS-16.0b-4")
REDUCING = Task(what="reducing", troops=REDUCES, engineers=REDUCES, when=REDUCES)


class HedgehogWork(Struct, frozen=True):
    """A hedgehog that was worked at."""

    position: Position
    level: int
    """Its level now; 0 where it is gone."""
    tokens: int
    """What it has cost."""


def level_at(theatre: Theatre, place: int) -> int:
    """The level of the hedgehog in a hex; 0 for none."""
    return theatre.position.hedgehogs.get(place, 0)


def price_for(theatre: Theatre, crew: Crew) -> int:
    """What a level costs this crew, in tokens: Axis engineers build cheaper (TFB-2.4j-1)."""
    engineers = is_engineer(theatre, crew) and theatre.counter(crew.rows[0]).duty == "engineer"
    return engineer_price(1) if engineers and crew.side == "axis" else series_price(1)


def _once(theatre: Theatre, place: int, rule: str) -> Violation | None:
    again = "hedgehog" in theatre.position.works.get(place, ())
    label = theatre.land.labels[place]
    text = f"the hedgehog of {label} has been worked at in this turn"
    return violation_if(again, text, rule, "one level a turn")


def is_defense_base(theatre: Theatre, row: int) -> bool:
    """Whether a counter is a Heinrici Base or a Panther fort."""
    return theatre.counter(row).arm == "defense base"


def digging_violations(theatre: Theatre, crew: Crew) -> tuple[Violation, ...]:
    """What speaks against building or improving a hedgehog, but for the price."""
    label, place = theatre.land.labels[crew.place], crew.place
    reserve = [r for r in theatre.combat_units(place, crew.side) if theatre.marker(r) == "reserve"]
    ruling = theatre.rulings.hedgehog_capture
    bases = [r for r in theatre.combat_units(place, crew.side) if is_defense_base(theatre, r)]
    return (
        *crew_violations(theatre, crew, BUILDING),
        *level_violations(theatre.ground, level_at(theatre, place) + 1, ruling),
        *violations(
            violation_if(
                bool(bases),
                f"a Heinrici Base with a hedgehog of its own is in {label}",
                "TFB-2.4g-5",
                "its level cannot be raised",
            ),
            violation_if(
                is_engineer(theatre, crew) and bool(theatre.held_by(other_side(crew.side))[place]),
                f"the enemy is in {label}",
                "OCS-16.0b-2",
                "a hex without enemy combat units",
            ),
            _once(theatre, place, "OCS-16.0b-4"),
            violation_if(
                bool(reserve),
                f"a unit in Reserve Mode is in {label}",
                "OCS-5.7g-1",
                "no hedgehog and Reserves in one hex",
            ),
        ),
    )


def dig(theatre: Theatre, crew: Crew) -> Finding[HedgehogWork]:
    """A hedgehog is built, or rises by a level."""
    refuse(digging_violations(theatre, crew))
    why, level = Why(), level_at(theatre, crew.place) + 1
    if is_engineer(theatre, crew):
        why("OCS-16.0b-2", "an Engineer-Capable unit builds within 2 hexes")
        if theatre.marker(crew.rows[0]) == "dg":
            why("OCS-5.10e-1", "DG, but with its Combat side up")
        _note_engineer(why)
    else:
        why(
            ("OCS-16.0b-1", "RUL-TFB-180"),
            "1 RE in Combat Mode builds in its hex and does not move",
        )
    why("OCS-16.0b-4", "one level a turn, in the own Movement Phase")
    why("OCS-16.0a-1", f"Level {level}")
    price = price_for(theatre, crew)
    cheap = price != series_price(1)
    why.by("TFB-2.4j-1" if cheap else "OCS-16.0b-3", f"a level costs {price}T")
    payment = why.add(paid_for(theatre, crew, price))
    return why.so(HedgehogWork(dug(theatre, payment.position, crew), level, payment.tokens))


def _note_engineer(why: Why) -> None:
    why("OCS-13.8d-1", "construction works at once")
    why("OCS-13.8d-2", "the engineer does not move, and works at one task in one hex")
    why("OCS-13.8d-3", "in its reach")


def dug(theatre: Theatre, position: Position, crew: Crew) -> Position:
    """The position when a crew has raised a hedgehog, paid or not."""
    level = level_at(theatre, crew.place) + 1
    raised = replace(position, hedgehogs=position.hedgehogs | {crew.place: level})
    return bound(theatre, worked(raised, crew.place, "hedgehog"), crew, BUILDING)


def filling_violations(theatre: Theatre, crew: Crew) -> tuple[Violation, ...]:
    """What speaks against reducing a hedgehog."""
    label, place = theatre.land.labels[crew.place], crew.place
    own = bool(level_at(theatre, place)) and holds(theatre, crew.side, place)
    return (
        *crew_violations(theatre, crew, REDUCING),
        *violations(
            violation_if(
                not own, f"the side has no hedgehog in {label}", REDUCES, "one of its own"
            ),
            _once(theatre, place, REDUCES),
        ),
    )


def fill_in(theatre: Theatre, crew: Crew) -> Finding[HedgehogWork]:
    """An own hedgehog is reduced by a level, free."""
    refuse(filling_violations(theatre, crew))
    why = Why()
    why.by(REDUCES, "one level a turn; below Level 1 it is removed")
    why("OCS-13.8d-4", "reducing is free")
    if is_engineer(theatre, crew):
        _note_engineer(why)
    left = max(0, level_at(theatre, crew.place) - 1)
    return why.so(HedgehogWork(filled(theatre, crew), left, 0))


def filled(theatre: Theatre, crew: Crew) -> Position:
    """The position when a crew has reduced a hedgehog."""
    position, left = theatre.position, level_at(theatre, crew.place) - 1
    others = {p: level for p, level in position.hedgehogs.items() if p != crew.place}
    if left > 0 or (left == 0 and not in_force(REDUCES)):
        others[crew.place] = left
    reduced = replace(position, hedgehogs=others)
    return bound(theatre, worked(reduced, crew.place, "hedgehog"), crew, REDUCING)
