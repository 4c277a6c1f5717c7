"""OBA modules after a battle (CG7): what was used is gone with all that belongs to it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from landbridge.engine.play.events import Play
from landbridge.games.orsha.campaign.pieces.roster import RosterPiece, changed
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.purchases.limits import may_use_module
from landbridge.games.orsha.rules.purchases.reinforcement_groups import groups
from landbridge.games.orsha.rules.scenario.between_scenarios import Module, retain_module
from landbridge.games.orsha.rules.words import Side

MODULES = ("oba", "counter_battery")
BELONGINGS = ("contact", "observer", "pre_registered")


def spend_modules(
    state: Campaign, side: Side, results: Sequence[RosterPiece], play: Play
) -> Campaign:
    """Modules that were used leave the roster with their Observer and Pre-Registered hexes."""
    used = [piece for piece in results if piece.status == "used" and piece.kind in MODULES]
    rules: dict[str, None] = {}
    for module in used:
        kind = _kind(side, module)
        counters = kind == "counter_battery"
        left = retain_module(kind, ffe_placed=not counters, attack_made=counters)
        rules |= dict.fromkeys(left.rules)
        if left.result.retained:
            state = state.with_pieces(side, replace(module, status="offmap"))
        else:
            state = _with_all(state, side, module, "used with its module")
    if used:
        play.log("modules_used", tuple(rules), side=side, number=len(used))
    return _keep_the_others(state, side, len(used))


def _keep_the_others(state: Campaign, side: Side, used: int) -> Campaign:
    """Modules beyond those that may be used are Retained (Q&A D)."""
    for module in state.book(side).with_status("offmap"):
        group = groups(side).get(module.rg) if module.kind in MODULES else None
        if group is not None and not may_use_module(group, used).result.may_retain:
            gone = changed(module, f"{state.date}: not Retained", status="used")
            state = _with_all(state.with_pieces(side, gone), side, gone, "not Retained")
    return state


def _with_all(state: Campaign, side: Side, module: RosterPiece, how: str) -> Campaign:
    own = [
        piece
        for piece in state.book(side).with_status("map", "offmap")
        if piece.line == module.line and piece.kind in BELONGINGS
    ]
    entry = f"{state.date}: {how}"
    gone = [changed(piece, entry, status="used", hex="") for piece in own]
    return state.with_pieces(side, *gone)


def _kind(side: Side, module: RosterPiece) -> Module:
    if module.kind == "counter_battery":
        return "counter_battery"
    group = groups(side).get(module.rg)
    return "rocket_oba" if group is not None and group.kind == "rocket_oba" else "oba"
