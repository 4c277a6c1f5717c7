"""What is still to be done, as plain data in the state: a stack of small steps.

A `Step` asks: somebody must decide. A `Routine` runs: the rules go on by themselves. Both hold
their own locals, so that a match can be saved, copied and resumed in the middle of anything. A
chapter of a game defines its steps; the game's `state.py` joins them into one union.
"""

from __future__ import annotations

from typing import Any, ClassVar, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.actions import Action, Decision, verb_of
from landbridge.engine.events import Play
from landbridge.engine.game import Game
from landbridge.engine.refusals import Refusal, Violation, choices
from landbridge.engine.rules import Rules, muted

S = TypeVar("S", bound="Agenda")


class Step(Struct, frozen=True, tag=True):
    """Something that somebody must decide."""

    cites: ClassVar[Rules] = ()
    """What is cited to those of whom it asks nothing; where this is empty, the rules of what it
    asks of others. A step that asks in secret must say it: those would tell how far they are."""

    def asks(self, state: Any) -> tuple[Decision, ...]:
        """Who must decide what."""
        raise AssertionError(f"{type(self).__name__} asks nothing")

    def offers(self, state: Any, who: str, verb: str) -> bool | None:
        """Whether a role is offered this now; None leaves it to what the step asks.

        A step whose offers take long to make answers by itself: replaying a match asks this only.
        """
        return None

    def check(self, state: Any, who: str, action: Action) -> tuple[Violation, ...]:
        """Refuse what cannot be done; return what only a referee may let pass."""
        return ()

    def answer(self, state: Any, who: str, action: Action, play: Play) -> Any:
        """Carry out a decision. The step stays on the agenda unless it takes itself off."""
        raise AssertionError(f"{type(self).__name__} answers nothing")


class Routine(Struct, frozen=True, tag=True):
    """Something that the rules do by themselves."""

    def run(self, state: Any, play: Play) -> Any:
        """Carry it out. It has already been taken off the agenda."""
        raise AssertionError(f"{type(self).__name__} does nothing")


class Agenda(Struct, frozen=True):
    """A state with things to do; the first step is next."""

    agenda: tuple[Any, ...]


def push_steps(state: S, *steps: Step | Routine) -> S:
    """Put these steps before everything else."""
    return replace(state, agenda=(*steps, *state.agenda))


def replace_step(state: S, *steps: Step | Routine) -> S:
    """Take the current step off and put these in its place."""
    return replace(state, agenda=(*steps, *state.agenda[1:]))


class AgendaGame(Game[S]):
    """A game whose state is an agenda: decisions and actions belong to the step on top."""

    _asked: tuple[Any, frozenset[str], tuple[Decision, ...]] | None = None
    """What was asked last: decisions of one position are wanted several times in a row."""

    def decisions(self, state: S) -> tuple[Decision, ...]:
        if not state.agenda or self.outcome(state) is not None:
            return ()
        last = self._asked
        if last is None or last[0] is not state or last[1] != muted():
            last = self._asked = (state, muted(), state.agenda[0].asks(state))
        return last[2]

    def check(self, state: S, who: str, action: Action) -> tuple[Violation, ...]:
        step = state.agenda[0] if state.agenda else None
        if not isinstance(step, Step):
            # Over in the middle of something: nothing is offered.
            step = Step()
        if not step.offers(state, who, verb_of(action)):
            self._must_be_offered(state, who, verb_of(action))
        found: tuple[Violation, ...] = step.check(state, who, action)
        return found

    def _must_be_offered(self, state: S, who: str, verb: str) -> None:
        decisions = self.decisions(state)
        own = [decision for decision in decisions if decision.who == who]
        offered = {offer.verb for decision in own for offer in decision.offers}
        if verb not in offered:
            step = state.agenda[0] if state.agenda else None
            rules = () if own or not isinstance(step, Step) else step.cites
            raise Refusal(
                f"{who} cannot '{verb}' now",
                rules or tuple(rule for decision in own or decisions for rule in decision.rules),
                legal=f"legal: {choices(sorted(offered)) or 'nothing'}",
            )

    def apply(self, state: S, who: str, action: Action, play: Play) -> S:
        return self.go_on(state.agenda[0].answer(state, who, action, play), play)

    def go_on(self, state: S, play: Play) -> S:
        """Run every routine, until somebody must decide or it is over."""
        while state.agenda and isinstance(state.agenda[0], Routine) and self.outcome(state) is None:
            routine = state.agenda[0]
            state = routine.run(replace(state, agenda=state.agenda[1:]), play)
        return state
