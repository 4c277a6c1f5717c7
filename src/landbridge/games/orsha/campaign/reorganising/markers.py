"""Markers leave the map (9.602); Fanatic of this scenario is over."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from landbridge.engine.play.events import Play
from landbridge.games.orsha.campaign.pieces.roster import State, without
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.reorganisation.markers import remove_markers

SHED: tuple[State, ...] = ("disrupted", "fanatic", "berserk")


def clear_markers(state: Campaign, play: Play) -> Campaign:
    """Step 9.602: markers leave the map; Fanatic of this scenario is over."""
    markers: tuple[Any, ...] = (*SHED, "dummy", "sniper", "smoke", "ffe")
    found = remove_markers(markers)
    for side, book in state.both:
        gone = [
            replace(piece, states=without(piece, *SHED))
            for piece in book.there("map", "offmap")
            if set(piece.states) & set(SHED)
        ]
        state = state.with_pieces(side, *gone)
        if state.rulings.unused_dummies == "removed":
            spent = [p for p in state.book(side).pieces.values() if p.name == "?" and p.in_play]
            state = state.with_pieces(side, *(replace(p, status="used") for p in spent))
    play.log("markers_removed", found.rules)
    return state
