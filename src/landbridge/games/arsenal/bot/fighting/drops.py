"""Parachute drops, where the optional rule is played: on points behind the front, to cut it off."""

from __future__ import annotations

from landbridge.engine.play.actions import Action
from landbridge.games.arsenal.bot.fighting.advances import danger
from landbridge.games.arsenal.bot.fighting.attacks import prize
from landbridge.games.arsenal.bot.judging.board import BotBoard
from landbridge.games.arsenal.bot.judging.charts import VALUE
from landbridge.games.arsenal.map.places import PLACE_WORDS
from landbridge.games.arsenal.movement.parachutes import DROP
from landbridge.games.arsenal.war.columns import ID
from landbridge.games.arsenal.war.movement.drops import Drop, in_use, jumpers, zones
from landbridge.games.arsenal.words import SOVIET

LEAST = 1.0
"""What a drop must promise."""
HELD = 0.5
"""How much of a point's worth is left, since a corps behind the front seldom holds it for long."""
PLANE = 0.5
"""What the aircraft could have done instead."""
_ODDS = DROP.odds()
LANDED = 1.0 - _ODDS.weights.get("lost", 0) / _ODDS.denominator
"""The chance that a corps lands at all."""


def drop(board: BotBoard, goals: list[float]) -> list[Action]:
    """The drop that pays best now, if one does."""
    if board.side != SOVIET or not in_use(board.state):
        return []
    best, found = LEAST, None
    for unit in jumpers(board.state):
        if unit in board.bound or not board.idle(unit):
            continue
        for point in zones(board.state, unit):
            if point in board.closed or point in board.overlooked:
                continue
            won = HELD * prize(board, point, goals) - danger(board, unit, point)
            score = LANDED * won - (1.0 - LANDED) * board.temper.lost * VALUE[unit] - PLANE
            if score > best:
                best, found = score, Drop(ID[unit], PLACE_WORDS[point])
    return [found] if found else []
