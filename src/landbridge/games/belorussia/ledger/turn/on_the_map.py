"""A player turn on the map itself: the ledger waits until the side says that it is over."""

from __future__ import annotations

from msgspec.structs import replace

from landbridge.engine.play.actions import Offer
from landbridge.engine.play.agenda import Step, replace_step
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Verb
from landbridge.engine.refusals import Violation
from landbridge.games.belorussia.ledger.fronts.orders import FrontOrders
from landbridge.games.belorussia.ledger.reinforcement.partisans import partisans_rest
from landbridge.games.belorussia.ledger.reinforcement.phase import reinforces
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.words import NAME_OF, Side, short


def unanswered_claims(state: Ledger, side: str) -> tuple[Violation, ...]:
    """The claims that a side must answer before it ends its player turn."""
    return tuple(
        Violation(
            f"claim {claim.number} waits for an answer: {claim.text}",
            claim.rules,
            f"confirm {claim.number}",
        )
        for claim in state.claims_to_answer(side)
    )


class End(Verb, frozen=True):
    """A side ends its player turn."""

    @classmethod
    def offer(cls, state: Ledger, step: OnTheMap | SimulcastTurn, who: str) -> Offer:
        return Offer("end", step.end_label(who))

    def check(
        self, state: Ledger, step: OnTheMap | SimulcastTurn, who: str
    ) -> tuple[Violation, ...]:
        return unanswered_claims(state, who)

    def apply(self, state: Ledger, step: OnTheMap | SimulcastTurn, who: str, play: Play) -> Ledger:
        play.log("player_turn_ends", step.cites, side=NAME_OF[who])
        if who == "soviet":
            state = partisans_rest(state, play)
        if state.refitted:
            state = replace(state, refits=())
        return replace_step(state, *step.after_end_of(who))


class OnTheMap(Step, frozen=True):
    """Movement, supply, combat and the rest, played on the map."""

    cites = ("OCS-2.1-1",)
    verbs = (End,)

    side: Side

    def deciders(self, state: Ledger) -> tuple[Side, ...]:
        return (self.side,)

    def prompt(self, state: Ledger, who: str) -> str:
        return f"{short(state.date)}: {NAME_OF[self.side]} player turn on the map"

    def violations(self, state: Ledger, who: str) -> tuple[Violation, ...]:
        return unanswered_claims(state, who)

    def end_label(self, who: str) -> str:
        """How its end is offered."""
        return f"End the {NAME_OF[who]} player turn"

    def after_end_of(self, who: str) -> tuple[Step, ...]:
        """What is left of it when a side has ended it."""
        return ()


class SimulcastTurn(Step, frozen=True, tag="Together"):
    """A simulcast turn: each side ends it when it is done, in either order."""

    cites = ("TFB-DF-1", "OCS-2.4-1")
    verbs = (End,)

    waiting: tuple[Side, ...] = ("soviet", "axis")

    def deciders(self, state: Ledger) -> tuple[Side, ...]:
        return self.waiting

    def prompt(self, state: Ledger, who: str) -> str:
        return f"{short(state.date)}: simulcast turn on the map"

    def violations(self, state: Ledger, who: str) -> tuple[Violation, ...]:
        return unanswered_claims(state, who)

    def end_label(self, who: str) -> str:
        """How its end is offered."""
        return f"End the turn for the {NAME_OF[who]} side"

    def after_end_of(self, who: str) -> tuple[Step, ...]:
        """What is left of it when a side has ended it."""
        left = tuple(side for side in self.waiting if side != who)
        return (SimulcastTurn(left),) if left else ()


def plays_on_the_map(state: Ledger, side: str) -> bool:
    """Whether a side plays its turn on the map now."""
    step = state.agenda[0] if state.agenda else None
    return isinstance(step, OnTheMap | SimulcastTurn) and side in step.deciders(state)


def prepares_for_the_map(state: Ledger, side: str) -> bool:
    """Whether a side's player turn has begun and its turn on the map has not."""
    step = state.agenda[0] if state.agenda else None
    orders = isinstance(step, FrontOrders) and side in step.deciders(state)
    return orders or reinforces(state, side)
