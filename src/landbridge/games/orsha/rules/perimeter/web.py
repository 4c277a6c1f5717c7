"""The web of legal grains between possible markers, and how far out a chain of them can lead.

Hexes are bits of whole numbers, so that thousands of chains can be weighed in a second. Every
grain of the web runs from one possible marker to the next one on its way; a longer grain over a
friendly marker site is a chain of such pieces.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from landbridge.engine.rules.budget import spend
from landbridge.engine.space.hexes import Hex
from landbridge.games.orsha.rules.perimeter.grains import Field, Kinds, Path

LOOK = 40
"""Steps of work that one look over the whole web of grains counts as."""

DIRECTIONS = tuple(Hex(0, 0).neighbours())


class Layout:
    """A field's hexes as cells in one row of bits, with room around the map."""

    def __init__(self, where: Field) -> None:
        low_q, low_r = min(h.q for h in where.hexes), min(h.r for h in where.hexes)
        height = max(h.r for h in where.hexes) - low_r + 3
        self.cell = {h: (h.q - low_q + 1) * height + h.r - low_r + 1 for h in where.hexes}
        self.hex = {cell: place for place, cell in self.cell.items()}
        self.size = max(self.hex) + height + 2
        self.shift = tuple(step.q * height + step.r for step in DIRECTIONS)
        self.direction = {shift: d for d, shift in enumerate(self.shift)}
        # Three planes of bits hold the steps: a step back is a step of the hex it leads to.
        self.plane = tuple(
            d * self.size if d < 3 else (d - 3) * self.size + self.shift[d] for d in range(6)
        )
        self.bytes = (3 * self.size >> 3) + 1

    def cells(self, path: Iterable[Hex]) -> tuple[int, ...]:
        """Hexes as cells."""
        return tuple(self.cell[place] for place in path)

    def path(self, cells: Iterable[int]) -> Path:
        """Cells as hexes."""
        return tuple(self.hex[cell] for cell in cells)


@cache
def layout(where: Field) -> Layout:
    """A field's layout, made once."""
    return Layout(where)


class WebStep(NamedTuple):
    """A grain seen from one of its ends."""

    grain: int
    end: int
    """The cell of the other end."""
    gain: int
    """Twice the area that it adds when walked so, clockwise round the map."""
    steps: int
    arrives: int
    """The direction back from the other end."""


class Task(NamedTuple):
    """A chain that is wanted: from a marker to a marker, hugging the outside on one hand."""

    start: int
    first: int
    """The direction that leads outside at the start."""
    stop: int
    hand: int
    """1: the outside lies on the left; -1: on the right."""


class Web:
    """Legal grains between the possible markers of one side."""

    def __init__(
        self,
        where: Field,
        kinds: Kinds,
        nodes: Iterable[Hex],
        barred: Iterable[Hex],
        links: Sequence[Path] = (),
        apart: Iterable[tuple[Hex, Hex]] = (),
    ) -> None:
        self.where, self.layout, self.kinds = where, layout(where), kinds
        cell = self.layout.cell
        self.nodes = frozenset(cell[place] for place in nodes)
        self.shut = {cell[place] for place in barred if place in cell} - self.nodes
        split = {frozenset((cell[a], cell[b])) for a, b in apart}
        found = dict.fromkeys(self.layout.cells(path) for path in links)
        for node in sorted(self.nodes):
            for path in self.rows(node):
                if path[0] < path[-1] and frozenset(path) not in split:
                    found[path] = None
        self.grains = tuple(found)
        self.looks = 0
        """How many chains have been weighed."""
        self._weigh()

    def rows(self, node: int, over: bool = False) -> Iterable[tuple[int, ...]]:
        """From a marker along every grain to the next possible marker, or over all to the last."""
        shift, on_map, kinds = self.layout.shift, self.layout.hex, self.kinds
        for d in range(6):
            for other in (d, (d + 1) % 6, (d - 1) % 6):
                path, turn, reach = [node], (d, other), 0
                while True:
                    at = path[-1] + shift[turn[(len(path) - 1) % 2]]
                    if at not in on_map or at in self.shut:
                        break
                    path.append(at)
                    if at in self.nodes:
                        reach = len(path)
                        if not over:
                            break
                if reach == 2:
                    if kinds.adjacent and d == other:
                        yield tuple(path[:2])
                elif reach and (kinds.straight if d == other else kinds.zigzag):
                    yield tuple(path[:reach])

    def chained(self, start: int, grains: Sequence[int]) -> list[Path]:
        """The grains of a chain, each from marker to marker in the order walked."""
        found: list[Path] = []
        at = start
        for grain in grains:
            row = self.grains[grain]
            row = row if row[0] == at else row[::-1]
            found.append(self.layout.path(row))
            at = row[-1]
        return found

    def _weigh(self) -> None:
        size, direction = self.layout.size, self.layout.direction
        through: dict[int, int] = {}
        self.steps_of: list[int] = []
        self.at: dict[int, list[WebStep]] = {node: [] for node in self.nodes}
        self.here: dict[int, int] = dict.fromkeys(self.nodes, 0)
        for index, path in enumerate(self.grains):
            planes = 0
            for a, b in pairwise(path):
                d = direction[b - a]
                planes |= 1 << (d * size + a if d < 3 else (d - 3) * size + b)
            self.steps_of.append(planes)
            area = self.twice(path)
            for ends, gain in ((path, area), (path[::-1], -area)):
                way = WebStep(index, ends[-1], gain, len(path) - 1, direction[ends[-2] - ends[-1]])
                self.at.setdefault(ends[0], []).append(way)
                self.here[ends[0]] = self.here.get(ends[0], 0) | 1 << index
            for inner in path[1:-1]:
                through[inner] = through.get(inner, 0) | 1 << index
        self.clash: list[int] = []
        for index, path in enumerate(self.grains):
            others = 0
            for inner in path[1:-1]:
                others |= through[inner]
            for end in (path[0], path[-1]):
                others |= through.get(end, 0)
            self.clash.append(others & ~(1 << index))
        self.all = (1 << len(self.grains)) - 1

    def twice(self, cells: Sequence[int]) -> int:
        """Twice the area that a row of cells adds to a loop, walked in this order."""
        places = [self.layout.hex[cell] for cell in cells]
        return sum(a.q * b.r - a.r * b.q for a, b in pairwise(places))

    # How far out a chain can lead

    def outermost(self, start: int, first: int, stop: int, hand: int, open_: int) -> int | None:
        """An upper bound of what a chain of open grains can gain, if it may change grains anywhere.

        The walk keeps to the outside of everything that the open grains cover; what hangs on by a
        single hex is cut off, for no chain can come back from it.
        """
        self.looks += 1
        spend(LOOK)
        steps_of, merged = self.steps_of, 0
        while open_:
            low = open_ & -open_
            merged |= steps_of[low.bit_length() - 1]
            open_ ^= low
        edges = merged.to_bytes(self.layout.bytes, "little")
        plane, shift = self.layout.plane, self.layout.shift
        path, seen = [start], {start: 0}
        at, d, began = start, first, (-1, -1)
        back = 4 if hand == 1 else 2
        while True:
            for _ in range(6):
                bit = plane[d] + at
                if edges[bit >> 3] >> (bit & 7) & 1:
                    break
                d = (d + hand) % 6
            else:
                return None
            if (at, d) == began:
                return None
            if began[0] < 0:
                began = (at, d)
            at += shift[d]
            if at == stop:
                path.append(at)
                break
            known = seen.get(at)
            if known is None:
                seen[at] = len(path)
                path.append(at)
            else:
                for gone in path[known + 1 :]:
                    del seen[gone]
                del path[known + 1 :]
            d = (d + back) % 6
        return hand * self.twice(path) + len(path) - 1

    def connected(self, start: int, stop: int, open_: int) -> int:
        """The open grains reached from the start; 0 if there is no chain to the stop."""
        last = self.here.get(stop, 0) & open_
        single = last & (last - 1) == 0
        if start == stop:
            return 0 if single else self._spread(start, stop, open_)[0]
        if single and last:
            open_ &= ~self.clash[last.bit_length() - 1]
        reached, nodes = self._spread(start, stop, open_)
        return reached if stop in nodes else 0

    def _spread(self, start: int, stop: int, open_: int) -> tuple[int, set[int]]:
        spend(LOOK)
        seen, heads, used = {start}, [start], 0
        grains, here = self.grains, self.here
        while heads:
            node = heads.pop()
            fresh = here.get(node, 0) & open_ & ~used
            used |= fresh
            while fresh:
                low = fresh & -fresh
                fresh ^= low
                path = grains[low.bit_length() - 1]
                end = path[-1] if path[0] == node else path[0]
                if end not in seen:
                    seen.add(end)
                    if end != stop:
                        heads.append(end)
        return used, seen
