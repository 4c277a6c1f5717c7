"""Consolidation in the Reinforcement Phase on the map (OCS 13.9)."""

from __future__ import annotations

from collections import defaultdict
from typing import Any, Self

from msgspec.structs import replace

from landbridge.engine.play.actions import Choice, Offer, Slot
from landbridge.engine.play.agenda import Step
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser, Verb
from landbridge.engine.refusals import BadInput, Violation
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.books import dead_unit
from landbridge.games.belorussia.map_game.phases import find_own, own_phase, own_rows
from landbridge.games.belorussia.position.position import DEAD
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.units.consolidation import (
    alike,
    exchange,
    exchange_violations,
    merge,
    merge_violations,
)
from landbridge.games.belorussia.words import NAME_OF, Side, counted


def partners(theatre: Theatre, side: Side) -> dict[int, tuple[int, ...]]:
    """The units of a side that may consolidate, each with those with which it may."""
    found: dict[int, list[int]] = defaultdict(list)
    here = [row for row in own_rows(theatre, side) if theatre.counter(row).is_combat]
    dead = [
        row
        for row, counter in enumerate(theatre.counters)
        if counter.side == side and counter.formation and theatre.place_of(row) == DEAD
    ]
    for row in here:
        counter = theatre.counter(row)
        if counter.steps > 1 and theatre.position.lost[row]:
            for other in theatre.combat_units(theatre.place_of(row), side):
                if other != row and not merge_violations(theatre, row, other):
                    found[row].append(other)
        for other in dead:
            like = alike(counter, theatre.counter(other))
            if like and not exchange_violations(theatre, row, other):
                found[row].append(other)
    return {row: tuple(others) for row, others in found.items()}


class Consolidate(Verb, frozen=True):
    """Merge two like units of a hex, or exchange a unit for an equal one of the Dead Pile."""

    explains = True

    unit: str
    other: str

    @classmethod
    def offer(cls, state: Ledger, step: Any, who: str) -> Offer | None:
        if not partners(step.theatre(state), step.side):
            return None
        slots = (Slot("unit", lazy=True), Slot("other", lazy=True))
        return Offer("consolidate", "Consolidate units", slots, ("OCS-13.9-1",), aside=True)

    @classmethod
    def out_of_turn(cls, state: Ledger, step: Step, who: str) -> Step | None:
        return own_phase(cls, "reinforcement", who) if state.has_map else None

    @classmethod
    def next_slot(cls, state: Ledger, step: Any, who: str, said: tuple[str, ...]) -> Slot | None:
        theatre = step.theatre(state)
        found = partners(theatre, step.side)
        if not said:
            units = tuple(_choice(theatre, row) for row in found)
            return Slot("unit", units, prompt="which unit stays, or gives its place?")
        if len(said) > 1:
            return None
        others = found.get(find_own(theatre, step.side, said[0]), ())
        choices = tuple(_choice(theatre, row) for row in others)
        return Slot("other", choices, prompt="with which?")

    @classmethod
    def random_action(cls, state: Ledger, step: Any, who: str, choose: Chooser) -> Self | None:
        theatre = step.theatre(state)
        found = partners(theatre, step.side)
        if not found:
            return None
        row = list(found)[choose(len(found))]
        other = found[row][choose(len(found[row]))]
        return cls(theatre.counter(row).id, theatre.counter(other).id)

    def _rows(self, theatre: Theatre, side: Side) -> tuple[int, int]:
        row = find_own(theatre, side, self.unit)
        other = theatre.counters.rows.get(self.other)
        if other is None or other == row or theatre.counter(other).side != side:
            raise BadInput(f"'{self.other}' is no other counter of the {NAME_OF[side]} side.")
        if not theatre.on_map(other) and theatre.place_of(other) != DEAD:
            raise BadInput(f"'{self.other}' is neither on the map nor in the Dead Pile.")
        return row, other

    def check(self, state: Ledger, step: Any, who: str) -> tuple[Violation, ...]:
        theatre = step.theatre(state)
        row, other = self._rows(theatre, step.side)
        if theatre.place_of(other) == DEAD:
            return exchange_violations(theatre, row, other)
        return merge_violations(theatre, row, other)

    def apply(self, state: Ledger, step: Any, who: str, play: Play) -> Ledger:
        theatre = step.theatre(state)
        row, other = self._rows(theatre, step.side)
        swaps = theatre.place_of(other) == DEAD
        done = exchange(theatre, row, other) if swaps else merge(theatre, row, other)
        kept, gone = theatre.counter(done.kept), theatre.counter(done.gone)
        rule = "OCS-13.9-2" if not swaps else "OCS-13.9-3" if gone.formation else "OCS-13.9-4"
        event = "exchanged" if swaps else "merged"
        steps, lost = counted(done.steps, "step"), counted(done.surplus, "step")
        told = (
            f"; {lost} too many {'is' if done.surplus == 1 else 'are'} lost" if done.surplus else ""
        )
        play.log(
            event,
            ("OCS-13.9-1", rule),
            to=(step.side,),
            unit=kept.name,
            other=gone.name,
            steps=steps,
            surplus=told,
        )
        book = state.book(step.side)
        dead = tuple(unit for unit in book.dead if unit.name != kept.name)
        state = state.with_book(step.side, replace(book, dead=(*dead, dead_unit(gone))))
        return state.with_position(done.position)


def _choice(theatre: Theatre, row: int) -> Choice:
    counter = theatre.counter(row)
    where = theatre.land.labels[theatre.place_of(row)] if theatre.on_map(row) else "Dead Pile"
    return Choice(counter.id, f"{counter.name}, {where}")
