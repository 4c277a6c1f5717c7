"""Reach, floods, shortest ways and zones: plain and compiled kernels against an obvious oracle."""

from __future__ import annotations

import random
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landbridge.engine.space import compiled, kernels, plain
from landbridge.engine.space.atlas import Atlas
from landbridge.engine.space.graph import ALL, BARRED, DEAREST, NONE, Graph, StepCosts
from landbridge.engine.space.hexes import Orientation
from landbridge.engine.space.marks import both, either, marked_places, touch, without
from landbridge.engine.space.reach import Reach, reach
from landbridge.engine.space.routes import Route
from landbridge.engine.space.sheets import MapSheet
from landbridge.engine.space.trace import flood, shortest, trace
from landbridge.engine.space.zones import widened, zones

BOTH = pytest.mark.parametrize("kernel", [plain, compiled])


@pytest.fixture(autouse=True)
def _as_it_was() -> Iterator[None]:
    before = kernels.used()
    yield
    kernels.use(before)


# The oracle: rules as a player would say them, tried until nothing changes


def oracle(
    costs: StepCosts,
    starts: dict[int, int],
    limit: int,
    barred: bytes | None = None,
    stops: bytes | None = None,
) -> dict[int, int]:
    """By place: the least that must be spent to stand there."""
    graph, best = costs.graph, {p: s for p, s in starts.items() if s <= limit}
    changed = True
    while changed:
        changed = False
        for place in list(best):
            if stops and stops[place] and place not in starts:
                continue
            for direction in range(graph.width):
                step = place * graph.width + direction
                end, cost = graph.ends[step], costs.column[step]
                if cost in (BARRED, ALL) or (barred and barred[end]):
                    continue
                spent = best[place] + cost
                if spent <= limit and spent < best.get(end, DEAREST + 1):
                    best[end], changed = spent, True
    return best


def first_move(costs: StepCosts, start: int, has: int, barred: bytes | None) -> set[int]:
    """Where the minimum move leads."""
    graph = costs.graph
    steps = range(start * graph.width, (start + 1) * graph.width)
    open_steps = [step for step in steps if costs.column[step] != BARRED]
    return {graph.ends[s] for s in open_steps if not (barred and barred[graph.ends[s]])}


def hex_graph(columns: int, rows: int) -> Graph:
    sheet = MapSheet("A", Orientation.FLAT_TOP, columns=columns, rows=rows)
    return Graph(Atlas([sheet]).neighbour_table())


@st.composite
def maps(draw: Any) -> tuple[StepCosts, random.Random]:
    graph = hex_graph(draw(st.integers(1, 7)), draw(st.integers(2, 7)))
    rng = draw(st.randoms(use_true_random=False))
    prices = [4, 6, 6, 12, 12, 12, 24, 36, 48, BARRED, ALL]
    column = [rng.choice(prices) if end >= 0 else BARRED for end in graph.ends]
    return StepCosts(graph, column), rng


def some(rng: random.Random, size: int, share: float) -> bytes | None:
    return None if rng.random() < 0.3 else bytes(rng.random() < share for _ in range(size))


def in_both(act: Any) -> Any:
    """The same with both kernels; they must agree to the last integer."""
    answers = []
    for kernel in (plain, compiled):
        kernels.use(kernel)
        answers.append(act())
    first, second = answers
    if isinstance(first, Reach):
        assert first.cost == second.cost
        assert first.came == second.came
    else:
        assert first == second
    return first


@given(maps(), st.integers(0, 150), st.booleans(), st.booleans())
def test_reach_is_what_the_oracle_finds(
    drawn: tuple[StepCosts, random.Random], has: int, fresh: bool, minimum: bool
) -> None:
    costs, rng = drawn
    size = costs.graph.size
    start, barred, stops = rng.randrange(size), some(rng, size, 0.2), some(rng, size, 0.2)
    found = in_both(
        lambda: reach(costs, start, has, barred=barred, stops=stops, fresh=fresh, minimum=minimum)
    )
    wanted = oracle(costs, {start: 0}, has, barred, stops)
    if fresh and has:
        for end in first_move(costs, start, has, barred):
            cost = costs.column[costs.graph.step(start, end)]
            if cost == ALL or (minimum and cost > has):
                wanted.setdefault(end, has)
    assert {place: found.cost[place] for place in found} == wanted


@given(maps(), st.integers(0, 200))
def test_a_way_can_be_walked_and_costs_what_it_says(
    drawn: tuple[StepCosts, random.Random], has: int
) -> None:
    costs, rng = drawn
    start = rng.randrange(costs.graph.size)
    stops = some(rng, costs.graph.size, 0.2)
    found = reach(costs, start, has, stops=stops)
    for end in found:
        route = found.route(end)
        assert route.places[0] == start
        assert route.places[-1] == end
        assert route.cost == found.cost[end]
        for step, place, then in zip(route.steps, route.places, route.places[1:], strict=False):
            assert costs.graph.step(place, then) == step
        assert not (stops and any(stops[place] for place in route.places[1:-1]))
        named = route.tally(lambda step: (f"step {step}", ("OCS 6.1a",)))
        assert named.total == route.cost
        assert len(named.modifiers) == len(route.steps)


@given(maps(), st.integers(0, 120), st.booleans())
def test_a_reach_with_a_goal_finds_the_way_there_that_it_finds_without(
    drawn: tuple[StepCosts, random.Random], allowance: int, minimum: bool
) -> None:
    costs, rng = drawn
    size = costs.graph.size
    start, goal = rng.randrange(size), rng.randrange(size)
    barred, stops = some(rng, size, 0.2), some(rng, size, 0.2)

    def there(goal_said: int) -> Route | None:
        found = reach(
            costs,
            start,
            allowance,
            barred=barred,
            stops=stops,
            minimum=minimum,
            goal=goal_said,
        )
        return found.route(goal) if goal in found else None

    assert in_both(lambda: there(goal)) == in_both(lambda: there(NONE))


@given(maps())
def test_the_shortest_way_is_as_short_as_the_oracle_says(
    drawn: tuple[StepCosts, random.Random],
) -> None:
    costs, rng = drawn
    size = costs.graph.size
    start, goal, barred = rng.randrange(size), rng.randrange(size), some(rng, size, 0.2)
    route = in_both(lambda: shortest(costs, start, goal, barred=barred))
    best = oracle(costs, {start: 0}, DEAREST, barred).get(goal)
    assert (None if route is None else route.cost) == best


@given(maps(), st.integers(0, 200))
def test_a_trace_leads_to_the_nearest_source(
    drawn: tuple[StepCosts, random.Random], limit: int
) -> None:
    costs, rng = drawn
    size = costs.graph.size
    start, barred = rng.randrange(size), some(rng, size, 0.2)
    sources = some(rng, size, 0.1) or bytes(size)
    route = in_both(lambda: trace(costs, start, sources, limit=limit, barred=barred))
    near = oracle(costs, {start: 0}, limit, barred)
    known = [cost for place, cost in near.items() if sources[place]]
    assert (None if route is None else route.cost) == min(known, default=None)
    if route is not None:
        assert sources[route.places[-1]]
        assert route.places[0] == start


@given(maps(), st.lists(st.integers(0, 120), max_size=5))
def test_a_flood_reaches_whatever_one_of_its_sources_does(
    drawn: tuple[StepCosts, random.Random], ranges: list[int]
) -> None:
    costs, rng = drawn
    size = costs.graph.size
    barred = some(rng, size, 0.2)
    sources = [rng.randrange(size) for _ in ranges]
    found = in_both(lambda: flood(costs, sources, ranges, barred=barred))
    wanted = {
        place
        for source, far in zip(sources, ranges, strict=True)
        for place in oracle(costs, {source: 0}, far, barred)
    }
    assert set(found) == wanted
    assert found.marked() == bytes(place in wanted for place in range(size))


@given(maps())
def test_backwards_every_way_costs_the_same(drawn: tuple[StepCosts, random.Random]) -> None:
    costs, rng = drawn
    start = rng.randrange(costs.graph.size)
    for end in rng.sample(range(costs.graph.size), min(6, costs.graph.size)):
        there = shortest(costs, start, end)
        back = shortest(costs.reversed, end, start)
        assert (there is None) == (back is None)
        assert there is None or back is None or there.cost == back.cost


@given(maps())
def test_zones_are_the_places_around(drawn: tuple[StepCosts, random.Random]) -> None:
    costs, rng = drawn
    graph = costs.graph
    units = [place for place in range(graph.size) if rng.random() < 0.3]
    negated = some(rng, graph.size, 0.3)
    found = in_both(lambda: zones(graph, units, negated))
    for place in range(graph.size):
        near = any(place in graph.neighbours[unit] for unit in units)
        assert found[place] == (near and not (negated and negated[place]))
    marked = bytes(place in units for place in range(graph.size))
    wider = in_both(lambda: widened(graph, marked))
    for place in range(graph.size):
        near = place in units or any(end in units for end in graph.neighbours[place])
        assert wider[place] == near


# Costs of a map


@BOTH
@given(pairs=st.lists(st.tuples(st.booleans(), st.booleans())))
def test_marks_are_put_together_place_by_place(
    kernel: ModuleType, pairs: list[tuple[bool, bool]]
) -> None:
    kernels.use(kernel)
    one, other = bytes(a for a, _ in pairs), bytes(b for _, b in pairs)
    assert either(one, other) == bytes(a or b for a, b in pairs)
    assert both(one, other) == bytes(a and b for a, b in pairs)
    assert without(one, other) == bytes(a and not b for a, b in pairs)
    assert touch(one, other) == any(a and b for a, b in pairs)
    assert marked_places(one) == [place for place, (a, _) in enumerate(pairs) if a]


def test_a_changed_step_costs_something_else_both_ways() -> None:
    graph = Graph([[1, NONE], [0, 2], [1, NONE]])
    costs = StepCosts(graph, [12, BARRED, 24, 12, 12, BARRED])
    changed = costs.changed({graph.step(0, 1): 4, graph.step(1, 2): BARRED})
    assert list(changed.column) == [4, BARRED, 24, BARRED, 12, BARRED]
    assert list(costs.column) == [12, BARRED, 24, 12, 12, BARRED]
    again = StepCosts(graph, changed.column)
    assert changed.reversed.column == again.reversed.column
    with pytest.raises(ValueError, match="cannot cost"):
        costs.changed({1: 5})


def test_hex_and_side_are_added_and_a_road_stands_for_both() -> None:
    graph = Graph([[1], [0, 2], [1]])
    entering = [12, 24, BARRED]
    crossing = [6, 6, 6, BARRED, 6, BARRED]
    along = [NONE, NONE, NONE, 4, NONE, NONE]
    costs = StepCosts.made_from(graph, entering, crossing, along)
    assert list(costs.column) == [30, BARRED, 18, 4, 30, BARRED]
    no_road = StepCosts.made_from(graph, entering, [6] * 6)
    assert no_road.column[3] == BARRED
    whole = StepCosts.made_from(graph, [ALL, 12, 12], [6] * 6)
    assert whole.column[2] == ALL


@BOTH
def test_a_step_that_takes_all_is_only_a_first_step(kernel: ModuleType) -> None:
    kernels.use(kernel)
    graph = Graph([[1, NONE], [0, 2], [1, NONE]])
    costs = StepCosts(graph, [12, BARRED, 12, ALL, 12, BARRED])
    assert sorted(reach(costs, 0, 100)) == [0, 1]
    assert sorted(reach(costs, 1, 100)) == [0, 1, 2]
    assert reach(costs, 1, 100).cost[2] == 100
    assert sorted(reach(costs, 1, 100, fresh=False)) == [0, 1]
    assert sorted(reach(costs, 1, 0)) == [1]


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot have 5 as a neighbour"):
        Graph([[5]])
    with pytest.raises(ValueError, match="at most 127 directions"):
        Graph([[NONE] * 128])
    graph = Graph([[1], [0]])
    with pytest.raises(ValueError, match="no step leads from 0 to 0"):
        graph.step(0, 0)
    with pytest.raises(ValueError, match="2 steps need as many costs, not 1"):
        StepCosts(graph, [1])
    with pytest.raises(ValueError, match="step 0 cannot cost 0"):
        StepCosts(graph, [0, 1])
    costs = StepCosts(graph, [12, 12])
    with pytest.raises(ValueError, match="a column of 2 places"):
        reach(costs, 0, 12, barred=b"\0")
    with pytest.raises(ValueError, match="0 or more, not -1"):
        reach(costs, 0, -1)
    with pytest.raises(ValueError, match="1 sources need as many ranges"):
        flood(costs, [0], [])
    with pytest.raises(ValueError, match="place 1 is out of reach"):
        reach(costs, 0, 3).route(1)
    for act in (zones, widened):
        with pytest.raises(ValueError, match="a column of 2 places"):
            act(graph, b"\0", b"\0") if act is zones else act(graph, b"\0")  # type: ignore[call-arg]


# Choosing kernels


def test_nothing_loads_the_compiled_kernels_by_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    kernels.use(plain)
    monkeypatch.setenv("LANDBRIDGE_KERNELS", "plain")
    assert not kernels.load()
    assert kernels.used() is plain
    monkeypatch.delenv("LANDBRIDGE_KERNELS")
    assert kernels.load()
    assert kernels.used() is compiled


def test_whoever_searches_much_gets_the_compiled_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = Graph([(1,), (0,)])
    costs = StepCosts(graph, [1, 1])
    for wanted, kernel in (("plain", plain), ("compiled", compiled)):
        kernels.use(plain)
        monkeypatch.setattr(kernels, "_patience", 3 * graph.size)
        monkeypatch.setenv("LANDBRIDGE_KERNELS", wanted)
        for _ in range(3):
            assert 1 in reach(costs, 0, 1)
            assert kernels.used() is plain
        assert shortest(costs, 0, 1) is not None
        assert kernels.used() is kernel
        assert 1 in flood(costs, (0,), (1,))
        assert kernels.used() is kernel
