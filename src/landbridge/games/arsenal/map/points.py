"""The map: 147 points, 282 lines in three grades, and the lines that lead off it.

Everything here is made once and never changes. Points and lines are numbers, so that a position
can keep who controls what in plain bytes: `control[point]` is AXIS, SOVIET or NOBODY.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import read_toml
from landbridge.engine.refusals import BadInput, unknown
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.citing import Source, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.arsenal.questions import ArsenalQuestion
from landbridge.games.arsenal.rulings import NorthernExtension
from landbridge.games.arsenal.words import (
    AXIS,
    NOBODY,
    PACKAGE,
    SOVIET,
    Nation,
    Side,
    figures,
    read_csv,
)

Grade = Literal["major", "minor", "inferior"]
EdgeName = Literal["west", "east", "southeast"]
Zone = Literal["north", "south"]

MAJOR, MINOR, INFERIOR = 0, 1, 2
GRADES: tuple[Grade, ...] = ("major", "minor", "inferior")

LATITUDE: int = read_toml(PACKAGE, "weather.toml")["zones"]["latitude"]


class Point(Struct, frozen=True, kw_only=True):
    """One point of the map."""

    number: int
    id: str
    name: str
    now: str
    """What it is called today."""
    lat: int
    """Hundredths of a degree north."""
    lon: int
    """Hundredths of a degree east."""
    owner: Nation
    """Whose it was on 22 June 1941."""
    city: bool
    seas: tuple[str, ...]
    """The seas on which it is a port."""
    fortress: bool
    infantry: str
    """The groups of its infantry replacement symbols, one letter each."""
    vp: int
    north: bool
    """Whether it belongs to the northern extension."""
    zone: Zone
    source: Source
    fortress_source: str
    infantry_source: str
    vp_source: str


class Line(Struct, frozen=True):
    """A line between two points."""

    a: int
    b: int
    grade: int
    km: int
    source: Source


class Edge(Struct, frozen=True):
    """A line that leads off the map."""

    id: str
    edge: EdgeName
    leads_to: str
    point: int
    grade: int
    side: Side
    source: Source


def _hundredths(text: str) -> int:
    whole, part = text.split(".")
    return int(whole) * 100 + int(part)


def _point(number: int, row: dict[str, str]) -> Point:
    lat = _hundredths(row["lat"])
    read = {
        "number": number,
        "lat": lat,
        "lon": _hundredths(row["lon"]),
        "city": row["kind"] == "city",
        "seas": row["seas"].split(),
        "fortress": row["fortress"] == "yes",
        "vp": int(row["vp"] or 0),
        "north": row["north"] == "yes",
        "zone": "north" if lat > LATITUDE else "south",
    }
    return msgspec.convert(row | read, Point)


POINTS: tuple[Point, ...] = tuple(_point(n, row) for n, row in enumerate(read_csv("points.csv")))
NUMBER: dict[str, int] = {point.id: point.number for point in POINTS}


def _line(row: dict[str, str]) -> Line:
    ends = {"a": NUMBER[row["a"]], "b": NUMBER[row["b"]]}
    return msgspec.convert(row | ends | {"grade": _grade(row), "km": int(row["km"])}, Line)


def _edge(row: dict[str, str]) -> Edge:
    return msgspec.convert(row | {"point": NUMBER[row["point"]], "grade": _grade(row)}, Edge)


def _grade(row: dict[str, str]) -> int:
    return [str(grade) for grade in GRADES].index(row["grade"])


LINES: tuple[Line, ...] = tuple(_line(row) for row in read_csv("lines.csv"))
EDGES: tuple[Edge, ...] = tuple(_edge(row) for row in read_csv("edges.csv"))


def _lines_from() -> tuple[tuple[tuple[int, int, int], ...], ...]:
    ways: list[list[tuple[int, int, int]]] = [[] for _ in POINTS]
    for number, line in enumerate(LINES):
        ways[line.a].append((line.b, line.grade, number))
        ways[line.b].append((line.a, line.grade, number))
    return tuple(tuple(sorted(way)) for way in ways)


LINES_FROM: tuple[tuple[tuple[int, int, int], ...], ...] = _lines_from()
"""From each point: the point at the other end, the grade of the line, the line."""
NEIGHBOURS: tuple[tuple[int, ...], ...] = tuple(tuple(w[0] for w in way) for way in LINES_FROM)
RAIL: tuple[tuple[int, ...], ...] = tuple(
    tuple(end for end, grade, _ in way if grade != INFERIOR) for way in LINES_FROM
)
"""Neighbours over major and minor lines only."""
LINE: dict[tuple[int, int], int] = {
    pair: n for n, line in enumerate(LINES) for pair in ((line.a, line.b), (line.b, line.a))
}
"""The line between two neighbours."""
EDGE_POINTS: dict[str, tuple[int, ...]] = {
    edge: tuple(sorted({line.point for line in EDGES if line.edge == edge}))
    for edge in ("west", "east", "southeast")
}
RAIL_EDGE_POINTS: dict[str, tuple[int, ...]] = {
    edge: tuple(
        sorted({line.point for line in EDGES if line.edge == edge and line.grade != INFERIOR})
    )
    for edge in EDGE_POINTS
}
HOME: dict[str, tuple[int, ...]] = {
    nation: tuple(point.number for point in POINTS if point.owner == nation)
    for nation in dict.fromkeys(point.owner for point in POINTS)
}
"""The points of each country as its borders ran in June 1941."""
START: bytes = bytes(SOVIET if point.owner == "soviet" else AXIS for point in POINTS)
"""Who controls each point on 22 June 1941."""
START_WITHOUT_NORTH: bytes = bytes(
    NOBODY if point.north else START[point.number] for point in POINTS
)


@lru_cache(maxsize=1024)
def regions(free: bytes, rail: bool = True) -> bytes:
    """By point: the number of the region of free points that lines join, from 1; else 0.

    `rail` leaves out inferior lines.
    """
    lines = RAIL if rail else NEIGHBOURS
    left, found = bytearray(free), bytearray(len(free))
    number = 0
    start = left.find(1)
    while start >= 0:
        number += 1
        left[start] = 0
        region = [start]
        for point in region:
            found[point] = number
            for end in lines[point]:
                if left[end]:
                    left[end] = 0
                    region.append(end)
        start = left.find(1, start)
    return bytes(found)


_BY_NAME: dict[str, int] = {
    word.lower(): point.number
    for point in reversed(POINTS)
    for word in (point.now, point.name, point.id)
}


def point_number(word: str) -> int:
    """A point by its id, its name of 1941 or its name today."""
    found = _BY_NAME.get(word.strip().lower())
    if found is None:
        raise BadInput(unknown("point", word, [point.name for point in POINTS]))
    return found


@rule("RUL-DC-36")
def start_control(northern_extension: NorthernExtension = "with") -> bytes:
    """Who controls what when play begins."""
    north: bool = figures("northern_extension", northern_extension)["north"]
    return START if north else START_WITHOUT_NORTH


def control(
    axis_holds: tuple[str, ...] = (),
    soviet_holds: tuple[str, ...] = (),
    northern_extension: NorthernExtension = "with",
) -> bytes:
    """Who controls what: the start of the war and what has changed hands since."""
    held = bytearray(start_control(northern_extension))
    for side, words in ((AXIS, axis_holds), (SOVIET, soviet_holds)):
        for word in words:
            for number in _named(word):
                if held[number] == NOBODY:
                    raise BadInput(f"{POINTS[number].name} is not played without the far north.")
                held[number] = side
    return bytes(held)


def _named(word: str) -> tuple[int, ...]:
    if word.strip().lower() == "cities":
        return tuple(p.number for p in POINTS if p.city and p.owner == "soviet")
    return (point_number(word),)


# Asking


class LineFromPoint(Struct, frozen=True):
    """A line as seen from a point."""

    to: str
    grade: Grade
    km: int


class PointFacts(Struct, frozen=True, kw_only=True):
    """What is printed at a point and which lines meet there."""

    id: str
    name: str
    now: str
    owner: Nation
    kind: Literal["city", "junction"]
    ports: tuple[str, ...]
    fortress: bool
    infantry_symbols: int
    vp: int
    zone: Zone
    played: bool
    lines: tuple[LineFromPoint, ...]
    off_map: tuple[str, ...]
    """Lines that lead off the map here."""
    source: Source


class ThePoint(ArsenalQuestion, frozen=True, kw_only=True):
    """A point of the map: what it is, who owned it in June 1941, and the lines from it."""

    turns_on = ("northern_extension",)

    point: Annotated[Name, Meta(description="the point, by id or name")]

    def answer(self, nature: Nature) -> Finding[PointFacts]:
        why = Why()
        found = POINTS[point_number(self.point)]
        held = start_control(self.rulings.northern_extension)
        why("RUL-DC-36", "the map is a reconstruction, drawn anew")
        return why.so(
            PointFacts(
                id=found.id,
                name=found.name,
                now=found.now,
                owner=found.owner,
                kind="city" if found.city else "junction",
                ports=found.seas,
                fortress=found.fortress,
                infantry_symbols=len(found.infantry),
                vp=found.vp,
                zone=found.zone,
                played=held[found.number] != NOBODY,
                lines=tuple(
                    LineFromPoint(POINTS[end].name, GRADES[grade], LINES[line].km)
                    for end, grade, line in LINES_FROM[found.number]
                    if held[end] != NOBODY
                ),
                off_map=tuple(edge.id for edge in EDGES if edge.point == found.number),
                source=found.source,
            )
        )
