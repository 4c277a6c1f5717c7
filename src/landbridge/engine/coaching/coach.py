"""The coach: which step of a tutorial holds now, what it lights, and what just happened means.

All of it follows from the match as the player sees it: the position, what may be done and the log.
So it survives a reload and an undo, and whoever leaves the path is simply told what holds there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import compress
from typing import Any

from msgspec import Struct

from landbridge.engine.coaching.patterns import Words, legal_actions
from landbridge.engine.coaching.situation import Situation
from landbridge.engine.coaching.tutorial import Tutorial, TutorialStep
from landbridge.engine.matches.match import Match
from landbridge.engine.play.game import Scenario
from landbridge.engine.rules.citing import Rules


class Reply(Struct, frozen=True):
    """What happened, and what it means."""

    name: str
    happened: str
    meaning: str
    rules: Rules = ()
    lesson: str = ""


class LessonView(Struct, frozen=True):
    """Something that is learnt in a tutorial."""

    name: str
    title: str
    learnt: bool


class StepView(Struct, frozen=True):
    """What to do next, why, and what is lit for it."""

    name: str
    title: str
    text: str
    why: str
    rules: Rules
    lesson: str
    lit: tuple[Words, ...]
    """Legal actions, each as its words."""


class Advice(Struct, frozen=True):
    """What a coach says in a position."""

    title: str
    goal: str
    lessons: tuple[LessonView, ...]
    reply: Reply | None = None
    step: StepView | None = None
    """Nothing while others decide."""
    let_go: bool = False
    """Whether the player goes on alone."""
    then: Scenario | None = None
    """What comes next, when it is over."""


def advise(tutorial: Tutorial, match: Match[Any]) -> Advice:
    """What the coach says to the player of a tutorial."""
    told, guide = tutorial.told, tutorial.guide
    situation = Situation(match, told.role)
    known = _Figures(situation, guide.figures)
    found = None if match.outcome is not None else _find_step(tutorial, situation)
    return Advice(
        told.title,
        told.goal.format_map(known),
        tuple(
            LessonView(one.told.name, one.told.title, one.learnt(situation))
            for one in tutorial.lessons
        ),
        _find_reply(tutorial, situation, known),
        None if found is None else _show_step(tutorial, situation, *found, known),
        match.outcome is not None or (found is not None and found[0].told.farewell),
        None if match.outcome is None else match.game.scenario(told.then),
    )


class _Figures(dict[str, str]):
    """Figures of a position in words, each worked out when a text wants it."""

    def __init__(self, situation: Situation, figures: Mapping[str, Any]) -> None:
        super().__init__()
        self._situation, self._figures = situation, figures

    def __missing__(self, name: str) -> str:
        found: str = self._figures[name](self._situation.view, self._situation.role)
        self[name] = found
        return found


def _find_step(
    tutorial: Tutorial, situation: Situation
) -> tuple[TutorialStep, tuple[Words, ...]] | None:
    """The first step that holds, and what it lights."""
    if not situation.decisions:
        return None
    for step in tutorial.steps:
        if not step.holds(situation):
            continue
        lit = _lit(tutorial, situation, step.patterns)
        lit = lit or _lit(tutorial, situation, step.otherwise)
        if lit or not step.patterns:
            return step, lit
    return None


def _lit(tutorial: Tutorial, situation: Situation, patterns: Iterable[Words]) -> tuple[Words, ...]:
    found = (legal_actions(situation, tutorial.guide, pattern) for pattern in patterns)
    return _no_more_than_can(situation, dict.fromkeys(words for some in found for words in some))


def _no_more_than_can(situation: Situation, legal: Iterable[Words]) -> tuple[Words, ...]:
    """Of the actions that go one way, as many as can be done one after the other."""
    ways: dict[Words, list[Words]] = {}
    for words in legal:
        # Whatever is said after the first word is the way; without it each stands for itself.
        ways.setdefault((words[0], *words[2:]) if len(words) > 2 else words, []).append(words)
    kept = set[Words]()
    for some in ways.values():
        possible = situation.possible_in_a_row([" ".join(words) for words in some])
        kept.update(compress(some, possible))
    return tuple(words for words in legal if words in kept)


def _show_step(
    tutorial: Tutorial,
    situation: Situation,
    step: TutorialStep,
    lit: tuple[Words, ...],
    known: _Figures,
) -> StepView:
    told, guide = step.told, tutorial.guide
    said: dict[str, list[str]] = {}
    for words in lit:
        fields = situation.game.verbs[words[0]].__struct_fields__
        for at, word in enumerate(words[1:]):
            # The last field of a verb may take several words.
            if fields:
                name = fields[min(at, len(fields) - 1)]
                said.setdefault(name, []).append(guide.label(word))
    for name, labels in said.items():
        known[name] = guide.join(list(dict.fromkeys(labels)))
    return StepView(
        told.name,
        told.title.format_map(known),
        told.text.format_map(known),
        told.why.format_map(known),
        told.rules,
        told.lesson,
        lit,
    )


def _find_reply(tutorial: Tutorial, situation: Situation, known: _Figures) -> Reply | None:
    """The first reaction to something that happened since the player last acted."""
    for reaction in tutorial.reactions:
        told = reaction.told
        event = next((one for one in reversed(situation.lately) if reaction.fits(one)), None)
        if event is not None and reaction.holds(situation):
            happened = situation.game.sentence(event)
            meaning = told.text.format_map(known)
            return Reply(told.name, happened, meaning, told.rules, told.lesson)
    return None
