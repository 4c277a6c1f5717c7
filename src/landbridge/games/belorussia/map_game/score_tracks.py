"""How a match on the map stands: its points, what they would decide, what each side still needs."""

from __future__ import annotations

from landbridge.engine.play.boards import ScoreGoal, ScoreTrack
from landbridge.games.belorussia.calendar import turns
from landbridge.games.belorussia.ledger.score import score_so_far, with_article
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.scenario_score import losses, places_in_play, terms_of
from landbridge.games.belorussia.position.counters import SIDES
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.scenario_victory import Levels
from landbridge.games.belorussia.victory import places
from landbridge.games.belorussia.words import NAME_OF, counted, listed, short


def score_tracks(state: Ledger) -> tuple[ScoreTrack, ...]:
    """What decides the match that is played on the map."""
    return (_of_scenario(state),) if state.is_excerpt else (_of_campaign(state),)


def _last_day(state: Ledger) -> str:
    return short(turns(state.rulings.last_turn)[state.last_turn - 1])


def _of_scenario(state: Ledger) -> ScoreTrack:
    """A short scenario: Soviet less Axis points, by the levels of its length."""
    terms, last = terms_of(state), _last_day(state)
    levels = terms.levels_for(state.rulings.scenario_length)
    points = score_so_far(state).result.points
    own_events = sum(event.points for event in terms.scoring_events if event.side == "soviet")
    return ScoreTrack(
        title="Soviet less Axis points",
        short="Points",
        side="soviet",
        points=points,
        most=sum(place.points for place in terms.places) + own_events,
        goals=(
            *(() if levels.draw is None else (ScoreGoal(levels.draw, "draw at the end"),)),
            ScoreGoal(levels.soviet, "Soviet victory at the end", "soviet"),
        ),
        needs=_needs(points, levels, last),
    )


def _needs(points: int, levels: Levels, last: str) -> dict[str, str]:
    """What each side needs for the level above, or to keep what it has."""
    win = levels.soviet
    draw = win if levels.draw is None else levels.draw
    beat, catch_up = counted(points - draw + 1, "point"), points - win + 1
    if points >= win:
        drawn = "" if levels.draw is None else f", {catch_up} to draw"
        comma = "," if drawn else ""
        return {
            "soviet": f"Keep {counted(win, 'point')} to the end of {last}",
            "axis": f"Take {beat} to win{drawn}{comma} by {last}",
        }
    more = counted(win - points, "more point")
    if levels.draw is None:
        return {
            "soviet": f"{more} to win, by {last}",
            "axis": f"Keep the total below {win} to the end of {last}",
        }
    if points >= draw:
        return {
            "soviet": f"{more} to win, by {last}",
            "axis": f"Take {beat} to win, by {last}",
        }
    return {
        "soviet": f"{more} to win, {draw - points} to draw, by {last}",
        "axis": f"Keep the total below {draw} to the end of {last}",
    }


def _of_campaign(state: Ledger) -> ScoreTrack:
    """The campaign: the Soviet total, by the levels that the players have agreed."""
    settled = figures("victory_levels", state.rulings.victory_levels)
    levels = sorted((least, name) for name, least in settled["least"])
    points, last = score_so_far(state).result.points, _last_day(state)
    above = next(((least, name) for least, name in levels if least > points), None)
    reached = [(least, name) for least, name in levels if least <= points]
    soviet = (
        f"{above[0] - points} more VP for {with_article(above[1])} on {last}"
        if above
        else f"Keep {levels[-1][0]} VP to the end of {last}"
    )
    below = [name for _, name in levels][len(reached) - 2] if len(reached) > 1 else settled["below"]
    axis = (
        f"Take {points - reached[-1][0] + 1} VP for {with_article(below)} on {last}"
        if reached
        else f"Keep the total below {levels[0][0]} VP to the end of {last}"
    )
    return ScoreTrack(
        title="Soviet VP",
        short="Soviet VP",
        side="soviet",
        points=points,
        most=sum(places(state.rulings.victory_points).values()),
        goals=tuple(ScoreGoal(least, name, _good_for(name)) for least, name in levels),
        needs={"soviet": soviet, "axis": axis},
    )


def _good_for(level: str) -> str:
    side = level.split()[0].lower()
    return side if side in ("soviet", "axis") else ""


def score_lines(state: Ledger) -> list[str]:
    """What a shell tells of the score of a match on the map."""
    track, level = score_tracks(state)[0], score_so_far(state).result.level
    goals = "; ".join(f"{goal.text} from {goal.points}" for goal in track.goals)
    lines = [
        f"{track.title}: {track.points}; at this rate {with_article(level)} ({goals})",
        f"Soviet side: {track.needs['soviet']}",
        f"Axis side: {track.needs['axis']}",
    ]
    if not state.is_excerpt:
        return lines
    places = places_in_play(state)
    won = ", ".join(f"{one.place.name} {one.place.points}" for one in places if one.soviet)
    left = ", ".join(f"{one.place.name} {one.place.points}" for one in places if not one.soviet)
    lines += [f"Soviet: {won or 'no place worth points'}", f"Axis: {left or 'none of them'}"]
    for side in SIDES:
        lost = losses(state, side)
        if lost.divisions or lost.formations:
            parts = counted(lost.divisions, "division"), counted(lost.formations, "formation")
            lines.append(f"Lost by the {NAME_OF[side]} side: {listed(parts)}")
    for event in terms_of(state).scoring_events:
        done = "so it is" if event.name in state.table.scored_events else "not so"
        points = counted(event.points, f"{NAME_OF[event.side]} point")
        lines.append(f"{points} if {event.text}: {done}")
    return lines
