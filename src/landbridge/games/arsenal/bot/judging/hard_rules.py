"""Hard rules: where a unit does not end its turn, whatever else would speak for it."""

from __future__ import annotations

from typing import Literal

from landbridge.games.arsenal.bot.judging.board import BotBoard
from landbridge.games.arsenal.bot.moving.garrisons import to_the_last
from landbridge.games.arsenal.war.columns import FIGHTS

Folly = Literal["", "alone", "unfed", "trapped"]


def folly(board: BotBoard, unit: int, point: int) -> Folly:
    """Why a unit should not stand on a point; nothing if it may.

    Guns, aircraft and headquarters never stand alone where the enemy can come; nobody stands where
    supply fails within three months, or stays where he is about to be cut off, unless the place is
    worth dying for.
    """
    if not FIGHTS[unit] and point in board.exposed and not board.fighters[point]:
        return "alone"
    if to_the_last(board, point):
        return ""
    if not board.lasting[point]:
        return "unfed"
    if board.needs.peril[point] >= board.temper.trap and point not in board.needs.line.held:
        return "trapped"
    return ""
