"""A side's book: its roster, purchases, Fortifications and report, which the enemy must not see."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field
from msgspec.structs import replace

from landbridge.engine.refusals import BadInput
from landbridge.games.orsha.campaign.pieces.roster import Cover, PieceStatus, RosterPiece, State
from landbridge.games.orsha.rules.grades import CREW
from landbridge.games.orsha.rules.purchases.written import PastPurchase, Purchase
from landbridge.games.orsha.rules.words import CgDate, Side


def crew_of(side: Side, book: Book, vehicle: RosterPiece, hex: str, entry: str) -> RosterPiece:
    """The Inherent crew of a side's vehicle as a counter of its own."""
    return RosterPiece(
        id=fresh_id(book, f"{vehicle.id}c"),
        side=side,
        kind="crew",
        name=CREW,
        cvp=2,
        history=(entry,),
        status="map",
        hex=hex,
    )


class RosterLine(Struct, frozen=True):
    """A date on the CG Roster."""

    date: CgDate
    start: int
    purchased: tuple[str, ...]
    spent: int
    left: int
    recon: int = 0


class PieceResult(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Where a piece ended, as the battle report says."""

    status: PieceStatus = field(name="standing")
    hex: str = ""
    states: tuple[State, ...] = ()
    name: str = ""
    """What it has become, if it is another counter now."""
    cover: Cover = ""
    by: str = ""
    dr: int = 0


class NewCounter(Struct, frozen=True):
    """A counter that a battle has made out of a piece."""

    parent: str
    kind: Literal["half", "crew", "hero", "leader"]
    name: str


class Hardening(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How far a side has come with step 9.611."""

    rolled: bool = False
    """Whether the DR for MMC has been made."""
    left: int = 0
    heroes: tuple[str, ...] = ()
    """Isolated Areas of Heroes that may still be paid for, empty for those not Isolated."""
    hardened: tuple[str, ...] = ()
    leader: bool = False
    """Whether the DR for a leader, or the exchange, has been made."""
    leaders: tuple[str, ...] = ()
    """Leaders of whom one may Battle Harden by that DR."""
    must: bool = False
    """Whether one of them must: there is one of the type rolled."""


Phase = Literal["buying", "receiving", "building", "scouting", "observing", "ready"]


class Book(Struct, frozen=True, kw_only=True):
    """What one side keeps, and the other must not see."""

    cpp: int = 0
    san: int = 0
    phase: Phase = "ready"
    plan: tuple[Purchase, ...] = ()
    """Purchases of this date that are not yet final."""
    bought: tuple[PastPurchase, ...] = ()
    lines: dict[str, str] = {}
    """Each line of the RG Purchase Record with its purchase and strength in words."""
    entry: dict[str, str] = {}
    """Lines that come otherwise than is usual: onboard, offboard or retained."""
    kept_back: tuple[str, ...] = ()
    """Pieces that notes of this date keep off the map."""
    pending: tuple[str, ...] = ()
    """Lines that are still to be received."""
    pieces: dict[str, RosterPiece] = {}
    fpp: int = 0
    fortifications: tuple[str, ...] = field(default=(), name="works")
    """Fortifications planned for this date, line by line."""
    built: tuple[str, ...] = ()
    """Fortifications of all dates, as the CG Roster has them."""
    ditches: int = 0
    """AT-Ditches bought in the campaign."""
    hip: dict[str, int] = {}
    """Pieces of each kind that may set up HIP for FPP on this date."""
    roster: tuple[RosterLine, ...] = ()
    recon: int = 0
    """Locations that may be reconnoitered on this date."""
    recons: int = 0
    """Recon drs made in the campaign."""
    report: dict[str, PieceResult] = {}
    appeared: dict[str, NewCounter] = {}
    hardening: Hardening = Hardening()
    sealed: tuple[str, ...] = ()
    """Commitments of a side whose orders are kept elsewhere."""

    def piece(self, name: str) -> RosterPiece:
        """A piece by its id, or an error that says so."""
        found = self.pieces.get(name)
        if found is None:
            raise BadInput(f"There is no piece '{name}' on this roster.")
        return found

    def with_pieces(self, *pieces: RosterPiece) -> Book:
        """The same book with these pieces in their new state."""
        return replace(self, pieces=self.pieces | {piece.id: piece for piece in pieces})

    def with_status(self, *standings: PieceStatus) -> list[RosterPiece]:
        """The pieces that stand so."""
        return [piece for piece in self.pieces.values() if piece.status in standings]

    @property
    def retained(self) -> list[RosterPiece]:
        """The pieces that are Retained, on the map or off it."""
        return self.with_status("map", "offmap")

    def find(self, what: str) -> list[RosterPiece]:
        """A piece, or all pieces of a line that are still in play."""
        if what in self.pieces:
            return [self.pieces[what]]
        found = [p for p in self.pieces.values() if p.line == what and p.in_play]
        if not found:
            near = sorted({p.line for p in self.pieces.values() if p.in_play})
            shown = ", ".join(near[:6]) or "none"
            raise BadInput(
                f"There is no piece or line '{what}' on this roster. Lines: {shown}"
                f"{' ...' if len(near) > 6 else ''}."
            )
        return found


def fresh_id(book: Book, name: str) -> str:
    """This id, or the next one after it that is free in a book."""
    found, number = name, 2
    while found in book.pieces or found in book.appeared:
        found, number = f"{name}{number}", number + 1
    return found
