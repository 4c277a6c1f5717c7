"""A game whose state is an agenda: decisions and actions belong to the step on top of it."""

from __future__ import annotations

from functools import cached_property
from importlib.resources import files
from typing import Any, TypeVar, Union

import msgspec
from msgspec.structs import replace

from landbridge.engine.chance.tables import read_toml
from landbridge.engine.play.actions import Action, Decision, Offer, Slot, verb_of
from landbridge.engine.play.agenda import Agenda, Routine, Step, push_steps, steps_in, without_step
from landbridge.engine.play.boards import Forecast
from landbridge.engine.play.events import REFEREE, Play
from landbridge.engine.play.game import Game
from landbridge.engine.play.verbs import Chooser, Use, Verb
from landbridge.engine.refusals import BadInput, ImpossibleAction, Violation, choices
from landbridge.engine.rules.citing import in_force, muted

S = TypeVar("S", bound=Agenda)

LEGAL = "legal: "
"""How a refusal begins to list the verbs that are open instead."""

VERBS = "verbs.toml"
"""The data file that says of every verb what it is for."""


class AgendaGame(Game[S]):
    """A game whose state is an agenda: decisions and actions belong to the step on top."""

    _asked: tuple[Any, frozenset[str], dict[str, Decision]] | None = None
    """What was asked last: decisions of one position are wanted several times in a row."""

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

    @cached_property
    def uses(self) -> dict[str, Use]:
        """What each verb is for, as far as the game says it in `data/verbs.toml`."""
        if not (files(self.package) / "data" / VERBS).is_file():
            return {}
        return msgspec.convert(read_toml(self.package, VERBS), dict[str, Use])

    def read_state(self, data: Any, kind: type[S]) -> S:
        state = super().read_state(data, kind)
        steps: Any = Union[tuple(self.steps.values())]  # noqa: UP007
        return replace(state, agenda=msgspec.convert(data["agenda"], tuple[steps, ...]))

    def asides_in(self, state: S) -> tuple[type[Verb], ...]:
        """The verbs that may be used beside whatever is asked in this position."""
        return self.any_time

    def step(self, state: S) -> Step | None:
        """The step that somebody must decide now; None when it is over."""
        if not state.agenda or self.outcome(state) is not None:
            return None
        found: Step = state.agenda[0]
        return found

    def deciders(self, state: S) -> tuple[str, ...]:
        step = self.step(state)
        if step is None or not self.beside:
            return () if step is None else step.deciders(state)
        asked = (who for one in (step, *self.beside) for who in one.deciders(state))
        return tuple(dict.fromkeys(asked))

    def decisions(self, state: S, role: str = REFEREE) -> tuple[Decision, ...]:
        step = self.step(state)
        if step is None:
            return ()
        deciders = step.deciders(state)
        asked = deciders if role == REFEREE else (role,) if role in deciders else ()
        found = tuple(self._decision(state, who) for who in asked)
        more = self.beside or self.asides_in(state)
        return self._with_more(state, step, role, found) if more else found

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
        made = (verb.offer(state, step, who) for verb in self.asides_in(state))
        return tuple(offer for offer in made if offer is not None)

    def asides(self, state: S, role: str = REFEREE) -> tuple[Decision, ...]:
        step = self.step(state)
        if step is None or not self.asides_in(state):
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

    def _was_offered(self, state: S, who: str, name: str) -> bool:
        """Whether the step's decision has been made already and offers this."""
        last = self._asked
        if last is None or last[0] is not state or last[1] != muted() or who not in last[2]:
            return False
        return any(offer.verb == name for offer in last[2][who].offers)

    def decision(self, state: S, who: str) -> Decision:
        """What one of those who must decide has to decide."""
        found: Decision = state.agenda[0].decision(state, who)
        return found

    def _open_verb(self, state: S, who: str, name: str) -> tuple[Step, type[Verb]] | None:
        """The verb of this name and the step it belongs to; None if it is not open to a role."""
        step = self.step(state)
        if step is None:
            return None
        if self._was_offered(state, who, name):
            return step, next(verb for verb in step.verbs if verb_of(verb) == name)
        for one in (step, *self.beside):
            verb = one.find(state, who, name)
            if verb is not None:
                return one, verb
        for verb in self.asides_in(state):
            if verb_of(verb) == name and verb.is_open(state, step, who):
                return step, verb
        return None

    def who_may(self, state: S, verb: str) -> tuple[str, ...]:
        found = {
            who: own
            for who in dict.fromkeys((*self.deciders(state), *self.roles))
            if (own := self._open_verb(state, who, verb)) is not None
        }
        if len(found) < 2:
            return tuple(found)
        offered = [who for who, (step, kind) in found.items() if kind.is_offered(state, step, who)]
        return tuple(dict.fromkeys((*offered, *found)))

    def closed(self, state: S, who: str, name: str) -> ImpossibleAction:
        """Why a verb is not open to a role: what it is for, and by which rule."""
        own = self.decisions(state, who)
        offered = {offer.verb for decision in own for offer in decision.offers}
        legal = f"{LEGAL}{choices(sorted(offered)) or 'nothing'}"
        use = self.uses.get(name)
        text = f"{who} cannot '{name}' now" + (f"; it is for {use.when}" if use else "")
        if use is not None and (cited := use.rules_for(who)):
            return ImpossibleAction(text, cited, legal)
        step = self.step(state)
        rules = () if own or step is None else step.cites
        asked = tuple(rule for d in own or self.decisions(state) for rule in d.rules)
        return ImpossibleAction(text, rules or asked, legal)

    def next_slot(self, state: S, who: str, verb: str, said: tuple[str, ...]) -> Slot | None:
        found = self._open_verb(state, who, verb)
        if found is None:
            raise BadInput(f"'{verb}' is not offered to {who} now.")
        own, kind = found
        return kind.next_slot(state, own, who, said)

    def check(self, state: S, who: str, action: Action) -> tuple[Violation, ...]:
        assert isinstance(action, Verb)
        name = verb_of(action)
        found = self._open_verb(state, who, name)
        if found is not None:
            return action.check(state, found[0], who)
        closed, step = self.closed(state, who, name), self._step_for(state, who, action)
        if step is None:
            raise closed
        against = action.check(self._with_step(state, step), step, who)
        if not in_force(closed.rules):
            return against
        return (Violation(closed.text, closed.rules, closed.legal), *against)

    def may_declare(self, state: S, who: str, action: Action) -> bool:
        return isinstance(action, Verb) and self._step_for(state, who, action) is not None

    def why_never(self, state: S, who: str, action: Action) -> str:
        step, name = self.step(state), verb_of(action)
        if step is None or self._open_verb(state, who, name) is not None:
            return ""
        if self.may_declare(state, who, action):
            return ""
        use = self.uses.get(name)
        return step.keeps_out or (
            f"it means nothing without {use.needs}" if use and use.needs else ""
        )

    def _step_for(self, state: S, who: str, action: Verb) -> Step | None:
        """The step that would carry out what is not open to a role."""
        step = self.step(state)
        if step is None or step.keeps_out or who not in self.roles:
            return None
        stand_in: Step | None = action.out_of_turn(state, step, who)
        return stand_in and (self._step_that_asks(state, who, type(action)) or stand_in)

    def apply(self, state: S, who: str, action: Action, play: Play) -> S:
        assert isinstance(action, Verb)
        step = self._step_that_asks(state, who, type(action)) or self._step_for(state, who, action)
        assert step is not None, f"no step carries out '{verb_of(action)}'"
        begun = self._with_step(state, step)
        done = action.apply(begun, step, who, play)
        if begun is not state:
            done = without_step(done, type(step), state.agenda)
        return self.go_on(done, play)

    def _with_step(self, state: S, step: Step) -> S:
        """The position with a step on top that only stands in for one action."""
        asked = step is state.agenda[0] or step in self.beside
        return state if asked else push_steps(state, step)

    def _step_that_asks(self, state: S, who: str, kind: type[Verb]) -> Step | None:
        """The step on the agenda or beside it that a role's action belongs to."""
        for other in self.beside:
            if kind in other.verbs:
                return other
        step: Step = state.agenda[0]
        asked = kind in step.verbs and who in step.deciders(state)
        return step if asked or kind in self.asides_in(state) else None

    def random_action(self, view: S, role: str, choose: Chooser) -> Action | None:
        step = self.step(view)
        if step is None:
            return None
        for one in (*self.beside, step):
            drawn = one.random_action(view, role, choose) if role in one.deciders(view) else None
            if drawn is not None:
                return drawn
        return None

    def say_automatic(self, state: S, who: str, action: Action) -> str:
        step = self.step(state)
        return action.say_automatic(state, step, who) if isinstance(action, Verb) else ""

    def why_not(self, view: S, who: str, word: str) -> Violation | None:
        step = self.step(view)
        if step is None or who not in step.deciders(view):
            return None
        found = (verb.why_not(view, step, who, word) for verb in step.verbs)
        return next((one for one in found if one is not None), None)

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
