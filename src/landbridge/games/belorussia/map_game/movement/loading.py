"""Loading and unloading Transport Points in the Movement Phase (OCS 13.2f)."""

from __future__ import annotations

from typing import Annotated, ClassVar, Self

from msgspec import Meta

from landbridge.engine.play.actions import Choice, Offer, Slot, verb_of
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser
from landbridge.engine.refusals import BadInput, ImpossibleAction, Violation
from landbridge.engine.rules.citing import Rules
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.phases import MapPhase, find_own
from landbridge.games.belorussia.map_game.unit_verbs import UnitOrder, UnitVerb
from landbridge.games.belorussia.position.position import Position
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.supply_lines.moving_supply import loadable
from landbridge.games.belorussia.transport.combining import combine, combining_violations
from landbridge.games.belorussia.transport.loading import (
    load,
    loading_violations,
    unload,
    unloading_violations,
)
from landbridge.games.belorussia.words import counted, listed

Tokens = Annotated[int, Meta(ge=1, le=40)]


class TransportVerb(UnitOrder, frozen=True):
    """Something that is done with the load of a Transport Point."""

    label: ClassVar[str]
    event: ClassVar[str]
    rules: ClassVar[Rules]

    tokens: Tokens

    @classmethod
    def is_named(cls, theatre: Theatre, row: int) -> bool:
        return theatre.counter(row).is_transport

    @classmethod
    def most(cls, theatre: Theatre, row: int) -> int:
        """The most tokens that there are to be handled, one at least."""
        raise AssertionError(f"{cls.__name__} handles nothing")

    @staticmethod
    def refusals(theatre: Theatre, row: int, tokens: int) -> tuple[Violation, ...]:
        """What speaks against handling so many tokens."""
        raise AssertionError("only loading and unloading are refused")

    @staticmethod
    def handle(theatre: Theatre, row: int, tokens: int) -> Position:
        """The position when they have been handled."""
        raise AssertionError("only loading and unloading do something")

    @classmethod
    def against(cls, theatre: Theatre, row: int) -> Violation | None:
        found = cls.refusals(theatre, row, 1)
        return found[0] if found else None

    @classmethod
    def offer(cls, state: Ledger, step: MapPhase, who: str) -> Offer | None:
        if not cls.able(state, step):
            return None
        slots = (Slot("unit", lazy=True), Slot("tokens", low=1, high=40))
        return Offer(verb_of(cls), cls.label, slots, cls.rules[:1])

    @classmethod
    def slot_for(cls, state: Ledger, step: MapPhase, row: int) -> Slot:
        theatre = step.theatre(state)
        return Slot("tokens", low=1, high=cls.most(theatre, row), prompt="how many tokens?")

    @classmethod
    def random_action(cls, state: Ledger, step: MapPhase, who: str, choose: Chooser) -> Self | None:
        theatre, row = step.theatre(state), next(cls.draw_able(state, step, choose), None)
        if row is None:
            return None
        return cls(theatre.counter(row).id, 1 + choose(cls.most(theatre, row)))

    def check(self, state: Ledger, step: MapPhase, who: str) -> tuple[Violation, ...]:
        theatre = step.theatre(state)
        row = self.row(theatre, step)
        found = self.refusals(theatre, row, self.tokens)
        if found and not theatre.counter(row).is_transport:
            raise ImpossibleAction(found[0].text, found[0].rules, found[0].remedy)
        return found

    def apply(self, state: Ledger, step: MapPhase, who: str, play: Play) -> Ledger:
        theatre = step.theatre(state)
        row = self.row(theatre, step)
        counter, where = theatre.counter(row), theatre.land.labels[theatre.place_of(row)]
        play.log(
            self.event,
            self.rules,
            to=(step.side,),
            unit=counter.name,
            tokens=counted(self.tokens, "token"),
            hex=where,
        )
        return state.with_position(self.handle(theatre, row, self.tokens))


class Load(TransportVerb, frozen=True):
    """Load supply on a Transport Point."""

    label = "Load supply on a truck or wagon"
    event = "loaded"
    rules = ("OCS-13.2f-1", "OCS-13.2f-3")
    refusals = staticmethod(loading_violations)
    handle = staticmethod(load)

    @classmethod
    def most(cls, theatre: Theatre, row: int) -> int:
        counter = theatre.counter(row)
        room = counter.capacity - theatre.position.load[row]
        return max(1, min(room, loadable(theatre, row)))


class Unload(TransportVerb, frozen=True):
    """Put supply down from a Transport Point."""

    label = "Unload supply from a truck or wagon"
    event = "unloaded"
    rules = ("OCS-13.2f-2", "OCS-13.2f-3")
    refusals = staticmethod(unloading_violations)
    handle = staticmethod(unload)

    @classmethod
    def most(cls, theatre: Theatre, row: int) -> int:
        return max(1, theatre.position.load[row])


class Combine(UnitVerb, frozen=True):
    """Combine Transport Points of one type in a hex: they share their load and their movement."""

    others: tuple[str, ...]

    @classmethod
    def is_named(cls, theatre: Theatre, row: int) -> bool:
        return theatre.counter(row).is_transport

    @classmethod
    def _mates(cls, theatre: Theatre, row: int) -> list[int]:
        """The Transport Points with which one may be combined, to some effect."""
        stack = theatre.stack(theatre.place_of(row), theatre.counter(row).side)
        mates = [other for other in stack if other != row]
        return [one for one in mates if not combining_violations(theatre, (row, one))]

    @classmethod
    def against(cls, theatre: Theatre, row: int) -> Violation | None:
        if cls._mates(theatre, row):
            return None
        text = f"nothing is with {theatre.counter(row).name} that it could be combined with"
        return Violation(text, ("OCS-13.2c-2",), "another of its type in the hex")

    @classmethod
    def offer(cls, state: Ledger, step: MapPhase, who: str) -> Offer | None:
        if not cls.able(state, step):
            return None
        slots = (Slot("unit", lazy=True), Slot("others", lazy=True))
        return Offer("combine", "Combine trucks or wagons", slots, ("OCS-13.2c-2",))

    @classmethod
    def next_slot(
        cls, state: Ledger, step: MapPhase, who: str, said: tuple[str, ...]
    ) -> Slot | None:
        if not said:
            return cls.units_slot(state, step)
        theatre = step.theatre(state)
        mates = cls._mates(theatre, find_own(theatre, step.side, said[0]))
        left = [theatre.counter(row) for row in mates if theatre.counter(row).id not in said]
        if not left:
            return None
        choices = tuple(Choice(counter.id, counter.name) for counter in left)
        return Slot("others", choices, prompt="with which?", optional=len(said) > 1)

    @classmethod
    def random_action(cls, state: Ledger, step: MapPhase, who: str, choose: Chooser) -> Self | None:
        theatre, rows = step.theatre(state), cls.able(state, step)
        if not rows:
            return None
        row = rows[choose(len(rows))]
        mates = cls._mates(theatre, row)
        return cls(theatre.counter(row).id, (theatre.counter(mates[choose(len(mates))]).id,))

    def _rows(self, theatre: Theatre, step: MapPhase) -> tuple[int, ...]:
        words = (self.unit, *self.others)
        if len(words) < 2 or len(set(words)) < len(words):
            raise BadInput("Name the Transport Points that are combined, two at least, each once.")
        return tuple(find_own(theatre, step.side, word) for word in words)

    def check(self, state: Ledger, step: MapPhase, who: str) -> tuple[Violation, ...]:
        theatre = step.theatre(state)
        found = combining_violations(theatre, self._rows(theatre, step))
        if found:
            raise ImpossibleAction(found[0].text, found[0].rules, found[0].remedy)
        return ()

    def apply(self, state: Ledger, step: MapPhase, who: str, play: Play) -> Ledger:
        theatre = step.theatre(state)
        rows = self._rows(theatre, step)
        found = combine(theatre, rows)
        names = listed([theatre.counter(row).name for row in rows])
        play.log("combined", found.rules, to=(step.side,), units=names)
        return state.with_position(found.result)
