"""Calls forward: which enemy points draw units, from how far, and when enough have come."""

from __future__ import annotations

from typing import TYPE_CHECKING

from landbridge.games.arsenal.bot.judging.charts import COUNT, EVERYWHERE, FIRE, zeal
from landbridge.games.arsenal.map.points import NEIGHBOURS, POINTS
from landbridge.games.arsenal.war.columns import FIGHTS, FORTIFIED

if TYPE_CHECKING:
    from landbridge.games.arsenal.bot.judging.board import BotBoard

ALL = 99.0
"""A mass that nobody reaches."""


def dice_wanted(board: BotBoard, point: int) -> float:
    """The dice with which an attack on an enemy point has a hope, about."""
    hits = float(board.factories[point])
    tough = 0.0
    for unit in board.foe[point]:
        if FIGHTS[unit]:
            fortified = bool(board.flags[unit] & FORTIFIED)
            hits += FIRE[unit] + fortified
            tough = max(tough, float(fortified))
    tough += POINTS[point].fortress
    eager = zeal(board.state.turn, board.side, board.state.rulings.winter)[point]
    return hits / (2.4 * max(0.5 - 0.16 * tough, 0.17) * max(eager, 0.4))


def pulls(board: BotBoard, goals: list[float]) -> list[float]:
    """By own point: how much what could be attacked draws units there.

    The best chance calls first, those who are near before those who are far; where as many come
    as the attack wants, those behind them hear another call.
    """
    # Whoever is the weaker brings everybody forward: a line needs no room behind it.
    mass = board.temper.mass if board.initiative >= 1.0 else ALL
    targets = []
    for point in EVERYWHERE:
        if board.held[point] != board.foe_side or point in board.closed:
            continue
        if any(board.held[end] == board.side for end in NEIGHBOURS[point]):
            dice = dice_wanted(board, point)
            worth = board.worth[point] * board.ordered.get(point, 1.0) + 0.5 * goals[point]
            press = max(board.press, board.pressed(point) if point in board.pockets else 0.0)
            targets.append((board.initiative * press * worth / (3.0 + dice), dice, point))
    free = [float(sum(FIRE[u] for u in board.own[p])) for p in EVERYWHERE]
    found = [0.0] * COUNT
    for call, dice, point in sorted(targets, reverse=True):
        _call(board, point, call, mass * (1.0 + dice), free, found)
    return found


def _call(
    board: BotBoard, point: int, call: float, wanted: float, free: list[float], found: list[float]
) -> None:
    """Call from one enemy point over own ground, line by line, until enough have heard it."""
    seen = {point}
    ring = [point]
    while ring and wanted > 0.0:
        ring = [
            end
            for end in dict.fromkeys(end for p in ring for end in NEIGHBOURS[p])
            if end not in seen and board.held[end] == board.side
        ]
        seen.update(ring)
        for place in ring:
            found[place] = max(found[place], call)
            come = min(free[place], wanted)
            free[place] -= come
            wanted -= come
        call *= board.temper.call
