"""What the steps of a phase have in common: slots that are worked out when they are asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

import msgspec
from msgspec import Struct

from landbridge.engine.actions import Action, Slot
from landbridge.engine.agenda import Step
from landbridge.engine.refusals import Refusal
from landbridge.engine.rules import Rules
from landbridge.engine.tables import read_toml
from landbridge.games.arsenal.forces.units import UNIT, UNITS, unit_number
from landbridge.games.arsenal.map.points import NUMBER, place_number
from landbridge.games.arsenal.war.columns import IN_SIBERIA
from landbridge.games.arsenal.words import PACKAGE, Side, side_number

if TYPE_CHECKING:
    from landbridge.games.arsenal.war.state import War


T = TypeVar("T")

Chooser = Callable[[int], int]
"""Chooses one of so many: a number below that."""
Making = Callable[["War", Chooser], Action | None]
"""Draws an action of one verb; None if there is none."""


class Done(Action, frozen=True):
    """A side ends its phase."""


DONE = Done()


class Use(Struct, frozen=True):
    """What a verb is for."""

    when: str
    rules: Rules


USES: dict[str, Use] = msgspec.convert(read_toml(PACKAGE, "verbs.toml"), dict[str, Use])


class Phase(Step, frozen=True):
    """A step whose slots are worked out when they are asked for."""

    @property
    def who(self) -> Side:
        """Whose decision it is."""
        raise AssertionError(f"{type(self).__name__} is nobody's")

    def slot(self, state: War, verb: str, said: tuple[str, ...]) -> Slot | None:
        """The next thing to be said for a verb, when something has been said already."""
        raise AssertionError(f"{type(self).__name__} has no slots")

    def random_action(self, state: War, who: str, choose: Chooser) -> Action:
        """A legal action, complete: each verb that has one is as likely as the next."""
        raise AssertionError(f"{type(self).__name__} draws nothing")


def draw_one(state: War, choose: Chooser, verbs: list[Making]) -> Action:
    """An action of one of these verbs, which are tried in any order until one has one."""
    while True:
        verb = choose(len(verbs))
        action = verbs[verb](state, choose)
        if action is not None:
            return action
        del verbs[verb]


def draw_legal(choose: Chooser, candidates: list[T], check: Callable[[T], object]) -> T | None:
    """One of these candidates, which are tried in any order until one is not refused."""
    while candidates:
        number = choose(len(candidates))
        try:
            check(candidates[number])
        except Refusal:
            del candidates[number]
        else:
            return candidates[number]
    return None


def end_phase(state: War, choose: Chooser) -> Action | None:
    """The action that can always be done."""
    return DONE


def place_code(word: str) -> int:
    """A place of the columns from its word."""
    known = NUMBER.get(word)
    if known is not None:
        return known
    number = place_number(word)
    return IN_SIBERIA if number < 0 else number


def own_unit(state: War, word: str, side: str) -> int:
    """A unit that this side commands."""
    unit = UNIT[word] if word in UNIT else unit_number(word)
    if state.side[unit] != side_number(side):
        raise Refusal(f"{UNITS[unit].name} is not {side}", "RUL-DC-32", legal="own units")
    return unit
