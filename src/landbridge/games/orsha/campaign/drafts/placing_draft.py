"""Where a piece or a whole line may be set up: every hex of the map tried as a note would be."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.refusals import BadInput, Refusal, Violation
from landbridge.engine.rules.citing import Rules
from landbridge.games.orsha.campaign.map_hexes import ground
from landbridge.games.orsha.campaign.pieces.roster import RosterPiece
from landbridge.games.orsha.campaign.setting_up.notes import Note, read_note
from landbridge.games.orsha.campaign.setting_up.placing import (
    NO_PLACE,
    note_violations,
    way_of_coming,
)
from landbridge.games.orsha.campaign.setting_up.set_up import SetUp
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.words import Side

EVERYWHERE = ("observer", "pre_registered")
"""Kinds that have a place of their own rules, however their line comes."""


class LegalPlaces(Struct, frozen=True):
    """Where a piece or a line may stand, noted as it is asked."""

    what: str
    hexes: tuple[str, ...]
    away: bool
    """Whether it may stay off the map."""
    problem: str = ""
    """Why it can stand nowhere on the map."""
    rules: Rules = ()


def setting_up(view: Campaign, side: Side) -> bool:
    """Whether it is this side that sets up now."""
    return bool(view.agenda) and view.agenda[0] == SetUp(side)


def ways_of(view: Campaign, side: Side) -> dict[str, str]:
    """How each piece in play comes: onboard, from elsewhere, or never on the map itself."""
    pieces = view.book(side).pieces.values()
    return {piece.id: _way(view, side, piece) for piece in pieces if piece.in_play}


def _way(view: Campaign, side: Side, piece: RosterPiece) -> str:
    if piece.kind in NO_PLACE or piece.status == "prisoner":
        return "never"
    free = piece.area or piece.kind in EVERYWHERE
    return "onboard" if free else way_of_coming(view, side, piece)


def placing_of(view: Campaign, side: Side, what: str, how: tuple[str, ...] = ()) -> LegalPlaces:
    """The hexes in which a piece or a line may set up now; `how`: hip, tow, in=trench."""
    if not setting_up(view, side):
        raise BadInput(f"The {side.capitalize()} side does not set up now.")
    pieces = view.book(side).find(what)
    # A hex stands for the place that is not known yet, so that the other words can be read.
    where = ground(view.edge_rows)
    labels = sorted(where.label(place) for place in where.hexes)
    note = read_note((labels[0], *how), view.edge_rows)
    try:
        away = not note_violations(view, side, pieces, Note(offboard=True, retained=True))
        tried = [(hex, _violations(view, side, pieces, note, hex)) for hex in labels]
    except Refusal as problem:
        return LegalPlaces(what, (), False, problem.text, problem.rules)
    legal = tuple(hex for hex, violations in tried if not violations)
    if legal:
        return LegalPlaces(what, legal, away)
    # What is wrong with most hexes says more than what is wrong with the first.
    kinds = Counter(violations[0].rules for _, violations in tried)
    commonest = kinds.most_common(1)[0][0]
    violations = next(violations[0] for _, violations in tried if violations[0].rules == commonest)
    return LegalPlaces(what, (), away, violations.text, violations.rules)


def _violations(
    view: Campaign, side: Side, pieces: list[RosterPiece], note: Note, hex: str
) -> tuple[Violation, ...]:
    return note_violations(view, side, pieces, replace(note, hexes=(hex,)))
