"""How the war stands: the points that count, what they would decide, what each side still needs."""

from __future__ import annotations

from landbridge.engine.play.boards import ScoreGoal, ScoreTrack
from landbridge.games.arsenal.calendar import turn_name
from landbridge.games.arsenal.map.points import POINTS
from landbridge.games.arsenal.map.supply_lines import OVERLAND, overland_supply
from landbridge.games.arsenal.victory import DRAW, PLACES, SOVIET_WIN, SUDDEN_WIN, Score, score
from landbridge.games.arsenal.war.scenarios import AGREED, PLANS, Plan, Win
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.words import AXIS, NOBODY, figures


def score_tracks(state: War) -> tuple[ScoreTrack, ...]:
    """What decides this scenario, what decides it at once first."""
    plan, points = PLANS[state.scenario], score(state.held)
    last = turn_name(plan.last)
    if plan.win is not None:
        return (_single_place(state, plan.win, last),)
    at_once = ScoreGoal(SUDDEN_WIN, "Axis victory at once", "axis")
    sudden = (at_once,) if figures("victory_terms", state.rulings.victory_terms)["sudden"] else ()
    win, draw, east = _limits(state, plan)
    if east:
        return (_until_the_end(state, points, win, draw, last, sudden),)
    final = _until_the_end(state, points, win, draw, last, (), everywhere=True)
    return (*(_at_once(state, points, goal) for goal in sudden), final)


def _limits(state: War, plan: Plan) -> tuple[int, int, bool]:
    """Points for an Axis victory at the end, and for a draw; whether only the east counts."""
    if not plan.axis_win:
        return DRAW + 1, SOVIET_WIN + 1, False
    more = AGREED["short_war"].values[state.rulings.short_war]
    return plan.axis_win + more, plan.draw + more, plan.counts == "soviet_side"


def _single_place(state: War, win: Win, last: str) -> ScoreTrack:
    """One place decides: it is held in overland supply, or not."""
    place, name = win.number, POINTS[win.number].name
    own = state.held[place] == AXIS
    held = own and overland_supply(state.held, AXIS)[place] == OVERLAND
    cut_off = f"Open overland supply to {name} by the end of {last}"
    axis = cut_off if own else f"Take {name} and hold it in overland supply at the end of {last}"
    soviet = f"Hold {name}, or cut it off, until the end of {last}"
    return ScoreTrack(
        title=f"{name} in Axis hands",
        short=name,
        side="axis",
        points=int(held),
        most=1,
        goals=(ScoreGoal(1, "Axis victory at the end", "axis"),),
        needs={
            "axis": f"Hold {name} in overland supply until the end of {last}" if held else axis,
            "soviet": f"Retake {name}, or cut it off, by the end of {last}" if held else soviet,
        },
    )


def _until_the_end(
    state: War,
    points: Score,
    win: int,
    draw: int,
    last: str,
    sudden: tuple[ScoreGoal, ...],
    *,
    everywhere: bool = False,
) -> ScoreTrack:
    """Points that are counted at the end; those that win at once may stand on the same track."""
    held = points.axis if everywhere else points.axis_in_soviet_union
    victory = ScoreGoal(win, "Axis victory at the end", "axis")
    drawn = draw < win
    ends = (ScoreGoal(draw, "draw at the end"), victory) if drawn else (victory,)
    later = tuple(goal for goal in sudden if goal.points > win)
    if held >= win:
        to_draw = f", {held - win + 1} to draw" if drawn else ""
        needs = {
            "axis": f"Keep {win} VP to the end of {last}",
            "soviet": f"Retake {held - draw + 1} VP to win{to_draw}, by {last}",
        }
    elif held >= draw:
        needs = {
            "axis": f"{win - held} more VP to win, by {last}",
            "soviet": f"Retake {held - draw + 1} VP to win, by {last}",
        }
    else:
        to_draw = f", {draw - held} to draw" if drawn else ""
        needs = {
            "axis": f"{win - held} more VP to win{to_draw}, by {last}",
            "soviet": f"Keep the Axis below {draw} VP to the end of {last}",
        }
    return ScoreTrack(
        title="Axis VP" if everywhere else "Axis VP in the Soviet Union",
        short="Axis VP",
        side="axis",
        points=held,
        most=_most(state, everywhere),
        goals=(*ends, *later),
        needs=needs,
    )


def _at_once(state: War, points: Score, goal: ScoreGoal) -> ScoreTrack:
    """Points that decide the war at the end of any turn."""
    held = points.axis_in_soviet_union
    return ScoreTrack(
        title="Axis VP in the Soviet Union",
        short="Axis VP in the east",
        side="axis",
        points=held,
        most=_most(state, False),
        goals=(goal,),
        needs={
            "axis": f"{goal.points - held} more VP to win at once",
            "soviet": f"Keep the Axis below {goal.points} VP in the Soviet Union",
        },
    )


def _most(state: War, everywhere: bool) -> int:
    """All points that are played, or those on the Soviet side."""
    return sum(
        worth
        for point, worth, soviet_side in PLACES
        if state.held[point] != NOBODY and (everywhere or soviet_side)
    )
