"""The country under the points: coasts, rivers, woods, marshes, mountains, frontiers and names.

For the eye only; nothing is decided by it. `earth.csv` is made from public-domain geography by
scripts/earth.py, `ground.toml` is written by hand.
"""

from __future__ import annotations

from functools import cache
from typing import Literal

import msgspec
from msgspec import Struct

from landbridge.engine.chance.tables import read_toml
from landbridge.games.arsenal.words import PACKAGE, Side, read_csv

Course = tuple[int, ...]
"""Longitudes and latitudes in turn, in hundredths of a degree."""

AreaKind = Literal["woods", "marsh", "hills", "mountains", "sand"]
NameKind = Literal["sea", "gulf", "lake", "river", "range", "ground", "land", "country"]


class Area(Struct, frozen=True):
    """A stretch of one kind of terrain."""

    kind: AreaKind
    course: Course


class River(Struct, frozen=True):
    """A river, and whether it is one of the great ones."""

    great: bool
    course: Course


class State(Struct, frozen=True):
    """A state that is on neither side."""

    name: str
    until: str
    """The last month in which it is neutral, as 1941-08; empty: it stays so."""
    courses: tuple[Course, ...]


class MapName(Struct, frozen=True):
    """A name that is printed on the map."""

    text: str
    kind: NameKind
    lon: int
    lat: int
    turn: int
    """Degrees by which it is turned, clockwise."""


class Ground(Struct, frozen=True):
    """Everything that is printed under the points."""

    land: tuple[Course, ...]
    """Shores: what lies in an odd number of them is land."""
    lakes: tuple[Course, ...]
    rivers: tuple[River, ...]
    frontiers: tuple[Course, ...]
    """The frontiers of June 1941."""
    areas: tuple[Area, ...]
    states: tuple[State, ...]
    names: tuple[MapName, ...]
    beyond: dict[Side, Course]
    """By side: spots of its own ground where no points lie."""


def _steps(course: Course) -> Course:
    before = zip(course[2:], course, strict=False)
    return course[:2] + tuple(at - last for at, last in before)


def in_steps(country: Ground) -> Ground:
    """The same with each course as its first spot and the steps from there: less to send."""
    return Ground(
        land=tuple(map(_steps, country.land)),
        lakes=tuple(map(_steps, country.lakes)),
        rivers=tuple(River(river.great, _steps(river.course)) for river in country.rivers),
        frontiers=tuple(map(_steps, country.frontiers)),
        areas=tuple(Area(area.kind, _steps(area.course)) for area in country.areas),
        states=tuple(
            State(state.name, state.until, tuple(map(_steps, state.courses)))
            for state in country.states
        ),
        names=country.names,
        beyond={side: _steps(course) for side, course in country.beyond.items()},
    )


def _hundredths(course: str) -> Course:
    """A course as it is written by hand: "23.6 52.1, 24 51.9"."""
    return tuple(round(float(part) * 100) for part in course.replace(",", " ").split())


class _Name(Struct, frozen=True):
    """A name as it is written in the file."""

    text: str
    kind: NameKind
    at: str
    turn: int = 0

    def place(self) -> MapName:
        lon, lat = _hundredths(self.at)
        return MapName(self.text, self.kind, lon, lat, self.turn)


@cache
def ground() -> Ground:
    """The country, read once."""
    drawn: dict[str, list[tuple[str, Course]]] = {}
    for row in read_csv("earth.csv"):
        course = tuple(int(part) for part in row["course"].split())
        drawn.setdefault(row["kind"], []).append((row["name"], course))

    def derived(kind: str, name: str = "") -> list[Course]:
        return [course for known, course in drawn[kind] if not name or known == name]

    by_hand = read_toml(PACKAGE, "ground.toml")

    def written(kind: str) -> list[Course]:
        return [_hundredths(row["course"]) for row in by_hand[kind]]

    names = msgspec.convert(by_hand["name"], tuple[_Name, ...])
    return Ground(
        land=tuple(derived("land")),
        lakes=tuple(derived("lake")),
        rivers=(
            *(River(True, course) for course in derived("river")),
            *(River(False, course) for course in (*derived("stream"), *written("stream"))),
        ),
        frontiers=(*derived("frontier"), *written("frontier")),
        areas=msgspec.convert(
            [row | {"course": _hundredths(row["course"])} for row in by_hand["area"]],
            tuple[Area, ...],
        ),
        states=tuple(
            State(row["name"], row.get("until", ""), tuple(derived("state", row["name"])))
            for row in by_hand["state"]
        ),
        names=tuple(name.place() for name in names),
        beyond={side: _hundredths(course) for side, course in by_hand["beyond"].items()},
    )
