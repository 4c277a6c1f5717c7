"""Handing in a sealed envelope (8.611, 9.6112): a side keeps its decisions elsewhere."""

from __future__ import annotations

from typing import Protocol

from landbridge.engine.play.actions import Offer
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Verb
from landbridge.games.orsha.campaign.open_facts import as_side
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.words import Side


class TakesEnvelopes(Protocol):
    """A step in which a side may hand in an envelope instead of deciding here."""

    def seal_offer(self, state: Campaign, side: Side) -> Offer | None:
        """How it is offered; None where it cannot be done."""

    def take_envelope(self, state: Campaign, side: Side, commitment: str, play: Play) -> Campaign:
        """An envelope is handed in."""


class Seal(Verb, frozen=True):
    """A side whose orders are kept elsewhere hands in a sealed envelope instead."""

    commitment: str

    @classmethod
    def offer(cls, state: Campaign, step: TakesEnvelopes, who: str) -> Offer | None:
        return step.seal_offer(state, as_side(who))

    def apply(self, state: Campaign, step: TakesEnvelopes, who: str, play: Play) -> Campaign:
        return step.take_envelope(state, as_side(who), self.commitment, play)
