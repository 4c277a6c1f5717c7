"""The map edge (9.6053): who holds its stretches, where they may be marked, gaps between them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from msgspec import Struct

from landbridge.engine.refusals import BadInput
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Why
from landbridge.engine.space.hexes import Hex
from landbridge.games.orsha.rules.perimeter.grains import Field, Path
from landbridge.games.orsha.rules.perimeter.position import Position, enemy_of, parse_side
from landbridge.games.orsha.rules.words import Side
from landbridge.games.orsha.rulings import EdgeGap


def parse_edge(where: Field, texts: Iterable[str], rest: str = "none") -> dict[Hex, Side]:
    """Controllers of the map edge from waypoints, and of whatever these leave."""
    found: dict[Hex, Side] = {}
    for text in texts:
        labels, colon, word = text.partition(":")
        if not colon:
            raise BadInput(f"'{text}' is not a stretch of edge; write A5-A1-J1-J5:german.")
        side = parse_side(word, text)
        for place in _stretch(where, [where.hex(label) for label in labels.split("-")], text):
            if found.setdefault(place, side) != side:
                raise BadInput(f"{where.label(place)} is given to both sides.")
    if rest != "none":
        for place in where.ring:
            found.setdefault(place, parse_side(rest, rest))
    return found


def _stretch(where: Field, stops: list[Hex], text: str) -> Iterable[Hex]:
    ring = where.ring
    for place in stops:
        if place not in where.turn:
            raise BadInput(f"'{text}': {where.label(place)} is not a map-edge hex.")
    yield stops[0]
    for start, stop in pairwise(stops):
        first, ahead = where.turn[start], (where.turn[stop] - where.turn[start]) % len(ring)
        if 2 * ahead == len(ring):
            raise BadInput(f"'{text}': both ways round are equally long; name a hex in between.")
        step = 1 if 2 * ahead < len(ring) else -1
        for k in range(1, min(ahead, len(ring) - ahead) + 1):
            yield ring[(first + step * k) % len(ring)]


class Run(Struct, frozen=True):
    """A stretch of the map edge under one side's Control, clockwise; its ends bear markers."""

    hexes: Path


@rule("OTO-9.6053-1", "OTO-PER-1", "OTO-PER-2", "OTO-PER-10", "OTO-NEC-29", "OTO-NEC-30")
def edge_runs(
    position: Position, side: Side, blocked: frozenset[Hex], edge_gap: EdgeGap, why: Why
) -> tuple[tuple[Run, ...], tuple[Path, ...], bool]:
    """The stretches of edge that a side holds, the gaps it may bridge, and whether it is all."""
    where, ring = position.where, position.where.ring
    known = why(
        ("OTO-PER-1", "OTO-PER-2"), "map-edge hexes in their order round the map, with Controllers"
    )
    held = {
        place
        for place in ring
        if known and position.edge.get(place) == side and place not in blocked
    }
    shut = blocked | {p for p in ring if known and position.edge.get(p) == enemy_of(side)}
    if len(held) == len(ring):
        whole = why("OTO-NEC-31", "the whole edge is held: the edge itself is a loop")
        return (), (), whole
    runs = []
    for index, place in enumerate(ring):
        if place in held and ring[index - 1] not in held:
            hexes = [place]
            while ring[(index + len(hexes)) % len(ring)] in held:
                hexes.append(ring[(index + len(hexes)) % len(ring)])
            runs.append(Run(tuple(hexes)))
    kept = tuple(run for run in runs if _may_mark(where, run, shut, why))
    return kept, edge_gaps(where, kept, shut, edge_gap, why), False


def _may_mark(where: Field, run: Run, shut: Iterable[Hex], why: Why) -> bool:
    """Whether both ends of a stretch of edge may bear a marker."""
    ring, closed = where.ring, frozenset(shut)
    before = ring[where.turn[run.hexes[0]] - 1]
    after = ring[(where.turn[run.hexes[-1]] + 1) % len(ring)]
    text = f"markers in {where.label(run.hexes[0])} and {where.label(run.hexes[-1])}"
    if (before in closed or after in closed) and not why(
        ("OTO-9.6053-1", "OTO-PER-10"), f"next to enemy-Controlled edge hexes: {text}"
    ):
        return False
    if (before not in closed or after not in closed) and not why(
        "OTO-NEC-30", "before edge hexes without a Controller the last friendly one is marked"
    ):
        return False
    return not where.corners & set(run.hexes[1:-1]) or why(
        "OTO-NEC-29", "the edge goes round a corner of the map without a marker there"
    )


def edge_gaps(
    where: Field, runs: tuple[Run, ...], shut: Iterable[Hex], edge_gap: EdgeGap, why: Why
) -> tuple[Path, ...]:
    """Edge stretches that nobody holds, between the end of one run and the start of the next."""
    ring, closed, found = where.ring, frozenset(shut), []
    for run, following in zip(runs, (*runs[1:], *runs[:1]), strict=True):
        first, stop = where.turn[run.hexes[-1]], where.turn[following.hexes[0]]
        steps = (stop - first) % len(ring) or len(ring)
        path = tuple(ring[(first + k) % len(ring)] for k in range(steps + 1))
        if closed.isdisjoint(path):
            found.append(path)
    if found and edge_gap == "bridged":
        why("RUL-OTO-2", "edge hexes without a Controller may be bridged along the edge")
        return tuple(found)
    return ()
