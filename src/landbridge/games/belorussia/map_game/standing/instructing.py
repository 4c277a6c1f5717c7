"""Giving standing orders in a match, at any time and each side for itself."""

from __future__ import annotations

from typing import Self

from msgspec import UnsetType
from msgspec.structs import replace

from landbridge.engine.play.actions import Choice, Offer, Slot
from landbridge.engine.play.agenda import Step
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser, Verb
from landbridge.engine.refusals import BadInput, Violation, unknown
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.standing.standing_orders import (
    ASK,
    KINDS,
    SUBJECTS,
    Orders,
    Subject,
)
from landbridge.games.belorussia.position.counters import SIDES
from landbridge.games.belorussia.words import NAME_OF


class Instruct(Verb, frozen=True):
    """Give a standing order, or take it back with the word ask."""

    subject: Subject
    how: str

    @classmethod
    def is_open(cls, state: Ledger, step: Step, who: str) -> bool:
        return state.has_map and who in SIDES

    @classmethod
    def offer(cls, state: Ledger, step: Step, who: str) -> Offer | None:
        if not cls.is_open(state, step, who):
            return None
        slots = (cls._subjects(), Slot("how", lazy=True))
        return Offer("instruct", "Give a standing order", slots, aside=True)

    @classmethod
    def next_slot(cls, state: Ledger, step: Step, who: str, said: tuple[str, ...]) -> Slot | None:
        if not said:
            return cls._subjects()
        if len(said) > 1:
            return None
        kind = next((KINDS[subject] for subject in SUBJECTS if subject == said[0]), None)
        if kind is None:
            raise BadInput(unknown("subject", said[0], SUBJECTS))
        words = tuple(Choice(word, text) for word, text in kind.choices.items())
        return Slot("how", (*words, Choice(ASK, "ask me")), prompt=kind.title)

    @staticmethod
    def _subjects() -> Slot:
        words = tuple(Choice(subject, KINDS[subject].title) for subject in SUBJECTS)
        return Slot("subject", words, prompt="what about?")

    @classmethod
    def random_action(cls, state: Ledger, step: Step, who: str, choose: Chooser) -> Self | None:
        subject = SUBJECTS[choose(len(SUBJECTS))]
        words = (*KINDS[subject].choices, ASK)
        return cls(subject, words[choose(len(words))])

    def check(self, state: Ledger, step: Step, who: str) -> tuple[Violation, ...]:
        words = (*KINDS[self.subject].choices, ASK)
        if self.how not in words:
            raise BadInput(unknown(f"order for {self.subject}", self.how, words))
        return ()

    def apply(self, state: Ledger, step: Step, who: str, play: Play) -> Ledger:
        kind = KINDS[self.subject]
        means = kind.choices.get(self.how, "we are asked")
        play.log("instructed", to=(who,), side=NAME_OF[who], subject=kind.title, how=means)
        orders = {one: word for one, word in orders_of(state, who).items() if one != self.subject}
        if self.how != ASK:
            orders[self.subject] = self.how
        known = {} if isinstance(state.standing, UnsetType) else state.standing
        return replace(state, standing=known | {who: orders})


def orders_of(state: Ledger, side: str) -> Orders:
    """The standing orders of a side."""
    return {} if isinstance(state.standing, UnsetType) else state.standing.get(side, {})
