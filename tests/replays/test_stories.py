"""How kept matches went: what their stories tell agrees with what happened in them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from landbridge.engine.matches.match import Match
from landbridge.engine.matches.saves import from_text
from landbridge.engine.play.stories import Chapter, Story
from landbridge.games.arsenal.forces.units import UNIT, UNITS
from landbridge.games.arsenal.war.scenarios import PLANS
from landbridge.games.arsenal.war.victory_count import victory_count
from landbridge.referee.games import game, load_match

HERE = Path(__file__).parent


def kept(name: str) -> tuple[Match[Any], Story]:
    """A kept match of the newest edition, and its story."""
    file = HERE / f"{name}.{game(name.partition('.')[0]).edition}.lbm"
    match = load_match(from_text(file.read_text(encoding="utf-8")))
    chapters = [
        Chapter(0, match.opening.events),
        *(Chapter(number + 1, match.history.events(number)) for number in range(len(match))),
    ]
    story = match.game.story(chapters)
    assert story is not None
    for series in story.series:
        for figures in series.sides.values():
            assert len(figures) == len(story.turns)
    return match, story


def test_story_of_a_war() -> None:
    match, story = kept("arsenal.case-blue")
    points, losses = story.series
    assert points.title == "Axis VP on the Soviet side"
    assert points.sides["axis"][-1] == victory_count(match.state).held
    assert [(goal.value, goal.text) for goal in points.goals] == [
        (PLANS["case-blue"].axis_win, "Axis victory at the end")
    ]
    events = [event for number in range(len(match)) for event in match.history.events(number)]
    lost: dict[str, int] = {"axis": 0, "soviet": 0}
    for event in events:
        gone = {"round": "destroyed", "air_battle": "lost", "surprise": "lost"}.get(event.id)
        ids = event.values[gone] if gone else ""
        if event.id in ("isolated", "sunk"):
            ids = event.values["unit"]
        for unit in ids.split(", ") if ids not in ("", "nobody", "none") else ():
            lost[UNITS[UNIT[unit]].side] += 1
    assert {side: figures[-1] for side, figures in losses.sides.items()} == lost
    fire = [roll for event in events if event.id == "round" for roll in event.rolls]
    assert sum(one.throws for one in story.luck) == len(fire)
    assert sum(one.had for one in story.luck) == sum(bool(roll.cell) for roll in fire)
    assert 0 < len(story.moments) <= 6
    assert [one.number for one in story.moments] == sorted(one.number for one in story.moments)


def test_story_of_a_ledger() -> None:
    match, story = kept("belorussia.campaign-1944")
    assert story.series[0].sides["soviet"][-1] == match.outcome.score["soviet"]  # type: ignore[union-attr]
    soviet, axis = story.luck
    received = [
        event.values["points"]
        for number in range(len(match))
        for event in match.history.events(number)
        if event.id == "soviet_supply"
    ]
    assert (soviet.side, soviet.had, soviet.throws) == ("soviet", sum(received), len(received))
    # In 1944 two dice less one: 3 rows of 8, 11 and so on; the average is exact.
    assert soviet.expected == pytest.approx(len(received) * 244.41666666666666 / 21)
    assert 0 < axis.better < 1


def test_story_of_orsha() -> None:
    match, story = kept("orsha.on-track-to-orsha")
    scored = [
        event.values
        for number in range(len(match))
        for event in match.history.events(number)
        if event.id in ("scenario_scored", "battle_over")
    ]
    battles, scores = scored[::2], scored[1::2]
    points, casualties = story.series
    assert list(points.sides["russian"]) == [one["counted"] for one in scores]
    assert list(casualties.sides["german"]) == [one["russian"] for one in battles]
