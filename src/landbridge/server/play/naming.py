"""Offers as players read them: each word of a choice with the name of what it stands for."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from landbridge.engine.play.actions import Choice, Decision, Slot
from landbridge.engine.play.game import Game


def name_choices(game: Game[Any], slot: Slot) -> Slot:
    """A slot whose choices say what they stand for."""
    named = tuple(_named(game, one) for one in slot.choices)
    return slot if named == slot.choices else replace(slot, choices=named)


def _named(game: Game[Any], choice: str | Choice) -> str | Choice:
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
    return replace(decision, offers=offers)
