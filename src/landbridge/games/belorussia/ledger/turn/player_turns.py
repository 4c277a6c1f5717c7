"""A player turn: its phases are put on the agenda."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from landbridge.engine.play.agenda import Routine, push_steps
from landbridge.engine.play.events import Play
from landbridge.games.belorussia.ledger.facts.lost_hqs import hqs_come_back
from landbridge.games.belorussia.ledger.fronts.orders import FrontDisplay
from landbridge.games.belorussia.ledger.reinforcement.checklist import Reinforcement
from landbridge.games.belorussia.ledger.reinforcement.entries import apply_dated_events, due_rows
from landbridge.games.belorussia.ledger.reinforcement.releases import vitebsk_lapses
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.ledger.turn.on_the_map import OnTheMap, SimulcastTurn
from landbridge.games.belorussia.words import NAME_OF, Side

SURGE_PLACED, SURGE_ACTIVATED = 2, 1
"""What a partisan surge brings (RUL-TFB-38)."""


class BeginPlayerTurn(Routine, frozen=True):
    """Puts the phases of a player turn on the agenda."""

    side: Side
    simulcast: bool = False

    def run(self, state: Ledger, play: Play) -> Ledger:
        rows = due_rows(state, self.side)
        own = [late for late in state.late if late.side == self.side]
        state = replace(state, late=tuple(late for late in state.late if late not in own))
        late_units = {late.row: late.units for late in own if late.units}
        phase = Reinforcement(self.side, rows=rows, late_units=late_units)
        phases: tuple[Any, ...] = (phase,)
        if self.side == "soviet":
            if state.surge:
                phase = replace(phase, partisans=SURGE_PLACED, activations=SURGE_ACTIVATED)
                state = replace(state, surge=False)
            phases = (FrontDisplay(), phase)
        if not self.simulcast:
            phases = (*phases, OnTheMap(self.side))
        elif self.side == "axis":
            phases = (*phases, SimulcastTurn())
        play.log("player_turn_begins", ("OCS 2.1",), side=NAME_OF[self.side])
        state = apply_dated_events(state, self.side, play)
        if self.side == "axis":
            state = vitebsk_lapses(hqs_come_back(state, play), play)
        return push_steps(state, *phases)
