"""The keen player: it counts replacements, masses what an attack wants, and plans over months."""

from __future__ import annotations

from msgspec.structs import replace

from landbridge.games.arsenal.bot.player import Steady
from landbridge.games.arsenal.bot.temper import SIDES, Temper
from landbridge.games.arsenal.words import AXIS, SOVIET


def _keen(temper: Temper) -> Temper:
    """A judgement that sees further: to the next months' replacements, trains and score."""
    return replace(temper, closing=1.5, transfer=1.0, counts_replacements=True, mass=1.5)


JUDGEMENT: dict[int, Temper] = {
    AXIS: _keen(SIDES[AXIS]),
    # The Soviet command of history spared its strength, and expected the enemy elsewhere.
    SOVIET: replace(_keen(SIDES[SOVIET]), own_mind=1.5),
}


class Keen(Steady):
    """Plays either side of any scenario; the same position gets the same answer."""

    trains = 99
    judgement = JUDGEMENT
