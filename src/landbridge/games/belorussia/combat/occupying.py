"""Attacks on hexes without enemy combat units, an option of the series (OCS 21.8)."""

from __future__ import annotations

from collections.abc import Sequence

from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import in_force
from landbridge.games.belorussia.combat.attacking import attacker_violations, cannot_come
from landbridge.games.belorussia.combat.battles import defenders_of
from landbridge.games.belorussia.movement.faces import is_rooted
from landbridge.games.belorussia.movement.segments import is_simulcast
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.violations import impossible, violation_if, violations


def occupying_violations(
    theatre: Theatre, rows: Sequence[int], target: int
) -> tuple[Violation, ...]:
    """What speaks against these units' attacking a hex without enemy combat units."""
    label, side = theatre.land.labels[target], theatre.counter(rows[0]).side
    if defenders_of(theatre, side, target):
        raise impossible(
            f"an enemy combat unit is in {label}", "OCS-21.8-1", "a hex with one is attacked"
        )
    if any(target not in theatre.land.graph.neighbours[theatre.place_of(row)] for row in rows):
        raise impossible(
            f"not all of them are next to {label}", "OCS-21.8-1", "from adjacent hexes alone"
        )
    found = [
        violation_if(
            not empties_are_attacked(theatre),
            "attacking empties is an option that this match does not use",
            ("OCS-21.8-1", "RUL-TFB-262"),
            "march there in a Movement Segment",
        ),
        violation_if(
            is_simulcast(theatre),
            "no combat is fought in a simulcast turn",
            ("OCS-2.4-2", "TFB-DF-1"),
            "wait for another turn",
        ),
        violation_if(
            target in theatre.position.attacked,
            f"{label} has been attacked in this segment",
            "OCS-9.1c-2",
            "a hex is attacked once in a Combat Segment",
        ),
    ]
    for row in rows:
        found += [*attacker_violations(theatre, row), cannot_come(theatre, row, target)]
        found.append(
            violation_if(
                is_rooted(theatre, row),
                f"{theatre.counter(row).name} has no movement allowance on either side",
                "OCS-9.12b-2",
                "it never advances",
            )
        )
    return violations(*found)


def empties_are_attacked(theatre: Theatre) -> bool:
    """Whether hexes without enemy combat units may be attacked."""
    option = figures("attacking_empties", theatre.rulings.attacking_empties)
    return bool(option["used"]) and in_force("OCS-21.8-1")


def may_occupy(theatre: Theatre, row: int) -> bool:
    """Whether a unit could attack any empty hex now."""
    return (
        empties_are_attacked(theatre)
        and not is_rooted(theatre, row)
        and not attacker_violations(theatre, row)
    )


def empty_hexes_for(theatre: Theatre, row: int) -> tuple[int, ...]:
    """The empty hexes that a unit may attack now."""
    if not may_occupy(theatre, row):
        return ()
    side, around = theatre.counter(row).side, theatre.land.graph.neighbours[theatre.place_of(row)]
    near = [there for there in around if not defenders_of(theatre, side, there)]
    return tuple(there for there in near if not occupying_violations(theatre, (row,), there))
