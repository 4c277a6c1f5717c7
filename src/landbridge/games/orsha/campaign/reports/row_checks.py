"""Lines of a battle report that contradict the roster, and are refused."""

from __future__ import annotations

from landbridge.engine.refusals import Refusal, choices
from landbridge.games.orsha.campaign.open_facts import refuse
from landbridge.games.orsha.campaign.pieces.armament import check_arms, states_of
from landbridge.games.orsha.campaign.pieces.armor_leaders import check_aboard
from landbridge.games.orsha.campaign.pieces.book import PieceResult
from landbridge.games.orsha.campaign.pieces.roster import (
    EQUIPMENT,
    FIRES,
    ON_MAP,
    PERSONNEL,
    RosterPiece,
    is_stuck,
    possible_names,
)
from landbridge.games.orsha.campaign.reports.reports import meant
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.words import Side

USED_UP = (*FIRES, "aircraft", "contact")
CHARGES = ("FT", "DC")
EXITS = (*PERSONNEL, *EQUIPMENT, "armor_leader")
"""Kinds that can leave by the map edge."""


def check_ended(state: Campaign, side: Side, what: str, ended: PieceResult) -> None:
    """Refuse a line that contradicts the roster."""
    book = state.book(side)
    pieces = meant(book, what)
    if not pieces:
        raise Refusal(f"every piece of '{what}' is accounted for", "OTO-8.618-1")
    single = len(pieces) == 1
    for piece in pieces:
        _check_piece(side, piece, ended)
        check_arms(piece, ended)
        check_aboard(book, piece, ended)
        _check_stay(state, piece, ended, single)
    first = f"{pieces[0].id} ({pieces[0].name})"
    for word in ended.states:
        fits = any(word in states_of(piece) for piece in pieces)
        known = f"legal: {choices(states_of(pieces[0]))}"
        refuse(not fits, "OTO-8.618-1", f"{first} cannot be {word}", known)
    if ended.name:
        names = possible_names(pieces[0]) if single else ()
        text = f"{first} cannot have become {ended.name}"
        allowed = f"legal: {choices(names)}" if single else "one piece at a time"
        if ended.name not in names:
            raise Refusal(text, "OTO-8.618-1", allowed)
    mixed = "hidden" in ended.states and (len(ended.states) > 1 or ended.status != "map")
    text = "a piece that nobody has found is on the map and in no other state"
    refuse(mixed, "OTO-CG11-6", text, "leave hidden out")


def _check_stay(state: Campaign, piece: RosterPiece, ended: PieceResult, single: bool) -> None:
    """Refuse what cannot have moved, left the map or stayed hidden."""
    shown = f"{piece.id} ({piece.name})"
    there = piece.status == "map" and piece.kind in ON_MAP
    refuse(
        there and ended.status == "offmap",
        "OTO-CG14-1",
        f"{shown} was set up in {piece.hex}: who leaves the map is Eliminated",
        "a hex, eliminated, exited or recalled",
    )
    moved = ended.status in ("map", "captured") and ended.hex != piece.hex
    refuse(
        single and is_stuck(piece) and moved,
        ("OTO-9.607-2", "OTO-8.618-1"),
        f"{shown} cannot have moved from {piece.hex}",
        f"{piece.hex}, or eliminated",
    )
    seen = state.sightings.get(piece.id)
    found = seen is not None and seen.date == state.date and seen.hex == piece.hex
    refuse(
        "hidden" in ended.states and found and not piece.has("hidden"),
        ("OTO-8.91-3", "OTO-CG11-6"),
        f"{shown} was found in {piece.hex}",
        "leave hidden out",
    )


def _check_piece(side: Side, piece: RosterPiece, ended: PieceResult) -> None:
    shown = f"{piece.id} ({piece.name})"
    gone = piece.status not in ("map", "offmap", "prisoner")
    if gone:
        raise Refusal(f"{shown} is {piece.status} since an earlier battle", "OTO-8.2-OoB-1")
    refuse(
        ended.status == "exited" and side == "german",
        "OTO-CG14-1",
        f"{shown} left the map: it is Eliminated",
        "only Russians exit, by the west edge, for EVP",
    )
    refuse(
        ended.status == "recalled" and piece.kind != "vehicle",
        "OTO-CG14-1",
        f"{shown} cannot be Recalled",
        "only vehicles are Recalled",
    )
    if ended.status == "prisoner" and piece.kind not in PERSONNEL:
        raise Refusal(f"{shown} cannot be a prisoner", "OTO-9.608-1", "Equipment is captured")
    if ended.status == "captured" and piece.kind not in EQUIPMENT:
        raise Refusal(f"{shown} cannot be captured", "OTO-9.6134-1", "units become prisoners")
    charge = piece.name in CHARGES
    refuse(
        ended.status == "used" and piece.kind not in USED_UP and not charge,
        "OTO-CG7-3",
        f"{shown} cannot be used up",
        "modules, aircraft, FT and DC",
    )
    refuse(
        ended.status == "used" and charge and not ended.dr,
        "OTO-9.6133-1",
        f"{shown}: the Original effects DR that removed it is wanted",
        "add it, for example dr=7",
    )
    if ended.status == "map" and piece.kind in (*FIRES, "aircraft"):
        raise Refusal(f"{shown} is on no hex", "OTO-8.618-1", "offmap, or used")
    refuse(
        piece.kind in FIRES and ended.status not in ("offmap", "used"),
        "OTO-8.618-1",
        f"{shown} cannot be {ended.status}",
        "offmap, or used",
    )
    refuse(
        ended.status == "exited" and piece.kind not in EXITS,
        "OTO-8.51-Obj-4",
        f"{shown} cannot exit the map",
        "units exit, with what they carry",
    )
