"""The weather of a position: in the two zones, and at a point."""

from __future__ import annotations

from landbridge.games.arsenal.calendar import BOXES
from landbridge.games.arsenal.map.points import POINTS
from landbridge.games.arsenal.map.weather import hard_winter
from landbridge.games.arsenal.war.columns import box
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.words import Weather


def skies(state: War) -> tuple[Weather, Weather]:
    """The weather in the north and in the south; a die has decided it in May 1941."""
    now = BOXES[state.turn]
    return now.north or state.sky, now.south or state.sky


def weather_here(state: War, point: int) -> Weather:
    """The weather at a point."""
    north, south = skies(state)
    return north if POINTS[point].zone == "north" else south


def hard_here(state: War, here: Weather) -> bool:
    """Whether it is snow of the first winter."""
    return hard_winter(box(state).month, here, state.rulings.winter)
