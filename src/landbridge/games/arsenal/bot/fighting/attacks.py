"""Attacks: which enemy points can be taken, with whom, and whether it pays."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from landbridge.engine.play.actions import Action
from landbridge.games.arsenal.bot.fighting.aircraft import AIR_MOST, met_in_the_air
from landbridge.games.arsenal.bot.judging.board import BotBoard
from landbridge.games.arsenal.bot.judging.calls import dice_wanted
from landbridge.games.arsenal.bot.judging.charts import (
    BIG,
    FAST,
    FIRE,
    KEYS,
    PRIZE,
    TANKS,
    VALUE,
)
from landbridge.games.arsenal.bot.judging.keeping import kept
from landbridge.games.arsenal.bot.judging.odds import Chances, battle_for, chances
from landbridge.games.arsenal.map.places import LAST_POINT, PLACE_WORDS
from landbridge.games.arsenal.map.points import LINES_FROM, NEIGHBOURS
from landbridge.games.arsenal.war.battle.air_support import air_ready
from landbridge.games.arsenal.war.battle.attack import Attack
from landbridge.games.arsenal.war.columns import FIGHTS, FORTIFIED, ID, units_on
from landbridge.games.arsenal.war.movement.operations import Move
from landbridge.games.arsenal.words import AXIS

ROUNDS = 3
MANY = 11
"""Units in a battle above which one round less is looked ahead."""


class Strike(Struct, frozen=True):
    """An attack that could be made."""

    point: int
    score: float
    moves: tuple[tuple[int, int, int], ...]
    """Unit, start and end of every line that is walked, in order."""
    units: tuple[int, ...]
    air: int
    promise: Chances

    def actions(self) -> list[Action]:
        """The attack in actions."""
        found: list[Action] = [
            Move(ID[u], PLACE_WORDS[a], PLACE_WORDS[b]) for u, a, b in self.moves
        ]
        found.append(Attack(PLACE_WORDS[self.point], self.air))
        return found


def gain(board: BotBoard, point: int, goals: list[float], units: Sequence[int]) -> float:
    """What taking a point with these units is worth, if they can keep it and are not cut off."""
    fighters = [u for u in units if FIGHTS[u]]
    sure = kept(board, point, sum(FIRE[u] + BIG[u] for u in fighters))
    around = [board.held[end] for end in NEIGHBOURS[point]]
    alone = around.count(board.foe_side) - around.count(board.side)
    # The weaker a side is, the more it has to fear for a salient.
    price = board.price(fighters)
    fear = price * board.temper.salient * max(alone, 0) / board.initiative
    risk = price * board.temper.exposed * (1.0 - sure) * sum(VALUE[u] for u in fighters)
    return board.pressed(point) * sure * prize(board, point, goals) - (1.0 - sure) * fear - risk


def prize(board: BotBoard, point: int, goals: list[float]) -> float:
    """What a point is worth in itself, and for what is cut off or freed with it."""
    here = board.worth[point] * board.ordered.get(point, 1.0)
    here += board.temper.goal * goals[point]
    here += 3.0 * board.factories[point] if board.side == AXIS else 0.0
    if point == board.prize:
        here += PRIZE * board.worth[point]
    cut, found = board.cut_off(point)
    return here + board.temper.cut * min(cut, 12) + board.temper.cut * min(found, 8)


def _approaches(board: BotBoard, point: int, ready: set[int]) -> list[tuple[int, int, int, int]]:
    """Units that can be sent against a point: unit, start, the point between or -1, last line."""
    found: list[tuple[int, int, int, int]] = []
    for start, _, line in LINES_FROM[point]:
        if board.held[start] != board.side:
            continue
        found += [
            (unit, start, -1, line)
            for unit in board.own[start]
            if unit in ready and board.steps(unit)
        ]
        if board.room(start) < 1:
            continue
        for behind, _, _ in LINES_FROM[start]:
            if board.held[behind] != board.side or behind in NEIGHBOURS[point]:
                continue
            found += [
                (unit, behind, start, line)
                for unit in board.own[behind]
                if unit in ready and FAST[unit] and FIGHTS[unit] and board.steps(unit) > 1
            ]
    return found


def _order(row: tuple[int, int, int, int]) -> tuple[int, int, int]:
    """Infantry that stands on the spot first, then armour, then those from behind."""
    unit, _, between, _ = row
    if between >= 0:
        return (3, -FIRE[unit], unit)
    if not FIGHTS[unit]:
        return (2, 0, unit)
    return (0 if TANKS[unit] else 1, -FIRE[unit] - BIG[unit], unit)


def _spared(board: BotBoard, point: int, rows: list[tuple[int, int, int, int]]) -> set[int]:
    """Who stays behind where the enemy could come: the weakest that can hold the point."""
    kept: set[int] = set()
    for start in {row[1] for row in rows if row[2] < 0}:
        others = [
            end
            for end in NEIGHBOURS[start]
            if end != point and board.held[end] == board.foe_side and end not in board.closed
        ]
        if not any(board.foe[end] for end in others):
            continue
        here = [u for u in board.own[start] if FIGHTS[u] and board.idle(u) and board.fresh(u)]
        going = {row[0] for row in rows if row[1] == start}
        staying = sum(1 for u in here if u not in going)
        # The weaker side leaves half of its garrison in a city that counts, the fortified first.
        keep = (len(here) + 1) // 2 if KEYS[start] and board.initiative < 1.0 else 1
        sent = sorted(
            (u for u in here if u in going),
            key=lambda u: (not board.flags[u] & FORTIFIED, TANKS[u], FIRE[u], BIG[u], u),
        )
        kept.update(sent[: max(keep - staying, 0)])
    return kept


def strike_at(board: BotBoard, point: int, ready: set[int], goals: list[float]) -> Strike | None:
    """The best attack on a point, if one pays."""
    rows = _approaches(board, point, ready)
    if not rows:
        return None
    spared = _spared(board, point, rows)
    committed = units_on(bytes(board.target), point)
    plan = _Plan(board, point, goals, committed)
    lines = bytes(board.lines)
    for row in sorted(rows, key=_order):
        if row[0] in spared or not plan.send(row):
            continue
        # The exact odds are asked only where there is hope, and after every second unit.
        if plan.hopeful() and len(plan.units) >= plan.judged + 2 and plan.judge():
            break
    board.lines[:] = lines
    if (plan.best is None or len(plan.units) > plan.judged) and plan.hopeful():
        plan.judge()
    if committed and plan.best is None and plan.fights():
        plan.judge()
    return plan.best


class _Plan:
    """An attack that grows unit by unit, and the best of what it was on the way."""

    def __init__(
        self, board: BotBoard, point: int, goals: list[float], committed: list[int]
    ) -> None:
        self.board, self.point = board, point
        self.units = list(committed)
        self.moves: list[tuple[int, int, int]] = []
        self.fire = sum(FIRE[u] for u in self.units)
        self.goals = goals
        self.air = min(len(air_ready(board.state, point, board.side)), AIR_MOST)
        self.dice = met_in_the_air(board, point, self.air)
        self.wanted = dice_wanted(board, point)
        self.rooms: dict[int, int] = {}
        """Room left on points through which units come."""
        self.judged = 0
        """Units that took part when it was last judged."""
        self.best: Strike | None = None

    def send(self, row: tuple[int, int, int, int]) -> bool:
        """Send a unit along its lines, if they carry it; whether they do."""
        board, point = self.board, self.point
        unit, start, between, line = row
        grade = next(g for e, g, n in LINES_FROM[point] if n == line)
        if not board.carries(line, grade, point, unit):
            return False
        if between < 0:
            self.moves.append((unit, start, point))
        else:
            grade, first = next((g, n) for e, g, n in LINES_FROM[start] if e == between)
            left = self.rooms.get(between, board.room(between))
            if left < 1 or not board.carries(first, grade, between, unit):
                return False
            self.rooms[between] = left - 1
            board.use(first, between, unit)
            self.moves += [(unit, start, between), (unit, between, point)]
        board.use(line, point, unit)
        self.units.append(unit)
        self.fire += FIRE[unit]
        return True

    def fights(self) -> bool:
        """Whether anybody takes part who can take a point."""
        return any(FIGHTS[u] for u in self.units)

    def hopeful(self) -> bool:
        """Whether the odds are worth a look."""
        return self.fire + self.dice[0] >= self.wanted and self.fights()

    def judge(self) -> bool:
        """Ask for the odds and keep the best; whether no more units are needed."""
        self.judged = len(self.units)
        found = _judge(
            self.board, self.point, self.units, self.moves, self.air, self.dice, self.goals
        )
        if self.best is None or found.score > self.best.score:
            self.best = found
        return found.promise.taken >= self.board.temper.enough


def _judge(
    board: BotBoard,
    point: int,
    units: list[int],
    moves: list[tuple[int, int, int]],
    air: int,
    dice: tuple[int, int],
    goals: list[float],
) -> Strike:
    """What an attack promises, with the dice that aircraft give to both sides."""
    many = len(units) + len(board.foe[point]) > MANY
    promise = chances(battle_for(board, point, units, *dice), ROUNDS - many)
    temper = board.temper
    worth = gain(board, point, goals, units)
    # Whoever is the weaker must keep his units fit to defend; what comes back soon is missed less.
    care = board.care
    price = board.price([u for u in units if FIGHTS[u]])
    score = (
        promise.taken * worth
        + 1.5 * promise.through
        + temper.killed * promise.killed
        + 0.3 * promise.beaten
        - care * price * temper.lost * promise.lost
        - care * temper.spread * promise.spread
        - 0.15 * price * sum(VALUE[u] for u in units)
    )
    if promise.taken < temper.least:
        score -= price * (temper.least - promise.taken) * (10.0 + worth) / temper.bold
    return Strike(point, score, tuple(moves), tuple(units), air, promise)


def best_strike(board: BotBoard, goals: list[float]) -> Strike | None:
    """The attack that pays best now, if any does."""
    ready = {u for u in board.ready() if board.at[u] <= LAST_POINT and board.idle(u)}
    best: Strike | None = None
    for point in {
        e for u in ready for s in (board.at[u], *NEIGHBOURS[board.at[u]]) for e in NEIGHBOURS[s]
    }:
        if (
            board.held[point] != board.foe_side
            or point in board.closed
            or point in board.overlooked
            or not board.defended(point)
        ):
            continue
        found = strike_at(board, point, ready, goals)
        if found and found.score > 0.5 and (best is None or found.score > best.score):
            best = found
    return best
