"""The first positions of the scenarios on the map."""

from __future__ import annotations

import pytest

from landbridge.engine.refusals import BadInput
from landbridge.games.belorussia.armies.scenarios import map_scenario, map_scenarios
from landbridge.games.belorussia.map_game.set_out import (
    first_position,
    scenario_counters,
    scenario_land,
)
from landbridge.games.belorussia.movement.setting_up import set_up_violations
from landbridge.games.belorussia.position.theatre import Theatre

TURNS = {
    "first-steps": 3,
    "orsha-road": 15,
    "gomel-rechitsa": 7,
    "vitebsk-winter": 20,
    "kovel": 8,
    "map-1943": 63,
    "map-1944": 27,
}


def test_every_scenario_has_its_turns() -> None:
    assert {name: one.length for name, one in map_scenarios().items()} == TURNS
    with pytest.raises(BadInput, match="no scenario on the map 'minsk'"):
        map_scenario("minsk")


@pytest.mark.parametrize("name", TURNS)
def test_everything_stands_where_the_set_up_says(name: str) -> None:
    land, counters, position = scenario_land(name), scenario_counters(name), first_position(name)
    theatre = Theatre(land, counters, position)
    for row in map_scenario(name).rows:
        if row.kind in ("unit", "air"):
            assert theatre.place_of(counters.row(row.id)) == land.index[row.place]
    points = sum(int(r.value) for r in map_scenario(name).rows if r.kind in ("truck", "wagon"))
    standing = [row for row in range(len(counters)) if theatre.on_map(row)]
    assert sum(counters[row].kind in ("truck", "wagon") for row in standing) == points
    tokens = sum(4 * float(r.value) for r in map_scenario(name).rows if r.kind == "dump")
    assert sum(sum(own.values()) for own in position.dumps) == tokens


@pytest.mark.parametrize("name", TURNS)
def test_the_set_up_keeps_the_rules_of_setting_up(name: str) -> None:
    land, counters, position = scenario_land(name), scenario_counters(name), first_position(name)
    assert set_up_violations(Theatre(land, counters, position)) == ()


@pytest.mark.parametrize("name", TURNS)
def test_each_side_holds_its_side_of_the_front(name: str) -> None:
    land, counters, position = scenario_land(name), scenario_counters(name), first_position(name)
    theatre = Theatre(land, counters, position)
    assert 0 not in position.control
    for number, side in enumerate(("soviet", "axis"), start=1):
        held = theatre.held_by(side)
        assert all(position.control[place] == number for place in range(land.size) if held[place])


@pytest.mark.parametrize("name", TURNS)
def test_soviet_rails_come_from_the_edge_and_end_at_the_front(name: str) -> None:
    land, position = scenario_land(name), first_position(name)
    soviet = {place for place in range(land.size) if position.gauge[place] == 1}
    assert soviet
    assert all(position.control[place] == 1 for place in soviet)
    edges = {place for place in soviet if len(land.graph.neighbours[place]) < 6}
    reached, todo = set(edges), list(edges)
    while todo:
        for beside in land.rail_neighbours(todo.pop()):
            if beside in soviet and beside not in reached:
                reached.add(beside)
                todo.append(beside)
    assert reached == soviet
