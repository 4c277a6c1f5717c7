"""Rivers along hexsides: the cheapest way over corners that keeps to the course."""

from __future__ import annotations

import math

from landbridge.games.belorussia.map.georeference import centre
from landbridge.games.belorussia.map.sheets import find_hex

from .cheapest import cheapest
from .plane import (
    Corner,
    Side,
    Spot,
    corner_net,
    corners,
    from_line,
    middle,
    nearest_corner,
    on_map,
    plane,
    spaced,
)
from .sources import Fixed, River

ANCHORS = 3.0
"""So many hexes apart a course is pinned to corners."""
NEAR = 2.5
"""A river may not stray farther from its course than this, in hexes."""


class Course:
    """A river on the map: the corners that it passes, downstream."""

    def __init__(self, river: River, way: list[Corner]) -> None:
        self.river, self.way = river, way
        below = river.major_below
        split = nearest_corner(plane(below), way) if below is not None else way[-1]
        self._first_major = way.index(split) if below is not None else len(way)

    def sides(self) -> list[tuple[Side, str]]:
        """The sides that it runs along on the map, downstream, each minor or major."""
        net, found = corner_net(), []
        for number, (one, other) in enumerate(zip(self.way, self.way[1:], strict=False)):
            kind = "major_river" if number >= self._first_major else "minor_river"
            if on_map(net[one][other]):
                found.append((net[one][other], kind))
        return found


def courses(rivers: tuple[River, ...], fixed: Fixed) -> dict[str, Course]:
    """Every river, those first into which others flow."""
    found: dict[str, Course] = {}
    waiting = list(rivers)
    while waiting:
        ready = [one for one in waiting if one.into == "edge" or one.into in found]
        if not ready:
            raise SystemExit(f"rivers flow into nothing known: {[r.into for r in waiting]}")
        for river in ready:
            way = _way(river, found.get(river.into), fixed.rivers.get(river.name, ()))
            if len(way) > 1:
                found[river.name] = Course(river, way)
            else:
                raise SystemExit(f"{river.name} cannot be laid along hexsides")
        waiting = [one for one in waiting if one not in ready]
    return found


def _way(river: River, into: Course | None, touched: tuple[str, ...]) -> list[Corner]:
    line = spaced([plane(point) for point in river.course], 0.4)
    line = [spot for spot in line if -6 < spot[0] < 114 and -6 < spot[1] < 76]
    if len(line) < 2:
        return []
    pins = [nearest_corner(spot) for spot in _pins(line)]
    for label in touched:
        _pin_to(pins, find_hex(label))
    if into is not None:
        end = nearest_corner(line[-1], into.way)
        mouth = (end[0] / 1000, end[1] / 1000)
        pins = [pin for pin in pins[:-1] if math.dist(pin, end) > 900] + [end]
        line = [*line, mouth]
    way: list[Corner] = [pins[0]]
    for pin in pins[1:]:
        leg = _leg(way[-1], pin, line)
        way += leg[1:]
    return _ends_at(_without_loops(way), into)


def _pins(line: list[Spot]) -> list[Spot]:
    every = max(1, round(ANCHORS / 0.4))
    return [*line[:-1:every], line[-1]]


def _pin_to(pins: list[Corner], place: object) -> None:
    """Put a corner of a hex that the booklet names among the pins, where it comes nearest."""
    own = [nearest_corner((east / 1000, north / 1000)) for east, north in corners(place)]  # type: ignore[arg-type]
    apart = [
        (math.dist(pins[number], corner) + math.dist(pins[number + 1], corner), number, corner)
        for number in range(len(pins) - 1)
        for corner in own
    ]
    _, number, corner = min(apart)
    if corner not in pins:
        pins.insert(number + 1, corner)


def _leg(start: Corner, end: Corner, line: list[Spot]) -> list[Corner]:
    net = corner_net()
    here = [spot for spot in line if _between(spot, start, end)] or line

    def steps(corner: Corner) -> list[tuple[Corner, float]]:
        found = []
        for other in net[corner]:
            away = from_line(middle(corner, other), here) if len(here) > 1 else 0.5
            if away <= NEAR:
                found.append((other, 0.15 + away * away))
        return found

    way = cheapest([start], lambda corner: corner == end, steps)
    if not way:
        raise SystemExit(f"no way from {start} to {end}")
    return way


def _between(spot: Spot, start: Corner, end: Corner) -> bool:
    reach = math.dist(start, end) / 1000 + 3.0
    return (
        math.dist(spot, (start[0] / 1000, start[1] / 1000)) < reach
        and math.dist(spot, (end[0] / 1000, end[1] / 1000)) < reach
    )


def _without_loops(way: list[Corner]) -> list[Corner]:
    found: list[Corner] = []
    for corner in way:
        if corner in found:
            del found[found.index(corner) + 1 :]
        else:
            found.append(corner)
    return found


def _ends_at(way: list[Corner], into: Course | None) -> list[Corner]:
    """A river ends where it first meets the one that it flows into."""
    if into is not None:
        other = set(into.way)
        for number, corner in enumerate(way):
            if corner in other and number:
                return way[: number + 1]
    return way


def apart(course: Course) -> list[float]:
    """How far the sides of a river lie from its course, in hexes."""
    line = [plane(point) for point in course.river.course]
    found = []
    for between, _ in course.sides():
        (ax, ay), (bx, by) = centre(between[0]), centre(between[1])
        found.append(from_line(((ax + bx) / 2, (ay + by) / 2), line))
    return found
