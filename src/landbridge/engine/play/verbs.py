"""Verbs: each kind of action holds all its rules in one place.

The class says when it is offered, what may be said for it and how to draw one at random; an
action, which is an instance of it, says whether it may be done, what it leads to and what it
promises. Steps list the verbs that they allow (see agenda.py). Every rule is asked with the
position, the step on top of the agenda, and who acts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Self, TypeVar

from msgspec import Struct

from landbridge.engine.play.actions import Action, Offer, Slot, verb_of
from landbridge.engine.play.boards import Forecast
from landbridge.engine.play.events import Play
from landbridge.engine.refusals import BadInput, Refusal, Violation
from landbridge.engine.rules.citing import Rules

C = TypeVar("C")

Chooser = Callable[[int], int]
"""Chooses one of n: a number below n."""


class Use(Struct, frozen=True):
    """What a verb is for: when it is done, and the rules that say so."""

    when: str
    rules: Rules = ()
    by_role: dict[str, Rules] = {}
    """Where each role does it by rules of its own."""
    needs: str = ""
    """Why no referee can let it pass where no step carries it out: what it means nothing without.
    A verb that says nothing here can be declared at any time, by some role."""

    def rules_for(self, who: str) -> Rules:
        """The rules by which a role does it; for anybody else, those of every role."""
        every = tuple(rule for rules in self.by_role.values() for rule in rules)
        return (*self.rules, *self.by_role.get(who, every))


class Verb(Action, frozen=True):
    """Something that a player can do. A subclass has the words said for it as fields."""

    only_answers: ClassVar[bool] = False
    """Whether it changes nothing: it answers what is asked, with what the position knows."""
    explains: ClassVar[bool] = False
    """Whether it may be said in its step where it is not offered: it is refused with its reason."""

    @classmethod
    def offer(cls, state: Any, step: Any, who: str) -> Offer | None:
        """How it is offered now; None where it cannot be done."""
        raise AssertionError(f"{cls.__name__} is never offered")

    @classmethod
    def is_offered(cls, state: Any, step: Any, who: str) -> bool:
        """Whether it is offered. A verb whose offer takes long to make answers this by itself."""
        return cls.offer(state, step, who) is not None

    @classmethod
    def is_open(cls, state: Any, step: Any, who: str) -> bool:
        """Whether it may be said: it is offered, or is refused with a reason of its own."""
        return cls.explains or cls.is_offered(state, step, who)

    @classmethod
    def out_of_turn(cls, state: Any, step: Any, who: str) -> Any:
        """The step in which a referee may have a role do this although it is not open to it.

        `step` is the one on top of the agenda. It is given back where the action can be carried
        out in it all the same, be it because it touches the books alone. Any other step stands in
        for the time of the action: it is on top while the action is checked and carried out, and
        gone afterwards. None where carrying it out would mean nothing: then it is refused and
        nobody can let it pass.
        """
        return None

    @classmethod
    def next_slot(cls, state: Any, step: Any, who: str, said: tuple[str, ...]) -> Slot | None:
        """The next thing to be said after these words; None if nothing more is needed."""
        offer = cls.offer(state, step, who)
        if offer is None:
            raise BadInput(f"'{verb_of(cls)}' is not offered to {who} now.")
        return offer.slots[len(said)] if len(said) < len(offer.slots) else None

    @classmethod
    def why_not(cls, state: Any, step: Any, who: str, word: str) -> Violation | None:
        """Why this cannot be done with something now, such as a unit; None if it can, or unknown.

        `word` is what would be said first.
        """
        return None

    @classmethod
    def random_action(cls, state: Any, step: Any, who: str, choose: Chooser) -> Self | None:
        """Any legal action of this verb, complete; None if there is none."""
        raise AssertionError(f"{cls.__name__} draws nothing")

    def check(self, state: Any, step: Any, who: str) -> tuple[Violation, ...]:
        """Refuse what cannot be done; return what only a referee may let pass."""
        return ()

    def apply(self, state: Any, step: Any, who: str, play: Play) -> Any:
        """Carry it out. The step stays on the agenda unless it is taken off here."""
        raise AssertionError(f"{type(self).__name__} does nothing")

    def say_automatic(self, state: Any, step: Any, who: str) -> str:
        """What of it happens without dice; empty where dice decide everything."""
        return ""

    def forecast(self, state: Any, step: Any, who: str) -> Forecast | None:
        """What it may lead to, exactly; None where no dice decide."""
        return None


def draw_from(
    verbs: Sequence[type[Verb]], state: Any, step: Any, who: str, choose: Chooser
) -> Verb | None:
    """An action of one of these verbs, each that has one equally likely; None if none has."""
    left = list(verbs)
    while left:
        number = choose(len(left))
        action = left[number].random_action(state, step, who, choose)
        if action is not None:
            return action
        del left[number]
    return None


def draw_legal(candidates: Sequence[C], check: Callable[[C], object], choose: Chooser) -> C | None:
    """One of these candidates that is not refused, each equally likely; None if all are."""
    left = list(candidates)
    while left:
        number = choose(len(left))
        try:
            check(left[number])
        except Refusal:
            del left[number]
        else:
            return left[number]
    return None
