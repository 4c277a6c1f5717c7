"""Terrain: the booklets' chart, and what players agreed on where the chart is open.

Movement costs are whole twelfths of a point inside, so that thirds and halves stay exact, and text
outside ("4/3", "All", "P").
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from landbridge.engine.chance.tables import chart, read_toml
from landbridge.engine.refusals import BadInput, choices
from landbridge.engine.rules.findings import Why
from landbridge.games.belorussia.rulings import Rulings
from landbridge.games.belorussia.terrain.words import (
    CITIES,
    HEX_TERRAIN,
    HEXSIDE_TERRAIN,
    ROADS_AND_RAILS,
)
from landbridge.games.belorussia.words import PACKAGE, Ground

# The chart

POINT = 12
"""A movement point in twelfths."""
ALL = 1_000_000
"""The whole allowance: more than any number of points."""
PROHIBITED = 2_000_000
"""No entry: more than all."""
OTHER_TERRAIN = -1
"""No cost of its own: the other terrain in the hex counts."""

_WORDS = {"P": PROHIBITED, "All": ALL, "O/T": OTHER_TERRAIN}

MOVEMENT = chart(PACKAGE, "terrain.movement")
"""The chart as printed: rows of terrain, columns "dry track" to "mud leg"."""
DATA = read_toml(PACKAGE, "terrain.toml")


def read_cost(text: str) -> int:
    """A printed cost in twelfths."""
    return _WORDS[text] if text in _WORDS else int(Fraction(text) * POINT)


@cache
def cost_text(twelfths: int) -> str:
    """A cost as the chart prints it."""
    for word, cost in _WORDS.items():
        if cost == twelfths:
            return word
    return str(Fraction(twelfths, POINT))


COSTS: dict[tuple[str, str, str], int] = {
    (row, column.split()[0], column.split()[1]): read_cost(cell.value)
    for row, cells in MOVEMENT.rows.items()
    for column, cell in zip(MOVEMENT.columns, cells, strict=True)
    if cell.value != "N/A"
}
"""The chart in twelfths by (row, ground, move): for the map, which adds up by itself."""


def check_hex(terrain: tuple[str, ...], along_road: bool = False) -> None:
    """Refuse words that are no terrain of a hex."""
    for word in terrain:
        if word in HEXSIDE_TERRAIN:
            raise BadInput(f"{word} is a hexside; name the hex, and hexside={word}.")
        if word in ROADS_AND_RAILS:
            raise BadInput(f"{word} counts for a unit on it; name the hex, and road={word}.")
        if word not in HEX_TERRAIN:
            raise BadInput(f"There is no hex terrain '{word}'. Allowed: {choices(HEX_TERRAIN)}.")
    if not along_road and not set(terrain) - {"village"}:
        raise BadInput(
            "A village has no cost of its own; name the other terrain too, as village,open."
            if terrain
            else f"Name the terrain of the hex: {choices(HEX_TERRAIN)}."
        )


def column_of(ground: Ground) -> Ground:
    """The block of the chart that a ground condition uses: Deep Freeze is built on Freeze."""
    return "freeze" if ground == "deep_freeze" else ground


def describe_terrain(word: str) -> str:
    """A terrain word as players write it."""
    return word.replace("_", " ").title()


def counting_terrain(terrain: tuple[str, ...], why: Why, rulings: Rulings) -> tuple[str, ...]:
    """The terrain that counts where a city shares its hex with other terrain."""
    cities = tuple(word for word in terrain if word in CITIES)
    if not cities or len(terrain) == 1:
        return terrain
    if rulings.built_up_hexes == "city_replaces":
        text = "the city's row replaces the other terrain"
        return cities if why(("TFB-EDGE-37", "RUL-TFB-74"), text) else terrain
    why("RUL-TFB-74", "the city is one terrain among others")
    return terrain
