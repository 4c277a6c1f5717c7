"""Stretches of edge: which of them are to be closed, and from which markers on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from typing import NamedTuple

from landbridge.games.orsha.rules.perimeter.grains import Path
from landbridge.games.orsha.rules.perimeter.map_edge import Run
from landbridge.games.orsha.rules.perimeter.side_position import SidePosition
from landbridge.games.orsha.rules.perimeter.web import Web
from landbridge.games.orsha.rulings import StuckEdge

FEW = 3
"""With more stretches than these, not every choice of those to be closed is tried."""
TRIES = 8
"""Ways of leaving the edge further in that are tried before a stretch is left open."""


class Edge(NamedTuple):
    """A stretch of edge between the two markers at which its loop leaves it."""

    hexes: Path
    spur: Path


def web_of(side_position: SidePosition, edges: Sequence[Edge]) -> Web:
    """The web of grains open to loops that leave the edge at these stretches."""
    ends = {place for edge in edges for place in (edge.hexes[0], edge.hexes[-1])}
    held = {place for run in side_position.runs for place in run.hexes}
    apart = [pair for run in side_position.runs for pair in pairwise(run.hexes)]
    links = [path for path in side_position.gaps if path[0] in ends and path[-1] in ends]
    return Web(
        side_position.where,
        side_position.kinds,
        ends | (side_position.anchors - held),
        side_position.blocked | held,
        links,
        apart,
    )


def attempts(side_position: SidePosition, stuck_edge: StuckEdge) -> Iterator[tuple[Edge, ...]]:
    """Ways to use the edge, the best first: all of it, markers further in, stretches left open."""
    for runs in _choices_of_stretches(side_position.runs):
        whole = tuple(Edge(run.hexes, ()) for run in runs)
        yield whole
        if stuck_edge == "step_back" and runs:
            choices = list(_cuts(side_position, runs))
            if len(runs) <= 2:
                cuts = set(product(*choices))
            else:
                cuts = {
                    (*whole[:i], edge, *whole[i + 1 :])
                    for i, options in enumerate(choices)
                    for edge in options
                }
            ordered = sorted(cuts, key=lambda e: (sum(len(edge.spur) for edge in e), e))
            yield from ordered[1 : TRIES + 1]
    yield ()


def _choices_of_stretches(runs: Sequence[Run]) -> Iterator[tuple[Run, ...]]:
    """Which stretches are to be closed: all, then without the shortest, and so on."""
    if len(runs) <= FEW:
        subsets = sorted(
            product((True, False), repeat=len(runs)),
            key=lambda kept: (
                sum(len(run.hexes) for run, keep in zip(runs, kept, strict=True) if not keep),
                kept,
            ),
        )
        for kept in subsets[:-1]:
            yield tuple(run for run, keep in zip(runs, kept, strict=True) if keep)
        return
    by_length = sorted(runs, key=lambda run: (len(run.hexes), run.hexes))
    counts = {0, 1, 2, 3, len(runs) // 2, len(runs) - 3, len(runs) - 2, len(runs) - 1}
    for count in sorted(counts):
        left_open = set(by_length[:count])
        yield tuple(run for run in runs if run not in left_open)


def _cuts(side_position: SidePosition, runs: Sequence[Run]) -> Iterator[list[Edge]]:
    """Each stretch with its markers at the ends or, at a dead end, further in at an anchor."""
    web = web_of(side_position, [Edge(run.hexes, ()) for run in runs])
    cells = [(web.layout.cell[run.hexes[0]], web.layout.cell[run.hexes[-1]]) for run in runs]
    for run, (first, last) in zip(runs, cells, strict=True):
        dead_start = not any(web.connected(end, first, web.all) for _, end in cells)
        dead_end = not any(web.connected(last, start, web.all) for start, _ in cells)
        inner = [i for i, place in enumerate(run.hexes) if place in side_position.anchors]
        starts = list(dict.fromkeys([0, *(inner[:TRIES] if dead_start else [])]))
        far = len(run.hexes) - 1
        stops = list(dict.fromkeys([far, *(inner[::-1][:TRIES] if dead_end else [])]))
        yield [
            Edge(run.hexes[a : b + 1], run.hexes[:a] + run.hexes[b + 1 :])
            for a in starts
            for b in stops
            if a < b or far == 0
        ]
