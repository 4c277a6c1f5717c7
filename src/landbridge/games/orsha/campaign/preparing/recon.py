"""The Recon dr (8.9): who may make it, and how many Locations it gives."""

from __future__ import annotations

from typing import Any

from landbridge.engine.play.events import Play
from landbridge.engine.refusals import Refusal, Violation
from landbridge.games.orsha.campaign.pieces.book import Book
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.preparations.recon import carry_cpp, may_recon, recon_locations
from landbridge.games.orsha.rules.words import Side


def recon_violations(
    state: Campaign, side: Side, cpp: int, paid: bool = False
) -> tuple[Violation, ...]:
    """What is wrong with making a Recon dr so; `paid` with the purchases of the date."""
    book = state.book(side)
    try:
        may_recon(state.date, cpp, side, **_recon_terms(state, book))
        if not paid:
            carry_cpp(max(book.cpp, 0), cpp)
    except Refusal as refused:
        return (Violation(refused.text, refused.rules, refused.legal.removeprefix("legal: ")),)
    return ()


def _recon_terms(state: Campaign, book: Book) -> dict[str, Any]:
    today = int(bool(book.recon))
    return {
        "today": today,
        "before": book.recons - today,
        "recon_purchase": state.rulings.recon_purchase,
        "initial_recon": state.rulings.initial_recon,
    }


def may_scout(state: Campaign, side: Side) -> bool:
    """Whether a side may still make a Recon dr on this date."""
    return not recon_violations(state, side, 2, paid=True)


def scout(state: Campaign, side: Side, cpp: int, play: Play, paid: bool = False) -> Campaign:
    """The Recon dr: how many Locations may be reconnoitered on this date."""
    book = state.book(side)
    found = recon_locations(play.nature, state.date, cpp)
    try:
        allowed = may_recon(state.date, cpp, side, **_recon_terms(state, book)).rules
    except Refusal:
        allowed = ()
    rules = tuple(dict.fromkeys(("OTO-8.9-1", "OTO-8.9-2", *allowed, *found.rules)))
    play.log("recon", rules, to=(side,), cpp=cpp, number=found.result)
    left = book.cpp
    if not paid:
        left = carry_cpp(book.cpp, cpp).result.start if cpp <= book.cpp else book.cpp - cpp
    return state.change_book(side, cpp=left, recon=found.result, recons=book.recons + 1)
