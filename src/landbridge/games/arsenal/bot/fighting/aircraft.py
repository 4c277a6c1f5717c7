"""Aircraft: bases within reach of the fighting, and whether to meet the enemy in the air."""

from __future__ import annotations

from collections.abc import Sequence

from landbridge.engine.play.actions import Action
from landbridge.games.arsenal.bot.judging.board import BotBoard
from landbridge.games.arsenal.bot.judging.charts import FIRE, WORTH
from landbridge.games.arsenal.bot.judging.hard_rules import folly
from landbridge.games.arsenal.bot.judging.lines import Needs
from landbridge.games.arsenal.combat.aircraft import NEAR, air_odds
from landbridge.games.arsenal.map.places import PLACE_WORDS
from landbridge.games.arsenal.war.battle.air_support import air_ready, defender_flies
from landbridge.games.arsenal.war.battle.interception import Intercept, Interception
from landbridge.games.arsenal.war.columns import ID
from landbridge.games.arsenal.war.movement.air_bases import Rebase, bases, movable_air
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.war.steps import EndPhase

AIR_MOST = 3
"""Air units that are sent to one battle at most."""
ELSEWHERE = 0.5
"""How likely aircraft meet this attack: they fly once in a turn, and there are others."""
BETTER = 0.5
"""By how much a base must be better to be worth the move."""


def plan_bases(board: BotBoard) -> list[Action]:
    """Air units that have not flown go where most points worth fighting for are in reach."""
    units = movable_air(board.state, board.side)
    if not units:
        return []
    need = board.needs
    based = [sum(1 for u in units if board.at[u] == p) for p in range(len(WORTH))]
    found: list[Action] = []
    for unit in units:
        start = board.at[unit]
        based[start] -= 1
        best, where = _base(board, need, start, based) + BETTER, start
        if folly(board, unit, start):
            best = -99.0
        for end in bases(board.state, unit):
            if folly(board, unit, end):
                continue
            score = _base(board, need, end, based)
            if score > best:
                best, where = score, end
        based[where] += 1
        if where != start:
            found.append(Rebase(ID[unit], PLACE_WORDS[where]))
    return found


def _base(board: BotBoard, need: Needs, point: int, based: list[int]) -> float:
    """What a base is good for: chances to attack and points to defend in its reach."""
    fights = sum(need.chance[p] + 0.05 * need.threat[p] for p in NEAR[point] if need.front[p])
    score = fights / (1.0 + 0.5 * based[point])
    if need.front[point]:
        score -= 2.0
    if not board.own[point] and need.away[point] <= 2:
        score -= 1.0
    return score


def intercept(state: War, step: Interception) -> Action:
    """Meet the attacker's aircraft where something is at stake, else keep the own for later."""
    fight = step.battle
    ready = len(air_ready(state, fight.point, 1 - fight.side))
    number = interceptors(fight.point, fight.defenders, len(step.flying), ready)
    return Intercept(number) if number else EndPhase()


def interceptors(point: int, defenders: Sequence[int], flying: int, ready: int) -> int:
    """How many of the air units that are ready meet an attack on a point."""
    stake = WORTH[point] + sum(FIRE[u] for u in defenders)
    if stake < 3.0:
        return 0
    return min(ready, max(flying, 1 if stake > 5.0 else 0), AIR_MOST)


def met_in_the_air(board: BotBoard, point: int, flying: int) -> tuple[int, int]:
    """Dice that aircraft give to an attack and to its defence, if the enemy thinks alike."""
    state = board.state
    ready = len(air_ready(state, point, board.foe_side)) if defender_flies(state) else 0
    cover = interceptors(point, board.foe[point], flying, ready)
    if not cover:
        return flying, 0
    odds = air_odds(flying, cover)
    more = sum((a - d) * ways for (a, d), ways in odds.weights.items()) / odds.denominator
    more = flying - ELSEWHERE * (flying - more)
    return max(round(more), 0), max(round(-more), 0)
