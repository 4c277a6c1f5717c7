"""The books of a war, kept again from its log alone: no rule of the game is asked.

Places, factories, what is due, strategic moves and who holds what follow from the events one by
one; lines, edges and points that count are read from the tables of the map.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Mapping
from importlib.resources import files
from typing import Any

from landbridge.engine.play.events import Event
from landbridge.games.arsenal.words import PACKAGE

IRREPLACEABLE = {"STAVKA", "1MMD", "1PA"}
DEAD, OUT = "dead", "out"


def rows(name: str) -> list[dict[str, str]]:
    text = (files(PACKAGE) / "data" / name).read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


def split(units: str) -> list[str]:
    return [] if units in ("", "nobody", "none") else units.split(", ")


class Books:
    """What the log says of a war that begins with these places and holders."""

    def __init__(
        self, units: Mapping[str, str], plants: Mapping[str, str], held: Mapping[str, str]
    ) -> None:
        self.units = dict(units)
        """By unit: the name of its point, Siberia, dead, out, or where it waits to come."""
        self.plants = dict(plants)
        self.trains: set[str] = set()
        """Entrained factories."""
        self.held = dict(held)
        """By the name of a point: who holds it."""
        self.due: Counter[str] = Counter()
        self.used = 0
        """Strategic moves used in this side's turn."""
        self.points = (0, 0)
        """The points of the Axis and of the Soviets, as the log says."""

    def read(self, events: Iterable[Event]) -> None:
        for event in events:
            entry = getattr(self, f"_{event.id}", None)
            if entry is not None:
                entry(**event.values)

    def _lose(self, units: str) -> None:
        for unit in split(units):
            self.units[unit] = OUT if unit in IRREPLACEABLE else DEAD

    # The turn

    def _surprise(self, lost: str, **_: Any) -> None:
        self._lose(lost)

    def _side_turn(self, side: str, **_: Any) -> None:
        self.used = len(self.trains) if side == "soviet" else 0

    def _points(self, axis: int, soviet: int, **_: Any) -> None:
        self.points = (axis, soviet)

    def _isolated(self, unit: str, **_: Any) -> None:
        self._lose(unit)

    def _taken(self, side: str, point: str, **_: Any) -> None:
        self.held[point] = side

    # What comes and goes

    def _axis_replacements(self, due: dict[str, int], **_: Any) -> None:
        self.due.update(due)

    _soviet_replacements = _axis_replacements
    _reserves = _axis_replacements

    def _raised(self, unit: str, place: str, source: str, **_: Any) -> None:
        assert self.units[unit] not in self.held, f"{unit} is raised on the map"
        self.due[source] -= 1
        assert self.due[source] >= 0, f"{source} is used more often than it is due"
        self.units[unit] = place

    def _rr_ends(self, **_: Any) -> None:
        self.due = Counter({what: n for what, n in self.due.items() if what[0] == "=" and n})

    def _leaves(self, unit: str, **_: Any) -> None:
        self.units[unit] = OUT
        del self.due[f"={unit}"]

    def _lifted(self, unit: str, point: str, **_: Any) -> None:
        self.units[unit] = point
        self.used += 1

    def _composed(self, unit: str, at: str, parts: str, **_: Any) -> None:
        for part in split(parts):
            assert self.units[part] == at, f"{part} is not at {at}"
            self.units[part] = DEAD
        self.units[unit] = at

    def _ally_out(self, troops: str, **_: Any) -> None:
        for unit in split(troops):
            self.units[unit] = OUT

    def _troops_go_home(self, lost: str, home: dict[str, str], **_: Any) -> None:
        self.units |= home
        for unit in split(lost):
            self.units[unit] = OUT

    def _goes_home(self, unit: str, end: str, **_: Any) -> None:
        self.units[unit] = end

    # Factories

    def _deployed(self, plant: str, place: str, **_: Any) -> None:
        self.plants[plant] = place

    def _entrained(self, plant: str, **_: Any) -> None:
        self.trains.add(plant)
        self.used += 1

    def _set_down(self, plant: str, **_: Any) -> None:
        self.used -= 1

    def _sent(self, plant: str, place: str, **_: Any) -> None:
        assert plant in self.trains, f"{plant} travels without a train"
        self.plants[plant] = place

    _shipped = _sent

    def _set_up(self, plant: str, place: str, **_: Any) -> None:
        self.trains.remove(plant)
        self.plants[plant] = place

    def _plant_sunk(self, plant: str, **_: Any) -> None:
        self.trains.discard(plant)
        self.plants[plant] = "destroyed"

    _plant_lost = _plant_sunk

    # Movement and battles

    def _moved(self, unit: str, start: str, end: str, **_: Any) -> None:
        assert self.units[unit] == start, f"{unit} is not at {start}"
        self.units[unit] = end

    _rebased = _moved

    def _railed(self, unit: str, start: str, end: str, **_: Any) -> None:
        self._moved(unit, start, end)
        self.used += 1

    def _sailed(self, unit: str, end: str, **_: Any) -> None:
        self.units[unit] = end
        self.used += 1

    def _sunk(self, unit: str, **_: Any) -> None:
        self._lose(unit)
        self.used += 1

    def _dropped(self, unit: str, point: str, how: str, **_: Any) -> None:
        if how == "lost":
            self._lose(unit)
        else:
            self.units[unit] = point

    def _air_battle(self, lost: str, **_: Any) -> None:
        self._lose(lost)

    def _withdraws(self, retreats: dict[str, str], **_: Any) -> None:
        self.units |= retreats

    def _battle_ends(self, lost: str, retreats: dict[str, str], **_: Any) -> None:
        self._lose(lost)
        self.units |= retreats

    def _advance(self, units: str, point: str, **_: Any) -> None:
        self.units |= dict.fromkeys(split(units), point)

    # Victory

    def score(self) -> tuple[int, int]:
        """The points of the Axis and of the Soviets: places with a way of their own to the edge."""
        names = {row["id"]: row["name"] for row in rows("points.csv")}
        total = [0, 0]
        for number, (side, edges) in enumerate(
            (("axis", ("west",)), ("soviet", ("east", "southeast")))
        ):
            own = {point for point, name in names.items() if self.held.get(name) == side}
            reached = {row["point"] for row in rows("edges.csv") if row["edge"] in edges} & own
            lines = [{row["a"], row["b"]} for row in rows("lines.csv")]
            while more := {p for ends in lines if ends & reached for p in ends & own} - reached:
                reached |= more
            if side == "axis" and "HEL" in own:
                reached.add("HEL")
            total[number] = sum(
                int(row["vp"]) for row in rows("points.csv") if row["vp"] and row["id"] in reached
            )
        return total[0], total[1]
