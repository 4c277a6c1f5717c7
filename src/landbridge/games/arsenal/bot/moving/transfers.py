"""Transfers over two months: whoever is to spare goes back to the railway, which takes him on."""

from __future__ import annotations

from collections.abc import Sequence

from landbridge.games.arsenal.bot.judging.board import BotBoard
from landbridge.games.arsenal.bot.judging.charts import FIRE
from landbridge.games.arsenal.bot.judging.lines import density
from landbridge.games.arsenal.bot.moving.marches import Marches, Way
from landbridge.games.arsenal.bot.moving.network import Network
from landbridge.games.arsenal.map.places import LAST_POINT
from landbridge.games.arsenal.war.capacity import capacity_of
from landbridge.games.arsenal.words import SIDES

SHARE = 0.5
"""How much of a month's trains is kept for such transfers; the others wait for replacements."""


def step_back(marches: Marches, units: Sequence[int]) -> None:
    """Send those to the railway who would be worth much more elsewhere, the most useful first."""
    board = marches.board
    least = board.temper.transfer
    trains = int(SHARE * capacity_of(board.state, SIDES[board.side]))
    if not least or not trains:
        return
    network = Network(board)
    network.strength = marches.strength
    wishes = [
        (wish[0], unit)
        for unit in units
        if _in_line(network, unit) and (wish := network.best_end(unit)) and wish[0] > least
    ]
    expected = [0.0] * len(marches.strength)
    for _, unit in sorted(wishes, reverse=True):
        if not trains:
            return
        wish = network.best_end(unit)
        way = _to_the_railway(marches, network, unit)
        if unit in marches.gone or marches.alone(unit) or way is None or not wish:
            continue
        if wish[0] > least + expected[wish[1]]:
            marches.go(unit, way)
            expected[wish[1]] += FIRE[unit]
            trains -= 1


def _in_line(network: Network, unit: int) -> bool:
    """Whether a unit stands where no train can fetch it."""
    place = network.board.at[unit]
    return place <= LAST_POINT and network.hot[place]


def _to_the_railway(marches: Marches, network: Network, unit: int) -> Way | None:
    """The way to the best point behind the front at which trains stop."""
    board: BotBoard = marches.board
    ends = [
        (density(board, marches.need, unit, end, marches.strength[end], False), way)
        for end, way in marches.ways(unit)
        if marches.need.away[end] > 1 and network.regions[end]
    ]
    return max(ends, default=(0.0, None))[1]
