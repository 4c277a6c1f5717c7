"""What ground is worth: places that count, and how far every hex is from them."""

from __future__ import annotations

from landbridge.engine.space.graph import DEAREST
from landbridge.engine.space.trace import flood
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map.country import country
from landbridge.games.belorussia.position.land import Land
from landbridge.games.belorussia.scenario_victory import victory_terms
from landbridge.games.belorussia.victory import places

MARCH = 6 * 12
"""The way, in twelfths of a point on foot, over which half of a goal's pull is lost."""
MOST_GOALS = 12
"""Goals that are felt in one hex."""
SETTLEMENTS = {"major_city": 2.0, "minor_city": 1.0}
"""What a settlement is worth to whoever fights over country without places that count."""

BESIDE = 0.3
"""The share of it where other places bring points."""


def goals_of(state: Ledger) -> dict[int, float]:
    """By hex: what it counts, places that bring points first."""
    land = state.table.land
    share = BESIDE if state.is_excerpt else 1.0
    found: dict[int, float] = {}
    for place, names in enumerate(land.terrain):
        for name in names:
            if name in SETTLEMENTS:
                found[place] = share * SETTLEMENTS[name]
    if state.is_excerpt:
        for counts in victory_terms(state.table.scenario).places:
            found[state.place(counts.hex)] = 1.0 + counts.points
        return found
    named = country().places
    for name, points in places(state.rulings.victory_points).items():
        for hex in named[name].hexes if name in named else ():
            there = land.index.get(hex)
            if there is not None:
                found[there] = max(found.get(there, 0.0), 1.0 + points)
    return found


def worth_of(land: Land, goals: dict[int, float]) -> list[float]:
    """By place: how much the goals around pull; each counts half of the one before it."""
    fields: list[list[float]] = [[] for _ in range(land.size)]
    costs = land.costs("leg")
    for place, points in goals.items():
        way = flood(costs, (place,), (min(DEAREST, 8 * MARCH),))
        for there in way:
            fields[there].append(points * 0.5 ** (way.cost[there] / MARCH))
    return [
        sum(pull / 2**rank for rank, pull in enumerate(sorted(own, reverse=True)[:MOST_GOALS]))
        for own in fields
    ]
