"""Where on earth a hex lies: a conic projection fitted to the hexes that the booklets name.

The Axis booklet puts Vitebsk, Kovel, and stretches of the Dnepr and the Pripyat into hexes. The
sheets are laid out on a conic map whose middle meridian lies far to the east; with that, these
places fall where they are to half a hex. Figures and residuals are the project's own fit.
"""

from __future__ import annotations

import math

from landbridge.engine.space.hexes import Hex
from landbridge.games.belorussia.map.sheets import column_and_row, hex_at

EARTH_KM = 6371.0088
KM_PER_HEX = 8.195
"""From one flat side of a hex to the other: 5.09 miles."""
MIDDLE_MERIDIAN = 46.25
STANDARD_PARALLELS = (48.0, 56.0)
ORIGIN_LATITUDE = 53.0
OFFSET = (192.304, 9.850)
"""Of the grid against the projection, in hexes."""
COLUMN_WIDTH = math.sqrt(3) / 2
"""From one column to the next, in hexes."""


def _steepness(latitude: float) -> float:
    return math.tan(math.pi / 4 + math.radians(latitude) / 2)


_south, _north = STANDARD_PARALLELS
_cosine = math.cos(math.radians(_south))
_CONE = math.log(_cosine / math.cos(math.radians(_north))) / math.log(
    _steepness(_north) / _steepness(_south)
)
_SIZE = EARTH_KM * _cosine * _steepness(_south) ** _CONE / _CONE
_RADIUS = _SIZE / _steepness(ORIGIN_LATITUDE) ** _CONE


def on_plane(latitude: float, longitude: float) -> tuple[float, float]:
    """A point of the earth on the plane of the map, in hexes east and north."""
    radius = _SIZE / _steepness(latitude) ** _CONE
    turn = _CONE * math.radians(longitude - MIDDLE_MERIDIAN)
    east, north = radius * math.sin(turn), _RADIUS - radius * math.cos(turn)
    return east / KM_PER_HEX + OFFSET[0], north / KM_PER_HEX + OFFSET[1]


def centre(place: Hex) -> tuple[float, float]:
    """The middle of a hex on the plane of the map."""
    column, row = column_and_row(place)
    return column * COLUMN_WIDTH, row + (0.5 if column % 2 == 0 else 0.0)


def hex_under(east: float, north: float) -> Hex:
    """The hex under a point on the plane; it need not be on the map."""
    column = math.floor(east / COLUMN_WIDTH)
    near = []
    for tried in range(column - 1, column + 3):
        lift = 0.5 if tried % 2 == 0 else 0.0
        row = round(north - lift)
        apart = (tried * COLUMN_WIDTH - east) ** 2 + (row + lift - north) ** 2
        near.append((apart, tried, row))
    _, column, row = min(near)
    return hex_at(column, row)


def hex_of(latitude: float, longitude: float) -> Hex:
    """The hex in which a point of the earth lies; it need not be on the map."""
    return hex_under(*on_plane(latitude, longitude))
