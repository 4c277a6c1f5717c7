"""Marches of those who do not attack, one after the other."""

from __future__ import annotations

from collections.abc import Sequence

from landbridge.games.arsenal.bot.judging.board import BotBoard
from landbridge.games.arsenal.bot.judging.charts import EVERYWHERE, FIRE, TANKS
from landbridge.games.arsenal.bot.judging.hard_rules import folly
from landbridge.games.arsenal.bot.judging.lines import density
from landbridge.games.arsenal.bot.judging.threats import weight
from landbridge.games.arsenal.map.places import LAST_POINT, SIBERIA
from landbridge.games.arsenal.map.points import LINES_FROM, NEIGHBOURS
from landbridge.games.arsenal.war.columns import FIGHTS
from landbridge.games.arsenal.war.movement.march import ends

RULED_OUT = 50.0
"""What is never outbid: a hard rule."""

Way = tuple[int, ...]
Step = tuple[int, int, int]
"""A unit, and the start and end of a line that it walks."""


class Marches:
    """Moves that are made one after the other, each in sight of those before it."""

    def __init__(self, board: BotBoard) -> None:
        self.board, self.need = board, board.needs
        self.strength = [sum(weight(board, u, True) for u in board.own[p]) for p in EVERYWHERE]
        self.steps: list[Step] = []
        self.gone: set[int] = set()

    def man_the_line(self, units: Sequence[int]) -> None:
        """A unit for every point of the line that has none."""
        self.man([p for p in self.need.line.held if not self.board.fighters[p]], units)

    def man(self, points: Sequence[int], units: Sequence[int]) -> None:
        """A unit for each of these points, the most threatened first."""
        need = self.need
        if not points:
            return
        reach = {unit: dict(self.ways(unit)) for unit in units}
        for point in sorted(points, key=lambda p: (-need.value[p] * (1.0 + need.threat[p]), p)):
            near = [
                unit
                for unit in units
                if unit not in self.gone and point in reach[unit] and not self.alone(unit)
            ]
            if near:
                unit = min(near, key=lambda u: (self.price(u), TANKS[u], FIRE[u], u))
                way = dict(self.ways(unit)).get(point)
                if way is not None:
                    self.go(unit, way)

    def price(self, unit: int) -> float:
        """What a unit is worth where it stands."""
        place = self.board.at[unit]
        if place > LAST_POINT:
            return -9.0
        rest = self.strength[place] - weight(self.board, unit, True)
        return density(self.board, self.need, unit, place, rest if rest > 0.01 else 0.0, True)

    def alone(self, unit: int) -> bool:
        """Whether a unit is the last to hold a point of the line, or to guard what stands there."""
        board, place = self.board, self.board.at[unit]
        if place > LAST_POINT or board.fighters[place] > 1:
            return False
        if place in self.need.line.held:
            return True
        return place in board.exposed and any(
            not FIGHTS[other] and other not in self.gone for other in board.own[place]
        )

    def improve(self, unit: int, least: float) -> None:
        """Move a unit to where it is worth more, if that is worth the march."""
        board, need = self.board, self.need
        if unit in self.gone or (FIGHTS[unit] and self.alone(unit)):
            return
        here = board.at[unit]
        best, goal = self.price(unit) + least, None
        if here <= LAST_POINT and folly(board, unit, here):
            best -= RULED_OUT
        for end, way in self.ways(unit):
            if folly(board, unit, end) or (not FIGHTS[unit] and not board.fighters[end]):
                continue
            score = density(board, need, unit, end, self.strength[end], False)
            if score > best:
                best, goal = score, way
        if goal is not None:
            self.go(unit, goal)

    def ways(self, unit: int) -> list[tuple[int, Way]]:
        """Own points that a unit can walk to, with the way."""
        board, place = self.board, self.board.at[unit]
        if place == SIBERIA:
            return [(p, (p,)) for p in ends(board.state, unit) if board.may_stop(unit, p)]
        found: list[tuple[int, Way]] = []
        if board.stopped(unit):
            return found
        steps = board.steps(unit)
        for first, grade, line in LINES_FROM[place]:
            if not board.may_stop(unit, first) or not board.carries(line, grade, first, unit):
                continue
            found.append((first, (first,)))
            onward = steps > 1 and board.walks_on(unit, first)
            for second, grade2, line2 in LINES_FROM[first] if onward else ():
                if (
                    second != place
                    and second not in NEIGHBOURS[place]
                    and board.may_stop(unit, second)
                    and board.carries(line2, grade2, second, unit)
                ):
                    found.append((second, (first, second)))
        return found

    def go(self, unit: int, way: Way) -> None:
        """Walk a way."""
        board, here = self.board, self.board.at[unit]
        if here <= LAST_POINT:
            self.strength[here] = max(self.strength[here] - weight(board, unit, True), 0.0)
        self.strength[way[-1]] += weight(board, unit, False)
        for step in way:
            if here <= LAST_POINT:
                line = next(number for end, _, number in LINES_FROM[here] if end == step)
                board.use(line, step, unit)
            self.steps.append((unit, here, step))
            here = step
        board.move(unit, way[-1])
        self.gone.add(unit)
