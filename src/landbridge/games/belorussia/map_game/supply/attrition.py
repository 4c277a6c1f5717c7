"""Attrition on the map: every stack Out of Supply rolls, and its owner says who loses steps."""

from __future__ import annotations

from collections import Counter as Tally
from typing import Self

from landbridge.engine.play.actions import Action, Offer, Slot
from landbridge.engine.play.agenda import Routine, push_steps, replace_step
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser
from landbridge.engine.refusals import Violation
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.movement.breaking_down import absorb_breakdowns
from landbridge.games.belorussia.map_game.phases import MapPhase
from landbridge.games.belorussia.map_game.unit_verbs import UnitVerb
from landbridge.games.belorussia.movement.sizes import steps_left
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.supply_lines.starving import (
    cheapest_losses,
    lose_steps,
    loss_violations,
    starve,
    starving,
    starving_stacks,
)
from landbridge.games.belorussia.words import NAME_OF, Side, counted

OWNER_CHOOSES = ("OCS-12.8b-9",)


class MapAttrition(Routine, frozen=True):
    """The attrition rolls of a side, stack by stack."""

    side: Side
    done: tuple[int, ...] = ()
    """The hexes that have rolled."""

    def run(self, state: Ledger, play: Play) -> Ledger:
        theatre = state.theatre("supply", self.side)
        left = [place for place in starving_stacks(theatre, self.side) if place not in self.done]
        if not left:
            return absorb_breakdowns(state, "supply", self.side, play)
        place = left[0]
        found = starve(theatre, place, self.side, play.nature)
        due, label = found.result.steps, theatre.land.labels[place]
        play.log(
            "attrition",
            found.rules,
            side=NAME_OF[self.side],
            hex=label,
            steps=counted(due, "step") if due else "nothing",
        )
        rows = starving(theatre, place, self.side)
        all_steps = sum(steps_left(theatre, row) for row in rows)
        after = MapAttrition(self.side, (*self.done, place))
        if due and len(rows) > 1 and due < all_steps:
            return push_steps(state, ChooseLosses(self.side, place, due), after)
        losses = cheapest_losses(theatre, place, self.side, due)
        return push_steps(lose(state, theatre, losses, play), after)


def lose(state: Ledger, theatre: Theatre, losses: dict[int, int], play: Play) -> Ledger:
    """Take steps off units, and tell it."""
    found = lose_steps(theatre, losses)
    for row, steps in losses.items():
        counter = theatre.counter(row)
        event = "starved" if row in found.dead else "steps_starved"
        play.log(
            event,
            OWNER_CHOOSES,
            to=(counter.side,),
            unit=counter.name,
            steps=counted(steps, "step"),
        )
    return state.with_position(found.position)


class LoseStep(UnitVerb, frozen=True, tag="starve"):
    """Say which unit loses a step to attrition."""

    @classmethod
    def candidates(cls, state: Ledger, step: MapPhase) -> tuple[int, ...]:
        assert isinstance(step, ChooseLosses)
        return starving(step.theatre(state), step.place, step.side)

    @classmethod
    def against(cls, theatre: Theatre, row: int) -> Violation | None:
        return None

    @classmethod
    def offer(cls, state: Ledger, step: ChooseLosses, who: str) -> Offer:
        slot: Slot = cls.units_slot(state, step)
        return Offer("starve", "Take a step off a unit", (slot,), OWNER_CHOOSES)

    @classmethod
    def random_action(cls, state: Ledger, step: MapPhase, who: str, choose: Chooser) -> Self | None:
        rows = cls.candidates(state, step)
        return cls(step.theatre(state).counter(rows[choose(len(rows))]).id)

    def check(self, state: Ledger, step: ChooseLosses, who: str) -> tuple[Violation, ...]:
        theatre = step.theatre(state)
        row = self.row(theatre, step)
        losses: Tally[int] = Tally({row: 1})
        return loss_violations(theatre, step.place, step.side, 1, losses)

    def apply(self, state: Ledger, step: ChooseLosses, who: str, play: Play) -> Ledger:
        theatre = step.theatre(state)
        state = lose(state, theatre, {self.row(theatre, step): 1}, play)
        again = (ChooseLosses(step.side, step.place, step.due - 1),) if step.due > 1 else ()
        return replace_step(state, *again)


class ChooseLosses(MapPhase, frozen=True):
    """The owner of a stack says which of its units lose steps."""

    cites = OWNER_CHOOSES
    verbs = (LoseStep,)
    title = "Supply Phase"
    phase = "supply"

    place: int = -1
    due: int = 0

    def prompt(self, state: Ledger, who: str) -> str:
        label = self.theatre(state).land.labels[self.place]
        return f"{label} loses {counted(self.due, 'step')} to attrition: whose?"

    def random_action(self, state: Ledger, who: str, choose: Chooser) -> Action | None:
        return LoseStep.random_action(state, self, who, choose)
