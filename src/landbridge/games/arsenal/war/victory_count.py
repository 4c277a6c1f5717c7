"""What counts in a scenario: the points that the Axis hold, and how many decide it."""

from __future__ import annotations

from msgspec import Struct

from landbridge.games.arsenal.victory import DATA, SOVIET_WIN, Score, score
from landbridge.games.arsenal.war.scenarios import AGREED, PLANS
from landbridge.games.arsenal.war.state import War


class VictoryCount(Struct, frozen=True, kw_only=True):
    """The points that count, and what they mean at the end."""

    held: int
    """By the Axis; the Soviets have the rest."""
    axis_win: int
    """So many and more are an Axis victory at the end; 0 where one place decides."""
    draw: int
    """So many and more are a draw."""
    east: bool
    """Whether only places on the Soviet side count."""


def victory_count(state: War, points: Score | None = None) -> VictoryCount:
    """The points that count by the scenario."""
    plan, found = PLANS[state.scenario], points or score(state.held)
    if plan.axis_win:
        more = AGREED["short_war"].values[state.rulings.short_war]
        east = plan.counts == "soviet_side"
        return VictoryCount(
            held=found.axis_in_soviet_union if east else found.axis,
            axis_win=plan.axis_win + more,
            draw=plan.draw + more,
            east=east,
        )
    if plan.win is not None:
        return VictoryCount(held=found.axis, axis_win=0, draw=0, east=False)
    return VictoryCount(
        held=found.axis, axis_win=DATA["final"]["draw"] + 1, draw=SOVIET_WIN + 1, east=False
    )
