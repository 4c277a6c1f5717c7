"""Each scenario on the map: a front without holes, stacks that may stand, everybody in trace."""

from __future__ import annotations

from collections import Counter

import pytest

from landbridge.games.belorussia.armies.arrival_rows import arrival_rows
from landbridge.games.belorussia.armies.entries import entries
from landbridge.games.belorussia.armies.scenarios import map_scenario, map_scenarios
from landbridge.games.belorussia.armies.set_ups import front_near
from landbridge.games.belorussia.armies.units import SIDES, find_unit, planes, units
from landbridge.games.belorussia.calendar import turns
from landbridge.games.belorussia.map.country import country
from landbridge.games.belorussia.map.sheets import atlas
from landbridge.games.belorussia.map_game.set_out import (
    first_position,
    scenario_counters,
    scenario_land,
)
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.supply_lines.sources import sources_of
from landbridge.games.belorussia.supply_lines.trace import supply_state
from landbridge.games.belorussia.words import Side

SCENARIOS = tuple(map_scenarios())
WIDEST_HOLE = 3
"""Hexes of a front line with nobody in them or beside them; marshes guard themselves."""
SOVIET, AXIS = 1, 2
NEVEL = {"B19.31", "B20.31", "B21.32", "B21.34", "B21.35"}
"""In the corridor of Nevel the only line runs beside the enemy."""


def theatre_of(name: str) -> Theatre:
    return Theatre(scenario_land(name), scenario_counters(name), first_position(name))


def holes(name: str, side: Side) -> list[list[str]]:
    """Stretches of a side's front line, off the marshes, that nobody holds."""
    scenario, land = map_scenario(name), scenario_land(name)
    manned = {
        row.place
        for row in scenario.rows
        if row.kind == "unit" and row.side == side and find_unit(row.id).kind != "organic truck"
    }
    belt = [place for place in front_near(scenario.first)[side] if place in land.index]
    near = [any(other in manned for other in place.disc(1)) for place in belt]
    first, last = near.index(True), len(near) - near[::-1].index(True)
    found: list[list[str]] = [[]]
    for place, held in zip(belt[first:last], near[first:last], strict=True):
        if held:
            found.append([])
        elif country().landscape_of(place) != "swamp":
            found[-1].append(atlas().label(place))
    return [hole for hole in found if len(hole) > WIDEST_HOLE]


@pytest.mark.parametrize("name", SCENARIOS)
def test_everything_stands_in_the_window(name: str) -> None:
    hexes = set(map_scenario(name).hexes)
    assert [row for row in map_scenario(name).rows if row.place not in hexes] == []


def test_windows_are_as_large_as_the_scenarios_say() -> None:
    """The tutorial is a third of a sheet, the Orsha road at most one; campaigns are all of it."""
    sheet = len(atlas().hexes) / 4
    sizes = {name: len(map_scenario(name).hexes) / sheet for name in SCENARIOS}
    assert 0.15 < sizes["first-steps"] < 0.35
    assert sizes["orsha-road"] < 1
    assert sizes["map-1943"] == sizes["map-1944"] == 4


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("name", SCENARIOS)
def test_no_hole_is_left_in_the_front(name: str, side: Side) -> None:
    assert holes(name, side) == []


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("name", SCENARIOS)
def test_everybody_begins_in_trace(name: str, side: Side) -> None:
    theatre = theatre_of(name)
    without = supply_state(theatre, side).without
    assert [(theatre.counter(row).id, theatre.place_of(row)) for row in without] == []
    assert sources_of(theatre, side).edges


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_hex_holds_one_base_and_one_hedgehog_OCS_4_8_3(name: str) -> None:
    rows = map_scenario(name).rows
    for kind in ("airbase", "hedgehog"):
        most = Counter(row.place for row in rows if row.kind == kind).most_common(1)
        assert not most or most[0][1] == 1, (kind, atlas().label(most[0][0]))
    for row in rows:
        if row.kind == "hedgehog":
            assert 1 <= int(row.value) <= 4, row
        if row.kind == "airbase":
            assert 1 <= int(row.value) <= 3, row
        if row.kind in ("dump", "truck", "wagon"):
            assert float(row.value) > 0, row


@pytest.mark.parametrize("name", SCENARIOS)
def test_both_sides_have_supply_and_planes_on_their_bases(name: str) -> None:
    rows = map_scenario(name).rows
    for side in SIDES:
        own = Counter(row.kind for row in rows if row.side == side)
        assert min(own[kind] for kind in ("unit", "dump", "airbase", "truck", "air")) >= 1
        assert any(find_unit(row.id).kind == "HQ" for row in rows if row.kind == "unit")
    bases = {(row.side, row.place) for row in rows if row.kind == "airbase"}
    assert all((row.side, row.place) in bases for row in rows if row.kind == "air")


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_soviet_gauge_ends_at_its_railheads(name: str) -> None:
    """Each railhead is reached from the edge of the map, and no line is whole up to the front."""
    land, position = scenario_land(name), first_position(name)
    heads = [row for row in map_scenario(name).rows if row.kind == "railhead"]
    assert heads
    for row in heads:
        assert land.has_rail(land.index[row.place]), row
        assert position.gauge[land.index[row.place]] == SOVIET, row
    enemies = {place for place in range(land.size) if position.control[place] == AXIS}
    joined = [
        land.labels[place]
        for place in range(land.size)
        if position.gauge[place] == SOVIET and enemies & set(land.graph.neighbours[place])
    ]
    assert set(joined) <= (NEVEL if name == "vitebsk-winter" else set())


@pytest.mark.parametrize("name", SCENARIOS)
def test_entries_fall_on_turns_and_name_units(name: str) -> None:
    scenario = map_scenario(name)
    standing = {row.id for row in scenario.rows if row.id}
    assert standing <= set(units()) | set(planes())
    for entry in entries(name):
        assert entry.date in turns()
        assert scenario.first <= entry.date <= scenario.last
        assert all(unit.side == entry.side for unit in entry.units)
        here = [unit.id for unit in entry.units if unit.id in standing]
        expected = [unit.id for unit in entry.units] if entry.what == "withdraw" else []
        assert here == expected, entry
        if entry.place:
            assert set(country().place(entry.place).hexes) <= set(scenario_land(name).index)


def test_a_formation_arrives_as_a_whole() -> None:
    relief = next(entry for entry in entries("kovel") if "5.Pz" in entry.ids)
    assert {unit.formation for unit in relief.units} == {"", "4.Pz", "5.Pz"}
    assert len(relief.units) > 10


def test_the_garrison_of_kovel_holds_the_booklets_hex() -> None:
    rows = [row for row in map_scenario("kovel").rows if row.kind == "unit"]
    held = {find_unit(row.id).kind for row in rows if row.hex == "C14.12"}
    assert "garrison" in held


@pytest.mark.parametrize("name", ["map-1943", "map-1944"])
def test_nobody_stands_in_the_set_up_who_has_still_to_arrive(name: str) -> None:
    """Whoever an entry brings is not there already, unless he left meanwhile."""
    scenario = map_scenario(name)
    there = {row.id for row in scenario.rows}
    dated = [row for row in arrival_rows() if row.date is not None and row.date >= scenario.first]
    for row in sorted(dated, key=lambda row: (str(row.date), row.what == "arrive")):
        if row.what == "withdraw":
            there -= set(row.counters)
            continue
        assert not there & set(row.counters), row.row
        there |= set(row.counters)
