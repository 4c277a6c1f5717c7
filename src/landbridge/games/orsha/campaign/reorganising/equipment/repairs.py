"""Repair of weapons, FT and DC, Captured Weapons (9.6132 to 9.6134)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from landbridge.engine.chance.nature import ScriptedDice
from landbridge.engine.play.events import Play
from landbridge.games.orsha.campaign.open_facts import SIDES
from landbridge.games.orsha.campaign.pieces.armament import Arm, broken_arms, firing_arms
from landbridge.games.orsha.campaign.pieces.losses import eliminate
from landbridge.games.orsha.campaign.pieces.roster import (
    RosterPiece,
    changed,
    is_mineroller,
    with_states,
    without,
)
from landbridge.games.orsha.campaign.reorganising.equipment.vehicles import is_untrained
from landbridge.games.orsha.campaign.reorganising.outcomes import log_outcome
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.reorganisation.captured import settle_captured
from landbridge.games.orsha.rules.reorganisation.repair import BrokenWeapon, repair, settle_charge
from landbridge.games.orsha.rules.words import Side


def broken_weapons(state: Campaign, side: Side) -> tuple[str, ...]:
    """Pieces with malfunctioned Retained weapons that are not Captured."""
    return tuple(p.id for p in state.book(side).retained if p.side == side and broken_arms(p))


def check_weapon(state: Campaign, side: Side, name: str, how: str, play: Play) -> Campaign:
    """Every malfunctioned weapon of a piece is repaired, or lost; each makes its own dr."""
    for arm in broken_arms(state.book(side).pieces[name]):
        state = _repaired(state, side, state.book(side).pieces[name], arm, play)
    return state


def _outcome_text(piece: RosterPiece, arm: Arm, outcome: str) -> str:
    """What became of a weapon; of a vehicle, of which."""
    return f"{arm.name} {outcome}" if piece.kind == "vehicle" else outcome


def _repaired(state: Campaign, side: Side, piece: RosterPiece, arm: Arm, play: Play) -> Campaign:
    number = piece.values.get("repair", 1)
    weapon = BrokenWeapon(
        mounted=arm.mounted,
        repair_number=number if isinstance(number, int) else 1,
        non_qualified=piece.kind == "vehicle" and is_untrained(state, side, piece),
        isolated=bool(piece.area),
        mineroller=is_mineroller(piece),
        roller_damaged=piece.has("roller_damaged"),
    )
    found = repair(weapon, play.nature)
    outcome = found.result.outcome
    rules = ("OTO-9.6132-1", *found.rules)
    log_outcome(state, side, piece, rules, _outcome_text(piece, arm, outcome), play)
    if outcome == "eliminated":
        return eliminate(state, side, [piece], "could not be repaired", counts=False)
    states = without(piece, arm.malfunctioned)
    if outcome == "disabled":
        states = with_states((*states, arm.disabled))
        if found.result.recall:
            states = with_states((*states, "recall"))
    recall = ", Recall" if found.result.recall else ""
    entry = f"{state.date}: {_outcome_text(piece, arm, outcome)}{recall}"
    return state.with_pieces(side, changed(piece, entry, states=states))


def settle_charges(state: Campaign, play: Play) -> Campaign:
    """FT and DC that were used up come back to their first owner on a DR of 10 or less."""
    for side in SIDES:
        for piece in state.book(side).with_status("used"):
            if piece.name not in ("FT", "DC") or not piece.dr:
                continue
            kind: Any = piece.name.lower()
            found = settle_charge(kind, piece.side, ScriptedDice([piece.dr]))
            fate = found.result.fate
            rules = ("OTO-9.6133-1", *found.rules)
            log_outcome(state, side, piece, rules, f"{fate} (DR {piece.dr})", play)
            entry = f"{state.date}: {fate} after a DR of {piece.dr}"
            after = changed(piece, entry, dr=0)
            if found.result.owner == side:
                after = replace(after, status="offmap", hex="")
            elif found.result.owner is not None:
                back = replace(after, status="offmap", hex="")
                state = state.with_pieces(found.result.owner, back)
            state = state.with_pieces(side, after)
        for tank in [p for p in state.book(side).retained if p.has("ft_x")]:
            state = _lose_flamethrower(state, side, tank, play)
    return state


def _lose_flamethrower(state: Campaign, side: Side, tank: RosterPiece, play: Play) -> Campaign:
    """A tank's flamethrower at X never comes back; the tank stays in play without it."""
    found = settle_charge("vehicular_ft", tank.side, ScriptedDice([12]))
    rules = ("OTO-9.6133-1", *found.rules)
    if not found.result.vehicle_stays:
        log_outcome(state, side, tank, rules, "eliminated", play)
        return eliminate(state, side, [tank], "lost with its flamethrower", counts=False)
    log_outcome(state, side, tank, rules, "its flamethrower is gone for good", play)
    states = with_states((*without(tank, "ft_x"), "ft_disabled"))
    entry = f"{state.date}: flamethrower gone"
    return state.with_pieces(side, changed(tank, entry, states=states))


def booty(state: Campaign, side: Side) -> tuple[str, ...]:
    """Pieces in a side's hands with Captured Weapons that are not Disabled yet."""
    return tuple(p.id for p in state.book(side).retained if p.side != side and firing_arms(p))


def check_booty(state: Campaign, side: Side, name: str, how: str, play: Play) -> Campaign:
    """Every Captured Weapon of a piece is kept, or lost."""
    for arm in firing_arms(state.book(side).pieces[name]):
        state = _settled(state, side, state.book(side).pieces[name], arm, play)
    return state


def _settled(state: Campaign, side: Side, piece: RosterPiece, arm: Arm, play: Play) -> Campaign:
    found = settle_captured(arm.mounted, piece.has(arm.malfunctioned), play.nature)
    outcome = found.result.outcome
    rules = ("OTO-9.6134-1", *found.rules)
    log_outcome(state, side, piece, rules, _outcome_text(piece, arm, outcome), play)
    if outcome == "eliminated":
        return eliminate(state, side, [piece], "booty that was lost", counts=False)
    if outcome == "disabled":
        states = with_states((*without(piece, arm.malfunctioned), arm.disabled))
        if found.result.recall:
            states = with_states((*states, "recall"))
        entry = f"{state.date}: captured {arm.name} disabled"
        return state.with_pieces(side, changed(piece, entry, states=states))
    return state
