"""A search that is taken over is the one that would be made."""

from __future__ import annotations

import random
from array import array

from landbridge.engine.columns import BYTE
from landbridge.engine.space.atlas import Atlas
from landbridge.engine.space.graph import BARRED, Graph, StepCosts
from landbridge.engine.space.hexes import Orientation
from landbridge.engine.space.reach import Reach, reach
from landbridge.engine.space.recall import MOST_CHANGED, Searches
from landbridge.engine.space.sheets import MapSheet
from landbridge.engine.space.zones import widened

GRAPH = Graph(Atlas([MapSheet("A", Orientation.FLAT_TOP, columns=14, rows=14)]).neighbour_table())


def some_costs(rng: random.Random) -> StepCosts:
    prices = [rng.choice([6, 12, 12, 24, BARRED]) if end >= 0 else BARRED for end in GRAPH.ends]
    return StepCosts(GRAPH, array("h", prices))


def bridged(costs: StepCosts, rng: random.Random) -> StepCosts:
    steps = rng.sample([step for step, end in enumerate(GRAPH.ends) if end >= 0], 6)
    return costs.changed(dict.fromkeys(steps, 4))


def told(found: Reach) -> tuple[object, ...]:
    return list(found), found.cost, found.came


def test_a_search_taken_over_is_what_a_new_one_finds() -> None:
    rng, searches, made = random.Random(4), Searches(most=6), 0
    plain = some_costs(rng)
    costs, barred = plain, bytes(GRAPH.size)
    for _ in range(1500):
        changes = {rng.randrange(GRAPH.size): rng.randrange(2) for _ in range(rng.randint(0, 3))}
        barred = BYTE.put_all(barred, changes)
        if rng.random() < 0.05:
            barred = bytes(rng.choice([0, 0, 0, 1]) for _ in range(GRAPH.size))
        if rng.random() < 0.1:
            costs = rng.choice([plain, bridged(plain, rng)])
        start, limit = rng.choice([3, 90, 120, 180]), rng.choice([0, 24, 48])

        def search() -> Reach:
            nonlocal made
            made += 1
            return reach(costs, start, limit, barred=barred)  # noqa: B023

        found = searches.find((start, limit), costs, barred, search)
        fresh = reach(costs, start, limit, barred=barred)
        assert told(found.reach) == told(fresh)
        assert found.near == widened(GRAPH, fresh.marked())
    assert 200 < made < 1200, "most are taken over, and some are not"


def test_a_search_is_made_anew_where_too_much_has_changed_or_costs_are_of_another_kind() -> None:
    rng, searches = random.Random(5), Searches(most=6)
    costs, other, none = some_costs(rng), some_costs(rng), bytes(GRAPH.size)
    first = searches.find(0, costs, none, lambda: reach(costs, 0, 12, barred=none))
    far = BYTE.put_all(none, dict.fromkeys(range(100, 100 + MOST_CHANGED), 1))
    assert searches.find(0, costs, far, lambda: reach(costs, 0, 0)).reach is first.reach
    farther = BYTE.put_all(none, dict.fromkeys(range(100, 101 + MOST_CHANGED), 1))
    again = searches.find(0, costs, none, lambda: reach(costs, 0, 0))
    assert again.reach is first.reach
    assert searches.find(0, costs, farther, lambda: reach(costs, 0, 0)).reach is not first.reach
    assert searches.find(0, other, none, lambda: reach(other, 0, 0)).costs is other


def test_searches_are_forgotten_when_there_are_many() -> None:
    costs, none, searches = some_costs(random.Random(6)), bytes(GRAPH.size), Searches(most=2)
    first = searches.find(0, costs, none, lambda: reach(costs, 0, 12))
    for key in range(1, 5):
        searches.find(key, costs, none, lambda: reach(costs, 0, 12))
    assert searches.find(0, costs, none, lambda: reach(costs, 0, 12)) is not first
    last = searches.find(4, costs, none, lambda: reach(costs, 0, 12))
    searches.forget()
    assert searches.find(4, costs, none, lambda: reach(costs, 0, 12)) is not last
