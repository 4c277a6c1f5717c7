"""The keen player: it counts replacements, masses what an attack wants, and plans over months."""

from __future__ import annotations

from msgspec.structs import replace

from landbridge.games.arsenal.bot.directives import press
from landbridge.games.arsenal.bot.judging.board import BotBoard
from landbridge.games.arsenal.bot.player import Steady
from landbridge.games.arsenal.bot.temper import SIDES, Temper
from landbridge.games.arsenal.war.scenarios import is_whole_war
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.words import AXIS, SOVIET


def _keen(temper: Temper) -> Temper:
    """A judgement that sees further: to the next months' replacements, trains and score."""
    return replace(temper, closing=1.5, transfer=1.0, counts_replacements=True, mass=1.5)


JUDGEMENT: dict[int, Temper] = {
    AXIS: _keen(SIDES[AXIS]),
    # The Soviet command of history spared its strength, and expected the enemy elsewhere.
    SOVIET: replace(_keen(SIDES[SOVIET]), own_mind=1.5),
}
LONG_WAR = {side: replace(temper, exposed=0.85) for side, temper in JUDGEMENT.items()}
"""How it judges in the whole war: a unit that takes ground and is driven off it again is missed for
years, and a town that changes hands each month is worth little to either side."""
ON_GUARD = replace(JUDGEMENT[AXIS], margin=1.6, doubt=2.0, gap=0.6, behind=0.5)
"""How the Axis judge in a short scenario when they are to hold: what is lost is not won back, every
threat is taken for full, and the line holds together. In the whole war it pays to be bolder."""
PRESSING = replace(JUDGEMENT[SOVIET], own_mind=1.0)
"""How the Soviets judge in a short scenario when their command presses for ground anyway: harder
than that they need not press."""


class Keen(Steady):
    """Plays either side of any scenario; the same position gets the same answer."""

    judgement = JUDGEMENT

    def look(self, state: War, side: int) -> BotBoard:
        """The map as it sees it."""
        if is_whole_war(state.scenario):
            return BotBoard(state, side, LONG_WAR[side])
        presses = press(state.turn, side) >= 1.0
        if side == AXIS:
            return BotBoard(state, side, self.judgement[side] if presses else ON_GUARD)
        return BotBoard(state, side, PRESSING if presses else self.judgement[side])
