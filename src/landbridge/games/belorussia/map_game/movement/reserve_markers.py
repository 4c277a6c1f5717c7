"""Reserve markers in a match: how many a side has, and taking one up again (OCS 5.4a, 5.7g)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import lru_cache
from typing import Self

from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import Rules, muted
from landbridge.games.belorussia.arrivals.rail_and_reserves import reserve_markers
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.phases import MapPhase
from landbridge.games.belorussia.map_game.unit_verbs import UnitVerb
from landbridge.games.belorussia.movement.reserves import (
    leave_hedgehogs,
    lift_marker,
    markers_used,
    reserve_violations,
    units_in_reserve,
)
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.rulings import StartFrame
from landbridge.games.belorussia.words import Side, listed

LIFTING: Rules = ("OCS-5.4a-1", "OCS-5.2-2")


def too_many_markers(state: Ledger, theatre: Theatre, side: Side) -> tuple[Violation, ...]:
    """What speaks against the Reserve markers that a side uses in this turn."""
    used = markers_used(theatre, side)
    if not used:
        return ()
    has = _markers(side, state.date, state.rulings.start_frame, muted())
    if isinstance(has, str) or used <= has:
        return ()
    return reserve_violations(theatre, side, has)


@lru_cache(maxsize=32)
def _markers(side: Side, day: date, start_frame: StartFrame, without: frozenset[str]) -> int | str:
    """How many markers a side has, looked up once while the same rules are muted."""
    return reserve_markers(side, day, start_frame).result.in_all


def marker_first(state: Ledger, theatre: Theatre, rows: Sequence[int]) -> tuple[Violation, ...]:
    """What speaks against these counters' moving now: a marker too many is put right first.

    Whoever is in Reserve Mode may still go to others who are, and share their marker.
    """
    if not [row for row in rows if theatre.marker(row) != "reserve"]:
        return ()
    return too_many_markers(state, theatre, theatre.counter(rows[0]).side)


class LiftReserve(UnitVerb, frozen=True, tag="unreserve"):
    """Take the Reserve marker of a hex up again, where a side uses more than it has."""

    @classmethod
    def candidates(cls, state: Ledger, step: MapPhase) -> tuple[int, ...]:
        found = units_in_reserve(step.theatre(state), step.side)
        return tuple(rows[0] for rows in found.values())

    @classmethod
    def against(cls, theatre: Theatre, row: int) -> Violation | None:
        if theatre.marker(row) == "reserve":
            return None
        return Violation(f"{theatre.counter(row).name} is not in Reserve Mode", ("OCS-5.4a-1",))

    @classmethod
    def offer(cls, state: Ledger, step: MapPhase, who: str) -> Offer | None:
        if not cls.is_open(state, step, who):
            return None
        label = "Take a Reserve marker up again"
        return Offer("unreserve", label, (Slot("unit", lazy=True),), LIFTING)

    @classmethod
    def is_open(cls, state: Ledger, step: MapPhase, who: str) -> bool:
        return bool(too_many_markers(state, step.theatre(state), step.side))

    @classmethod
    def random_action(cls, state: Ledger, step: MapPhase, who: str, choose: Chooser) -> Self | None:
        rows = cls.candidates(state, step)
        return cls(step.theatre(state).counter(rows[choose(len(rows))]).id) if rows else None

    def check(self, state: Ledger, step: MapPhase, who: str) -> tuple[Violation, ...]:
        theatre = step.theatre(state)
        against = self.against(theatre, self.row(theatre, step))
        return () if against is None else (against,)

    def apply(self, state: Ledger, step: MapPhase, who: str, play: Play) -> Ledger:
        theatre = step.theatre(state)
        place = theatre.place_of(self.row(theatre, step))
        _log_released(theatre, step.side, {place}, LIFTING, play)
        return state.with_position(lift_marker(theatre, place, step.side))


def leave_the_hedgehogs(state: Ledger, theatre: Theatre, side: Side, play: Play) -> Ledger:
    """At the end of a Movement Segment nobody stays in Reserve Mode in a hedgehog."""
    position = leave_hedgehogs(theatre, side)
    if position.marker != theatre.position.marker:
        _log_released(theatre, side, set(position.hedgehogs), ("OCS-5.7g-1",), play)
    return state.with_position(position)


def _log_released(theatre: Theatre, side: Side, places: set[int], rules: Rules, play: Play) -> None:
    """Tell a side which of its units are no longer in Reserve Mode."""
    for place, rows in units_in_reserve(theatre, side).items():
        if place in places:
            names = listed([theatre.counter(row).name for row in rows])
            label = theatre.land.labels[place]
            play.log("reserve_lifted", rules, to=(side,), units=names, hex=label)
