"""The actions of a match as one role can count them: those that it noticed, and no others.

How often the enemy acted in secret is a secret too. A role therefore never meets the number of an
action in the whole match, only its number among those that the role did itself, heard of, or saw
change something.
"""

from __future__ import annotations

import zlib
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from typing import Any

from landbridge.engine.matches.history import History
from landbridge.engine.matches.saves import BadSave
from landbridge.engine.matches.states import unpack
from landbridge.engine.play.events import REFEREE
from landbridge.engine.play.game import Game
from landbridge.engine.refusals import BadInput


def has_secrets(game: Game[Any]) -> bool:
    """Whether roles of this game hide something from each other."""
    return type(game).view is not Game.view


class VisibleActions:
    """What one role can count of a match. It follows the match, also where that takes back."""

    def __init__(
        self, game: Game[Any], history: History[Any], role: str, is_over: Callable[[], bool]
    ) -> None:
        self._game, self._history, self._role = game, history, role
        self._is_over = is_over
        self._whole = role == REFEREE or not has_secrets(game)
        self._looked = 0
        """How many actions were looked through."""
        self._noticed = array("L")
        """The numbers in the whole match of those that the role noticed."""
        history.follow(self._cut)

    @property
    def sees_all(self) -> bool:
        """Whether nothing is hidden: then these are all actions. When it is over, it is so."""
        return self._whole or self._is_over()

    def numbers(self) -> Sequence[int]:
        """The numbers in the whole match of the actions that the role noticed."""
        if self.sees_all:
            return range(1, len(self._history) + 1)
        self._follow()
        return self._noticed

    def __len__(self) -> int:
        return len(self.numbers())

    def count(self, action: int) -> int:
        """How many the role had noticed after n actions of the whole match."""
        return action if self.sees_all else bisect_right(self.numbers(), action)

    def action(self, number: int) -> int:
        """How many actions of the whole match there were when the role had noticed n."""
        numbers = self.numbers()
        if not 0 <= number <= len(numbers):
            raise BadInput(f"There are {len(numbers)} actions; {number} is beyond them.")
        return numbers[number - 1] if number else 0

    def noticed(self, action: int) -> bool:
        """Whether the role noticed this action of the whole match when it was done."""
        if self._whole:
            return True
        self._follow()
        place = bisect_left(self._noticed, action)
        return place < len(self._noticed) and self._noticed[place] == action

    def _follow(self) -> None:
        for number in range(self._looked + 1, len(self._history) + 1):
            if self._notices(number):
                self._noticed.append(number)
            self._looked = number

    def _cut(self, length: int) -> None:
        """Forget actions that were taken back."""
        self._looked = min(self._looked, length)
        del self._noticed[bisect_right(self._noticed, length) :]

    def written(self, count: int) -> bytes | None:
        """Which of the first actions were noticed, a bit for each; None if it is not known yet."""
        if self._whole or self._looked < count:
            return None
        bits = bytearray((count + 7) // 8)
        for number in self._noticed:
            if number <= count:
                bits[(number - 1) // 8] |= 1 << (number - 1) % 8
        return zlib.compress(bits)

    def read(self, count: int, written: bytes) -> None:
        """Take over which of the first actions were noticed."""
        bits = unpack(written)
        if len(bits) != (count + 7) // 8:
            raise BadSave("it does not fit its number of actions")
        self._looked = count
        self._noticed = array(
            "L", (n for n in range(1, count + 1) if bits[(n - 1) // 8] >> (n - 1) % 8 & 1)
        )

    def _notices(self, number: int) -> bool:
        history = self._history
        if history.records[number - 1].who == self._role:
            return True
        if any(event.visible_to(self._role) for event in history.events(number - 1)):
            return True
        return bool(self._sight(history.at(number - 1)) != self._sight(history.at(number)))

    def _sight(self, state: Any) -> Any:
        """All that the role can see of a position: its view, who decides, and what it may do."""
        game = self._game
        view = game.view(state, self._role)
        if game.outcome(state) is not None:
            return view, (), ()
        own = (*game.decisions(state, self._role), *game.asides(state, self._role))
        return view, set(game.deciders(state)), own
