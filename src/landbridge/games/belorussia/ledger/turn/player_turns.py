"""A player turn: its phases are put on the agenda."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from landbridge.engine.play.agenda import Routine, push_steps
from landbridge.engine.play.events import Play
from landbridge.engine.rules.findings import Why
from landbridge.games.belorussia.ledger.facts.lost_hqs import hqs_come_back
from landbridge.games.belorussia.ledger.fronts.orders import FrontDisplay
from landbridge.games.belorussia.ledger.reinforcement.checklist import Reinforcement
from landbridge.games.belorussia.ledger.reinforcement.entries import apply_dated_events, due_rows
from landbridge.games.belorussia.ledger.reinforcement.releases import vitebsk_lapses
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.ledger.turn.on_the_map import OnTheMap, SimulcastTurn
from landbridge.games.belorussia.map_game.arrivals.reinforcement_phase import (
    MapReinforcement,
    begin_on_map,
    hqs_return,
    prepare_map,
)
from landbridge.games.belorussia.map_game.arrivals.short_arrivals import begin_short
from landbridge.games.belorussia.map_game.player_turn import Steps, map_steps
from landbridge.games.belorussia.position.counters import SIDES
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.sequence_of_play import player_turn
from landbridge.games.belorussia.words import NAME_OF, Phase, Side


class PartisanSurge(NamedTuple):
    """What the Special Event of a partisan surge brings."""

    placed: int
    activated: int


def surge_brings(state: Ledger) -> PartisanSurge:
    """What a partisan surge brings, as ruled or as the owner's box has it (RUL-TFB-38)."""
    settled = figures("special_events", state.rulings.special_events)
    return PartisanSurge(settled["surge_placed"], settled["surge_activated"])


class BeginPlayerTurn(Routine, frozen=True):
    """Puts the phases of a player turn on the agenda."""

    side: Side

    def run(self, state: Ledger, play: Play) -> Ledger:
        play.log("player_turn_begins", ("OCS-2.1-1", "OCS-2.2-1"), side=NAME_OF[self.side])
        phases = player_turn(Why())
        steps = tuple(step for phase in phases for step in steps_of(state, phase, self.side))
        return push_steps(state, *steps, *(() if state.has_map else (OnTheMap(self.side),)))


class BeginSimulcast(Routine, frozen=True):
    """Puts the phases of a simulcast turn on the agenda: both sides do each before the next."""

    def run(self, state: Ledger, play: Play) -> Ledger:
        phases = player_turn(Why(), simulcast=True)
        order = [(phase, side) for phase in phases for side in SIDES]
        steps = tuple(step for phase, side in order for step in steps_of(state, phase, side))
        return push_steps(state, *steps, *(() if state.has_map else (SimulcastTurn(),)))


def steps_of(state: Ledger, phase: Phase, side: Side) -> Steps:
    """What is done in a phase of a side, in a match on the map or beside it."""
    books: Steps = (BeginReinforcement(side),) if phase == "reinforcement" else ()
    return (*books, *map_steps(phase, side)) if state.has_map else books


class BeginReinforcement(Routine, frozen=True):
    """The Reinforcement Phase of a side, with what comes and happens on its date."""

    side: Side

    def run(self, state: Ledger, play: Play) -> Ledger:
        if state.is_excerpt:
            return begin_short(state, self.side, play)
        play.log("reinforcement_begins", ("OCS-2.2-1",), side=NAME_OF[self.side])
        if state.has_map:
            state = prepare_map(state, self.side, play)
        rows = due_rows(state, self.side)
        own = [late for late in state.late if late.side == self.side]
        state = replace(state, late=tuple(late for late in state.late if late not in own))
        late_units = {late.row: late.units for late in own if late.units}
        phase: Reinforcement | MapReinforcement = Reinforcement(
            self.side, rows=rows, late_units=late_units
        )
        if self.side == "soviet" and state.surge:
            surge = surge_brings(state)
            phase = replace(phase, partisans=surge.placed, activations=surge.activated)
            state = replace(state, surge=False)
        state = apply_dated_events(state, self.side, play)
        before = state
        if self.side == "axis":
            state = vitebsk_lapses(hqs_come_back(state, play), play)
        if state.has_map:
            state, back = hqs_return(before, state)
            state, phase = begin_on_map(state, phase, back)
        first = (FrontDisplay(),) if self.side == "soviet" else ()
        return push_steps(state, *first, phase)
