"""Extenders (OCS 12.7): Transport Points that give up their wheels to lengthen trace."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from msgspec.structs import replace

from landbridge.engine.columns import BYTE, WORD
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import in_force
from landbridge.engine.rules.findings import Finding, Why
from landbridge.engine.space.graph import TWELFTHS
from landbridge.engine.space.marks import marked_places
from landbridge.games.belorussia.position.counters import SIDES, transport_point
from landbridge.games.belorussia.position.position import (
    FINISHED,
    MOVED,
    UNUSED,
    Extender,
    Position,
)
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.supply_lines.paths import FIGURES, ways_from
from landbridge.games.belorussia.supply_lines.sources import linked, range_of, sources_of
from landbridge.games.belorussia.supply_lines.trace import supply_state
from landbridge.games.belorussia.violations import refuse, violation_if, violations
from landbridge.games.belorussia.words import counted

POINTS: int = FIGURES["extender"]["points"]
SHARE = Fraction(FIGURES["extender"]["share_of_allowance"])


def half_allowance(theatre: Theatre, row: int) -> int:
    """What forming an Extender, or turning back, costs a Transport Point, in twelfths."""
    return int(theatre.counter(row).moving.move * TWELFTHS * SHARE)


def forming_violations(theatre: Theatre, rows: Sequence[int]) -> tuple[Violation, ...]:
    """What speaks against these Transport Points' becoming an Extender where they are."""
    counters = [theatre.counter(row) for row in rows]
    organic = [one.name for one in counters if one.kind == "organic_truck"]
    kinds = {one.kind for one in counters} - {"organic_truck"}
    places = {theatre.place_of(row) for row in rows}
    position = theatre.position
    tired = [row for row in rows if _allowance_left(theatre, row) < half_allowance(theatre, row)]
    alike = len(kinds) <= 1 and all(one.is_transport for one in counters)
    found = violations(
        violation_if(
            bool(organic), "Organic Trucks never form Extenders", "OCS-12.7-2", "trucks or wagons"
        ),
        violation_if(
            len(set(rows)) != POINTS or len(places) != 1 or not alike,
            f"{counted(len(set(rows)), 'counter')} {'is' if len(set(rows)) == 1 else 'are'} no"
            f" {POINTS} Transport Points of one type in a hex",
            "OCS-12.7-1",
            f"{POINTS} trucks, or {POINTS} wagons, in one hex",
        ),
        violation_if(
            any(position.load[row] for row in rows),
            "they are loaded",
            "OCS-12.7-1",
            "unload them first",
        ),
        violation_if(
            bool(tired) and in_force("OCS-12.7d-1"),
            "not all have half their allowance left",
            "OCS-12.7d-1",
            "each spends half its allowance",
        ),
    )
    return found or violations(
        violation_if(
            not _would_link(theatre, rows),
            "it would have no working link there",
            ("OCS-12.7d-2", "OCS-12.7c-2"),
            "a source or Extender within its range",
        )
    )


def _allowance_left(theatre: Theatre, row: int) -> int:
    spent = WORD.get(theatre.position.spent, row)
    return theatre.counter(row).moving.move * TWELFTHS - spent


def _extender(theatre: Theatre, rows: Sequence[int]) -> Extender:
    counter = theatre.counter(rows[0])
    kind: Literal["truck", "wagon"] = "wagon" if counter.kind == "wagon" else "truck"
    return Extender(counter.side, kind, theatre.place_of(rows[0]), tuple(sorted(rows)))


def _would_link(theatre: Theatre, rows: Sequence[int]) -> bool:
    made = _extender(theatre, rows)
    return linked(theatre, made, sources_of(theatre, made.side).column)


def form_extender(theatre: Theatre, rows: Sequence[int]) -> Finding[Position]:
    """The position when Transport Points have become an Extender."""
    refuse(forming_violations(theatre, rows))
    why = Why()
    made = _extender(theatre, rows)
    label = theatre.land.labels[made.place]
    why("OCS-12.7-1", f"{POINTS} empty points of one type in {label}")
    why("OCS-12.7d-1", "each spends half its allowance")
    why("OCS-12.7d-2", "it has a working link")
    why("OCS-12.7-3", "it does not move")
    return why.so(formed(theatre, rows))


def formed(theatre: Theatre, rows: Sequence[int]) -> Position:
    """The position when Transport Points have become an Extender; what they carry is put down."""
    made, position = _extender(theatre, rows), _charged(theatre, rows)
    carried = sum(position.load[row] for row in rows)
    if carried:
        empty = BYTE.put_all(position.load, dict.fromkeys(rows, 0))
        position = replace(position, load=empty)
        position = position.add_tokens(SIDES.index(made.side), made.place, carried)
    gone = position.moved(dict.fromkeys(rows, UNUSED)) if in_force("OCS-12.7-3") else position
    return replace(gone, extenders=(*position.extenders, made))


def is_set(theatre: Theatre, rows: Sequence[int]) -> bool:
    """Whether these could be an Extender at all: five Transport Points of one type in a hex."""
    kinds = {theatre.counter(row).kind for row in rows}
    places = {theatre.place_of(row) for row in rows}
    return len(set(rows)) == POINTS and len(places) == 1 and kinds in ({"truck"}, {"wagon"})


def fellows(theatre: Theatre, row: int) -> tuple[int, ...]:
    """The Transport Points with which one would form an Extender: of its kind, in its hex.

    Those that are empty and have moved least are taken.
    """
    counter, position = theatre.counter(row), theatre.position
    others = [
        other
        for other in theatre.stack(theatre.place_of(row), counter.side)
        if other != row and theatre.counter(other).kind == counter.kind
    ]
    others.sort(
        key=lambda other: (bool(position.load[other]), -_allowance_left(theatre, other), other)
    )
    return (row, *others[: POINTS - 1])


def turning_violations(theatre: Theatre, extender: Extender) -> tuple[Violation, ...]:
    """What speaks against an Extender's becoming Transport Points again."""
    tired = any(
        _allowance_left(theatre, row) < half_allowance(theatre, row) for row in extender.points
    )
    return violations(
        violation_if(
            tired,
            "its points have not half their allowance left",
            "OCS-12.7d-1",
            "turn it back in a later phase",
        )
    )


def turn_back(theatre: Theatre, extender: Extender) -> Finding[Position]:
    """The position when an Extender has become Transport Points again."""
    why = Why()
    refuse(turning_violations(theatre, extender))
    why("OCS-12.7d-1", "each point spends half its allowance and may then move on by itself")
    return why.so(turned_back(theatre, extender))


def turned_back(theatre: Theatre, extender: Extender) -> Position:
    """The position when the points of an Extender stand where it was."""
    position = _charged(theatre, extender.points)
    others = tuple(one for one in position.extenders if one != extender)
    back = position.moved(dict.fromkeys(extender.points, extender.place))
    return replace(back, extenders=others)


def _range(theatre: Theatre, extender: Extender) -> bytes:
    """By place: 1 in the range of an Extender."""
    move = FIGURES["extender"][extender.kind]["by"]
    limit = range_of(extender.kind)
    return ways_from(theatre, extender.side, extender.place, move, limit).marked()


def collapse_places(theatre: Theatre, extender: Extender) -> list[int]:
    """The hexes to which an Extender may collapse."""
    near = places_to_collapse(theatre, extender)
    return [place for place in near if not collapse_violations(theatre, extender, place)]


def places_to_collapse(theatre: Theatre, extender: Extender) -> Sequence[int]:
    """The hexes in its range, with trace or without."""
    bounded = in_force("OCS-9.14d-3")
    return marked_places(_range(theatre, extender)) if bounded else range(theatre.land.size)


def collapse_violations(theatre: Theatre, extender: Extender, to: int) -> tuple[Violation, ...]:
    """What speaks against an Extender's collapsing to a hex, of its owner's will."""
    label = theatre.land.labels[to]
    point = transport_point("", extender.side, extender.kind)
    fed = supply_state(theatre, extender.side).reaches(point, to)
    return violations(
        violation_if(
            not _range(theatre, extender)[to],
            f"{label} is not within the range of the Extender",
            "OCS-9.14d-3",
            "a hex in its range",
        ),
        violation_if(
            not fed, f"{label} has no trace supply", "OCS-9.14d-3", "a hex that has trace supply"
        ),
    )


def collapse(theatre: Theatre, extender: Extender, to: int) -> Finding[Position]:
    """The position when an Extender has collapsed: its points are displaced, and move no more."""
    refuse(collapse_violations(theatre, extender, to))
    why = Why()
    why.by("OCS-9.14d-3", "it collapses of its owner's will instead of moving, without loss")
    return why.so(collapsed(theatre, extender, to))


def collapsed(theatre: Theatre, extender: Extender, to: int) -> Position:
    """The position when the points of an Extender stand in a hex, on their transport side."""
    position = theatre.position.moved(dict.fromkeys(extender.points, to))
    others = tuple(one for one in position.extenders if one != extender)
    return replace(position, extenders=others).mark(extender.points, MOVED | FINISHED)


def _charged(theatre: Theatre, rows: Sequence[int]) -> Position:
    """The position when each of these has paid half its allowance."""
    if not in_force("OCS-12.7d-1"):
        return theatre.position
    position = theatre.position
    spent = {row: WORD.get(position.spent, row) + half_allowance(theatre, row) for row in rows}
    marked = position.mark(tuple(rows), MOVED)
    return replace(marked, spent=WORD.put_all(position.spent, spent))
