"""Units back from a Breakout, in the Reinforcement Phase: their owner says where they come in."""

from __future__ import annotations

from typing import Annotated, Self

from msgspec import Meta

from landbridge.engine.play.actions import Action, Choice, Offer, Slot
from landbridge.engine.play.agenda import Routine, push_steps, replace_step
from landbridge.engine.play.events import SPECTATOR, Play
from landbridge.engine.play.verbs import Chooser, Verb
from landbridge.engine.refusals import BadInput, Violation
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.phases import MapPhase
from landbridge.games.belorussia.movement.modes import VOLUNTARY
from landbridge.games.belorussia.position.counters import other_side
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.supply_lines.returning import (
    a_turn_nearer,
    come_back,
    due_back,
    return_violations,
    ways_back,
)
from landbridge.games.belorussia.units.words import Mode
from landbridge.games.belorussia.words import NAME_OF, Side

BACK = ("OCS-12.8e-9", "OCS-12.8e-10", "OCS-13.6-1")


class BeginReturns(Routine, frozen=True):
    """A turn passes for the units of a side that have broken out; whoever is due comes back."""

    side: Side

    def run(self, state: Ledger, play: Play) -> Ledger:
        theatre = state.theatre("reinforcement", self.side)
        if not theatre.position.returning:
            return state
        state = state.with_position(a_turn_nearer(theatre, self.side))
        due = due_back(state.theatre("reinforcement", self.side), self.side)
        return push_steps(state, MapReturn(self.side)) if due else state


class Return(Verb, frozen=True):
    """Bring a unit back that has broken out."""

    unit: Annotated[str, Meta(max_length=60)]
    hex: Annotated[str, Meta(max_length=10)]
    mode: Mode

    @classmethod
    def offer(cls, state: Ledger, step: MapReturn, who: str) -> Offer:
        slots = (cls._units(step.theatre(state), step), Slot("hex", lazy=True))
        return Offer("return", "Bring a unit back", (*slots, Slot("mode", lazy=True)), BACK)

    @staticmethod
    def _units(theatre: Theatre, step: MapReturn) -> Slot:
        due = (theatre.counter(row) for row in due_back(theatre, step.side))
        choices = tuple(Choice(counter.id, counter.name) for counter in due)
        return Slot("unit", choices, prompt="who comes back?")

    @classmethod
    def next_slot(
        cls, state: Ledger, step: MapReturn, who: str, said: tuple[str, ...]
    ) -> Slot | None:
        theatre = step.theatre(state)
        if not said:
            return cls._units(theatre, step)
        row = cls._row(theatre, step, said[0])
        if len(said) == 1:
            labels = theatre.land.labels
            places = tuple(labels[place] for place in ways_back(theatre, step.side))
            return Slot("hex", places, prompt="where does it come in?")
        if len(said) == 2:
            place = theatre.land.place(said[1])
            modes = tuple(m for m in VOLUNTARY if not return_violations(theatre, row, place, m))
            return Slot("mode", modes, prompt="in which mode?")
        return None

    @classmethod
    def random_action(
        cls, state: Ledger, step: MapReturn, who: str, choose: Chooser
    ) -> Self | None:
        theatre = step.theatre(state)
        rows, places = due_back(theatre, step.side), ways_back(theatre, step.side)
        row, place = rows[choose(len(rows))], places[choose(len(places))]
        modes = [mode for mode in VOLUNTARY if not return_violations(theatre, row, place, mode)]
        mode = modes[choose(len(modes))]
        return cls(theatre.counter(row).id, theatre.land.labels[place], mode)

    @staticmethod
    def _row(theatre: Theatre, step: MapReturn, word: str) -> int:
        row = theatre.counters.rows.get(word)
        if row is None or row not in due_back(theatre, step.side):
            raise BadInput(f"'{word}' is not due back from a Breakout.")
        return row

    def check(self, state: Ledger, step: MapReturn, who: str) -> tuple[Violation, ...]:
        theatre = step.theatre(state)
        row, place = self._row(theatre, step, self.unit), theatre.land.place(self.hex)
        return return_violations(theatre, row, place, self.mode)

    def apply(self, state: Ledger, step: MapReturn, who: str, play: Play) -> Ledger:
        theatre = step.theatre(state)
        row, place = self._row(theatre, step, self.unit), theatre.land.place(self.hex)
        found = come_back(theatre, row, place, self.mode)
        label, side = theatre.land.labels[place], step.side
        name = theatre.counter(row).name
        play.log("came_back", found.rules, to=(side,), unit=name, hex=label)
        others = (other_side(side), SPECTATOR)
        play.log("somebody_came_back", BACK, to=others, side=NAME_OF[side], hex=label)
        state = state.with_position(found.result)
        again = due_back(state.theatre("reinforcement", side), side)
        return state if again else replace_step(state)


class MapReturn(MapPhase, frozen=True):
    """Units are back from a Breakout; they must be placed, like every reinforcement."""

    cites = BACK
    verbs = (Return,)
    title = "Reinforcement Phase"
    phase = "reinforcement"

    def prompt(self, state: Ledger, who: str) -> str:
        return "Back from a Breakout: where do they come in?"

    def random_action(self, state: Ledger, who: str, choose: Chooser) -> Action | None:
        return Return.random_action(state, self, who, choose)
