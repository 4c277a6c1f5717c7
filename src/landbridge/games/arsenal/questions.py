"""What every question about the rules of Dark Crusade has."""

from __future__ import annotations

from landbridge.engine.rules.ask import Question
from landbridge.games.arsenal.rulings import AllRulings


class ArsenalQuestion(Question, frozen=True, kw_only=True):
    """A question whose answer turns on switches of the game."""

    rulings: AllRulings = AllRulings()
