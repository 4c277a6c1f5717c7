"""In a battle: whether to stand or withdraw, press on or break off."""

from __future__ import annotations

from landbridge.engine.play.actions import Action
from landbridge.games.arsenal.bot.judging.charts import WORTH
from landbridge.games.arsenal.bot.judging.odds import chances
from landbridge.games.arsenal.map.points import NEIGHBOURS, POINTS
from landbridge.games.arsenal.map.supply_lines import LENINGRAD, SHORES
from landbridge.games.arsenal.war.battle.decisions import (
    Halt,
    OngoingBattle,
    Press,
    Stand,
    Withdraw,
)
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.war.supply import supplied
from landbridge.games.arsenal.words import AXIS, SOVIET


def fight_on(state: War, fight: OngoingBattle) -> Action:
    """What to do between two rounds."""
    battle = fight.model(state)
    side = fight.side
    if fight.asks_now == "attacker":
        promise = chances(battle, 2)
        wins = promise.taken * (0.6 * WORTH[fight.point] + 1.0) + 1.2 * promise.killed
        wins += 0.3 * promise.beaten
        costs = 1.3 * promise.lost + 0.4 * promise.spread
        return Press() if wins > costs and promise.taken > 0.2 else Halt()
    promise = chances(battle, 2)
    back = [
        end
        for end in NEIGHBOURS[fight.point]
        if state.held[end] == 1 - side and supplied(state, 1 - side)[end]
    ]
    if not back:
        return Stand()
    holds = 1.0 - promise.taken
    worth = WORTH[fight.point] + (2.0 if POINTS[fight.point].fortress else 0.0)
    if side == AXIS and fight.point in SHORES and state.held[LENINGRAD] == SOVIET:
        # With the last shore Leningrad is lost.
        worth += 0.3 * WORTH[LENINGRAD]
    stakes = holds * worth + 0.8 * promise.lost + 0.3 * promise.spread
    price = 1.2 * promise.killed + 0.3 * promise.beaten
    leaves = 0.4 * sum(f.firepower for f in battle.defenders)
    if side == SOVIET:
        leaves *= 1.2
    return Stand() if stakes - price > -leaves else Withdraw()
