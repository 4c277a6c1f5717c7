"""Whether ground that is won could be kept: what the enemy can bring back against it at once."""

from __future__ import annotations

from landbridge.games.arsenal.bot.judging.board import BotBoard
from landbridge.games.arsenal.bot.judging.charts import FAST, FIRE, held_back, zeal
from landbridge.games.arsenal.bot.judging.threats import CARRIED, GROUND
from landbridge.games.arsenal.map.points import LINES_FROM, NEIGHBOURS
from landbridge.games.arsenal.war.columns import FIGHTS
from landbridge.games.arsenal.war.restraints import thawed
from landbridge.games.arsenal.war.scenarios import PLANS
from landbridge.games.arsenal.words import AXIS, SOVIET

FROM_BEHIND = 0.5
"""How much a fast unit counts that comes over two lines."""
ELSEWHERE = 0.7
"""How much of his strength the enemy sends back against one point."""
WEAK = 0.5
"""How much a unit counts that holds new ground: it is not dug in, and may be dispersed."""


def last_word(board: BotBoard) -> bool:
    """Whether the enemy has no turn after this one."""
    return board.side == SOVIET and board.state.turn >= PLANS[board.state.scenario].last


def counterblow(board: BotBoard, point: int) -> float:
    """The firepower that the enemy can bring against a point once it is ours."""
    if last_word(board):
        return 0.0
    found = board.blows.get(point)
    if found is None:
        found = board.blows[point] = _counterblow(board, point)
    return found


def _counterblow(board: BotBoard, point: int) -> float:
    turn = board.state.turn + (1 if board.foe_side == AXIS else 0)
    eager = zeal(turn, board.foe_side, board.state.rulings.winter)[point]
    asleep = held_back(turn, thawed(board.state))
    fire = 0.0
    seen = {point}
    for start, grade, _ in LINES_FROM[point]:
        if board.held[start] != board.foe_side:
            continue
        seen.add(start)
        near = sum(FIRE[u] for u in board.foe[start] if FIGHTS[u] and u not in asleep)
        fire += min(near, 1.5 * CARRIED[grade])
        for behind in NEIGHBOURS[start]:
            if behind not in seen and board.held[behind] == board.foe_side:
                seen.add(behind)
                fire += FROM_BEHIND * sum(
                    FIRE[u] for u in board.foe[behind] if FAST[u] and FIGHTS[u] and u not in asleep
                )
    return ELSEWHERE * eager * fire


def kept(board: BotBoard, point: int, strength: float) -> float:
    """The chance, about, that a point is kept by so much firepower that has just come."""
    if not board.temper.foresight:
        return 1.0
    strength *= WEAK * GROUND[point]
    against = counterblow(board, point)
    return (strength * strength + 0.05) / (strength * strength + 0.25 * against * against + 0.05)
