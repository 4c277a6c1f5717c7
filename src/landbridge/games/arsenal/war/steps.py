"""What the steps of the war have in common: a side decides, and says when it is done."""

from __future__ import annotations

from typing import ClassVar, Self

from landbridge.engine.play.actions import Action, Offer
from landbridge.engine.play.agenda import Routine, Step, steps_in
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser, Verb, draw_from
from landbridge.engine.refusals import ImpossibleAction, Refusal, Violation
from landbridge.engine.rules.citing import Rules
from landbridge.games.arsenal.calendar import month_name
from landbridge.games.arsenal.forces.names import unit_label
from landbridge.games.arsenal.forces.units import UNIT, unit_number
from landbridge.games.arsenal.war.columns import box
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.words import PACKAGE, SIDE_ADJECTIVES, Side, side_number


class Phase(Step, frozen=True):
    """A step in which one side decides, until it ends it."""

    title: ClassVar[str]
    """What players call the part of the turn."""
    ending: ClassVar[str] = ""
    """What ending it is called."""
    ending_rules: ClassVar[Rules] = ()
    passes: ClassVar[bool] = True
    """Whether it may end by itself where nothing else can be done."""

    @classmethod
    def stand_in(cls, who: str) -> Phase | None:
        """The phase of a side, in which a referee may have something done at another time."""
        return None

    @property
    def who(self) -> Side:
        """Whose decision it is."""
        raise AssertionError(f"{type(self).__name__} is nobody's")

    def heading(self, state: War) -> str:
        """The month and the side, which most prompts begin with."""
        return f"{month_name(box(state).month)}: {SIDE_ADJECTIVES[self.who]}"

    def deciders(self, state: War) -> tuple[str, ...]:
        return (self.who,)

    def may_end(self, state: War) -> tuple[Violation, ...]:
        """Refuse the end of the phase; return what only a referee may let pass."""
        return ()

    def gives_up(self, state: War) -> tuple[str, ...]:
        """What is lost by ending the phase now, a sentence for each."""
        return ()

    def end(self, state: War, play: Play) -> War:
        """End the phase."""
        raise AssertionError(f"{type(self).__name__} does not end by itself")

    def random_action(self, state: War, who: str, choose: Chooser) -> Action | None:
        return draw_from(self.verbs, state, self, who, choose)


class SideTurnEnd(Routine, frozen=True):
    """What lies below the phases of a side's turn, and ends it."""

    side: Side


class PhaseVerb(Verb, frozen=True):
    """What is done in a phase; a referee may have it done at another time."""

    only: ClassVar[Side | None] = None
    """The side that alone can do this; the other has nothing to do it with."""

    @classmethod
    def is_open(cls, state: War, step: Phase, who: str) -> bool:
        if cls.explains:
            return cls.only in (who, None)
        return super().is_open(state, step, who)

    @classmethod
    def out_of_turn(cls, state: War, step: Phase, who: str) -> Phase | None:
        if cls.only not in (who, None):
            return None
        kinds = (kind for kind in steps_in(PACKAGE).values() if issubclass(kind, Phase))
        found = (kind.stand_in(who) for kind in kinds if cls in kind.verbs)
        return next((one for one in found if one is not None), None)


class EndPhase(Verb, frozen=True, tag="done"):
    """End a phase."""

    explains = True

    @classmethod
    def offer(cls, state: War, step: Phase, who: str) -> Offer:
        gives_up = step.gives_up(state)
        rules, passes = step.ending_rules, step.passes
        return Offer("done", step.ending, (), rules, gives_up=gives_up, passes=passes)

    def check(self, state: War, step: Phase, who: str) -> tuple[Violation, ...]:
        return step.may_end(state)

    def apply(self, state: War, step: Phase, who: str, play: Play) -> War:
        return step.end(state, play)

    @classmethod
    def random_action(cls, state: War, step: Phase, who: str, choose: Chooser) -> Self | None:
        try:
            return None if step.may_end(state) else cls()
        except Refusal:
            return None


def own_unit(state: War, word: str, side: str) -> int:
    """A unit that this side commands."""
    unit = UNIT[word] if word in UNIT else unit_number(word)
    if state.side[unit] != side_number(side):
        name = f"{unit_label(unit)} is no {SIDE_ADJECTIVES[side]} unit"
        raise ImpossibleAction(name, "RUL-DC-32", legal="own units")
    return unit
