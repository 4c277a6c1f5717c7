"""The end: sudden victory, the last month, and the short scenarios."""

from __future__ import annotations

from msgspec.structs import asdict, replace

from landbridge.engine.play.events import Play
from landbridge.games.arsenal.map.points import POINTS
from landbridge.games.arsenal.map.supply_lines import OVERLAND, overland_supply
from landbridge.games.arsenal.victory import Score, score, verdict
from landbridge.games.arsenal.war.columns import box
from landbridge.games.arsenal.war.scenarios import PLANS, Plan
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.war.victory_count import victory_count
from landbridge.games.arsenal.words import AXIS


def judge(state: War, play: Play) -> War:
    """Whether the war is decided at the end of a month."""
    plan = PLANS[state.scenario]
    points = score(state.held)
    play.log(
        "points",
        ("RUL-DC-39",),
        axis=points.axis,
        soviet=points.soviet,
        east=points.axis_in_soviet_union,
        count=asdict(victory_count(state, points)),
    )
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
    found = victory_count(state, points)
    how = f"{found.held} {'Soviet-side points' if found.east else 'points'} in Axis hands"
    if found.held >= found.axis_win:
        return "axis", how
    return ("draw" if found.held >= found.draw else "soviet"), how


def _over(state: War, winner: str, how: str, play: Play) -> War:
    play.log(
        "war_ends",
        ("RUL-DC-39",),
        winner=winner,
        how=how,
        month=box(state).month,
        axis=score(state.held).axis,
        count=asdict(victory_count(state)),
    )
    return replace(state, ended=winner, how=how)
