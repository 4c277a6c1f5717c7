"""What every hex of a way costs a counter, with the rows of the chart that say so."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from landbridge.engine.rules.citing import Rules
from landbridge.engine.rules.findings import Reason, Why, unique
from landbridge.engine.space.graph import ALL
from landbridge.games.belorussia.building.engineers import bridged_places, pontoon_places
from landbridge.games.belorussia.movement.allowances import allowance_left, allowed
from landbridge.games.belorussia.movement.costs import costs_of, pays_as
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.terrain.chart import cost_text
from landbridge.games.belorussia.terrain.move_costs import HexEntry, entry_cost
from landbridge.games.belorussia.terrain.words import Hexside, Road

CHART = "TFB-TECM"
"""How the rows of the movement chart are numbered."""


class PathStep(Struct, frozen=True):
    """One hex of a way."""

    hex: str
    cost: str
    terrain: str
    """What is paid for: the road, or the hex and its hexside."""
    rules: Rules


class PathTally(Struct, frozen=True):
    """A way with its sum."""

    steps: tuple[PathStep, ...]
    cost: str
    left: str
    """What is left of the allowance after it."""
    allowance: str


def path_tally(theatre: Theatre, row: int, path: Sequence[int]) -> PathTally:
    """What a counter pays on a way: the places that it enters, in order."""
    here, rest = theatre.place_of(row), allowance_left(theatre, row)
    steps, before = [], rest
    for there in path:
        price = _price(theatre, row, here, there)
        paid = rest if price == ALL else min(price, rest)
        steps.append(_step(theatre, row, here, there, paid))
        here, rest = there, rest - paid
    whole = cost_text(allowed(theatre, row))
    return PathTally(tuple(steps), cost_text(before - rest), cost_text(rest), whole)


def _price(theatre: Theatre, row: int, here: int, there: int) -> int:
    return costs_of(theatre, row).column[theatre.land.graph.step(here, there)]


def _step(theatre: Theatre, row: int, here: int, there: int, paid: int) -> PathStep:
    cells = [one for one in _reasons(theatre, row, here, there) if one.rules[0].startswith(CHART)]
    words = dict.fromkeys(one.text.partition(",")[0] for one in cells)
    # The last rule of a cell is its row of the chart.
    rules = unique(tuple(one.rules[-1] for one in cells))
    return PathStep(theatre.land.labels[there], cost_text(paid), ", ".join(words), rules)


def _reasons(theatre: Theatre, row: int, here: int, there: int) -> list[Reason]:
    """Why a step costs what it does, by the cheapest of what leads there."""
    land, side = theatre.land, theatre.counter(row).side
    lies = land.between[land.graph.step(here, there)]
    ends = {here, there}
    water: Hexside = lies.water or "none"
    ways: list[Road] = ["none"]
    ways += [lies.road] if lies.road else []
    ways += ["rail"] if lies.rail else []
    if water in ("minor_river", "major_river") and pontoon_places(theatre, side) & ends:
        ways.append("pontoon")
    found = []
    for way in ways:
        why = Why()
        entry = HexEntry(
            terrain=land.terrain[there],
            move=pays_as(theatre, row),
            ground=theatre.ground,
            hexside=water,
            road=way,
            ice=theatre.ice,
            bridging=bool(bridged_places(theatre, side) & ends),
        )
        found.append((entry_cost(entry, why, theatre.rulings), why.reasons))
    return min(found, key=lambda one: one[0])[1]
