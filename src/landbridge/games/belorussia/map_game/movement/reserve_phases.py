"""Reaction and Exploitation Phase: Reserves are released, march and overrun in the Movement
Segments, units in Exploit Mode too.

Planes sweep, shoot from the hip and change their bases in them; the Barrage Segments follow, and in
the Exploitation Phase a Combat Segment.
"""

from __future__ import annotations

from landbridge.engine.columns import BYTE
from landbridge.engine.play.actions import Action
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
from landbridge.games.belorussia.map_game.air.transporting import Airlift, Drop, may_carry
from landbridge.games.belorussia.map_game.barrage.barrage_segments import BeginBarrage, PhaseOver
from landbridge.games.belorussia.map_game.combat.attacking import Overrun
from landbridge.games.belorussia.map_game.combat.combat_phase import BeginCombat
from landbridge.games.belorussia.map_game.movement.changing_modes import ChangeMode
from landbridge.games.belorussia.map_game.movement.moving import Move
from landbridge.games.belorussia.map_game.movement.overstacking import CheckStacks, Eliminate
from landbridge.games.belorussia.map_game.movement.releasing import Release
from landbridge.games.belorussia.map_game.phases import Finish, MapPhase
from landbridge.games.belorussia.map_game.supply.blowing import Blow, dumps_in_danger
from landbridge.games.belorussia.map_game.supply.fuelling import Fuel
from landbridge.games.belorussia.movement.reserves import units_in_reserve
from landbridge.games.belorussia.movement.stacking import overstacked, stack_violations
from landbridge.games.belorussia.position.counters import SIDES, other_side
from landbridge.games.belorussia.position.position import MARKERS
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.sequence_of_play import who_acts
from landbridge.games.belorussia.words import Side


class ReservePhase(MapPhase, frozen=True):
    """A phase in which of all ground units only released Reserves move."""

    verbs = (
        *(Release, Move, Overrun, Fuel, ChangeMode, Blow),
        *(Transfer, Sweep, HipShoot, Airlift, Drop, Merge, Eliminate, Finish),
    )

    def may_end(self, state: Ledger) -> tuple[Violation, ...]:
        return stack_violations(self.theatre(state), self.side)

    def checks(self) -> tuple[Routine, ...]:
        return (CheckStacks(other_side(self.side)),)

    def random_action(self, state: Ledger, who: str, choose: Chooser) -> Action | None:
        if overstacked(self.theatre(state), self.side):
            return Eliminate.random_action(state, self, who, choose)
        verbs = (Release, Move, Overrun, Fuel, Blow, Transfer, Sweep, HipShoot, Airlift, Drop)
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
    return bool(able) or may_fly(state, step) or may_carry(state, step)


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
