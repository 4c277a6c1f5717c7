"""Pieces that are Eliminated, and the CVP that the enemy earns for them."""

from __future__ import annotations

from msgspec.structs import replace

from landbridge.games.orsha.campaign.open_facts import enemy_of
from landbridge.games.orsha.campaign.pieces.armor_leaders import armor_leader_in
from landbridge.games.orsha.campaign.pieces.roster import RosterPiece, changed
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.words import Side


def eliminate(
    state: Campaign, side: Side, units: list[RosterPiece], how: str, counts: bool = True
) -> Campaign:
    """These units are Eliminated; while the scenario lasts they count as CVP for the enemy.

    What he never knew of he does not learn of by its end.
    """
    if not units:
        return state
    gone = [changed(u, f"{state.date}: {how}", status="eliminated", states=()) for u in units]
    if counts:
        state = count_cvp(state, side, sum(unit.cvp for unit in units))
    seen = [piece for unit, piece in zip(units, gone, strict=True) if state.is_known(unit)]
    return state.with_pieces(side, *gone).after_seeing(side, seen)


def count_cvp(state: Campaign, side: Side, points: int) -> Campaign:
    """The enemy of a side earns CVP."""
    other = enemy_of(side)
    return replace(state, cvp=state.cvp | {other: state.cvp.get(other, 0) + points})


def eliminate_with_crew(state: Campaign, side: Side, vehicle: RosterPiece, how: str) -> Campaign:
    """A vehicle is Eliminated with everybody in it."""
    aboard = armor_leader_in(state, side, vehicle)
    return eliminate(state, side, [vehicle, *aboard], how, counts=False)
