"""What the steps of the war have in common: a side decides, and says when it is done."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Self

import msgspec
from msgspec import Struct

from landbridge.engine.chance.tables import read_toml
from landbridge.engine.play.actions import Action, Offer
from landbridge.engine.play.agenda import Step
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser, Verb, draw_from
from landbridge.engine.refusals import Refusal, Violation
from landbridge.engine.rules.citing import Rules
from landbridge.games.arsenal.calendar import month_name
from landbridge.games.arsenal.forces.names import unit_label
from landbridge.games.arsenal.forces.units import UNIT, unit_number
from landbridge.games.arsenal.war.columns import box
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.words import PACKAGE, SIDE_ADJECTIVES, Side, side_number


class Use(Struct, frozen=True):
    """What a verb is for."""

    when: str
    rules: Rules


USES: dict[str, Use] = msgspec.convert(read_toml(PACKAGE, "verbs.toml"), dict[str, Use])


class Phase(Step, frozen=True):
    """A step in which one side decides, until it ends it."""

    title: ClassVar[str]
    """What players call the part of the turn."""
    ending: ClassVar[str] = ""
    """What ending it is called."""
    ending_rules: ClassVar[Rules] = ()

    @property
    def who(self) -> Side:
        """Whose decision it is."""
        raise AssertionError(f"{type(self).__name__} is nobody's")

    def heading(self, state: War) -> str:
        """The month and the side, which most prompts begin with."""
        return f"{month_name(box(state).month)}: {SIDE_ADJECTIVES[self.who]}"

    def deciders(self, state: War) -> tuple[str, ...]:
        return (self.who,)

    def may_end(self, state: War) -> tuple[Violation, ...]:
        """Refuse the end of the phase; return what only a referee may let pass."""
        return ()

    def end(self, state: War, play: Play) -> War:
        """End the phase."""
        raise AssertionError(f"{type(self).__name__} does not end by itself")

    def random_action(self, state: War, who: str, choose: Chooser) -> Action | None:
        return draw_from(self.verbs, state, self, who, choose)


class Done(Verb, frozen=True):
    """End a phase."""

    @classmethod
    def offer(cls, state: War, step: Phase, who: str) -> Offer:
        return Offer("done", step.ending, (), step.ending_rules)

    @classmethod
    def is_open(cls, state: War, step: Phase, who: str) -> bool:
        return True

    def check(self, state: War, step: Phase, who: str) -> tuple[Violation, ...]:
        return step.may_end(state)

    def apply(self, state: War, step: Phase, who: str, play: Play) -> War:
        return step.end(state, play)

    @classmethod
    def random_action(cls, state: War, step: Phase, who: str, choose: Chooser) -> Self | None:
        try:
            return None if step.may_end(state) else cls()
        except Refusal:
            return None


def breaches(*checks: Callable[[], object]) -> tuple[Violation, ...]:
    """What these checks refuse: violations, which a referee may let pass."""
    found = []
    for check in checks:
        try:
            check()
        except Refusal as refused:
            found.append(Violation(refused.text, refused.rules, refused.legal))
    return tuple(found)


def own_unit(state: War, word: str, side: str) -> int:
    """A unit that this side commands."""
    unit = UNIT[word] if word in UNIT else unit_number(word)
    if state.side[unit] != side_number(side):
        name = f"{unit_label(unit)} is no {SIDE_ADJECTIVES[side]} unit"
        raise Refusal(name, "RUL-DC-32", legal="own units")
    return unit
