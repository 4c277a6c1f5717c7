"""What is still needed to win: the track says who would win if the match ended now."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from landbridge.engine.chance.nature import Sampler
from landbridge.engine.play.events import Play
from landbridge.games.arsenal.map.points import POINTS, point_number
from landbridge.games.arsenal.war.columns import put
from landbridge.games.arsenal.war.display.score import score_tracks
from landbridge.games.arsenal.war.ending import judge
from landbridge.games.arsenal.war.game import Arsenal
from landbridge.games.arsenal.war.scenarios import PLANS
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.words import AXIS, NOBODY, SOVIET

GAME = Arsenal()
EASTWARD = sorted(POINTS, key=lambda point: point.lon)


def begin(scenario: str) -> War:
    return GAME.set_up(scenario, GAME.choose({}), Play(Sampler(1)))


def advances(scenario: str) -> list[War]:
    """The last month, with the Axis a few points further east each time."""
    state = replace(begin(scenario), turn=PLANS[scenario].last)
    played = [point.number for point in EASTWARD if state.held[point.number] != NOBODY]
    held = state.held.translate(bytes([SOVIET, SOVIET, *range(2, 256)]))
    found = []
    for number in played:
        held = put(held, number, AXIS)
        found.append(replace(state, held=held))
    return found[::6]


@pytest.mark.parametrize("scenario", [scenario.name for scenario in GAME.scenarios])
def test_the_goals_that_are_reached_name_the_winner(scenario: str) -> None:
    winners = set()
    for state in advances(scenario):
        reached = [
            goal.side or "draw"
            for track in score_tracks(state)
            for goal in track.goals
            if track.points >= goal.points
        ]
        said = "axis" if "axis" in reached else "draw" if reached else "soviet"
        assert judge(state, Play(Sampler(1))).ended == said
        winners.add(said)
    assert winners >= {"axis", "soviet"}


def test_what_is_needed_is_counted_from_what_is_held() -> None:
    track = score_tracks(advances("campaign")[-1])[-1]
    drawn, won = track.goals
    assert track.points > won.points > drawn.points
    lost = track.points + 1
    assert track.needs["soviet"] == (
        f"Retake {lost - drawn.points} VP to win, {lost - won.points} to draw, by May 1945"
    )


def test_where_no_draw_is_possible_none_is_spoken_of() -> None:
    [before] = score_tracks(begin("barbarossa"))
    won = before.goals[0]
    assert all(goal.side == "axis" for goal in before.goals)
    assert before.needs["axis"] == f"{won.points} more VP to win, by December 1941"
    assert (
        before.needs["soviet"] == f"Keep the Axis below {won.points} VP to the end of December 1941"
    )


def test_a_single_place_is_taken_and_then_supplied() -> None:
    state = begin("tutorial")
    [road] = score_tracks(state)
    assert road.points == 0
    assert road.needs["axis"].startswith("Take Smolensk and hold it in overland supply")
    taken = replace(state, held=put(state.held, point_number("SMO"), AXIS))
    [cut_off] = score_tracks(taken)
    assert cut_off.needs["axis"].startswith("Open overland supply to Smolensk")
