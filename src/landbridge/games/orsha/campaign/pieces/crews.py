"""Whoever is in a vehicle is lost with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from landbridge.games.orsha.campaign.pieces.armor_leaders import armor_leader_in
from landbridge.games.orsha.campaign.pieces.roster import Listed
from landbridge.games.orsha.campaign.reorganising.melees import struck
from landbridge.games.orsha.rules.words import Side

if TYPE_CHECKING:
    from landbridge.games.orsha.campaign.state import Campaign


def lost_with_crew(state: Campaign, side: Side, vehicle: Listed, how: str) -> Campaign:
    """A vehicle is Eliminated with everybody in it."""
    aboard = armor_leader_in(state, side, vehicle)
    return struck(state, side, [vehicle, *aboard], how, counts=False)
