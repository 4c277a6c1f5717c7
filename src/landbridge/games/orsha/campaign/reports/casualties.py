"""What a battle costs each side in pieces and CVP, and which Russians exited for EVP."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from landbridge.engine.play.events import Play
from landbridge.games.orsha.campaign.open_facts import SIDES
from landbridge.games.orsha.campaign.pieces.book import Book
from landbridge.games.orsha.campaign.pieces.roster import RosterPiece, half_of, worth
from landbridge.games.orsha.campaign.reports.reports import (
    LOST,
    final_name,
    grown,
    has_split,
    outcome_of,
)
from landbridge.games.orsha.campaign.reports.rows import shows_in_reports
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.reorganisation.markers import may_inspect

CVP_RULES = ("OTO-8.51-Obj-3",)
EVP_RULES = ("OTO-8.51-Obj-4",)


class Casualty(NamedTuple):
    """A piece that a battle has cost its side, whole or in part."""

    piece: RosterPiece
    """As it was before."""
    name: str
    """The counter that was lost or reduced."""
    fate: str
    cvp: int

    @property
    def is_lost(self) -> bool:
        """Whether nothing of it is left to its side."""
        return self.fate in LOST

    def __str__(self) -> str:
        return fate_text(replace(self.piece, name=self.name), self.fate)


def fate_text(piece: RosterPiece, fate: str) -> str:
    """What the log keeps of a loss: which piece, and what became of it."""
    return f"{piece.label} {'taken prisoner' if fate == 'prisoner' else fate}"


def reduced_to(name: str) -> str:
    """What became of a squad that is only this half-squad now."""
    return f"reduced to {name}"


def casualties(book: Book) -> list[Casualty]:
    """Everything that a side's report says is lost or reduced, and what it is worth."""
    found = []
    for piece in _reported(book):
        said = book.report[piece.id]
        if piece.status == "prisoner":
            continue
        split = has_split(book, piece)
        before = half_of(piece) if split else piece.name
        value = worth(piece.side, piece.kind, before) if split else piece.cvp
        name = final_name(book, piece)
        if said.status in LOST:
            cvp = max(value - _crew_worth(book, piece), 0)
            found.append(Casualty(piece, before, said.status, cvp))
        elif name != piece.name and piece.kind == "squad":
            cvp = value - worth(piece.side, piece.kind, name)
            if cvp > 0:
                found.append(Casualty(piece, before, reduced_to(name), cvp))
    return found


def losses(book: Book) -> int:
    """Casualty points for what a side's report says is lost or reduced."""
    return sum(casualty.cvp for casualty in casualties(book))


def _reported(book: Book) -> list[RosterPiece]:
    """The pieces of which a report speaks, those among them that the battle has made."""
    pieces = (*book.pieces.values(), *(grown(book, name) for name in book.appeared))
    return [piece for piece in pieces if piece.id in book.report]


def _crew_worth(book: Book, vehicle: RosterPiece) -> int:
    """What the survivors of a vehicle are worth, who are counted by themselves."""
    crews = (n for n in book.appeared.values() if n.parent == vehicle.id and n.kind == "crew")
    return 2 if vehicle.kind == "vehicle" and next(crews, None) is not None else 0


def exited(state: Campaign) -> list[RosterPiece]:
    """Russian pieces that left by the west edge, as they were then."""
    book = state.russian
    return [
        outcome_of(state, "russian", piece)
        for piece in _reported(book)
        if book.report[piece.id].status == "exited"
    ]


def exits(state: Campaign) -> int:
    """Exit points for Russian pieces that left by the west edge."""
    return sum(piece.cvp for piece in exited(state))


def log_casualties(state: Campaign, play: Play) -> None:
    """The log names what each side has lost, and who exited.

    Of what is concealed at the end only its own side reads (9.602).
    """
    for side in SIDES:
        found = casualties(state.book(side))
        known = [c for c in found if shows_in_reports(outcome_of(state, side, c.piece))]
        secret = [casualty for casualty in found if casualty not in known]
        if known:
            cvp = sum(casualty.cvp for casualty in known)
            play.log("casualties", CVP_RULES, side=side, cvp=cvp, pieces=[str(c) for c in known])
        if secret:
            cvp = sum(casualty.cvp for casualty in secret)
            rules = (*CVP_RULES, *may_inspect(False).rules)
            names = [str(casualty) for casualty in secret]
            play.log("concealed_casualties", rules, to=(side,), side=side, cvp=cvp, pieces=names)
    gone = exited(state)
    if gone:
        evp = sum(piece.cvp for piece in gone)
        names = [piece.label for piece in gone]
        play.log("exits", EVP_RULES, evp=evp, pieces=names)
