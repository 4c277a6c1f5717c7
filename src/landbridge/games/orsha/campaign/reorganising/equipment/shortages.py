"""Ammunition Shortage (9.620, reconstructed)."""

from __future__ import annotations

from msgspec.structs import replace

from landbridge.engine.play.events import Play
from landbridge.games.orsha.campaign.pieces.roster import without
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.reorganisation.ammunition import shortage_ends


def end_shortages(state: Campaign, play: Play) -> Campaign:
    """Ammunition Shortage ends for those who are no longer Isolated (reconstructed)."""
    number = 0
    for side, book in state.both:
        for piece in book.with_status("map", "offmap"):
            if not piece.has("shortage"):
                continue
            found = shortage_ends(bool(piece.area), state.rulings.shortage_rule)
            if found.result:
                number += 1
                fed = replace(piece, states=without(piece, "shortage"))
                state = state.with_pieces(side, fed)
    if number:
        play.log("shortage_over", ("RUL-OTO-69",), number=number)
    return state
