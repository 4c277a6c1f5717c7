"""Those who do not attack: the line is manned first, then made dense, then supported."""

from __future__ import annotations

from landbridge.games.arsenal.bot.judging.board import BotBoard
from landbridge.games.arsenal.bot.judging.charts import FAST
from landbridge.games.arsenal.bot.judging.hard_rules import folly
from landbridge.games.arsenal.bot.judging.lines import Needs
from landbridge.games.arsenal.bot.moving.marches import Marches, Step
from landbridge.games.arsenal.bot.moving.transfers import step_back
from landbridge.games.arsenal.map.places import LAST_POINT
from landbridge.games.arsenal.war.columns import FIGHTS, STAVKA

STAY, LEAST = 0.4, 0.05
"""By how much another point must be better than the one where a unit stands: near the front, where
those who stay dig in, and far behind it."""
NEAR = 1
SETTLED = 2.0
"""The same for STAVKA, which should not wander."""


def redeploy(board: BotBoard) -> list[Step]:
    """Moves of units that have nothing better to do, in the order in which they are made."""
    movers = [unit for unit in board.ready() if board.idle(unit)]
    marches = Marches(board)
    fighters = [unit for unit in movers if FIGHTS[unit]]
    marches.man_the_line(fighters)
    step_back(marches, fighters)
    # Those in the rear go first, so that the front sees what comes.
    fighters.sort(key=lambda u: (FAST[u], -_behind(board.needs, board.at[u]), u))
    for unit in fighters:
        if len(marches.gone) < board.temper.marches:
            marches.improve(unit, STAY if _behind(board.needs, board.at[unit]) <= NEAR else LEAST)
    for unit in movers:
        if not FIGHTS[unit] and len(marches.gone) < board.temper.marches:
            marches.improve(unit, SETTLED if unit == STAVKA else STAY)
    return marches.steps


def repair(board: BotBoard) -> list[Step]:
    """Moves that put right what breaks a hard rule after everything else has been done."""
    movers = [unit for unit in board.ready() if board.idle(unit)]
    marches = Marches(board)
    marches.man(_stranded(board, set(movers)), [unit for unit in movers if FIGHTS[unit]])
    for unit in movers:
        place = board.at[unit]
        if place <= LAST_POINT and unit not in marches.gone and folly(board, unit, place):
            marches.improve(unit, LEAST)
    return marches.steps


def _stranded(board: BotBoard, free: set[int]) -> list[int]:
    """Points where guns or aircraft stand alone and cannot leave by themselves."""
    return [
        point
        for point in board.exposed
        if not board.fighters[point] and any(unit not in free for unit in board.own[point])
    ]


def _behind(need: Needs, place: int) -> int:
    return need.away[place] if place <= LAST_POINT else 50
