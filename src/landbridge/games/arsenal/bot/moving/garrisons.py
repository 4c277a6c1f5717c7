"""Garrisons: who stays in a city that counts, whatever else could be done with it."""

from __future__ import annotations

from typing import Protocol

from landbridge.games.arsenal.bot.judging.charts import (
    DISTANCE,
    EVERYWHERE,
    FIRE,
    FORTIFIES,
    KEYS,
    held_back,
)
from landbridge.games.arsenal.bot.judging.lines import Needs
from landbridge.games.arsenal.bot.temper import Temper
from landbridge.games.arsenal.map.points import POINTS
from landbridge.games.arsenal.map.supply_lines import LENINGRAD, SHORES
from landbridge.games.arsenal.war.columns import FIGHTS, FORTIFIED
from landbridge.games.arsenal.war.restraints import thawed
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.words import SOVIET

CITIES: tuple[int, ...] = tuple(point for point in EVERYWHERE if KEYS[point])
LIFELINE = 4
"""Units that hold each shore over which Leningrad can be fed."""


class Defence(Protocol):
    """What garrisons turn on: who stands where, and how careful the player is."""

    state: War
    side: int
    own: list[list[int]]
    foe: list[list[int]]
    held: bytearray
    flags: bytes
    prize: int
    temper: Temper

    @property
    def needs(self) -> Needs:
        """What each own point asks for."""

    @property
    def guarded(self) -> dict[int, int]:
        """By city in danger: how many units it should have."""

    def idle(self, unit: int) -> bool:
        """Whether a unit attacks nothing yet."""


def wanted(board: Defence) -> dict[int, int]:
    """By own city that counts and has the enemy near: how many units it should have."""
    asleep = held_back(board.state.turn + 1, thawed(board.state))
    enemy = [p for p in EVERYWHERE if any(FIGHTS[u] and u not in asleep for u in board.foe[p])]
    garrisons = {city: 1 + int(board.temper.guard * max(POINTS[city].vp - 1, 0)) for city in CITIES}
    if board.side == SOVIET and board.held[LENINGRAD] == SOVIET and board.temper.guard:
        garrisons |= dict.fromkeys(SHORES, LIFELINE)
    left = board.needs.line.given_up
    return {
        place: number
        for place, number in garrisons.items()
        if board.held[place] == board.side
        and (place not in left or to_the_last(board, place))
        and any(DISTANCE[place][p] <= board.temper.alarm for p in enemy)
    }


def to_the_last(board: Defence, place: int) -> bool:
    """Whether a place is worth the units that would be lost with it: a fortress that counts."""
    if place == board.prize:
        return True
    return POINTS[place].fortress and bool(POINTS[place].vp)


def bound(board: Defence) -> frozenset[int]:
    """The units that stay: infantry first, and of it those that are dug in."""
    found: list[int] = []
    for city, number in board.guarded.items():
        here = sorted(
            (u for u in board.own[city] if FIGHTS[u] and board.idle(u)),
            key=lambda u: (not board.flags[u] & FORTIFIED, not FORTIFIES[u], FIRE[u], u),
        )
        found += here[:number]
    return frozenset(found)
