"""Lines that bend, and links joined into lines."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator, MutableMapping, Sequence
from typing import Any, TypeVar

from landbridge.engine.drawing.shapes import Command, Outline, Point

N = TypeVar("N", bound=tuple[Any, ...])
"""Whatever is joined: points, corners, hexes."""


def between(one: Point, other: Point, share: float = 0.5) -> Point:
    """A point on the way from one to another."""
    return one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share


def rounded(points: Sequence[Point]) -> Outline:
    """A line from the first point to the last that bends round those between."""
    start, *rest = points
    found: list[Command] = [("M", *start)]
    if len(rest) < 2:
        return (*found, *(("L", *point) for point in rest))
    here = start
    for corner, following in itertools.pairwise(rest):
        there = following if following is rest[-1] else between(corner, following)
        found.append(("C", *between(here, corner, 2 / 3), *between(there, corner, 2 / 3), *there))
        here = there
    return tuple(found)


def through(points: Sequence[Point]) -> Outline:
    """A closed line through all points, without corners."""
    first, *bends = _bends((points[-1], *points, points[0], points[1]))
    return (first, *bends, ("Z",))


def winding(points: Sequence[Point]) -> Outline:
    """A line from the first point to the last through all between, without corners."""
    return tuple(_bends((points[0], *points, points[-1])))


def eased(
    way: Sequence[N], spots: MutableMapping[N, Point], pinned: Collection[N], most: float
) -> None:
    """Draw a zigzag straighter: spots move towards their neighbours, at most so far from home."""
    home = {node: spots[node] for node in way}
    for _ in range(_EASINGS):
        for before, node, after in zip(way, way[1:], way[2:], strict=False):
            if node not in pinned:
                aim = between(between(spots[before], spots[after]), spots[node])
                x, y = home[node]
                off = ((aim[0] - x) ** 2 + (aim[1] - y) ** 2) ** 0.5
                share = min(1.0, most / off) if off else 1.0
                spots[node] = between((x, y), aim, share)


_EASINGS = 4


def _bends(points: Sequence[Point]) -> Iterator[Command]:
    """A line from the second point to the last but one."""
    yield ("M", *points[1])
    for before, start, end, after in zip(points, points[1:], points[2:], points[3:], strict=False):
        leaving = (start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6)
        reaching = (end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6)
        yield ("C", *leaving, *reaching, *end)


def chains(links: Sequence[tuple[N, N]]) -> list[list[N]]:
    """Links joined into lines that run from one end, or one fork, to the next."""
    beside: dict[N, list[N]] = {}
    for one, other in links:
        beside.setdefault(one, []).append(other)
        beside.setdefault(other, []).append(one)
    left = {frozenset(link) for link in links}
    forks = sorted(node for node, others in beside.items() if len(others) != 2)
    return [
        _walk(start, following, beside, left)
        for start in (*forks, *sorted(beside))
        for following in sorted(beside[start])
        if frozenset((start, following)) in left
    ]


def _walk(start: N, following: N, beside: dict[N, list[N]], left: set[frozenset[N]]) -> list[N]:
    way = [start, following]
    left.remove(frozenset(way))
    while len(beside[way[-1]]) == 2:
        onward = next((p for p in beside[way[-1]] if frozenset((way[-1], p)) in left), None)
        if onward is None:
            break
        left.remove(frozenset((way[-1], onward)))
        way.append(onward)
    return way


def loops(edges: Sequence[tuple[N, N]]) -> list[list[N]]:
    """Edges of shapes, each with the shape on its right, joined into closed lines."""
    onward: dict[N, list[N]] = {}
    for start, end in edges:
        onward.setdefault(start, []).append(end)
    found = []
    for start in sorted(onward):
        while onward[start]:
            way = [start]
            while (here := way[-1]) != start or len(way) == 1:
                way.append(onward[here].pop())
            found.append(way[:-1])
    return found
