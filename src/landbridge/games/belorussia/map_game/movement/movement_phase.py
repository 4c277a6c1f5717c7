"""The Movement Phase on the map: units march, in any order, each once."""

from __future__ import annotations

from landbridge.engine.play.actions import Action
from landbridge.engine.play.agenda import Routine, push_steps
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser, Verb, draw_from
from landbridge.engine.refusals import Violation
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.air.air_bases import Transfer
from landbridge.games.belorussia.map_game.air.merging import Merge
from landbridge.games.belorussia.map_game.air.sweeping import HipShoot, Sweep
from landbridge.games.belorussia.map_game.air.transporting import Airlift, Drop
from landbridge.games.belorussia.map_game.barrage.barrage_segments import BeginBarrage, PhaseOver
from landbridge.games.belorussia.map_game.building import Build, Reduce
from landbridge.games.belorussia.map_game.combat.attacking import Overrun
from landbridge.games.belorussia.map_game.movement.breaking_down import BreakDown
from landbridge.games.belorussia.map_game.movement.changing_modes import ChangeMode
from landbridge.games.belorussia.map_game.movement.loading import Combine, Load, Unload
from landbridge.games.belorussia.map_game.movement.moving import Move
from landbridge.games.belorussia.map_game.movement.overstacking import CheckStacks, Eliminate
from landbridge.games.belorussia.map_game.movement.rail_moving import Convert, Rail, RailSupply
from landbridge.games.belorussia.map_game.movement.reserve_markers import (
    LiftReserve,
    leave_the_hedgehogs,
    too_many_markers,
)
from landbridge.games.belorussia.map_game.movement.sailing import Sail
from landbridge.games.belorussia.map_game.phases import Finish, MapPhase, own_rows
from landbridge.games.belorussia.map_game.supply.blowing import Blow
from landbridge.games.belorussia.map_game.supply.collapsing import Collapse
from landbridge.games.belorussia.map_game.supply.extending import EXTENDER_VERBS
from landbridge.games.belorussia.map_game.supply.fuelling import Fuel
from landbridge.games.belorussia.movement.stacking import overstacked, stack_violations
from landbridge.games.belorussia.position.counters import other_side
from landbridge.games.belorussia.position.position import MOVED
from landbridge.games.belorussia.words import NAME_OF, counted

WORK: tuple[type[Verb], ...] = (
    *(Move, Overrun, ChangeMode, BreakDown, Fuel, Load, Unload, Combine),
    *(Rail, RailSupply, Convert, Sail, Build, Reduce),
    *(Transfer, Sweep, HipShoot, Airlift, Drop),
    *EXTENDER_VERBS,
    *(Collapse, Blow),
)
"""What is done with units in a Movement Segment."""


class MapMovement(MapPhase, frozen=True):
    """The Movement Segment of a side."""

    cites = ("OCS-2.2-1", "OCS-2.2-2")
    verbs = (*WORK, Merge, Eliminate, LiftReserve, Finish)
    title = "Movement Phase"
    phase = "movement"

    def may_end(self, state: Ledger) -> tuple[Violation, ...]:
        theatre = self.theatre(state)
        return (
            *stack_violations(theatre, self.side),
            *too_many_markers(state, theatre, self.side),
        )

    def end(self, state: Ledger, play: Play) -> Ledger:
        theatre = self.theatre(state)
        rows = own_rows(theatre, self.side)
        moved = counted(sum(bool(theatre.position.done[row] & MOVED) for row in rows), "unit")
        play.log("movement_over", self.cites, side=NAME_OF[self.side], units=moved)
        state = super().end(leave_the_hedgehogs(state, theatre, self.side, play), play)
        barrage = BeginBarrage(self.side, self.phase, self.side)
        return push_steps(state, barrage, PhaseOver(self.side, self.phase, self.side))

    def checks(self) -> tuple[Routine, ...]:
        return (CheckStacks(other_side(self.side)),)

    def random_action(self, state: Ledger, who: str, choose: Chooser) -> Action | None:
        if overstacked(self.theatre(state), self.side):
            return Eliminate.random_action(state, self, who, choose)
        if too_many_markers(state, self.theatre(state), self.side):
            return LiftReserve.random_action(state, self, who, choose)
        if choose(12) == 0:
            return Finish()
        return draw_from(WORK, state, self, who, choose) or Finish()
