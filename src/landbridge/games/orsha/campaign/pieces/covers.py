"""What a piece can be in: a building on the map, a Trench or a Pillbox that was laid there."""

from __future__ import annotations

from landbridge.games.orsha.campaign.map_hexes import has_building
from landbridge.games.orsha.campaign.pieces.roster import Cover, RosterPiece
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.violations import Violations
from landbridge.games.orsha.rules.words import Side

WORKS: dict[Cover, str] = {"trench": "Trench", "pillbox": "Pillbox"}
"""Covers that are Fortifications, by the first word of their names."""
RULES = ("OTO-CG11-4", "OTO-9.607-2")


def is_there(state: Campaign, side: Side, hex: str, cover: Cover) -> bool:
    """Whether a hex has such cover, as far as a side knows: its own works, and enemy ones it saw.

    Of a side whose orders are kept elsewhere nobody can say it.
    """
    if cover == "building":
        return has_building(hex, state.marks.get(hex, ()))
    book = state.book(side)
    name = WORKS[cover]
    own = (p.name for p in book.with_status("map") if p.hex == hex and p.kind == "fortification")
    seen = (s.name for s in state.sightings.values() if s.hex == hex and s.status == "map")
    return bool(book.sealed) or any(work.startswith(name) for work in (*own, *seen))


def check_cover(
    state: Campaign,
    side: Side,
    piece: RosterPiece,
    hex: str,
    cover: Cover,
    violations: Violations,
) -> None:
    """Whether a piece is said to be in something that is not there"""
    if not hex or not cover or is_there(state, side, hex, cover):
        return
    text = f"{piece.label} is said to be in a {cover}, but there is none in {hex}"
    remedy = f"leave in={cover} out"
    if cover in WORKS:
        remedy += f", or place a {WORKS[cover]} there"
    violations(True, RULES, text, remedy)
