"""The railway net as the bot sees it: where trains may go, and what a unit would be worth there."""

from __future__ import annotations

from landbridge.games.arsenal.bot.judging.board import BotBoard
from landbridge.games.arsenal.bot.judging.charts import COUNT, EVERYWHERE, KEYS
from landbridge.games.arsenal.bot.judging.hard_rules import folly
from landbridge.games.arsenal.bot.judging.lines import density
from landbridge.games.arsenal.bot.judging.threats import weight
from landbridge.games.arsenal.forces.siberia import siberian_entry_points
from landbridge.games.arsenal.map.places import LAST_POINT
from landbridge.games.arsenal.map.points import NEIGHBOURS
from landbridge.games.arsenal.movement.strategic_movement import rail_reach
from landbridge.games.arsenal.war.columns import FIGHTS
from landbridge.games.arsenal.war.restraints import kept_home
from landbridge.games.arsenal.words import SOVIET

NEARBY = 4
"""Lines from the enemy within which the railways bring units, but for cities that count."""
NOWHERE_YET = -4.0
"""What a unit is worth that waits in Siberia."""


class Network:
    """Where trains may go now; units that are moved on the board are counted where they came to."""

    def __init__(self, board: BotBoard) -> None:
        self.board, self.need = board, board.needs
        self.strength = [sum(weight(board, u, True) for u in board.own[p]) for p in EVERYWHERE]
        self.hot = [_hot(board, p) for p in EVERYWHERE]
        """By point: whether an undispersed enemy stands next to it."""
        self.regions = _regions(board)
        self.free = [
            p
            for p in EVERYWHERE
            if board.held[p] == board.side
            and board.supply[p]
            and not self.hot[p]
            and (self.need.away[p] <= NEARBY or KEYS[p])
        ]
        """Points to which trains bring units."""
        self.fronts = {end: [p for p in NEIGHBOURS[end] if self.need.front[p]] for end in self.free}
        """By such a point: the front next to it."""

    def worth_here(self, unit: int) -> float:
        """What a unit is worth where it stands."""
        board, place = self.board, self.board.at[unit]
        if place > LAST_POINT:
            return NOWHERE_YET
        rest = max(self.strength[place] - weight(board, unit, True), 0.0)
        return density(board, self.need, unit, place, rest, True)

    def best_end(self, unit: int) -> tuple[float, int] | None:
        """Where a train would bring a unit, and by how much it is worth more there."""
        board, need, strength = self.board, self.need, self.strength
        place = board.at[unit]
        mine = self._from(unit)
        now = self.worth_here(unit)
        best: tuple[float, int] | None = None
        for end in self.free:
            if self.regions[end] not in mine or end == place:
                continue
            if FIGHTS[unit] and board.room(end) < 1:
                continue
            if kept_home(board.state, unit, end) or folly(board, unit, end):
                continue
            ahead = max(
                (need.value[p] * need.threat[p] / (1.0 + strength[p]) for p in self.fronts[end]),
                default=0.0,
            )
            score = density(board, need, unit, end, strength[end], False) + 0.04 * ahead - now
            if best is None or score > best[0]:
                best = (score, end)
        return best

    def _from(self, unit: int) -> set[int]:
        board, place = self.board, self.board.at[unit]
        if place <= LAST_POINT:
            return {self.regions[place]}
        edges = siberian_entry_points(board.state.rulings.siberian_edges)
        return {self.regions[p] for p in edges if board.held[p] == SOVIET and self.regions[p]}


def _hot(board: BotBoard, point: int) -> bool:
    return any(
        board.held[end] == board.foe_side
        and any(FIGHTS[u] and board.fresh(u) for u in board.foe[end])
        for end in NEIGHBOURS[point]
    )


def _regions(board: BotBoard) -> list[int]:
    """By point: which part of the railway net it belongs to; Siberia's is that of its entries."""
    held, ruling = bytes(board.held), board.state.rulings.strategic_lines
    region = [0] * COUNT
    number = 0
    for point in EVERYWHERE:
        if board.held[point] == board.side and board.supply[point] and not region[point]:
            number += 1
            reach = rail_reach(held, board.supply, board.side, point, ruling)
            for end in EVERYWHERE:
                if reach[end]:
                    region[end] = number
    return region
