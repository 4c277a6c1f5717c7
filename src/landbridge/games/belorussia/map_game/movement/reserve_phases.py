"""Reaction and Exploitation Phase: Reserves are released, march and overrun in the Movement
Segments, units in Exploit Mode too.

Planes sweep, shoot from the hip and change their bases in them; the Barrage Segments follow, and in
the Exploitation Phase a Combat Segment.
"""

from __future__ import annotations

from typing import Self

from landbridge.engine.columns import BYTE
from landbridge.engine.play.actions import Action, Offer, Slot
from landbridge.engine.play.agenda import Routine, Step, push_steps
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser, draw_from
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import in_force
from landbridge.engine.rules.findings import Why
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.air.air_bases import Transfer
from landbridge.games.belorussia.map_game.air.merging import Merge
from landbridge.games.belorussia.map_game.air.sweeping import HipShoot, Sweep, may_fly
from landbridge.games.belorussia.map_game.barrage.barrage_segments import BeginBarrage, PhaseOver
from landbridge.games.belorussia.map_game.combat.attacking import Overrun
from landbridge.games.belorussia.map_game.combat.combat_phase import BeginCombat
from landbridge.games.belorussia.map_game.movement.changing_modes import ChangeMode
from landbridge.games.belorussia.map_game.movement.moving import Move
from landbridge.games.belorussia.map_game.movement.overstacking import Eliminate
from landbridge.games.belorussia.map_game.phases import Finish, MapPhase
from landbridge.games.belorussia.map_game.supply.blowing import Blow, dumps_in_danger
from landbridge.games.belorussia.map_game.supply.fuelling import Fuel
from landbridge.games.belorussia.map_game.unit_verbs import UnitVerb
from landbridge.games.belorussia.movement.modes import release, release_violations
from landbridge.games.belorussia.movement.reserves import units_in_reserve
from landbridge.games.belorussia.movement.stacking import overstacked, stack_violations
from landbridge.games.belorussia.position.counters import SIDES, other_side
from landbridge.games.belorussia.position.position import MARKERS
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.sequence_of_play import who_acts
from landbridge.games.belorussia.words import NAME_OF, Side

RELEASE = ("OCS-5.7b-1", "OCS-5.4-4", "OCS-5.7b-7")


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


class ReservePhase(MapPhase, frozen=True):
    """A phase in which of all ground units only released Reserves move."""

    verbs = (
        *(Release, Move, Overrun, Fuel, ChangeMode, Blow),
        *(Transfer, Sweep, HipShoot, Merge, Eliminate, Finish),
    )

    def may_end(self, state: Ledger) -> tuple[Violation, ...]:
        return stack_violations(self.theatre(state), self.side)

    def random_action(self, state: Ledger, who: str, choose: Chooser) -> Action | None:
        if overstacked(self.theatre(state), self.side):
            return Eliminate.random_action(state, self, who, choose)
        verbs = (Release, Move, Overrun, Fuel, Blow, Transfer, Sweep, HipShoot)
        drawn = choose(3) and draw_from(verbs, state, self, who, choose)
        return drawn or Finish()


class MapReaction(ReservePhase, frozen=True):
    """The Reaction Phase: the side that is not phasing acts."""

    cites = ("OCS-2.2-1", "OCS-2.3-4")
    title = "Reaction Phase"
    phase = "reaction"

    phasing: Side
    """Whose player turn it is."""

    def theatre(self, state: Ledger) -> Theatre:
        return state.theatre("reaction", self.phasing)


class MapExploitation(ReservePhase, frozen=True):
    """The Exploitation Phase of a side."""

    cites = ("OCS-2.2-1", "OCS-2.2-4")
    title = "Exploitation Phase"
    phase = "exploitation"


class BeginReaction(Routine, frozen=True):
    """The Reaction Phase in a side's player turn: the other moves Reserves and planes, then fires.

    A segment in which it could do nothing is passed over.
    """

    side: Side

    def run(self, state: Ledger, play: Play) -> Ledger:
        acts = who_acts("reaction", self.side, Why())
        moving = MapReaction(acts, self.side)
        return push_steps(state, *segments(state, moving, self.side))


class BeginExploitation(Routine, frozen=True):
    """The Exploitation Phase of a side; a segment in which it could do nothing is passed over."""

    side: Side

    def run(self, state: Ledger, play: Play) -> Ledger:
        return push_steps(state, *segments(state, MapExploitation(self.side), self.side))


def _exploits(theatre: Theatre, side: Side) -> bool:
    """Whether a side has units in Exploit Mode."""
    sides, number = theatre.counters.sides, SIDES.index(side)
    marked = BYTE.select(theatre.position.marker, MARKERS.index("exploit"))
    return any(sides[row] == number for row in marked)


def has_more_to_do(state: Ledger, step: ReservePhase) -> bool:
    """Whether a side could move units or planes, dumps that it might blow apart."""
    theatre = step.theatre(state)
    able = units_in_reserve(theatre, step.side) or _exploits(theatre, step.side)
    return bool(able) or may_fly(state, step)


def segments(state: Ledger, moving: ReservePhase, phasing: Side) -> list[Step | Routine]:
    """The segments of a phase: movement where anybody could move, barrage, combat, and its end."""
    side, phase = moving.side, moving.phase
    moves = has_more_to_do(state, moving) or dumps_in_danger(state, moving)
    found: list[Step | Routine] = [moving] if moves else []
    if phase != "reaction" or in_force("OCS-2.2-3"):
        found.append(BeginBarrage(side, phase, phasing))
    if phase == "exploitation" and in_force("OCS-2.2-4"):
        found.append(BeginCombat(side, phase))
    return [*found, PhaseOver(side, phase, phasing)]
