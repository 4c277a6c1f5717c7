"""Setting up: each side notes in secret where its pieces stand (8.51, CG11, CG12)."""

from __future__ import annotations

from msgspec.structs import replace

from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.agenda import replace_step
from landbridge.engine.play.events import Play
from landbridge.engine.refusals import Violation
from landbridge.games.orsha.campaign.open_facts import SIDES
from landbridge.games.orsha.campaign.pieces.roster import (
    RosterPiece,
    State,
    changed,
    with_states,
    without,
)
from landbridge.games.orsha.campaign.setting_up.inspection import Inspection
from landbridge.games.orsha.campaign.setting_up.notes import Note, Place, read_note
from landbridge.games.orsha.campaign.setting_up.placing import cover_of, note_violations
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.campaign.steps import Ready, SideStep
from landbridge.games.orsha.rules.words import Side


class SetUp(SideStep, frozen=True):
    """One side sets up and notes in secret what it wants to be able to prove."""

    cites = ("OTO-8.51-Setup-1", "OTO-9.3-1")
    verbs = (Place, Ready)

    def prompt(self, state: Campaign, who: str) -> str:
        return f"{state.date}: {self.side.capitalize()} set-up; notes are secret"

    def place_offer(self, state: Campaign, side: Side) -> Offer:
        """Any piece or line in play may be noted."""
        pieces = state.book(side).pieces.values()
        lines = tuple(dict.fromkeys(piece.line for piece in pieces if piece.in_play))
        slots = (
            Slot("what", prompt="which piece or line?", examples=lines),
            Slot("where", prompt="where?", examples=(*_near(state, side), *_AWAY)),
            Slot("where", prompt="how?", examples=("hip",), optional=True),
        )
        return Offer("place", "Note where a piece sets up", slots, ("OTO-CG12-1",))

    def check_place(self, state: Campaign, side: Side, action: Place) -> tuple[Violation, ...]:
        """Everything that is wrong with a note."""
        return note_violations(state, side, *_read(state, side, action))

    def place(self, state: Campaign, side: Side, action: Place, play: Play) -> Campaign:
        """A note is taken, in secret."""
        pieces, note = _read(state, side, action)
        where = " ".join(action.where)
        play.log("noted", ("OTO-CG12-1",), to=(side,), what=action.what, where=where)
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
        return state.with_pieces(side, *placed)

    def ready_label(self, state: Campaign, side: Side) -> str:
        return "Set-up is complete"

    def finish(self, state: Campaign, side: Side, play: Play) -> Campaign:
        play.log("set_up", ("OTO-8.51-Setup-1",), side=side)
        if side == "german":
            return replace_step(state, SetUp("russian"))
        for owner in SIDES:
            laid = [p for p in state.on_map(owner) if p.kind == "fortification"]
            if laid:
                state = state.seen(owner, laid)
                play.log("works_placed", ("OTO-CG16-1",), side=owner, number=len(laid))
        scouts = state.russian.recon > 0
        return replace_step(state, *((Inspection(),) if scouts else ()))


_AWAY = ("offboard", "retained")


def _near(state: Campaign, side: Side) -> tuple[str, ...]:
    """Some hexes in which a side may set up."""
    front = state.fronts.get(side)
    if front is None:
        return ("K30", "P24", "X38", "D22") if side == "german" else ("K45", "P44", "X43", "D44")
    runs = front.area[:: max(len(front.area) // 6, 1)]
    return tuple(run.partition("-")[0] for run in runs[:6])


def _read(state: Campaign, side: Side, action: Place) -> tuple[list[RosterPiece], Note]:
    note = read_note(action.where, state.edge_rows)
    return state.book(side).named(action.what), note


def _hiding(piece: RosterPiece, note: Note) -> tuple[State, ...]:
    """Its states with the note; a new note takes HIP back, but not from what was never found."""
    if note.hip:
        return with_states((*piece.states, "hidden"))
    return piece.states if piece.former else without(piece, "hidden")


def _given_up(state: Campaign, side: Side, pieces: list[RosterPiece], play: Play) -> Campaign:
    """Isolated pieces that cannot be set up (9.619) are lost; Germans count as CVP."""
    points = sum(piece.cvp for piece in pieces) if side == "german" else 0
    gone = [
        changed(piece, f"{state.date}: could not be set up", status="eliminated", hex="")
        for piece in pieces
    ]
    rules = ("OTO-8.51-Obj-7", "RUL-OTO-83", "RUL-OTO-68")
    play.log("not_set_up", rules, side=side, number=len(gone), cvp=points)
    state = state.seen(side, gone).with_pieces(side, *gone)
    return replace(state, isolated_cvp=state.isolated_cvp + points)
