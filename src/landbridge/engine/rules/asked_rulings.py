"""The switches of a match that is played as in the owner's box.

Whoever reads a switch that nobody has answered meets `Unanswered`, and the match asks (see
play/box_game.py). A choice whose figures are the box's own brings them along.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, ClassVar

from landbridge.engine.refusals import BadInput, LandbridgeError, unknown
from landbridge.engine.rules.box import (
    OTHERWISE,
    BoxQuestion,
    OwnersAnswer,
    box_questions,
    keys_of_rules,
    own_figures,
)
from landbridge.engine.rules.citing import Rules
from landbridge.engine.rules.index import rulings


class Unanswered(LandbridgeError):
    """A rule cannot be applied before the owner has said what the box says."""

    def __init__(self, question: BoxQuestion) -> None:
        super().__init__(f"Your box must say first: {question.title} (box {question.key}=...).")
        self.key = question.key


class OwnersChoice(str):
    """A choice with the figures of the owner's box."""

    __slots__ = ("own",)
    own: dict[str, Any]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, OwnersChoice) and self.own != other.own:
            return False
        return str.__eq__(self, other) is True

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = str.__hash__


def figures_of(package: str, switch: str, option: str) -> dict[str, Any]:
    """The figures of a choice; those that it does not give are the default's.

    In a match as in the owner's box the choice may bring the box's own figures along.
    """
    found = _figures_of(package, switch, str(option))
    return found | option.own if isinstance(option, OwnersChoice) else found


@cache
def _figures_of(package: str, switch: str, option: str) -> dict[str, Any]:
    ruling = rulings(package)[switch]
    if option not in ruling.options:
        raise BadInput(unknown(f"choice for {switch}", option, ruling.options))
    return ruling.options[ruling.default].figures | ruling.options[option].figures


class AskedRulings:
    """The switches of a match that is played as in the owner's box, to stand before `Rulings`."""

    __slots__ = ()

    package: ClassVar[str]
    owner: tuple[OwnersAnswer, ...]
    """What the owner has said."""

    def __getattribute__(self, name: str) -> Any:
        found = super().__getattribute__(name)
        if name.startswith("__"):
            return found
        question = box_questions(type(self).package).get(name)
        if question is None:
            return found
        answer = self.answer_to(name)
        if answer is None:
            raise Unanswered(question)
        if not answer.figures:
            return found
        choice = OwnersChoice(found)
        choice.own = own_figures(question, answer)
        return choice

    def answer_to(self, key: str) -> OwnersAnswer | None:
        """What the owner has said of a question, if anything."""
        return next((answer for answer in self.owner if answer.key == key), None)


def open_question(settled: AskedRulings, cited: Iterable[str]) -> BoxQuestion | None:
    """The first question behind these rules that the owner has not answered."""
    package = type(settled).package
    for rule in cited:
        key = keys_of_rules(package).get(rule)
        if key is not None and settled.answer_to(key) is None:
            return box_questions(package)[key]
    return None


def rows_left_out(settled: AskedRulings) -> Rules:
    """The readings that do not hold in the owner's box."""
    return tuple(answer.key for answer in settled.owner if answer.choice == OTHERWISE)


def point_data(package: str, key: str, settled: object) -> Any:
    """The data of a point: the program's own, or in a match as in a box, the owner's."""
    question = box_questions(package)[key]
    if not isinstance(settled, AskedRulings):
        return question.figures["entries"]
    answer = settled.answer_to(key)
    if answer is None:
        raise Unanswered(question)
    return (question.figures_of(answer.choice) | own_figures(question, answer))["entries"]
