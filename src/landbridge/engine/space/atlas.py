"""Sheets laid side by side: one plane of hexes, each with its labels.

>>> from landbridge.engine.space.hexes import Orientation
>>> sheet = MapSheet("", Orientation.FLAT_TOP, columns=30, rows=53, style="letters")
>>> atlas = Atlas([sheet], up="W")
>>> [atlas.label(place) for place in atlas.neighbours(atlas.hex("W44"))]
['W43', 'X43', 'X44', 'W45', 'V44', 'V43']
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from landbridge.engine.space.hexes import COMPASS, STEPS, Compass, Hex, Orientation, walk
from landbridge.engine.space.sheets import MapSheet, find_hex

# The directions that must all lead off the map at its top, right, bottom and left.
_OFF = {
    Orientation.FLAT_TOP: ((0,), (1, 2), (3,), (4, 5)),
    Orientation.POINTY_TOP: ((0, 1), (2,), (3, 4), (5,)),
}


class Atlas:
    """Sheets laid side by side on one plane; a hex printed on several sheets is one hex.

    The first sheet given that shows a hex gives it its preferred label.  `hexes` is in the order
    in which the hexes lie: flat-top by columns from the left, each from the top; pointy-top by
    rows from the top, each from the left.  `up` is the compass point at the top of the picture.
    """

    def __init__(self, sheets: Sequence[MapSheet], up: Compass = "N") -> None:
        if len({sheet.orientation for sheet in sheets}) != 1:
            raise ValueError("an atlas needs sheets, all flat-top or all pointy-top")
        if len({sheet.name for sheet in sheets}) != len(sheets):
            raise ValueError("two sheets of an atlas have the same name")
        self.sheets, self.orientation, self.up = tuple(sheets), sheets[0].orientation, up
        labels: dict[Hex, tuple[str, ...]] = {}
        for sheet in sheets:
            for text, place in sheet._places.items():
                labels[place] = (*labels.get(place, ()), text)
        self.hexes = tuple(sorted(labels, key=lambda h: h if sheets[0]._flat else h[::-1]))
        self._labels = [labels[place] for place in self.hexes]
        self._index: dict[tuple[int, int], int] = {place: i for i, place in enumerate(self.hexes)}

    def __contains__(self, place: object) -> bool:
        return place in self._index

    def index(self, place: Hex) -> int:
        """The position of a hex in `hexes`, for arrays with one entry a hex."""
        if place not in self:
            self.sheets[0].numbers(place)  # which refuses
        return self._index[place]

    def hex(self, label: str) -> Hex:
        """The hex with a label, whichever of its labels that is."""
        return find_hex(label, self.sheets)

    def label(self, place: Hex) -> str:
        """The preferred label of a hex."""
        return self.labels(place)[0]

    def labels(self, place: Hex) -> tuple[str, ...]:
        """All labels of a hex, the preferred one first."""
        return self._labels[self.index(place)]

    def neighbours(self, place: Hex) -> tuple[Hex, ...]:
        """The neighbours that are on the map, clockwise."""
        return tuple(h for h in place.neighbours() if h in self)

    def neighbour_table(self) -> tuple[tuple[int, ...], ...]:
        """For every hex the indexes of its neighbours in directions 0 to 5, -1 for none."""
        index = self._index
        return tuple(
            tuple([index.get((q + step_q, r + step_r), -1) for step_q, step_r in STEPS])
            for q, r in self.hexes
        )

    def within(self, place: Hex, n: int) -> tuple[Hex, ...]:
        """The hexes of the map at most n away, nearest first."""
        return tuple(h for h in place.disc(n) if h in self)

    def ray(self, start: Hex, *directions: int) -> tuple[Hex, ...]:
        """The grain (one direction) or alternate grain (two) from a hex to the map's edge."""
        return tuple(takewhile(self.__contains__, walk(start, directions)))

    def on_edge(self, place: Hex, edge: Compass) -> bool:
        """Whether nothing of the map lies beyond a hex on that side, by the true compass."""
        off = _OFF[self.orientation][(COMPASS.index(edge) - COMPASS.index(self.up)) % 4]
        return place in self and not any(place.neighbour(d) in self for d in off)

    def edge(self, edge: Compass) -> tuple[Hex, ...]:
        """All hexes on one map edge, in the order of `hexes`."""
        return tuple(place for place in self.hexes if self.on_edge(place, edge))
