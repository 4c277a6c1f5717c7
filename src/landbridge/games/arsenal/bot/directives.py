"""Directives: which cities a side's command is after, year by year."""

from __future__ import annotations

from functools import lru_cache

import msgspec
from msgspec import Struct

from landbridge.engine.chance.tables import read_toml
from landbridge.games.arsenal.bot.charts import box_of
from landbridge.games.arsenal.map.points import NUMBER
from landbridge.games.arsenal.words import PACKAGE, Side, side_number


class Directive(Struct, frozen=True, forbid_unknown_fields=True):
    """What a side is after in some months."""

    side: Side
    name: str
    first: str
    last: str
    weights: dict[str, float]
    """By city: how much more than usual it draws, or less."""


DIRECTIVES: list[Directive] = msgspec.convert(
    read_toml(PACKAGE, "directives.toml")["directive"], list[Directive]
)


@lru_cache(maxsize=256)
def sought(turn: int, side: int) -> dict[int, float]:
    """By place: how much more or less than usual it draws a side in a turn."""
    month = box_of(turn).month
    return {
        NUMBER[word]: weight
        for directive in DIRECTIVES
        if side_number(directive.side) == side and directive.first <= month <= directive.last
        for word, weight in directive.weights.items()
    }
