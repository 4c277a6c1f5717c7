"""OBA modules after a battle (CG7): what was used is gone with all that belongs to it."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from landbridge.games.orsha.campaign.pieces.roster import RosterPiece, changed
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.purchases.reinforcement_groups import find_group
from landbridge.games.orsha.rules.scenario.between_scenarios import Module, retain_module
from landbridge.games.orsha.rules.words import Side

BELONGINGS = ("contact", "observer", "pre_registered")


def spend_modules(state: Campaign, side: Side, results: Iterable[RosterPiece]) -> Campaign:
    """Modules that were used leave the roster with their Observer and Pre-Registered hexes."""
    for module in results:
        if module.status != "used" or module.kind not in ("oba", "counter_battery"):
            continue
        kind = _kind(side, module)
        counters = kind == "counter_battery"
        left = retain_module(kind, ffe_placed=not counters, attack_made=counters).result
        if left.retained:
            state = state.with_pieces(side, replace(module, status="offmap"))
            continue
        own = [
            piece
            for piece in state.book(side).there("map", "offmap")
            if piece.line == module.line and piece.kind in BELONGINGS
        ]
        entry = f"{state.date}: used with its module"
        gone = [changed(piece, entry, status="used", hex="") for piece in own]
        state = state.with_pieces(side, *gone)
    return state


def _kind(side: Side, module: RosterPiece) -> Module:
    if module.kind == "counter_battery":
        return "counter_battery"
    return "rocket_oba" if find_group(side, module.rg).kind == "rocket_oba" else "oba"
