"""What a coach looks at: a match as one role sees it, and what has happened in it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

from landbridge.engine.chance.nature import NeedRoll, TypedDice
from landbridge.engine.matches.match import Match
from landbridge.engine.matches.visible import has_secrets
from landbridge.engine.play.actions import Action, Decision, Slot
from landbridge.engine.play.events import Event, Play
from landbridge.engine.refusals import Refusal, Violation


class OwnAction(NamedTuple):
    """Something that the role has done."""

    number: int
    """As the role counts actions."""
    words: tuple[str, ...]


class Situation:
    """A match as a role sees it. What is dear to find is found once."""

    def __init__(self, match: Match[Any], role: str) -> None:
        self.game, self.role = match.game, role
        self._match = match

    @cached_property
    def view(self) -> Any:
        """The position as the role may see it."""
        return self._match.view(self.role)

    @cached_property
    def decisions(self) -> tuple[Decision, ...]:
        """What the role has to decide."""
        return self._match.decisions(self.role)

    @cached_property
    def offered(self) -> frozenset[str]:
        """The verbs that are offered to the role."""
        return frozenset(offer.verb for one in self.decisions for offer in one.offers)

    @cached_property
    def log(self) -> list[tuple[int, Event]]:
        """Every event that the role may know, with the number of its action."""
        return self._match.log(self.role)

    @cached_property
    def own_actions(self) -> list[OwnAction]:
        """What the role has done so far."""
        records = self._match.history.records
        return [
            OwnAction(number, tuple(records[action - 1].do.split()))
            for number, action in enumerate(self._match.visible(self.role).numbers(), start=1)
            if records[action - 1].who == self.role and not records[action - 1].automatic
        ]

    @cached_property
    def lately(self) -> list[Event]:
        """What the role's last action led to, and all that came after it."""
        last = self.own_actions[-1].number if self.own_actions else 0
        return [event for number, event in self.log if number >= last]

    def since(self, event_id: str) -> int:
        """The number of the action that last led to such an event; without an id, the set-up."""
        if not event_id:
            return -1
        return next((n for n, event in reversed(self.log) if event.id == event_id), -1)

    def next_slot(self, verb: str, said: tuple[str, ...]) -> Slot | None:
        """The next thing to be said for a verb that is offered."""
        return self.game.next_slot(self._match.state, self.role, verb, said)

    def is_legal(self, text: str) -> bool:
        """Whether an action that can be read breaks no rule."""
        return not self.game.check(self._match.state, self.role, self.game.read(text))

    def against(self, action: Action) -> tuple[Violation, ...]:
        """What an action would break; one that cannot be done at all is refused."""
        return self.game.check(self._match.state, self.role, action)

    def possible_in_a_row(self, texts: Sequence[str]) -> tuple[bool, ...]:
        """Of legal actions, which can still be done after those before them.

        Where dice would have to be thrown, or something could be learnt of what is hidden, all can.
        """
        if has_secrets(self.game):
            return (True,) * len(texts)
        state, found = self._match.state, []
        for text in texts:
            action = self.game.read(text)
            found.append(not self._breaks_a_rule(state, action))
            if found[-1]:
                try:
                    state = self.game.apply(state, self.role, action, Play(TypedDice(())))
                except NeedRoll:
                    break
        return (*found, *(True,) * (len(texts) - len(found)))

    def _breaks_a_rule(self, state: Any, action: Action) -> bool:
        try:
            return bool(self.game.check(state, self.role, action))
        except Refusal:
            return True
