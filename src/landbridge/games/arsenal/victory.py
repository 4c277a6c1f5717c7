"""Victory: points for places in overland supply, a sudden win, and the end of May 1945."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import read_toml
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.arsenal.calendar import LAST, turn
from landbridge.games.arsenal.map.points import POINTS, control
from landbridge.games.arsenal.map.supply_lines import HELSINKI, OVERLAND, overland_supply
from landbridge.games.arsenal.questions import ArsenalQuestion
from landbridge.games.arsenal.rulings import VictoryTerms
from landbridge.games.arsenal.words import (
    AXIS,
    PACKAGE,
    SOVIET,
    AxisHolds,
    Month,
    Side,
    SovietHolds,
    figures,
)

DATA: dict[str, Any] = read_toml(PACKAGE, "victory.toml")
PLACES: tuple[tuple[int, int, bool], ...] = tuple(
    (point.number, point.vp, point.owner == "soviet") for point in POINTS if point.vp
)
"""The places that count: point, worth, whether it is Soviet-side."""


SUDDEN_WIN: int = DATA["sudden"]["points"]
"""Points in the Soviet Union with which the Axis win at once."""
SOVIET_WIN: int = DATA["final"]["soviet_win"]
"""Points that may be left to the Axis at the end if the Soviets are to win."""
DRAW: int = DATA["final"]["draw"]
"""Points with which the Axis have a draw at the end."""


class Score(Struct, frozen=True):
    """Victory points that each side holds in overland supply."""

    axis: int
    soviet: int
    axis_in_soviet_union: int
    """The part of the Axis points that lies on the Soviet side."""
    all_soviet: bool
    """Whether the Soviets hold every place."""


@rule("RUL-DC-39")
def score(held: bytes) -> Score:
    """The victory points of a position; a place without overland supply counts for nobody."""
    ways = (overland_supply(held, AXIS), overland_supply(held, SOVIET))
    axis = soviet = east = 0
    every = True
    for point, worth, soviet_side in PLACES:
        owner = held[point]
        supplied = owner in (AXIS, SOVIET) and ways[owner][point] == OVERLAND
        # Helsinki is the Finns' own source of supply.
        if supplied or (point == HELSINKI and owner == AXIS):
            if owner == AXIS:
                axis += worth
                east += worth if soviet_side else 0
            else:
                soviet += worth
        every = every and owner == SOVIET and supplied
    return Score(axis, soviet, east, every)


class Verdict(Struct, frozen=True):
    """Who has won, if anybody."""

    over: bool
    winner: Side | Literal["draw", ""]
    how: str


@rule("RUL-DC-39")
def verdict(month: str, points: Score, victory_terms: VictoryTerms = "sudden_and_final") -> Verdict:
    """Whether the war is decided at the end of a turn."""
    sudden: bool = figures("victory_terms", victory_terms)["sudden"]
    if sudden and points.axis_in_soviet_union >= SUDDEN_WIN:
        return Verdict(True, "axis", "sudden win")
    if month < LAST:
        return Verdict(False, "", "the war goes on")
    if points.all_soviet:
        return Verdict(True, "soviet", "decisive")
    if points.axis <= SOVIET_WIN:
        return Verdict(True, "soviet", "on points")
    if points.axis <= DRAW:
        return Verdict(True, "draw", "on points")
    return Verdict(True, "axis", "on points")


class Standings(Struct, frozen=True):
    """The points and what they mean."""

    axis: int
    soviet: int
    axis_in_soviet_union: int
    over: bool
    winner: str
    how: str


class Victory(ArsenalQuestion, frozen=True, kw_only=True):
    """The victory points of a position at the end of a turn, and who has won."""

    turns_on = (
        "northern_extension",
        "victory_terms",
    )

    month: Month
    axis_holds: AxisHolds = ()
    soviet_holds: SovietHolds = ()

    def answer(self, nature: Nature) -> Finding[Standings]:
        why = Why()
        turn(self.month)
        held = control(self.axis_holds, self.soviet_holds, self.rulings.northern_extension)
        points = score(held)
        why("RUL-DC-39", "places in overland supply count for their holder")
        found = verdict(self.month, points, self.rulings.victory_terms)
        return why.so(
            Standings(
                points.axis,
                points.soviet,
                points.axis_in_soviet_union,
                found.over,
                found.winner,
                found.how,
            )
        )
