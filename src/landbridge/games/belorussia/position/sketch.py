'''A position as a player sketches it: a few hexes and counters, in TOML or JSON.

>>> sketch = read_sketch("""
... around = 2
... terrain = "open"
... units = [
...   {id = "G-HQ-VI", hex = "B18.19"},
...   {name = "Rifles", side = "soviet", strength = 12, rating = 3, move = 4, hex = "B19.19"},
... ]
... """)
>>> theatre = sketch.theatre()
>>> theatre.land.size, theatre.counters[1].name
(24, 'Rifles')
'''

from __future__ import annotations

import re
import tomllib
from itertools import count, pairwise
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from landbridge.engine.refusals import BadInput, choices, unknown
from landbridge.engine.space.hexes import Hex
from landbridge.games.belorussia.map.country import MapRoad, Rail, country, in_order
from landbridge.games.belorussia.map.sheets import atlas, find_hex
from landbridge.games.belorussia.position.counters import Counters
from landbridge.games.belorussia.position.land import (
    HexBoundary,
    Land,
    sides_of,
    stations_of,
    terrain_at,
)
from landbridge.games.belorussia.position.position import empty_position
from landbridge.games.belorussia.position.sketched_position import (
    SketchBase,
    SketchDump,
    SketchedPosition,
    SketchExtender,
    SketchPlan,
)
from landbridge.games.belorussia.position.sketched_units import SketchUnit, counter_in_sketch
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.ruling_figures import AS_RULED
from landbridge.games.belorussia.rulings import Rulings
from landbridge.games.belorussia.terrain.words import HEX_TERRAIN, HexsideTerrain
from landbridge.games.belorussia.words import Ground, Phase, Side

MOST_COUNTERS = 200
AS_ON_MAP = "map"

SketchText = Annotated[
    str,
    Meta(
        min_length=2,
        max_length=20_000,
        description="a sketch of the position, in TOML or JSON: hexes, hexsides, units, dumps",
    ),
]
"""An input of a question about a position."""


class SketchSide(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What lies between two hexes."""

    hexes: tuple[str, str]
    water: Literal[HexsideTerrain, ""] = ""
    road: Literal[MapRoad, ""] = ""
    rail: Literal[Rail, ""] = ""


class Sketch(SketchedPosition, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position with a few hexes and counters."""

    terrain: str = AS_ON_MAP
    """What covers hexes of which nothing is said: as on the map, or the same terrain everywhere."""
    around: int = 4
    """How far the position reaches beyond the hexes that are named."""
    hexes: dict[str, str] = {}
    """Terrain by hex, as "village,open"."""
    hexsides: tuple[SketchSide, ...] = ()
    roads: dict[str, str] = {}
    """Roads and railways as "B18.19 B19.19 B20.18", by their kind: road, rail, double_rail."""
    axis_sources: tuple[str, ...] = ()
    """Hexes that a scenario names as sources of supply."""
    soviet_sources: tuple[str, ...] = ()
    points_of_interest: tuple[str, ...] = ()
    """Stations without a village."""
    ground: Ground = "dry"
    ice: bool = False
    phase: Phase = "movement"
    phasing: Side = "soviet"

    def theatre(self, rulings: Rulings = AS_RULED) -> Theatre:
        """The position that is sketched."""
        land = self._land()
        counters = Counters(map(counter_in_sketch, self.units, count()))
        return Theatre(
            land,
            counters,
            self.laid_on(
                empty_position(len(counters), land.size), land, counters, range(len(counters))
            ),
            ground=self.ground,
            ice=self.ice,
            phase=self.phase,
            phasing=self.phasing,
            rulings=rulings,
            sources=(
                frozenset(map(land.place, self.soviet_sources)),
                frozenset(map(land.place, self.axis_sources)),
            ),
        )

    def _named(self) -> set[Hex]:
        labels = [
            *self.hexes_named(),
            *self.hexes,
            *(label for side in self.hexsides for label in side.hexes),
            *(label for way in self.roads for label in way.split()),
            *self.axis_sources,
            *self.soviet_sources,
            *self.points_of_interest,
        ]
        if not labels:
            raise BadInput("The sketch names no hex; give it units = [{hex = ...}] at least.")
        return set(map(find_hex, labels))

    def _land(self) -> Land:
        named = self._named()
        near = {place for hex in named for place in atlas().within(hex, self.around)}
        hexes = tuple(place for place in atlas().hexes if place in near)
        drawn = self.terrain != AS_ON_MAP
        own = {find_hex(label): _terrain(words) for label, words in self.hexes.items()}
        everywhere = _terrain(self.terrain) if drawn else ()
        terrain = {
            place: own.get(place) or (everywhere if drawn else terrain_at(country(), place))
            for place in hexes
        }
        between = {} if drawn else dict(sides_of(country()))
        for side in self.hexsides:
            between[_beside(*side.hexes)] = HexBoundary(side.water, side.road, side.rail)
        for way, kind in self.roads.items():
            places = way.split()
            for one, other in pairwise(places):
                key = _beside(one, other)
                between[key] = _with_way(between.get(key, HexBoundary()), kind)
        stations = frozenset(map(find_hex, self.points_of_interest))
        return Land(
            hexes, terrain, between, stations if drawn else stations | stations_of(country())
        )


def read_sketch(text: str) -> Sketch:
    """The sketch in a text; an error that says what is wrong with it."""
    try:
        data: Any = msgspec.json.decode(text) if text.lstrip()[:1] == "{" else tomllib.loads(text)
    except (tomllib.TOMLDecodeError, msgspec.DecodeError) as problem:
        raise BadInput(f"The sketch cannot be read: {problem}.") from None
    try:
        sketch = msgspec.convert(data, Sketch)
    except msgspec.ValidationError as problem:
        raise BadInput(f"The sketch is wrong: {_in_words(problem)}") from None
    if len(sketch.units) > MOST_COUNTERS:
        raise BadInput(f"A sketch has at most {MOST_COUNTERS} counters.")
    if not 0 <= sketch.around <= 20:
        raise BadInput(f"around is from 0 to 20 hexes, not {sketch.around}.")
    return sketch


_PARTS: dict[str, type[Struct]] = {
    "units": SketchUnit,
    "dumps": SketchDump,
    "bases": SketchBase,
    "extenders": SketchExtender,
    "drop_plans": SketchPlan,
    "hexsides": SketchSide,
}
"""What the lists of a sketch hold."""
_UNKNOWN = re.compile(r"Object contains unknown field `([^`]+)`(?: - at `\$\.(\w+)\[(\d+)\]`)?")


def _in_words(problem: msgspec.ValidationError) -> str:
    """What is wrong with a sketch; of a word that it does not know, those that it does."""
    found = _UNKNOWN.fullmatch(str(problem))
    if not found:
        return f"{problem}."
    word, part, number = found.groups()
    known = _PARTS[part] if part else Sketch
    where = f" (number {int(number) + 1} of {part})" if part else ""
    return f"{unknown('word', word, known.__struct_fields__)}{where}"


def _terrain(words: str) -> tuple[str, ...]:
    found = tuple(word.strip() for word in words.split(","))
    for word in found:
        if word not in HEX_TERRAIN:
            raise BadInput(f"There is no terrain '{word}'. Allowed: {choices(HEX_TERRAIN)}.")
    return found


def _beside(one: str, other: str) -> tuple[Hex, Hex]:
    here, there = find_hex(one), find_hex(other)
    if here.distance(there) != 1:
        raise BadInput(f"{one} and {other} do not touch.")
    return in_order(here, there)


_WAYS = ("primary_road", "road", "track", "rail", "double_rail")


def _with_way(lies: HexBoundary, kind: str) -> HexBoundary:
    if kind not in _WAYS:
        raise BadInput(f"There is no way '{kind}'. Allowed: {choices(_WAYS)}.")
    if kind.endswith("rail"):
        return msgspec.structs.replace(lies, rail="single" if kind == "rail" else "double")
    return msgspec.structs.replace(lies, road=kind)
