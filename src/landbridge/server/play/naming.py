"""Offers and refusals as players read them: each word with the name of what it stands for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from landbridge.engine.play.actions import Choice, Decision, Slot
from landbridge.engine.play.agenda_game import LEGAL
from landbridge.engine.play.game import Game
from landbridge.engine.refusals import Refusal, Violation, choices


def name_choices(game: Game[Any], slot: Slot) -> Slot:
    """A slot whose choices say what they stand for."""
    named = tuple(_with_label(game, one) for one in slot.choices)
    return slot if named == slot.choices else replace(slot, choices=named)


def _with_label(game: Game[Any], choice: str | Choice) -> str | Choice:
    word, label = (choice, "") if isinstance(choice, str) else (choice.word, choice.label)
    name = "" if label else game.describe_word(word)
    if not name or name == word:
        return choice
    return Choice(word, name) if isinstance(choice, str) else replace(choice, label=name)


def name_decision(game: Game[Any], decision: Decision) -> Decision:
    """A decision whose choices say what they stand for."""
    offers = tuple(
        replace(offer, slots=tuple(name_choices(game, slot) for slot in offer.slots))
        for offer in decision.offers
    )
    return replace(
        decision,
        prompt=game.describe_text(decision.prompt),
        offers=offers,
        violations=tuple(_name_violation(game, one) for one in decision.violations),
    )


def _name_violation(game: Game[Any], violation: Violation) -> Violation:
    remedy = violation.remedy
    if not _is_action(game, remedy):
        remedy = game.describe_text(remedy)
    return replace(violation, text=game.describe_text(violation.text), remedy=remedy)


def _is_action(game: Game[Any], text: str) -> bool:
    """Whether these are the words of an action, which a page makes a button of."""
    return text.partition(" ")[0] in game.verbs


def name_refusal(game: Game[Any], problem: Refusal, decisions: Iterable[Decision]) -> Refusal:
    """A refusal without the words that are only typed: what may be done is called as offered."""
    labels = {offer.verb: offer.label for one in decisions for offer in one.offers}
    legal = problem.legal
    if legal == f"{LEGAL}{choices(sorted(labels))}":
        legal = LEGAL + choices(labels[verb] for verb in sorted(labels))
    elif not _is_action(game, legal):
        legal = game.describe_text(legal)
    return Refusal(
        game.describe_text(problem.text),
        problem.rules,
        legal,
        tuple(_name_violation(game, one) for one in problem.violations),
        declarable=problem.declarable,
    )
