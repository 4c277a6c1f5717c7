"""Write coasts, lakes, rivers and frontiers of the war in the East from public-domain geography.

python scripts/earth.py COUNTRIES WATERS RIVERS

writes src/landbridge/games/arsenal/data/earth.csv. All three files hold data of Natural Earth,
which are in the public domain, and none of them is part of the project: COUNTRIES is its countries
and land at 1:50m as TopoJSON, WATERS its rivers and lakes at 1:50m as TopoJSON, RIVERS its rivers
of Europe at 1:10m as GeoJSON. What no such file knows (frontiers that are gone, forests, marshes)
is written by hand in ground.toml beside it.
"""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterable, Iterator
from itertools import pairwise
from math import atan, atan2, cos, degrees, exp, hypot, log, pi, radians, sin, tan
from pathlib import Path
from typing import Any, NamedTuple

GAMES = Path(__file__).parent.parent / "src" / "landbridge" / "games"
PLACE = GAMES / "arsenal" / "data" / "earth.csv"

Spot = tuple[float, float]
"""East and south, in kilometres on the sheet, or longitude and latitude."""

LEFT, TOP, RIGHT, BOTTOM = -1300, 2660, 1660, 6390
"""What is kept, in kilometres: a little more than the sheet."""
DETAIL, ROUGH = 2.0, 9.0
"""Kilometres by which a simplified line may be off, and one that only says whose ground it is."""
SMALLEST_ISLAND, SMALLEST_LAKE, SMALLEST_STATE = 120.0, 110.0, 2000.0
"""Square kilometres."""

RESERVOIRS = (
    (38.2, 58.4),
    (32.0, 49.4),
    (34.5, 63.4),
    (32.3, 66.5),
    (33.0, 66.0),
    (32.5, 65.5),
    (35.0, 63.5),
)
"""Spots in lakes that were dammed up, or flooded far beyond what they were, in the war or later."""

RIVERS = {
    "Volga": ((47.8, 46.7), (44.6, 48.6), (49.0, 55.5)),
    "Kama": ((52.0, 55.7), (53.7, 57.5)),
    "Don": ((40.5, 50.0), (43.3, 48.9)),
    "Dnieper": ((33.7, 55.6), (30.6, 51.0), (35.0, 48.5)),
    "Western Dvina": ((29.0, 55.6),),
    "Dniester": ((27.0, 48.5),),
    "Danube": ((23.0, 43.8), (28.9, 45.2), (27.6, 44.3)),
    "Vistula": ((20.0, 52.5),),
    "Tisza": ((20.2, 46.5), (21.0, 48.0)),
    "Oder": ((16.5, 51.4),),
    "Northern Dvina": ((43.0, 62.9),),
    "Sukhona": ((42.0, 59.6),),
    "Vychegda": ((50.0, 61.7),),
    "Svir": ((33.8, 60.8),),
    "Neva": ((30.7, 59.8),),
    "Ural": ((51.5, 51.0),),
    "Kemijoki": ((25.8, 66.3),),
}
"""Rivers of the world, by a spot on each of their parts."""
FINE_RIVERS = {
    "Prypyat": "Pripet",
    "Desna": "Desna",
    "Byarezina": "Berezina",
    "Sozh": "Sozh",
    "Zakhidnyy Buh": "Bug",
    "Narew": "Narew",
    "San": "San",
    "Velikaya": "Velikaya",
    "Haryn": "Goryn",
    "Styr": "Styr",
}
"""Rivers of Europe, by the names of the file and those of 1941."""
MEETING = 6.0
"""Kilometres within which two ends are the same place."""
SHORTEST = 60.0
"""Kilometres that a river of Europe has at least: shorter pieces are side arms."""

STATES = {"Turkey": "792", "Sweden": "752", "Persia": "364", "Bulgaria": "100"}
"""Countries whose frontiers of 1941 are those of today, by their numbers in the file."""
FRONTIERS = {
    "Finland and the Soviet Union": [("246", "643")],
    "Finland, Sweden and Norway": [("246", "752"), ("246", "578"), ("752", "578"), ("578", "643")],
    "Turkey and the Soviet Union": [("792", "268"), ("792", "051"), ("792", "031")],
    "Persia and the Soviet Union": [("364", "051"), ("364", "031"), ("364", "795")],
    "Persia and Turkey": [("364", "792"), ("364", "368"), ("792", "368")],
    "Rumania and Bulgaria": [("642", "100")],
    "Rumania and the Banat": [("642", "688"), ("100", "688")],
    "Bulgaria and Turkey": [("100", "792"), ("792", "300")],
    "Rumania and the Soviet Union": [("642", "498")],
    "Slovakia and the General Government": [("703", "616")],
    "Germany and Slovakia": [("703", "203"), ("703", "040"), ("348", "040")],
}
"""Frontiers of 1941 that are frontiers today, by the countries on both sides of them now."""


# The sheet: the conic projection of the map

_SOUTH, _NORTH, _MIDDLE = radians(46), radians(58), 34


def _stretch(angle: float) -> float:
    return tan(pi / 4 + angle / 2)


_CONE = log(cos(_SOUTH) / cos(_NORTH)) / log(_stretch(_NORTH) / _stretch(_SOUTH))
_EDGE = 6371 * cos(_SOUTH) * _stretch(_SOUTH) ** _CONE / _CONE


def to_sheet(lon: float, lat: float) -> Spot:
    """Kilometres on the sheet."""
    far, angle = _EDGE / _stretch(radians(lat)) ** _CONE, _CONE * radians(lon - _MIDDLE)
    return far * sin(angle), far * cos(angle)


def to_earth(x: float, y: float) -> Spot:
    """Longitude and latitude of a spot on the sheet."""
    far, angle = hypot(x, y), atan2(x, y)
    lat = 2 * (atan(exp(log(_EDGE / far) / _CONE)) - pi / 4)
    return degrees(angle) / _CONE + _MIDDLE, degrees(lat)


# Lines: clipped to the sheet, without what nobody sees


def simplify(line: list[Spot], detail: float) -> list[Spot]:
    """The same line with fewer spots, off by no more than the detail (Douglas and Peucker)."""
    if len(line) < 3:
        return line
    (ax, ay), (bx, by) = line[0], line[-1]
    long = hypot(bx - ax, by - ay)

    def off(spot: Spot) -> float:
        x, y = spot
        if not long:
            return hypot(x - ax, y - ay)
        return abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / long

    most = max(range(1, len(line) - 1), key=lambda at: off(line[at]))
    if off(line[most]) <= detail:
        return [line[0], line[-1]]
    return simplify(line[: most + 1], detail)[:-1] + simplify(line[most:], detail)


def _inside(spot: Spot, axis: int, limit: float, above: bool) -> bool:
    return spot[axis] >= limit if above else spot[axis] <= limit


def _cut(a: Spot, b: Spot, axis: int, limit: float) -> Spot:
    t = (limit - a[axis]) / (b[axis] - a[axis])
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t


_SIDES = ((0, LEFT, True), (0, RIGHT, False), (1, TOP, True), (1, BOTTOM, False))


def clip_ring(ring: list[Spot]) -> list[Spot]:
    """The part of an area that is on the sheet (Sutherland and Hodgman)."""
    for axis, limit, above in _SIDES:
        kept: list[Spot] = []
        for at, spot in enumerate(ring):
            before = ring[at - 1]
            if _inside(spot, axis, limit, above):
                if not _inside(before, axis, limit, above):
                    kept.append(_cut(before, spot, axis, limit))
                kept.append(spot)
            elif _inside(before, axis, limit, above):
                kept.append(_cut(before, spot, axis, limit))
        ring = kept
    return ring


def clip_line(line: list[Spot]) -> Iterator[list[Spot]]:
    """The parts of a line that are on the sheet."""
    part: list[Spot] = []
    for spot in line:
        if LEFT <= spot[0] <= RIGHT and TOP <= spot[1] <= BOTTOM:
            part.append(spot)
        elif part:
            yield part
            part = []
    if part:
        yield part


def area_of(ring: list[Spot]) -> float:
    """Square kilometres."""
    ends = zip(ring, ring[1:] + ring[:1], strict=True)
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in ends)) / 2


def _joined(one: list[Spot], other: list[Spot]) -> list[Spot] | None:
    """Two lines as one, where an end of each meets."""
    for first in (one, one[::-1]):
        for second in (other, other[::-1]):
            if hypot(second[0][0] - first[-1][0], second[0][1] - first[-1][1]) < MEETING:
                return first + second[1:]
    return None


def join(pieces: Iterable[list[Spot]]) -> list[list[Spot]]:
    """Pieces that meet, made one line."""
    lines: list[list[Spot]] = []
    for piece in pieces:
        line = piece
        found = [other for other in lines if _joined(line, other)]
        while found:
            lines.remove(found[0])
            line = _joined(line, found[0]) or line
            found = [other for other in lines if _joined(line, other)]
        if len(line) > 1:
            lines.append(line)
    return lines


# The files


class Shape(NamedTuple):
    """A geometry of a file: its number there, and its lines as arcs or spots."""

    number: str
    rings: list[list[int]]


class Topology:
    """A TopoJSON file: shapes that share their arcs."""

    def __init__(self, path: str) -> None:
        read = json.loads(Path(path).read_text())
        (sx, sy), (ox, oy) = read["transform"]["scale"], read["transform"]["translate"]
        self.objects: dict[str, Any] = read["objects"]
        self.arcs: list[list[Spot]] = []
        for arc in read["arcs"]:
            x = y = 0
            spots = []
            for dx, dy in arc:
                x, y = x + dx, y + dy
                spots.append((x * sx + ox, y * sy + oy))
            self.arcs.append(spots)

    def shapes(self, name: str) -> Iterator[Shape]:
        """All geometries of an object."""
        for shape in self.objects[name]["geometries"]:
            arcs = shape.get("arcs", [])
            match shape["type"]:
                case "LineString":
                    arcs = [arcs]
                case "MultiPolygon":
                    arcs = [ring for polygon in arcs for ring in polygon]
            yield Shape(str(shape.get("id", "")), arcs)

    def line(self, ring: Iterable[int]) -> list[Spot]:
        """Longitudes and latitudes along arcs."""
        spots: list[Spot] = []
        for arc in ring:
            part = self.arcs[arc] if arc >= 0 else self.arcs[~arc][::-1]
            spots += part[1:] if spots else part
        return spots


def sheet_line(line: Iterable[Spot]) -> list[Spot]:
    """A line on the sheet; what is on the other side of the earth is far outside of it."""
    return [to_sheet(lon, max(-60.0, min(84.0, lat))) for lon, lat in line if -60 < lon < 120]


Row = tuple[str, str, list[Spot]]


def _areas(
    kind: str, name: str, rings: Iterable[list[Spot]], smallest: float, detail: float = DETAIL
) -> Iterator[Row]:
    for ring in rings:
        kept = clip_ring(ring)
        if len(kept) > 2 and area_of(kept) >= smallest:
            half = len(kept) // 2
            first, second = simplify(kept[: half + 1], detail), simplify(kept[half:], detail)
            yield kind, name, first[:-1] + second


def _distance(line: list[Spot], spot: Spot) -> float:
    x, y = to_sheet(*spot)
    return min(hypot(a - x, b - y) for a, b in line)


def _rivers(waters: Topology, path: str) -> Iterator[Row]:
    courses = [
        line
        for shape in waters.shapes("rivers")
        for ring in shape.rings
        for line in clip_line(sheet_line(waters.line(ring)))
    ]
    for name, spots in RIVERS.items():
        near = [line for line in courses if any(_distance(line, spot) < 40 for spot in spots)]
        for line in join(near):
            yield "river", name, simplify(line, DETAIL)
    pieces: dict[str, list[list[Spot]]] = {}
    for feature in json.loads(Path(path).read_text())["features"]:
        known = FINE_RIVERS.get(feature["properties"]["name"] or "")
        if known:
            parts = feature["geometry"]["coordinates"]
            for part in parts if isinstance(parts[0][0], list) else [parts]:
                pieces.setdefault(known, []).extend(clip_line(sheet_line(part)))
    for name, parts in pieces.items():
        for line in join(parts):
            if sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(line)) >= SHORTEST:
                yield "stream", name, simplify(line, DETAIL)


def _frontiers(countries: Topology) -> Iterator[Row]:
    owners: dict[int, set[str]] = {}
    for shape in countries.shapes("countries"):
        for ring in shape.rings:
            for arc in ring:
                owners.setdefault(arc if arc >= 0 else ~arc, set()).add(shape.number)
    for name, pairs in FRONTIERS.items():
        arcs = [arc for arc, both in owners.items() if tuple(sorted(both)) in _sorted(pairs)]
        lines = [sheet_line(countries.arcs[arc]) for arc in arcs]
        for line in join([part for whole in lines for part in clip_line(whole)]):
            yield "frontier", name, simplify(line, DETAIL)


def _sorted(pairs: list[tuple[str, str]]) -> set[tuple[str, ...]]:
    return {tuple(sorted(pair)) for pair in pairs}


def rows(countries: Topology, waters: Topology, rivers: str) -> Iterator[Row]:
    """Everything that is drawn, from the largest to the smallest of its kind."""
    land = [ring for shape in countries.shapes("land") for ring in shape.rings]
    yield from _areas(
        "land", "", (sheet_line(countries.line(ring)) for ring in land), SMALLEST_ISLAND
    )
    by_number = {shape.number: shape for shape in countries.shapes("countries")}
    for name, number in STATES.items():
        rings = (sheet_line(countries.line(ring)) for ring in by_number[number].rings)
        yield from _areas("state", name, rings, SMALLEST_STATE, ROUGH)
    for shape in waters.shapes("lakes"):
        rings = [sheet_line(waters.line(ring)) for ring in shape.rings[:1]]
        if not any(ring and min(_distance(ring, at) for at in RESERVOIRS) < 25 for ring in rings):
            yield from _areas("lake", "", rings, SMALLEST_LAKE)
    yield from _rivers(waters, rivers)
    yield from _frontiers(countries)


def main(countries: str, waters: str, rivers: str) -> None:
    """Write the table: a kind, a name and the hundredths of degrees along each line."""
    with PLACE.open("w", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(("kind", "name", "course"))
        for kind, name, line in rows(Topology(countries), Topology(waters), rivers):
            spots = (to_earth(*spot) for spot in line)
            course = [f"{round(lon * 100)} {round(lat * 100)}" for lon, lat in spots]
            kept = [spot for at, spot in enumerate(course) if not at or spot != course[at - 1]]
            table.writerow((kind, name, " ".join(kept)))


if __name__ == "__main__":
    main(*sys.argv[1:])
