"""The land, the counters and sketches of positions."""

from __future__ import annotations

import random

import pytest

from landbridge.engine.refusals import BadInput
from landbridge.engine.rules.findings import Why
from landbridge.engine.space.graph import ALL, BARRED
from landbridge.games.belorussia.armies.units import units
from landbridge.games.belorussia.movement.zones import enemy_zones, open_zones
from landbridge.games.belorussia.position.counters import Counters, counter_of, transport_point
from landbridge.games.belorussia.position.land import whole_map
from landbridge.games.belorussia.position.position import MOVED, UNUSED, empty_position
from landbridge.games.belorussia.position.sketch import read_sketch
from landbridge.games.belorussia.terrain.chart import ALL as CHART_ALL
from landbridge.games.belorussia.terrain.chart import PROHIBITED
from landbridge.games.belorussia.terrain.move_costs import HexEntry, entry_cost

LINE = """
terrain = "open"
around = 2
units = [
  {name = "Rifles", side = "soviet", strength = 12, rating = 3, move = 4, hex = "B19.19"},
  {name = "Grenadiers", side = "axis", strength = 9, rating = 3, move = 4, hex = "B18.19"},
  {name = "Guns", side = "soviet", duty = "artillery", strength = 20, hex = "B19.20", range = 3},
]
"""


def test_the_whole_map_is_land() -> None:
    land = whole_map()
    assert land.size == 8494
    assert land.labels[land.place("B18.19")] == "B18.19"
    assert "major_city" in land.terrain[land.place("B18.19")]


@pytest.mark.parametrize("move", ["leg", "truck", "track"])
@pytest.mark.parametrize(("ground", "ice"), [("dry", False), ("mud", False), ("freeze", True)])
def test_steps_cost_what_the_chart_says(move, ground, ice) -> None:
    """Where no road runs, both ways are allowed, and nothing but the hex and its side counts."""
    land = whole_map()
    costs, back = land.costs(move, ground, ice), land.graph.back
    rng = random.Random(7)
    for step in rng.sample(range(len(back)), 4000):
        lies = land.between[step]
        if back[step] < 0 or lies.road or lies.rail or costs.column[back[step]] == BARRED:
            continue
        terrain = land.terrain[land.graph.ends[step]]
        entry = HexEntry(
            terrain=terrain, move=move, ground=ground, hexside=lies.water or "none", ice=ice
        )
        cost = entry_cost(entry, Why())
        expected = BARRED if cost >= PROHIBITED else ALL if cost >= CHART_ALL else cost
        assert costs.column[step] == expected


def test_a_sketch_is_a_position() -> None:
    theatre = read_sketch(LINE).theatre()
    place = theatre.land.place("B19.19")
    assert [theatre.counter(row).name for row in theatre.stack(place)] == ["Rifles"]
    assert theatre.held_by("soviet")[place] == 1
    assert theatre.held_by("axis")[place] == 0


def test_a_friend_negates_the_enemys_zone() -> None:
    theatre = read_sketch(LINE).theatre()
    own, beside = theatre.land.place("B19.19"), theatre.land.place("B18.20")
    assert enemy_zones(theatre, "soviet")[own] == 1
    assert open_zones(theatre, "soviet")[own] == 0
    assert open_zones(theatre, "soviet")[beside] == 1


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("units = [", "cannot be read"),
        ("hexes = {}", "names no hex"),
        ('hexes = {"B18.19" = "sand"}', "no terrain 'sand'. Allowed: open"),
        ('units = [{hex = "Z1.01"}]', "no hex"),
        ('units = [{hex = "B18.19"}]', "needs a side: soviet"),
        ('units = [{hex = "B18.19", id = "X"}]', "no unit X"),
        ('units = [{hex = "B18.19", wheels = 2}]', "no word 'wheels'.*number 1 of units"),
        ('hexsides = [{hexes = ["B18.19", "B25.19"]}]', "do not touch"),
        ('dumps = [{hex = "B18.19", side = "axis", sp = 0.3}]', "quarters"),
        ('roads = {"B18.19 B19.19" = "path"}', "no way 'path'"),
        ('around = 30\nhexes = {"B18.19" = "open"}', "0 to 20"),
    ],
)
def test_a_bad_sketch_says_what_is_wrong(text: str, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        read_sketch(text).theatre()


def test_every_unit_is_a_counter() -> None:
    counters = Counters(map(counter_of, units().values()))
    assert len(counters) == len(units())
    more = counters.with_added([transport_point("truck 1", "axis", "truck")])
    assert more[more.row("truck 1")].capacity == 4
    with pytest.raises(BadInput, match="no counter 'nobody'"):
        counters.row("nobody")


def test_tokens_on_the_ground_are_counted() -> None:
    position = empty_position(2, 5).add_tokens(1, 3, 6)
    assert position.dumps == ({}, {3: 6})
    assert position.add_tokens(1, 3, -6).dumps == ({}, {})
    with pytest.raises(ValueError, match="only 6"):
        position.add_tokens(1, 3, -7)
    assert position.place_of(0) == UNUSED
    assert position.mark((1,), MOVED).done == bytes([0, MOVED])
