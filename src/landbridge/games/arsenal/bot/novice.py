"""The novice: it thinks as the steady one does, but of less, and not of what the enemy will do."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from landbridge.engine.play.actions import Action
from landbridge.games.arsenal.bot.judging.board import BotBoard
from landbridge.games.arsenal.bot.judging.charts import EVERYWHERE, box_of
from landbridge.games.arsenal.bot.player import Steady
from landbridge.games.arsenal.bot.temper import SIDES, Temper
from landbridge.games.arsenal.war.battle.decisions import OngoingBattle, Stand, Withdraw
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.words import AXIS, SOVIET

OVERLOOKED = 0.4
"""How many of the enemy's points it does not look at in a month."""
NEVER = 2.0
"""A chance that nothing has."""


def _green(temper: Temper) -> Temper:
    """A judgement that takes thin odds for good ones, and thinks of the enemy too late.

    It sees no threat but the one before it, and no trap until it is shut.
    """
    return replace(
        temper,
        foresight=False,
        marches=18,
        trains=0,
        least=0.3,
        enough=0.55,
        bold=2.0,
        lost=0.5 * temper.lost,
        spread=0.0,
        behind=0.0,
        doubt=20.0,
        margin=0.3,
        gap=0.0,
        hinge=0.0,
        trapped=0.0,
        trap=NEVER,
        safe=2.5,
    )


def _surprised(temper: Temper) -> Temper:
    """The judgement of whoever is surprised: it strikes back at once, wherever anybody stands.

    It does not count its losses, draws no line and mans no city ahead of the enemy.
    """
    return replace(
        _green(temper),
        least=0.0,
        enough=0.4,
        bold=99.0,
        lost=0.0,
        killed=2.0,
        exposed=0.0,
        salient=0.0,
        draws_line=False,
        marches=8,
        guard=0.0,
        alarm=0.0,
        siege=0.0,
        warning=0.0,
        treasure=0.0,
        fear=0.5,
    )


JUDGEMENT: dict[int, Temper] = {
    # In a short scenario it does not know what to go for, and goes about it half as hard.
    AXIS: replace(_green(SIDES[AXIS]), own_mind=0.5),
    SOVIET: _surprised(SIDES[SOVIET]),
}
HOLDING = replace(JUDGEMENT[AXIS], guard=0.0, alarm=0.0, siege=0.0, warning=0.0)
"""How it judges as the Axis from 1943 on: it mans no city ahead of the enemy."""
HOLDS_FROM = "1943-01"


class Novice(Steady):
    """Plays either side of any scenario; the same seed overlooks the same things."""

    judgement = JUDGEMENT

    def __init__(self, seed: int | str | None = None) -> None:
        super().__init__(seed)
        self._seed = seed

    def fight(self, state: War, step: OngoingBattle) -> Action:
        """The Soviets give no ground, and are lost with it; the Axis give it at once."""
        if step.asks_now == "defender":
            return Withdraw() if step.side == SOVIET and step.retreats(state) else Stand()
        return super().fight(state, step)

    def look(self, state: War, side: int) -> BotBoard:
        """The map as it sees it this month: it does not look everywhere."""
        sight = Random(f"novice {self._seed} {state.turn} {side}")
        blind = frozenset(point for point in EVERYWHERE if sight.random() < OVERLOOKED)
        late = side == AXIS and box_of(state.turn).month >= HOLDS_FROM
        board = BotBoard(state, side, HOLDING if late else self.judgement[side], blind)
        # Where one place decides it does not see that: it guards and seeks it as any other.
        board.prize = -1
        return board
