"""Breakdowns (OCS 20): a step of a division that marches by itself, and comes back to it."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.columns import BYTE, WORD
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import in_force
from landbridge.games.belorussia.movement.faces import mode_of
from landbridge.games.belorussia.movement.segments import acting_side
from landbridge.games.belorussia.movement.sizes import QUARTERS, steps_left
from landbridge.games.belorussia.position.counters import SIDES, Counter, Counters, Face
from landbridge.games.belorussia.position.position import FINISHED, MOVED, UNUSED, Position
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.violations import violation_if, violations
from landbridge.games.belorussia.words import Side


class BrokenDown(Struct, frozen=True, kw_only=True):
    """A breakdown that has come into being."""

    counters: Counters
    """With the new counter, where none of the pool could be used."""
    position: Position
    row: int
    """The row of the breakdown."""


def breaks_down(theatre: Theatre, row: int) -> bool:
    """Whether a unit is one that has breakdowns: several steps, category Other (OCS-20.0-1)."""
    counter = theatre.counter(row)
    if not in_force("OCS-20.0-1"):
        return counter.is_combat
    return counter.is_combat and counter.steps > 1 and counter.category == "other"


def break_down_violations(
    theatre: Theatre, row: int, rating: int | None = None, *, after_combat: bool = False
) -> tuple[Violation, ...]:
    """What speaks against detaching a step from a unit now, with this action rating."""
    counter = theatre.counter(row)
    below = figures("breakdown_values", theatre.rulings.breakdown_values)["below_parent"]
    name, most = counter.name, max(0, counter.combat.rating - below)
    begins = theatre.phase == "movement" and counter.side == acting_side(theatre)
    begins = begins and not theatre.position.done[row] & MOVED
    return violations(
        violation_if(
            not breaks_down(theatre, row),
            f"{name} has no breakdowns",
            "OCS-20.0-1",
            "multi-step units of category Other have them",
        ),
        violation_if(
            steps_left(theatre, row) < 2,
            f"{name} has one step left",
            "OCS-20.0-2",
            "the last step stays with the unit",
        ),
        violation_if(
            not (begins or after_combat),
            f"{name} does not begin to move now",
            "OCS-20.0a-1",
            "as it begins to move, or as it advances or retreats after combat",
        ),
        violation_if(
            rating is not None and rating > most,
            f"a breakdown of {name} has no action rating of {rating}",
            ("OCS-20.0b-1", "RUL-TFB-142"),
            f"{most} or less",
        ),
    )


def break_down(theatre: Theatre, row: int, rating: int | None = None) -> BrokenDown:
    """Detach a step: the breakdown stands beside its parent, with the same mode and markers."""
    below = figures("breakdown_values", theatre.rulings.breakdown_values)["below_parent"]
    made = _breakdown_of(theatre.counter(row), rating, below)
    free = _from_pool(theatre, made)
    now, counters = theatre.position, theatre.counters
    if free is None:
        free = len(counters)
        made = _numbered(made, 1 + len(counters.breakdowns))
        counters = counters.with_added([made])
        now = now.with_rows(1)
    like = (
        {column: BYTE.put(getattr(now, column), free, getattr(now, column)[row]) for column in SAME}
        if in_force("OCS-20.0c-1")
        else {}
    )
    lost = {row: now.lost[row] + 1, free: 0} if in_force("OCS-20.0-2") else {free: 0}
    done = 0 if in_force("OCS-20.0e-1") else FINISHED
    position = replace(now.moved({free: theatre.place_of(row)}), **like)
    return BrokenDown(
        counters=counters,
        position=replace(
            position,
            lost=BYTE.put_all(position.lost, lost),
            done=BYTE.put(position.done, free, done),
            spent=WORD.put(position.spent, free, 0),
        ),
        row=free,
    )


SAME = ("face", "marker", "stock", "out")
"""What a breakdown and its parent have to have in common: the mode and every marker."""


def _breakdown_of(parent: Counter, rating: int | None, below: int) -> Counter:
    """The counter: a step's share of the parent's strength, its allowance, this rating."""
    best = max(0, parent.combat.rating - below)

    def share(face: Face) -> Face:
        return replace(
            face,
            strength=max(1, face.strength // parent.steps),
            rating=best if rating is None else rating,
        )

    return Counter(
        id="",
        side=parent.side,
        name=f"{parent.nation} breakdown".strip(),
        duty="breakdown",
        nation=pool_of(parent),
        combat=share(parent.combat),
        moving=share(parent.moving),
        steps=1,
        quarters=QUARTERS if in_force("OCS-20.0f-1") else parent.quarters,
    )


def pool_of(counter: Counter) -> str:
    """The pool from which a unit's breakdowns come: one a side, Hungarians apart."""
    if counter.nation == "Hungarian" and in_force("OCS-20.0g-1"):
        return "Hungarian"
    return "Soviet" if counter.side == "soviet" else "German"


def _from_pool(theatre: Theatre, wanted: Counter) -> int | None:
    """A breakdown that went back to the pool and has the same values."""
    for row in theatre.counters.breakdowns:
        counter = theatre.counter(row)
        alike = replace(counter, id="", name=wanted.name) == wanted
        if alike and theatre.place_of(row) == UNUSED:
            return row
    return None


def _numbered(made: Counter, number: int) -> Counter:
    """A breakdown that can be told from others."""
    return replace(made, id=f"{made.side[0].upper()}-BD-{number}", name=f"{made.name} {number}")


def absorb_violations(theatre: Theatre, parent: int, breakdown: int) -> tuple[Violation, ...]:
    """What speaks against a unit's taking up a breakdown."""
    unit, part = theatre.counter(parent), theatre.counter(breakdown)
    now = theatre.position
    alike = all(getattr(now, column)[parent] == getattr(now, column)[breakdown] for column in SAME)
    return violations(
        violation_if(
            not breaks_down(theatre, parent) or part.duty != "breakdown",
            f"{unit.name} does not absorb {part.name}",
            "OCS-20.0-1",
            "multi-step units of category Other absorb breakdowns",
        ),
        violation_if(
            pool_of(unit) != part.nation,
            f"{part.name} is of another nation than {unit.name}",
            "OCS-20.0g-1",
            "units of one nation share breakdowns",
        ),
        violation_if(
            theatre.place_of(parent) != theatre.place_of(breakdown),
            f"{part.name} is not stacked with {unit.name}",
            "OCS-20.0d-1",
        ),
        violation_if(
            not now.lost[parent], f"{unit.name} has all its steps", "OCS-20.0d-1", "a reduced unit"
        ),
        violation_if(
            part.combat.rating < unit.combat.rating,
            f"{part.name} has action rating {part.combat.rating}, and {unit.name} has"
            f" {unit.combat.rating}",
            "OCS-20.0b-2",
            "an action rating not below the parent's",
        ),
        violation_if(
            not alike,
            f"{part.name} is in {mode_of(theatre, breakdown)} Mode or has other markers than"
            f" {unit.name}",
            "OCS-20.0c-1",
            "the same mode and the same markers",
        ),
    )


def absorb(theatre: Theatre, parent: int, breakdown: int) -> Position:
    """A unit takes up a breakdown: it has a step more, and the counter goes back to its pool."""
    now = theatre.position.moved({breakdown: UNUSED})
    return replace(now, lost=BYTE.put(now.lost, parent, max(0, now.lost[parent] - 1)))


def to_absorb(theatre: Theatre, side: Side) -> Iterator[tuple[int, int]]:
    """The units that must absorb a breakdown at the end of the phase, each with one."""
    if not in_force("OCS-20.0d-1"):
        return
    number, size = SIDES.index(side), theatre.land.size
    for row in theatre.counters.breakdowns:
        place = theatre.place_of(row)
        if theatre.counters.sides[row] != number or place >= size:
            continue
        for parent in theatre.combat_units(place, side):
            if not absorb_violations(theatre, parent, row):
                yield parent, row
                break


def absorb_all(theatre: Theatre, side: Side) -> tuple[Position, tuple[tuple[int, int], ...]]:
    """The position at the end of a phase, and who has absorbed whom."""
    done: list[tuple[int, int]] = []
    while pair := next(to_absorb(theatre, side), None):
        theatre = theatre.with_position(absorb(theatre, *pair))
        done.append(pair)
    return theatre.position, tuple(done)
