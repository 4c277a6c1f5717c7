"""Loops of Front Line hexes: what they enclose, and with how few markers they can be drawn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from itertools import pairwise
from typing import Literal

from msgspec import Struct

from landbridge.engine.space.hexes import Hex
from landbridge.games.orsha.rules.perimeter.grains import (
    Field,
    Kinds,
    Path,
    grains_between,
    is_grain,
)
from landbridge.games.orsha.rulings import Touching

LoopKind = Literal["main", "pocket", "section"]
"""A main loop touches the edge; a section is a Pocket that has reached the edge (9.6057)."""


class Link(Struct, frozen=True):
    """Two markers joined: by a grain, or along the map edge."""

    hexes: Path
    edge: bool = False


class Loop(Struct, frozen=True):
    """A closed row of links, with what it encloses."""

    kind: LoopKind
    markers: Path
    links: tuple[Link, ...]
    area: frozenset[Hex]
    spur: frozenset[Hex] = frozenset()
    """Edge hexes beyond the marker at which the loop leaves the edge."""

    @property
    def front(self) -> frozenset[Hex]:
        """Every hex on its grains."""
        on_links = {place for link in self.links for place in link.hexes}
        return frozenset(on_links | set(self.markers) | self.spur)


def cycle_of(links: Iterable[Link]) -> list[Hex]:
    """The hexes of a loop in order, each once, as far as it is simple."""
    return [place for link in links for place in link.hexes[:-1]]


# What a loop encloses


def enclosed(cycle: Sequence[Hex]) -> frozenset[Hex]:
    """The hexes of a closed row and all inside the line through their centres."""
    crossings: dict[int, list[tuple[int, int]]] = {}
    for a, b in pairwise([*cycle, *cycle[:1]]):
        if b.q == a.q + 1:
            crossings.setdefault(a.q, []).append((a.r, 1))
        elif b.q == a.q - 1:
            crossings.setdefault(b.q, []).append((b.r, -1))
    inside = set(cycle)
    for q, found in crossings.items():
        found.sort()
        winding = 0
        for (row, turn), (following, _) in pairwise(found):
            winding += turn
            if winding:
                inside.update(Hex(q, r) for r in range(row + 1, following))
    return frozenset(inside)


def surrounded(where: Field, front: Set[Hex]) -> frozenset[Hex]:
    """The front and every hex that cannot be reached from off the map without entering it."""
    reached = {place for place in where.ring if place not in front}
    open_ends = list(reached)
    while open_ends:
        for near in open_ends.pop().neighbours():
            if near in where.hexes and near not in front and near not in reached:
                reached.add(near)
                open_ends.append(near)
    return where.hexes - reached


def twice_area(cycle: Sequence[Hex]) -> int:
    """The sum S of the count identity: twice the signed area inside the line."""
    return sum(a.q * b.r - a.r * b.q for a, b in pairwise([*cycle, *cycle[:1]]))


def count_by_formula(cycle: Sequence[Hex]) -> int:
    """The number of hexes of a simple loop and inside it, from its hexes alone."""
    return (abs(twice_area(cycle)) + len(cycle)) // 2 + 1


def make_loop(
    where: Field,
    kind: LoopKind,
    links: Sequence[Link],
    touching: Touching,
    spur: Iterable[Hex] = (),
) -> Loop:
    """A loop from its links."""
    markers = tuple(link.hexes[0] for link in links)
    cycle = cycle_of(links)
    area = enclosed(cycle) if touching == "line" else surrounded(where, frozenset(cycle))
    return Loop(kind, markers, tuple(links), area | frozenset(spur), frozenset(spur))


def one_hex(place: Hex, kind: LoopKind) -> Loop:
    """A Pocket of a single hex, which needs no marker."""
    return Loop(kind, (place,), (), frozenset([place]))


def open_stretch(edge: Path) -> Loop:
    """A stretch of edge that no loop closes: the edge, there and back."""
    if len(edge) == 1:
        return one_hex(edge[0], "main")
    return Loop(
        "main", (edge[0], edge[-1]), (Link(edge, True), Link(edge[::-1], True)), frozenset(edge)
    )


def line(path: Path, kind: LoopKind) -> Loop:
    """Two markers that point at each other: the hexes of their grain."""
    links = (Link(path), Link(path[::-1]))
    return Loop(kind, (path[0], path[-1]), links, frozenset(path))


# Markers


def fewest_links(path: Path, sites: Set[Hex], kinds: Kinds, merge: bool = True) -> list[Path]:
    """A row of hexes cut at as few marker sites as possible, each piece a grain."""
    best: list[tuple[int, int]] = [(0, 0)]
    for stop in range(1, len(path)):
        found = (len(path) + 1, 0)
        if stop == len(path) - 1 or path[stop] in sites:
            for start in range(stop):
                pieces = best[start][0] + 1
                piece = path[start : stop + 1]
                fits = pieces < found[0] and is_grain(piece) and kinds.allow(piece)
                if fits and (merge or sites.isdisjoint(piece[1:-1])):
                    found = (pieces, start)
        best.append(found)
    cuts = [len(path) - 1]
    while cuts[-1]:
        cuts.append(best[cuts[-1]][1])
    cuts.reverse()
    return [path[start : stop + 1] for start, stop in pairwise(cuts)]


def passed_over(links: Iterable[Link]) -> frozenset[Hex]:
    """The hexes that grains run over, from marker to marker."""
    return frozenset(place for link in links if not link.edge for place in link.hexes[1:-1])


def in_reading_order(links: Sequence[Link]) -> list[Link]:
    """The same loop from its smallest marker on, in the direction that leads inland."""
    starts = [link.hexes[0] for link in links]
    at = starts.index(min(starts))
    turned = [*links[at:], *links[:at]]
    back = [Link(link.hexes[::-1], link.edge) for link in reversed(turned)]
    if turned[0].edge != turned[-1].edge:
        return back if turned[0].edge else turned
    return turned if turned[0].hexes[-1] <= back[0].hexes[-1] else back


def loop_text(where: Field, loop: Loop, kinds: Kinds) -> str:
    """Markers as players write them; behind one with two zigzags, the first hex of that taken."""
    words = []
    for index, marker in enumerate(loop.markers):
        word = where.label(marker)
        if index < len(loop.links) and not loop.links[index].edge:
            path = loop.links[index].hexes
            if len(grains_between(where, path[0], path[-1], kinds)) == 2:
                word += f"({where.label(path[1])})"
        words.append(word)
    return " ".join(words)
