"""The Combat Phase on the map, and the Combat Segment of the Exploitation Phase (OCS 9.1)."""

from __future__ import annotations

from typing import ClassVar

from landbridge.engine.play.actions import Action
from landbridge.engine.play.agenda import Routine, push_steps
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser, Verb
from landbridge.engine.refusals import Violation
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.combat.attacking import Attack
from landbridge.games.belorussia.map_game.combat.occupying import Occupy
from landbridge.games.belorussia.map_game.movement.overstacking import CheckStacks, Eliminate
from landbridge.games.belorussia.map_game.movement.releasing import (
    Release,
    with_reserves_released,
)
from landbridge.games.belorussia.map_game.phases import Finish, MapPhase
from landbridge.games.belorussia.movement.stacking import overstacked, stack_violations
from landbridge.games.belorussia.position.counters import other_side
from landbridge.games.belorussia.words import Phase, Side


class CombatSegment(MapPhase, frozen=True):
    """A side attacks, hex by hex, until it ends the segment."""

    cites = ("OCS-2.2-4", "OCS-9.1a-1")
    verbs: ClassVar[tuple[type[Verb], ...]] = (Attack, Occupy, Eliminate, Finish)

    def may_end(self, state: Ledger) -> tuple[Violation, ...]:
        return stack_violations(self.theatre(state), self.side)

    def checks(self) -> tuple[Routine, ...]:
        return (CheckStacks(other_side(self.side)),)

    def random_action(self, state: Ledger, who: str, choose: Chooser) -> Action | None:
        if overstacked(self.theatre(state), self.side):
            return Eliminate.random_action(state, self, who, choose)
        drawn = choose(4) and Attack.random_action(state, self, who, choose)
        return drawn or Occupy.random_action(state, self, who, choose) or Finish()


class MapCombat(CombatSegment, frozen=True):
    """The Combat Segment of the Combat Phase."""

    title = "Combat Phase"
    phase = "combat"


class ExploitationCombat(CombatSegment, frozen=True):
    """The Combat Segment of the Exploitation Phase."""

    title = "Exploitation Phase, Combat Segment"
    verbs: ClassVar[tuple[type[Verb], ...]] = (Attack, Occupy, Release, Eliminate, Finish)
    phase = "exploitation"


SEGMENTS: dict[Phase, type[CombatSegment]] = {
    "combat": MapCombat,
    "exploitation": ExploitationCombat,
}


class BeginCombat(Routine, frozen=True):
    """The Combat Segment of a side's phase; nothing where it can attack nobody."""

    side: Side
    phase: Phase

    def run(self, state: Ledger, play: Play) -> Ledger:
        segment = SEGMENTS[self.phase](self.side)
        released = with_reserves_released(state, segment)
        able = Attack.can_strike(state, segment)
        if not able and released is not None:
            able = Attack.can_strike(released, segment)
        able = able or Occupy.is_offered(state, segment, self.side)
        return push_steps(state, segment) if able else state
