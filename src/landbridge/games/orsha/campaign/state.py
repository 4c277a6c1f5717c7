"""The state of a campaign: both books, what lies open, and what is still to be done."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from msgspec.structs import replace

from landbridge.engine.play.agenda import Agenda
from landbridge.games.orsha.campaign.map_hexes import hexes_in
from landbridge.games.orsha.campaign.open_facts import (
    SIDES,
    FrontLine,
    Holder,
    IsolatedArea,
    Mark,
    Score,
    Sighting,
)
from landbridge.games.orsha.campaign.pieces.book import Book
from landbridge.games.orsha.campaign.pieces.roster import RosterPiece
from landbridge.games.orsha.rules.words import CgDate, Side
from landbridge.games.orsha.rulings import EdgeRows, Rulings


class Campaign(Agenda, frozen=True, kw_only=True):
    """Where the campaign stands."""

    balance: Literal["none", "russian", "german"] = "none"
    rulings: Rulings
    date: CgDate = "23am"
    german: Book = Book()
    russian: Book = Book()
    elr: dict[str, int] = {}
    san: dict[str, int] = {}
    """As last announced."""
    replenished: dict[str, tuple[int, ...]] = {}
    """CPP that each side has received, date by date."""
    control: dict[str, Holder] = {}
    """Controllers of edge hexes, hexes with LVP and Strategic Locations."""
    marks: dict[str, tuple[Mark, ...]] = {}
    fronts: dict[str, FrontLine] = {}
    areas: tuple[IsolatedArea, ...] = ()
    proposals: dict[str, tuple[str, ...]] = {}
    """Loops that the sides have proposed for their Perimeters, marker by marker."""
    gone: tuple[str, ...] = ()
    """Pieces that have left the map since the Perimeters were drawn."""
    sightings: dict[str, Sighting] = {}
    weather: str = ""
    ec: str = ""
    wind: str = ""
    cvp: dict[str, int] = {}
    """Casualty points that each side has earned in the scenario now fought."""
    evp: int = 0
    late_cvp: int = 0
    isolated_cvp: int = 0
    lvp_once: tuple[str, ...] = ()
    """Hexes with LVP that the Russians have held at the end of a scenario."""
    scores: tuple[Score, ...] = ()
    ended: bool = False

    def book(self, side: Side) -> Book:
        """One side's book."""
        return self.german if side == "german" else self.russian

    def with_book(self, side: Side, book: Book) -> Campaign:
        """The same campaign with another book for one side."""
        return replace(self, german=book) if side == "german" else replace(self, russian=book)

    def change_book(self, side: Side, **changes: Any) -> Campaign:
        """The same campaign with something else in one side's book."""
        return self.with_book(side, replace(self.book(side), **changes))

    def with_pieces(self, side: Side, *pieces: RosterPiece) -> Campaign:
        """The same campaign with these pieces of a side in their new state."""
        return self.with_book(side, self.book(side).with_pieces(*pieces)) if pieces else self

    @property
    def edge_rows(self) -> EdgeRows:
        """The ruling on the half hexes of row 0."""
        return self.rulings.edge_rows

    def marked(self, hex: str, *marks: Mark) -> Campaign:
        """The same campaign with these marks in a hex, and no others."""
        rest = {place: found for place, found in self.marks.items() if place != hex}
        return replace(self, marks=rest | {hex: marks} if marks else rest)

    def on_map(self, side: Side) -> list[RosterPiece]:
        """The pieces of a side that are on the map."""
        return self.book(side).with_status("map")

    def in_perimeter(self, side: Side, hex: str) -> bool:
        """Whether a hex lies in a side's Perimeter Area."""
        front = self.fronts.get(side)
        return front is not None and hex in hexes_in(front.area)

    def area_of(self, hex: str) -> IsolatedArea | None:
        """The Isolated Area that a hex belongs to."""
        return next((area for area in self.areas if hex in area.hexes), None)

    def after_seeing(self, side: Side, pieces: Iterable[RosterPiece]) -> Campaign:
        """The same campaign after the enemy has seen these pieces of a side as they are now."""
        found = {
            piece.id: Sighting(side, piece.kind, piece.name, piece.hex, piece.status, self.date)
            for piece in pieces
        }
        return replace(self, sightings=self.sightings | found)

    def is_known(self, piece: RosterPiece) -> bool:
        """Whether the enemy knows a piece as it is: he has seen it, and nothing covers it now."""
        return piece.id in self.sightings and not piece.has("hidden") and not piece.has("concealed")

    def readers(self, side: Side, *pieces: RosterPiece) -> tuple[str, ...] | None:
        """Who may read of these pieces of a side by name: everybody, or that side alone."""
        return None if all(map(self.is_known, pieces)) else (side,)

    def names_for_all(self, pieces: Iterable[RosterPiece]) -> str:
        """Pieces as everybody may read of them: by name, or as what is still concealed in a hex."""
        named = [p.label if self.is_known(p) else f"those concealed in {p.hex}" for p in pieces]
        return ", ".join(dict.fromkeys(named))

    @property
    def both(self) -> tuple[tuple[Side, Book], ...]:
        """Both sides with their books, German first."""
        return tuple((side, self.book(side)) for side in SIDES)
