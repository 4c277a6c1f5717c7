"""Stacking: how many combat units may end on a point."""

from __future__ import annotations

from landbridge.engine.rules.citing import rule
from landbridge.games.arsenal.calendar import turn
from landbridge.games.arsenal.map.points import POINTS
from landbridge.games.arsenal.rulings import Stacking
from landbridge.games.arsenal.words import figures


@rule("RUL-DC-6")
def stacking_limit(point: int, month: str, stacking: Stacking = "six_and_nine") -> int:
    """How many combat units may end on a point."""
    limits = figures("stacking", stacking)
    if turn(month).number <= 1:
        return int(limits["first_turn"])
    return int(limits["city" if POINTS[point].city else "point"])
