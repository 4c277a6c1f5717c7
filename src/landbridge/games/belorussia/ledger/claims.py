"""Claims: facts of the map that one side tells and the other must confirm before they stand.

A claim changes nothing but itself. The other side confirms it, and the fact is noted; or disputes
it, and it is gone: then the players settle it between themselves, or with a referee. A side that
is asked goes on playing, but it answers before it ends its player turn on the map.
"""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from msgspec.structs import replace

from landbridge.engine.actions import Action, Decision, Offer, Slot, read, write
from landbridge.engine.events import REFEREE, Play
from landbridge.engine.refusals import BadInput, Refusal, choices
from landbridge.games.belorussia.ledger.asides import BOTH, Aside, other_side
from landbridge.games.belorussia.ledger.books import Claims, PendingClaim, claims_to_answer
from landbridge.games.belorussia.ledger.noting import (
    ASIDE_OFFERS,
    KINDS,
    check_aside,
    must_confirm,
)
from landbridge.games.belorussia.ledger.views import view
from landbridge.games.belorussia.words import IN_WORDS, Side

if TYPE_CHECKING:
    from landbridge.games.belorussia.ledger.state import Ledger

MOST = 20
"""The most claims of one side that may wait for an answer."""

CLAIMABLE: dict[Side, tuple[str, ...]] = {
    side: tuple(verb for verb, kind in KINDS.items() if kind.said_by == BOTH) for side in BOTH
}
"""Facts that may be the other side's to confirm."""


class Claim(Action, frozen=True):
    """Claim a fact that the other side must confirm."""

    fact: tuple[str, ...]

    def aside(self) -> Aside:
        """The fact itself."""
        if not self.fact or self.fact[0] not in KINDS:
            raise BadInput(f"A claim begins with what it is about: {choices(KINDS)}.")
        return read(shlex.join(self.fact), KINDS)


class Confirm(Action, frozen=True):
    """Confirm what the other side claims: it is noted."""

    number: int


class Dispute(Action, frozen=True):
    """Dispute what the other side claims, or take back what one's own has claimed."""

    number: int


ANSWERS = (Confirm, Dispute)


def claim_of(aside: Aside) -> Claim:
    """The claim that a fact stands."""
    return Claim(tuple(shlex.split(write(aside))))


# What is asked and offered


def claim_decision(state: Ledger, side: Side) -> Decision | None:
    """What a side is asked to confirm, if anything."""
    asked = claims_to_answer(state, side)
    if not asked:
        return None
    number = Slot("number", tuple(str(claim.number) for claim in asked), prompt="which claim?")
    rules = tuple(dict.fromkeys(rule for claim in asked for rule in claim.rules))
    listed = "; ".join(f"{claim.number}: {claim.text}" for claim in asked)
    what = asked[0].text if len(asked) == 1 else f"{len(asked)} facts of the map"
    return Decision(
        side,
        f"The {IN_WORDS[other_side(side)]} side claims: {what}",
        (
            Offer("confirm", f"Confirm a claim, and it is noted ({listed})", (number,), rules),
            Offer("dispute", "Dispute a claim: it is not noted", (_all(state),), rules),
        ),
        rules,
    )


def _all(state: Ledger) -> Slot:
    numbers = tuple(str(claim.number) for claim in state.claimed.pending)
    return Slot("number", numbers, prompt="which claim?")


def claim_asides(state: Ledger, side: Side) -> tuple[Offer, ...]:
    """What a side may do about claims beside what is asked."""
    slots = (
        Slot("fact", CLAIMABLE[side], prompt="what is claimed?"),
        Slot("words", prompt="the words of the fact, as it would be noted", optional=True),
    )
    offers = [Offer("claim", "Claim a fact that the other side must confirm", slots, aside=True)]
    own = any(claim.by == side for claim in state.claimed.pending)
    if own and not claims_to_answer(state, side):
        label = "Take back what your side has claimed"
        offers.append(Offer("dispute", label, (_all(state),), aside=True))
    return tuple(offers)


def next_word(said: tuple[str, ...], side: Side) -> Slot | None:
    """The next word of a claim."""
    if not said:
        return Slot("fact", CLAIMABLE[side], prompt="what is claimed?")
    if said[0] not in CLAIMABLE[side]:
        raise BadInput(f"A claim begins with what it is about: {choices(CLAIMABLE[side])}.")
    slots = ASIDE_OFFERS[said[0]].slots
    return slots[len(said) - 1] if len(said) <= len(slots) else None


# Claiming


def check_claim(state: Ledger, who: str, claim: Claim) -> None:
    """Refuse what cannot be claimed, or needs no claim."""
    aside = claim.aside()
    check_aside(state, who, aside)
    rules, fact = type(aside).rules, write(aside)
    if must_confirm(state, who, aside) is None:
        raise Refusal("your word is enough for that", rules, fact)
    own = [one for one in state.claimed.pending if one.by == who]
    if any(one.fact == fact for one in own):
        raise Refusal("that is claimed already, and not yet answered", rules)
    if len(own) >= MOST:
        raise Refusal(f"{MOST} of your claims wait for an answer", rules, "take one back: dispute")


def make_claim(state: Ledger, who: str, claim: Claim, play: Play) -> Ledger:
    """A claim stands until the other side answers it."""
    aside = claim.aside()
    so_far = state.claimed
    side: Side = "soviet" if who == "soviet" else "axis"
    rules = type(aside).rules
    made = PendingClaim(so_far.made + 1, side, write(aside), aside.describe(), rules)
    play.log(
        "claimed",
        rules,
        number=made.number,
        side=IN_WORDS[side],
        text=made.text,
        other=IN_WORDS[other_side(side)],
    )
    return replace(state, claims=Claims(made.number, (*so_far.pending, made)))


# Answering


def check_answer(state: Ledger, who: str, answer: Confirm | Dispute) -> None:
    """Refuse an answer to nothing, a confirmation of one's own claim, or of what cannot be."""
    claim = _pending(state, answer.number)
    if isinstance(answer, Dispute):
        return
    if claim.by == who:
        other = IN_WORDS[other_side(claim.by)]
        text = f"claim {claim.number} is your own"
        raise Refusal(text, claim.rules, f"the {other} side confirms it")
    # Only what the answering side may see: its refusal tells it nothing of the other's secrets.
    read(claim.fact, KINDS).check(state if who == REFEREE else view(state, who))


def _pending(state: Ledger, number: int) -> PendingClaim:
    for claim in state.claimed.pending:
        if claim.number == number:
            return claim
    legal = choices([claim.number for claim in state.claimed.pending])
    raise BadInput(f"There is no claim {number}. Claims that wait: {legal or 'none'}.")


def answer_claim(state: Ledger, who: str, answer: Confirm | Dispute, play: Play) -> Ledger:
    """A claim is confirmed and noted, disputed, or taken back."""
    claim = _pending(state, answer.number)
    rest = tuple(one for one in state.claimed.pending if one is not claim)
    state = replace(state, claims=replace(state.claimed, pending=rest))
    event = "claim_confirmed"
    if isinstance(answer, Dispute):
        event = "claim_taken_back" if claim.by == who else "claim_disputed"
    play.log(event, claim.rules, number=claim.number, text=claim.text, who=_player(who))
    if isinstance(answer, Dispute):
        return state
    return read(claim.fact, KINDS).carry_out(state, play)


def _player(who: str) -> str:
    return "The referee" if who == REFEREE else f"The {IN_WORDS[who]} side"
