"""The scenarios: when they begin and end, what is played, what wins."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct

from landbridge.engine.rules.citing import Source
from landbridge.engine.rules.index import rulings
from landbridge.games.arsenal.calendar import TURNS
from landbridge.games.arsenal.map.points import POINTS, point_number
from landbridge.games.arsenal.war.columns import DATA
from landbridge.games.arsenal.war.own_scenarios import MONTHS, OWN, unpack
from landbridge.games.arsenal.words import PACKAGE, figures


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
    besides: dict[str, tuple[str, ...]] = {}
    """By point: units that begin there, and in the whole war outside the part that is played."""
    own: bool = False
    """Whether it is a scenario of the players' own."""


class AgreedFigures(Struct, frozen=True):
    """Something that the players agree on, with the figure of each choice."""

    values: dict[str, int]


def _agreed(switch: str, figure: str) -> AgreedFigures:
    options = rulings(PACKAGE)[switch].options
    return AgreedFigures({option: figures(switch, option)[figure] for option in options})


AGREED: dict[str, AgreedFigures] = {
    "operational_lines": _agreed("operational_lines", "lines"),
    "short_war": _agreed("short_war", "more"),
}


class Plans(dict[str, Plan]):
    """The scenarios by name; the packed word of one's own is a name too."""

    def __missing__(self, name: str) -> Plan:
        if not name.startswith(OWN):
            raise KeyError(name)
        found = unpack(name)
        return Plan(
            name=name,
            title=found.title,
            text=found.text,
            source="house",
            first=MONTHS[found.first],
            last=MONTHS[found.last],
            axis_win=found.axis_win,
            draw=found.draw,
            counts=found.counts,
            own=True,
        )


PLANS = Plans((p.name, p) for p in msgspec.convert(DATA["scenario"], list[Plan]))


def is_whole_war(scenario: str) -> bool:
    """Whether a scenario lasts to the end of the track."""
    return PLANS[scenario].last >= len(TURNS)


def points_played(plan: Plan) -> tuple[bool, ...]:
    """By point: whether a scenario uses it."""
    box = plan.box
    if box is None:
        return (True,) * len(POINTS)
    return tuple(box.south <= p.lat <= box.north and box.west <= p.lon <= box.east for p in POINTS)
