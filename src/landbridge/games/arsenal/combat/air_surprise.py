"""The first turn's surprise: Soviet air armies caught on the ground."""

from __future__ import annotations

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import table
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.arsenal.words import PACKAGE, Die

SURPRISE = table(PACKAGE, "unit_kinds.surprise", bool)


@rule("RUL-DC-33")
def caught_on_the_ground(nature: Nature) -> bool:
    """Whether one Soviet air army is destroyed by the surprise of the first turn."""
    lost: bool = nature.look(SURPRISE)
    return lost


class AirSurprise(Question, frozen=True, kw_only=True):
    """Whether a Soviet air army is destroyed on the ground on the first turn."""

    rolls = {"die": SURPRISE.title}

    die: Die | None = None

    def answer(self, nature: Nature) -> Finding[bool]:
        return Why().so(caught_on_the_ground(nature))
