"""Recombining and Heroes (9.6111, 9.6112): what happens to people by itself."""

from __future__ import annotations

from msgspec.structs import replace

from landbridge.engine.play.events import Play
from landbridge.games.orsha.campaign.open_facts import SIDES
from landbridge.games.orsha.campaign.pieces.roster import (
    changed,
    renamed,
    size,
    without,
)
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.grades import find_piece, grade_of
from landbridge.games.orsha.rules.reorganisation.hardening import pairs_to_recombine, trade_heroes
from landbridge.games.orsha.rules.reorganisation.promotion import settle_heroic_leader
from landbridge.games.orsha.rules.words import Side


def reorganise_people(state: Campaign, play: Play) -> Campaign:
    """Half-squads Recombine, heroic leaders harden, Heroes give way; each side in secret."""
    for side in SIDES:
        state = _recombine(state, side, play)
        state = _heroic_leaders(state, side, play)
        state = _heroes(state, side, play)
    return state


def _recombine(state: Campaign, side: Side, play: Play) -> Campaign:
    halves = [p for p in state.book(side).retained if size(p) == "half_squad" and p.side == side]
    if len(halves) < 2:
        return state
    ruling = state.rulings.isolated_setup
    place = "area" if ruling == "area" else "former"
    # A piece that is not Isolated has no place of its own.
    named = [(p, getattr(p, place) if p.area else "") for p in halves]
    texts = tuple(f"{p.name}@{where}" if where else p.name for p, where in named)
    found = pairs_to_recombine(side, texts, ruling)
    for first, second in found.result:
        mate, piece = halves[first], halves[second]
        squad = grade_of(side, find_piece(side, piece.name)).squad
        entry = f"{state.date}: Recombined with {piece.id}"
        gone = f"{state.date}: Recombined with {mate.id}"
        state = state.with_pieces(
            side, renamed(mate, squad, entry), changed(piece, gone, status="joined", hex="")
        )
        both = f"{mate.label} and {piece.label}"
        play.log("recombined", found.rules, to=(side,), pieces=both)
    return state


def _heroic_leaders(state: Campaign, side: Side, play: Play) -> Campaign:
    for piece in state.book(side).retained:
        if not piece.has("heroic") or size(piece) != "leader":
            continue
        found = settle_heroic_leader(piece.name)
        name = found.result.becomes
        if found.result.heroic:
            continue
        play.log("leader_hardens", found.rules, to=(side,), piece=piece.label, name=name)
        entry = f"{state.date}: heroic, now {name}"
        state = state.with_pieces(
            side, renamed(piece, name, entry, states=without(piece, "heroic"))
        )
        now = state.book(side).hardening
        hardened = replace(now, hardened=(*now.hardened, piece.id))
        state = state.change_book(side, hardening=hardened)
    return state


def _heroes(state: Campaign, side: Side, play: Play) -> Campaign:
    heroes = [p for p in state.book(side).retained if size(p) == "hero"]
    if not heroes:
        return state
    found = trade_heroes(len(heroes))
    if not found.result:
        return state
    gone = [changed(p, f"{state.date}: a Hero no more", status="eliminated") for p in heroes]
    names = ", ".join(piece.label for piece in heroes)
    play.log("heroes", found.rules, to=(side,), number=len(heroes), names=names)
    state = state.with_pieces(side, *gone)
    now = replace(state.book(side).hardening, heroes=tuple(piece.area for piece in heroes))
    return state.change_book(side, hardening=now)
