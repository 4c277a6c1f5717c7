"""Where a piece may set up: everything that is wrong with a note (CG11, CG12, 8.8)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from landbridge.engine.refusals import BadInput, ImpossibleAction, Violation
from landbridge.engine.rules.citing import in_force
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.campaign.map_hexes import ground
from landbridge.games.orsha.campaign.pieces.armor_leaders import is_armor_leader
from landbridge.games.orsha.campaign.pieces.roster import Cover, RosterPiece, is_mortar
from landbridge.games.orsha.campaign.setting_up.duties import must_begin_elsewhere
from landbridge.games.orsha.campaign.setting_up.hiding import check_concealed, check_hip
from landbridge.games.orsha.campaign.setting_up.notes import Note
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.arriving.oba import observer
from landbridge.games.orsha.rules.map.entry_areas import edge_hexes
from landbridge.games.orsha.rules.purchases.minefield_lines import check_minefield
from landbridge.games.orsha.rules.scenario.setting_up import Spot, gun_shift, place_rg
from landbridge.games.orsha.rules.violations import Violations
from landbridge.games.orsha.rules.words import CG_DATES, Side, count

NO_PLACE = ("aircraft", "oba", "counter_battery", "bombardment")
"""Pieces that never stand on the map when it is set up."""
WORKS = ("fortification", "minefield")
"""Pieces that are laid on the map, or left out; they never enter it."""
LASTING_WORKS = (*WORKS, "cupola", "pre_registered")
"""Pieces that lie where they were once laid, from scenario to scenario."""
DUG_IN = ("gun", "cupola")
"""German pieces that are never bought for an entry from off-board."""
MINEFIELD_HEX = "minefield hex"


def note_violations(
    state: Campaign, side: Side, pieces: list[RosterPiece], note: Note
) -> tuple[Violation, ...]:
    """Everything that is wrong with a note."""
    return judge_note(state, side, pieces, note).result


def judge_note(
    state: Campaign, side: Side, pieces: list[RosterPiece], note: Note
) -> Finding[tuple[Violation, ...]]:
    """Everything that is wrong with a note, and the rules by which it stands or falls."""
    violations = Violations(Why())
    if note.nowhere:
        free = [piece.label for piece in pieces if not piece.area and piece.kind not in WORKS]
        for piece in pieces:
            lies = piece.kind in WORKS and _fixed(piece)
            text = f"{piece.label} lies on the map in {piece.hex}"
            violations(
                lies, ("OTO-CG5-2", "RUL-OTO-65"), text, "it is taken up in 9.615, if at all"
            )
        text = f"{free[0] if free else ''} is not Isolated and can be set up"
        violations(bool(free), "RUL-OTO-68", text, "place it, or keep it off the map")
        return violations.why.so(tuple(violations.found))
    if len(note.hexes) > 1 and not _is_minefield(pieces):
        raise BadInput("Only the hexes of a bought Minefield are named together.")
    for index, piece in enumerate(pieces):
        _must_be_there(piece)
        if note.offboard:
            stuck = (piece.status == "map" and piece.area != "") or _fixed(piece)
            text = f"{piece.label} stays on the map in {piece.hex}"
            violations(stuck, ("OTO-9.6071-1", "OTO-9.607-2"), text, "leave it there")
            _check_entry(state, side, piece, note, violations)
            continue
        towed = note.in_tow and (piece.kind != "gun" or side != "russian")
        text = f"{piece.label} does not begin in tow"
        violations(towed, "OTO-CG11-5", text, "Russian Guns may; leave tow out")
        own = replace(note, hexes=(note.hexes[min(index, len(note.hexes) - 1)],))
        _check_place(state, side, piece, own, violations)
        if is_armor_leader(piece) and not piece.area:
            noted = frozenset(other.id for other in pieces)
            afvs = must_begin_elsewhere(state, side, piece, own.hexes[0], noted)
            text = f"{piece.label} is in no AFV of his platoon in {own.hexes[0]}"
            violations(bool(afvs), "OTO-8.72-2", text, f"where one of {', '.join(afvs)} stands")
    if _is_minefield(pieces) and note.hexes:
        laid = violations.why.add(
            check_minefield(note.hexes, state.rulings.minefield_line, state.edge_rows)
        )
        violations.found += laid.violations
    elif note.hexes and any(_of_a_line(piece) for piece in pieces):
        text = f"{pieces[0].label} would be laid apart from its line"
        violations(
            True, "OTO-RGG-j-2", text, f"name all hexes together: place {pieces[0].line} ..."
        )
    if note.hip:
        check_hip(state, side, pieces, note, violations)
    if note.concealed:
        check_concealed(state, side, pieces, note, violations)
    return violations.why.so(tuple(violations.found))


def _check_entry(
    state: Campaign, side: Side, piece: RosterPiece, note: Note, violations: Violations
) -> None:
    """Not everything can come from off-board, or be kept for later."""
    text = f"{piece.label} cannot come from off-board"
    here = "place it in the own Perimeter"
    dug_in = side == "german" and piece.kind in DUG_IN and piece.date == state.date
    violations(dug_in, "OTO-CG12a-2", text, here)
    enters = piece.kind in WORKS and not note.retained
    violations(enters, "OTO-8.8-3", text, f"{here}, or keep it for a later date: retained")


def _is_minefield(pieces: list[RosterPiece]) -> bool:
    """Whether these are the hexes of a Minefield RG, which lie in one line."""
    return len(pieces) > 1 and all(piece.name == MINEFIELD_HEX for piece in pieces)


def _of_a_line(piece: RosterPiece) -> bool:
    """Whether it is a hex of a bought Minefield that is not laid yet; given hexes lie apart."""
    return piece.name == MINEFIELD_HEX and "-M2." in piece.line and not _fixed(piece)


def _must_be_there(piece: RosterPiece) -> None:
    gone = not piece.in_play or piece.status == "prisoner"
    if gone and in_force("OTO-8.2-OoB-1"):
        raise ImpossibleAction(f"{piece.label} is {piece.status}", "OTO-8.2-OoB-1")
    if piece.kind in NO_PLACE:
        raise ImpossibleAction(f"{piece.label} is not set up on the map", "OTO-8.2-OoB-1")


def _fixed(piece: RosterPiece) -> bool:
    """Whether a piece that was left on the map must stay where it is."""
    emplaced = piece.kind in ("gun", "vehicle") and piece.cover != ""
    stays = emplaced or piece.kind in LASTING_WORKS or piece.has("immobilized")
    return piece.left and piece.status == "map" and stays


def confinement(state: Campaign, piece: RosterPiece) -> tuple[str, ...]:
    """The hexes in which an Isolated piece may set up; none if it is not Isolated."""
    if not piece.area:
        return ()
    if _fixed(piece) or state.rulings.isolated_setup == "location":
        return (piece.former or piece.hex,)
    area = next((a for a in state.areas if a.name == piece.area), None)
    return area.hexes if area is not None else (piece.hex,)


def cover_of(piece: RosterPiece, note: Note) -> Cover:
    """In what a piece stands by a note; one that had to stay where it was keeps its cover."""
    stayed = _fixed(piece) and note.hexes == (piece.former,)
    return (note.cover or (piece.cover if stayed else "")) if note.hexes else ""


def _check_place(
    state: Campaign, side: Side, piece: RosterPiece, note: Note, violations: Violations
) -> None:
    hex = note.hexes[0]
    if piece.kind == "pre_registered":
        if _fixed(piece):
            _check_stays(state, side, piece, note, violations)
        return
    if piece.kind == "observer":
        _check_observer(state, side, piece, hex, violations)
        return
    if _fixed(piece):
        _check_stays(state, side, piece, note, violations)
    if piece.area:
        hexes = confinement(state, piece)
        text = f"{piece.label} is Isolated and confined to {', '.join(hexes[:6])}"
        violations(hex not in hexes, ("OTO-9.6061-5", "RUL-OTO-68"), text, "choose one of these")
        return
    entering = way_of_coming(state, side, piece)
    if entering != "onboard":
        text = f"{piece.label} comes from off-board"
        violations(True, _from_off_board(side, state.date), text, "place it offboard")
        return
    spot = _spot(state, side, hex)
    found = place_rg(side, state.date, _status(state, piece), "onboard", spot)
    wrong = violations.why.add(found).violations
    violations.found += [_about_piece(piece, violation) for violation in wrong]
    if piece.kind == "gun" and piece.former and not _fixed(piece):
        _check_shift(state, side, piece, note, spot, violations)


def _from_off_board(side: Side, date: str) -> str:
    """The rule by which an RG of the current date comes from off-board."""
    if side == "german":
        return "OTO-CG12a-2"
    return "OTO-CG12b-1" if date == CG_DATES[0] else "OTO-CG12b-4"


_STAYS = {"pre_registered": "OTO-CG7-4"} | dict.fromkeys((*WORKS, "cupola"), "OTO-CG5-2")


def _check_stays(
    state: Campaign, side: Side, piece: RosterPiece, note: Note, violations: Violations
) -> None:
    """What was left on the map sets up where it is, and in what it is."""
    if piece.kind == "gun":
        _check_shift(state, side, piece, note, _spot(state, side, note.hexes[0]), violations)
    else:
        home = piece.former or piece.hex
        rule = _STAYS.get(piece.kind, "OTO-9.607-2")
        text = f"{piece.label} was left on the map in {home}"
        violations(note.hexes[0] != home, rule, text, "it stays there")
    text = f"{piece.label} stands in a {piece.cover}"
    other = piece.cover != "" and note.cover not in ("", piece.cover)
    violations(other, ("OTO-9.607-2", "OTO-CG11-4"), text, "it sets up there")


def _about_piece(piece: RosterPiece, violation: Violation) -> Violation:
    return Violation(f"{piece.label}: {violation.text}", violation.rules, violation.remedy)


def _spot(state: Campaign, side: Side, hex: str) -> Spot:
    german = state.fronts.get("german")
    distance = None
    if german is not None and german.front:
        distance = _far_from(german.front, hex, state.edge_rows)
    inside = not state.fronts or state.in_perimeter(side, hex)
    return Spot(hex, inside, state.area_of(hex) is not None, distance)


@lru_cache(maxsize=4096)
def _far_from(front: tuple[str, ...], hex: str, edge_rows: str) -> int:
    """Hexes to the nearest Location of a front; kept, since whole lines are tried at once."""
    where = ground(edge_rows)
    place = where.hex(hex)
    return min(place.distance(where.hex(one)) for one in front)


def _status(state: Campaign, piece: RosterPiece) -> Any:
    if piece.date != state.date:
        return "retained"
    return "given" if piece.given else "bought"


def way_of_coming(state: Campaign, side: Side, piece: RosterPiece) -> str:
    """How a piece comes: as was chosen for its line, or as is usual."""
    if piece.date != state.date or piece.kind in ("fortification", "minefield"):
        return "onboard"
    chosen = state.book(side).entry.get(piece.line)
    if chosen is not None:
        return chosen
    first = state.date == CG_DATES[0]
    return "offboard" if side == "russian" and first else "onboard"


def _check_shift(
    state: Campaign, side: Side, piece: RosterPiece, note: Note, spot: Spot, violations: Violations
) -> None:
    where = ground(state.edge_rows)
    distance = where.hex(note.hexes[0]).distance(where.hex(piece.former))
    before = CG_DATES[CG_DATES.index(state.date) - 1]
    found = gun_shift(
        side,
        before,
        distance,
        "mortar_5_8" if is_mortar(piece) else "gun",
        (piece.cover if _fixed(piece) else "") or "other",
        note.in_tow,
        spot,
        state.rulings.tow_from_cover,
    )
    limit = violations.why.add(found).limit
    text = f"{piece.label} would be shifted {count(distance, 'hex')} from {piece.former}"
    most = "the own Perimeter" if limit is None else f"{limit} hexes at most"
    violations(not found.result.legal, found.rules or "OTO-CG11-2", text, most)


def _check_observer(
    state: Campaign, side: Side, piece: RosterPiece, hex: str, violations: Violations
) -> None:
    late = side == "russian" and state.book(side).phase != "observing"
    text = f"{piece.label} is recorded before the Germans set up"
    violations(late, "OTO-RGR-i-1", text, "it sits where it was recorded while you prepared")
    post = violations.why.add(observer(side, 0, state.rulings.russian_observer_edge))
    edge = edge_hexes("W" if post.edge == "west" else "E", state.edge_rows)
    text = f"{piece.label}: {hex} is not on the {post.edge} edge"
    violations(hex not in edge, "OTO-CG13-4", text, f"choose a {post.edge}-edge hex")
    text = f"{piece.label}: {hex} is not friendly-Controlled"
    violations(hex in edge and state.control.get(hex) != side, "OTO-CG13-4", text, "choose another")
