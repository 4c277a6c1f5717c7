"""Reserve markers: how many a side uses, and where they cannot stay (OCS 5.4a, 5.7g)."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from landbridge.engine.columns import BYTE, WORD
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import in_force
from landbridge.games.belorussia.position.counters import SIDES
from landbridge.games.belorussia.position.position import MARKERS, Position
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.violations import violation_if, violations
from landbridge.games.belorussia.words import NAME_OF, Side, counted

RESERVE = MARKERS.index("reserve")


def units_in_reserve(theatre: Theatre, side: Side) -> dict[int, list[int]]:
    """A side's units in Reserve Mode, by the hex they are in."""
    return theatre.kept(
        ("reserves", side),
        lambda theatre: _in_reserve(theatre, side),
        lambda was, before, after, rows: (
            _in_reserve(after, side) if _touched(before, after, rows) else was
        ),
    )


def _touched(before: Theatre, after: Theatre, rows: list[int]) -> bool:
    """Whether one of these counters is in Reserve Mode, or was."""
    was, now = before.position.marker, after.position.marker
    return any(RESERVE in (was[row], now[row]) for row in rows)


def _in_reserve(theatre: Theatre, side: Side) -> dict[int, list[int]]:
    number, at, size = SIDES.index(side), WORD.numbers(theatre.position.at), theatre.land.size
    sides = theatre.counters.sides
    found: dict[int, list[int]] = {}
    for row in _marked(theatre.position.marker, RESERVE):
        if sides[row] == number and at[row] < size:
            found.setdefault(at[row], []).append(row)
    return found


@lru_cache(maxsize=16)
def _marked(markers: bytes, marker: int) -> tuple[int, ...]:
    """The rows with a marker; the column is the same for many moves."""
    return tuple(BYTE.select(markers, marker))


def markers_used(theatre: Theatre, side: Side) -> int:
    """How many Reserve markers a side uses: one for all units of a hex (OCS-5.4a-2)."""
    found = units_in_reserve(theatre, side)
    if in_force("OCS-5.4a-2"):
        return len(found)
    return sum(len(rows) for rows in found.values())


def lift_marker(theatre: Theatre, place: int, side: Side) -> Position:
    """The position when a side has taken a Reserve marker up again: all of that hex leave it."""
    rows = units_in_reserve(theatre, side).get(place, ())
    return replace(
        theatre.position, marker=BYTE.put_all(theatre.position.marker, dict.fromkeys(rows, 0))
    )


def reserve_violations(theatre: Theatre, side: Side, allowed: int) -> tuple[Violation, ...]:
    """What speaks against the Reserve markers that a side uses, of so many that it has."""
    used = markers_used(theatre, side)
    return violations(
        violation_if(
            used > allowed,
            f"{NAME_OF[side]} uses {counted(used, 'Reserve marker')} and has {allowed}",
            ("OCS-5.4a-1", "OCS-5.4a-2"),
            "one marker serves for all units of a hex; gather them, or change their mode",
        )
    )


def leave_hedgehogs(theatre: Theatre, side: Side) -> Position:
    """The position at the end of a Movement Segment: no Reserves in the hex of a hedgehog."""
    if not in_force("OCS-5.7g-1"):
        return theatre.position
    found = units_in_reserve(theatre, side)
    lost = {
        row: 0
        for place, rows in found.items()
        if place in theatre.position.hedgehogs
        for row in rows
    }
    return replace(theatre.position, marker=BYTE.put_all(theatre.position.marker, lost))
