"""A game that can be played as in the owner's box: where the documents are silent, it asks.

What must be asked is noticed when it is needed: a switch is read that nobody has answered (see
rules/asked_rulings.py), or something is about to happen that cites such a rule. The action then
waits, with its dice, under a step that asks; the answer is an action like any other, and the first
one goes on. So a match stays what it always is: set-up, seed and actions.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from functools import cached_property
from typing import Any, ClassVar, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.chance.kept_dice import KeptDice
from landbridge.engine.chance.nature import NeedRoll
from landbridge.engine.play.actions import Action, Decision, Offer, verb_of, write
from landbridge.engine.play.agenda import Agenda, Routine, Step
from landbridge.engine.play.agenda_game import AgendaGame
from landbridge.engine.play.boards import Forecast
from landbridge.engine.play.box_steps import (
    AskBox,
    Box,
    any_answer,
    ask_owner,
    is_as_in_box,
    settled_by_owner,
)
from landbridge.engine.play.events import REFEREE, Play
from landbridge.engine.play.game import Option
from landbridge.engine.play.verbs import Chooser, Verb
from landbridge.engine.refusals import LandbridgeError, Refusal, Violation
from landbridge.engine.rules.asked_rulings import (
    AskedRulings,
    Unanswered,
    open_question,
    rows_left_out,
)
from landbridge.engine.rules.box import OwnersAnswer, box_questions
from landbridge.engine.rules.citing import Muted, Rules, mute

S = TypeVar("S", bound=Agenda)

BOX = Option(
    "box",
    ("no", "yes"),
    "no",
    "as in my box: the match asks the owner wherever the documents at hand do not say it",
)


class BoxGame(AgendaGame[S]):
    """A game whose matches may be played as in the owner's box; its state has `rulings`."""

    box_rulings: ClassVar[type[Struct]]
    """Its switches with `AskedRulings` before them."""

    @cached_property
    def steps(self) -> dict[str, type[Step] | type[Routine]]:
        """All its steps and routines by their tags; the one that asks is the engine's."""
        return {**super().steps, "AskBox": AskBox}

    def asked_rulings(self, options: dict[str, str], known: Iterable[OwnersAnswer] = ()) -> Any:
        """The switches of a match as in a box; what was chosen or said before it is answered."""
        chosen = {name: value for name, value in options.items() if name in self.rulings}
        questions = box_questions(self.package)
        answers = {
            name: OwnersAnswer(name, value)
            for name, value in chosen.items()
            if name in questions and value != questions[name].default
        }
        for answer in known:
            answers.setdefault(answer.key, answer)
        said = {key: answer.choice for key, answer in answers.items() if key in self.rulings}
        owner = [msgspec.to_builtins(answer) for answer in answers.values()]
        return msgspec.convert(chosen | said | {"owner": owner}, self.box_rulings)

    def begin(self, state: S, play: Play) -> S:
        """Run the routines of a first position; where one needs the owner, it waits."""
        return self._until_asked(state, AskBox("", self.roles), play)

    def read_state(self, data: Any, kind: type[S]) -> S:
        state = super().read_state(data, kind)
        if "owner" not in data["rulings"]:
            return state
        return replace(state, rulings=msgspec.convert(data["rulings"], self.box_rulings))

    # Looking

    def decision(self, state: S, who: str) -> Decision:
        left_out = rows_left_out(settled_by_owner(state)) if is_as_in_box(state) else ()
        try:
            with mute(*left_out):
                return super().decision(state, who)
        except Unanswered as waiting:
            # A position that somebody imagines may need what the real one did not.
            return ask_owner(who, box_questions(self.package)[waiting.key])

    def _asides_of(self, state: S, step: Step, who: str) -> tuple[Offer, ...]:
        if not is_as_in_box(state):
            return super()._asides_of(state, step, who)
        made = []
        verbs: tuple[type[Verb], ...] = (*self.any_time, Box)
        for verb in verbs:
            try:
                made.append(verb.offer(state, step, who))
            except Unanswered:
                continue
        return tuple(offer for offer in made if offer is not None)

    def _open_verb(self, state: S, who: str, name: str) -> tuple[Step, type[Verb]] | None:
        step = self.step(state)
        if name == verb_of(Box) and step is not None and is_as_in_box(state):
            return step, Box
        return super()._open_verb(state, who, name)

    def who_may(self, state: S, verb: str) -> tuple[str, ...]:
        if not is_as_in_box(state):
            return super().who_may(state, verb)
        try:
            with mute(*rows_left_out(settled_by_owner(state))):
                return super().who_may(state, verb)
        except Unanswered:
            return self.deciders(state)

    def why_not(self, view: S, who: str, word: str) -> Violation | None:
        try:
            return super().why_not(view, who, word)
        except Unanswered:
            return None

    def forecast(self, view: S, who: str, action: Action) -> Forecast | None:
        try:
            return super().forecast(view, who, action)
        except Unanswered:
            return None

    def random_action(self, view: S, role: str, choose: Chooser) -> Action | None:
        try:
            return super().random_action(view, role, choose)
        except Unanswered as waiting:
            return any_answer(box_questions(self.package)[waiting.key], choose)

    def work_out(self, state: S, who: str) -> None:
        """Work out what is shown to a role beside its decision; so what that needs is asked."""

    def asks_owner(self, state: S) -> bool:
        return bool(state.agenda) and isinstance(state.agenda[0], AskBox)

    def decisions(self, state: S, role: str = REFEREE) -> tuple[Decision, ...]:
        found = super().decisions(state, role)
        # The same is asked of everybody: the referee need not read it twice.
        return found[:1] if role == REFEREE and self.asks_owner(state) else found

    # Acting

    def check(self, state: S, who: str, action: Action) -> tuple[Violation, ...]:
        if not is_as_in_box(state):
            return super().check(state, who, action)
        try:
            if self._open_verb(state, who, verb_of(action)) is None:
                return super().check(state, who, action)
            return self._check(state, who, action)
        except Unanswered:
            return ()

    def _check(self, state: S, who: str, action: Action) -> tuple[Violation, ...]:
        """Refuse by what the owner's box says; where that is open, it must be asked first."""
        settled = settled_by_owner(state)
        try:
            with mute(*rows_left_out(settled)):
                violations = super().check(state, who, action)
        except Refusal as refused:
            _ask_before(settled, refused.rules)
            raise
        _ask_before(settled, (rule for broken in violations for rule in broken.rules))
        return violations

    def apply(self, state: S, who: str, action: Action, play: Play) -> S:
        if not is_as_in_box(state):
            return super().apply(state, who, action, play)
        if not isinstance(action, Box):
            declared = self._is_declared(state, who, action)
            waiting = AskBox("", self.roles, write(action), who, declared)
            return self._until_asked(state, waiting, play)
        asked = state.agenda[0]
        state = action.apply(state, asked, who, play)
        answer_to = settled_by_owner(state).answer_to
        if not isinstance(asked, AskBox) or answer_to(asked.key) is None:
            return state
        return self._until_asked(replace(state, agenda=state.agenda[1:]), asked, play)

    def _is_declared(self, state: S, who: str, action: Action) -> bool:
        """Whether an action that is carried out breaks a rule: then the referee let it pass."""
        try:
            return bool(self._check(state, who, action))
        except LandbridgeError:
            return False

    def _until_asked(self, state: S, waiting: AskBox, play: Play) -> S:
        """Go on with what waits; where it needs the owner (again), it waits on."""
        settled, kept = settled_by_owner(state), waiting.dice
        inner = Play(KeptDice(kept, play.nature))
        try:
            with mute(*rows_left_out(settled)):
                after = self._go_on_with(state, waiting, inner)
            _ask_before(settled, _cited(inner))
        except Unanswered as found:
            thrown = [roll for roll in inner.rolls if roll.faces]
            question = box_questions(self.package)[found.key]
            play.log("box_asked", question.rules, title=question.title)
            play.nature.record.extend(thrown[len(kept) :])
            play.nature.forget()
            dice = tuple(roll.faces for roll in thrown)
            asking = replace(waiting, key=found.key, dice=dice)
            return replace(state, agenda=(asking, *state.agenda))
        except _NotDone as refused:
            play.log("box_refuses", refused.rules, action=waiting.action, why=str(refused))
            new = [roll for roll in inner.rolls if roll.faces][len(kept) :]
            play.nature.record.extend(new)
            play.nature.forget()
            return state
        except Muted as without:
            raise Refusal(
                "the program cannot go on without what your box leaves out",
                without.rule,
                legal=f"box {without.rule}=as_read, and put right what differs",
            ) from None
        play.events.extend(inner.events)
        play.nature.record.extend(inner.nature.record)
        play.thrown_before = len(kept)
        return self._with_question(after)

    def _with_question(self, state: S) -> S:
        """The position; where what is asked next cannot even be offered, the owner comes first."""
        step = self.step(state)
        if step is None:
            return state
        try:
            with mute(*rows_left_out(settled_by_owner(state))):
                for who in step.deciders(state):
                    super().decision(state, who)
                    self.work_out(state, who)
        except Unanswered as found:
            return replace(state, agenda=(AskBox(found.key, self.roles), *state.agenda))
        return state

    def _go_on_with(self, state: S, waiting: AskBox, play: Play) -> S:
        if not waiting.action:
            return self.go_on(state, play)
        action = self.read(waiting.action)
        if not waiting.key:
            # It has been checked, unless the check needed the owner: then this asks.
            with suppress(Refusal):
                self._check(state, waiting.actor, action)
            return super().apply(state, waiting.actor, action, play)
        try:
            violations = self._check(state, waiting.actor, action)
            if violations and not waiting.declared:
                raise Refusal.for_violations(violations)
            return super().apply(state, waiting.actor, action, play)
        except (Unanswered, NeedRoll):
            raise
        except Refusal as refused:
            raise _NotDone(refused.text, refused.rules) from None
        except LandbridgeError as problem:
            raise _NotDone(str(problem), ()) from None


class _NotDone(LandbridgeError):
    """What waited is not allowed by what the box says."""

    def __init__(self, text: str, rules: Rules) -> None:
        super().__init__(text)
        self.rules = rules


def _ask_before(settled: AskedRulings, cited: Iterable[str]) -> None:
    """Ask, where one of these rules is not the documents' own and nobody has answered it."""
    question = open_question(settled, cited)
    if question is not None:
        raise Unanswered(question)


def _cited(play: Play) -> Rules:
    """Every rule that something which happened rests on."""
    return tuple(
        rule
        for event in play.events
        for cited in (event.rules, *(roll.rules for roll in event.rolls))
        for rule in cited
    )
