"""The end: sudden victory, the last month, and the short scenarios."""

from __future__ import annotations

from msgspec.structs import replace

from landbridge.engine.play.events import Play
from landbridge.games.arsenal.map.points import POINTS
from landbridge.games.arsenal.map.supply_lines import OVERLAND, overland_supply
from landbridge.games.arsenal.victory import Score, score, verdict
from landbridge.games.arsenal.war.columns import box
from landbridge.games.arsenal.war.scenarios import AGREED, PLANS, Plan
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.words import AXIS


def judge(state: War, play: Play) -> War:
    """Whether the war is decided at the end of a month."""
    plan = PLANS[state.scenario]
    points = score(state.held)
    play.log("points", ("RUL-DC-39",), axis=points.axis, soviet=points.soviet)
    if plan.win is None:
        found = verdict(box(state).month, points, state.rulings.victory_terms)
        if found.over:
            return _over(state, found.winner, found.how, play)
    if state.turn < plan.last:
        return state
    winner, how = _short(state, plan, points)
    return _over(state, winner, how, play)


def _short(state: War, plan: Plan, points: Score) -> tuple[str, str]:
    if plan.win is not None:
        point = plan.win.number
        held = state.held[point] == AXIS and overland_supply(state.held, AXIS)[point] == OVERLAND
        if held:
            return "axis", plan.win.text
        return "soviet", f"{POINTS[point].name} is not the Axis' in overland supply at the end"
    more = AGREED["short_war"].values[state.rulings.short_war]
    east = plan.counts == "soviet_side"
    held_points = points.axis_in_soviet_union if east else points.axis
    how = f"{held_points} {'Soviet-side points' if east else 'points'} in Axis hands"
    if held_points >= plan.axis_win + more:
        return "axis", how
    return ("draw" if held_points >= plan.draw + more else "soviet"), how


def _over(state: War, winner: str, how: str, play: Play) -> War:
    play.log(
        "war_ends",
        ("RUL-DC-39",),
        winner=winner,
        how=how,
        month=box(state).month,
        axis=score(state.held).axis,
    )
    return replace(state, ended=winner, how=how)
