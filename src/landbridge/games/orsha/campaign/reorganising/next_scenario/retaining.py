"""What is Retained for the next scenario (CG7): RGs until they are lost, modules until used."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from landbridge.engine.play.events import Play
from landbridge.games.orsha.campaign.open_facts import SIDES
from landbridge.games.orsha.campaign.pieces.roster import EQUIPMENT, FIRES, WORKS, RosterPiece
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.scenario.between_scenarios import (
    Fate,
    Module,
    RetainedModule,
    retain_module,
    rg_retained,
)
from landbridge.games.orsha.rules.scenario.definitions import Item, Origin, oob_status
from landbridge.games.orsha.rules.words import Side

MODULES: dict[str, Module] = {"oba": "oba", "counter_battery": "counter_battery"}
OF_MODULE = ("observer", "pre_registered")
"""Pieces that a Retained module keeps."""


def retain(state: Campaign, play: Play) -> Campaign:
    """Both sides' RGs and modules, as far as they are there for the next scenario."""
    for side in SIDES:
        rules: list[str] = []
        number = 0
        for piece in list(state.book(side).pieces.values()):
            if piece.kind in MODULES:
                state, cited, kept = _retain_module(state, side, piece)
            elif piece.kind in OF_MODULE or not piece.in_play or piece.status == "prisoner":
                continue
            else:
                found = rg_retained(_fate(piece))
                there = oob_status(_origin(piece), _item(piece), on_map=piece.status == "map")
                cited = (*found.rules, *there.rules)
                # Fortifications are on the map for good; they are never in the Retained box.
                kept = found.result and (piece.kind in WORKS or there.result.retained)
                if not kept:
                    state = state.with_pieces(side, replace(piece, status="eliminated", hex=""))
            rules += cited
            number += kept
        play.log("retained", tuple(dict.fromkeys(rules)), to=(side,), side=side, number=number)
    return state


def _fate(piece: RosterPiece) -> Fate:
    """What happened to a piece that is still there."""
    if piece.status == "map" or piece.former:
        return "in_play"
    return "not_used" if piece.kind in (*FIRES, "aircraft") else "not_entered"


def _origin(piece: RosterPiece) -> Origin:
    return "survivor" if _fate(piece) == "in_play" else "bought_before"


def _item(piece: RosterPiece) -> Item:
    if piece.kind in WORKS:
        return "fortification"
    if piece.name in ("FT", "DC"):
        return "ft_dc"
    return "equipment" if piece.kind in EQUIPMENT else "unit"


def _retain_module(
    state: Campaign, side: Side, module: RosterPiece
) -> tuple[Campaign, tuple[str, ...], bool]:
    """A module with its Offboard Observer and Pre-Registered hexes."""
    book = state.book(side)
    own = [p for p in book.pieces.values() if p.line == module.line and p.in_play]
    observers = [p for p in own if p.kind == "observer"]
    hexes = [p for p in own if p.kind == "pre_registered"]
    was_used = module.status == "used"
    found = retain_module(
        MODULES[module.kind],
        ffe_placed=was_used and module.kind == "oba",
        attack_made=was_used,
        observer=bool(observers),
        hexes=min(len(hexes), 2),
    )
    left: RetainedModule = found.result
    if was_used:
        status: Literal["used", "offmap"] = "used" if left.used else "offmap"
        return state.with_pieces(side, replace(module, status=status)), found.rules, left.retained
    gone = ([] if left.observer else observers) + ([] if left.hexes else hexes)
    state = state.with_pieces(side, *(replace(p, status="eliminated", hex="") for p in gone))
    return state, found.rules, left.retained
