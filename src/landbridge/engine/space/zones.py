"""Zones of control: the places next to whoever exerts one, and where somebody negates it."""

from __future__ import annotations

from collections.abc import Sequence

from landbridge.engine.space import kernels
from landbridge.engine.space.graph import Graph


def zones(graph: Graph, exerting: Sequence[int], negated: bytes | None = None) -> bytes:
    """By place: 1 in a zone. `exerting` are the places from which one goes out."""
    if negated is not None and len(negated) != graph.size:
        raise ValueError(f"a column of {graph.size} places is needed, not of {len(negated)}")
    return bytes(kernels.used().zones(graph, exerting, negated))


def widened(graph: Graph, marked: bytes) -> bytes:
    """By place: 1 where it is marked or next to a marked one; no terrain counts."""
    if len(marked) != graph.size:
        raise ValueError(f"a column of {graph.size} places is needed, not of {len(marked)}")
    return bytes(kernels.used().widened(graph, marked))
