"""What verbs about a counter on the map have in common: whom they name, and why not others."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar, Self

from landbridge.engine.play.actions import Choice, Slot
from landbridge.engine.play.agenda import Step
from landbridge.engine.play.verbs import Chooser, Verb
from landbridge.engine.refusals import Refusal, Violation
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.phases import (
    MapPhase,
    find_own,
    own_phase,
    own_rows,
)
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.words import Phase

TRIES = 8
"""How many counters are looked at for an action at random."""
DRAWS = 60
"""How many are drawn for this, among them others that it is never done with."""


def refusals_of(act: Callable[[], object]) -> tuple[Violation, ...]:
    """What speaks against something that would be refused; nothing if it can be done."""
    try:
        act()
    except Refusal as refused:
        whole = Violation(refused.text, refused.rules, refused.legal)
        return refused.violations or (whole,)
    return ()


class UnitVerb(Verb, frozen=True):
    """Something that a side does with one of its counters on the map."""

    explains = True

    phase: ClassVar[Phase] = "movement"
    """The phase of a side in which it is done."""

    unit: str

    @classmethod
    def against(cls, theatre: Theatre, row: int) -> Violation | None:
        """Why nothing of it can be done with a counter now; None if something can."""
        raise AssertionError(f"{cls.__name__} asks nothing")

    @classmethod
    def is_able(cls, theatre: Theatre, row: int) -> bool:
        """Whether something of it can be done with a counter now."""
        return cls.against(theatre, row) is None

    @classmethod
    def candidates(cls, state: Ledger, step: MapPhase) -> tuple[int, ...]:
        """The counters that are named at all."""
        theatre = step.theatre(state)
        rows = own_rows(theatre, step.side)
        return tuple([row for row in rows if cls.is_named(theatre, row)])

    @classmethod
    def is_named(cls, theatre: Theatre, row: int) -> bool:
        """Whether it is a thing to do with a counter on the map at all, now or later."""
        return True

    @classmethod
    def able(cls, state: Ledger, step: MapPhase) -> list[int]:
        """The counters with which it can be done now."""
        theatre = step.theatre(state)
        rows = cls.candidates(state, step)
        return [row for row in rows if cls.is_able(theatre, row)]

    @classmethod
    def draw_able(cls, state: Ledger, step: MapPhase, choose: Chooser) -> Iterator[int]:
        """Counters at random with which it can be done now: a few tries, not all of them."""
        theatre = step.theatre(state)
        for row in cls.draw_named(theatre, step, choose):
            if cls.is_able(theatre, row):
                yield row

    @classmethod
    def draw_named(cls, theatre: Theatre, step: MapPhase, choose: Chooser) -> Iterator[int]:
        """A few of the counters of the side that are named at all, at random."""
        rows, found = own_rows(theatre, step.side), 0
        for _ in range(DRAWS if rows else 0):
            row = rows[choose(len(rows))]
            if cls.is_named(theatre, row):
                yield row
                found += 1
                if found == TRIES:
                    return

    @classmethod
    def out_of_turn(cls, state: Ledger, step: Step, who: str) -> MapPhase | None:
        # As if its own phase were open still.
        return own_phase(cls, cls.phase, who) if state.has_map else None

    @classmethod
    def units_slot(cls, state: Ledger, step: MapPhase) -> Slot:
        """The slot for the unit, with everybody and the reasons."""
        theatre = step.theatre(state)
        rows = cls.candidates(state, step)
        return Slot("unit", tuple(cls._choice(theatre, row) for row in rows), prompt="which unit?")

    @classmethod
    def _choice(cls, theatre: Theatre, row: int) -> Choice:
        counter, against = theatre.counter(row), cls.against(theatre, row)
        label = f"{counter.name}, {theatre.land.labels[theatre.place_of(row)]}"
        if against is None:
            return Choice(counter.id, label)
        return Choice(counter.id, label, refused=against.text, rules=against.rules)

    @classmethod
    def next_slot(
        cls, state: Ledger, step: MapPhase, who: str, said: tuple[str, ...]
    ) -> Slot | None:
        return None if said else cls.units_slot(state, step)

    @classmethod
    def why_not(cls, state: Ledger, step: MapPhase, who: str, word: str) -> Violation | None:
        theatre = step.theatre(state)
        row = theatre.counters.rows.get(word)
        if row is None or row not in cls.candidates(state, step):
            return None
        return cls.against(theatre, row)

    def row(self, theatre: Theatre, step: MapPhase) -> int:
        """The counter that is named."""
        return find_own(theatre, step.side, self.unit)


class UnitOrder(UnitVerb, frozen=True):
    """Something done with a counter that needs one more word: where to, how, or how much."""

    @classmethod
    def slot_for(cls, state: Ledger, step: MapPhase, row: int) -> Slot:
        """What is said of a counter after its name."""
        raise AssertionError(f"{cls.__name__} needs no more words")

    @classmethod
    def next_slot(
        cls, state: Ledger, step: MapPhase, who: str, said: tuple[str, ...]
    ) -> Slot | None:
        if not said:
            return cls.units_slot(state, step)
        if len(said) > 1:
            return None
        return cls.slot_for(state, step, find_own(step.theatre(state), step.side, said[0]))


class AnswerVerb(UnitVerb, frozen=True):
    """Something said of a counter only where a step asks for it; at no other time."""

    @classmethod
    def against(cls, theatre: Theatre, row: int) -> Violation | None:
        return None

    @classmethod
    def out_of_turn(cls, state: Ledger, step: Step, who: str) -> MapPhase | None:
        return None

    @classmethod
    def random_action(cls, state: Ledger, step: MapPhase, who: str, choose: Chooser) -> Self | None:
        rows = cls.candidates(state, step)
        return cls(step.theatre(state).counter(rows[choose(len(rows))]).id)
