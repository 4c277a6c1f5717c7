"""Zones of control: the places next to whoever exerts one, and where somebody negates it."""

from __future__ import annotations

from collections.abc import Sequence

from landbridge.engine.space import kernels
from landbridge.engine.space.graph import Graph, check_columns


def zones(graph: Graph, exerting: Sequence[int], negated: bytes | None = None) -> bytes:
    """By place: 1 in a zone. `exerting` are the places from which one goes out."""
    check_columns(graph, negated)
    return bytes(kernels.used().zones(graph, exerting, negated))


def widened(graph: Graph, marked: bytes) -> bytes:
    """By place: 1 where it is marked or next to a marked one; no terrain counts."""
    check_columns(graph, marked)
    return bytes(kernels.used().widened(graph, marked))
