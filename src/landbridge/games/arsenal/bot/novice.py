"""The novice: it thinks as the steady one does, but of less, and not of what the enemy will do."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from landbridge.engine.play.actions import Action
from landbridge.games.arsenal.bot.judging.board import BotBoard
from landbridge.games.arsenal.bot.judging.charts import EVERYWHERE
from landbridge.games.arsenal.bot.player import Steady
from landbridge.games.arsenal.bot.temper import SIDES, Temper
from landbridge.games.arsenal.war.battle.decisions import OngoingBattle, Stand
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.words import AXIS, SOVIET

OVERLOOKED = 0.4
"""How many of the enemy's points it does not look at in a month."""


def _green(temper: Temper) -> Temper:
    """A judgement that takes thin odds for good ones, and thinks of the enemy too late.

    It moves few units a month, sees no threat but the one before it, and mans neither line nor
    cities ahead of the enemy.
    """
    return replace(
        temper,
        foresight=False,
        marches=5,
        least=0.3,
        enough=0.55,
        bold=2.0,
        lost=0.5 * temper.lost,
        spread=0.0,
        guard=0.0,
        alarm=0.0,
        siege=0.0,
        warning=0.0,
        treasure=0.0,
        behind=0.0,
        doubt=20.0,
        margin=0.3,
        gap=0.0,
        fear=0.5,
        safe=2.5,
    )


JUDGEMENT: dict[int, Temper] = {side: _green(SIDES[side]) for side in (AXIS, SOVIET)}


class Novice(Steady):
    """Plays either side of any scenario; the same seed overlooks the same things."""

    battles = 5
    trains = 0
    judgement = JUDGEMENT

    def __init__(self, seed: int | str | None = None) -> None:
        super().__init__(seed)
        self._seed = seed

    def fight(self, state: War, step: OngoingBattle) -> Action:
        """It gives no ground, even where the point is lost with all who hold it."""
        return Stand() if step.asks_now == "defender" else super().fight(state, step)

    def look(self, state: War, side: int) -> BotBoard:
        """The map as it sees it this month: it does not look everywhere."""
        sight = Random(f"novice {self._seed} {state.turn} {side}")
        blind = frozenset(point for point in EVERYWHERE if sight.random() < OVERLOOKED)
        return BotBoard(state, side, self.judgement[side], blind)
