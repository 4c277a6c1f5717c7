"""The map, the calendar and the orders of battle: complete, connected, without dangling names."""

from __future__ import annotations

from collections import Counter
from math import asin, cos, radians, sin, sqrt

import pytest

from landbridge.engine.refusals import BadInput
from landbridge.engine.rules.citing import SOURCES
from landbridge.engine.rules.index import rows, rulings
from landbridge.games.arsenal import calendar
from landbridge.games.arsenal.forces import reinforcements, siberian_reserves, stacking, units
from landbridge.games.arsenal.industry import factories
from landbridge.games.arsenal.map import places, points, seas
from landbridge.games.arsenal.map.points import EDGES, GRADES, LINES, NUMBER, POINTS, Point
from landbridge.games.arsenal.movement import line_capacity
from landbridge.games.arsenal.words import AXIS, NOBODY, PACKAGE, SOVIET

PUBLISHED_ONES = ["KON", "ARK", "MIN", "GOR", "VOR", "ODE", "DNE", "RST", "SEV"]


# Points and lines


def test_every_point_is_there() -> None:
    assert len(POINTS) == len(NUMBER) == 147
    assert sum(not point.north for point in POINTS) == 138
    assert [point.number for point in POINTS] == list(range(147))
    assert len({point.name for point in POINTS}) == 147
    for point in POINTS:
        assert point.source in SOURCES
        assert 4000 < point.lat < 7000
        assert 1800 < point.lon < 5100
        assert bool(point.fortress_source) == point.fortress
        assert bool(point.infantry_source) == bool(point.infantry)
        assert bool(point.vp_source) == bool(point.vp)


def test_every_line_is_there() -> None:
    assert Counter(GRADES[line.grade] for line in LINES) == {
        "major": 101,
        "minor": 121,
        "inferior": 60,
    }
    assert len({frozenset((line.a, line.b)) for line in LINES}) == 282
    assert all(line.a != line.b for line in LINES)
    assert {len(way) for way in points.LINES_FROM} <= set(range(1, 9))
    assert [POINTS[n].id for n, way in enumerate(points.LINES_FROM) if len(way) == 1] == [
        "KUI",
        "SEV",
        "KER",
    ]


def test_lines_are_as_long_as_the_map_says() -> None:
    for line in LINES:
        a, b = POINTS[line.a], POINTS[line.b]
        north, south = radians(a.lat / 100), radians(b.lat / 100)
        across = radians((b.lon - a.lon) / 100)
        part = sin((south - north) / 2) ** 2 + cos(north) * cos(south) * sin(across / 2) ** 2
        assert abs(2 * 6371 * asin(sqrt(part)) - line.km) < 1, (a.id, b.id)


def _turns_left(a: Point, b: Point, c: Point) -> int:
    return (b.lon - a.lon) * (c.lat - a.lat) - (b.lat - a.lat) * (c.lon - a.lon)


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    return (
        _turns_left(a, b, c) * _turns_left(a, b, d) < 0
        and _turns_left(c, d, a) * _turns_left(c, d, b) < 0
    )


def test_only_two_lines_cross() -> None:
    crossing = [
        {POINTS[n].id for n in (one.a, one.b, two.a, two.b)}
        for at, one in enumerate(LINES)
        for two in LINES[at + 1 :]
        if _cross(*(POINTS[n] for n in (one.a, one.b, two.a, two.b)))
    ]
    assert crossing == [{"LEN", "BOL", "NOV", "VOL"}]


@pytest.mark.parametrize("north", [True, False])
def test_the_map_is_connected(north: bool) -> None:
    played = {point.number for point in POINTS if north or not point.north}
    seen, stack = {0}, [0]
    while stack:
        for end in points.NEIGHBOURS[stack.pop()]:
            if end in played and end not in seen:
                seen.add(end)
                stack.append(end)
    assert seen == played


def test_published_lines() -> None:
    for a, b, grade in (
        ("DNE", "STL", "major"),
        ("STL", "MAR", "major"),
        ("BRE", "BAR", "major"),
        ("MEM", "LIE", "inferior"),
    ):
        line = LINES[points.LINE[NUMBER[a], NUMBER[b]]]
        assert (GRADES[line.grade], line.source) == (grade, "series")
    east = next(edge for edge in EDGES if POINTS[edge.point].id == "VBA")
    assert (east.edge, GRADES[east.grade], east.source) == ("east", "minor", "series")


def test_lines_that_leave_the_map() -> None:
    assert Counter(edge.edge for edge in EDGES) == {"west": 6, "east": 7, "southeast": 2}
    for edge in EDGES:
        assert edge.side == ("axis" if edge.edge == "west" else "soviet")
        assert points.START[edge.point] == (AXIS if edge.edge == "west" else SOVIET)


def test_neighbours_agree_with_lines() -> None:
    for number, line in enumerate(LINES):
        assert (line.b, line.grade, number) in points.LINES_FROM[line.a]
        assert (line.a, line.grade, number) in points.LINES_FROM[line.b]
        assert points.LINE[line.a, line.b] == points.LINE[line.b, line.a] == number
        assert (line.b in points.RAIL[line.a]) == (GRADES[line.grade] != "inferior")


def test_published_victory_points_and_fortresses() -> None:
    worth = {point.id: point for point in POINTS if point.vp}
    for word in PUBLISHED_ONES:
        assert (worth[word].vp, worth[word].vp_source) == (1, "series")
    assert sum(point.vp for point in worth.values()) == 33
    published = [p.id for p in POINTS if p.fortress_source == "series"]
    assert sorted(published) == ["PRZ", "STG"]
    assert sorted(p.id for p in POINTS if p.infantry_source == "series") == ["DNE", "RST"]
    assert sum(len(point.infantry) for point in POINTS) == 20


def test_boxes_of_units_lie_beyond_the_points_in_one_column() -> None:
    boxes = [places.SIBERIA, places.DEAD, places.POOL, places.LATER, places.OUT, places.ANYWHERE]
    assert len(set(boxes)) == len(boxes)
    assert all(places.LAST_POINT < box <= places.PLACE.top for box in boxes)
    assert [place for place in range(places.PLACE.top + 1) if places.is_in_play(place)] == [
        *range(len(POINTS)),
        places.SIBERIA,
    ]
    assert {unit.start for unit in units.UNITS} <= {*range(len(POINTS)), *boxes}


def test_points_by_any_name() -> None:
    assert (
        points.point_number("stg")
        == points.point_number("Stalingrad")
        == points.point_number("Volgograd")
    )
    with pytest.raises(BadInput, match="Did you mean 'Kharkov'"):
        points.point_number("Kharkow")
    assert places.place_number("Siberia") == places.SIBERIA
    assert places.place_name(places.SIBERIA) == "Siberia"


def test_control_without_the_north() -> None:
    held = points.control(("Minsk",), (), "without")
    assert held[NUMBER["MIN"]] == AXIS
    assert held.count(NOBODY) == 9
    with pytest.raises(BadInput, match="Murmansk is not played"):
        points.control(("Murmansk",), (), "without")


# Seas


def test_every_port_lies_on_a_sea() -> None:
    known = {sea.id for sea in seas.SEAS}
    for point in POINTS:
        assert set(point.seas) <= known
    for sea in seas.SEAS:
        assert len(sea.ports) >= 2
        for closed in sea.frozen:
            assert closed <= set(sea.ports)
        for side, fleet in zip(("axis", "soviet"), sea.fleets, strict=True):
            if fleet is not None and len(fleet.ports) > 1:
                assert f"{sea.id} {side}" in seas.TORPEDO.columns
            if fleet is not None:
                assert set(fleet.ports) <= set(sea.ports)


def test_the_strait_joins_two_seas_for_its_holder() -> None:
    def way(held: bytes, month: int, start: str, end: str) -> str:
        return seas.sea_between(held, SOVIET, month, NUMBER[start], NUMBER[end])

    assert way(points.START, 7, "ODE", "RST") == "black"
    assert way(points.START, 7, "KER", "RST") == "azov"
    assert way(points.START, 7, "KER", "SEV") == "black"
    assert way(points.START, 1, "ODE", "RST") == ""
    lost = points.control(("KER",))
    assert way(lost, 7, "ODE", "SEV") == "black"
    assert way(lost, 7, "ODE", "RST") == ""
    assert way(points.START, 7, "ODE", "ODE") == ""


# Calendar and weather


def test_the_calendar_is_whole() -> None:
    months = [turn.month for turn in calendar.TURNS]
    assert len(months) == 48
    assert months[0] == "1941-06"
    for number, (turn, month) in enumerate(zip(calendar.TURNS, months, strict=True), start=1):
        assert turn.number == number
        assert month == calendar.month_after("1941-06", number - 1)
        assert min(turn.soviet_capacity, turn.axis_capacity) > 0
        assert turn.north is not None
        if turn.month_of_year in (12, 1, 2):
            assert (turn.north, turn.south, turn.weather_source) == ("snow", "snow", "series")
    for turn in calendar.TURNS[1:]:
        groups = calendar.DATA["infantry_groups"]
        assert turn.month_of_year in groups[turn.city_infantry]
        assert turn.german in ("1-2", "1-3", "1-4")
        assert turn.panzer == (turn.month_of_year % 2 if "1942" < turn.month < "1942-05" else 1)
        assert turn.siberian.infantry
    assert calendar.MAY.number == 0


def test_months_are_counted() -> None:
    assert calendar.month_after("1941-11", 3) == "1942-02"
    assert calendar.month_after("1942-01", -1) == "1941-12"
    assert calendar.months_between("1941-06", "1945-05") == 47
    with pytest.raises(BadInput, match="written 1941-06"):
        calendar.turn("June 1941")
    with pytest.raises(BadInput, match="no turn"):
        calendar.turn("1945-06")


def test_capacities_never_grow_with_bad_weather() -> None:
    for grade in range(3):
        clear, mud = (
            line_capacity.CAPACITIES["clear"][grade],
            line_capacity.CAPACITIES["mud"][grade],
        )
        snow = line_capacity.CAPACITIES["snow"][grade]
        assert clear.all >= snow.all >= mud.all
        assert clear.armour >= max(mud.armour, snow.armour)
        assert all(column.armour <= column.all for column in (clear, mud, snow))


# Factories


def test_factories() -> None:
    data = factories.DATA["counts"]
    assert (len(factories.AT_START), len(factories.EXPANSION)) == (data["start"], data["expansion"])
    letters: dict[str, str] = {}
    for factory in factories.FACTORIES:
        assert set(factory.months) <= set(range(1, 13))
        assert factory.months == tuple(sorted(factory.months))
        assert factory.expansion != bool(factory.point)
        letters[factory.type] = letters.get(factory.type, "") + factory.letter
        for kind in factories.OUTPUT[factory.number]:
            assert kind in units.KIND
    assert letters == {"tank": "ABCDE", "artillery": "ABCD", "aircraft": "ABCD"}
    for number in factories.AT_START:
        point = POINTS[factories.START_POINT[number]]
        assert point.owner == "soviet"
        assert point.city


def test_schedules_bring_so_much_a_year() -> None:
    """Odd and even months give six a year, every third month four."""
    total = Counter[str]()
    for factory in factories.FACTORIES:
        total[factory.type] += len(factory.months)
    assert total == {"tank": 54, "artillery": 28, "aircraft": 48}


# Units


def test_every_unit_is_placed() -> None:
    boxes = {places.SIBERIA, places.DEAD, places.POOL, places.LATER}
    for unit in units.UNITS:
        assert unit.source in SOURCES
        assert unit.side == units.KINDS[unit.kind].side
        assert unit.start in boxes or unit.start <= places.LAST_POINT
        if unit.start <= places.LAST_POINT:
            assert points.START[unit.start] == (SOVIET if unit.side == "soviet" else AXIS), unit.id
        if unit.start_without <= places.LAST_POINT:
            assert not POINTS[unit.start_without].north
    assert len(units.UNIT) == len(units.UNITS) == 269


def test_strength_at_the_start() -> None:
    on_map = Counter(u.side for u in units.UNITS if places.is_in_play(u.start))
    assert on_map == {"axis": 65, "soviet": 77}
    dead = Counter(units.KINDS[u.kind].id for u in units.UNITS if u.start == places.DEAD)
    assert dead == {
        "infantry_army": 28,
        "cavalry_corps": 12,
        "tank_corps": 12,
        "artillery": 6,
        "rocket": 3,
        "air_army": 3,
    }
    pool = Counter(units.KINDS[u.kind].id for u in units.UNITS if u.start == places.POOL)
    assert pool == {
        "shock_army": 5,
        "tank_army": 6,
        "guards_tank_army": 6,
        "guards_infantry_army": 11,
        "cav_mech_group": 4,
        "parachute_corps": 5,
    }


@pytest.mark.parametrize("north", ["with", "without"])
def test_nobody_is_overstacked_at_the_start(north: str) -> None:
    stacks = Counter(
        start
        for unit in units.UNITS
        if (start := units.start_of(unit, north)) <= places.LAST_POINT and units.COMBAT[unit.kind]
    )
    for point, count in stacks.items():
        assert count <= stacking.stacking_limit(point, "1941-06"), POINTS[point].id


def test_the_reserves_and_the_dead_pile_meet() -> None:
    dead = Counter(units.SYMBOL[u.kind] for u in units.UNITS if u.start == places.DEAD)
    for symbol in ("infantry", "tank", "cavalry", "artillery"):
        assert dead[symbol] >= siberian_reserves.RESERVES.of(symbol)


def test_arrivals_name_units_months_and_places() -> None:
    edges = {edge.id for edge in EDGES}
    inside = {unit.number for unit in units.UNITS if places.is_in_play(unit.start)}
    came = set(inside)
    for arrival in reinforcements.ARRIVALS:
        calendar.turn(arrival.month)
        assert arrival.at in edges | set(NUMBER) | {"", "east"}
        if arrival.how in ("in", "return"):
            assert arrival.at
            came.add(arrival.unit)
        else:
            assert arrival.unit in came, units.UNITS[arrival.unit].id
    later = {unit.number for unit in units.UNITS if unit.start == places.LATER}
    assert later <= came


def test_kinds_are_sound() -> None:
    for number, kind in enumerate(units.KINDS):
        assert kind.unsupplied <= kind.firepower <= 2
        assert units.FIREPOWER[number] == (kind.unsupplied, kind.firepower)
        assert not (kind.symbol and (kind.irreplaceable or kind.cites))
        assert kind.irreplaceable == (kind.id in ("stavka", "moscow_motorized", "polish_army"))


# Rulings


def test_every_open_question_has_a_ruling() -> None:
    found = rulings(PACKAGE)
    numbers = sorted(int(ruling.id.rpartition("-")[2]) for ruling in found.values())
    assert numbers == list(range(1, len(found) + 1))
    ruled = {row for ruling in found.values() for row in ruling.rows}
    # What is left is no choice: an impossible case, and two clarifications.
    left = {row.id for row in rows(PACKAGE).values() if row.note} - ruled
    assert left == {"DC-R31", "DC-R47", "DC-R56a"}
