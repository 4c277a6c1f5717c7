"""Where the enemy can strike, how hard, and how strong an own point is."""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING

from landbridge.games.arsenal.bot.judging.charts import (
    BIG,
    COUNT,
    EVERYWHERE,
    FAST,
    FIRE,
    FORTIFIES,
    held_back,
    zeal,
)
from landbridge.games.arsenal.map.points import INFERIOR, LINES_FROM, NEIGHBOURS, POINTS
from landbridge.games.arsenal.war.columns import DISPERSED, FIGHTS, FORTIFIED
from landbridge.games.arsenal.war.restraints import thawed
from landbridge.games.arsenal.words import AXIS

if TYPE_CHECKING:
    from landbridge.games.arsenal.bot.judging.board import BotBoard

FAR = 0.6
"""How much a fast unit counts against points that it reaches only by its second line."""
LEAST = 0.5
FARTHEST = 12.0
WALLS = 3.0
"""How much harder a fortified unit is to destroy: two hits, and fewer of them."""
CARRIED = (6, 4, 2)
"""Units that a line of each grade brings against a point in good weather."""


def threats(board: BotBoard) -> list[float]:
    """By own point: the firepower that can be brought against it in the enemy's next turn."""
    turn = board.state.turn + (1 if board.foe_side == AXIS else 0)
    eager = zeal(turn, board.foe_side, board.state.rulings.winter)
    asleep = held_back(turn, thawed(board.state))
    found = [0.0] * COUNT
    for start in EVERYWHERE:
        units = [u for u in board.foe[start] if FIGHTS[u] and u not in asleep]
        if units and board.held[start] != board.side:
            _threaten(board, start, units, eager, found)
    _pass_on(board, found)
    return found


def _threaten(
    board: BotBoard, start: int, units: list[int], eager: tuple[float, ...], found: list[float]
) -> None:
    """Add what the enemy at a point can bring against points around it."""
    held, side = board.held, board.side
    near = [(end, grade) for end, grade, _ in LINES_FROM[start] if held[end] == side]
    fire = sum(FIRE[u] * (1.0 if board.foe_supply[start] else 0.5) for u in units)
    for end, grade in near:
        share = fire / (1.0 + 0.35 * (len(near) - 1))
        found[end] += min(share, 1.5 * CARRIED[grade]) * eager[end]
    fast = sum(FIRE[u] for u in units if FAST[u])
    for middle in NEIGHBOURS[start] if fast else ():
        if held[middle] == board.foe_side or not board.own[middle]:
            for end in NEIGHBOURS[middle]:
                if held[end] == side and end not in NEIGHBOURS[start]:
                    found[end] += FAR * fast * eager[end] / 2


def _pass_on(board: BotBoard, found: list[float]) -> None:
    """Part of the threat to a point goes on to those behind it."""
    wave = sorted((p for p in EVERYWHERE if found[p]), key=lambda p: -found[p])
    for point in wave:
        passed = board.temper.behind * found[point]
        if passed < LEAST:
            continue
        for end in NEIGHBOURS[point]:
            if board.held[end] == board.side and found[end] < passed:
                if not found[end]:
                    wave.append(end)
                found[end] = passed


def in_reach(board: BotBoard) -> frozenset[int]:
    """Own points that the enemy could enter in his next turn, if nobody stood in the way."""
    asleep = held_back(board.state.turn + 1, thawed(board.state))
    found: set[int] = set()
    for start in EVERYWHERE:
        units = [u for u in board.foe[start] if FIGHTS[u] and u not in asleep]
        if not units or board.held[start] == board.side:
            continue
        fast = any(FAST[u] for u in units)
        for first in NEIGHBOURS[start]:
            mine = board.held[first] == board.side
            if mine:
                found.add(first)
            if fast and not (mine and board.fighters[first]):
                found.update(end for end in NEIGHBOURS[first] if board.held[end] == board.side)
    return frozenset(found)


def approach(board: BotBoard) -> list[float]:
    """By own point: how many lines' worth of marching and fighting the enemy is away from it.

    A garrison counts as further lines; infantry, which moves one line a month, as further away.
    """
    held, side = board.held, board.side
    asleep = held_back(board.state.turn + 1, thawed(board.state))
    cost = [99.0] * COUNT
    queue: list[tuple[float, int]] = []
    for point in EVERYWHERE:
        units = [u for u in board.foe[point] if FIGHTS[u] and u not in asleep]
        if units:
            cost[point] = 0.0 if any(FAST[u] for u in units) else 1.5
            queue.append((cost[point], point))
    heapify(queue)
    guards: dict[int, float] = {}
    while queue:
        so_far, point = heappop(queue)
        if so_far > cost[point] or so_far > FARTHEST:
            continue
        for end, grade, _ in LINES_FROM[point]:
            step = so_far + (1.5 if grade == INFERIOR else 1.0)
            if held[end] == side:
                if end not in guards:
                    guard = sum(weight(board, u, True) for u in board.own[end])
                    guards[end] = min(0.25 * guard * GROUND[end], 3.0)
                step += guards[end]
            if step < cost[end]:
                cost[end] = step
                heappush(queue, (step, end))
    return cost


def weight(board: BotBoard, unit: int, stays: bool) -> float:
    """What a unit adds to the defence of a point."""
    if not FIGHTS[unit]:
        return 0.0
    strength = FIRE[unit] * (1.3 if BIG[unit] else 1.0)
    flags = board.flags[unit]
    if flags & DISPERSED:
        return 0.45 * strength
    if FORTIFIES[unit] and stays:
        # It is fortified by the time the enemy comes, unless it has moved or fought.
        return (1.0 if flags & ~FORTIFIED else WALLS) * strength
    return strength


GROUND: tuple[float, ...] = tuple(1.75 if point.fortress else 1.0 for point in POINTS)
"""How much the ground helps a defender, by point."""
