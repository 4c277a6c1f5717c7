"""Directives: what a side's command is after, what it expects, and how hard it presses."""

from __future__ import annotations

from functools import lru_cache

import msgspec
from msgspec import Struct

from landbridge.engine.chance.tables import read_toml
from landbridge.games.arsenal.bot.judging.charts import box_of
from landbridge.games.arsenal.map.points import NUMBER
from landbridge.games.arsenal.words import PACKAGE, Side, side_number


class Directive(Struct, frozen=True, forbid_unknown_fields=True):
    """What a side is after in some months."""

    side: Side
    name: str
    first: str
    last: str
    weights: dict[str, float] = {}
    """By enemy city: how much more than usual it draws, or less."""
    holds: dict[str, float] = {}
    """By own city: how much more than usual the command fears for it, or less."""
    press: float = 1.0
    """How hard the command presses for ground: less in a pause, more in an offensive."""


DIRECTIVES: list[Directive] = msgspec.convert(
    read_toml(PACKAGE, "directives.toml")["directive"], list[Directive]
)


@lru_cache(maxsize=256)
def directive(turn: int, side: int) -> Directive | None:
    """What a side's command wants in a turn, where it has said it."""
    month = box_of(turn).month
    return next(
        (
            one
            for one in DIRECTIVES
            if side_number(one.side) == side and one.first <= month <= one.last
        ),
        None,
    )


@lru_cache(maxsize=256)
def sought(turn: int, side: int) -> dict[int, float]:
    """By place: how much more or less than usual it draws a side in a turn."""
    found = directive(turn, side)
    return {NUMBER[word]: weight for word, weight in found.weights.items()} if found else {}


@lru_cache(maxsize=256)
def feared_for(turn: int, side: int) -> dict[int, float]:
    """By own place: how much more or less than usual a side fears for it in a turn."""
    found = directive(turn, side)
    return {NUMBER[word]: weight for word, weight in found.holds.items()} if found else {}


def press(turn: int, side: int) -> float:
    """How hard a side presses for ground in a turn."""
    found = directive(turn, side)
    return found.press if found else 1.0
