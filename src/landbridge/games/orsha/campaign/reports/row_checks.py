"""What is wrong with a line of a battle report: it contradicts the roster, or breaks a rule.

What means nothing, such as a Gun that is a prisoner, is refused. What breaks a rule is a violation,
which a referee may let pass.
"""

from __future__ import annotations

from typing import Any

from landbridge.engine.refusals import ImpossibleAction, Violation, choices
from landbridge.engine.rules.findings import Why
from landbridge.games.orsha.campaign.pieces.armament import check_arms, states_of
from landbridge.games.orsha.campaign.pieces.armor_leaders import check_aboard
from landbridge.games.orsha.campaign.pieces.book import PieceResult
from landbridge.games.orsha.campaign.pieces.covers import check_cover
from landbridge.games.orsha.campaign.pieces.roster import (
    EQUIPMENT,
    FIRES,
    ON_MAP,
    PERSONNEL,
    RosterPiece,
    is_stuck,
    known_names,
    possible_names,
)
from landbridge.games.orsha.campaign.reports.reports import pieces_meant
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.scenario.definitions import counts_as
from landbridge.games.orsha.rules.scenario.setting_up import gun_hidden
from landbridge.games.orsha.rules.scenario.special_rules import leave_map
from landbridge.games.orsha.rules.violations import Violations
from landbridge.games.orsha.rules.words import Side

USED_UP = (*FIRES, "aircraft", "contact")
CHARGES = ("FT", "DC")
EXITS = (*PERSONNEL, *EQUIPMENT, "armor_leader")
"""Kinds that can leave by the map edge."""


def check_ended(
    state: Campaign, side: Side, what: str, ended: PieceResult
) -> tuple[Violation, ...]:
    """Everything that is wrong with a line; what means nothing is refused."""
    book = state.book(side)
    pieces = pieces_meant(book, what)
    if not pieces:
        raise ImpossibleAction(f"every piece of '{what}' is accounted for", "OTO-8.618-1")
    violations = Violations(Why())
    single = len(pieces) == 1
    for piece in pieces:
        _check_sense(piece, ended)
        _check_piece(side, piece, ended, violations)
        check_arms(piece, ended, violations)
        check_aboard(book, piece, ended, violations)
        _check_leaving(side, piece, ended, violations)
        _check_stay(piece, ended, single, violations)
        _check_hidden(state, piece, ended, violations)
        if (ended.hex, ended.cover) != (piece.hex, piece.cover):
            check_cover(state, side, piece, ended.hex, ended.cover, violations)
    _check_states(pieces, ended)
    if ended.name:
        _check_name(pieces, ended.name, violations)
    return tuple(violations.found)


# What means nothing


def _check_sense(piece: RosterPiece, ended: PieceResult) -> None:
    """Refuse what can be said of no piece of this kind."""
    shown = piece.label
    if ended.status == "prisoner" and piece.kind not in PERSONNEL:
        raise ImpossibleAction(
            f"{shown} cannot be a prisoner", "OTO-9.608-1", "Equipment is captured"
        )
    if ended.status == "captured" and not _is_equipment(piece):
        rules = ("OTO-9.6134-1", "OTO-8.2-Equipment-1")
        raise ImpossibleAction(f"{shown} cannot be captured", rules, "units become prisoners")
    if ended.status == "map" and piece.kind in (*FIRES, "aircraft"):
        raise ImpossibleAction(f"{shown} is on no hex", "OTO-8.618-1", "offmap, or used")
    if piece.kind in FIRES and ended.status not in ("offmap", "used"):
        raise ImpossibleAction(
            f"{shown} cannot be {ended.status}", "OTO-8.618-1", "offmap, or used"
        )
    if ended.dr and piece.name not in CHARGES:
        text = f"{shown} is removed by no DR"
        raise ImpossibleAction(text, "OTO-9.6133-1", "dr= is for FT and DC")
    if ended.status == "exited" and piece.kind not in EXITS:
        text = f"{shown} cannot exit the map"
        raise ImpossibleAction(text, "OTO-8.51-Obj-4", "units exit, with what they carry")


def _is_equipment(piece: RosterPiece) -> bool:
    thing: Any = piece.kind
    return piece.kind in EQUIPMENT and counts_as(thing).result.equipment


def _check_states(pieces: list[RosterPiece], ended: PieceResult) -> None:
    """Refuse a word that fits none of the pieces."""
    for word in ended.states:
        if not any(word in states_of(piece) for piece in pieces):
            known = f"legal: {choices(states_of(pieces[0]))}"
            raise ImpossibleAction(f"{pieces[0].label} cannot be {word}", "OTO-8.618-1", known)


def _check_name(pieces: list[RosterPiece], name: str, violations: Violations) -> None:
    """A piece becomes another counter of its kind, and never a larger one."""
    piece = pieces[0]
    if len(pieces) > 1 or name not in known_names(piece):
        names = possible_names(piece)
        allowed = f"legal: {choices(names)}" if len(pieces) == 1 else "one piece at a time"
        raise ImpossibleAction(f"{piece.label} cannot have become {name}", "OTO-8.618-1", allowed)
    possible = possible_names(piece)
    text = f"{piece.label} cannot have become {name}"
    violations(name not in possible, "OTO-8.618-1", text, choices(possible))


# What breaks a rule


def _check_piece(
    side: Side, piece: RosterPiece, ended: PieceResult, violations: Violations
) -> None:
    shown = piece.label
    gone = piece.status not in ("map", "offmap", "prisoner")
    text = f"{shown} is {piece.status} since an earlier battle"
    violations(gone, "OTO-8.2-OoB-1", text, "leave it out")
    charge = piece.name in CHARGES
    violations(
        ended.status == "used" and piece.kind not in USED_UP and not charge,
        "OTO-CG7-3",
        f"{shown} cannot be used up",
        "modules, aircraft, FT and DC",
    )
    violations(
        ended.status == "used" and charge and not ended.dr,
        "OTO-9.6133-1",
        f"{shown}: the Original effects DR that removed it is wanted",
        "add it, for example dr=7",
    )


def _check_leaving(
    side: Side, piece: RosterPiece, ended: PieceResult, violations: Violations
) -> None:
    """Who leaves the map is Eliminated, but for a Recall and Russians who exit for points."""
    shown = piece.label
    if ended.status == "exited":
        left = leave_map(side, "west")
        text = f"{shown} left the map: it is Eliminated"
        remedy = "only Russians exit, by the west edge, for EVP"
        violations(left.result.eliminated, left.rules or "OTO-CG14-1", text, remedy)
    if ended.status == "recalled" and piece.kind != "vehicle":
        text = f"{shown} cannot be Recalled"
        violations(True, "OTO-CG14-1", text, "only vehicles are Recalled")
    there = piece.status == "map" and piece.kind in ON_MAP
    if there and ended.status == "offmap":
        left = leave_map(side, "east")
        text = f"{shown} was set up in {piece.hex}: who leaves the map is Eliminated"
        remedy = "a hex, eliminated, exited or recalled"
        violations(left.result.eliminated, left.rules or "OTO-CG14-1", text, remedy)


def _check_stay(
    piece: RosterPiece, ended: PieceResult, single: bool, violations: Violations
) -> None:
    """Some pieces cannot have moved."""
    moved = ended.status in ("map", "captured") and ended.hex != piece.hex
    violations(
        single and is_stuck(piece) and moved,
        ("OTO-9.607-2", "OTO-8.618-1"),
        f"{piece.label} cannot have moved from {piece.hex}",
        f"{piece.hex}, or eliminated",
    )


def _check_hidden(
    state: Campaign, piece: RosterPiece, ended: PieceResult, violations: Violations
) -> None:
    """Who ends hidden was set up so, has not moved and was never found."""
    if "hidden" not in ended.states:
        return
    shown = piece.label
    mixed = len(ended.states) > 1 or ended.status != "map"
    text = "a piece that nobody has found is on the map and in no other state"
    violations(mixed, "OTO-CG11-6", text, "leave hidden out")
    was_hip = piece.has("hidden") and piece.status == "map"
    seen = state.sightings.get(piece.id)
    found = seen is not None and seen.date == state.date and seen.hex == piece.hex
    if not was_hip and found:
        rules = ("OTO-8.91-3", "OTO-CG11-6")
        violations(True, rules, f"{shown} was found in {piece.hex}", "leave hidden out")
    elif piece.kind == "gun":
        ends = gun_hidden(was_hip, not was_hip)
        text = f"{shown} did not begin the scenario HIP"
        violations(ends.result != "hip", ends.rules or "OTO-CG11-6", text, "leave hidden out")
    else:
        text = f"{shown} did not set up HIP"
        violations(not was_hip, "OTO-8.8-HIP-1", text, "leave hidden out")
    moved = was_hip and ended.status == "map" and ended.hex != piece.hex
    text = f"{shown} was hidden in {piece.hex}: who moves is found"
    violations(moved, "OTO-CG11-6", text, f"{piece.hex} hidden, or leave hidden out")
