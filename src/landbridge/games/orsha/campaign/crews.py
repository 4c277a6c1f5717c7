"""Who is in a vehicle: the Armor Leader of its platoon, who fares as its crew does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from landbridge.games.orsha.campaign.melees import struck
from landbridge.games.orsha.campaign.roster import Listed, is_afv
from landbridge.games.orsha.words import Side

if TYPE_CHECKING:
    from landbridge.games.orsha.campaign.state import Campaign


def armor_leader_in(state: Campaign, side: Side, vehicle: Listed) -> list[Listed]:
    """The Armor Leader in an AFV, if it is the only one of his platoon in its hex."""
    if not is_afv(vehicle):
        return []
    here = [p for p in state.on_map(side) if p.hex == vehicle.hex and p.line == vehicle.line]
    manned = [p for p in here if is_afv(p) and not p.has("abandoned")]
    return [p for p in here if p.kind == "armor_leader"][:1] if len(manned) == 1 else []


def lost_with_crew(state: Campaign, side: Side, vehicle: Listed, how: str) -> Campaign:
    """A vehicle is Eliminated with everybody in it."""
    aboard = armor_leader_in(state, side, vehicle)
    return struck(state, side, [vehicle, *aboard], how, counts=False)
