"""Hex geometry, printed numbers, sheets that join."""

from __future__ import annotations

import doctest
from collections import deque
from dataclasses import replace
from itertools import pairwise
from math import dist, isclose
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landbridge.engine.space import atlas, hexes
from landbridge.engine.space.atlas import Atlas
from landbridge.engine.space.hexes import (
    Flat,
    Hex,
    Orientation,
    Pointy,
    centre,
    corners,
    grain_between,
    headings,
    side,
)
from landbridge.engine.space.sheets import MapSheet

FLAT, POINTY = Orientation.FLAT_TOP, Orientation.POINTY_TOP
ZERO = Hex(0, 0)
DOCS = Path(__file__).resolve().parents[3] / "docs" / "hexes.md"

places = st.builds(Hex, st.integers(-40, 40), st.integers(-40, 40))
directions = st.integers(0, 5)


def four_sheets() -> Atlas:
    """A and B to the north of C and D, sharing the row of half hexes at the seam."""
    c = MapSheet(
        "C", FLAT, columns=62, rows=35, rows_grow="N", shoved="even", shoved_numbers=(1, 34)
    )
    d = replace(c, name="D").lay("D1.01", at=c.hex("C62.01").neighbour(Flat.SE))
    a = replace(c, name="A").lay("A1.01", at=c.hex("C1.35"))
    b = replace(d, name="B").lay("B1.01", at=d.hex("D1.35"))
    return Atlas([a, b, c, d])


def tactical(first_row_of_shoved: int = 0) -> Atlas:
    """Columns A to DD, west at the top, half hexes numbered 0 at the top of every other column."""
    sheet = MapSheet(
        "", FLAT, columns=30, rows=53, style="letters", shoved_numbers=(first_row_of_shoved, 52)
    )
    return Atlas([sheet], up="W")


EAST_FRONT = four_sheets()
ORSHA = tactical()


def labels(atlas: Atlas, path: tuple[Hex, ...]) -> str:
    return "-".join(atlas.label(place) for place in path)


def steps_by_flooding(start: Hex, radius: int) -> dict[Hex, int]:
    steps = {start: 0}
    queue = deque([start])
    while queue:
        place = queue.popleft()
        if steps[place] < radius:
            for near in place.neighbours():
                if near not in steps:
                    steps[near] = steps[place] + 1
                    queue.append(near)
    return steps


# --- hexes -------------------------------------------------------------------------------------


@given(places, places, places)
def test_distance_is_a_metric(a: Hex, b: Hex, c: Hex) -> None:
    assert a.distance(b) == b.distance(a) >= 0
    assert (a.distance(b) == 0) == (a == b)
    assert a.distance(c) <= a.distance(b) + b.distance(c)


def test_distance_disc_and_rings_equal_flooding() -> None:
    start = Hex(3, -5)
    steps = steps_by_flooding(start, 9)
    assert all(start.distance(place) == n for place, n in steps.items())
    for n in range(10):
        assert set(start.disc(n)) == {place for place, k in steps.items() if k <= n}
        assert set(start.ring(n)) == {place for place, k in steps.items() if k == n}


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ((0, 0), (0, 0), 0),
        ((0, 0), (1, 1), 2),
        ((0, 0), (2, -1), 2),
        ((0, 0), (3, -3), 3),
        ((-2, 5), (4, 1), 6),
        ((7, -3), (-1, -4), 9),
    ],
)
def test_distance_by_hand(a: tuple[int, int], b: tuple[int, int], expected: int) -> None:
    assert Hex(*a).distance(Hex(*b)) == expected


@given(places, directions)
def test_neighbours_are_symmetric(place: Hex, direction: int) -> None:
    near = place.neighbour(direction)
    assert near == place.neighbours()[direction]
    assert place in near.neighbours()
    assert place.direction(near) == direction
    assert near.direction(place) == (direction + 3) % 6
    assert near.neighbour((direction + 3) % 6) == place
    assert near.q + near.r + near.s == 0


def test_direction_needs_neighbours() -> None:
    with pytest.raises(ValueError, match="not neighbours"):
        ZERO.direction(Hex(1, 1))
    with pytest.raises(ValueError, match="not neighbours"):
        side(ZERO, ZERO)


@given(places, places)
def test_towards_leads_nearer(a: Hex, b: Hex) -> None:
    ways = a.towards(b)
    assert len(ways) == (0 if a == b else 1 if grain_between(a, b) else 2)
    assert all(a.neighbour(way).distance(b) == a.distance(b) - 1 for way in ways)


@given(places, st.integers(0, 12))
def test_rings_and_discs(place: Hex, n: int) -> None:
    ring = place.ring(n)
    assert len(ring) == len(set(ring)) == (6 * n or 1)
    assert all(place.distance(other) == n for other in ring)
    assert all(a.distance(b) == 1 for a, b in pairwise((*ring, ring[0])) if n)
    disc = place.disc(n)
    assert len(disc) == len(set(disc)) == 1 + 3 * n * (n + 1)
    assert [place.distance(other) for other in disc] == sorted(place.distance(o) for o in disc)


def test_ring_starts_at_direction_0_and_runs_clockwise() -> None:
    assert ZERO.ring(1) == ZERO.neighbours()
    assert ZERO.ring(2)[:4] == (Hex(0, -2), Hex(1, -2), Hex(2, -2), Hex(2, -1))


@pytest.mark.parametrize("act", [ZERO.ring, ZERO.disc])
def test_no_negative_radius(act: Any) -> None:
    with pytest.raises(ValueError, match="0 or more, not -2"):
        act(-2)


@given(places, places)
def test_line_is_connected_and_symmetric(a: Hex, b: Hex) -> None:
    line = a.line(b)
    assert line[0] == a
    assert line[-1] == b
    assert len(line) == a.distance(b) + 1
    assert all(x.distance(y) == 1 for x, y in pairwise(line))
    assert line == b.line(a)[::-1]


@given(places, places)
def test_line_takes_the_nearest_hex_and_the_smaller_of_two(a: Hex, b: Hex) -> None:
    n = a.distance(b)
    for i, place in enumerate(a.line(b)):
        # Everything times n, so that the point on the line has whole coordinates.
        point = Hex(a.q * n + (b.q - a.q) * i, a.r * n + (b.r - a.r) * i)
        ranked = sorted(
            (point.distance(Hex(near.q * n, near.r * n)), near) for near in place.disc(1)
        )
        assert n == 0 or ranked[0][1] == place


def test_line_ties_by_hand() -> None:
    assert ZERO.line(Hex(1, 1)) == (ZERO, Hex(0, 1), Hex(1, 1))
    assert ZERO.line(Hex(2, -1)) == (ZERO, Hex(1, -1), Hex(2, -1))
    assert ZERO.line(Hex(-1, 2)) == (ZERO, Hex(-1, 1), Hex(-1, 2))


@given(places, places, places, st.integers(-9, 9))
def test_rotation_keeps_distances(a: Hex, b: Hex, pivot: Hex, turns: int) -> None:
    assert a.rotate(turns, pivot).distance(b.rotate(turns, pivot)) == a.distance(b)
    assert a.rotate(turns, pivot).rotate(-turns, pivot) == a
    assert a.rotate(6) == a


def test_rotation_is_clockwise() -> None:
    assert [ZERO.neighbour(0).rotate(turns) for turns in range(6)] == list(ZERO.neighbours())


@given(places, directions)
def test_a_hexside_is_one_thing(place: Hex, direction: int) -> None:
    near = place.neighbour(direction)
    assert side(place, near) == side(near, place) == tuple(sorted((place, near)))


def test_adding_and_subtracting() -> None:
    assert Hex(1, 2) + Hex(3, -5) == Hex(4, -3)
    assert Hex(4, -3) - Hex(3, -5) == Hex(1, 2)


# --- directions and drawing --------------------------------------------------------------------


def test_names_of_directions() -> None:
    assert headings(FLAT) == tuple(d.name for d in Flat) == ("N", "NE", "SE", "S", "SW", "NW")
    assert headings(POINTY) == tuple(d.name for d in Pointy) == ("NW", "NE", "E", "SE", "SW", "W")
    assert headings(FLAT, "W") == ("W", "NW", "NE", "E", "SE", "SW")
    assert headings(FLAT, "S") == ("S", "SW", "NW", "N", "NE", "SE")
    assert headings(POINTY, "E") == ("NE", "SE", "S", "SW", "NW", "N")


BEARINGS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}


@pytest.mark.parametrize(("orientation", "names"), [(FLAT, Flat), (POINTY, Pointy)])
def test_named_directions_point_that_way_in_the_picture(
    orientation: Orientation, names: type[Flat] | type[Pointy]
) -> None:
    for direction in names:
        x, y = centre(ZERO.neighbour(direction), orientation)
        want_x = sum(BEARINGS[letter][0] for letter in direction.name)
        want_y = sum(BEARINGS[letter][1] for letter in direction.name)
        assert (round(x, 6) > 0) - (round(x, 6) < 0) == want_x
        assert (round(y, 6) > 0) - (round(y, 6) < 0) == want_y


@given(places, directions, st.sampled_from(Orientation))
def test_corners_and_centres(place: Hex, direction: int, orientation: Orientation) -> None:
    size = 7.0
    middle, points = centre(place, orientation, size), corners(place, orientation, size)
    near = place.neighbour(direction)
    assert all(isclose(dist(middle, point), size) for point in points)
    assert isclose(dist(middle, centre(near, orientation, size)), size * 3**0.5)
    theirs = corners(near, orientation, size)
    back = (direction + 3) % 6
    assert dist(points[direction], theirs[(back + 1) % 6]) < 1e-9
    assert dist(points[(direction + 1) % 6], theirs[back]) < 1e-9


# --- examples ----------------------------------------------------------------------------------


@pytest.mark.parametrize("module", [hexes, atlas])
def test_examples_in_the_modules(module: ModuleType) -> None:
    result = doctest.testmod(module)
    assert result.failed == 0
    assert result.attempted > 0


def test_examples_in_the_docs() -> None:
    result = doctest.testfile(str(DOCS), module_relative=False, encoding="utf-8")
    assert result.failed == 0
    assert result.attempted > 0
