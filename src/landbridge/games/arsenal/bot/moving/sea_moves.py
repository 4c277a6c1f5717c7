"""Sea moves: units that no railway can fetch go to a port where they are needed."""

from __future__ import annotations

from collections.abc import Iterator

from landbridge.games.arsenal.bot.judging.board import BotBoard
from landbridge.games.arsenal.bot.judging.charts import VALUE
from landbridge.games.arsenal.map.seas import TORPEDO, sea_between, sea_links
from landbridge.games.arsenal.war.columns import FIGHTS, box
from landbridge.games.arsenal.war.restraints import kept_home
from landbridge.games.arsenal.war.supply import under_air
from landbridge.games.arsenal.words import SIDES, figures

DREAD = 2.0
"""How much more than its firepower a unit counts that may be lost at sea for nothing."""


def sinks(board: BotBoard, start: int, end: int) -> float:
    """The chance that a unit is lost on the way from port to port."""
    state = board.state
    sea = sea_between(state.held, board.side, box(state).month_of_year, start, end)
    column = figures("torpedo", state.rulings.torpedo)["column"]
    bombed = under_air(state, board.side, start, end)
    odds = TORPEDO.odds(column or f"{sea} {SIDES[board.side]}", -1 if bombed else 0)
    return odds.weights.get(True, 0) / odds.denominator


def voyages(board: BotBoard, unit: int, hot: list[bool]) -> Iterator[tuple[int, float]]:
    """Ports that a unit can sail to, each with what the risk of the sea costs."""
    start = board.at[unit]
    for _, ports in sea_links(board.state.held, board.side, box(board.state).month_of_year):
        if start not in ports:
            continue
        for end in ports:
            if end == start or hot[end] or not board.supply[end]:
                continue
            if (FIGHTS[unit] and board.room(end) < 1) or kept_home(board.state, unit, end):
                continue
            yield end, DREAD * VALUE[unit] * sinks(board, start, end)
