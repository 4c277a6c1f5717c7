"""Putting an end to overstacking before a segment ends (OCS 4.8a)."""

from __future__ import annotations

from typing import ClassVar, Self

from msgspec.structs import replace

from landbridge.engine.play.actions import Action, Choice, Offer
from landbridge.engine.play.agenda import Routine, push_steps, replace_step
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser, Verb
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import Rules
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.phases import MapPhase
from landbridge.games.belorussia.map_game.unit_verbs import UnitVerb
from landbridge.games.belorussia.movement.segments import is_simulcast
from landbridge.games.belorussia.movement.sizes import quarters_of
from landbridge.games.belorussia.movement.stacking import (
    eliminate,
    elimination_violations,
    overstacked,
    re_text,
    stack_violations,
)
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.supply_lines.starving import returns_to_pool
from landbridge.games.belorussia.words import Side, listed

STACKING: Rules = ("OCS-4.8-1", "OCS-4.8a-2")


class Eliminate(UnitVerb, frozen=True):
    """Eliminate a unit of an overstacked hex."""

    @classmethod
    def against(cls, theatre: Theatre, row: int) -> Violation | None:
        # Of an overstacked hex anybody may go first, whether or not others have to follow.
        if theatre.place_of(row) in overstacked(theatre, theatre.counter(row).side):
            return None
        found = elimination_violations(theatre, (row,))
        return found[0] if found else None

    @classmethod
    def candidates(cls, state: Ledger, step: MapPhase) -> tuple[int, ...]:
        theatre = step.theatre(state)
        over = overstacked(theatre, step.side)
        rows = (row for place in over for row in theatre.combat_units(place, step.side))
        return tuple(rows)

    @classmethod
    def offer(cls, state: Ledger, step: MapPhase, who: str) -> Offer | None:
        if not overstacked(step.theatre(state), step.side):
            return None
        slot = cls.units_slot(state, step)
        return Offer("eliminate", "Eliminate a unit of an overstacked hex", (slot,), STACKING)

    @classmethod
    def _choice(cls, theatre: Theatre, row: int) -> Choice:
        found = super()._choice(theatre, row)
        size = re_text(quarters_of(theatre, row))
        return replace(found, label=f"{found.label}, {size} RE")

    @classmethod
    def is_open(cls, state: Ledger, step: MapPhase, who: str) -> bool:
        return bool(overstacked(step.theatre(state), step.side))

    @classmethod
    def random_action(cls, state: Ledger, step: MapPhase, who: str, choose: Chooser) -> Self | None:
        units = cls.candidates(state, step)
        return cls(step.theatre(state).counter(units[choose(len(units))]).id) if units else None

    def check(self, state: Ledger, step: MapPhase, who: str) -> tuple[Violation, ...]:
        theatre = step.theatre(state)
        found = self.against(theatre, self.row(theatre, step))
        return (found,) if found else ()

    def apply(self, state: Ledger, step: MapPhase, who: str, play: Play) -> Ledger:
        theatre = step.theatre(state)
        row = self.row(theatre, step)
        where = theatre.land.labels[theatre.place_of(row)]
        pooled = ("OCS-13.5b-2",) if returns_to_pool(theatre.counter(row)) else ()
        late = step.cites if isinstance(step, Overstacked) else ()
        play.log(
            "eliminated", (*STACKING, *late, *pooled), unit=theatre.counter(row).name, hex=where
        )
        return step.when_eliminated(state.with_position(eliminate(theatre, (row,))))


class Overstacked(MapPhase, frozen=True):
    """A side whose stacks grew too high in the other's segment, in retreats, says who goes."""

    title = "overstacked hexes"
    cites = ("OCS-4.8a-1", "OCS-4.8a-2")
    verbs: ClassVar[tuple[type[Verb], ...]] = (Eliminate,)

    def theatre(self, state: Ledger) -> Theatre:
        return state.theatre("combat", self.side)

    def prompt(self, state: Ledger, who: str) -> str:
        theatre = self.theatre(state)
        hexes = listed([theatre.land.labels[at] for at in sorted(overstacked(theatre, self.side))])
        return f"Too many units in {hexes} as the segment ends: who is eliminated?"

    def may_end(self, state: Ledger) -> tuple[Violation, ...]:
        return stack_violations(self.theatre(state), self.side)

    def when_eliminated(self, state: Ledger) -> Ledger:
        return state if self.may_end(state) else replace_step(state)

    def random_action(self, state: Ledger, who: str, choose: Chooser) -> Action | None:
        return Eliminate.random_action(state, self, who, choose)


class CheckStacks(Routine, frozen=True):
    """The stacks of the side that did not act in a segment, as it ends (OCS-4.8a-1)."""

    side: Side

    def run(self, state: Ledger, play: Play) -> Ledger:
        step = Overstacked(self.side)
        # On a simulcast turn nobody retreats, and what has arrived has still to move.
        waits = is_simulcast(step.theatre(state)) or not step.may_end(state)
        return state if waits else push_steps(state, step)
