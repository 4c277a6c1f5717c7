"""Plays any game at random through its offers, and watches it while it does."""

from __future__ import annotations

import random
import shlex
from typing import Any

from landbridge.engine.matches.match import Match
from landbridge.engine.play.actions import Decision, Offer
from landbridge.engine.refusals import Refusal

LIMIT = 5_000
"""A match that is longer than this does not end."""


def options(match: Match[Any], rng: random.Random) -> list[tuple[Decision, Offer]]:
    """Every offer open now, shuffled."""
    found = [(d, offer) for d in match.decisions() for offer in d.offers if not offer.aside]
    rng.shuffle(found)
    return found


def fill(match: Match[Any], who: str, offer: Offer, rng: random.Random) -> str | None:
    """An action text for an offer, slot by slot; None if a slot allows nothing."""
    said: tuple[str, ...] = ()
    while (slot := match.game.next_slot(match.state, who, offer.verb, said)) is not None:
        if slot.optional and rng.random() < 0.5:
            break
        if slot.low is not None and slot.high is not None:
            said += (str(rng.randint(slot.low, slot.high)),)
        elif slot.words or slot.examples:
            said += (rng.choice(slot.words or slot.examples),)
        else:
            return None
    return shlex.join([offer.verb, *said])


def step(match: Match[Any], rng: random.Random) -> str:
    """Do one random thing that the game offers and accepts."""
    tried = []
    for _ in range(20):
        for decision, offer in options(match, rng):
            text = fill(match, decision.who, offer, rng)
            if text is None:
                continue
            try:
                match.do(text, decision.who)
            except Refusal as refused:
                tried.append(f"{decision.who}: {text}: {refused}")
            else:
                return text
    raise AssertionError(f"nothing that is offered can be done: {tried[-5:]}")


def play(match: Match[Any], rng: random.Random, most: int = LIMIT) -> Match[Any]:
    """Play on at random for so many actions, or to the end."""
    for _ in range(most):
        if match.outcome is not None:
            return match
        step(match, rng)
    return match
