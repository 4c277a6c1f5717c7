"""What covers each hex: stretches that fade into each other, broken up by a grain.

The grain is value noise made of whole numbers, so that it is the same on every machine.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from landbridge.engine.space.hexes import Hex
from landbridge.games.belorussia.map.georeference import centre
from landbridge.games.belorussia.terrain.words import Landscape

from .plane import Spot, inside, plane
from .sources import Cover, Ring

FADE = 1.6
"""Over so many hexes on either side of its ring a stretch fades into its surroundings."""
SCALES = ((5.5, 0.36), (2.6, 0.32), (1.15, 0.32))
"""Widths of the grain in hexes, and how much each counts."""
GRAIN = {"wood": 68.0, "marsh": 62.0, "height": 58.0}
"""By how much of 100 the grain may raise or lower what the stretches say."""
SEEDS = {"wood": 11, "marsh": 23, "height": 37}


class Ground:
    """The country as stretches."""

    def __init__(self, everywhere: Cover, rings: Sequence[Ring]) -> None:
        self._everywhere = everywhere
        self._rings = [(ring, [plane(point) for point in ring.ring]) for ring in rings]

    def landscape(self, place: Hex) -> Landscape:
        """What covers a hex."""
        spot = centre(place)
        weights = [(ring, _weight(inside(spot, outline))) for ring, outline in self._rings]
        near = [(ring, weight) for ring, weight in weights if weight > 0]
        wood, marsh, height = (self._value(what, near, spot) for what in GRAIN)
        if marsh > 58:
            return "swamp"
        if wood > 71:
            return "heavy_woods"
        if height > 57:
            return "hills"
        return "light_woods" if wood > 47 else "open"

    def _value(self, what: str, near: list[tuple[Ring, float]], spot: Spot) -> float:
        said = [(getattr(ring, what), weight) for ring, weight in near]
        known = [(value, weight) for value, weight in said if value is not None]
        total = sum(weight for _, weight in known)
        rest = max(0.0, 1 - total)
        base: int = getattr(self._everywhere, what)
        mixed = (rest * base + sum(v * w for v, w in known)) / (rest + total)
        return mixed + GRAIN[what] * grain(spot, SEEDS[what])


def _weight(depth: float) -> float:
    share = min(1.0, max(0.0, (depth + FADE) / (2 * FADE)))
    return share * share * (3 - 2 * share)


def grain(spot: Spot, seed: int) -> float:
    """Smooth noise from -1 to 1."""
    return sum(
        share * _smooth(spot[0] / width, spot[1] / width, seed + number)
        for number, (width, share) in enumerate(SCALES)
    )


def _smooth(east: float, north: float, seed: int) -> float:
    column, row = math.floor(east), math.floor(north)
    right, up = east - column, north - row
    right, up = right * right * (3 - 2 * right), up * up * (3 - 2 * up)
    south = _at(column, row, seed) * (1 - right) + _at(column + 1, row, seed) * right
    top = _at(column, row + 1, seed) * (1 - right) + _at(column + 1, row + 1, seed) * right
    return south * (1 - up) + top * up


def _at(column: int, row: int, seed: int) -> float:
    mixed = (column * 374761393 + row * 668265263 + seed * 2147483647) & 0xFFFFFFFF
    mixed = ((mixed ^ (mixed >> 13)) * 1274126177) & 0xFFFFFFFF
    mixed ^= mixed >> 16
    return (mixed & 0xFFFF) / 32767.5 - 1
