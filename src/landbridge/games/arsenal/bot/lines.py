"""Where units that do not attack should stand: lines with density, gaps closed, cities held."""

from __future__ import annotations

from msgspec import Struct

from landbridge.games.arsenal.bot.board import PRIZE, BotBoard
from landbridge.games.arsenal.bot.charts import (
    BIG,
    COUNT,
    EVERYWHERE,
    FAST,
    FIRE,
    KEYS,
    TANKS,
    WORTH,
)
from landbridge.games.arsenal.bot.threats import GROUND, approach, threats, weight
from landbridge.games.arsenal.map.places import LAST_POINT, SIBERIA
from landbridge.games.arsenal.map.points import LINES_FROM, NEIGHBOURS, POINTS
from landbridge.games.arsenal.war.columns import FIGHTS, STAVKA
from landbridge.games.arsenal.war.movement.march import ends

LAST_STAND = 8.0
"""The firepower that is expected against the one place that decides."""


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
        value[point] = 0.6 * WORTH[point] + board.temper.treasure * treasure[point] + 1.0
        front[point] = board.touches_enemy(point)
        if point == board.prize:
            value[point] *= PRIZE
            threat[point] = max(threat[point], LAST_STAND)
        if POINTS[point].vp and coming[point] <= board.temper.warning:
            # Walls take months to man: a city that counts is manned before the enemy is there.
            threat[point] = max(threat[point], board.temper.siege * POINTS[point].vp + 2.0)
        if front[point]:
            best = 0.0
            for end in NEIGHBOURS[point]:
                if board.held[end] == board.foe_side and end not in board.closed:
                    enemy = sum(FIRE[u] for u in board.foe[end])
                    best = max(best, (WORTH[end] + 0.5 * goals[end]) / (3.0 + enemy))
            chance[point] = best
    drive = board.initiative
    pull = [drive * here for here in chance]
    wave = sorted((p for p in EVERYWHERE if pull[p]), key=lambda p: -pull[p])
    for point in wave:
        passed = board.temper.call * pull[point]
        for end in NEIGHBOURS[point]:
            if board.held[end] == board.side and pull[end] < passed:
                if not pull[end]:
                    wave.append(end)
                pull[end] = passed
    return Needs(value, threat, front, chance, pull, away, coming)


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
    adds = weight(board, unit, stays)
    threat = need.threat[point]
    value = need.value[point]
    after = held_by(board, there + adds, threat, point)
    # What is hardly threatened will hardly be lost.
    likely = threat / (threat + board.temper.doubt)
    score = value * likely * (after - held_by(board, there, threat, point))
    if (
        point in board.guarded
        and FIGHTS[unit]
        and board.fighters[point] - stays < board.guarded[point]
    ):
        score += 0.25 * max(KEYS[point], 8.0)
    if not there and FIGHTS[unit]:
        if need.front[point]:
            score += board.temper.gap * (1.0 + 0.15 * value)
        if KEYS[point] and need.coming[point] <= board.temper.warning:
            score += 0.4 * KEYS[point]
    # A unit that is likely to be lost for nothing is better elsewhere.
    if threat:
        risk = max(0.0, 0.5 - after)
        score -= board.temper.fear * (0.5 if BIG[unit] else 1.0) * FIRE[unit] * risk
    drive = board.temper.drive * (1.25 if TANKS[unit] or not FIGHTS[unit] else 1.0)
    score += drive * (FIRE[unit] + BIG[unit]) * need.pull[point]
    if not board.supply[point]:
        score -= 2.5
    score -= 0.25 * max(0, need.away[point] - 2)
    if not FIGHTS[unit]:
        score -= 3.0 * (not there) + (2.0 if need.front[point] and unit == STAVKA else 0.0)
    return score


def _reach(board: BotBoard, unit: int) -> list[tuple[int, tuple[int, ...]]]:
    """Own points that a unit can walk to, with the way."""
    place = board.at[unit]
    if place == SIBERIA:
        return [(p, (p,)) for p in ends(board.state, unit)]
    found: list[tuple[int, tuple[int, ...]]] = []
    steps = board.steps(unit)
    for first, grade, line in LINES_FROM[place]:
        if not board.may_stop(unit, first) or not board.carries(line, grade, first, unit):
            continue
        found.append((first, (first,)))
        if steps > 1 and board.walks_on(unit, first):
            for second, grade2, line2 in LINES_FROM[first]:
                if (
                    second != place
                    and second not in NEIGHBOURS[place]
                    and board.may_stop(unit, second)
                    and board.carries(line2, grade2, second, unit)
                ):
                    found.append((second, (first, second)))
    return found


def redeploy(board: BotBoard) -> list[tuple[int, int, int]]:
    """Moves of units that have nothing better to do: unit, start, end of each line."""
    need = needs(board)
    strength = [0.0] * COUNT
    movers = [u for u in board.ready() if board.idle(u)]
    for point in EVERYWHERE:
        strength[point] = sum(weight(board, u, True) for u in board.own[point])
    moves: list[tuple[int, int, int]] = []
    # Those in the rear go first, so that the front sees what comes.
    movers.sort(key=lambda u: (FAST[u], _behind(need, board.at[u]), u))
    for unit in movers:
        place = board.at[unit]
        options = _reach(board, unit)
        if not options:
            continue
        if place <= LAST_POINT:
            own = weight(board, unit, True)
            rest = strength[place] - own
            rest = rest if rest > 0.01 else 0.0
            best = density(board, need, unit, place, rest, True) + 0.05
        else:
            own = rest = 0.0
            best = -9.0
        goal: tuple[int, tuple[int, ...]] | None = None
        for end, way in options:
            score = density(board, need, unit, end, strength[end], False)
            if score > best:
                best, goal = score, (end, way)
        if goal is None:
            continue
        end, way = goal
        if place <= LAST_POINT:
            strength[place] = rest
        strength[end] += weight(board, unit, False)
        here = place
        for step in way:
            if here <= LAST_POINT:
                line = next(n for e, _, n in LINES_FROM[here] if e == step)
                board.use(line, step, unit)
            moves.append((unit, here, step))
            here = step
        board.move(unit, end)

    return moves


def _behind(need: Needs, place: int) -> int:
    return -(need.away[place] if place <= LAST_POINT else 50)
