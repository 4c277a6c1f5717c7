"""Releasing Reserves in a match, one after the other, in any segment of their phase (OCS 5.7b)."""

from __future__ import annotations

from typing import Self

from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import Rules, in_force
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.phases import MapPhase
from landbridge.games.belorussia.map_game.unit_verbs import UnitVerb
from landbridge.games.belorussia.movement.modes import release, release_violations
from landbridge.games.belorussia.movement.reserves import units_in_reserve
from landbridge.games.belorussia.position.counters import other_side
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.words import NAME_OF

RELEASE: Rules = ("OCS-5.7b-1", "OCS-5.4-4", "OCS-5.7b-7")


class Release(UnitVerb, frozen=True):
    """Release a unit in Reserve Mode."""

    phase = "exploitation"

    @classmethod
    def candidates(cls, state: Ledger, step: MapPhase) -> tuple[int, ...]:
        found = units_in_reserve(step.theatre(state), step.side)
        return tuple(row for rows in found.values() for row in rows)

    @classmethod
    def against(cls, theatre: Theatre, row: int) -> Violation | None:
        found = release_violations(theatre, (row,))
        return found[0] if found else None

    @classmethod
    def offer(cls, state: Ledger, step: MapPhase, who: str) -> Offer | None:
        slot: Slot = cls.units_slot(state, step)
        return Offer("release", "Release a Reserve", (slot,), RELEASE) if slot.choices else None

    @classmethod
    def random_action(cls, state: Ledger, step: MapPhase, who: str, choose: Chooser) -> Self | None:
        rows = cls.able(state, step)
        return cls(step.theatre(state).counter(rows[choose(len(rows))]).id) if rows else None

    def check(self, state: Ledger, step: MapPhase, who: str) -> tuple[Violation, ...]:
        theatre = step.theatre(state)
        return release_violations(theatre, (self.row(theatre, step),))

    def apply(self, state: Ledger, step: MapPhase, who: str, play: Play) -> Ledger:
        theatre = step.theatre(state)
        row = self.row(theatre, step)
        name, place = theatre.counter(row).name, theatre.land.labels[theatre.place_of(row)]
        play.log("released", RELEASE, to=(step.side,), unit=name, hex=place)
        others = (other_side(step.side),)
        play.log("somebody_released", RELEASE, to=others, side=NAME_OF[step.side], hex=place)
        return state.with_position(release(theatre, (row,)))


def with_reserves_released(state: Ledger, step: MapPhase) -> Ledger | None:
    """The match if a side had released all its Reserves; None where it has none to release."""
    theatre = step.theatre(state)
    rows = [row for own in units_in_reserve(theatre, step.side).values() for row in own]
    if not rows or step.phase not in ("reaction", "exploitation") or not in_force("OCS-5.7b-7"):
        return None
    return state.with_position(release(theatre, rows))
