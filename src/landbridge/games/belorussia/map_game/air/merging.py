"""Merging two reduced planes in a match (OCS 13.9): in any phase in which their side acts."""

from __future__ import annotations

from typing import Self

from msgspec.structs import replace

from landbridge.engine.play.actions import Choice, Offer, Slot
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser
from landbridge.engine.refusals import BadInput, ImpossibleAction, Violation
from landbridge.games.belorussia.air.merging import RULE, merging_partners, merging_violations
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.books import dead_unit
from landbridge.games.belorussia.map_game.phases import MapPhase, find_own, own_rows
from landbridge.games.belorussia.map_game.unit_verbs import UnitOrder
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.units.consolidation import merge
from landbridge.games.belorussia.words import counted


class Merge(UnitOrder, frozen=True):
    """Let a reduced plane take up the step of another."""

    other: str

    @classmethod
    def candidates(cls, state: Ledger, step: MapPhase) -> tuple[int, ...]:
        theatre = step.theatre(state)
        rows = own_rows(theatre, step.side)
        return tuple(row for row in rows if theatre.counter(row).kind == "plane")

    @classmethod
    def against(cls, theatre: Theatre, row: int) -> Violation | None:
        if merging_partners(theatre, row):
            return None
        text = f"nothing is with {theatre.counter(row).name} with which it could be merged"
        return Violation(text, (RULE,), "two reduced planes of one type at one base")

    @classmethod
    def why_not(cls, state: Ledger, step: MapPhase, who: str, word: str) -> Violation | None:
        # Nobody looks at a plane to be told that it has no other to be merged with.
        return None

    @classmethod
    def offer(cls, state: Ledger, step: MapPhase, who: str) -> Offer | None:
        if not cls.able(state, step):
            return None
        slots = (Slot("unit", lazy=True), Slot("other", lazy=True))
        return Offer("merge", "Merge two reduced planes", slots, (RULE,))

    @classmethod
    def slot_for(cls, state: Ledger, step: MapPhase, row: int) -> Slot:
        theatre = step.theatre(state)
        others = (theatre.counter(other) for other in merging_partners(theatre, row))
        return Slot(
            "other", tuple(Choice(one.id, one.name) for one in others), prompt="with which?"
        )

    @classmethod
    def random_action(cls, state: Ledger, step: MapPhase, who: str, choose: Chooser) -> Self | None:
        theatre, rows = step.theatre(state), cls.able(state, step)
        if not rows:
            return None
        row = rows[choose(len(rows))]
        others = merging_partners(theatre, row)
        other = others[choose(len(others))]
        return cls(theatre.counter(row).id, theatre.counter(other).id)

    def _rows(self, theatre: Theatre, step: MapPhase) -> tuple[int, int]:
        if self.unit == self.other:
            raise BadInput("Name two planes.")
        return self.row(theatre, step), find_own(theatre, step.side, self.other)

    def check(self, state: Ledger, step: MapPhase, who: str) -> tuple[Violation, ...]:
        theatre = step.theatre(state)
        found = merging_violations(theatre, *self._rows(theatre, step))
        if found:
            raise ImpossibleAction(found[0].text, found[0].rules, found[0].remedy)
        return ()

    def apply(self, state: Ledger, step: MapPhase, who: str, play: Play) -> Ledger:
        theatre = step.theatre(state)
        done = merge(theatre, *self._rows(theatre, step))
        kept, gone = theatre.counter(done.kept), theatre.counter(done.gone)
        play.log(
            "merged",
            (RULE,),
            to=(step.side,),
            unit=kept.name,
            other=gone.name,
            steps=counted(done.steps, "step"),
            surplus="",
        )
        book = state.book(step.side)
        state = state.with_book(step.side, replace(book, dead=(*book.dead, dead_unit(gone))))
        return state.with_position(done.position)
