"""The novice: it thinks as the steady one does, but overlooks, attacks too thinly and forgets."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from landbridge.engine.play.actions import Action
from landbridge.games.arsenal.bot.board import BotBoard
from landbridge.games.arsenal.bot.charts import EVERYWHERE
from landbridge.games.arsenal.bot.player import Steady
from landbridge.games.arsenal.bot.temper import SIDES, Temper
from landbridge.games.arsenal.war.battle.decisions import Stand
from landbridge.games.arsenal.war.battle.rounds import OngoingBattle
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.words import AXIS, SOVIET

OVERLOOKED = 0.4
"""How many of the enemy's points it does not look at in a month."""
FORGOTTEN = 0.35
"""How often it forgets a part of its turn."""
STUBBORN = 0.5
"""How often it stands and fights where it had better withdraw."""


def _green(temper: Temper) -> Temper:
    """A judgement that takes thin odds for good ones, and leaves its cities thinly held."""
    return replace(
        temper,
        least=0.3,
        enough=0.55,
        bold=2.0,
        lost=0.5 * temper.lost,
        spread=0.0,
        guard=0.0,
        alarm=1.0,
        siege=0.3,
        gap=0.1,
        fear=0.5,
        safe=2.5,
    )


JUDGEMENT: dict[int, Temper] = {side: _green(SIDES[side]) for side in (AXIS, SOVIET)}


class Novice(Steady):
    """Plays either side of any scenario; the same seed has the same lapses."""

    def __init__(self, seed: int | str | None = None) -> None:
        super().__init__(seed)
        self._seed = seed

    def _lapses(self, state: War, what: str) -> Random:
        """Chance for one thing in one month, whatever was thought of before."""
        return Random(f"novice {self._seed} {state.turn} {what}")

    def fight(self, state: War, step: OngoingBattle) -> Action:
        """As often as not it holds on to a point that is lost."""
        lapses = self._lapses(state, f"battle {step.point} {step.rounds}")
        if step.asks_now == "defender" and lapses.random() < STUBBORN:
            return Stand()
        return super().fight(state, step)

    def look(self, state: War, side: int) -> BotBoard:
        """The map as it sees it this month, with blind spots."""
        lapses = self._lapses(state, f"sight {side}")
        blind = frozenset(point for point in EVERYWHERE if lapses.random() < OVERLOOKED)
        return BotBoard(state, side, JUDGEMENT[side], blind)

    def remembers(self, state: War, part: str) -> bool:
        """Whether a part of its turn comes to its mind."""
        return self._lapses(state, part).random() >= FORGOTTEN
