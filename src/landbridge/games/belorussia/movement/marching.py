"""A march: a unit or a stack goes along a path, every counter with its own count (OCS 6.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.columns import BYTE, WORD
from landbridge.engine.refusals import Refusal, Violation
from landbridge.engine.rules.citing import in_force
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.movement.allowances import allowance_spent, allowed
from landbridge.games.belorussia.movement.setting_out import (
    Asks,
    could_trace,
    has_fuel,
    setting_out_violations,
)
from landbridge.games.belorussia.movement.walking import Walk
from landbridge.games.belorussia.position.counters import other_side
from landbridge.games.belorussia.position.position import FINISHED, MOVED, Position
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.rail.control import stations_taken, take_control
from landbridge.games.belorussia.supply_lines.fuel import take_fuel
from landbridge.games.belorussia.terrain.chart import cost_text
from landbridge.games.belorussia.violations import violation_if, violations


class MarchResult(Struct, frozen=True, kw_only=True):
    """What a march has done."""

    position: Position
    path: tuple[int, ...]
    """The places entered, in order."""
    steps: tuple[int, ...]
    """The steps that led there."""
    spent: dict[int, int]
    """What each counter has paid on this march, in twelfths."""
    dropped: dict[int, int]
    """Who was left behind, and where."""
    stopped: tuple[int, ...]
    """Who cannot go on in this phase."""
    negators: tuple[int, ...]
    """Whose presence was used against an enemy ZOC; they move no more in this phase."""
    came_upon: tuple[int, ...]
    """Places entered in which the enemy has supply, trucks, planes or an air base, or partisans
    face down, who are displaced."""


def march(
    theatre: Theatre,
    rows: Sequence[int],
    path: Sequence[int],
    *,
    drop: Mapping[int, int] | None = None,
    fuelled: Asks = has_fuel,
    in_trace: Asks = could_trace,
) -> Finding[MarchResult]:
    """Counters that stand together go along a path: the places that they enter, in order.

    `drop` says who is left behind, and in which place. A refusal has every violation.
    """
    why = Why()
    found = setting_out_violations(theatre, rows, fuelled)
    if found:
        raise Refusal.for_violations(found)
    walked = Walk(theatre, rows)
    leaving = dict(drop or {})
    for there in path:
        if leaving:
            _drop_here(walked, leaving)
        if found or not walked.going:
            break
        found = walked.step(there)
    if not found:
        _drop_here(walked, leaving)
        found = _strays(theatre, leaving)
    if found:
        raise Refusal.for_violations(found)
    done = _marched(theatre, walked, tuple(path))
    found = _ending_violations(theatre, done, walked.rows, in_trace)
    if found:
        raise Refusal.for_violations(found)
    _note(walked, why)
    return why.so(done)


def _drop_here(walked: Walk, leaving: dict[int, int]) -> None:
    for row in [row for row, place in leaving.items() if place == walked.here]:
        del leaving[row]
        if row in walked.going:
            walked.drop(row)


def _strays(theatre: Theatre, leaving: Mapping[int, int]) -> tuple[Violation, ...]:
    labels = theatre.land.labels
    return tuple(
        Violation(
            f"{theatre.counter(row).name} cannot be left in {labels[place]}: the march does not"
            " pass there",
            ("OCS-6.1f-1",),
            "leave it in a hex of the path",
        )
        for row, place in leaving.items()
    )


def _marched(theatre: Theatre, walked: Walk, path: tuple[int, ...]) -> MarchResult:
    now = _disturbed(theatre, walked)
    stopped = dict.fromkeys(walked.stopped)
    held = [row for row in walked.held if row in walked.going]
    if held and walked.helper() is None:
        stopped |= dict.fromkeys(held)
    places = {row: walked.dropped.get(row, walked.here) for row in walked.rows}
    totals = {row: allowance_spent(theatre, row) + paid for row, paid in walked.paid.items()}
    position = replace(
        now,
        at=WORD.put_all(now.at, places),
        spent=WORD.put_all(now.spent, totals),
        fuelled_hqs=_givers(theatre, walked.rows),
        moving=tuple(row for row in walked.going if row not in stopped),
        began={row: now.began.get(row, theatre.place_of(row)) for row in walked.going},
        airlifts=now.airlifts.start(walked.rows, theatre.place_of(walked.rows[0])),
        done=_done(theatre, now, walked, stopped),
    )
    position = take_control(position, walked.side, walked.taken)
    return MarchResult(
        position=position,
        path=path,
        steps=_steps_along(walked, path),
        spent=walked.paid,
        dropped=walked.dropped,
        stopped=tuple(stopped),
        negators=tuple(walked.negators),
        came_upon=tuple(walked.came_upon),
    )


def _steps_along(walked: Walk, path: tuple[int, ...]) -> tuple[int, ...]:
    """The steps of a path, those among them that nobody was left to make."""
    if len(walked.steps) < len(path):
        places = (walked.theatre.place_of(walked.rows[0]), *path)
        return tuple(walked.land.graph.step(here, there) for here, there in pairwise(places))
    return tuple(walked.steps)


def _done(theatre: Theatre, now: Position, walked: Walk, stopped: Iterable[int]) -> bytes:
    """What everybody has done in this phase: these have moved, and some move no more."""
    finished = [*stopped, *walked.negators]
    finished += walked.dropped if in_force("OCS-6.1f-1") else ()
    if in_force("OCS-6.1f-1" if goes_on(theatre, walked.rows) else "OCS-6.1-1"):
        finished += [row for row in now.moving if row not in walked.rows]
    bits = dict.fromkeys(finished, FINISHED)
    bits |= {row: bits.get(row, 0) | MOVED for row in walked.rows}
    return BYTE.put_all(now.done, {row: now.done[row] | more for row, more in bits.items()})


def goes_on(theatre: Theatre, rows: Sequence[int]) -> bool:
    """Whether these are of the stack whose move has begun; whoever of it is not stays behind."""
    return set(rows) <= set(theatre.position.moving)


def _disturbed(theatre: Theatre, walked: Walk) -> Position:
    """The position for enemies in Strat Mode: whoever moves next to them, they stay in it."""
    if in_force("OCS-5.8a-2"):
        return theatre.position
    around = theatre.land.graph.neighbours[walked.here]
    enemies = [row for there in around for row in theatre.stack(there, other_side(walked.side))]
    off = {row: 0 for row in enemies if theatre.marker(row) == "strat"}
    return replace(theatre.position, marker=BYTE.put_all(theatre.position.marker, off))


def _givers(theatre: Theatre, rows: Sequence[int]) -> dict[int, int]:
    """Which HQs have given fuel from where, once these have set out."""
    for row in rows if theatre.position.fuelled_hqs else ():
        if row not in theatre.position.moving:
            theatre = theatre.with_position(take_fuel(theatre, row))
    return theatre.position.fuelled_hqs


def _ending_violations(
    theatre: Theatre, done: MarchResult, rows: Sequence[int], in_trace: Asks
) -> tuple[Violation, ...]:
    """What speaks against ending a move where it ends: for units in Reserve or Strat Mode."""
    marked = [row for row in rows if theatre.marker(row) in ("reserve", "strat")]
    if not marked:
        return ()
    theatre = theatre.with_position(done.position)
    found = []
    for row in marked:
        name, place = theatre.counter(row).name, theatre.place_of(row)
        label, marker = theatre.land.labels[place], theatre.marker(row)
        found += [
            violation_if(
                marker == "reserve" and place in theatre.position.hedgehogs,
                f"{name} is in Reserve Mode and cannot end its move in the hedgehog of {label}",
                "OCS-5.7g-1",
                "end in a hex without a hedgehog",
            ),
            violation_if(
                marker == "strat" and not in_trace(theatre, row),
                f"{name} is in Strat Mode and could get no trace supply in {label}",
                "OCS-5.8b-1",
                "end where it could",
            ),
        ]
    return violations(*found)


def _note(walked: Walk, why: Why) -> None:
    """The reasons that a player wants to hear: what each pays, who had to stop, who helped."""
    for row, paid in walked.paid.items():
        whole = cost_text(allowed(walked.theatre, row))
        why(("OCS-6.1a-1",), f"{walked.name(row)} pays {cost_text(paid)} of {whole}")
    for place in stations_taken(walked.theatre, walked.side, walked.taken):
        label = walked.land.labels[place]
        why("OCS-13.3h-2", f"{label} is the side's own now")
        why("OCS-13.3d-1", f"the railway of {label} keeps its gauge")
    for row in walked.negators:
        text = "negates the enemy ZOC that Truck units pass, and moves no more in this phase"
        why(("OCS-4.5a-3", "OCS-4.5b-1", "OCS-4.5b-2"), f"{walked.name(row)} {text}")
