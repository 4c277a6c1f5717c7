"""What is still to be done, as plain data in the state: a stack of small steps.

A `Step` asks: somebody must decide, and its verbs say what can be done. A `Routine` runs: the
rules go on by themselves. Both hold their own locals, so that a match can be saved, copied and
resumed in the middle of anything. A chapter of a game defines its steps and their verbs above the
state; the steps of a game are known by being defined.
"""

from __future__ import annotations

from typing import Any, ClassVar, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.play.actions import Action, Decision, verb_of
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser, Verb
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import Rules

S = TypeVar("S", bound="Agenda")


class Step(Struct, frozen=True, tag=True):
    """Something that somebody must decide."""

    cites: ClassVar[Rules] = ()
    """What is cited to those of whom it asks nothing; where this is empty, the rules of what it
    asks of others. A step that asks in secret must say it: those would tell how far they are."""
    verbs: ClassVar[tuple[type[Verb], ...]] = ()
    """What can be done in it, in the order in which it is offered."""
    keeps_out: ClassVar[str] = ""
    """Why not even a referee may have anything of another step done before it ends."""

    def __init_subclass__(cls, **settings: Any) -> None:
        super().__init_subclass__(**settings)
        _DEFINED.append(cls)

    def deciders(self, state: Any) -> tuple[str, ...]:
        """Who must decide."""
        raise AssertionError(f"{type(self).__name__} is for nobody")

    def decision(self, state: Any, who: str) -> Decision:
        """What one of them must decide."""
        made = (verb.offer(state, self, who) for verb in self.verbs)
        return Decision(
            who,
            self.prompt(state, who),
            tuple(offer for offer in made if offer is not None),
            self.rules(state, who),
            self.violations(state, who),
        )

    def prompt(self, state: Any, who: str) -> str:
        """What is asked, in a few words."""
        raise AssertionError(f"{type(self).__name__} has no prompt")

    def rules(self, state: Any, who: str) -> Rules:
        """The rules behind what is asked."""
        return self.cites

    def violations(self, state: Any, who: str) -> tuple[Violation, ...]:
        """What must be put right before the step can end."""
        return ()

    def find(self, state: Any, who: str, name: str) -> type[Verb] | None:
        """The verb of this name, if it is open to somebody who decides here."""
        if who in self.deciders(state):
            for verb in self.verbs:
                if verb_of(verb) == name:
                    return verb if verb.is_open(state, self, who) else None
        return None

    def random_action(self, state: Any, who: str, choose: Chooser) -> Action | None:
        """Any legal action; None where its verbs draw none and offers must be gone through."""
        return None


class Routine(Struct, frozen=True, tag=True):
    """Something that the rules do by themselves."""

    def __init_subclass__(cls, **settings: Any) -> None:
        super().__init_subclass__(**settings)
        _DEFINED.append(cls)

    def run(self, state: Any, play: Play) -> Any:
        """Carry it out. It has already been taken off the agenda."""
        raise AssertionError(f"{type(self).__name__} does nothing")


_DEFINED: list[type[Step] | type[Routine]] = []


def steps_in(package: str) -> dict[str, type[Step] | type[Routine]]:
    """All steps and routines of a package that has been imported, by their tags."""
    found: dict[str, type[Step] | type[Routine]] = {}
    for kind in _DEFINED:
        if kind.__module__ == package or kind.__module__.startswith(f"{package}."):
            tag = str(kind.__struct_config__.tag)
            if found.setdefault(tag, kind) is not kind:
                raise AssertionError(f"{found[tag]} and {kind} are both called {tag}")
    return found


class Agenda(Struct, frozen=True):
    """A state with things to do; the first step is next."""

    agenda: tuple[Any, ...]


def push_steps(state: S, *steps: Step | Routine) -> S:
    """Put these steps before everything else."""
    return replace(state, agenda=(*steps, *state.agenda))


def replace_step(state: S, *steps: Step | Routine) -> S:
    """Take the current step off and put these in its place."""
    return replace(state, agenda=(*steps, *state.agenda[1:]))


def without_step(state: S, kind: type[Step], below: tuple[Any, ...]) -> S:
    """The position without the step of this kind that lies on these, if it has not gone itself."""
    above = state.agenda[: len(state.agenda) - len(below)]
    if not above or type(above[-1]) is not kind:
        return state
    return replace(state, agenda=(*above[:-1], *below))
