"""What is still to be done, as plain data in the state: a stack of small steps.

A `Step` asks: somebody must decide, and its verbs say what can be done. A `Routine` runs: the
rules go on by themselves. Both hold their own locals, so that a match can be saved, copied and
resumed in the middle of anything. A chapter of a game defines its steps and their verbs above the
state; the steps of a game are known by being defined.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar, TypeVar, Union

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.actions import Action, Decision, Offer, Slot, verb_of
from landbridge.engine.boards import Forecast
from landbridge.engine.events import REFEREE, Play
from landbridge.engine.game import Game
from landbridge.engine.refusals import BadInput, Refusal, Violation, choices
from landbridge.engine.rules import Rules, muted
from landbridge.engine.verbs import Chooser, Verb

S = TypeVar("S", bound="Agenda")


class Step(Struct, frozen=True, tag=True):
    """Something that somebody must decide."""

    cites: ClassVar[Rules] = ()
    """What is cited to those of whom it asks nothing; where this is empty, the rules of what it
    asks of others. A step that asks in secret must say it: those would tell how far they are."""
    verbs: ClassVar[tuple[type[Verb], ...]] = ()
    """What can be done in it, in the order in which it is offered."""

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

    # Steps that do not list their verbs yet

    def asks(self, state: Any) -> tuple[Decision, ...]:
        """Who must decide what."""
        raise AssertionError(f"{type(self).__name__} asks nothing")

    def offers(self, state: Any, who: str, verb: str) -> bool | None:
        """Whether a role is offered this now; None leaves it to what the step asks."""
        return None

    def check(self, state: Any, who: str, action: Action) -> tuple[Violation, ...]:
        """Refuse what cannot be done; return what only a referee may let pass."""
        return ()

    def answer(self, state: Any, who: str, action: Action, play: Play) -> Any:
        """Carry out a decision."""
        raise AssertionError(f"{type(self).__name__} answers nothing")


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


class AgendaGame(Game[S]):
    """A game whose state is an agenda: decisions and actions belong to the step on top."""

    _asked: tuple[Any, frozenset[str], dict[str, Decision]] | None = None
    """What was asked last: decisions of one position are wanted several times in a row."""
    _asked_at_once: tuple[Any, frozenset[str], tuple[Decision, ...]] | None = None

    chapters: str = ""
    """The package or module of its steps, where that is not its package."""
    any_time: tuple[type[Verb], ...] = ()
    """Verbs that may be used beside whatever is asked; each says by whom."""
    any_time_prompt: str = ""
    """What those are told of them who have nothing to decide."""
    beside: tuple[Step, ...] = ()
    """Steps that are asked beside the one on top of the agenda, of those whom they concern."""

    @cached_property
    def steps(self) -> dict[str, type[Step] | type[Routine]]:
        """All its steps and routines by their tags."""
        return steps_in(self.chapters or self.package)

    @cached_property
    def verbs(self) -> dict[str, type[Action]]:
        """Every verb of its steps by its name."""
        steps = self.steps.values()
        listed = (verb for step in steps if issubclass(step, Step) for verb in step.verbs)
        return {verb_of(verb): verb for verb in (*self.actions, *listed, *self.any_time)}

    def read_state(self, data: Any, kind: type[S]) -> S:
        state = super().read_state(data, kind)
        steps: Any = Union[tuple(self.steps.values())]  # noqa: UP007
        return replace(state, agenda=msgspec.convert(data["agenda"], tuple[steps, ...]))

    def step(self, state: S) -> Step | None:
        """The step that somebody must decide now; None when it is over."""
        if not state.agenda or self.outcome(state) is not None:
            return None
        found: Step = state.agenda[0]
        return found

    def deciders(self, state: S) -> tuple[str, ...]:
        step = self.step(state)
        if step is not None and not step.verbs:
            return tuple(dict.fromkeys(decision.who for decision in self._all_asked(state, step)))
        if step is None or not self.beside:
            return () if step is None else step.deciders(state)
        asked = (who for one in (step, *self.beside) for who in one.deciders(state))
        return tuple(dict.fromkeys(asked))

    def _all_asked(self, state: S, step: Step) -> tuple[Decision, ...]:
        last = self._asked_at_once
        if last is None or last[0] is not state or last[1] != muted():
            last = self._asked_at_once = (state, muted(), step.asks(state))
        return last[2]

    def decisions(self, state: S, role: str = REFEREE) -> tuple[Decision, ...]:
        step = self.step(state)
        if step is not None and not step.verbs:
            found = self._all_asked(state, step)
            return found if role == REFEREE else tuple(d for d in found if d.who == role)
        if step is None:
            return ()
        deciders = step.deciders(state)
        asked = deciders if role == REFEREE else (role,) if role in deciders else ()
        found = tuple(self._decision(state, who) for who in asked)
        return self._with_more(state, step, role, found) if self.beside or self.any_time else found

    def _with_more(
        self, state: S, step: Step, role: str, found: tuple[Decision, ...]
    ) -> tuple[Decision, ...]:
        """What is asked beside the step too; the first thing asked of a role has its asides."""
        more = (
            other.decision(state, who)
            for other in self.beside
            for who in other.deciders(state)
            if role in (REFEREE, who)
        )
        decisions = [*found, *more]
        for who in dict.fromkeys(decision.who for decision in decisions):
            own = [place for place, decision in enumerate(decisions) if decision.who == who]
            asked = {offer.verb for place in own for offer in decisions[place].offers}
            made = self._asides_of(state, step, who)
            extra = (offer for offer in made if offer.verb not in asked)
            first = decisions[own[0]]
            decisions[own[0]] = replace(first, offers=(*first.offers, *extra))
        return tuple(decisions)

    def _asides_of(self, state: S, step: Step, who: str) -> tuple[Offer, ...]:
        made = (verb.offer(state, step, who) for verb in self.any_time)
        return tuple(offer for offer in made if offer is not None)

    def asides(self, state: S, role: str = REFEREE) -> tuple[Decision, ...]:
        step = self.step(state)
        if step is None or not self.any_time:
            return ()
        busy = self.deciders(state)
        return tuple(
            Decision(who, self.any_time_prompt, self._asides_of(state, step, who))
            for who in self.roles
            if who not in busy and role in (REFEREE, who)
        )

    def _decision(self, state: S, who: str) -> Decision:
        last = self._asked
        if last is None or last[0] is not state or last[1] != muted():
            last = self._asked = (state, muted(), {})
        if who not in last[2]:
            last[2][who] = self.decision(state, who)
        return last[2][who]

    def decision(self, state: S, who: str) -> Decision:
        """What one of those who must decide has to decide."""
        found: Decision = state.agenda[0].decision(state, who)
        return found

    def _open_by_name(self, state: S, who: str, name: str) -> None:
        step = self.step(state)
        if step is not None and step.offers(state, who, name):
            return
        if not any(o.verb == name for d in self.decisions(state, who) for o in d.offers):
            raise self.closed(state, who, name)

    def find_verb(self, state: S, who: str, name: str) -> tuple[Step, type[Verb]]:
        """The verb of this name and the step it belongs to; refused if it is not open to a role."""
        step = self.step(state)
        if step is not None:
            for one in (step, *self.beside):
                verb = one.find(state, who, name)
                if verb is not None:
                    return one, verb
            for verb in self.any_time:
                if verb_of(verb) == name and verb.is_open(state, step, who):
                    return step, verb
        raise self.closed(state, who, name)

    def closed(self, state: S, who: str, name: str) -> Refusal:
        """Why a verb is not open to a role."""
        own = self.decisions(state, who)
        offered = {offer.verb for decision in own for offer in decision.offers}
        step = self.step(state)
        rules = () if own or step is None else step.cites
        return Refusal(
            f"{who} cannot '{name}' now",
            rules or tuple(rule for d in own or self.decisions(state) for rule in d.rules),
            legal=f"legal: {choices(sorted(offered)) or 'nothing'}",
        )

    def next_slot(self, state: S, who: str, verb: str, said: tuple[str, ...]) -> Slot | None:
        step = self.step(state)
        if step is not None and not step.verbs:
            return super().next_slot(state, who, verb, said)
        try:
            own, found = self.find_verb(state, who, verb)
        except Refusal:
            raise BadInput(f"'{verb}' is not offered to {who} now.") from None
        return found.next_slot(state, own, who, said)

    def check(self, state: S, who: str, action: Action) -> tuple[Violation, ...]:
        step = self.step(state)
        if step is not None and not step.verbs:
            self._open_by_name(state, who, verb_of(action))
            return step.check(state, who, action)
        own, _ = self.find_verb(state, who, verb_of(action))
        assert isinstance(action, Verb)
        return action.check(state, own, who)

    def apply(self, state: S, who: str, action: Action, play: Play) -> S:
        step = state.agenda[0]
        if not step.verbs:
            return self.go_on(step.answer(state, who, action, play), play)
        assert isinstance(action, Verb)
        for other in self.beside:
            if type(action) in other.verbs:
                step = other
        return self.go_on(action.apply(state, step, who, play), play)

    def random_action(self, view: S, role: str, choose: Chooser) -> Action | None:
        step = self.step(view)
        if step is None or not step.verbs:
            return None
        for one in (*self.beside, step):
            drawn = one.random_action(view, role, choose) if role in one.deciders(view) else None
            if drawn is not None:
                return drawn
        return None

    def say_automatic(self, state: S, who: str, action: Action) -> str:
        step = self.step(state)
        return action.say_automatic(state, step, who) if isinstance(action, Verb) else ""

    def forecast(self, view: S, who: str, action: Action) -> Forecast | None:
        step = self.step(view)
        if step is None or not isinstance(action, Verb):
            return None
        return action.forecast(view, step, who)

    def go_on(self, state: S, play: Play) -> S:
        """Run every routine, until somebody must decide or it is over."""
        while state.agenda and isinstance(state.agenda[0], Routine) and self.outcome(state) is None:
            routine = state.agenda[0]
            state = routine.run(replace(state, agenda=state.agenda[1:]), play)
        return state
