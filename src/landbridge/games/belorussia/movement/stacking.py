"""Stacking (OCS 4.8): ten RE of combat units in a hex, looked at when a segment ends."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from landbridge.engine.columns import WORD
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import Rules, in_force, muted
from landbridge.engine.rules.findings import unique
from landbridge.games.belorussia.movement.sizes import QUARTERS, quarters_of, size_of
from landbridge.games.belorussia.position.counters import SIDES
from landbridge.games.belorussia.position.position import Position
from landbridge.games.belorussia.position.theatre import Change, Theatre
from landbridge.games.belorussia.supply_lines.starving import destroyed
from landbridge.games.belorussia.violations import violation_if, violations
from landbridge.games.belorussia.words import Phase, Side

MOST = 10
"""RE of combat units in a hex."""


def is_checked_after(phase: Phase) -> bool:
    """Whether stacking is looked at when a segment of this phase ends (OCS-4.8a-1)."""
    return phase != "reinforcement" and in_force("OCS-4.8a-1")


def re_text(quarters: int) -> str:
    """Regimental equivalents as players write them."""
    return str(Fraction(quarters, QUARTERS))


def quarters_in(theatre: Theatre, place: int, side: Side) -> int:
    """The RE of a side's units in a hex, in quarters."""
    return sum([_stacked(theatre, row) for row in theatre.stack(place, side)])


def _stacked(theatre: Theatre, row: int) -> int:
    """What a counter counts for stacking: of Transport Points there may be any number."""
    if theatre.counter(row).is_transport and not in_force("OCS-4.8-2"):
        return QUARTERS
    return quarters_of(theatre, row)


def too_many_in(theatre: Theatre, place: int, rows: Sequence[int]) -> int:
    """How many quarters of an RE too much a hex would hold if these of a side came there too."""
    if not in_force("OCS-4.8-1"):
        return 0
    coming = sum(_stacked(theatre, row) for row in rows if theatre.place_of(row) != place)
    there = quarters_in(theatre, place, theatre.counter(rows[0]).side)
    return max(0, there + coming - MOST * QUARTERS)


def overstacked(theatre: Theatre, side: Side) -> dict[int, int]:
    """The hexes in which a side has more than it may, and how many quarters of an RE too much.

    They come in the order of the first counter in each.
    """
    if not in_force("OCS-4.8-1"):
        return {}
    return theatre.kept(
        ("overstacked", side), lambda theatre: _overstacked(theatre, side), _after_move(side)
    )


def _overstacked(theatre: Theatre, side: Side) -> dict[int, int]:
    most, found = MOST * QUARTERS, _quarters_by_place(theatre, side)
    return _in_order(theatre, side, {place: n - most for place, n in found.items() if n > most})


def _quarters_by_place(theatre: Theatre, side: Side) -> dict[int, int]:
    """The RE of a side's units by hex, in quarters."""
    if muted():
        return {place: quarters_in(theatre, place, side) for place in theatre.stacks}
    at, lost, size = WORD.numbers(theatre.position.at), theatre.position.lost, theatre.land.size
    whole = theatre.counters.quarters
    found: dict[int, int] = {}
    for row in theatre.counters.combat[SIDES.index(side)]:
        place = at[row]
        if place < size:
            quarters = quarters_of(theatre, row) if lost[row] else whole[row]
            found[place] = found.get(place, 0) + quarters
    return found


def _in_order(theatre: Theatre, side: Side, over: dict[int, int]) -> dict[int, int]:
    """These hexes in the order of the first counter in each."""
    places = sorted(over, key=lambda place: theatre.stack(place, side)[0])
    return {place: over[place] for place in places}


def _after_move(side: Side) -> Change[dict[int, int]]:
    """How it changes with a move: only hexes that somebody left or entered are counted again."""

    def change(
        was: dict[int, int], before: Theatre, after: Theatre, rows: list[int]
    ) -> dict[int, int]:
        own, sides = SIDES.index(side), after.counters.sides
        touched = {
            theatre.place_of(row)
            for row in rows
            if sides[row] == own
            if before.place_of(row) != after.place_of(row)
            or before.position.lost[row] != after.position.lost[row]
            for theatre in (before, after)
        }
        if not touched:
            return was
        over = {
            place: quarters_in(after, place, side) - MOST * QUARTERS
            for place in touched
            if place < after.land.size
        }
        over = {place: more for place, more in (was | over).items() if more > 0}
        return _in_order(after, side, over)

    return change


def stack_violations(theatre: Theatre, side: Side) -> tuple[Violation, ...]:
    """What is wrong with a side's stacks at the end of a segment; nothing where none is asked."""
    if not is_checked_after(theatre.phase):
        return ()
    labels = theatre.land.labels
    return tuple(
        Violation(
            f"{labels[place]} holds {re_text(MOST * QUARTERS + over)} RE, and {MOST} is the most",
            ("OCS-4.8-1", "OCS-4.8a-1", "OCS-4.8a-2", *_sizes(theatre, place, side)),
            f"eliminate {re_text(over)} RE there, by your choice",
        )
        for place, over in sorted(overstacked(theatre, side).items())
    )


def _sizes(theatre: Theatre, place: int, side: Side) -> Rules:
    """The rules by which the counters in a hex have their RE."""
    rows = theatre.stack(place, side)
    found = [rule for row in rows for rule in size_of(theatre, row).rules]
    carried = [row for row in rows if theatre.counter(row).is_transport]
    return unique((*found, *(("OCS-4.8-2",) if carried else ())))


def second_violations(
    theatre: Theatre, place: int, what: Literal["air_base", "hedgehog"]
) -> tuple[Violation, ...]:
    """What speaks against another air base or hedgehog in a hex."""
    there = theatre.position.bases if what == "air_base" else theatre.position.hedgehogs
    name = what.replace("_", " ")
    return violations(
        violation_if(
            place in there,
            f"there is {'an' if what == 'air_base' else 'a'} {name} in"
            f" {theatre.land.labels[place]} already",
            "OCS-4.8-3",
            "one of a kind in a hex; raise its level instead",
        )
    )


def elimination_violations(theatre: Theatre, rows: Sequence[int]) -> tuple[Violation, ...]:
    """What speaks against putting an end to overstacking by eliminating these units."""
    if not rows:
        return ()
    side = theatre.counter(rows[0]).side
    places = {theatre.place_of(row) for row in rows}
    over = overstacked(theatre, side)
    taken = {p: [r for r in rows if theatre.place_of(r) == p] for p in places}
    found = []
    for place, units in taken.items():
        label = theatre.land.labels[place]
        removed = sum(quarters_of(theatre, row) for row in units)
        spare = min(quarters_of(theatre, row) for row in units)
        found += [
            violation_if(
                removed < over.get(place, 0),
                f"{label} is still overstacked",
                ("OCS-4.8-1", "OCS-4.8a-2"),
                f"{re_text(over.get(place, 0))} RE have to go",
            ),
            violation_if(
                place not in over or (removed - spare >= over[place]),
                f"more would go from {label} than has to",
                "OCS-4.8a-2",
                "as many as bring it to 10 RE or less",
            ),
        ]
    return violations(*found)


def eliminate(theatre: Theatre, rows: Sequence[int]) -> Position:
    """The position after units have been eliminated."""
    return destroyed(theatre, theatre.position, rows)
