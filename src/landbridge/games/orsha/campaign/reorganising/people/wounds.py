"""Wounded leaders (9.610): Retained or Eliminated."""

from __future__ import annotations

from landbridge.engine.play.events import Play
from landbridge.games.orsha.campaign.pieces.losses import eliminate
from landbridge.games.orsha.campaign.reorganising.outcomes import log_outcome
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.reorganisation.wounds import wounded_leader
from landbridge.games.orsha.rules.words import Side


def wounded_pieces(state: Campaign, side: Side) -> tuple[str, ...]:
    """Wounded leaders of a side."""
    own = state.book(side).with_status("map", "offmap")
    return tuple(p.id for p in own if p.has("wounded") and p.kind in ("leader", "armor_leader"))


def check_wounded(state: Campaign, side: Side, name: str, how: str, play: Play) -> Campaign:
    """A wounded leader is Retained, still wounded, or Eliminated."""
    piece = state.book(side).pieces[name]
    escaped = piece.id in state.gone
    found = wounded_leader(play.nature, bool(piece.area) or escaped, escaped)
    log_outcome(state, side, piece, ("OTO-9.610-1", *found.rules), found.result, play)
    if found.result == "eliminated":
        return eliminate(state, side, [piece], "died of his wounds", counts=False)
    return state
