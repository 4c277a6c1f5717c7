"""Facts of the map that players note beside what is asked, each with whose word it is.

The map is on the table, and the ledger cannot see it. So a fact is noted by the side that it costs
something: its word is enough. The other side can only claim it, and the fact stands when the side
that it concerns confirms it (`claims.py`). A referee, and a player who holds every seat, speaks for
both. Every kind of fact says in three class attributes and one method who that is; what is offered
and what is refused follows from these alone.
"""

from __future__ import annotations

from functools import cache
from typing import Any, ClassVar, Literal, get_args, get_origin

import msgspec
from msgspec import Meta
from msgspec.structs import FieldInfo, replace

from landbridge.engine.play.actions import Offer, Slot, verb_of, write_briefly
from landbridge.engine.play.agenda import Step
from landbridge.engine.play.events import REFEREE, Play
from landbridge.engine.play.verbs import Verb
from landbridge.engine.refusals import ImpossibleAction, Violation, choices
from landbridge.engine.rules.allowed import split_type
from landbridge.engine.rules.citing import Rules
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.ledger.turn.on_the_map import (
    plays_on_the_map,
    prepares_for_the_map,
)
from landbridge.games.belorussia.ledger.views import view_for
from landbridge.games.belorussia.words import NAME_OF, Side

When = Literal["any time", "own player turn", "before the map"]
"""When a player may note a fact: always, while he plays his turn on the map, or before that."""

BELONGS_TO: dict[When, str] = {
    "own player turn": "player turn on the map",
    "before the map": "player turn before the map is played",
}
SEQUENCE = ("OCS-2.1-2",)
"""The rule that gives every phase its place."""

SOVIET: tuple[Side, ...] = ("soviet",)
AXIS: tuple[Side, ...] = ("axis",)
BOTH: tuple[Side, ...] = ("soviet", "axis")


def other_side(side: str) -> Side:
    """The enemy of a side."""
    return "axis" if side == "soviet" else "soviet"


def _slot(field: FieldInfo) -> Slot:
    """What may be said for a field of a fact."""
    kind, _, _ = split_type(field.type)
    if get_origin(kind) is tuple:
        # The words that are left: any number of these.
        one = get_args(kind)[0]
        return replace(_slot(replace(field, type=one)), optional=True)
    words: tuple[str, ...] = ("yes", "no") if kind is bool else ()
    if get_origin(kind) is Literal:
        words = tuple(map(str, get_args(kind)))
    notes = [note for note in get_args(field.type) if isinstance(note, Meta)]
    low = next((note.ge for note in notes if note.ge is not None), None)
    high = next((note.le for note in notes if note.le is not None), None)
    return Slot(
        field.name,
        words,
        None if low is None else int(low),
        None if high is None else int(high),
        field.name.replace("_", " "),
        not field.required,
        tuple(str(word) for note in notes for word in note.examples or ()),
    )


class Fact(Verb, frozen=True):
    """A fact that is noted beside what is asked."""

    explains = True

    said_by: ClassVar[tuple[Side, ...]]
    """The sides that may say it at all; it is offered to them."""
    when: ClassVar[When]
    rules: ClassVar[Rules]
    """The rules by which it is theirs, cited where it is refused to others."""

    def __init_subclass__(cls, **given: Any) -> None:
        super().__init_subclass__(**given)
        missing = [name for name in ("said_by", "when", "rules") if not hasattr(cls, name)]
        if missing or cls.concerns is Fact.concerns:
            raise TypeError(f"{cls.__name__} must say whose word it is: {missing or 'concerns'}")

    # What each kind says

    def may_say(self) -> tuple[Side, ...]:
        """The sides that may say just this; a kind narrows it where its words matter."""
        return type(self).said_by

    def own_rules(self) -> Rules:
        """The rules by which just this is theirs; a kind narrows them where its words matter."""
        return type(self).rules

    def concerns(self, state: Ledger) -> tuple[Side, ...]:
        """The sides that it costs something; without their word it does not stand."""
        raise AssertionError(type(self).__name__)

    def whose_time(self, state: Ledger) -> tuple[Side, ...]:
        """The sides in whose player turn it may be noted, where it is not noted at any time."""
        return self.may_say()

    def describe(self) -> str:
        """The fact in words, for those who are asked to confirm it."""
        raise AssertionError(type(self).__name__)

    def check_fact(self, state: Ledger) -> tuple[Violation, ...]:
        """Refuse what cannot be; return what breaks a rule, and what only a referee may let pass.

        Players' facts are checked against what they may see.
        """
        return ()

    def enter(self, state: Ledger, play: Play) -> Ledger:
        """Enter it in the ledger."""
        raise AssertionError(type(self).__name__)

    # What follows from it

    @classmethod
    @cache
    def full_offer(cls) -> Offer:
        """How it is offered, the same at any time."""
        text = (cls.__doc__ or "").strip().rstrip(".")
        slots = tuple(map(_slot, msgspec.structs.fields(cls)))
        return Offer(verb_of(cls), text, slots, cls.rules, aside=True)

    @classmethod
    def offer(cls, state: Ledger, step: Step, who: str) -> Offer | None:
        sides = cls.said_by if who == REFEREE else (who,)
        if not state.fronts:
            return None
        may = any(side in cls.said_by and cls.is_time(state, side) for side in sides)
        return cls.full_offer() if may else None

    @classmethod
    def is_time(cls, state: Ledger, side: str) -> bool:
        """Whether a side may say it at this point of the turn."""
        if cls.when == "before the map":
            return prepares_for_the_map(state, side)
        return cls.when == "any time" or plays_on_the_map(state, side)

    def check(self, state: Ledger, step: Step, who: str) -> tuple[Violation, ...]:
        """Refuse what is not this side's to say, or cannot be as far as this side can see.

        What is hidden from a side has no part in what it is told: its own view is checked.
        """
        if not state.fronts:
            raise ImpossibleAction("the campaign has not been set up yet", SEQUENCE)
        if who == REFEREE:
            sides = self.whose_time(state)
            untimely = () if any(self.is_time(state, side) for side in sides) else self._wait(sides)
            return (*untimely, *self.check_fact(state))
        rules = self.own_rules()
        if who not in BOTH:
            raise ImpossibleAction(f"{who} notes nothing", rules, f"legal: {choices(BOTH)}")
        untimely = () if self.is_time(state, who) else self._wait((who,))
        entitled = self.may_say()
        if who in entitled:
            return (*untimely, *self.check_fact(view_for(state, who)))
        players = choices([f"the {NAME_OF[side]} player" for side in entitled])
        text = f"the {NAME_OF[who]} player cannot say '{write_briefly(self)}'"
        not_theirs = Violation(text, rules, f"it is for {players}")
        try:
            return (not_theirs, *untimely, *self.check_fact(view_for(state, who)))
        except ImpossibleAction:
            raise ImpossibleAction(text, rules, not_theirs.remedy) from None

    def _wait(self, sides: tuple[str, ...]) -> tuple[Violation, ...]:
        """What is wrong with saying it now: it has its own time."""
        whose = " or ".join(NAME_OF[side] for side in sides)
        text = f"'{verb_of(self)}' belongs to the {whose} {BELONGS_TO[type(self).when]}"
        return (Violation(text, (*self.own_rules(), *SEQUENCE), "wait for it"),)

    def apply(self, state: Ledger, step: Step, who: str, play: Play) -> Ledger:
        return self.enter(state, play)

    def must_confirm(self, state: Ledger, who: str) -> Side | None:
        """The side without whose word it does not stand, if it is not the one that says it."""
        if state.rulings.word_on_the_map == "taken":
            return None
        others = [side for side in self.concerns(state) if side != who]
        return others[0] if others else None
