"""Rally and unloading (9.603)."""

from __future__ import annotations

from msgspec.structs import replace

from landbridge.engine.play.events import Play
from landbridge.games.orsha.campaign.pieces.roster import without
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.reorganisation.rally import rally, unloading


def rally_all(state: Campaign, play: Play) -> Campaign:
    """Step 9.603: all broken units rally, those aboard vehicles unload."""
    number = 0
    aboard = unloading(state.date)
    rules = list(aboard.rules)
    for side, book in state.both:
        for piece in book.with_status("map", "offmap"):
            if not piece.has("broken"):
                continue
            found = rally(True, piece.has("disrupted"))
            rules += found.rules
            if found.result.good_order:
                number += 1
                rallied = replace(piece, states=without(piece, "broken", "disrupted"))
                state = state.with_pieces(side, rallied)
    unload = aboard.result.unload.replace("_", " ")
    play.log("rallied", tuple(dict.fromkeys(rules)), number=number, unload=unload)
    return state
