"""The printed map as data from which it can be drawn: north at the top, west at the left.

One unit is the width of a hex from flat to flat. The map is printed with the west at the top; on a
screen, which is wide, it lies on its side.
"""

from __future__ import annotations

from functools import cache
from math import sqrt

from msgspec import Struct

from landbridge.engine.play.boards import Board
from landbridge.engine.space.hexes import Orientation, centre
from landbridge.games.orsha.campaign.drafts.drafts import Drafts, drafts_of
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.map.hexes import map_hexes, map_hexsides, orsha_map

DIGITS = 4
RADIUS = 1 / sqrt(3)


class BoardHex(Struct, frozen=True, omit_defaults=True):
    """A hex by its centre, and what is printed in it."""

    id: str
    x: float
    y: float
    terrain: str
    level: int = 0
    features: tuple[str, ...] = ()
    lvp: int = 0
    note: str = ""


class BoardSide(Struct, frozen=True, omit_defaults=True):
    """What is printed on, or runs across, the side between two hexes."""

    a: str
    b: str
    features: tuple[str, ...]
    lower: str = ""


class PrintedMap(Struct, frozen=True):
    """The whole map."""

    pointy: bool
    hexes: tuple[BoardHex, ...]
    sides: tuple[BoardSide, ...]


@cache
def printed_map() -> PrintedMap:
    """Every hex and every hexside that carries something."""
    atlas = orsha_map("all")
    hexes = []
    for label, shown in map_hexes().items():
        across, down = centre(atlas.hex(label), Orientation.FLAT_TOP, RADIUS)
        hexes.append(
            BoardHex(
                label,
                round(down, DIGITS),
                round(-across, DIGITS),
                shown.terrain,
                shown.level,
                shown.features,
                shown.lvp,
                shown.note,
            )
        )
    sides = dict.fromkeys(side for found in map_hexsides().values() for side in found)
    return PrintedMap(
        True,
        tuple(hexes),
        tuple(BoardSide(s.hex_a, s.hex_b, s.features, s.lower_hex) for s in sides),
    )


class OrshaBoard(Board["Campaign"]):
    """What can be drawn of the campaign: the map, and each side's drafts."""

    def atlas(self) -> PrintedMap:
        return printed_map()

    def render(self, view: Campaign) -> None:
        """A view is drawn as it is; what is worked out from it are drafts."""
        return None

    def drafts(self, view: Campaign, role: str, asked: dict[str, tuple[str, ...]]) -> Drafts:
        return drafts_of(view, role, asked)
