"""What each own point asks for: how it is threatened, what it is worth, who should stand there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from landbridge.games.arsenal.bot.judging.calls import pulls
from landbridge.games.arsenal.bot.judging.charts import (
    BIG,
    COUNT,
    EVERYWHERE,
    FIRE,
    KEYS,
    PRIZE,
    TANKS,
    VALUE,
)
from landbridge.games.arsenal.bot.judging.front_line import Line, draw_line
from landbridge.games.arsenal.bot.judging.supply_ahead import severed, ways_home
from landbridge.games.arsenal.bot.judging.threats import GROUND, approach, threats, weight
from landbridge.games.arsenal.map.points import NEIGHBOURS, POINTS
from landbridge.games.arsenal.map.supply_lines import overland_supply
from landbridge.games.arsenal.war.columns import FIGHTS, STAVKA

if TYPE_CHECKING:
    from landbridge.games.arsenal.bot.judging.board import BotBoard

LAST_STAND = 8.0
"""The firepower that is expected against the one place that decides."""
GIVEN_UP = 6.0
"""What a unit is worth less in front of the line."""
HUNGER = 8.0
"""What a unit is worth less where supply fails, now or soon."""


class Needs(Struct, frozen=True):
    """What each own point asks for."""

    value: list[float]
    threat: list[float]
    front: list[bool]
    chance: list[float]
    """By point: what could be attacked from it."""
    pull: list[float]
    """By point: how much those chances call units forward, fading with distance."""
    away: list[int]
    """By point: lines to the nearest enemy point."""
    coming: list[float]
    """By point: how far the enemy is, in lines and garrisons."""
    line: Line
    """Where the side means to stand."""
    peril: list[float]
    """By point: how likely those who stand there are cut off in the enemy's next turn."""


def needs(board: BotBoard) -> Needs:
    """Look at the whole map once."""
    threat = threats(board)
    treasure = board.treasures()
    goals = board.goals()
    away = _away(board)
    coming = approach(board)
    value = [0.0] * COUNT
    front = [False] * COUNT
    chance = [0.0] * COUNT
    for point in EVERYWHERE:
        if board.held[point] != board.side:
            continue
        worth = board.worth[point] * board.dear.get(point, 1.0)
        value[point] = 0.6 * worth + board.temper.treasure * treasure[point] + 1.0
        front[point] = board.touches_enemy(point)
        if point == board.prize:
            value[point] *= PRIZE
            threat[point] = max(threat[point], LAST_STAND)
        if POINTS[point].vp and coming[point] <= board.temper.warning:
            # Walls take months to man: a city that counts is manned before the enemy is there.
            siege = board.temper.siege * board.fears.get(point, 1.0)
            threat[point] = max(threat[point], siege * POINTS[point].vp + 2.0)
        if front[point]:
            best = 0.0
            for end in NEIGHBOURS[point]:
                if board.held[end] == board.foe_side and end not in board.closed:
                    enemy = sum(FIRE[u] for u in board.foe[end])
                    best = max(best, (board.worth[end] + 0.5 * goals[end]) / (3.0 + enemy))
            chance[point] = best
    pull = pulls(board, goals)
    peril = _hinges(board, threat, value)
    line = draw_line(board, threat, value, away)
    return Needs(value, threat, front, chance, pull, away, coming, line, peril)


def _hinges(board: BotBoard, threat: list[float], value: list[float]) -> list[float]:
    """Count at a point what would be cut off with it; by point, how likely it is cut off."""
    held = bytes(board.held)
    safe = [1.0] * COUNT
    for point in board.exposed:
        strength = sum(weight(board, u, True) for u in board.own[point])
        safe[point] = held_by(board, strength, threat[point], point)
        behind = severed(held, board.foe_side, point)
        value[point] += board.temper.hinge * sum(VALUE[u] for p in behind for u in board.own[p])
    overland = overland_supply(held, board.side)
    ways = ways_home(held, board.side, safe)
    return [1.0 - ways[p] if overland[p] else 0.0 for p in EVERYWHERE]


def _away(board: BotBoard) -> list[int]:
    steps = [99] * COUNT
    queue = [p for p in EVERYWHERE if board.held[p] == board.foe_side and p not in board.closed]
    for point in queue:
        steps[point] = 0
    for point in queue:
        for end in NEIGHBOURS[point]:
            if steps[end] == 99:
                steps[end] = steps[point] + 1
                queue.append(end)
    return steps


def held_by(board: BotBoard, strength: float, threat: float, point: int) -> float:
    """How surely a point is held, about."""
    strength *= GROUND[point]
    strong, weak = strength * strength, board.temper.margin * threat
    return strong / (strong + weak * weak + 0.3)


def density(
    board: BotBoard, need: Needs, unit: int, point: int, there: float, stays: bool
) -> float:
    """What a unit is worth on a point that others already hold with some strength."""
    temper, fights, here = board.temper, FIGHTS[unit], board.fighters[point] - stays
    threat = need.threat[point]
    value = need.value[point]
    score = 0.0
    if threat:
        after = held_by(board, there + weight(board, unit, stays), threat, point)
        # What is hardly threatened will hardly be lost.
        likely = threat / (threat + temper.doubt)
        score += value * likely * (after - held_by(board, there, threat, point))
        # A unit that is likely to be lost for nothing is better elsewhere.
        risk = max(0.0, 0.5 - after)
        score -= temper.fear * (0.5 if BIG[unit] else 1.0) * FIRE[unit] * risk
    if fights:
        if point in board.guarded and here < board.guarded[point]:
            score += 0.25 * max(KEYS[point], 8.0)
        if not there and KEYS[point] and need.coming[point] <= temper.warning:
            score += 0.4 * KEYS[point]
        if point in need.line.held and not here:
            score += temper.gap * (1.0 + 0.15 * value)
    else:
        score -= 3.0 * (not there) + (2.0 if need.front[point] and unit == STAVKA else 0.0)
    drive = temper.drive * (1.25 if TANKS[unit] or not fights else 1.0)
    score += drive * (FIRE[unit] + BIG[unit]) * need.pull[point]
    if point in need.line.given_up:
        score -= GIVEN_UP
    if not board.lasting[point]:
        score -= HUNGER
    score -= temper.trapped * need.peril[point] * VALUE[unit]
    return score - 0.25 * max(0, need.away[point] - 2)
