"""Steps lost in combat: whose they are, and in which order (OCS 9.11)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import in_force
from landbridge.games.belorussia.movement.sizes import steps_left
from landbridge.games.belorussia.position.position import INACTIVE
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.violations import violation_if, violations

STANDING: dict[str, str] = {"garrison": "TFB-2.4a-6", "defense base": "TFB-2.4g-4"}
"""Units that never give ground, by their arm: options are losses, and they are lost last."""


def still_there(theatre: Theatre, rows: Sequence[int]) -> tuple[int, ...]:
    """Those of the units that are on the map still."""
    return tuple(row for row in rows if theatre.on_map(row) and steps_left(theatre, row) > 0)


def stands_fast(theatre: Theatre, rows: Sequence[int]) -> str:
    """The rule by which a stack does not retreat; nothing if it may."""
    for row in still_there(theatre, rows):
        by = STANDING.get(theatre.counter(row).arm, "")
        if by and not theatre.position.done[row] & INACTIVE and in_force(by):
            return by
    return ""


def may_lose(
    theatre: Theatre, rows: Sequence[int], leader: int, taken: Mapping[int, int]
) -> tuple[int, ...]:
    """The units of which one may lose the next step of a combat result."""
    left = still_there(theatre, rows)
    if not left:
        return ()
    if not taken and leader in left and in_force("OCS-9.11c-1"):
        return (leader,)
    others = [row for row in left if not _is_last(theatre, row)]
    left = tuple(others) if others else left
    if not in_force("OCS-9.11c-2"):
        return left
    unhurt = tuple(row for row in left if not taken.get(row))
    return unhurt or left


def _is_last(theatre: Theatre, row: int) -> bool:
    by = STANDING.get(theatre.counter(row).arm, "")
    return bool(by) and in_force(by)


def loss_violations(
    theatre: Theatre, rows: Sequence[int], leader: int, taken: Mapping[int, int], row: int
) -> tuple[Violation, ...]:
    """What speaks against this unit's losing the next step."""
    open_to = may_lose(theatre, rows, leader, taken)
    name = theatre.counter(row).name
    others = ", ".join(theatre.counter(one).name for one in open_to)
    first = not taken and leader in open_to and row != leader
    return violations(
        violation_if(
            row not in still_there(theatre, rows),
            f"{name} takes no part in the combat",
            "OCS-9.11-1",
            "a unit that fought loses the step",
        ),
        violation_if(
            first,
            f"the first step is lost by {others}, whose action rating counted",
            "OCS-9.11c-1",
            others,
        ),
        violation_if(
            not first and row not in open_to and bool(taken.get(row)),
            f"{name} has lost a step, and others have not",
            "OCS-9.11c-2",
            others,
        ),
        violation_if(
            not first and row not in open_to and not taken.get(row) and _is_last(theatre, row),
            f"{name} is the last to be lost",
            STANDING.get(theatre.counter(row).arm, "OCS-9.11-1"),
            others,
        ),
    )


def steps_of(theatre: Theatre, rows: Sequence[int]) -> int:
    """The steps that units have left together."""
    return sum(steps_left(theatre, row) for row in still_there(theatre, rows))
