"""The actions of a match as one role can count them: those that it noticed, and no others.

How often the enemy acted in secret is a secret too. A role therefore never meets the number of an
action in the whole match, only its number among those that the role did itself, heard of, or saw
change something.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from landbridge.engine.events import REFEREE
from landbridge.engine.game import Game
from landbridge.engine.refusals import BadInput

if TYPE_CHECKING:
    from landbridge.engine.match import Match


def has_secrets(game: Game[Any]) -> bool:
    """Whether roles of this game hide something from each other."""
    return type(game).view is not Game.view


class VisibleActions:
    """What one role can count of a match. It follows the match, also where that takes back."""

    def __init__(self, match: Match[Any], role: str) -> None:
        self._match, self._role = match, role
        self._whole = role == REFEREE or not has_secrets(match.game)
        self._serials: list[int] = []
        """The serials of all actions that were looked through."""
        self._noticed: list[int] = []
        """The numbers in the whole match of those that the role noticed."""

    @property
    def whole(self) -> bool:
        """Whether nothing is hidden: then these are all actions. When it is over, it is so."""
        return self._whole or self._match.outcome is not None

    def numbers(self) -> Sequence[int]:
        """The numbers in the whole match of the actions that the role noticed."""
        if self.whole:
            return range(1, len(self._match) + 1)
        self._follow()
        return self._noticed

    def __len__(self) -> int:
        return len(self.numbers())

    def count(self, action: int) -> int:
        """How many the role had noticed after so many actions of the whole match."""
        return action if self.whole else bisect_right(self.numbers(), action)

    def action(self, number: int) -> int:
        """How many actions of the whole match there were when the role had noticed so many."""
        numbers = self.numbers()
        if not 0 <= number <= len(numbers):
            raise BadInput(f"There are {len(numbers)} actions; {number} is beyond them.")
        return numbers[number - 1] if number else 0

    def _follow(self) -> None:
        history = self._match.history
        # Serials never come back: where the last one fits, all before it do.
        while self._serials and not self._fits():
            if self._noticed and self._noticed[-1] == len(self._serials):
                self._noticed.pop()
            self._serials.pop()
        for number in range(len(self._serials) + 1, len(history) + 1):
            self._serials.append(history[number - 1].entry.serial)
            if self._notices(number):
                self._noticed.append(number)

    def _fits(self) -> bool:
        history, last = self._match.history, len(self._serials)
        return last <= len(history) and history[last - 1].entry.serial == self._serials[-1]

    def _notices(self, number: int) -> bool:
        played = self._match.history[number - 1]
        if played.entry.who == self._role:
            return True
        if any(event.visible_to(self._role) for event in played.events):
            return True
        return bool(self._sight(self._match.at(number - 1)) != self._sight(played.state))

    def _sight(self, state: Any) -> Any:
        """All that the role can see of a position: its view, who decides, and what it may do."""
        game = self._match.game
        view = game.view(state, self._role)
        if game.outcome(state) is not None:
            return view, (), ()
        own = (*game.decisions(state, self._role), *game.asides(state, self._role))
        return view, set(game.deciders(state)), own
