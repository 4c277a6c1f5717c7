"""The Breakout Segment: units without trace try to get through to their own side (OCS 12.8e)."""

from __future__ import annotations

from typing import Self

from landbridge.engine.play.actions import Action, Offer, Slot
from landbridge.engine.play.agenda import Routine, push_steps
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser
from landbridge.engine.refusals import Violation, breaches
from landbridge.engine.rules.citing import in_force
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.phases import (
    Finish,
    MapPhase,
    own_rows,
    phase_over,
)
from landbridge.games.belorussia.map_game.unit_verbs import UnitVerb
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.supply_lines.breakout import break_out, can_break_out, lacks_trace
from landbridge.games.belorussia.supply_lines.trace import supply_state
from landbridge.games.belorussia.words import Side, counted

BREAKOUT = ("OCS-12.8e-1", "OCS-2.2-2")


def may_break_out(theatre: Theatre, row: int) -> Violation | None:
    """Why a counter may not try; None if it may."""
    return next(iter(breaches(can_break_out, theatre, row)), None)


class BreakOut(UnitVerb, frozen=True, tag="breakout"):
    """Let a unit without trace try to break out."""

    @classmethod
    def candidates(cls, state: Ledger, step: MapPhase) -> tuple[int, ...]:
        return cut_off(step.theatre(state), step.side)

    @classmethod
    def against(cls, theatre: Theatre, row: int) -> Violation | None:
        return may_break_out(theatre, row)

    @classmethod
    def offer(cls, state: Ledger, step: MapBreakout, who: str) -> Offer:
        slot: Slot = cls.units_slot(state, step)
        return Offer("breakout", "Let a unit try to break out", (slot,), BREAKOUT)

    @classmethod
    def random_action(cls, state: Ledger, step: MapPhase, who: str, choose: Chooser) -> Self | None:
        rows = cls.able(state, step)
        return cls(step.theatre(state).counter(rows[choose(len(rows))]).id) if rows else None

    def check(self, state: Ledger, step: MapBreakout, who: str) -> tuple[Violation, ...]:
        theatre = step.theatre(state)
        return breaches(can_break_out, theatre, self.row(theatre, step))

    def apply(self, state: Ledger, step: MapBreakout, who: str, play: Play) -> Ledger:
        theatre = step.theatre(state)
        row = self.row(theatre, step)
        name, place = theatre.counter(row).name, theatre.land.labels[theatre.place_of(row)]
        found = break_out(theatre, row, play.nature, let_pass=True)
        result = found.result.result
        event = "broke_out" if result.out else "breakout_failed"
        turns = counted(result.turns or 0, "turn")
        play.log(event, found.rules, unit=name, hex=place, turns=turns)
        return state.with_position(found.result.position)


def cut_off(theatre: Theatre, side: Side) -> tuple[int, ...]:
    """The counters of a side that a Breakout could be for: combat units and Transport Points."""
    state = supply_state(theatre, side)
    trucks = (row for row in own_rows(theatre, side) if theatre.counter(row).is_transport)
    return (*state.without, *trucks)


class BeginMovement(Routine, frozen=True):
    """The Movement Phase begins; where somebody is cut off, with a Breakout Segment."""

    side: Side

    def run(self, state: Ledger, play: Play) -> Ledger:
        theatre = state.theatre("movement", self.side)
        state = state.with_position(phase_over(theatre.position, own_rows(theatre, self.side)))
        if not in_force("OCS-2.2-2"):
            return state
        rows = cut_off(theatre, self.side)
        able = any(
            lacks_trace(theatre, row) and may_break_out(theatre, row) is None for row in rows
        )
        return push_steps(state, MapBreakout(self.side)) if able else state


class MapBreakout(MapPhase, frozen=True):
    """The Breakout Segment of a side."""

    cites = BREAKOUT
    verbs = (BreakOut, Finish)
    title = "Breakout Segment"
    phase = "movement"

    def random_action(self, state: Ledger, who: str, choose: Chooser) -> Action | None:
        tries = choose(3) == 0 and BreakOut.random_action(state, self, who, choose)
        return tries or Finish()
