"""What one step costs, exactly: the series puts it together (OCS 6), the chart has the figures."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import Meta, Struct
from msgspec.structs import replace

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import BadInput
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.questions import RuledQuestion
from landbridge.games.belorussia.ruling_figures import AS_RULED
from landbridge.games.belorussia.rulings import Rulings
from landbridge.games.belorussia.terrain.chart import (
    ALL,
    COSTS,
    DATA,
    MOVEMENT,
    POINT,
    PROHIBITED,
    check_hex,
    column_of,
    cost_text,
    counting_terrain,
    describe_terrain,
    read_cost,
)
from landbridge.games.belorussia.terrain.words import (
    HEXSIDE_TERRAIN,
    ROADS_AND_RAILS,
    City,
    Hexside,
    Move,
    Road,
    TerrainWords,
)
from landbridge.games.belorussia.words import NAME_OF, Ground


class HexEntry(Struct, frozen=True, kw_only=True):
    """One step of a unit: into which hex, over what, along what, in which weather."""

    terrain: tuple[str, ...]
    """Everything in the hex; may be left empty along a road."""
    move: Move
    ground: Ground = "dry"
    hexside: Hexside = "none"
    road: Road = "none"
    ice: bool = False
    bridging: bool = False
    """Whether an engineer or HQ at either end helps over the river (OCS 13.8)."""
    spill: tuple[City, ...] = ()
    """Cities of neighbouring hexes that reach into this one."""


def _cell(row: str, entry: HexEntry, why: Why) -> int:
    """One cell of the chart, noted."""
    ground = column_of(entry.ground)
    cell = MOVEMENT.cell(row, f"{ground} {entry.move}")
    text = (
        f"{describe_terrain(row)}, {NAME_OF[ground]}, {describe_terrain(entry.move)}: {cell.value}"
    )
    why.by(cell.rules, text)
    return COSTS[row, ground, entry.move]


def _hex_cost(entry: HexEntry, why: Why, rulings: Rulings) -> int:
    """The hex itself: its costliest terrain."""
    check_hex(entry.terrain)
    words = entry.terrain
    if entry.spill and not why("OCS-6.2d-2", "what spills over from a neighbouring hex is ignored"):
        words = (*words, *entry.spill)
    terrain = counting_terrain(words, why, rulings)
    if "village" in terrain:
        _cell("village", entry, why)
        terrain = tuple(word for word in terrain if word != "village")
        if "open" in terrain:
            why(("TFB-EDGE-36", "RUL-TFB-74"), "a village in the open moves as Open")
    ground, counts = column_of(entry.ground), max
    if len(terrain) > 1 and not why("OCS-6.2d-1", "the costliest terrain in the hex counts"):
        counts = min
    return _cell(counts(terrain, key=lambda word: COSTS[word, ground, entry.move]), entry, why)


def hexside_cost(entry: HexEntry, why: Why, rulings: Rulings = AS_RULED) -> int:
    """Crossing the hexside, apart from the hex."""
    if entry.hexside == "none":
        return 0
    if entry.hexside == "blocked_lake":
        return _lake_cost(entry, why, rulings)
    row: str = entry.hexside
    text = "bridging: a Major River as a Minor one, a Minor free"
    if entry.bridging and why("OCS-13.8b-1", text):
        if row == "minor_river":
            return 0
        row = "minor_river"
    if entry.ice and why("TFB-1.8c-4", "Ice: the river uses the Ice part of the chart"):
        row = f"ice_{row}"
    return _cell(row, entry, why)


def _lake_cost(entry: HexEntry, why: Why, rulings: Rulings) -> int:
    if not entry.ice:
        return _cell("blocked_lake", entry, why)
    lakes = rulings.frozen_lakes
    text = {
        "chart": "the chart has no row for frozen lakes: prohibited as before",
        "leg_only": "frozen lakes carry Leg movement",
        "as_ice_major_river": "frozen lakes are crossed as an iced Major River",
    }[lakes]
    if not why(("TFB-EDGE-38", "RUL-TFB-44"), text) or lakes == "as_ice_major_river":
        return _cell("ice_major_river", entry, why)
    if lakes == "leg_only":
        return read_cost(DATA["frozen_lake"][entry.move])
    return _cell("blocked_lake", entry, why)


def _along(entry: HexEntry, why: Why, rulings: Rulings) -> tuple[int, int]:
    """Hex and hexside for a unit on a road: the road's cost in place of both."""
    check_hex(entry.terrain, along_road=True)
    ground = column_of(entry.ground)
    row: str = "track" if entry.road == "pontoon" else entry.road
    swamped = any(COSTS[word, ground, entry.move] == PROHIBITED for word in entry.terrain)
    lifts = rulings.road_lifts == "all"
    cost, side = _cell(row, entry, why), 0
    if swamped:
        text = "the road lifts the prohibition" if lifts else "the prohibition stays on a road"
        if not why(("TFB-EDGE-34", "RUL-TFB-72"), text) or not lifts:
            cost = PROHIBITED
    if entry.hexside in ("major_river", "blocked_lake") and entry.road != "pontoon":
        edge = ("TFB-EDGE-35",) if entry.hexside == "major_river" else ()
        text = "crossed at the road's cost" if lifts else "only what may be crossed is crossed"
        known = why((*edge, "RUL-TFB-72"), f"{describe_terrain(entry.hexside)}: {text}")
        side = 0 if known and lifts else hexside_cost(entry, why, rulings)
        if known and side < PROHIBITED:
            side = 0
    return cost, side


def _over_pontoon(entry: HexEntry, why: Why, rulings: Rulings) -> tuple[int, int] | None:
    """Hex and hexside over a pontoon: a Track, joined to every road."""
    if entry.hexside not in ("minor_river", "major_river"):
        raise BadInput("A pontoon bridges a river; give hexside=minor_river or major_river.")
    edge = ("TFB-EDGE-35",) if entry.hexside == "major_river" else ()
    as_track = rulings.pontoon_cost == "track"
    text = "crossed at a Track's cost" if as_track else "the hexside is free, the hex is not"
    if not why(("TFB-1.5-1", *edge, "RUL-TFB-73"), f"pontoon: {text}"):
        return None
    return _along(entry, why, rulings) if as_track else (_hex_cost(entry, why, rulings), 0)


def _deep_freeze(entry: HexEntry, side: int, why: Why, rulings: Rulings) -> int:
    """What Deep Freeze adds to a step."""
    if not why(("TFB-TECM-16", "TFB-DF-2"), "Deep Freeze: +1 for each hex entered"):
        return 0
    plus = COSTS["deep_freeze", "freeze", entry.move]
    if entry.road == "primary_road" and not why("TFB-EDGE-29", "on a Primary Road too"):
        return 0
    if not side:
        return plus
    once = rulings.deep_freeze_cost == "per_hex"
    text = "once for the hex, not for the hexside" if once else "once more for the hexside"
    known = why(("TFB-EDGE-30", "RUL-TFB-70"), text)
    return plus if once and known else 2 * plus


@rule("TFB-TECM-17", "TFB-EDGE-31", "TFB-EDGE-32")
def entry_cost(entry: HexEntry, why: Why, rulings: Rulings = AS_RULED) -> int:
    """The whole cost of one step in twelfths, or ALL, or PROHIBITED."""
    parts = None
    if entry.road == "pontoon":
        parts = _over_pontoon(entry, why, rulings)
    elif entry.road != "none" and why("OCS-6.2a-1", "along a road only the road's cost counts"):
        parts = _along(entry, why, rulings)
    if parts is None:
        parts = _hex_cost(entry, why, rulings), hexside_cost(entry, why, rulings)
    deep = entry.ground == "deep_freeze"
    if PROHIBITED in parts and (
        not deep or why(("TFB-EDGE-31", "RUL-TFB-70"), "prohibited stays prohibited")
    ):
        if why("OCS-6.2c-1", "prohibited: only by road or bridge"):
            return PROHIBITED
        return POINT
    cost, side = (0 if part == PROHIBITED else part for part in parts)
    if side and not why("OCS-6.2b-1", "the hexside is added to the hex"):
        side = 0
    if ALL in (cost, side):
        covered = not (cost and side) or why(
            ("TFB-EDGE-32", "RUL-TFB-71"), "the whole allowance covers hex and hexside"
        )
        return ALL if covered else PROHIBITED
    return cost + side + (_deep_freeze(entry, side, why, rulings) if deep else 0)


# Asking


class StepInputs(RuledQuestion, frozen=True, kw_only=True):
    """One step of a unit; the questions below add what they want to know of it."""

    turns_on: ClassVar[tuple[str, ...]] = ("frozen_lakes", "deep_freeze_cost", "built_up_hexes")

    terrain: TerrainWords
    move: Annotated[Move, Meta(description="the unit's kind of movement")]
    ground: Annotated[Ground, Meta(description="the ground condition of the turn")] = "dry"
    hexside: Annotated[Hexside, Meta(description="what the hexside is")] = "none"
    ice: Annotated[bool, Meta(description="whether there is Ice")] = False
    spill: Annotated[
        tuple[City, ...],
        Meta(max_length=2, description="a city of a neighbouring hex that reaches into this one"),
    ] = ()

    def entry(self, road: Road = "none", bridging: bool = False) -> HexEntry:
        """The step itself."""
        return HexEntry(
            terrain=self.terrain,
            move=self.move,
            ground=self.ground,
            hexside=self.hexside,
            road=road,
            ice=self.ice,
            bridging=bridging,
            spill=self.spill,
        )


class RoadStepInputs(StepInputs, frozen=True, kw_only=True):
    """A step that may go along a road."""

    turns_on: ClassVar[tuple[str, ...]] = (*StepInputs.turns_on, "road_lifts", "pontoon_cost")

    road: Annotated[Road, Meta(description="what the unit moves along")] = "none"
    bridging: Annotated[bool, Meta(description="whether an engineer bridges the river")] = False


class MoveCost(RoadStepInputs, frozen=True, kw_only=True):
    """The exact cost of entering a hex: 4/3, All, P (prohibited), or +3 for a hexside alone."""

    cites = (
        *(f"TFB-TECM-{n}" for n in range(1, 20)),
        *(f"TFB-EDGE-{n}" for n in (29, 30, 31, 32, 34, 35)),
    )

    def answer(self, nature: Nature) -> Finding[str]:
        why = Why()
        word = self.terrain[0] if len(self.terrain) == 1 else ""
        entry = self.entry(self.road, self.bridging)
        alone = self.hexside == "none" and self.road == "none"
        if alone and word in HEXSIDE_TERRAIN:
            entry = replace(entry, terrain=(), hexside=word)
            cost = hexside_cost(entry, why, self.rulings)
            return why.so(cost_text(cost) if cost >= ALL else f"+{cost_text(cost)}")
        if alone and word == "village":
            cell = MOVEMENT.cell("village", f"{column_of(self.ground)} {self.move}")
            why.by(cell.rules, "a village has no cost of its own: the other terrain counts")
            return why.so(str(cell.value))
        if self.road == "none" and word in ROADS_AND_RAILS:
            entry = replace(entry, terrain=(), road=word)
        return why.so(cost_text(entry_cost(entry, why, self.rulings)))
