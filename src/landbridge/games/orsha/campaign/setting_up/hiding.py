"""HIP at set-up: who may hide, what it was paid with, how many squads (8.8, CG11, IHSR 5)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from landbridge.engine.refusals import Refusal, Violation
from landbridge.games.orsha.campaign.map_hexes import has_shelter, is_bare_shellholes
from landbridge.games.orsha.campaign.pieces.roster import PERSONNEL, RosterPiece, size
from landbridge.games.orsha.campaign.setting_up.notes import Note
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.preparations.hidden_placement import Hide, hip_price, hip_share
from landbridge.games.orsha.rules.scenario.concealment import setup_concealment
from landbridge.games.orsha.rules.scenario.setting_up import gun_hidden
from landbridge.games.orsha.rules.violations import Violations
from landbridge.games.orsha.rules.words import Side, count

_AS: dict[str, Any] = {
    "squad": "squad",
    "half_squad": "hs",
    "crew": "crew",
    "leader": "smc",
    "hero": "smc",
}


def paid_as(hide: Hide) -> str:
    """The name under which a book keeps the HIP that was bought."""
    return f"{hide.piece} in shellholes" if hide.shellholes else hide.piece


def _so_many(number: int, paid: str) -> str:
    """So many pieces that hide, by the name under which their HIP is kept: 2 half-squads."""
    kind, blank, where = paid.partition(" ")
    return f"{count(number, _NAMES.get(kind, kind))}{blank}{where}"


_NAMES = {"cupola": "Cupola", "hs": "half-squad", "smc": "SMC"}


def check_hip(
    state: Campaign, side: Side, pieces: list[RosterPiece], note: Note, violations: Violations
) -> None:
    """Everything that is wrong with hiding these pieces where they are noted."""
    if not note.hexes:
        text = f"{pieces[0].label} does not set up HIP off the map"
        violations(True, "OTO-8.8-HIP-1", text, "name a hex, or leave hip out")
        return
    for piece in pieces:
        named = piece.label
        rules = ("OTO-8.8-HIP-1", "OTO-8.8-HIP-4")
        remedy = "Guns with their crews, Cupolas and infantry may"
        violations(piece.kind == "vehicle", rules, f"{named} cannot set up HIP", remedy)
        if piece.kind == "gun" and piece.former:
            begins = gun_hidden(piece.has("hidden"), not piece.has("hidden"))
            text = f"{named} stood openly in {piece.former}"
            remedy = "it may begin concealed, not HIP"
            hip = violations.why.add(begins) == "hip"
            violations(not hip, begins.rules or "OTO-CG11-6", text, remedy)
    _check_paid(state, side, pieces, note, violations)


def _check_paid(
    state: Campaign, side: Side, pieces: list[RosterPiece], note: Note, violations: Violations
) -> None:
    book = state.book(side)
    ids = {piece.id for piece in pieces}
    others = [p for p in book.pieces.values() if p.has("hidden") and p.id not in ids]
    # Where everything stands with this note, not as it was before.
    places = {p.id: p.hex for p in book.with_status("map")} | dict.fromkeys(ids, note.hexes[0])
    guns = Counter(places[p.id] for p in book.pieces.values() if p.kind == "gun" and p.id in places)
    wanted: Counter[str] = Counter()
    own: set[str] = set()
    for piece in (*others, *pieces):
        hex = places.get(piece.id, "")
        cover = note.cover if piece.id in ids else piece.cover
        manned = piece.kind == "crew" and guns[hex] > 0
        guns[hex] -= manned
        hide = _hiding(state, piece, hex, manned, bool(cover))
        if hide is None:
            continue
        try:
            price = hip_price(side, state.date, hide)
            wanted[paid_as(hide)] += price.result > 0
            if piece.id in ids:
                violations.why.add(price)
                own.add(paid_as(hide))
        except Refusal as refused:
            remedy = refused.legal.removeprefix("legal: ")
            text = f"{piece.label}: {refused.text}"
            violations(piece.id in ids, refused.rules, text, remedy)
    for what, number in wanted.items():
        bought = book.hip.get(what, 0)
        text = f"HIP for {_so_many(number, what)}, but {bought} bought with FPP"
        over = what in own and number > bought
        violations(over, "OTO-8.8-HIP-1", text, "set up the others on the map")


def _hiding(
    state: Campaign, piece: RosterPiece, hex: str, manned: bool, cover: bool
) -> Hide | None:
    """As what a piece hides; nothing if it was never found (CG11), or hides with others."""
    if piece.former and piece.has("hidden"):
        return None
    holes = not cover and is_bare_shellholes(hex, state.marks.get(hex, ()))
    if piece.kind == "cupola":
        now = piece.date == state.date and not piece.given
        return Hide("cupola", bought_now=now)
    if piece.kind == "gun" or manned:
        return Hide("gun_crew" if manned else "gun", shellholes=holes)
    kind = _AS.get(size(piece) or "")
    return None if kind is None else Hide(kind, shellholes=holes)


def check_concealed(
    state: Campaign, side: Side, pieces: list[RosterPiece], note: Note, violations: Violations
) -> None:
    """Who may begin under a "?" before the enemy looks (CG10); his LOS is known at the table."""
    if not note.hexes or note.hip:
        text = f"{pieces[0].label} begins concealed on the map, or HIP"
        violations(True, "OTO-CG10-3", text, "name a hex and one of both")
        return
    shelter = has_shelter(note.hexes[0], state.marks.get(note.hexes[0], ()))
    for piece in pieces:
        infantry = piece.kind in (*PERSONNEL, "sw")
        found = setup_concealment(
            side,
            infantry,
            shelter or bool(note.cover),
            enemy_los=infantry,
            german_concealment=state.rulings.german_concealment,
        )
        placed = violations.why.add(found)
        named = piece.label
        rules = "OTO-CG10-1" if side == "german" else ("OTO-CG10-2", "OTO-CG10-3")
        text = f"{named} finds no Concealment terrain in {note.hexes[0]}"
        violations(not placed.concealed, rules, text, "leave concealed out")
        late = placed.concealed and not placed.before_viewing
        text = f"{named} is concealed before the enemy looks"
        violations(late, "OTO-CG10-3", text, "leave concealed out")


def too_many_hidden(state: Campaign, side: Side) -> tuple[Violation, ...]:
    """German squads on the map beyond the tenth that may hide."""
    there = [(size(piece), piece.has("hidden")) for piece in state.on_map(side)]
    kinds = Counter(there)
    hidden, halves = kinds["squad", True], kinds["half_squad", True]
    if side != "german" or not hidden + halves:
        return ()
    squads, half_squads = (sum(kinds[k, h] for h in (True, False)) for k in ("squad", "half_squad"))
    found = hip_share(squads, half_squads, hidden, halves, state.rulings.hip_squads)
    if found.result.legal:
        return ()
    text = f"{count(hidden, 'squad')} and {count(halves, 'half-squad')} set up HIP"
    remedy = f"{found.result.most} of {found.result.squads} squads on the map at most"
    return (Violation(text, found.rules, remedy),)
