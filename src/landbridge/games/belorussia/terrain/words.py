"""The words for terrain, once: what lies in a hex, between hexes, along a way, and how units move.

The rows of the two charts in `data/terrain.toml` bear these names; every other chapter takes its
words from here.
"""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from msgspec import Meta

Landscape = Literal["open", "hills", "light_woods", "heavy_woods", "swamp"]
City = Literal["minor_city", "major_city"]
Settlement = Literal["village", City]
River = Literal["minor_river", "major_river"]
Lake = Literal["blocked_lake"]
RoadOrRail = Literal["primary_road", "road", "track", "rail"]

HexTerrain = Literal[Landscape, Settlement]
"""What lies in a hex."""
HexsideTerrain = Literal[River, Lake]
"""What lies between two hexes."""
Terrain = Literal[Landscape, River, RoadOrRail, Settlement, Lake]
"""Everything that has a row of its own in the charts, in their order."""

Hexside = Literal["none", HexsideTerrain]
Road = Literal["none", RoadOrRail, "pontoon"]
Move = Literal["track", "truck", "leg"]
"""How a unit moves; the chart has a column for each."""

HEX_TERRAIN: tuple[HexTerrain, ...] = get_args(HexTerrain)
HEXSIDE_TERRAIN: tuple[HexsideTerrain, ...] = get_args(HexsideTerrain)
ROADS_AND_RAILS: tuple[RoadOrRail, ...] = get_args(RoadOrRail)
CITIES: tuple[City, ...] = get_args(City)
SETTLEMENTS: tuple[Settlement, ...] = get_args(Settlement)

LIGHT_WOODS: Landscape = "light_woods"
HEAVY_WOODS: Landscape = "heavy_woods"
COVER: HexTerrain = LIGHT_WOODS
"""The hex of a partisan of which players say nothing else."""

TerrainWords = Annotated[
    tuple[Terrain, ...],
    Meta(
        max_length=12,
        description="everything in the hex, as village,open; or one hexside or road by itself",
    ),
]
"""An input of a question about a hex, or about one hexside or road."""
