"""A tutorial: lessons, steps and reactions, read from a data file of the game.

docs/add-a-scenario.md says how one is written. Everything that a file names is checked when it is
read; an error names the file and the step.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from string import Formatter
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from landbridge.engine.chance.tables import read_toml
from landbridge.engine.coaching.conditions import (
    Condition,
    ConditionReader,
    EventPattern,
    read_event_pattern,
)
from landbridge.engine.coaching.guide import Guide
from landbridge.engine.coaching.patterns import ADVISED, Words
from landbridge.engine.play.game import Game
from landbridge.engine.refusals import BadInput, LandbridgeError, choices, unknown
from landbridge.engine.rules.citing import Rules


class BadTutorial(LandbridgeError):
    """A tutorial that cannot be played as it is written."""


class LessonText(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that is to be learnt."""

    name: str
    title: str
    learnt: dict[str, Any]
    """When the player has done it."""


class StepText(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What to do next, and why."""

    name: str
    title: str
    text: str
    why: str = ""
    rules: Rules = ()
    lesson: str = ""
    when: dict[str, Any] = {}
    do: tuple[str, ...] = ()
    """Actions that are lit, as far as they are legal; a step that has some holds while one is."""
    otherwise: tuple[str, ...] = ()
    """What is lit instead, where none of those is legal."""
    farewell: bool = False
    """Whether the coach lets go with it: the player goes on alone."""


class ReactionText(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What something that happened means."""

    name: str
    on: dict[str, Any]
    """The event, by its id and values."""
    text: str
    rules: Rules = ()
    lesson: str = ""
    when: dict[str, Any] = {}


class TutorialText(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A tutorial as it stands in its file."""

    title: str
    text: str
    scenario: str
    role: str
    """Whom the player plays."""
    opponent: str
    """The bot that plays everybody else."""
    minutes: int
    goal: str
    """What the player is after, with figures of the position."""
    then: str
    """The scenario that comes next."""
    lesson: tuple[LessonText, ...]
    step: tuple[StepText, ...]
    reaction: tuple[ReactionText, ...] = ()


class TutorialStep(NamedTuple):
    """A step, ready to be asked of a position."""

    told: StepText
    holds: Condition
    patterns: tuple[Words, ...]
    otherwise: tuple[Words, ...]


class Reaction(NamedTuple):
    """A reaction, ready to be asked of what happened."""

    told: ReactionText
    fits: EventPattern
    holds: Condition


class Lesson(NamedTuple):
    """A lesson, and when it is learnt."""

    told: LessonText
    learnt: Condition


class Tutorial(NamedTuple):
    """A tutorial, ready to be played."""

    told: TutorialText
    guide: Guide[Any]
    lessons: tuple[Lesson, ...]
    steps: tuple[TutorialStep, ...]
    reactions: tuple[Reaction, ...]


def read_tutorial(game: Game[Any], guide: Guide[Any], file: str, bots: Iterable[str]) -> Tutorial:
    """A tutorial of a game from its data file, or an error that names the place."""
    return build_tutorial(read_toml(game.package, file), game, guide, file, bots)


_LOOKED_THROUGH = msgspec.json.Decoder(TutorialText)
"""The type is looked through while the module is imported: two threads that are the first to
convert to one type at the same time bring the process down."""


def build_tutorial(
    data: Mapping[str, Any], game: Game[Any], guide: Guide[Any], file: str, bots: Iterable[str]
) -> Tutorial:
    """A tutorial from what stands in a file."""
    try:
        told = msgspec.convert(data, TutorialText)
    except msgspec.ValidationError as problem:
        raise BadTutorial(f"{file}: {problem}") from None
    return _TutorialReader(game, guide, file).read(told, tuple(bots))


class _TutorialReader:
    def __init__(self, game: Game[Any], guide: Guide[Any], file: str) -> None:
        self._game, self._guide, self._file = game, guide, file
        self._conditions = ConditionReader(guide, game.verbs)

    def read(self, told: TutorialText, bots: tuple[str, ...]) -> Tutorial:
        self._check("scenario", lambda: self._known_scenarios(told))
        self._known("role", told.role, self._game.roles)
        self._known("bot", told.opponent, bots)
        self._check("goal", lambda: self._check_text(told.goal, ()))
        self._once(told)
        names = [lesson.name for lesson in told.lesson]
        return Tutorial(
            told,
            self._guide,
            tuple(self._lesson(one) for one in told.lesson),
            tuple(self._step(one, names) for one in told.step),
            tuple(self._reaction(one, names) for one in told.reaction),
        )

    def _lesson(self, told: LessonText) -> Lesson:
        place = f"lesson '{told.name}'"
        return Lesson(told, self._check(place, lambda: self._conditions.read(told.learnt)))

    def _step(self, told: StepText, lessons: list[str]) -> TutorialStep:
        place = f"step '{told.name}'"
        if told.lesson:
            self._known("lesson", told.lesson, lessons, place)
        holds = self._check(place, lambda: self._conditions.read(told.when))
        patterns, otherwise = (
            self._check(place, partial(self._patterns, texts))
            for texts in (told.do, told.otherwise)
        )
        said = {
            field
            for words in (*patterns, *otherwise)
            for verb in (words[1:] if words[0] == ADVISED else words[:1])
            if verb in self._game.verbs
            for field in self._game.verbs[verb].__struct_fields__
        }
        self._check(place, lambda: self._check_text(f"{told.title}{told.text}{told.why}", said))
        return TutorialStep(told, holds, patterns, otherwise)

    def _patterns(self, texts: tuple[str, ...]) -> tuple[Words, ...]:
        return tuple(self._conditions.read_pattern(text) for text in texts)

    def _reaction(self, told: ReactionText, lessons: list[str]) -> Reaction:
        place = f"reaction '{told.name}'"
        if told.lesson:
            self._known("lesson", told.lesson, lessons, place)
        fits, _ = self._check(place, lambda: read_event_pattern(told.on))
        holds = self._check(place, lambda: self._conditions.read(told.when))
        self._check(place, lambda: self._check_text(told.text, ()))
        return Reaction(told, fits, holds)

    def _known_scenarios(self, told: TutorialText) -> None:
        for name in (told.scenario, told.then):
            self._game.scenario(name)

    def _known(self, kind: str, name: str, allowed: Iterable[str], place: str = "") -> None:
        known = list(allowed)
        if name not in known:
            raise self._error(place or kind, BadInput(unknown(kind, name, known)))

    def _check_text(self, text: str, said: Iterable[str]) -> None:
        known = {*self._guide.figures, *said}
        for _, name, _, _ in Formatter().parse(text):
            if name is not None and name not in known:
                raise BadInput(f"no figure is called '{name}'. Known: {choices(sorted(known))}.")

    def _once(self, told: TutorialText) -> None:
        """Every name stands for one thing."""
        parts: Mapping[str, Iterable[Any]] = {
            "lesson": told.lesson,
            "step": told.step,
            "reaction": told.reaction,
        }
        for kind, listed in parts.items():
            names = [one.name for one in listed]
            twice = next((name for name in names if names.count(name) > 1), "")
            if twice:
                raise self._error(f"{kind} '{twice}'", BadInput("the name stands twice"))

    def _check(self, place: str, act: Any) -> Any:
        try:
            return act()
        except (LandbridgeError, ValueError) as problem:
            raise self._error(place, problem) from None

    def _error(self, place: str, problem: Exception) -> BadTutorial:
        return BadTutorial(f"{self._file}, {place}: {problem}")
