"""Breakdowns in a match: a unit detaches a step as it begins to move, and takes it up (OCS 20)."""

from __future__ import annotations

from typing import Annotated, Self

from msgspec import Meta
from msgspec.structs import replace

from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser
from landbridge.engine.refusals import ImpossibleAction, Violation
from landbridge.engine.rules.citing import Rules
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.phases import MapPhase
from landbridge.games.belorussia.map_game.unit_verbs import UnitVerb
from landbridge.games.belorussia.movement.breakdowns import (
    absorb_all,
    break_down,
    break_down_violations,
    breaks_down,
)
from landbridge.games.belorussia.movement.sizes import steps_left
from landbridge.games.belorussia.position.counters import SIDES
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.words import Phase, Side

BREAKING_DOWN: Rules = (
    "OCS-20.0a-1",
    "OCS-20.0-1",
    "OCS-20.0-2",
    "OCS-20.0b-1",
    "OCS-20.0c-1",
    "OCS-20.0e-1",
    "OCS-20.0f-1",
    "OCS-20.0g-1",
)
ABSORBING: Rules = ("OCS-20.0d-1", "OCS-20.0b-2", "OCS-20.0c-1", "OCS-20.0e-1", "OCS-20.0g-1")

Rating = Annotated[int, Meta(ge=0, le=5)]


class BreakDown(UnitVerb, frozen=True, tag="detach"):
    """Detach a step of a division: a breakdown, which may march by itself."""

    rating: Rating | None = None

    @classmethod
    def is_named(cls, theatre: Theatre, row: int) -> bool:
        return breaks_down(theatre, row)

    @classmethod
    def against(cls, theatre: Theatre, row: int) -> Violation | None:
        found = break_down_violations(theatre, row)
        return found[0] if found else None

    @classmethod
    def offer(cls, state: Ledger, step: MapPhase, who: str) -> Offer:
        slots = (Slot("unit", lazy=True), cls._rating_slot(5))
        return Offer("detach", "Detach a step as a breakdown", slots, BREAKING_DOWN[:1])

    @staticmethod
    def _rating_slot(most: int) -> Slot:
        prompt = "its action rating"
        return Slot("rating", low=0, high=most, prompt=prompt, optional=True)

    @classmethod
    def next_slot(
        cls, state: Ledger, step: MapPhase, who: str, said: tuple[str, ...]
    ) -> Slot | None:
        if not said:
            return cls.units_slot(state, step)
        theatre = step.theatre(state)
        rating = theatre.counter(cls(said[0]).row(theatre, step)).combat.rating
        return cls._rating_slot(rating) if len(said) == 1 else None

    @classmethod
    def random_action(cls, state: Ledger, step: MapPhase, who: str, choose: Chooser) -> Self | None:
        # Seldom: in play at random armies would fall apart.
        row = None if choose(6) else next(cls.draw_able(state, step, choose), None)
        return None if row is None else cls(step.theatre(state).counter(row).id)

    def check(self, state: Ledger, step: MapPhase, who: str) -> tuple[Violation, ...]:
        theatre = step.theatre(state)
        row = self.row(theatre, step)
        found = break_down_violations(theatre, row, self.rating)
        if found and steps_left(theatre, row) < 2:
            # Nothing would be left of the unit: nobody can let that pass.
            raise ImpossibleAction(found[0].text, found[0].rules, found[0].remedy)
        return found

    def apply(self, state: Ledger, step: MapPhase, who: str, play: Play) -> Ledger:
        theatre = step.theatre(state)
        row = self.row(theatre, step)
        found = break_down(theatre, row, self.rating)
        added = found.counters.all[len(theatre.counters) :]
        made = found.counters[found.row]
        play.log(
            "broken_down",
            BREAKING_DOWN,
            to=(step.side,),
            unit=theatre.counter(row).name,
            breakdown=made.name,
            rating=made.combat.rating,
            hex=theatre.land.labels[theatre.place_of(row)],
        )
        table = replace(state.table, added=(*state.table.added, *added), position=found.position)
        return replace(state, on_map=table)


def absorb_breakdowns(state: Ledger, phase: Phase, phasing: Side, play: Play) -> Ledger:
    """At the end of a phase reduced units take up the breakdowns that they may, on both sides."""
    if not state.table.counters.breakdowns:
        return state
    for side in SIDES:
        theatre = state.theatre(phase, phasing)
        position, pairs = absorb_all(theatre, side)
        for parent, part in pairs:
            play.log(
                "absorbed",
                ABSORBING,
                to=(side,),
                unit=theatre.counter(parent).name,
                breakdown=theatre.counter(part).name,
                hex=theatre.land.labels[theatre.place_of(parent)],
            )
        state = state.with_position(position)
    return state
