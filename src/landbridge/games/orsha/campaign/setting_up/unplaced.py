"""Pieces of which nothing is noted: set-up is complete when there are none (CG12)."""

from __future__ import annotations

from landbridge.engine.refusals import ImpossibleAction, LandbridgeError, Violation
from landbridge.engine.rules.citing import Rules, in_force
from landbridge.games.orsha.campaign.pieces.roster import ON_MAP, RosterPiece
from landbridge.games.orsha.campaign.sentences import name_of_line
from landbridge.games.orsha.campaign.setting_up.notes import Note
from landbridge.games.orsha.campaign.setting_up.placing import WORKS, note_violations, way_of_coming
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.scenario.definitions import Origin, oob_status
from landbridge.games.orsha.rules.words import Side, count

REST = "rest"
"""What players call all pieces of which nothing is noted yet."""
AWAY = Note(offboard=True, retained=True)
"""The note that keeps a piece off the map."""
NOTED = (*ON_MAP, *WORKS, "observer", "pre_registered")
"""Kinds that set up somewhere, or are kept off the map on purpose."""


def unplaced(state: Campaign, side: Side) -> list[RosterPiece]:
    """Pieces that may set up, and of which no note says where or that they stay off the map."""
    book = state.book(side)
    return [
        piece
        for piece in book.with_status("offmap")
        if piece.kind in NOTED
        and piece.id not in book.kept_back
        and not (piece.kind == "observer" and side == "russian")
        and _sets_up(state, side, piece)
    ]


def _sets_up(state: Campaign, side: Side, piece: RosterPiece) -> bool:
    """Whether it is Retained, and so there for the set-up, or a work that is laid then (8.2)."""
    onboard = way_of_coming(state, side, piece) == "onboard"
    if piece.kind in WORKS:
        return onboard
    origin: Origin = "bought_today" if piece.date == state.date else "bought_before"
    return oob_status(origin, "unit", may_set_up=onboard).result.retained


def incomplete(state: Campaign, side: Side) -> tuple[Violation, ...]:
    """What is still to be noted, line by line of the record."""
    lines: dict[str, list[RosterPiece]] = {}
    for piece in unplaced(state, side):
        lines.setdefault(piece.line, []).append(piece)
    found = []
    for line, pieces in lines.items():
        today = pieces[0].date == state.date
        rules: Rules = ("OTO-CG12-1" if today else "OTO-CG12-2", "OTO-8.2-Retained-1")
        if in_force(rules):
            sets_up = f"{count(len(pieces), 'piece')} set{'s' * (len(pieces) == 1)} up"
            text = f"{name_of_line(line)}: where {sets_up} is not noted"
            away = any(not _wrong(state, side, piece, AWAY) for piece in pieces)
            remedy = "choose a hex for each" + ", or keep all that is left off the map" * away
            found.append(Violation(text, rules, remedy))
    return tuple(found)


def rest_for(state: Campaign, side: Side, note: Note) -> list[RosterPiece]:
    """Of the pieces without a note those to which this one is open; all, if it is to none."""
    left = unplaced(state, side)
    if not left:
        legal = "ready, or place one of them anew"
        raise ImpossibleAction("every piece has its note", "OTO-CG12-1", legal)
    return [piece for piece in left if not _wrong(state, side, piece, note)] or left


def _wrong(state: Campaign, side: Side, piece: RosterPiece, note: Note) -> bool:
    try:
        return bool(note_violations(state, side, [piece], note))
    except LandbridgeError:
        return True
