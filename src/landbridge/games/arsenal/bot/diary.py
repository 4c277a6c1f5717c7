"""A diary of a war: which cities fell when, and how the sides stood at the end of each month."""

from __future__ import annotations

from landbridge.engine.chance.tables import read_toml
from landbridge.games.arsenal.calendar import month_after
from landbridge.games.arsenal.map.places import LAST_POINT
from landbridge.games.arsenal.map.points import NUMBER, POINTS
from landbridge.games.arsenal.victory import score
from landbridge.games.arsenal.war.columns import FIGHTS
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.words import AXIS, PACKAGE, SIDES, SOVIET

CITIES: list[dict[str, str]] = read_toml(PACKAGE, "history.toml")["city"]
WATCHED: tuple[int, ...] = tuple(NUMBER[city["point"]] for city in CITIES)
BEFORE = "1941-05"


def _event(point: int, side: int) -> str:
    return f"{POINTS[point].name} {SIDES[side]}"


HISTORY: dict[str, str] = {
    _event(NUMBER[city["point"]], side): city.get(SIDES[side], "")
    for city in CITIES
    for side in (AXIS, SOVIET)
}
"""Every event that is watched for, with its month in history; nothing if it never happened."""


class Diary:
    """Written by somebody who sees all; nothing in it decides anything."""

    history = HISTORY

    def __init__(self) -> None:
        self.events: dict[str, str] = {}
        """The first month of every event that has happened."""
        self.curves: dict[str, dict[str, int]] = {}
        """By figure and month: how things stood when the month ended."""
        self._turn: int | None = None
        self._first: bytes = b""
        self._held: bytes = b""

    def look(self, state: War) -> None:
        """Note what is new."""
        if self._turn is None:
            self._turn, self._first, self._held = state.turn, state.held, state.held
            return
        month = month_after(BEFORE, self._turn)
        if state.held != self._held:
            for point in WATCHED:
                side = state.held[point]
                if side != self._held[point] and side in (AXIS, SOVIET):
                    self.events.setdefault(_event(point, side), month)
            self._held = state.held
        if state.turn != self._turn or state.ended:
            self._close(state, month)
            self._turn = state.turn

    def _close(self, state: War, month: str) -> None:
        points = score(state.held)
        taken = sum(1 for p in POINTS if p.owner == "soviet" and state.held[p.number] == AXIS)
        figures: dict[str, int] = {
            "Soviet places that the Axis hold": taken,
            "Axis victory points": points.axis,
            "of them on the Soviet side": points.axis_in_soviet_union,
        }
        for side in (AXIS, SOVIET):
            figures[f"{SIDES[side]} combat units"] = sum(
                1
                for unit, place in enumerate(state.at)
                if place <= LAST_POINT and FIGHTS[unit] and state.side[unit] == side
            )
        for name, figure in figures.items():
            self.curves.setdefault(name, {})[month] = figure
