"""The Recon dr (8.9): who may make it, and how many Locations it gives."""

from __future__ import annotations

from typing import Any

from landbridge.engine.chance.nature import ScriptedDice
from landbridge.engine.play.events import Play
from landbridge.engine.refusals import Refusal
from landbridge.games.orsha.campaign.open_facts import refuse
from landbridge.games.orsha.campaign.pieces.book import Book
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.preparations.recon import recon
from landbridge.games.orsha.rules.words import Side


def check_recon(state: Campaign, side: Side, cpp: int, paid: bool = False) -> None:
    """Refuse a Recon dr that may not be made so."""
    book = state.book(side)
    recon(ScriptedDice([1]), state.date, cpp, side, **_recon_terms(state, book))
    text = f"{cpp} CPP for Recon, but {book.cpp} are left"
    refuse(cpp > book.cpp and not paid, "OTO-8.9-2", text, "spend less, or none")


def _recon_terms(state: Campaign, book: Book) -> dict[str, Any]:
    today = int(bool(book.recon))
    return {
        "today": today,
        "before": book.recons - today,
        "recon_purchase": state.rulings.recon_purchase,
        "initial_recon": state.rulings.initial_recon,
    }


def may_scout(state: Campaign, book: Book) -> bool:
    """Whether the Russians may still make a Recon dr on this date."""
    try:
        recon(ScriptedDice([1]), state.date, 2, "russian", **_recon_terms(state, book))
    except Refusal:
        return False
    return True


def scout(state: Campaign, side: Side, cpp: int, play: Play, paid: bool = False) -> Campaign:
    """The Recon dr: how many Locations may be reconnoitered on this date."""
    book = state.book(side)
    found = recon(play.nature, state.date, cpp, side, **_recon_terms(state, book))
    rules = tuple(dict.fromkeys(("OTO-8.9-1", "OTO-8.9-2", *found.rules)))
    play.log("recon", rules, to=(side,), cpp=cpp, number=found.result)
    return state.change_book(
        side,
        cpp=book.cpp - (0 if paid else cpp),
        recon=found.result,
        recons=book.recons + 1,
    )
