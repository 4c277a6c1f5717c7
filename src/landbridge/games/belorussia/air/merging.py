"""Two reduced planes in a hex that become a full one (OCS 13.9)."""

from __future__ import annotations

from landbridge.engine.refusals import Violation
from landbridge.games.belorussia.movement.segments import acting_side
from landbridge.games.belorussia.position.position import INACTIVE
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.units.consolidation import alike
from landbridge.games.belorussia.violations import violation_if, violations

RULE = "OCS-13.9-6"


def merging_violations(theatre: Theatre, kept: int, gone: int) -> tuple[Violation, ...]:
    """What speaks against one plane's taking up the step of another."""
    first, second = theatre.counter(kept), theatre.counter(gone)
    now = theatre.position
    planes = first.kind == second.kind == "plane"
    like = planes and first.aircraft == second.aircraft and alike(first, second)
    status = (now.done[kept] & INACTIVE) == (now.done[gone] & INACTIVE)
    return violations(
        violation_if(
            not like,
            f"{first.name} and {second.name} are not planes of one type and the same values",
            RULE,
            "two planes that are alike on both sides",
        ),
        violation_if(
            like and theatre.place_of(kept) != theatre.place_of(gone),
            f"{first.name} and {second.name} are not in one hex",
            RULE,
            "two planes at one base",
        ),
        violation_if(
            like and not (now.lost[kept] and now.lost[gone]),
            f"{(second if now.lost[kept] else first).name} has all its steps",
            RULE,
            "two reduced planes",
        ),
        violation_if(
            like and not status,
            f"one of {first.name} and {second.name} is Active, the other is not",
            RULE,
            "both Active, or neither",
        ),
        violation_if(
            first.side != acting_side(theatre),
            f"{first.name} is of the side that does not act in this phase",
            "OCS-2.3-4",
        ),
    )


def merging_partners(theatre: Theatre, row: int) -> tuple[int, ...]:
    """The planes whose step a plane may take up now."""
    if theatre.counter(row).kind != "plane" or not theatre.position.lost[row]:
        return ()
    there = theatre.stack(theatre.place_of(row), theatre.counter(row).side)
    return tuple(one for one in there if one != row and not merging_violations(theatre, row, one))
