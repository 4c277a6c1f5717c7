"""What has been played in a match so far, and all that can be looked up in it."""

from __future__ import annotations

from functools import cached_property, partial
from typing import Any, Generic, TypeVar

from msgspec import Struct

from landbridge.engine.matches.audit import audit
from landbridge.engine.matches.gestures import gesture_of
from landbridge.engine.matches.heads import Chains
from landbridge.engine.matches.history import History
from landbridge.engine.matches.repeating import redo
from landbridge.engine.matches.saves import Header, Rollback
from landbridge.engine.matches.snapshots import Snapshots
from landbridge.engine.matches.visible import VisibleActions
from landbridge.engine.play.actions import Decision
from landbridge.engine.play.endings import Ending
from landbridge.engine.play.events import REFEREE, Event, Play
from landbridge.engine.play.game import Game, Outcome
from landbridge.engine.refusals import BadInput, choices

S = TypeVar("S", bound=Struct)


class PlayedMatch(Generic[S]):
    """A match as it stands: its set-up, its history and what follows from them."""

    def __init__(self, game: Game[S], header: Header, first: S, opening: Play) -> None:
        self.game, self.header = game, header
        self.opening = opening
        self._history: History[S] = History(first, partial(redo, game, header.edition))
        self._serial = 1
        self._taken_back: list[Rollback] = []
        self._visible: dict[str, VisibleActions] = {}
        self._ending: Ending | None = None

    @property
    def state(self) -> S:
        """The position now."""
        return self._history.state

    @property
    def history(self) -> History[S]:
        """Every action so far; it grows with the match."""
        return self._history

    @property
    def next_serial(self) -> int:
        """The serial number of the next action; none is ever given twice."""
        return self._serial

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, if it has."""
        return self.game.outcome(self.state) if self._ending is None else self._ending.outcome()

    @property
    def taken_back(self) -> tuple[Rollback, ...]:
        """Every rollback so far."""
        return tuple(self._taken_back)

    @property
    def ending(self) -> Ending | None:
        """How people ended it, if they did before its rules."""
        return self._ending

    def __len__(self) -> int:
        return len(self._history)

    @property
    def deciders(self) -> tuple[str, ...]:
        """Who has to decide."""
        return self.game.deciders(self.state) if self._ending is None else ()

    def decisions(self, role: str = REFEREE) -> tuple[Decision, ...]:
        """What this role has to decide; for the referee, what anybody has."""
        return self.game.decisions(self.state, role) if self._ending is None else ()

    def open_to(self, role: str = REFEREE) -> tuple[Decision, ...]:
        """What this role has to decide, and what it may do beside it; for the referee, anybody."""
        state = self.state
        return (*self.game.decisions(state, role), *self.game.asides(state, role))

    def view(self, role: str = REFEREE) -> Any:
        """The position as this role may see it."""
        self._known(role)
        return self.game.view(self.state, role)

    def visible(self, role: str) -> VisibleActions:
        """The actions as this role can count them."""
        if role not in self._visible:
            self._visible[role] = VisibleActions(
                self.game, self._history, role, lambda: self.outcome is not None
            )
        return self._visible[role]

    def log(self, role: str = REFEREE) -> list[tuple[int, Event]]:
        """Every event that this role may know, with the number of its action (0: the set-up).

        Actions are numbered as the role can count them.
        """
        self._known(role)
        found = [(0, event) for event in self.opening.events]
        for number, action in enumerate(self.visible(role).numbers(), start=1):
            found.extend((number, event) for event in self._history.events(action - 1))
        return [(number, event) for number, event in found if event.visible_to(role)]

    def _known(self, role: str) -> None:
        if role != REFEREE and role not in self.game.roles:
            raise BadInput(
                f"There is no role '{role}'. Allowed: {choices([*self.game.roles, REFEREE])}."
            )

    def at(self, number: int) -> S:
        """The position after n actions."""
        if not 0 <= number <= len(self):
            raise BadInput(f"There are {len(self)} actions; {number} is beyond them.")
        return self._history.at(number)

    def last_gesture(self, role: str) -> range:
        """The numbers of the actions that this role would take back next; empty if there are none.

        What was done together is taken back together; what passed before anything was done stays.
        """
        seen = self.visible(role).numbers()
        found = gesture_of(self._history, seen[-1]) if seen else range(0)
        return range(0) if found and self._history.records[found[0] - 1].automatic else found

    @cached_property
    def chains(self) -> Chains:
        """The hash chains over the history."""
        return Chains(self.game, self.header, self._history, self.visible)

    @cached_property
    def snapshots(self) -> Snapshots:
        """Positions for files and databases."""
        return Snapshots(self.game, self._history, self.visible, self.chains)

    def audit(self) -> list[str]:
        """What is wrong with the dice: nothing, if all come from the seed that was promised."""
        return audit(self.header, self.opening, self._history)
