"""The country under the points: drawn where it is, and whose it is where no points lie."""

from __future__ import annotations

from itertools import accumulate, pairwise
from math import cos, hypot, radians

import msgspec
import pytest

from landbridge.games.arsenal.map.ground import Course, ground, in_steps
from landbridge.games.arsenal.map.points import POINTS

NEAR = 14.0
"""Kilometres by which a shore that was simplified may be off at a port."""
CAPITALS = {
    "Turkey": (3286, 3994),
    "Sweden": (1750, 5930),
    "Persia": (4451, 3929),
    "Bulgaria": (2340, 4270),
}
"""A place in each neutral state, in hundredths of a degree: Ankara, Stockholm, Maku, Sofia."""


def spots(course: Course) -> list[tuple[int, int]]:
    return list(zip(course[::2], course[1::2], strict=True))


def is_within(rings: tuple[Course, ...], lon: float, lat: float) -> bool:
    """Whether a place lies in an odd number of rings."""
    odd = False
    for ring in rings:
        around = spots(ring)
        for (ax, ay), (bx, by) in pairwise([*around, around[0]]):
            if (ay > lat) != (by > lat) and lon < (bx - ax) * (lat - ay) / (by - ay) + ax:
                odd = not odd
    return odd


def kilometres(lon: float, lat: float, course: Course) -> float:
    """How far a place is from a course."""
    wide = cos(radians(lat / 100))
    around = [((x - lon) * wide * 1.11, (y - lat) * 1.11) for x, y in spots(course)]

    def off(a: tuple[float, float], b: tuple[float, float]) -> float:
        dx, dy = b[0] - a[0], b[1] - a[1]
        long = dx * dx + dy * dy
        t = max(0.0, min(1.0, -(a[0] * dx + a[1] * dy) / long)) if long else 0.0
        return hypot(a[0] + t * dx, a[1] + t * dy)

    return min(off(a, b) for a, b in pairwise([*around, around[0]]))


def test_every_point_lies_on_land_or_at_a_shore() -> None:
    land = ground().land
    wet = [
        point.name
        for point in POINTS
        if not is_within(land, point.lon, point.lat)
        and min(kilometres(point.lon, point.lat, shore) for shore in land) > NEAR
    ]
    assert not wet


@pytest.mark.parametrize("water", [(3400, 4330), (1950, 5620), (5050, 4300), (3750, 6560)])
def test_the_seas_are_no_land(water: tuple[int, int]) -> None:
    assert not is_within(ground().land, *water)


def test_neutral_states_are_where_they_are_and_none_holds_a_point() -> None:
    states = {state.name: state for state in ground().states}
    assert states.keys() == CAPITALS.keys()
    for name, capital in CAPITALS.items():
        inside = [state.name for state in states.values() if is_within(state.courses, *capital)]
        assert inside == [name]
    for state in states.values():
        assert not [p.name for p in POINTS if is_within(state.courses, p.lon, p.lat)], state.name


def test_persia_is_neutral_until_august_1941_only() -> None:
    until = {state.name: state.until for state in ground().states}
    assert until["Persia"] == "1941-08"
    assert until["Turkey"] == until["Sweden"] == ""


def test_ground_beyond_the_points_is_far_from_the_enemys_points() -> None:
    """Otherwise it would push the front away from the points that make it."""
    for side, course in ground().beyond.items():
        for lon, lat in spots(course):
            near = min(POINTS, key=lambda p: kilometres(p.lon, p.lat, (lon, lat)))
            ours = (near.owner == "soviet") == (side == "soviet")
            assert ours or kilometres(near.lon, near.lat, (lon, lat)) > 150, (near.name, lon, lat)


def test_courses_are_whole() -> None:
    country = ground()
    rivers = [river.course for river in country.rivers]
    areas = [area.course for area in country.areas]
    for course in (*country.land, *country.lakes, *country.frontiers, *rivers, *areas):
        assert len(course) >= 4
        assert len(course) % 2 == 0
        assert all(300 < lon < 8500 and 3300 < lat < 7500 for lon, lat in spots(course))


def test_courses_are_sent_in_steps_that_lead_to_the_same_spots() -> None:
    def walked(course: Course) -> list[tuple[int, int]]:
        return list(zip(accumulate(course[::2]), accumulate(course[1::2]), strict=True))

    whole, sent = ground(), in_steps(ground())
    for course, steps in zip(whole.land, sent.land, strict=True):
        assert walked(steps) == spots(course)
    for area, short in zip(whole.areas, sent.areas, strict=True):
        assert walked(short.course) == spots(area.course)
    assert len(msgspec.json.encode(sent)) < 0.75 * len(msgspec.json.encode(whole))
