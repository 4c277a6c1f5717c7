"""Supply: overland to the own edge, by sea, over Lake Ladoga, or not at all; and isolation."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import BadInput, Refusal
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.citing import in_force, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.arsenal.calendar import read_month
from landbridge.games.arsenal.combat.aircraft import blockaded
from landbridge.games.arsenal.map.points import (
    EDGE_POINTS,
    NEIGHBOURS,
    POINTS,
    control,
    point_number,
)
from landbridge.games.arsenal.map.seas import DATA, sea_links
from landbridge.games.arsenal.questions import ArsenalQuestion
from landbridge.games.arsenal.rulings import Isolation
from landbridge.games.arsenal.words import (
    AXIS,
    SOVIET,
    AxisHolds,
    Month,
    Nation,
    Side,
    SovietHolds,
    figures,
    own_points,
    side_number,
)

ISOLATED, BY_SEA, FROM_HELSINKI, OVERLAND = 0, 1, 2, 3
"""How a point is supplied. From Helsinki is overland for Finns, and any supply for the others."""

Level = Literal["isolated", "by_sea", "overland"]

SOURCES: tuple[tuple[int, ...], tuple[int, ...]] = (
    EDGE_POINTS["west"],
    EDGE_POINTS["east"] + EDGE_POINTS["southeast"],
)
"""By side: the points at which lines run on to its own edges."""
HELSINKI = point_number("HEL")
LENINGRAD = point_number(DATA["ladoga"]["city"])
SHORES = tuple(point_number(word) for word in DATA["ladoga"]["shores"])


def _flood(
    open_points: bytearray, sources: tuple[int, ...] | list[int], level: bytearray, mark: int
) -> None:
    """Mark every open point that is joined to a source, and close it."""
    stack = []
    for point in sources:
        if open_points[point]:
            open_points[point] = 0
            level[point] = mark
            stack.append(point)
    while stack:
        for point in NEIGHBOURS[stack.pop()]:
            if open_points[point]:
                open_points[point] = 0
                level[point] = mark
                stack.append(point)


@rule("RUL-DC-34")
@lru_cache(maxsize=1024)
def overland_supply(held: bytes, side: int) -> bytes:
    """For each point OVERLAND or ISOLATED: whether own points lead from it to the own edge."""
    level = bytearray(len(held))
    _flood(bytearray(own_points(held, side)), SOURCES[side], level, OVERLAND)
    return bytes(level)


@rule("RUL-DC-34", "RUL-DC-43")
@lru_cache(maxsize=1024)
def supply(
    held: bytes, side: int, month_of_year: int, closed: frozenset[int] = frozenset()
) -> bytes:
    """How each point supplies a side's units: ISOLATED, BY_SEA, FROM_HELSINKI or OVERLAND.

    Closed ports neither send nor land supply.
    """
    overland = overland_supply(held, side)
    level = bytearray(overland)
    own, supplied = int.from_bytes(own_points(held, side)), int.from_bytes(overland)
    # Overland is 3: its lowest bit takes the points out that have supply already.
    free = bytearray((own & ~supplied).to_bytes(len(held)))
    if side == AXIS:
        _flood(free, (HELSINKI,), level, FROM_HELSINKI)
    if 1 in free:
        landings = [
            port
            for _, ports in sea_links(held, side, month_of_year)
            if any(level[port] == OVERLAND and port not in closed for port in ports)
            for port in ports
            if port not in closed
        ]
        _flood(free, landings, level, BY_SEA)
        if side == SOVIET and free[LENINGRAD] and any(held[shore] == SOVIET for shore in SHORES):
            level[LENINGRAD] = BY_SEA
    return bytes(level)


def is_overland(level: int, nation: str) -> bool:
    """Whether a unit of this nation is in overland supply at this level."""
    return level == OVERLAND or (level == FROM_HELSINKI and nation == "finnish")


def level_word(level: int, nation: str) -> Level:
    """A level of supply in words, for a unit of this nation."""
    if is_overland(level, nation):
        return "overland"
    return "by_sea" if level else "isolated"


@rule("DC-R10", "RUL-DC-34")
def falls_by_isolation(
    point: int, turns_without: int, isolation: Isolation = "second_turn"
) -> bool:
    """Whether a unit falls that has ended so many own turns running without any supply."""
    limits = figures("isolation", isolation)
    reprieve: int = limits["symbol"] if POINTS[point].infantry else 0
    return turns_without >= int(limits["turns"]) + reprieve


# Asking


class PointSupply(Struct, frozen=True):
    """How a point stands."""

    supply: Level
    how: str
    falls: bool
    """Whether a unit there falls by isolation after these turns."""


class Supply(ArsenalQuestion, frozen=True, kw_only=True):
    """Whether units on a point are in supply: overland, by sea (or lake), or isolated."""

    turns_on = (
        "northern_extension",
        "isolation",
        "naval_war",
    )

    point: Annotated[Name, Meta(description="the point, by id or name")]
    side: Annotated[Side, Meta(description="whose units")]
    nation: Annotated[
        Nation | None, Meta(description="the nation, where it matters: Finns draw on Helsinki")
    ] = None
    month: Month = "1941-07"
    axis_holds: AxisHolds = ()
    soviet_holds: SovietHolds = ()
    turns_without: Annotated[
        int, Meta(ge=0, le=60, description="own turns in a row that ended without any supply")
    ] = 0
    enemy_air: Annotated[
        tuple[Name, ...], Meta(max_length=60, description="points with undispersed enemy air units")
    ] = ()
    own_air: Annotated[
        tuple[Name, ...],
        Meta(max_length=60, description="points with undispersed air units of the side"),
    ] = ()

    def answer(self, nature: Nature) -> Finding[PointSupply]:
        why = Why()
        held = control(self.axis_holds, self.soviet_holds, self.rulings.northern_extension)
        side = side_number(self.side)
        nation = self.nation or ("soviet" if side == SOVIET else "german")
        if (nation == "soviet") != (side == SOVIET):
            raise BadInput(f"{nation} units are not on the {self.side} side.")
        number = point_number(self.point)
        name = POINTS[number].name
        if held[number] != side:
            raise Refusal(
                f"{name} is not under {self.side} control",
                "RUL-DC-34",
                legal="a point of the own side",
            )
        month = read_month(self.month)[1]
        closed = self._closed(why)
        level = supply(held, side, month, closed)[number]
        how = {
            ISOLATED: "no own points lead to the edge, no open port helps",
            BY_SEA: "over water",
            FROM_HELSINKI: "from Helsinki",
            OVERLAND: "own points lead to the own edge",
        }[level]
        why("RUL-DC-34", f"{name}: {how}")
        falls = not level and falls_by_isolation(number, self.turns_without, self.rulings.isolation)
        if falls:
            why("RUL-DC-34", f"{self.turns_without} turns without supply: units there fall")
        return why.so(PointSupply(level_word(level, nation), how, falls))

    def _closed(self, why: Why) -> frozenset[int]:
        """The ports that enemy aircraft close, as far as they can fly."""
        if not figures("naval_war", self.rulings.naval_war)["blockade"] or not in_force(
            "RUL-DC-43"
        ):
            return frozenset()
        bases = [frozenset(map(point_number, words)) for words in (self.own_air, self.enemy_air)]
        closed = [point for point in POINTS if point.seas and blockaded(point.number, *bases)]
        if self.enemy_air:
            names = ", ".join(point.name for point in closed)
            why("RUL-DC-43", f"ports that enemy aircraft close: {names or 'none'}")
        return frozenset(point.number for point in closed)
