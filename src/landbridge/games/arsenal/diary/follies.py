"""Follies at the end of a side's turn: what a player who knows the game would not leave so."""

from __future__ import annotations

from landbridge.games.arsenal.map.places import LAST_POINT
from landbridge.games.arsenal.war.columns import AIR, FIGHTS, SUPPORTS
from landbridge.games.arsenal.war.front import front
from landbridge.games.arsenal.war.state import War

HELPERS: frozenset[int] = frozenset(AIR) | {u for u, helps in enumerate(SUPPORTS) if helps}
"""Guns and aircraft, which hold nothing by themselves."""


def support_on_map(state: War, side: int) -> list[int]:
    """The guns and aircraft that a side has on the map."""
    return [u for u in sorted(HELPERS) if state.at[u] <= LAST_POINT and state.side[u] == side]


def support_alone(state: War, side: int) -> list[int]:
    """Guns and aircraft next to a ready enemy without a unit that holds their point."""
    line = front(state, side)
    return [
        unit
        for unit in support_on_map(state, side)
        if line[state.at[unit]] and not _held_by_fighters(state, state.at[unit])
    ]


def _held_by_fighters(state: War, point: int) -> bool:
    return any(FIGHTS[unit] for unit, place in enumerate(state.at) if place == point)


def fighters_on_map(state: War, side: int) -> list[int]:
    """The units on the map that hold points for a side."""
    return [
        unit
        for unit, place in enumerate(state.at)
        if place <= LAST_POINT and FIGHTS[unit] and state.side[unit] == side
    ]


def starving(state: War, side: int) -> list[int]:
    """Fighters on the map that ended their turn without supply."""
    return [unit for unit in fighters_on_map(state, side) if state.unsupplied_turns[unit]]
