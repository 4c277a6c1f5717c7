"""The step that asks what the owner's box says, and the answer."""

from __future__ import annotations

from typing import Any, TypeVar

from msgspec.structs import replace

from landbridge.engine.play.actions import Action, Choice, Decision, Offer, Slot
from landbridge.engine.play.agenda import Agenda, Step
from landbridge.engine.play.events import REFEREE, Play
from landbridge.engine.play.verbs import Chooser, Verb
from landbridge.engine.refusals import BadInput, Violation
from landbridge.engine.rules.asked_rulings import AskedRulings
from landbridge.engine.rules.box import (
    BoxQuestion,
    OwnersAnswer,
    box_questions,
    own_figures,
    read_word,
)

S = TypeVar("S", bound=Agenda)


def is_as_in_box(state: Any) -> bool:
    """Whether a position belongs to a match that is played as in the owner's box."""
    return isinstance(state.rulings, AskedRulings)


def settled_by_owner(state: Any) -> Any:
    """The switches of a position that is played as in a box."""
    return state.rulings


def describe_answer(question: BoxQuestion, answer: OwnersAnswer) -> str:
    """An answer as the end of a sentence."""
    text = (question.options[answer.choice].text or answer.choice).removesuffix(".")
    own = own_figures(question, answer).items()
    told = (f"{name.replace('_', ' ')} {value}" for name, value in own if not _is_long(value))
    longer = (f"{name.replace('_', ' ')} of its own" for name, value in own if _is_long(value))
    figures = ", ".join((*told, *longer))
    return f"{text}; but {figures}" if figures else text


def _is_long(value: object) -> bool:
    return isinstance(value, dict | list)


class Box(Verb, frozen=True):
    """Say what the box says: key=choice, or key={...} with the box's own figures."""

    answers: tuple[str, ...]

    @classmethod
    def offer(cls, state: Any, step: Any, who: str) -> Offer | None:
        if not is_as_in_box(state):
            return None
        return Offer("box", "Say what your box says", (Slot("answers"),), aside=True)

    @classmethod
    def offer_for(cls, question: BoxQuestion) -> Offer:
        """How the answer to one question is offered."""
        options = tuple(
            Choice(f"{question.key}={name}", option.text or name)
            for name, option in question.options.items()
        )
        slot = Slot("answers", options, prompt=question.title)
        meant = " ".join(f"{name}: {option.text}" for name, option in question.options.items())
        look = f" Look at: {question.look}." if question.look else ""
        return Offer("box", f"{question.text}{look} {meant}", (slot,), question.rules)

    def check(self, state: Any, step: Any, who: str) -> tuple[Violation, ...]:
        if not self.answers:
            raise BadInput("Say what your box says: box key=choice")
        for word in self.answers:
            read_word(type(state.rulings).package, word)
        return ()

    def apply(self, state: Any, step: Any, who: str, play: Play) -> Any:
        package = type(state.rulings).package
        for word in self.answers:
            answer = read_word(package, word)
            question = box_questions(package)[answer.key]
            text = describe_answer(question, answer)
            play.log("box_says", question.rules, title=question.title, answer=text)
            state = with_answer(state, answer)
        return state


class AskBox(Step, frozen=True):
    """The owner must say what the box says, before what was done goes on."""

    verbs = (Box,)

    keeps_out = "what the box says comes first"

    key: str
    roles: tuple[str, ...]
    """Who may answer: whoever of those who play owns the box."""
    action: str = ""
    """What waits for the answer; nothing where the rules themselves wait."""
    actor: str = ""
    """Who did it."""
    declared: bool = False
    """Whether the referee let it pass."""
    dice: tuple[tuple[int, ...], ...] = ()
    """The dice that were thrown for it."""

    def deciders(self, state: Any) -> tuple[str, ...]:
        return self.roles

    def question(self, state: Any) -> BoxQuestion:
        """What is asked."""
        return box_questions(type(state.rulings).package)[self.key]

    def decision(self, state: Any, who: str) -> Decision:
        return ask_owner(who, self.question(state))

    def random_action(self, state: Any, who: str, choose: Chooser) -> Action | None:
        return any_answer(self.question(state), choose)


def ask_owner(who: str, question: BoxQuestion) -> Decision:
    """The decision that an open question is."""
    prompt = f"What does your box say? {question.title}"
    return Decision(who, prompt, (Box.offer_for(question),), question.rules)


def any_answer(question: BoxQuestion, choose: Chooser) -> Box:
    """Any answer to a question."""
    names = list(question.options)
    return Box((f"{question.key}={names[choose(len(names))]}",))


def with_answer(state: S, answer: OwnersAnswer) -> S:
    """The position with an answer of the owner; a later answer replaces an earlier one."""
    settled = settled_by_owner(state)
    others = (one for one in settled.owner if one.key != answer.key)
    changes: dict[str, Any] = {"owner": (*others, answer)}
    if answer.key in settled.__struct_fields__:
        changes[answer.key] = answer.choice
    return replace(state, rulings=replace(settled, **changes))


def hide_waiting(view: S, role: str) -> S:
    """A view in which another role's action that waits for the box cannot be read."""
    if role == REFEREE or not any(isinstance(step, AskBox) for step in view.agenda):
        return view
    hidden = (
        replace(step, action="", actor="", declared=False, dice=())
        if isinstance(step, AskBox) and step.actor != role
        else step
        for step in view.agenda
    )
    return replace(view, agenda=tuple(hidden))
