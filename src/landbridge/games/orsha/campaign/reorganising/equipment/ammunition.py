"""Ammunition and radios (9.6135, 9.6136, reconstructed)."""

from __future__ import annotations

from msgspec.structs import replace

from landbridge.engine.play.events import Play
from landbridge.games.orsha.campaign.open_facts import SIDES
from landbridge.games.orsha.campaign.pieces.roster import changed, without
from landbridge.games.orsha.campaign.reorganising.outcomes import log_outcome
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.reorganisation.ammunition import restock
from landbridge.games.orsha.rules.reorganisation.radios import keep_radio


def replenish(state: Campaign, play: Play) -> Campaign:
    """9.6135 and 9.6136, reconstructed: ammunition is restored, radios go with used modules."""
    for side in SIDES:
        number = 0
        for piece in state.book(side).retained:
            full = restock(bool(piece.area), state.rulings.ammunition_rule)
            if piece.has("low_ammo") and full.result:
                number += 1
                state = state.with_pieces(side, replace(piece, states=without(piece, "low_ammo")))
        if number:
            play.log("restocked", ("RUL-OTO-66",), to=(side,), side=side, number=number)
        spent = {p.line for p in state.book(side).with_status("used") if p.kind == "oba"}
        for piece in state.book(side).retained:
            used = piece.kind in ("contact", "pre_registered") and piece.line in spent
            kept = keep_radio(used, state.rulings.radio_rule)
            if used and (piece.kind == "pre_registered" or not kept.result):
                log_outcome(state, side, piece, kept.rules, "gone with its module", play)
                entry = f"{state.date}: gone with its module"
                state = state.with_pieces(side, changed(piece, entry, status="used"))
    return state
