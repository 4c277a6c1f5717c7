"""Strategic Locations that works, Guns and stuck vehicles make (8.2), and who stands in them."""

from __future__ import annotations

from landbridge.games.orsha.campaign.map_hexes import on_edge
from landbridge.games.orsha.campaign.open_facts import SIDES, Holder
from landbridge.games.orsha.campaign.pieces.roster import RosterPiece, is_mmc
from landbridge.games.orsha.campaign.reports.reports import result_of
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.map.control import Holding, strategic_location
from landbridge.games.orsha.rules.words import Side


def as_reported(state: Campaign, side: Side) -> list[RosterPiece]:
    """A side's pieces on the map, those in its report as that leaves them."""
    said = state.book(side).report
    rest = [piece for piece in state.on_map(side) if piece.id not in said]
    return rest + [piece for piece in result_of(state, side) if piece.status == "map"]


def strategic_pieces(state: Campaign) -> set[str]:
    """Hexes that works, crewed Guns and Immobile vehicles make Strategic Locations."""
    found = set()
    for side in SIDES:
        pieces = as_reported(state, side)
        crews = {piece.hex for piece in pieces if piece.kind == "crew"}
        for piece in pieces:
            holding = _holding(piece, piece.hex in crews)
            if holding is not None and strategic_location(None, (holding,)).result.strategic:
                found.add(piece.hex)
    return found


def occupied(state: Campaign, side: Side) -> set[str]:
    """Hexes in which MMC or vehicles of a side ended in the open."""
    pieces = [piece for piece in as_reported(state, side) if not piece.has("hidden")]
    return {p.hex for p in pieces if is_mmc(p) or p.kind == "vehicle"}


def vacated(state: Campaign) -> tuple[str, ...]:
    """Hexes that nobody Controls by the ruling that one must stand in them; the edge is no such."""
    if state.rulings.control_rule != "occupied":
        return ()
    there: dict[Holder, set[str]] = {side: occupied(state, side) for side in SIDES}
    return tuple(
        hex
        for hex, holder in state.control.items()
        if hex not in there[holder] and not on_edge(hex, state.edge_rows)
    )


def _holding(piece: RosterPiece, crew: bool) -> Holding | None:
    """What a piece is to a Strategic Location."""
    if piece.kind == "cupola":
        return "cupola"
    if piece.kind == "fortification":
        if piece.name.startswith("Pillbox"):
            return "pillbox"
        return "entrenchment" if piece.name.startswith(("Trench", "Foxhole")) else None
    if piece.kind == "gun":
        return "crewed_gun" if crew else "uncrewed_gun"
    if piece.kind != "vehicle" or not piece.has("immobilized"):
        return None
    if piece.has("abandoned"):
        return "abandoned_vehicle"
    fires = "ma" in piece.values and not piece.has("malfunctioned") and not piece.has("disabled")
    return "immobile_vehicle" if fires else "vehicle_without_ma"
