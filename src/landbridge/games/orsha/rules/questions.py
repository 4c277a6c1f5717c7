"""Questions whose answers turn on rulings."""

from __future__ import annotations

from landbridge.engine.rules.ask import Question
from landbridge.games.orsha.rulings import AllRulings

AS_RULED = AllRulings()
"""Every switch as it is ruled, unless players choose otherwise."""


class RuledQuestion(Question, frozen=True, kw_only=True):
    """A question that turns on switches: those that it names in `turns_on` are inputs too."""

    rulings: AllRulings = AS_RULED
