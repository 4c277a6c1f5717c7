"""The ground that a side holds: whether it is one piece, pockets aside."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from landbridge.engine.chance.tables import read_toml
from landbridge.games.arsenal.map.points import (
    EDGE_POINTS,
    NEIGHBOURS,
    NUMBER,
    POINTS,
    EdgeName,
)
from landbridge.games.arsenal.map.supply_lines import overland_supply
from landbridge.games.arsenal.words import AXIS, PACKAGE, SOVIET

DATA: dict[str, Any] = read_toml(PACKAGE, "bars.toml")
APART: frozenset[int] = frozenset(NUMBER[word] for word in DATA["mainland"]["without"])
POCKET: int = DATA["mainland"]["pocket"]
"""Points that a pocket has at most."""
EDGES_OF: tuple[tuple[EdgeName, ...], ...] = (("west",), ("east", "southeast"))


def _joined(side: int, point: int) -> frozenset[int]:
    edges = (EDGE_POINTS[edge] for edge in EDGES_OF[side] if point in EDGE_POINTS[edge])
    return frozenset(NEIGHBOURS[point]).union(*edges)


JOINED: tuple[tuple[frozenset[int], ...], ...] = tuple(
    tuple(_joined(side, point.number) for point in POINTS) for side in (AXIS, SOVIET)
)
"""By side and point: those to which a line leads, or that lie on the same own edge."""


@lru_cache(maxsize=256)
def pieces(held: bytes, side: int) -> tuple[frozenset[int], ...]:
    """A side's ground on the mainland, as pieces that lines or its own edge join; largest first."""
    left = {p.number for p in POINTS if held[p.number] == side and p.number not in APART}
    found = []
    while left:
        piece, queue = set(), [left.pop()]
        while queue:
            point = queue.pop()
            piece.add(point)
            ends = left & JOINED[side][point]
            left -= ends
            queue += ends
        found.append(frozenset(piece))
    return tuple(sorted(found, key=lambda piece: (-len(piece), min(piece))))


def is_pocket(held: bytes, side: int, piece: frozenset[int]) -> bool:
    """Whether a piece is a few points cut off from the own edge."""
    level = overland_supply(held, side)
    return len(piece) <= POCKET and not any(level[point] for point in piece)


def in_one_piece(held: bytes, side: int) -> bool:
    """Whether a side's ground on the mainland is one piece, pockets aside."""
    return all(is_pocket(held, side, piece) for piece in pieces(held, side)[1:])


def points_in_pockets(held: bytes, side: int) -> int:
    """Points that a side holds in pockets."""
    return sum(len(p) for p in pieces(held, side)[1:] if is_pocket(held, side, p))
