"""What the steps of a phase have in common: slots that are worked out when they are asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from landbridge.engine.actions import Action, Slot
from landbridge.engine.agenda import Step
from landbridge.engine.refusals import Refused
from landbridge.games.arsenal.map import place_number
from landbridge.games.arsenal.units import UNITS, unit_number
from landbridge.games.arsenal.war.columns import IN_SIBERIA
from landbridge.games.arsenal.words import side_number

if TYPE_CHECKING:
    from landbridge.games.arsenal.war.state import War


class Done(Action, frozen=True):
    """A side ends its phase."""


class Phase(Step, frozen=True):
    """A step whose slots are worked out when they are asked for."""

    def slot(self, state: War, verb: str, said: tuple[str, ...]) -> Slot | None:
        """The next thing to be said for a verb, when something has been said already."""
        raise AssertionError(f"{type(self).__name__} has no slots")


def place_code(word: str) -> int:
    """A place of the columns from its word."""
    number = place_number(word)
    return IN_SIBERIA if number < 0 else number


def own_unit(state: War, word: str, side: str) -> int:
    """A unit that this side commands."""
    unit = unit_number(word)
    if state.side[unit] != side_number(side):
        raise Refused(f"{UNITS[unit].name} is not {side}", "RUL-DC-32", legal="own units")
    return unit
