"""How far the front of a position lies from that of history on its day, in hexes.

History's front is known on seven days; a hex that changed hands between two of them did so with the
nearest town of `towns_of_history.csv` within six hexes, or else halfway.
"""

from __future__ import annotations

import csv
from collections import deque
from collections.abc import Iterable, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from landbridge.games.belorussia.armies.set_ups import front_lines, front_near
from landbridge.games.belorussia.map.sheets import find_hex
from landbridge.games.belorussia.map_game.set_out import sides_of_the_front
from landbridge.games.belorussia.position.counters import SIDES
from landbridge.games.belorussia.position.land import Land

TOWNS = Path(__file__).parent / "towns_of_history.csv"
NEAR_TOWN, FAR = 6, 999
AXIS, SOVIET = (SIDES.index(side) + 1 for side in ("axis", "soviet"))


def distance_from_history(state: Any) -> float:
    """The mean way from this front to history's and back."""
    land: Land = state.table.land
    own = _front(land, state.table.position.control)
    theirs = _front(land, control_of_history(land, state.date))
    there, back = _spread(land, theirs), _spread(land, own)
    ways = sum(there[place] for place in own) / len(own)
    return (ways + sum(back[place] for place in theirs) / len(theirs)) / 2


def control_of_history(land: Land, day: date) -> bytearray:
    """By place: which side held it on a day."""
    days = sorted({line.date for line in front_lines()})
    before = max(known for known in days if known <= day)
    after = min(known for known in days if known >= day)
    found, later = (sides_of_the_front(land, front_near(one)) for one in (before, after))
    fell = [(land.index[hex], when) for when, hex in _towns() if hex in land.index]
    between = [(town, when) for town, when in fell if before < when <= after]
    for place in range(land.size):
        if found[place] == later[place]:
            continue
        near = min(((land.distance(place, town), when) for town, when in between), default=None)
        halfway = before + (after - before) / 2
        when = near[1] if near is not None and near[0] <= NEAR_TOWN else halfway
        if day >= when:
            found[place] = later[place]
    for town, when in fell:
        if when <= day:
            found[town] = SOVIET
    return found


def _towns() -> list[tuple[date, Any]]:
    """The towns that the Soviet side took, and when."""
    with TOWNS.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    return [
        (date.fromisoformat(row["date"]), find_hex(row["hex"]))
        for row in rows
        if row["owner"] == "soviet"
    ]


def _front(land: Land, control: Sequence[int]) -> list[int]:
    """The hexes that the Axis hold next to Soviet ones."""
    return [
        place
        for place in range(land.size)
        if control[place] == AXIS
        if any(control[beside] == SOVIET for beside in land.graph.neighbours[place])
    ]


def _spread(land: Land, starts: Iterable[int]) -> list[int]:
    """By place: hexes to the nearest of these."""
    found, edge = [FAR] * land.size, deque(starts)
    for place in edge:
        found[place] = 0
    while edge:
        place = edge.popleft()
        for beside in land.graph.neighbours[place]:
            if found[beside] == FAR:
                found[beside] = found[place] + 1
                edge.append(beside)
    return found
