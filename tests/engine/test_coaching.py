"""Tutorials as data: which step holds, what it lights, what is wrong with a file."""

from __future__ import annotations

from typing import Any

import pytest

from landbridge.engine.coaching.coach import advise
from landbridge.engine.coaching.guide import Guide, GuideQuestion, GuideWords
from landbridge.engine.coaching.tutorial import BadTutorial, Tutorial, build_tutorial
from landbridge.engine.matches.match import Match
from landbridge.engine.refusals import BadInput
from toys.ladder import Ladder, Position


def _rung(value: Any) -> int:
    if not isinstance(value, int):
        raise BadInput("a rung is a number")
    return value


class LadderGuide(Guide[Position]):
    """What a tutorial of the ladders may speak of."""

    questions = {
        "above": GuideQuestion(_rung, lambda state, role, rung: state.rung[role] > rung),
    }
    words = {"free": GuideWords(lambda asked, given: asked.open)}
    figures = {"rung": lambda state, role: str(state.rung[role])}


STEPS = [
    {
        "name": "first",
        "title": "Climb with the {hand} hand",
        "text": "You stand on rung {rung}.",
        "rules": ["DC-TOY-3"],
        "lesson": "climbing",
        "when": {"not": {"did": "climb"}},
        "do": ["climb <free> 2"],
    },
    {
        "name": "again",
        "title": "Climb on",
        "text": "",
        "when": {"above": 1},
        "do": ["climb left most", "climb right most"],
        "otherwise": ["rest"],
    },
    {"name": "end", "title": "Alone", "text": "", "farewell": True},
]
DATA: dict[str, Any] = {
    "title": "Up",
    "text": "How to climb",
    "scenario": "house",
    "role": "north",
    "opponent": "random",
    "minutes": 1,
    "goal": "The top; you are on rung {rung}.",
    "then": "tower",
    "lesson": [{"name": "climbing", "title": "Climbing", "learnt": {"did": "climb * 2"}}],
    "step": STEPS,
    "reaction": [
        {"name": "up", "on": {"event": "climb", "who": "north", "rungs": [1, 2]}, "text": "Up."}
    ],
}


def tutorial(**changed: Any) -> Tutorial:
    return build_tutorial(DATA | changed, Ladder(), LadderGuide(), "up.toml", ["random"])


def with_step(**changed: Any) -> Tutorial:
    return tutorial(step=[STEPS[0] | changed])


@pytest.fixture
def match() -> Match[Position]:
    return Match.new(Ladder(), "house", seed=1)


def test_a_step_lights_the_legal_actions_of_its_patterns(match: Match[Position]) -> None:
    advice = advise(tutorial(), match)
    assert advice.step is not None
    assert (advice.step.name, advice.step.lit) == ("first", (("climb", "left", "2"),))
    assert advice.step.title == "Climb with the left hand"
    assert advice.step.text == "You stand on rung 0."
    assert advice.goal == "The top; you are on rung 0."
    assert (advice.reply, [one.learnt for one in advice.lessons]) == (None, [False])


def test_the_coach_follows_what_the_player_does_and_takes_back(match: Match[Position]) -> None:
    lesson = tutorial()
    before = advise(lesson, match)
    match.do("climb left 2", "north")
    waiting = advise(lesson, match)
    assert (waiting.step, waiting.let_go) == (None, False)
    assert waiting.reply is not None
    assert (waiting.reply.name, waiting.reply.meaning) == ("up", "Up.")
    assert [one.learnt for one in waiting.lessons] == [True]
    match.undo("north")
    assert advise(lesson, match) == before


def test_whoever_leaves_the_path_is_told_what_holds_there(match: Match[Position]) -> None:
    match.do("climb left 1", "north")
    match.do("rest", "south")
    # Neither on the path nor above the first rung: the coach lets go and nobody is stuck.
    advice = advise(tutorial(), match)
    assert advice.let_go
    assert advice.step is not None
    assert advice.step.name == "end"


def test_another_thing_is_lit_where_nothing_of_a_step_is_legal(match: Match[Position]) -> None:
    for action in ("climb left 2", "rest", "climb right 2", "rest"):
        match.do(action)
    advice = advise(tutorial(), match)
    assert advice.step is not None
    assert (advice.step.name, advice.step.lit) == ("again", (("rest",),))


def test_a_finished_tutorial_names_what_comes_next(match: Match[Position]) -> None:
    for action in ("climb left 4", "rest", "rest", "rest", "climb right 2"):
        match.do(action)
    advice = advise(tutorial(), match)
    assert (advice.let_go, advice.step) == (True, None)
    assert advice.then is not None
    assert advice.then.name == "tower"


@pytest.mark.parametrize(
    ("changed", "wrong"),
    [
        ({"when": {"heigth": 3}}, "up.toml, step 'first': There is no condition 'heigth'"),
        ({"when": {"above": "high"}}, "step 'first': above: a rung is a number"),
        ({"when": {"did": "clamber"}}, "step 'first': There is no action 'clamber'"),
        ({"when": {"offered": ["clamber"]}}, "no action 'clamber'"),
        ({"when": {"did": {"since": "begin"}}}, "step 'first': did: "),
        ({"when": {"happened": {"rungs": 2}}}, "an event is told by its id"),
        ({"do": ["climb <free2> 1"]}, "no word 'free2'"),
        ({"do": ["climb left 1"], "text": "{feet}"}, "no figure is called 'feet'"),
        ({"text": "{rung"}, "step 'first': "),
        ({"lesson": "flying"}, "step 'first': There is no lesson 'flying'"),
    ],
)
def test_an_error_names_file_step_and_what_is_wrong(changed: dict[str, Any], wrong: str) -> None:
    with pytest.raises(BadTutorial) as caught:
        with_step(**changed)
    assert str(caught.value).startswith("up.toml, step 'first': ")
    assert wrong in str(caught.value)


@pytest.mark.parametrize(
    ("changed", "wrong"),
    [
        ({"scenario": "hut"}, "up.toml, scenario: There is no scenario 'hut'"),
        ({"then": "hut"}, "up.toml, scenario: There is no scenario 'hut'"),
        ({"role": "west"}, "up.toml, role: There is no role 'west'"),
        ({"opponent": "strong"}, "up.toml, bot: There is no bot 'strong'"),
        ({"goal": "{feet}"}, "up.toml, goal: no figure"),
        ({"step": [STEPS[0], STEPS[0]]}, "up.toml, step 'first': the name stands twice"),
        ({"steps": []}, "up.toml: Object contains unknown field `steps`"),
        ({"minutes": "ten"}, "up.toml: Expected `int`"),
    ],
)
def test_an_error_of_the_whole_file_names_its_field(changed: dict[str, Any], wrong: str) -> None:
    with pytest.raises(BadTutorial) as caught:
        tutorial(**changed)
    assert wrong in str(caught.value)
