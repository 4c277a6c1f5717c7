"""Advances into empty enemy points: exploiting a breakthrough, closing a ring."""

from __future__ import annotations

from landbridge.games.arsenal.map import NEIGHBOURS, WAYS
from landbridge.games.arsenal.war.columns import FIGHTS, LAST_POINT, kept_home

from .attacks import gain
from .board import Board
from .charts import BIG, FAST, FIRE, KEYS, TANKS


def danger(board: Board, unit: int, point: int) -> float:
    """What a unit risks that stands alone on a point."""
    enemy = sum(
        FIRE[u]
        for end in NEIGHBOURS[point]
        if board.held[end] == board.foe_side
        for u in board.foe[end]
        if FIGHTS[u]
    )
    ways = sum(1 for end in NEIGHBOURS[point] if board.held[end] == board.side and board.own[end])
    risk = 0.12 * enemy * (0.6 if BIG[unit] else 1.0)
    return risk * (1.0 if ways > 1 else 1.6)


def advance(board: Board, goals: list[float]) -> tuple[int, tuple[int, ...]] | None:
    """The best advance of one unit into an empty enemy point, with its way."""
    best: tuple[float, int, tuple[int, ...]] | None = None
    worths: dict[int, float] = {}
    for unit in board.ready():
        place = board.at[unit]
        if place > LAST_POINT or not FIGHTS[unit] or not board.idle(unit):
            continue
        steps = board.steps(unit)
        options: list[tuple[int, tuple[int, ...]]] = []
        for first, grade, line in WAYS[place]:
            if not board.carries(line, grade, first, unit) or first in board.closed:
                continue
            if kept_home(board.state, unit, first):
                continue
            if board.held[first] == board.foe_side:
                if not board.defended(first):
                    options.append((first, (first,)))
                else:
                    continue
            elif not board.may_stop(unit, first):
                continue
            if steps > 1:
                for second, grade2, line2 in WAYS[first]:
                    if (
                        board.held[second] == board.foe_side
                        and second not in board.closed
                        and not board.defended(second)
                        and board.carries(line2, grade2, second, unit)
                        and not kept_home(board.state, unit, second)
                    ):
                        options.append((second, (first, second)))
        if not options:
            continue
        leaves = 0.0
        here = [u for u in board.own[place] if FIGHTS[u]]
        if len(here) < 2 and any(
            board.held[e] == board.foe_side and board.foe[e] for e in NEIGHBOURS[place]
        ):
            leaves = 3.0
        if len(here) < 2:
            leaves += 0.4 * KEYS[place]
        for end, way in options:
            if end in board.overlooked:
                continue
            if end not in worths:
                worths[end] = gain(board, end, goals)
            score = worths[end] - danger(board, unit, end) - leaves
            if len(way) > 1:
                score += 0.4 * worths.get(way[0], 0.0) if way[0] in worths else -0.2
            score -= 0.2 * (TANKS[unit] and len(way) == 1) + 0.1 * FIRE[unit]
            score += 0.1 * FAST[unit] * (len(way) > 1)
            if best is None or score > best[0]:
                best = (score, unit, way)
    if best is None or best[0] < 0.3:
        return None
    return best[1], best[2]
