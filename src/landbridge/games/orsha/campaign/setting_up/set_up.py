"""Setting up: each side notes in secret where its pieces stand (8.51, CG11, CG12)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from landbridge.engine.play.actions import Action, Offer, Slot
from landbridge.engine.play.agenda import replace_step
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser, Verb
from landbridge.engine.refusals import LandbridgeError, Violation
from landbridge.engine.rules.citing import in_force
from landbridge.engine.rules.findings import Why
from landbridge.games.orsha.campaign.open_facts import SIDES, as_side, enemy_of
from landbridge.games.orsha.campaign.pieces.covers import check_cover
from landbridge.games.orsha.campaign.pieces.roster import (
    RosterPiece,
    State,
    changed,
    with_states,
    without,
)
from landbridge.games.orsha.campaign.setting_up.duties import unmet_duties
from landbridge.games.orsha.campaign.setting_up.hiding import too_many_hidden
from landbridge.games.orsha.campaign.setting_up.inspection import Inspection
from landbridge.games.orsha.campaign.setting_up.notes import Note, Place, read_note
from landbridge.games.orsha.campaign.setting_up.placing import (
    WORKS,
    cover_of,
    judge_note,
    note_violations,
)
from landbridge.games.orsha.campaign.setting_up.unplaced import (
    REST,
    incomplete,
    rest_for,
    unplaced,
)
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.campaign.steps import Ready, SideStep
from landbridge.games.orsha.rules.preparations.hidden_placement import hidden_work
from landbridge.games.orsha.rules.scenario.dates import SHORT
from landbridge.games.orsha.rules.scenario.set_up_order import set_up_order
from landbridge.games.orsha.rules.violations import Violations
from landbridge.games.orsha.rules.words import CgDate, Side, count


class SetUp(SideStep, frozen=True):
    """One side sets up and notes in secret what it wants to be able to prove."""

    cites = ("OTO-8.51-Setup-1", "OTO-9.3-1")
    verbs = (Place, Ready)

    def prompt(self, state: Campaign, who: str) -> str:
        left = len(unplaced(state, as_side(who)))
        text = f"{SHORT[state.date]}: {self.side.capitalize()} set-up; notes are secret"
        return f"{text}; {count(left, 'piece')} without a note" if left else text

    def takes_notes(self, state: Campaign, side: Side) -> bool:
        """A side that sets up may always note something anew."""
        return True

    def place_offer(self, state: Campaign, side: Side) -> Offer:
        """Any piece or line in play may be noted; first of all what keeps the set-up open."""
        left = unplaced(state, side)
        undone = () if left else self.undone(state, side)
        what: tuple[str, ...]
        where: tuple[str, ...] = (*_near(state, side), *_AWAY)
        how: tuple[Slot, ...] = ()
        if left:
            what = (REST, *dict.fromkeys(piece.line for piece in left))
            if len(left) <= FEW:
                open_ = [to for to in where if _passes(self, state, side, Place(REST, (to,)))]
                what, where = ((REST,), tuple(open_)) if open_ else (what, where)
        elif undone:
            tries = _joining(state, side, undone[0].text.split()[0], _near(state, side))
            what = tuple(dict.fromkeys(one.what for one in tries))
            where = tuple(dict.fromkeys(one.where[0] for one in tries))
        else:
            pieces = state.book(side).pieces.values()
            what = tuple(dict.fromkeys(piece.line for piece in pieces if piece.in_play))
            how = (Slot("where", prompt="how?", examples=("hip",), optional=True),)
        slots = (
            Slot("what", prompt="which piece or line?", examples=what),
            Slot("where", prompt="where?", examples=where),
        )
        return Offer("place", "Note where a piece sets up", (*slots, *how), ("OTO-CG12-1",))

    def check_place(self, state: Campaign, side: Side, action: Place) -> tuple[Violation, ...]:
        """Everything that is wrong with a note."""
        return note_violations(state, side, *_read(state, side, action))

    def place(self, state: Campaign, side: Side, action: Place, play: Play) -> Campaign:
        """A note is taken, in secret."""
        pieces, note = _read(state, side, action)
        rules = tuple(dict.fromkeys(("OTO-CG12-1", *judge_note(state, side, pieces, note).rules)))
        where = " ".join(action.where)
        if action.what == REST:
            play.log("noted_rest", rules, to=(side,), number=len(pieces), where=where)
        else:
            what = pieces[0].label if action.what == pieces[0].id else action.what
            play.log("noted", rules, to=(side,), what=what, where=where)
        if note.nowhere:
            return _given_up(state, side, pieces, play)
        placed = [
            replace(
                piece,
                status="map" if note.hexes else "offmap",
                hex=note.hexes[min(index, len(note.hexes) - 1)] if note.hexes else "",
                cover=cover_of(piece, note),
                states=_hiding(piece, note),
            )
            for index, piece in enumerate(pieces)
        ]
        ids = {piece.id for piece in pieces}
        kept = tuple(name for name in state.book(side).kept_back if name not in ids)
        if note.offboard:
            kept = (*kept, *(piece.id for piece in pieces))
        return state.change_book(side, kept_back=kept).with_pieces(side, *placed)

    # Being ready

    def ready_label(self, state: Campaign, side: Side) -> str:
        return "Set-up is complete"

    def undone(self, state: Campaign, side: Side) -> tuple[Violation, ...]:
        """What has no note yet, and what does not stand where it must with all notes together."""
        return (
            *incomplete(state, side),
            *unmet_duties(state, side),
            *_uncovered(state, side),
            *too_many_hidden(state, side),
        )

    def violations(self, state: Campaign, who: str) -> tuple[Violation, ...]:
        return self.undone(state, as_side(who))

    def finish(self, state: Campaign, side: Side, play: Play) -> Campaign:
        order = set_up_order(state.date)
        play.log("set_up", order.rules, side=side)
        if side == order.result.sets_up_first:
            return replace_step(state, SetUp(enemy_of(side)))
        for owner in SIDES:
            state = _lay_open(state, owner, play)
        scouts = state.russian.recon > 0
        return replace_step(state, *((Inspection(),) if scouts else ()))

    def random_action(self, state: Campaign, who: str, choose: Chooser) -> Action | None:
        """A few notes for some lines, one for all the rest, then what puts the others right."""
        side = as_side(who)
        left = unplaced(state, side)
        undone = () if left else self.undone(state, side)
        if not left and not undone:
            return None
        hexes = _near(state, side)
        if left:
            what = REST if choose(3) else left[choose(len(left))].line
            tries = [Place(what, (hexes[choose(len(hexes))],)), Place(what, ("retained",))]
            tries += [Place(piece.id, (hex,)) for piece in left[:1] for hex in hexes]
        else:
            tries = _joining(state, side, undone[0].text.split()[0], hexes)
            first = choose(len(tries))
            tries = tries[first:] + tries[:first]
        found: Verb | None = next((one for one in tries if _passes(self, state, side, one)), None)
        return found


def _uncovered(state: Campaign, side: Side) -> tuple[Violation, ...]:
    """Pieces that are noted in a Trench, a Pillbox or a building that is not there.

    What was left on the map where it stood stays in what it was.
    """
    violations = Violations(Why())
    for piece in state.on_map(side):
        if not (piece.left and piece.hex == piece.former):
            check_cover(state, side, piece, piece.hex, piece.cover, violations)
    return tuple(violations.found)


def _joining(state: Campaign, side: Side, name: str, hexes: tuple[str, ...]) -> list[Place]:
    """Notes that bring a piece together with its own line, or keep it off the map."""
    pieces = state.book(side).pieces
    piece = pieces.get(name)
    if piece is None:
        hidden = [one.id for one in pieces.values() if one.has("hidden") and not one.former]
        return [Place(one, (pieces[one].hex,)) for one in hidden]
    own = [one for one in pieces.values() if one.line == piece.line and one.status == "map"]
    tries = [Place(name, (one.hex,)) for one in own if one.id != name]
    tries += [Place(piece.line, (hex,)) for hex in hexes]
    return [*tries, Place(name, ("retained",))]


def first_set_up(date: CgDate) -> SetUp:
    """The set-up of the side that sets up first on a date (8.51)."""
    return SetUp(set_up_order(date).result.sets_up_first)


def _passes(step: SetUp, state: Campaign, side: Side, note: Place) -> bool:
    try:
        return not step.check_place(state, side, note)
    except LandbridgeError:
        return False


_AWAY = ("offboard", "retained")
FEW = 20
"""So few pieces without a note are tried before a place is offered for them."""
_WORKS: dict[str, Any] = {
    "Foxhole": "foxhole",
    "Trench": "trench",
    "AT-Ditch": "at_ditch",
    "Wire": "wire",
    "Pillbox": "pillbox",
    "minefield": "ap_mine",
    "AP": "ap_mine",
    "AT": "at_mine",
}
"""Fortifications by the first word of their names."""


def _lay_open(state: Campaign, owner: Side, play: Play) -> Campaign:
    """All Fortifications but mines are placed on the map when both sides have set up (CG16)."""
    laid: list[RosterPiece] = []
    rules: tuple[str, ...] = ()
    for piece in state.on_map(owner):
        kind = _WORKS.get(piece.name.split()[0])
        if piece.kind not in ("fortification", "minefield") or kind is None:
            continue
        found = hidden_work(kind)
        if found.result.placed == "after_set_up":
            laid.append(piece)
            rules += found.rules
    if not laid:
        return state
    named = tuple(dict.fromkeys(rules))
    play.log("works_placed", named, side=owner, number=len(laid))
    return state.after_seeing(owner, laid)


def _near(state: Campaign, side: Side) -> tuple[str, ...]:
    """Some hexes in which a side may set up."""
    front = state.fronts.get(side)
    if front is None:
        return ("K30", "P24", "X38", "D22") if side == "german" else ("K45", "P44", "X43", "D44")
    runs = front.area[:: max(len(front.area) // 6, 1)]
    return tuple(run.partition("-")[0] for run in runs[:6])


def _read(state: Campaign, side: Side, action: Place) -> tuple[list[RosterPiece], Note]:
    note = read_note(action.where, state.edge_rows)
    if action.what == REST:
        return rest_for(state, side, note), note
    return state.book(side).find(action.what), note


def _hiding(piece: RosterPiece, note: Note) -> tuple[State, ...]:
    """Its states with the note; a new note takes HIP back, but not from what was never found."""
    if note.hip:
        return with_states((*piece.states, "hidden"))
    if note.concealed:
        return with_states((*without(piece, "hidden"), "concealed"))
    return piece.states if piece.former else without(piece, "hidden", "concealed")


def _given_up(state: Campaign, side: Side, pieces: list[RosterPiece], play: Play) -> Campaign:
    """Isolated pieces that cannot be set up (9.619) are lost; Germans count as CVP."""
    counts = side == "german" and in_force("OTO-8.51-Obj-7")
    units = [piece for piece in pieces if piece.kind not in WORKS]
    points = sum(unit.cvp for unit in units) if counts else 0
    gone = [
        changed(piece, f"{state.date}: could not be set up", status="eliminated", hex="")
        for piece in pieces
    ]
    rules = ("OTO-8.51-Obj-7", "RUL-OTO-83", "RUL-OTO-68")
    if units:
        play.log("not_set_up", rules, side=side, number=len(units), cvp=points)
        to, names = state.readers(side, *units), [unit.label for unit in units]
        play.log("pieces_not_set_up", rules, to=to, side=side, pieces=names)
    known = [after for piece, after in zip(pieces, gone, strict=True) if state.is_known(piece)]
    state = state.after_seeing(side, known).with_pieces(side, *gone)
    return replace(state, isolated_cvp=state.isolated_cvp + points)
