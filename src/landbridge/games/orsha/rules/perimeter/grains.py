"""Hex Grains: the straight and the zigzag rows of hexes along which a Perimeter is drawn.

The printed map or a small grid for examples ("10x10" is A1 to J10) is a `Field`: its hexes and
its edge, in the order in which one walks round it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import BadInput
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.citing import Rules, in_force, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.engine.space.atlas import Atlas
from landbridge.engine.space.hexes import Hex, Orientation, alternate_grains_between, grain_between
from landbridge.engine.space.sheets import MapSheet, NoSuchHex
from landbridge.games.orsha.rules.map.hexes import EDGES, axial, orsha_map
from landbridge.games.orsha.rules.questions import RuledQuestion
from landbridge.games.orsha.rulings import AlternateGrain, EdgeRows

Path = tuple[Hex, ...]
"""Hexes of which each touches the next."""

_GRID = re.compile(r"([0-9]{1,2})x([0-9]{1,2})")
FULL = "full"


class Field:
    """Hexes with a map edge around them."""

    def __init__(self, name: str, atlas: Atlas) -> None:
        self.name, self.atlas = name, atlas
        self.hexes = frozenset(atlas.hexes)
        edges = [atlas.edge(compass) for _, compass in EDGES]
        west, north, east, south = edges
        clockwise = (*west, *north, *reversed(east), *reversed(south))
        self.ring: Path = tuple(dict.fromkeys(clockwise))
        """The map edge, clockwise as the picture lies, from the top left corner."""
        self.turn = {place: index for index, place in enumerate(self.ring)}
        self.corners = frozenset(
            place for place in self.ring if sum(place in edge for edge in edges) == 2
        )

    @property
    def full(self) -> bool:
        """Whether this is the printed map."""
        return self.name == FULL

    def hex(self, label: str) -> Hex:
        """A hex by its label."""
        try:
            return self.atlas.hex(label)
        except NoSuchHex as problem:
            raise BadInput(f"No hex of this map: {problem}.") from None

    def label(self, place: Hex) -> str:
        """The label of a hex."""
        return self.atlas.label(place)

    def labels(self, places: Iterable[Hex]) -> tuple[str, ...]:
        """The labels of these hexes in the order of the map."""
        return tuple(self.label(place) for place in sorted(places))

    def path_text(self, path: Iterable[Hex]) -> str:
        """Hexes as players write them: A5-B5-C6."""
        return "-".join(self.label(place) for place in path)


@cache
def field(grid: str = FULL, edge_rows: EdgeRows = "printed") -> Field:
    """The printed map ("full"), or a grid of so many columns and rows ("10x10")."""
    if grid == FULL:
        return Field(FULL, orsha_map(edge_rows))
    found = _GRID.fullmatch(grid)
    if not found or not (3 <= int(found[1]) <= 52 and 3 <= int(found[2]) <= 99):
        raise BadInput(f"grid is full or columns x rows from 3x3 to 52x99, not '{grid}'.")
    sheet = MapSheet("", Orientation.FLAT_TOP, int(found[1]), int(found[2]), style="letters")
    return Field(grid, Atlas([sheet], up="W"))


# Which rows of hexes are grains


class Kinds(Struct, frozen=True):
    """Which kinds of grain there are, by the rules in force and the ruling on E12.11."""

    straight: bool
    zigzag: bool
    adjacent: bool

    def allow(self, path: Path) -> bool:
        """Whether a row of hexes of one of these shapes is a grain."""
        if len(path) == 2:
            return self.adjacent
        return self.straight if path[1] - path[0] == path[2] - path[1] else self.zigzag


def kinds(alternate_grain: AlternateGrain = "zigzag") -> Kinds:
    """The kinds of grain in force."""
    return Kinds(
        in_force("OTO-PER-7"),
        in_force("OTO-PER-8") and alternate_grain == "zigzag",
        in_force("OTO-PER-9"),
    )


def is_grain(path: Path) -> bool:
    """Whether a row of hexes, each touching the next, is straight or a strict zigzag."""
    steps = [b - a for a, b in pairwise(path)]
    return all(step == steps[i % 2] for i, step in enumerate(steps)) and (
        len(steps) < 2 or steps[0].distance(steps[1]) <= 1
    )


@rule("OTO-PER-7", "OTO-PER-8", "OTO-PER-9")
def rules_of_grain(path: Path) -> Rules:
    """The rule by which a path is a grain: neighbours, one direction, or two in turn."""
    if len(path) < 3:
        return ("OTO-PER-9",)
    steps = {(b.q - a.q, b.r - a.r) for a, b in pairwise(path)}
    return ("OTO-PER-7",) if len(steps) == 1 else ("OTO-PER-8",)


@rule("OTO-PER-7", "OTO-PER-8", "OTO-PER-9")
def grains_between(where: Field, a: Hex, b: Hex, allowed: Kinds) -> tuple[Path, ...]:
    """The grains from one hex to another that stay on the map: none, one or two."""
    straight = grain_between(a, b)
    found = [straight] if straight else list(alternate_grains_between(a, b))
    return tuple(p for p in found if allowed.allow(p) and all(place in where.hexes for place in p))


GrainKind = Literal["adjacent", "hex grain", "alternate hex grain", "none"]


class Grains(Struct, frozen=True):
    """How two hexes are joined."""

    kind: GrainKind
    paths: tuple[str, ...]
    distance: int
    step: tuple[int, int]
    """From the one to the other in the document's coordinates."""


@rule("OTO-PER-6", "OTO-PER-7", "OTO-PER-8", "OTO-PER-9")
def join(
    where: Field, first: str, second: str, alternate_grain: AlternateGrain = "zigzag"
) -> Finding[Grains]:
    """The grains that join two hexes."""
    why = Why()
    a, b = where.hex(first), where.hex(second)
    why.by("OTO-PER-6", "columns and numbers give the coordinates")
    (q, r), (to_q, to_r) = axial(a), axial(b)
    found = grains_between(where, a, b, kinds(alternate_grain))
    kind: GrainKind = "none"
    if a.distance(b) == 1 and found:
        why("OTO-PER-9", "neighbours are joined by a grain of length 1")
        kind = "adjacent"
    elif grain_between(a, b) and found:
        why("OTO-PER-7", "one direction, repeated")
        kind = "hex grain"
    elif found:
        why(
            ("OTO-PER-8", "RUL-OTO-7"),
            "two neighbouring directions in turn; either may begin"
            if len(found) == 2
            else "two neighbouring directions in turn; the commoner begins",
        )
        kind = "alternate hex grain"
    else:
        why("OTO-PER-9", "no other pair of hexes has a grain")
    paths = tuple(where.path_text(path) for path in found)
    return why.so(Grains(kind, paths, a.distance(b), (to_q - q, to_r - r)))


class Grain(RuledQuestion, frozen=True, kw_only=True):
    """The Hex Grain or Alternate Hex Grains that join two hexes."""

    cites = ("OTO-PER-7", "OTO-PER-8", "OTO-PER-9")
    turns_on = ("edge_rows", "alternate_grain")

    a: Annotated[Name, Meta(description="one hex, for example K33")]
    b: Annotated[Name, Meta(description="the other hex")]
    grid: Annotated[Name, Meta(description="full, or columns x rows such as 10x10")] = FULL

    def answer(self, nature: Nature) -> Finding[Grains]:
        where = field(self.grid, self.rulings.edge_rows)
        return join(where, self.a, self.b, self.rulings.alternate_grain)
