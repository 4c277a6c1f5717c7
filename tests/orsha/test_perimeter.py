"""Perimeters: the search against exhaustive search, loops against the checker, map, speed."""

from __future__ import annotations

import random
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from itertools import pairwise, permutations

import pytest
from bench.orsha import front
from hypothesis import example as known
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from landbridge.engine.refusals import choices
from landbridge.engine.rules.ask import Input, inputs_of
from landbridge.engine.rules.findings import Why
from landbridge.engine.rules.index import rulings
from landbridge.engine.space.hexes import Hex, alternate_grains_between, grain_between
from landbridge.games.orsha import QUESTIONS
from landbridge.games.orsha.rules.map.hexes import lvp_labels, map_hexes, map_hexsides, orsha_map
from landbridge.games.orsha.rules.map.location_points import lvp_table
from landbridge.games.orsha.rules.perimeter.check import check_loops
from landbridge.games.orsha.rules.perimeter.determination import Notes, draw_perimeter
from landbridge.games.orsha.rules.perimeter.drawing import draw
from landbridge.games.orsha.rules.perimeter.grains import Field, Path, field, is_grain
from landbridge.games.orsha.rules.perimeter.isolated_areas import groups
from landbridge.games.orsha.rules.perimeter.isolation import settle
from landbridge.games.orsha.rules.perimeter.loops import (
    count_by_formula,
    cycle_of,
    enclosed,
    loop_text,
    surrounded,
)
from landbridge.games.orsha.rules.perimeter.map_edge import parse_edge
from landbridge.games.orsha.rules.perimeter.pockets import gather
from landbridge.games.orsha.rules.perimeter.position import SIDES, Position, Unit, parse_unit
from landbridge.games.orsha.rules.perimeter.search import draw_main
from landbridge.games.orsha.rules.perimeter.side_position import SidePosition, side_position
from landbridge.referee.asking import question

# An independent exhaustive search: every simple loop of every legal grain


def every_grain(where: Field, a: Hex, b: Hex) -> list[Path]:
    straight = grain_between(a, b)
    rows = [straight] if straight else list(alternate_grains_between(a, b))
    return [row for row in rows if all(place in where.hexes for place in row)]


def paths(
    own: SidePosition, at: Hex, goal: Hex, sites: frozenset[Hex], used: frozenset[Hex], sofar: Path
) -> Iterator[Path]:
    """Every chain of grains to the goal that enters no hex twice, as its hexes in order."""
    for site in sorted(sites | {goal}):
        if site in used and site != goal:
            continue
        for row in every_grain(own.where, at, site):
            inner = set(row[1:-1])
            if inner & (used | {goal}) or not own.blocked.isdisjoint(row):
                continue
            if site == goal:
                yield (*sofar, *row[1:])
            else:
                more = used | set(row[1:])
                yield from paths(own, site, goal, sites - {site}, more, (*sofar, *row[1:]))


def closings(own: SidePosition) -> Iterator[tuple[int, list[Path]]]:
    """Every way to close all stretches of edge: the area, and the chains."""
    runs = [run.hexes for run in own.runs]
    held = frozenset(place for run in runs for place in run)
    sites = own.anchors - held
    adjacent = {frozenset(pair) for run in runs for pair in pairwise(run)}

    def go(
        i: int, joins: tuple[int, ...], used: frozenset[Hex], made: list[Path]
    ) -> Iterator[list[Path]]:
        if i == len(runs):
            yield made
            return
        start, goal = runs[i][-1], runs[joins[i]][0]
        for path in paths(own, start, goal, sites - used, used - {goal}, (start,)):
            if len(path) == 2 and frozenset(path) in adjacent:
                continue
            if (start == goal and is_lens(path, sites)) or path[::-1] in made:
                continue
            yield from go(i + 1, joins, used | set(path), [*made, path])

    for joins in permutations(range(len(runs))):
        for made in go(0, joins, held, []):
            area, left = 0, set(range(len(runs)))
            while left:
                cycle: list[Hex] = []
                at = min(left)
                while at in left:
                    left.discard(at)
                    cycle += made[at][:-1]
                    at = joins[at]
                    cycle += runs[at][:-1]
                area += count_by_formula(cycle)
            yield area, made


def is_lens(path: Path, sites: frozenset[Hex]) -> bool:
    """Whether a closed chain is only two zigzags between the same two markers."""
    half = len(path) // 2
    inner = {*path[1:half], *path[half + 1 : -1]}
    return is_grain(path[: half + 1]) and is_grain(path[half:]) and sites.isdisjoint(inner)


def rings(own: SidePosition, sites: frozenset[Hex]) -> Iterator[Path]:
    """Every closed chain through three markers or more, by its first hex."""
    for first in sorted(sites):
        later = frozenset(site for site in sites if site > first)
        for path in paths(own, first, first, later, frozenset(), (first,)):
            if len(set(path[:-1])) == len(path) - 1 >= 3 and not is_lens(path, sites):
                yield path[:-1]


def positions(seed: int, columns: int, rows: int, most: int) -> Position:
    """A small grid with units, a front across it and sometimes islands on the edge."""
    source = random.Random(seed)
    where = field(f"{columns}x{rows}")
    hexes = sorted(where.hexes)
    units = tuple(
        Unit(place, SIDES[k % 2], source.choice(("mmc", "mmc", "mmc", "vehicle", "smc")))
        for k, place in enumerate(source.sample(hexes, min(len(hexes), 2 * most)))
    )
    cut = [source.randrange(len(where.ring)) for _ in range(source.choice((2, 2, 2, 4)))]
    cut.sort()
    edge = {}
    for index, place in enumerate(where.ring):
        edge[place] = SIDES[sum(index >= c for c in cut) % 2]
        if source.random() < 0.03:
            del edge[place]
    solid = {u.place: u.side for u in units if u.kind != "smc"}
    for place in where.ring:
        if place in solid:
            edge[place] = solid[place]
    return Position(where, units, {}, edge, {})


seeds = st.integers(0, 10**6)


@settings(max_examples=120, deadline=None)
@given(seeds, st.integers(4, 8), st.integers(4, 8), st.integers(2, 6))
def test_search_finds_what_exhaustive_search_finds(
    seed: int, columns: int, rows: int, most: int
) -> None:
    position = positions(seed, columns, rows, most)
    for side in SIDES:
        own = side_position(position, side, Why(), edge_gap="ends")
        if not 1 <= len(own.runs) <= 3:
            continue
        drawn = draw_main(own, "line", "line")
        best = max((area for area, _ in closings(own)), default=0)
        assert drawn.proved
        assert bool(drawn.open_runs) == (best == 0)
        if best:
            assert len(frozenset[Hex]().union(*(loop.area for loop in drawn.loops))) == best


@settings(max_examples=80, deadline=None)
@given(seeds, st.integers(5, 9), st.integers(5, 9), st.integers(2, 6))
def test_pocket_is_the_largest_there_is(seed: int, columns: int, rows: int, most: int) -> None:
    source = random.Random(seed)
    where = field(f"{columns}x{rows}")
    places = source.sample(sorted(where.hexes), 2 * most)
    units = tuple(
        Unit(place, SIDES[k % 2], source.choice(("mmc", "mmc", "vehicle")))
        for k, place in enumerate(places)
    )
    own = side_position(Position(where, units, {}, {}, {}), "german", Why())
    ring = frozenset(where.ring)
    inland = replace(own, blocked=own.blocked | ring)
    sites = own.pocket_anchors - ring
    lines = [
        len(row)
        for a in sites
        for b in sites
        if a < b
        for row in every_grain(where, a, b)
        if inland.blocked.isdisjoint(row)
    ]
    loops = [count_by_formula(ring_) for ring_ in rings(inland, sites)]
    gathered = gather(own, frozenset(), "line", Why())
    assert gathered.proved
    assert len(gathered.loops[0].area) == max(*lines, *loops, 1, 1)
    assert {unit.place for unit in own.units} <= frozenset[Hex]().union(
        *(loop.area for loop in gathered.loops)
    )


EDGE = ("A5-A1-J1-J5:german", "A6-A10-J10-J6:russian")
PLAIN = ("C6:german:mmc", "G6:german:mmc", "C8:russian:mmc", "G8:russian:mmc")


def example(*units: str) -> Position:
    where = field("10x10")
    read = tuple(parse_unit(where, text) for text in units)
    return Position(where, read, {}, parse_edge(where, EDGE), {})


@pytest.mark.parametrize(
    ("units", "german", "russian"),
    [
        (PLAIN, 4, 2),
        ((*PLAIN, "E5:german:mmc", "D3:russian:mmc", "E2:russian:mmc", "F3:russian:mmc"), 11, None),
        (("C7:german:mmc", "F5:german:mmc", "B7:russian:mmc", "E7:russian:mmc"), 5, 1),
        ((*PLAIN, "E6:russian:vehicle"), 1, None),
    ],
)
def test_worked_examples_have_so_many_legal_loops(
    units: tuple[str, ...], german: int, russian: int | None
) -> None:
    position = example(*units)
    for side, count in (("german", german), ("russian", russian)):
        found = list(
            closings(side_position(position, "german" if side == "german" else "russian", Why()))
        )
        assert count is None or len(found) == count


# What holds for every drawing


@settings(max_examples=80, deadline=None)
@known(1875, 4, 4, 2)
@known(882966, 4, 5, 6)
@known(791447, 6, 7, 3)
@given(seeds, st.integers(4, 9), st.integers(4, 9), st.integers(2, 8))
def test_what_is_drawn_passes_the_check(seed: int, columns: int, rows: int, most: int) -> None:
    position = positions(seed, columns, rows, most)
    for side in SIDES:
        perimeter = draw_perimeter(position, side, Notes())
        own = perimeter.side_position
        drawn = draw_main(own, "line", "step_back")
        if own.whole or not perimeter.loops:
            continue
        texts = [loop_text(position.where, loop, own.kinds) for loop in perimeter.loops]
        checked = check_loops(
            position,
            own,
            texts,
            frozenset(drawn.open_runs),
            frozenset(drawn.stepped_back),
            Notes(),
        )
        assert not checked.violations, texts
        # A proposal may touch a marker of another loop, which the search never does.
        assert all(
            read.area >= loop.area
            for read, loop in zip(checked.loops, perimeter.loops, strict=True)
        )


@settings(max_examples=80, deadline=None)
@given(seeds, st.integers(4, 9), st.integers(4, 9), st.integers(2, 8))
def test_every_hex_has_one_fate(seed: int, columns: int, rows: int, most: int) -> None:
    position = positions(seed, columns, rows, most)
    perimeters = {side: draw_perimeter(position, side, Notes()) for side in SIDES}
    for side, perimeter in perimeters.items():
        own = [unit for unit in position.units if unit.side == side]
        assert all(unit.place in perimeter.area for unit in own if unit.kind != "smc")
        assert all(unit.kind == "smc" for unit in perimeter.eliminated)
    settled = settle(position, perimeters, Notes())
    held = {place for place in settled.control if place not in settled.isolated}
    for place in position.where.hexes:
        fates = [place in held, place in settled.isolated, place in settled.no_mans_land]
        assert sum(fates[:2]) + (fates[2] and not fates[1]) == 1
    assert not settled.no_mans_land & settled.control.keys()
    for area in settled.areas:
        assert len(groups(area.hexes)) == 1


@settings(max_examples=40, deadline=None)
@given(seeds)
def test_the_order_of_the_units_does_not_matter(seed: int) -> None:
    position = positions(seed, 8, 8, 7)
    turned = replace(position, units=position.units[::-1])
    for side in SIDES:
        assert (
            draw_perimeter(position, side, Notes()).loops
            == draw_perimeter(turned, side, Notes()).loops
        )


@settings(max_examples=80, deadline=None)
@given(seeds)
def test_count_identity_holds_for_every_loop(seed: int) -> None:
    position = positions(seed, 8, 8, 6)
    for side in SIDES:
        for loop in draw_main(side_position(position, side, Why()), "line", "line").loops:
            cycle = cycle_of(loop.links)
            if len(loop.links) < 3 or len(set(cycle)) < len(cycle):
                continue
            assert len(enclosed(cycle)) == count_by_formula(cycle) == len(loop.area)
            assert enclosed(cycle) <= surrounded(position.where, frozenset(cycle))


def test_nothing_escapes_twice() -> None:
    position = example(*PLAIN, "D6:russian:vehicle")
    perimeters = {side: draw_perimeter(position, side, Notes()) for side in SIDES}
    tank = next(unit for unit in position.units if unit.kind == "vehicle")
    before = settle(position, perimeters, Notes())
    after = settle(position, perimeters, Notes(), frozenset([tank]))
    assert [area.type for area in before.areas] == ["C"]
    assert [(area.type, area.passed_to) for area in after.areas] == [("A", None)]
    assert tank.place in after.no_mans_land
    again = settle(position, perimeters, Notes(), frozenset([tank]))
    assert again == after


# The printed map


def test_printed_map_with_a_hundred_and_twenty_units_is_quick() -> None:
    position = front(3, 60)
    start = time.process_time()
    perimeters = {side: draw_perimeter(position, side, Notes()) for side in SIDES}
    settled = settle(position, perimeters, Notes())
    assert time.process_time() - start < 3
    assert sum(len(perimeter.main) for perimeter in perimeters.values()) > 1300
    picture = draw(position, perimeters, settled, "Front & rear")
    root = ElementTree.fromstring(picture)
    assert root.tag.endswith("svg")
    shapes = [element.get("class", "") for element in root.iter()]
    assert sum(shape.startswith("hex ") for shape in shapes) == len(position.where.hexes) + 4
    assert sum(shape.startswith("unit ") for shape in shapes) == len(position.units)


def test_map_data() -> None:
    hexes = map_hexes()
    assert len(hexes) == 1590
    assert {orsha_map("all").label(place) for place in orsha_map("all").hexes} == set(hexes)
    assert len(orsha_map().hexes) == 1575
    assert (len(field().ring), len(field(edge_rows="all").ring)) == (161, 162)
    assert set(lvp_labels()) == {entry.hex for entry in lvp_table()}
    assert sum(entry.level == 1 for entry in hexes.values()) == 71
    assert sum(entry.level == -1 for entry in hexes.values()) == 59
    railway = [label for label, entry in hexes.items() if "railway" in entry.features]
    assert railway == [f"P{row}" for row in range(53)]
    atlas = orsha_map("all")
    for label, sides in map_hexsides().items():
        for side in sides:
            if label in hexes and not side.hex_b.startswith("off:"):
                assert atlas.hex(side.hex_a).distance(atlas.hex(side.hex_b)) == 1


def test_edges_go_round_the_map_without_a_gap() -> None:
    for where in (field(), field(edge_rows="all"), field("10x10"), field("3x4")):
        ring = where.ring
        assert all(a.distance(b) == 1 for a, b in pairwise([*ring, ring[0]]))
        assert len(where.corners) == 4
        assert all(
            (place in where.turn) == (len(where.atlas.neighbours(place)) < 6)
            for place in where.hexes
        )


def test_every_ruling_has_its_switch() -> None:
    own = {f"RUL-OTO-{n}" for n in range(1, 20)}
    inputs: dict[str, list[Input]] = {}
    for name in QUESTIONS:
        for item in inputs_of(question(f"orsha.{name}")[1]):
            inputs.setdefault(item.name, []).append(item)
    for ruling in rulings("landbridge.games.orsha").values():
        if ruling.id in own:
            asked = inputs[ruling.switch]
            assert {item.default for item in asked} == {ruling.default}
            assert {item.allowed for item in asked} == {choices(ruling.options)}
