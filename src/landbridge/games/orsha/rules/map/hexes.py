"""The map: 30 columns of hexes along the railway to Orsha, west at the top, and what is in them."""

from __future__ import annotations

import csv
from functools import cache
from importlib.resources import files
from typing import Annotated

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import BadInput
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.engine.space.atlas import Atlas
from landbridge.engine.space.hexes import Compass, Hex, Orientation
from landbridge.engine.space.sheets import MapSheet, NoSuchHex
from landbridge.games.orsha.rules.questions import RuledQuestion
from landbridge.games.orsha.rules.words import PACKAGE, figures
from landbridge.games.orsha.rulings import R30, EdgeRows

COLUMNS, ROWS = 30, 53
EDGES: tuple[tuple[str, Compass], ...] = (
    ("west", "W"),
    ("north", "N"),
    ("east", "E"),
    ("south", "S"),
)
"""Clockwise as the picture lies: top, right, bottom, left."""
RAILROAD = "railway"


class MapHex(Struct, frozen=True):
    """What the printed map shows in a hex."""

    hex: str
    terrain: str
    level: int
    features: tuple[str, ...] = ()
    lvp: int = 0
    certainty: str = "high"
    note: str = ""


class MapHexside(Struct, frozen=True):
    """What the printed map shows on a hexside; `off:west` and so on where a line leaves it."""

    hex_a: str
    hex_b: str
    features: tuple[str, ...]
    lower_hex: str = ""


def _rows(name: str) -> list[dict[str, str]]:
    """The rows of a list of the game, without the remarks above them."""
    text = (files(PACKAGE) / "data" / name).read_text(encoding="utf-8")
    return list(csv.DictReader(line for line in text.splitlines() if not line.startswith("#")))


@cache
def map_hexes() -> dict[str, MapHex]:
    """Every hex of the map by its label, the half hexes of row 0 included."""
    return {
        row["hex"]: MapHex(
            row["hex"],
            row["terrain"],
            int(row["level"]),
            tuple(row["features"].split(";")) if row["features"] else (),
            int(row["lvp"] or 0),
            row["certainty"] or "high",
            row["note"],
        )
        for row in _rows("map/hexes.csv")
    }


@cache
def map_hexsides() -> dict[str, tuple[MapHexside, ...]]:
    """The hexsides of each hex that carry something."""
    found: dict[str, list[MapHexside]] = {}
    for row in _rows("map/hexsides.csv"):
        side = MapHexside(
            row["hex_a"], row["hex_b"], tuple(row["features"].split(";")), row["lower_hex"]
        )
        for label in (side.hex_a, side.hex_b):
            found.setdefault(label, []).append(side)
    return {label: tuple(sides) for label, sides in found.items()}


@cache
def orsha_map(edge_rows: EdgeRows = "printed") -> Atlas:
    """The map's geometry; by the ruling with or without the half hexes of row 0."""
    first = 0 if figures("edge_rows", edge_rows)["row_0"] else 1
    sheet = MapSheet(
        "",
        Orientation.FLAT_TOP,
        columns=COLUMNS,
        rows=ROWS,
        style="letters",
        shoved_numbers=(first, ROWS - 1),
    )
    return Atlas([sheet], up="W")


def axial(place: Hex) -> tuple[int, int]:
    """A hex as the document counts: column from 0, number less half the column (A1 is 0, 1)."""
    return place.q - 1, place.r + 1


def lvp_labels() -> tuple[str, ...]:
    """The hexes with a red dot."""
    return tuple(entry.hex for entry in map_hexes().values() if entry.lvp)


@cache
def edges_of(atlas: Atlas, place: Hex) -> tuple[str, ...]:
    """The map edges that a hex lies on."""
    return tuple(name for name, compass in EDGES if atlas.on_edge(place, compass))


def strategic_by_print(atlas: Atlas, place: Hex) -> tuple[str, ...]:
    """Why the printed map alone makes a hex Strategic: railroad, north edge, south edge."""
    found = [f"{name} edge" for name in edges_of(atlas, place) if name in ("north", "south")]
    if RAILROAD in map_hexes()[atlas.label(place)].features:
        found.insert(0, "railroad")
    return tuple(found)


class HexFacts(Struct, frozen=True):
    """A hex of the map, its neighbours and its hexsides."""

    hex: str
    terrain: str
    level: int
    features: tuple[str, ...]
    lvp: int
    strategic: tuple[str, ...]
    edges: tuple[str, ...]
    axial: tuple[int, int]
    """Column from 0, and number less half the column."""
    neighbours: tuple[str, ...]
    """Clockwise from the one towards the west."""
    hexsides: tuple[str, ...]
    note: str = ""


@rule("OTO-PER-6", "OTO-8.2-LVP-1")
def hex_facts(label: str, edge_rows: EdgeRows = "printed", r30: R30 = "hedge") -> Finding[HexFacts]:
    """What the map shows in a hex, and which hexes touch it."""
    why = Why()
    atlas = orsha_map(edge_rows)
    try:
        place = atlas.hex(label)
    except NoSuchHex as problem:
        raise BadInput(f"No hex of the map: {problem}.") from None
    name = atlas.label(place)
    shown = map_hexes()[name]
    why.by("OTO-PER-6", "every other column lies half a hex lower, as the printed numbers show")
    features = shown.features
    sides = map_hexsides().get(name, ())
    if name == "R30":
        why("RUL-OTO-18", f"the editions differ in R30: {r30}")
        if r30 == "woods":
            features = (*(f for f in features if f != "hedge"), "woods")
            sides = tuple(side for side in sides if "hedge" not in side.features)
    dot = shown.lvp > 0 and why("OTO-8.2-LVP-1", "a red dot: Location Victory Points")
    return why.so(
        HexFacts(
            name,
            "woods" if name == "R30" and r30 == "woods" else shown.terrain,
            shown.level,
            features,
            shown.lvp if dot else 0,
            strategic_by_print(atlas, place),
            edges_of(atlas, place),
            axial(place),
            tuple(atlas.label(near) for near in atlas.neighbours(place)),
            tuple(f"{side.hex_a}/{side.hex_b}: {', '.join(side.features)}" for side in sides),
            shown.note,
        )
    )


class MapHexQuestion(RuledQuestion, frozen=True, kw_only=True):
    """What the map shows in a hex: terrain, level, LVP, edges, neighbours, hexsides."""

    cites = ("OTO-PER-6",)
    turns_on = ("edge_rows", "r30")

    hex: Annotated[Name, Meta(description="the hex, for example K33")]

    def answer(self, nature: Nature) -> Finding[HexFacts]:
        return hex_facts(self.hex, self.rulings.edge_rows, self.rulings.r30)
