"""Prisoners (9.608): Isolated Guards keep or free them, the others are lost."""

from __future__ import annotations

from msgspec.structs import replace

from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Verb
from landbridge.engine.refusals import BadInput, Violation, unknown
from landbridge.games.orsha.campaign.open_facts import SIDES, enemy_of
from landbridge.games.orsha.campaign.pieces.guards import captives_of, claimants, free
from landbridge.games.orsha.campaign.pieces.losses import eliminate
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.campaign.steps import Ready, SideStep
from landbridge.games.orsha.rules.reorganisation.prisoners import settle_prisoner
from landbridge.games.orsha.rules.words import Side


class Free(Verb, frozen=True):
    """An Isolated Guard frees a prisoner."""

    piece: str

    @classmethod
    def offer(cls, state: Campaign, step: Prisoners, who: str) -> Offer | None:
        captives = tuple(p.id for p in captives_of(state, step.side))
        if not captives:
            return None
        slot = Slot("piece", captives, prompt="which prisoner?")
        return Offer("free", "Free a prisoner", (slot,), ("OTO-9.608-2",))

    def check(self, state: Campaign, step: Prisoners, who: str) -> tuple[Violation, ...]:
        known = [p.id for p in captives_of(state, step.side)]
        if self.piece not in known:
            raise BadInput(unknown("prisoner", self.piece, known))
        return ()

    def apply(self, state: Campaign, step: Prisoners, who: str, play: Play) -> Campaign:
        piece = state.book(enemy_of(step.side)).pieces[self.piece]
        return free(state, piece, play)


class Prisoners(SideStep, frozen=True):
    """Step 9.608: a side whose Guards are Isolated keeps its prisoners or frees them."""

    cites = ("OTO-9.608-2",)
    verbs = (Free, Ready)

    def prompt(self, state: Campaign, who: str) -> str:
        return "9.608 Prisoners"

    def ready_label(self, state: Campaign, side: Side) -> str:
        return "The others are kept"


def settle_prisoners(state: Campaign, play: Play) -> Campaign:
    """Prisoners whose Guard is not Isolated are Eliminated; whose Guard is lost, free."""
    for side in SIDES:
        book = state.book(side)
        for captive in captives_of(state, side):
            guard = book.pieces.get(captive.by)
            if guard is None or not guard.in_play:
                others = claimants(state, side, captive)
                if others:
                    after = replace(captive, by=others[0].id)
                    state = state.with_pieces(enemy_of(side), after)
                else:
                    state = free(state, captive, play)
                continue
            if guard.area:
                continue
            found = settle_prisoner(enemy_of(side), captive.name, False)
            play.log("prisoner", found.rules, piece=captive.id, fate=found.result.fate)
            state = eliminate(state, enemy_of(side), [captive], "lost as a prisoner", counts=False)
    return state
