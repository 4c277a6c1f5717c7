"""Entry areas: on which edge hexes each side's forces come on from off-board."""

from __future__ import annotations

from functools import cache
from typing import Annotated

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import read_toml
from landbridge.engine.refusals import BadInput
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.engine.space.hexes import Compass, Hex
from landbridge.engine.space.sheets import NoSuchHex
from landbridge.games.orsha.rules.map.hexes import EDGES, orsha_map
from landbridge.games.orsha.rules.questions import RuledQuestion
from landbridge.games.orsha.rules.words import CG_DATES, PACKAGE, CgDate, Side, figures
from landbridge.games.orsha.rulings import EdgeRows, NorthEntry, RussianEntry

DISTANCE: int = read_toml(PACKAGE, "frame.toml")["entry"]["distance"]


def place(label: str, edge_rows: EdgeRows = "printed") -> Hex:
    """A hex of the map by its number."""
    try:
        return orsha_map(edge_rows).hex(label)
    except NoSuchHex as problem:
        raise BadInput(f"No hex of the map: {problem}.") from None


def number_of(label: str, edge_rows: EdgeRows = "printed") -> int:
    """The number in a hex behind its letters."""
    return orsha_map(edge_rows).sheets[0].numbers(place(label, edge_rows))[1]


@cache
def edge_hexes(edge: Compass, edge_rows: EdgeRows = "printed") -> tuple[str, ...]:
    """The hexes of a map edge."""
    atlas = orsha_map(edge_rows)
    return tuple(atlas.label(hex_) for hex_ in atlas.edge(edge))


class EntryArea(Struct, frozen=True):
    """Hexes on which a side may enter, edge by edge."""

    west: tuple[str, ...] = ()
    north: tuple[str, ...] = ()
    east: tuple[str, ...] = ()
    held: tuple[str, ...] = ()
    """Other edge hexes under own Control, where a ruling opens them."""

    @property
    def hexes(self) -> tuple[str, ...]:
        """All of them."""
        return tuple(dict.fromkeys(self.west + self.north + self.east + self.held))


@rule("OTO-8.2-EntryArea-1", "OTO-8.2-EntryArea-2", "OTO-QA.C-1")
def german_entry_area(
    russian_held: tuple[str, ...] = (),
    north_entry: NorthEntry = "distance_only",
    edge_rows: EdgeRows = "printed",
) -> Finding[EntryArea]:
    """The west edge, and the north edge as far as the Russians leave it."""
    why = Why()
    west: tuple[str, ...] = ()
    if why("OTO-8.2-EntryArea-2", "the whole west edge, always"):
        west = edge_hexes("W", edge_rows)
    north: tuple[str, ...] = ()
    if why("OTO-QA.C-1", "Germans may also enter on the north edge"):
        east_most: int = figures("north_entry", north_entry)["east"]
        why("RUL-OTO-85", f"at first as far as DD{east_most}")
        edge = edge_hexes("N", edge_rows)
        reach = [hex_ for hex_ in edge if number_of(hex_, edge_rows) <= east_most]
        held = [label.strip().upper() for label in russian_held]
        numbers = [number_of(label, edge_rows) for label in held if label in edge]
        if numbers and why(
            ("OTO-8.2-EntryArea-1", "RUL-OTO-85"),
            f"{DISTANCE} hexes or more from DD{min(numbers)}, the westernmost Russian hex there",
        ):
            reach = [
                hex_ for hex_ in reach if number_of(hex_, edge_rows) <= min(numbers) - DISTANCE
            ]
        north = tuple(reach)
    return why.so(EntryArea(west=west, north=north))


@rule("OTO-CG12b-1")
def russian_entry_area(
    date: CgDate,
    held: tuple[str, ...] = (),
    russian_entry: RussianEntry = "east_edge",
    edge_rows: EdgeRows = "printed",
) -> Finding[EntryArea]:
    """The east edge; after the Initial Scenario by the ruling."""
    why = Why()
    east = edge_hexes("E", edge_rows)
    if date == CG_DATES[0]:
        why.by("OTO-CG12b-1", "in the Initial Scenario the Russians enter on the east edge")
        return why.so(EntryArea(east=east))
    edges = figures("russian_entry", russian_entry)["edges"]
    why("RUL-OTO-86", "also later on the east edge")
    if "held" not in edges:
        return why.so(EntryArea(east=east))
    every = {label for _, side in EDGES for label in edge_hexes(side, edge_rows)}
    own = [label.strip().upper() for label in held]
    return why.so(EntryArea(east=east, held=tuple(label for label in own if label in every)))


def entry_area(
    side: Side,
    date: CgDate,
    russian_held: tuple[str, ...] = (),
    north_entry: NorthEntry = "distance_only",
    russian_entry: RussianEntry = "east_edge",
    edge_rows: EdgeRows = "printed",
) -> Finding[EntryArea]:
    """Where a side may enter on a date."""
    for label in russian_held:
        place(label, edge_rows)
    if side == "german":
        return german_entry_area(russian_held, north_entry, edge_rows)
    return russian_entry_area(date, russian_held, russian_entry, edge_rows)


class MayEnter(Struct, frozen=True):
    """A side's entry area, and whether a hex belongs to it."""

    west: tuple[str, ...]
    north: tuple[str, ...]
    east: tuple[str, ...]
    held: tuple[str, ...]
    hex_allowed: bool | None = None


class EntryAreaQuestion(RuledQuestion, frozen=True, kw_only=True):
    """The edge hexes on which a side may enter, and whether one hex is among them."""

    cites = ("OTO-8.2-EntryArea-1", "OTO-8.2-EntryArea-2", "OTO-QA.C-1")
    turns_on = ("north_entry", "russian_entry", "edge_rows")

    side: Annotated[Side, Meta(description="who enters")]
    date: Annotated[CgDate, Meta(description="the CG Date")] = "23am"
    russian_held: Annotated[
        tuple[Name, ...],
        Meta(max_length=400, description="edge hexes that the Russians Control, for example DD44"),
    ] = ()
    hex: Annotated[Name | None, Meta(description="a hex to be tested")] = None

    def answer(self, nature: Nature) -> Finding[MayEnter]:
        why = Why()
        area = why.add(
            entry_area(
                self.side,
                self.date,
                self.russian_held,
                self.rulings.north_entry,
                self.rulings.russian_entry,
                self.rulings.edge_rows,
            )
        )
        allowed: bool | None = None
        if self.hex is not None:
            place(self.hex, self.rulings.edge_rows)
            allowed = self.hex.strip().upper() in area.hexes
        return why.so(MayEnter(area.west, area.north, area.east, area.held, allowed))
