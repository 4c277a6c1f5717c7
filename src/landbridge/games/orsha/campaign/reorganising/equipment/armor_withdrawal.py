"""AFV under Recall leave the order of battle (9.614, reconstructed)."""

from __future__ import annotations

from landbridge.engine.play.events import Play
from landbridge.games.orsha.campaign.open_facts import SIDES
from landbridge.games.orsha.campaign.pieces.roster import changed
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.reorganisation.armor_withdrawal import withdraw_armor


def withdraw(state: Campaign, play: Play) -> Campaign:
    """AFV under Recall leave the order of battle (reconstructed)."""
    for side in SIDES:
        for piece in state.book(side).retained:
            if not piece.has("recall"):
                continue
            found = withdraw_armor(True, bool(piece.area), state.rulings.armor_recall)
            if found.result.leaves:
                to = state.readers(side, piece)
                play.log("recalled", found.rules, to=to, piece=piece.id, name=piece.name)
                entry = f"{state.date}: Recalled"
                state = state.with_pieces(side, changed(piece, entry, status="recalled", hex=""))
    return state
