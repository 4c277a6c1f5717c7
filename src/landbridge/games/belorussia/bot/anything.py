"""What the player does where it has no opinion: any legal answer, drawn by its seed."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from random import Random
from typing import Any, Protocol

from landbridge.engine.play.actions import Action, Decision, Slot
from landbridge.engine.refusals import LandbridgeError

TRIES = 400
"""How often it thinks again before it gives up."""
MOST_WORDS = 40


class Seat(Protocol):
    """What the bot is given: its role, what the role sees and is asked, the referee's opinion."""

    role: str

    @property
    def view(self) -> Any:
        """The position as the role may see it."""

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """What the role has to decide."""

    def next_slot(self, verb: str, said: tuple[str, ...] = ()) -> Slot | None:
        """The next thing to be said for a verb."""

    def read(self, text: str) -> Action:
        """An action from its text form."""

    def check(self, action: Action) -> Any:
        """What an action would break; an impossible one is refused."""

    def random_action(self, choose: Callable[[int], int]) -> Action | None:
        """Any legal action, where the game can draw one."""


def anything(seat: Seat, random: Random) -> Action:
    """Any action that is open: drawn by the game, or said word by word."""
    drawn = seat.random_action(random.randrange)
    if drawn is not None:
        return drawn
    verbs = [one.verb for asked in seat.decisions for one in asked.offers if not one.aside]
    for _ in range(TRIES if verbs else 0):
        verb = random.choice(verbs)
        try:
            action = seat.read(shlex.join((verb, *_words(seat, verb, random))))
            if not seat.check(action):
                return action
        except LandbridgeError:
            continue
    raise LandbridgeError(f"Nothing legal was found for {seat.role}.")


def _words(seat: Seat, verb: str, random: Random) -> tuple[str, ...]:
    said: tuple[str, ...] = ()
    while len(said) < MOST_WORDS:
        slot = seat.next_slot(verb, said)
        if slot is None or (slot.optional and random.random() < 0.5):
            break
        if slot.low is not None and slot.high is not None and slot.low <= slot.high:
            said = (*said, str(random.randint(slot.low, slot.high)))
            continue
        words = slot.words or slot.examples
        if not words:
            break
        said = (*said, random.choice(words))
    return said
