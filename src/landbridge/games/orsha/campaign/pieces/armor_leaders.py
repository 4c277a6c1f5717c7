"""Armor Leaders (8.72): each is in one AFV, fares as its crew does, and helps that one alone."""

from __future__ import annotations

from landbridge.engine.refusals import BadInput, ImpossibleAction, Violation
from landbridge.games.orsha.campaign.pieces.book import Book, PieceResult
from landbridge.games.orsha.campaign.pieces.roster import RosterPiece, changed, is_afv
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.violations import Violations
from landbridge.games.orsha.rules.words import Side

ABOARD = ("OTO-8.72-2", "RUL-OTO-80")


def is_armor_leader(piece: RosterPiece) -> bool:
    """Whether it is an Armor Leader."""
    return piece.kind == "armor_leader"


def leaders_of(state: Campaign, side: Side, vehicle: RosterPiece) -> list[RosterPiece]:
    """The Retained Armor Leader of an AFV, on the map or off it."""
    if not is_afv(vehicle) or vehicle.has("abandoned"):
        return []
    retained = state.book(side).with_status("map", "offmap")
    return [p for p in retained if is_armor_leader(p) and p.by == vehicle.id]


def armor_leader_in(state: Campaign, side: Side, vehicle: RosterPiece) -> list[RosterPiece]:
    """The Armor Leader in an AFV on the map."""
    return [p for p in leaders_of(state, side, vehicle) if p.hex == vehicle.hex]


def take_places(state: Campaign, side: Side) -> Campaign:
    """After a battle each is in the AFV that was said, or in his last one, or in the first free."""
    vehicles = [p for p in state.on_map(side) if is_afv(p) and not p.has("abandoned")]
    places = {vehicle.id: vehicle.hex for vehicle in vehicles}
    leaders = [p for p in state.on_map(side) if is_armor_leader(p)]
    taken = {leader.by for leader in leaders if places.get(leader.by) == leader.hex}
    for leader in leaders:
        afv = leader.by
        if places.get(afv) != leader.hex:
            platoon = [v.id for v in vehicles if v.line == leader.line and v.hex == leader.hex]
            afv = next((name for name in platoon if name not in taken), "")
            taken.add(afv)
        entry = f"{state.date}: in {afv or 'no AFV'}"
        state = state.with_pieces(side, changed(leader, entry, by=afv))
    return state


# Reports


def check_aboard(
    book: Book, piece: RosterPiece, ended: PieceResult, violations: Violations
) -> None:
    """An Armor Leader is in an AFV on the map; nobody else is aboard of one."""
    if not ended.by or ended.status in ("prisoner", "captured"):
        return
    if not is_armor_leader(piece):
        text = f"{piece.label} is neither a prisoner nor an Armor Leader"
        raise ImpossibleAction(text, "OTO-8.618-1", f"leave {ended.by} out")
    afv = book.pieces.get(ended.by)
    if afv is None:
        raise BadInput(f"There is no piece '{ended.by}' on this roster.")
    text = f"{piece.label} cannot be in {afv.label}"
    wrong = not is_afv(afv) or ended.status != "map"
    violations(wrong, ABOARD, text, "on the map, aboard= an AFV")


def misplaced(state: Campaign, side: Side) -> list[Violation]:
    """Armor Leaders whose AFV is not where they are, or holds another; or is not said at all."""
    book = state.book(side)
    said = {n: e for n, e in book.report.items() if n in book.pieces and e.status == "map"}
    claimed = {ended.by for ended in said.values()}
    found: list[Violation] = []
    taken: dict[str, str] = {}
    for name, ended in said.items():
        leader = book.pieces[name]
        if not is_armor_leader(leader):
            continue
        shown = leader.label
        remedy = f"ended {name} {ended.hex} aboard=..."
        if not ended.by:
            near = [n for n, e in said.items() if e.hex == ended.hex and n not in claimed]
            there = [n for n in near if _may_hold(book, n, name)]
            if state.rulings.armor_leader_place == "told" and len(there) > 1:
                text = f"{shown}: in which of {', '.join(there)} he is has not been said"
                found.append(Violation(text, ABOARD, remedy))
            continue
        afv = said.get(ended.by)
        if afv is None or afv.hex != ended.hex or "abandoned" in afv.states:
            text = f"{shown} is in {ended.by}, which did not end manned in {ended.hex}"
            found.append(Violation(text, ABOARD, remedy))
        if ended.by in taken:
            text = f"{shown} is in {ended.by}, where {taken[ended.by]} is too"
            found.append(Violation(text, ABOARD, remedy))
        taken[ended.by] = name
    return found


def _may_hold(book: Book, afv: str, leader: str) -> bool:
    """Whether an Armor Leader of whom nothing is said might be in this piece."""
    piece = book.pieces[afv]
    manned = "abandoned" not in book.report[afv].states
    return is_afv(piece) and manned and piece.line == book.pieces[leader].line
