"""Who may note what, and when: read off the asides themselves, for offers and refusals alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

from landbridge.engine.actions import Offer, verb_of, write
from landbridge.engine.refusals import Refusal, choices
from landbridge.games.belorussia.ledger import losses, map_facts
from landbridge.games.belorussia.ledger.asides import BOTH, Aside
from landbridge.games.belorussia.ledger.player_turns import OnTheMap, Together
from landbridge.games.belorussia.ledger.views import view
from landbridge.games.belorussia.words import IN_WORDS, Side

if TYPE_CHECKING:
    from landbridge.games.belorussia.ledger.state import Ledger

ASIDES: tuple[type[Aside], ...] = (
    map_facts.Mark,
    map_facts.MinskIs,
    losses.Lose,
    losses.Penal,
    losses.Remnant,
    map_facts.Captured,
    map_facts.Vp,
    map_facts.Hold,
    losses.Act,
    map_facts.Call,
    map_facts.Barrage,
)
ASIDE_OFFERS = {kind.offer().verb: kind.offer() for kind in ASIDES}
KINDS = {kind.offer().verb: kind for kind in ASIDES}


def offered_asides(state: Ledger, side: str) -> tuple[Offer, ...]:
    """What a side may note now."""
    return tuple(
        offer
        for verb, offer in ASIDE_OFFERS.items()
        if side in KINDS[verb].said_by and _is_time(KINDS[verb], state, side)
    )


def _is_time(kind: type[Aside], state: Ledger, side: str) -> bool:
    return kind.when == "any time" or on_the_map(state, side)


def on_the_map(state: Ledger, side: str) -> bool:
    """Whether a side plays its turn on the map."""
    step = state.agenda[0] if state.agenda else None
    if isinstance(step, OnTheMap):
        return step.side == side
    return isinstance(step, Together) and side in step.waiting


def check_aside(state: Ledger, who: str, aside: Aside) -> None:
    """Refuse what is not this side's to say, or cannot be as far as this side can see.

    What is hidden from a side has no part in what it is told: its own view is checked.
    """
    rules = type(aside).rules
    if state.ended is not None:
        raise Refusal("the campaign is over", rules)
    if who not in BOTH:
        raise Refusal(f"{who} notes nothing", rules, f"legal: {choices(BOTH)}")
    entitled = aside.may_say()
    if who not in entitled:
        players = choices([f"the {IN_WORDS[side]} player" for side in entitled])
        raise Refusal(
            f"the {IN_WORDS[who]} player cannot say '{write(aside)}'", rules, f"it is for {players}"
        )
    if not _is_time(type(aside), state, who):
        turn = f"the {IN_WORDS[who]} player turn on the map"
        raise Refusal(f"'{verb_of(aside)}' belongs to {turn}", rules, "wait for it")
    aside.check(view(state, who))


def must_confirm(state: Ledger, who: str, aside: Aside) -> Side | None:
    """The side without whose word a fact does not stand, if it is not the one that says it."""
    others = [side for side in aside.concerns(state) if side != who]
    return others[0] if others else None
