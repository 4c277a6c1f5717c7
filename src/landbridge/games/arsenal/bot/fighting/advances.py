"""Advances into empty enemy points: exploiting a breakthrough, closing a ring."""

from __future__ import annotations

from collections.abc import Iterator

from landbridge.games.arsenal.bot.fighting.attacks import gain
from landbridge.games.arsenal.bot.judging.board import BotBoard
from landbridge.games.arsenal.bot.judging.charts import BIG, FAST, FIRE, KEYS, TANKS
from landbridge.games.arsenal.map.places import LAST_POINT
from landbridge.games.arsenal.map.points import LINES_FROM, NEIGHBOURS
from landbridge.games.arsenal.war.columns import FIGHTS
from landbridge.games.arsenal.war.restraints import kept_home

LEAST = 0.3
"""What an advance must be worth."""


def danger(board: BotBoard, unit: int, point: int) -> float:
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


def advance(board: BotBoard, goals: list[float]) -> tuple[int, tuple[int, ...]] | None:
    """The best advance of one unit into an empty enemy point, with its way."""
    best: tuple[float, int, tuple[int, ...]] | None = None
    worths: dict[int, float] = {}
    for unit in board.ready():
        if board.at[unit] > LAST_POINT or not FIGHTS[unit] or not board.idle(unit):
            continue
        ways = list(_ways(board, unit))
        if not ways or _needed(board, board.at[unit]):
            continue
        leaves = 0.4 * KEYS[board.at[unit]] * (board.fighters[board.at[unit]] == 1)
        for way in ways:
            end = way[-1]
            if end in board.overlooked:
                continue
            if end not in worths:
                worths[end] = gain(board, end, goals, [unit, *_followers(board, unit, end)])
            score = worths[end] - danger(board, unit, end) - leaves
            if len(way) > 1:
                # What is taken on the way counts as well, if it is known to be worth something.
                score += 0.4 * worths[way[0]] if way[0] in worths else -0.2
            score -= 0.2 * (TANKS[unit] and len(way) == 1) + 0.1 * FIRE[unit]
            score += 0.1 * FAST[unit] * (len(way) > 1)
            if best is None or score > best[0]:
                best = (score, unit, way)
    if best is None or best[0] < LEAST:
        return None
    return best[1], best[2]


def _ways(board: BotBoard, unit: int) -> Iterator[tuple[int, ...]]:
    """Ways of one or two lines that end on an empty enemy point."""
    for first, grade, line in LINES_FROM[board.at[unit]]:
        if not _passes(board, unit, first, grade, line):
            continue
        if board.held[first] == board.foe_side:
            if board.defended(first) or board.gap(first):
                continue
            yield (first,)
        elif not board.may_stop(unit, first):
            continue
        onward = board.steps(unit) > 1 and board.walks_on(unit, first)
        for second, grade2, line2 in LINES_FROM[first] if onward else ():
            if (
                board.held[second] == board.foe_side
                and not board.defended(second)
                and not board.gap(second)
                and _passes(board, unit, second, grade2, line2)
            ):
                yield (first, second)


def _passes(board: BotBoard, unit: int, end: int, grade: int, line: int) -> bool:
    """Whether a line can take a unit to a point that it may enter."""
    return (
        end not in board.closed
        and board.carries(line, grade, end, unit)
        and not kept_home(board.state, unit, end)
    )


def _followers(board: BotBoard, unit: int, point: int) -> list[int]:
    """Who could come after a unit that takes a point: half of those next to it who are free."""
    ready = set(board.ready())
    near = [
        other
        for end in NEIGHBOURS[point]
        if board.held[end] == board.side
        for other in board.own[end]
        if other != unit and other in ready and FIGHTS[other] and board.idle(other)
    ]
    return near[: len(near) // 2]


def _needed(board: BotBoard, place: int) -> bool:
    """Whether the last unit would leave a point that the enemy can enter."""
    return board.fighters[place] < 2 and place in board.exposed
