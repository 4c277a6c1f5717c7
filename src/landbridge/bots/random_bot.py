"""A bot that does anything that is allowed, each offer equally likely."""

from __future__ import annotations

import random
import shlex

from landbridge.bots.seats import Seat, Stuck
from landbridge.engine.play.actions import Action, Slot
from landbridge.engine.refusals import LandbridgeError

TRIES = 1000
"""How often it thinks again before it gives up."""

WORDS = 100
"""The longest action that it says."""


class RandomBot:
    """Plays any game, by its offers and slots where it draws nothing itself.

    The same seed plays the same way.
    """

    def __init__(self, seed: int | str | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, seat: Seat) -> Action:
        """Any action that is offered, can be completed and breaks no rule."""
        drawn = seat.random_action(self._random.randrange)
        if drawn is not None:
            return drawn
        offers = [
            offer for decision in seat.decisions for offer in decision.offers if not offer.aside
        ]
        if not offers:
            raise Stuck(f"Nothing is offered to {seat.role}.")
        for _ in range(TRIES):
            verb = self._random.choice(offers).verb
            words = self._fill(seat, verb)
            if words is None:
                continue
            try:
                action = seat.read(shlex.join((verb, *words)))
                if not seat.check(action):
                    return action
            except LandbridgeError:
                continue
        raise Stuck(f"{seat.role} found nothing legal in {TRIES} tries.")

    def _fill(self, seat: Seat, verb: str) -> tuple[str, ...] | None:
        """The words after a verb; None where only a person would know one."""
        said: tuple[str, ...] = ()
        while len(said) < WORDS:
            try:
                slot = seat.next_slot(verb, said)
            except LandbridgeError:
                return None
            if slot is None or (slot.optional and self._random.random() < 0.5):
                return said
            word = self._word(slot)
            if word is None:
                return said if slot.optional else None
            said = (*said, word)
        return said

    def _word(self, slot: Slot) -> str | None:
        if slot.low is not None and slot.high is not None:
            return str(self._random.randint(slot.low, slot.high)) if slot.low <= slot.high else None
        words = slot.words or slot.examples
        return self._random.choice(words) if words else None
