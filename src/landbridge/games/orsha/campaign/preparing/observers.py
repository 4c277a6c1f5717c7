"""Offboard Observers: the Russian ones are recorded before the Germans set up (note i)."""

from __future__ import annotations

from msgspec.structs import replace

from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.events import Play
from landbridge.engine.refusals import ImpossibleAction, Violation
from landbridge.games.orsha.campaign.pieces.roster import RosterPiece
from landbridge.games.orsha.campaign.setting_up.notes import Note, Place, read_note
from landbridge.games.orsha.campaign.setting_up.placing import judge_note, note_violations
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.arriving.observers import observer_post
from landbridge.games.orsha.rules.map.entry_areas import edge_hexes
from landbridge.games.orsha.rules.words import Side

RECORDING = ("OTO-RGR-i-1", "OTO-CG13-4")


def observers(state: Campaign, side: Side) -> list[RosterPiece]:
    """Observers that are recorded while the sides prepare; German ones set up with the others."""
    if side != "russian":
        return []
    return [p for p in state.book(side).with_status("map", "offmap") if p.kind == "observer"]


def posts(state: Campaign, side: Side) -> tuple[str, ...]:
    """Friendly-Controlled hexes of the edge on which a side's Observers sit."""
    ruling = state.rulings.russian_observer_edge
    edge = observer_post(side, False, ruling).result.edge
    hexes = edge_hexes("W" if edge == "west" else "E", state.edge_rows)
    return tuple(hex for hex in hexes if state.control.get(hex) == side)


def without_post(state: Campaign, side: Side) -> list[RosterPiece]:
    """Observers who are still to be recorded, or whose post the enemy has taken."""
    held = posts(state, side)
    return [p for p in observers(state, side) if p.status != "map" or p.hex not in held]


def record_offer(state: Campaign, side: Side) -> Offer:
    """The offer to record where an Observer sits."""
    waiting = without_post(state, side) or observers(state, side)
    slots = (
        Slot("what", tuple(piece.id for piece in waiting), prompt="which Observer?"),
        Slot("where", prompt="on which hex of the edge?", examples=posts(state, side)),
    )
    return Offer("place", "Record an Offboard Observer", slots, RECORDING)


def check_record(state: Campaign, side: Side, action: Place) -> tuple[Violation, ...]:
    """Everything that is wrong with recording an Observer so."""
    return note_violations(state, side, *_read(state, side, action))


def unrecorded(state: Campaign, side: Side) -> tuple[Violation, ...]:
    """Observers without a post, as long as there is one to be had."""
    if not posts(state, side):
        return ()
    return tuple(
        Violation(f"{piece.label} has not been recorded", RECORDING, f"place {piece.id} HEX")
        for piece in without_post(state, side)
    )


def record(state: Campaign, side: Side, action: Place, play: Play) -> Campaign:
    """The Observer sits where it is noted, in secret."""
    (piece,), note = _read(state, side, action)
    rules = tuple(dict.fromkeys((*RECORDING, *judge_note(state, side, [piece], note).rules)))
    play.log("noted", rules, to=(side,), what=piece.label, where=note.hexes[0])
    return state.with_pieces(side, replace(piece, status="map", hex=note.hexes[0]))


def _read(state: Campaign, side: Side, action: Place) -> tuple[list[RosterPiece], Note]:
    pieces = state.book(side).find(action.what)
    note = read_note(action.where, state.edge_rows)
    if [p.kind for p in pieces] != ["observer"] or note != Note(hexes=note.hexes[:1]):
        raise ImpossibleAction(
            f"'place {action.what} {' '.join(action.where)}' records no Offboard Observer",
            RECORDING,
            "one Observer and one hex of the edge; everything else is noted when it sets up",
        )
    return pieces, note
