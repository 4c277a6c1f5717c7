"""Questions whose answers turn on rulings."""

from __future__ import annotations

from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.asked_rulings import AskedRulings
from landbridge.engine.rules.box import OwnersAnswer
from landbridge.games.orsha.rules.words import PACKAGE
from landbridge.games.orsha.rulings import AllRulings, Rulings

AS_RULED = AllRulings()
"""Every switch as it is ruled, unless players choose otherwise."""


class RuledQuestion(Question, frozen=True, kw_only=True):
    """A question that turns on switches: those that it names in `turns_on` are inputs too."""

    rulings: AllRulings = AS_RULED


class BoxRulings(AskedRulings, Rulings, frozen=True, kw_only=True):
    """The switches of a match as in the owner's box."""

    package = PACKAGE
    owner: tuple[OwnersAnswer, ...] = ()
