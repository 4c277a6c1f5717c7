"""Barrage Segments of the phases (OCS 2.2): guns and planes fire until their side ends them."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from landbridge.engine.play.actions import Action
from landbridge.engine.play.agenda import Routine, push_steps
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser, Verb
from landbridge.games.belorussia.fronts.front_barrages import cease_fire
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.barrage.barraging import (
    BarrageHex,
    BarrageStep,
    can_barrage,
)
from landbridge.games.belorussia.map_game.barrage.front_barrage import OpenFire, ready_fronts
from landbridge.games.belorussia.map_game.movement.breaking_down import absorb_breakdowns
from landbridge.games.belorussia.map_game.movement.releasing import (
    Release,
    with_reserves_released,
)
from landbridge.games.belorussia.map_game.phases import Finish, own_rows, phase_over
from landbridge.games.belorussia.supply_lines.fuel import fuel_of_phase_ends
from landbridge.games.belorussia.words import Phase, Side


class BarrageSegment(BarrageStep, frozen=True):
    """A Barrage Segment of a side."""

    verbs: ClassVar[tuple[type[Verb], ...]] = (BarrageHex, Finish)
    title = "Barrage Segment"

    def has_targets(self, state: Ledger) -> bool:
        """Whether anybody of the side could fire, Reserves that may still be released too."""
        released = with_reserves_released(state, self)
        return can_barrage(state, self) or (released is not None and can_barrage(released, self))

    def random_action(self, state: Ledger, who: str, choose: Chooser) -> Action | None:
        drawn = choose(4) and BarrageHex.random_action(state, self, who, choose)
        return drawn or Finish()


class MovementBarrage(BarrageSegment, frozen=True):
    """The Barrage Segment of the Movement Phase: planes only."""

    cites = ("OCS-2.2-2", "OCS-14.7-1")
    phase = "movement"


class ReactionBarrage(BarrageSegment, frozen=True):
    """The Barrage Segment of the Reaction Phase."""

    cites = ("OCS-2.2-3", "OCS-14.7-1")
    verbs = (BarrageHex, Release, Finish)
    phase = "reaction"


class CombatBarrage(BarrageSegment, frozen=True):
    """The Barrage Segment of the Combat Phase: guns only."""

    cites = ("OCS-10.0e-5",)
    verbs = (BarrageHex, OpenFire, Finish)
    phase = "combat"

    def has_targets(self, state: Ledger) -> bool:
        return super().has_targets(state) or any(True for _ in ready_fronts(state, self))

    def end(self, state: Ledger, play: Play) -> Ledger:
        if state.fronts:
            state = replace(state, fronts=cease_fire(state.fronts))
        return super().end(state, play)


class ExploitationBarrage(BarrageSegment, frozen=True):
    """The Barrage Segment of the Exploitation Phase."""

    cites = ("OCS-10.0e-6", "OCS-14.7-1")
    verbs = (BarrageHex, Release, Finish)
    phase = "exploitation"


SEGMENTS: dict[Phase, type[BarrageSegment]] = {
    "movement": MovementBarrage,
    "reaction": ReactionBarrage,
    "combat": CombatBarrage,
    "exploitation": ExploitationBarrage,
}


class BeginBarrage(Routine, frozen=True):
    """The Barrage Segment of a phase; nothing where nobody of the side could fire."""

    side: Side
    phase: Phase
    phasing: Side
    """Whose player turn it is."""

    def run(self, state: Ledger, play: Play) -> Ledger:
        segment = SEGMENTS[self.phase](self.side, self.phasing)
        return push_steps(state, segment) if segment.has_targets(state) else state


class PhaseOver(Routine, frozen=True):
    """A phase is over with all its segments: what counters did in it is forgotten."""

    side: Side
    phase: Phase
    phasing: Side

    def run(self, state: Ledger, play: Play) -> Ledger:
        theatre = state.theatre(self.phase, self.phasing)
        position = phase_over(theatre.position, own_rows(theatre, self.side))
        state = state.with_position(fuel_of_phase_ends(position))
        return absorb_breakdowns(state, self.phase, self.side, play)
