"""Claims: facts of the map that one side tells and the other must confirm before they stand.

A claim changes nothing but itself. The other side confirms it, and the fact is noted; or disputes
it, and it is gone: then the players settle it between themselves, or with a referee. A side that
is asked goes on playing, but it answers before it ends its player turn on the map.
"""

from __future__ import annotations

import shlex

from msgspec.structs import replace

from landbridge.engine.play.actions import Offer, Slot, read, write
from landbridge.engine.play.agenda import Step
from landbridge.engine.play.events import REFEREE, Play
from landbridge.engine.play.verbs import Chooser, Verb
from landbridge.engine.refusals import (
    BadInput,
    ImpossibleAction,
    LandbridgeError,
    Violation,
    choices,
)
from landbridge.engine.rules.citing import Rules
from landbridge.games.belorussia.ledger.books import Claims, PendingClaim
from landbridge.games.belorussia.ledger.facts.every_fact import FACT_OF
from landbridge.games.belorussia.ledger.facts.noting import BOTH, Fact, other_side
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.ledger.views import view_for
from landbridge.games.belorussia.words import NAME_OF, Side

MOST = 20
"""The most claims of one side that may wait for an answer."""

CLAIMABLE: tuple[str, ...] = tuple(verb for verb, kind in FACT_OF.items() if kind.said_by == BOTH)
"""Facts that may be the other side's to confirm."""


def claim_of(fact: Fact) -> Claim:
    """The claim that a fact stands."""
    return Claim(tuple(shlex.split(write(fact))))


class Claim(Verb, frozen=True):
    """Claim a fact that the other side must confirm."""

    fact: tuple[str, ...]

    @classmethod
    def offer(cls, state: Ledger, step: Step, who: str) -> Offer | None:
        if who not in BOTH:
            return None
        words = "the words of the fact, as it would be noted"
        slots = (_first_word(), Slot("words", prompt=words, optional=True))
        return Offer("claim", "Claim a fact that the other side must confirm", slots, aside=True)

    @classmethod
    def next_slot(cls, state: Ledger, step: Step, who: str, said: tuple[str, ...]) -> Slot | None:
        if not said:
            return _first_word()
        if said[0] not in CLAIMABLE:
            raise BadInput(f"A claim begins with what it is about: {choices(CLAIMABLE)}.")
        slots = FACT_OF[said[0]].full_offer().slots
        return slots[len(said) - 1] if len(said) <= len(slots) else None

    def claimed_fact(self) -> Fact:
        """The fact itself."""
        if not self.fact or self.fact[0] not in FACT_OF:
            raise BadInput(f"A claim begins with what it is about: {choices(FACT_OF)}.")
        return read(shlex.join(self.fact), FACT_OF)

    def check(self, state: Ledger, step: Step, who: str) -> tuple[Violation, ...]:
        """Refuse what cannot be claimed, or needs no claim."""
        fact = self.claimed_fact()
        broken = fact.check(state, step, who)
        rules, words = fact.own_rules(), write(fact)
        if fact.must_confirm(state, who) is None:
            raise ImpossibleAction("your word is enough for that", rules, words)
        own = [one for one in state.claimed.pending if one.by == who]
        if any(one.fact == words for one in own):
            raise ImpossibleAction("that is claimed already, and not yet answered", rules)
        if len(own) >= MOST:
            text = f"{MOST} of your claims wait for an answer"
            raise ImpossibleAction(text, rules, "take one back: dispute")
        return broken

    def apply(self, state: Ledger, step: Step, who: str, play: Play) -> Ledger:
        """A claim stands until the other side answers it."""
        fact = self.claimed_fact()
        so_far = state.claimed
        side: Side = "soviet" if who == "soviet" else "axis"
        rules = fact.own_rules()
        made = PendingClaim(so_far.made + 1, side, write(fact), fact.describe(), rules)
        play.log(
            "claimed",
            rules,
            number=made.number,
            side=NAME_OF[side],
            text=made.text,
            other=NAME_OF[other_side(side)],
        )
        return replace(state, claims=Claims(made.number, (*so_far.pending, made)))


def _first_word() -> Slot:
    return Slot("fact", CLAIMABLE, prompt="what is claimed?")


# Answering


class Confirm(Verb, frozen=True):
    """Confirm what the other side claims: it is noted."""

    number: int

    @classmethod
    def offer(cls, state: Ledger, step: Step, who: str) -> Offer | None:
        asked = state.claims_to_answer(who)
        if not asked:
            return None
        listed = "; ".join(f"{claim.number}: {claim.text}" for claim in asked)
        label = f"Confirm a claim, and it is noted ({listed})"
        return Offer("confirm", label, (_which(asked),), _rules_of(asked))

    def check(self, state: Ledger, step: Step, who: str) -> tuple[Violation, ...]:
        """Refuse to confirm what is not claimed, one's own claim, or what cannot be."""
        claim = _pending(state, self.number)
        own: tuple[Violation, ...] = ()
        if claim.by == who:
            other = NAME_OF[other_side(claim.by)]
            text = f"claim {claim.number} is your own"
            own = (Violation(text, claim.rules, f"the {other} side confirms it"),)
        # Only what the answering side may see: its refusal tells it nothing of the other's secrets.
        seen = state if who == REFEREE else view_for(state, who)
        return (*own, *read(claim.fact, FACT_OF).check_fact(seen))

    def apply(self, state: Ledger, step: Step, who: str, play: Play) -> Ledger:
        claim = _pending(state, self.number)
        state = _answered(state, claim, "claim_confirmed", who, play)
        return read(claim.fact, FACT_OF).enter(state, play)


class Dispute(Verb, frozen=True):
    """Dispute what the other side claims, or take back what one's own has claimed."""

    number: int

    @classmethod
    def offer(cls, state: Ledger, step: Step, who: str) -> Offer | None:
        asked, pending = state.claims_to_answer(who), state.claimed.pending
        if who not in (*BOTH, REFEREE):
            return None
        if asked:
            label = "Dispute a claim: it is not noted"
            return Offer("dispute", label, (_which(pending),), _rules_of(asked))
        if not pending:
            return None
        label = "Take back what your side has claimed"
        return Offer("dispute", label, (_which(pending),), aside=True)

    def check(self, state: Ledger, step: Step, who: str) -> tuple[Violation, ...]:
        _pending(state, self.number)
        return ()

    def apply(self, state: Ledger, step: Step, who: str, play: Play) -> Ledger:
        claim = _pending(state, self.number)
        event = "claim_taken_back" if claim.by == who else "claim_disputed"
        return _answered(state, claim, event, who, play)


class AnswerClaims(Step, frozen=True):
    """Claims that wait for an answer; asked beside the step on top of the agenda."""

    verbs = (Confirm, Dispute)

    def deciders(self, state: Ledger) -> tuple[Side, ...]:
        return tuple(side for side in BOTH if state.claims_to_answer(side))

    def find(self, state: Ledger, who: str, name: str) -> type[Verb] | None:
        # A referee answers for either side.
        if who == REFEREE:
            who = next(iter(self.deciders(state)), who)
        return super().find(state, who, name)

    def prompt(self, state: Ledger, who: str) -> str:
        asked = state.claims_to_answer(who)
        what = asked[0].text if len(asked) == 1 else f"{len(asked)} facts of the map"
        return f"The {NAME_OF[other_side(who)]} side claims: {what}"

    def rules(self, state: Ledger, who: str) -> Rules:
        return _rules_of(state.claims_to_answer(who))

    def random_action(self, state: Ledger, who: str, choose: Chooser) -> Verb:
        """A bot sees no map: it takes a player's word for what cannot be seen from here."""
        claim = state.claims_to_answer(who)[0]
        answer = Confirm(claim.number)
        try:
            broken = answer.check(state, self, who)
        except LandbridgeError:
            return Dispute(claim.number)
        return Dispute(claim.number) if broken else answer


def _which(claims: tuple[PendingClaim, ...]) -> Slot:
    return Slot("number", tuple(str(claim.number) for claim in claims), prompt="which claim?")


def _rules_of(claims: tuple[PendingClaim, ...]) -> Rules:
    return tuple(dict.fromkeys(rule for claim in claims for rule in claim.rules))


def _pending(state: Ledger, number: int) -> PendingClaim:
    for claim in state.claimed.pending:
        if claim.number == number:
            return claim
    legal = choices([claim.number for claim in state.claimed.pending])
    raise BadInput(f"There is no claim {number}. Claims that wait: {legal or 'none'}.")


def _answered(state: Ledger, claim: PendingClaim, event: str, who: str, play: Play) -> Ledger:
    """A claim is confirmed, disputed or taken back, and no longer waits."""
    player = "The referee" if who == REFEREE else f"The {NAME_OF[who]} side"
    play.log(event, claim.rules, number=claim.number, text=claim.text, who=player)
    rest = tuple(one for one in state.claimed.pending if one is not claim)
    return replace(state, claims=replace(state.claimed, pending=rest))
