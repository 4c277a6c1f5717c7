"""The scenarios: when they begin and end, what is played, what wins."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct

from landbridge.engine.rules import Source
from landbridge.games.arsenal.map import POINTS, point_number
from landbridge.games.arsenal.war.columns import DATA


class Box(Struct, frozen=True):
    """The part of the map that is played, in hundredths of a degree."""

    south: int
    north: int
    west: int
    east: int


class Win(Struct, frozen=True):
    """A single place that decides."""

    point: str
    text: str

    @property
    def number(self) -> int:
        """The place."""
        return point_number(self.point)


class Plan(Struct, frozen=True, kw_only=True):
    """One scenario."""

    name: str
    title: str
    text: str
    source: Source
    first: int
    last: int
    box: Box | None = None
    win: Win | None = None
    axis_win: int = 0
    """Points that win for the Axis at the end; 0 where May 1945 decides."""
    draw: int = 0
    counts: Literal["soviet_side", "all"] = "soviet_side"
    """Whether all places of the Axis count, or only those on the Soviet side."""


class Agreed(Struct, frozen=True):
    """Something that the players agree on, with the figure of each choice."""

    name: str
    source: Source
    values: dict[str, int]
    default: str
    text: str


AGREED: dict[str, Agreed] = {a.name: a for a in msgspec.convert(DATA["option"], list[Agreed])}
PLANS: dict[str, Plan] = {p.name: p for p in msgspec.convert(DATA["scenario"], list[Plan])}


def played(plan: Plan) -> tuple[bool, ...]:
    """By point: whether a scenario uses it."""
    box = plan.box
    if box is None:
        return (True,) * len(POINTS)
    return tuple(box.south <= p.lat <= box.north and box.west <= p.lon <= box.east for p in POINTS)
