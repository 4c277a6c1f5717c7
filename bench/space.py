"""Reach, supply and zones on a map of 8,494 hexes, plain and compiled side by side."""

from __future__ import annotations

import random

from bench.measure import Figure, micros
from landbridge.engine.space import kernels, plain
from landbridge.engine.space.atlas import Atlas
from landbridge.engine.space.graph import ALL, BARRED, NONE, Graph, StepCosts
from landbridge.engine.space.hexes import Orientation
from landbridge.engine.space.reach import reach
from landbridge.engine.space.sheets import MapSheet
from landbridge.engine.space.trace import flood
from landbridge.engine.space.zones import widened, zones

POINT = 12
"""Twelfths."""


def country(seed: int = 7) -> StepCosts:
    """Half open ground, woods, swamps and rivers, and a road now and then."""
    sheet = MapSheet("A", Orientation.FLAT_TOP, columns=137, rows=62)
    graph = Graph(Atlas([sheet]).neighbour_table())
    rng = random.Random(seed)
    terrain = (POINT, 2 * POINT, 3 * POINT, 4 * POINT, ALL, BARRED)
    entering = rng.choices(terrain, (60, 22, 9, 6, 2, 1), k=graph.size)
    crossing, along = [], []
    for _ in graph.ends:
        crossing.append(rng.choices((0, POINT, 3 * POINT, BARRED), (88, 8, 3, 1))[0])
        along.append(POINT // 2 if rng.random() < 0.12 else NONE)
    return StepCosts.made_from(graph, entering, crossing, along)


def figures() -> list[Figure]:
    """Each kernel beside its twin in the same run."""
    costs = country()
    graph, rng = costs.graph, random.Random(1)
    starts = [rng.randrange(graph.size) for _ in range(40)]
    enemy = sorted(rng.sample(range(graph.size), 700))
    own = bytes(place in set(rng.sample(range(graph.size), 700)) for place in range(graph.size))
    dumps = rng.sample(range(graph.size), 60)
    headquarters = rng.sample(range(graph.size), 80)

    def reaches() -> None:
        for start in starts:
            reach(costs, start, 20 * POINT, minimum=True)

    def supply() -> bytes:
        barred = zones(graph, enemy, own)
        draw = widened(graph, flood(costs, dumps, [5 * POINT] * 60, barred=barred).marked())
        able = [place for place in headquarters if draw[place]]
        return widened(graph, flood(costs, able, [12 * POINT] * len(able), barred=barred).marked())

    found: dict[str, tuple[float, float, bytes]] = {}
    assert kernels.load(), "the compiled kernels need numba: pip install 'landbridge[fast]'"
    for name, kernel in (("compiled", kernels.used()), ("plain", plain)):
        kernels.use(kernel)
        answer = supply()
        found[name] = (micros(reaches, 3) / len(starts), micros(supply, 5), answer)
    assert found["plain"][2] == found["compiled"][2]
    quick, slow = found["compiled"], found["plain"]
    return [
        Figure("reach of one unit, 20 MP, compiled", quick[0], "plain", slow[0], 100),
        Figure("reach of one unit, 20 MP, plain", slow[0], "compiled", quick[0], 3000),
        Figure("supply state of a side, compiled", quick[1], "plain", slow[1], 2000),
    ]
