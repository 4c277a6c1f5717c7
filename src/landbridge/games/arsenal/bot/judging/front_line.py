"""The line: which points a side holds and which it gives up, for the strength that it has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from landbridge.games.arsenal.bot.judging.charts import EVERYWHERE
from landbridge.games.arsenal.bot.judging.cuts import Cut
from landbridge.games.arsenal.bot.judging.threats import GROUND, weight
from landbridge.games.arsenal.map.points import NEIGHBOURS
from landbridge.games.arsenal.map.supply_lines import SOURCES
from landbridge.games.arsenal.war.columns import FIGHTS

if TYPE_CHECKING:
    from landbridge.games.arsenal.bot.judging.board import BotBoard

DEPTH = 4
"""Lines behind the front within which a line may be drawn."""
ONE = 1.0
"""The strength that any point of a line needs."""
SHARE = 0.8
"""How much of a side's strength goes into its line at most."""
MEN = 0.35
"""Points of a line for each unit at most: not everybody is near enough to man it."""
EASE = (6.0, 3.0, 1.5, 0.75, 0.35)
"""What ground is worth in strength: the line is drawn shorter until the strength is enough."""
HABIT = 0.3
"""How much cheaper a point is that is manned already: a line is not drawn anew every month."""
HOME = 40.0
"""What an own source of supply is worth."""


class Line(Struct, frozen=True):
    """Where a side means to stand."""

    held: frozenset[int]
    """The points of the line; each is to be manned."""
    given_up: frozenset[int]
    """Own points in front of the line: whoever can leave them does."""


def open_fronts(board: BotBoard) -> list[int]:
    """Own points next to enemy ground from which somebody can come."""
    alive = _alive(board)
    return [
        point
        for point in EVERYWHERE
        if board.held[point] == board.side and any(end in alive for end in NEIGHBOURS[point])
    ]


def _alive(board: BotBoard) -> set[int]:
    """Enemy ground that is joined to enemy units which fight; the rest is only coloured."""
    stack = [
        point
        for point in EVERYWHERE
        if board.held[point] != board.side
        and point not in board.closed
        and any(FIGHTS[unit] for unit in board.foe[point])
    ]
    found = set(stack)
    while stack:
        for end in NEIGHBOURS[stack.pop()]:
            if end not in found and board.held[end] == board.foe_side and end not in board.closed:
                found.add(end)
                stack.append(end)
    return found


def draw_line(board: BotBoard, threat: list[float], value: list[float], away: list[int]) -> Line:
    """The line that saves most for the strength at hand."""
    fronts = open_fronts(board)
    if not fronts or not board.temper.draws_line:
        return Line(frozenset(), frozenset())
    # Where supply fails nobody stays, so no line runs there.
    near = [
        p
        for p in EVERYWHERE
        if board.held[p] == board.side and away[p] <= DEPTH and board.lasting[p]
    ]
    fronts = [p for p in fronts if board.lasting[p]]
    strength = {p: sum(weight(board, u, True) for u in board.own[p]) for p in near}
    all_told = SHARE * sum(
        weight(board, u, True)
        for p in EVERYWHERE
        if board.held[p] == board.side
        for u in board.own[p]
    )
    units = MEN * sum(board.fighters[p] for p in EVERYWHERE)
    wanted = {p: max(threat[p], ONE) / GROUND[p] for p in near}
    price = {p: wanted[p] - HABIT * min(strength[p], wanted[p]) for p in near}
    homes = set(SOURCES[board.side])
    net = Cut({p: NEIGHBOURS[p] for p in near}, price, fronts)
    found: tuple[frozenset[int], frozenset[int]] = (frozenset(), frozenset())
    for ease in EASE:
        # What lies behind the band is lost as well where the band is broken.
        worth = {
            p: ease * value[p] + (HOME if p in homes or away[p] == DEPTH else 0.0) for p in near
        }
        found = net.cheapest(worth)
        if sum(wanted[p] for p in found[0]) <= all_told and len(found[0]) <= units:
            break
    return Line(*found)
