"""A seat at a match: all that one player may see and say. A bot gets nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from landbridge.engine.matches.match import Match
from landbridge.engine.play.actions import Action, Decision, Slot
from landbridge.engine.play.events import Event
from landbridge.engine.refusals import LandbridgeError, Violation


class Stuck(LandbridgeError):
    """A bot finds nothing that it may do, or nobody has anything to decide."""


class Seat:
    """One role's place in a match."""

    __slots__ = ("__match", "role")

    def __init__(self, match: Match[Any], role: str) -> None:
        self.__match, self.role = match, role

    @property
    def view(self) -> Any:
        """The position as this role may see it."""
        return self.__match.view(self.role)

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """What this role has to decide."""
        return self.__match.decisions(self.role)

    @property
    def log(self) -> list[tuple[int, Event]]:
        """What has happened, as far as this role may know."""
        return self.__match.log(self.role)

    def next_slot(self, verb: str, said: tuple[str, ...] = ()) -> Slot | None:
        """The next thing to be said for a verb, or None if nothing more is needed."""
        return self.__match.game.next_slot(self.__match.state, self.role, verb, said)

    def random_action(self, choose: Callable[[int], int]) -> Action | None:
        """Any legal action, where the game can draw one; `choose` picks one of n."""
        return self.__match.game.random_action(self.view, self.role, choose)

    def read(self, text: str) -> Action:
        """An action from its text form."""
        return self.__match.game.read(text)

    def check(self, action: Action) -> tuple[Violation, ...]:
        """What an action would break; an impossible one is refused."""
        return self.__match.game.check(self.__match.state, self.role, action)


class Bot(Protocol):
    """Anything that can choose an action."""

    def choose(self, seat: Seat) -> Action:
        """What to do now. At least one decision is waiting."""


def play(match: Match[Any], bots: Mapping[str, Bot], until: int | None = None) -> int:
    """Let bots act for their roles until the match is over, a person must act, or `until` actions.

    What only the owner of the printed game can know is left to a person, where one plays. Returns
    how many actions were done.
    """
    count = 0
    while match.outcome is None and (until is None or count < until):
        waiting = match.deciders
        if not waiting:
            raise Stuck("Nobody has anything to decide, but the match is not over.")
        role = next((who for who in waiting if who in bots), None)
        people = any(who not in bots for who in waiting)
        if role is None or (people and match.game.asks_owner(match.state)):
            break
        match.do(bots[role].choose(Seat(match, role)), role)
        count += 1
    return count
