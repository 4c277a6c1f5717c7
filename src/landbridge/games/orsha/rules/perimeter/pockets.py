"""Pockets (9.6056): own units that no main loop encloses, gathered in as large loops as can be."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from landbridge.engine.rules.citing import in_force, rule
from landbridge.engine.rules.findings import Why
from landbridge.engine.space.hexes import Hex
from landbridge.games.orsha.rules.perimeter.chains import Chain, best_chains, bound_of
from landbridge.games.orsha.rules.perimeter.loops import (
    Link,
    Loop,
    fewest_links,
    in_reading_order,
    line,
    make_loop,
    one_hex,
    passed_over,
)
from landbridge.games.orsha.rules.perimeter.position import Unit
from landbridge.games.orsha.rules.perimeter.side_position import SidePosition
from landbridge.games.orsha.rules.perimeter.web import Task, Web
from landbridge.games.orsha.rulings import Touching

EFFORT = 1200
"""Chains weighed for all Pockets of a side before the best known are taken."""


class PocketSearch(Struct, frozen=True):
    """Pockets for every unit that was left outside."""

    loops: tuple[Loop, ...]
    proved: bool


def outside(units: Iterable[Unit], area: frozenset[Hex]) -> tuple[Unit, ...]:
    """Units that an area does not enclose."""
    return tuple(unit for unit in units if unit.place not in area)


@rule("OTO-9.6056-1", "OTO-9.6056-2", "OTO-9.6056-3", "OTO-9.6056-5", "OTO-9.605-2", "OTO-PER-20")
def gather(
    side_position: SidePosition, area: frozenset[Hex], touching: Touching, why: Why
) -> PocketSearch:
    """Pockets around the units that the main loops leave outside, the largest first."""
    left = {unit.place for unit in outside(side_position.units, area)}
    alone = outside(side_position.smc, area)
    if alone and not why("OTO-9.6056-1", "an SMC alone makes no Pocket"):
        left |= {unit.place for unit in alone}
    if not left or not why(
        ("OTO-9.605-2", "OTO-9.6056-1", "OTO-PER-20"),
        "units still outside must be enclosed: they are in Pockets",
    ):
        return PocketSearch((), True)
    loops: list[Loop] = []
    proved, effort = True, EFFORT
    while left and in_force("OTO-9.6056-2"):
        taken = area | {place for loop in loops for place in loop.area}
        made, exact, used = _largest(side_position, frozenset(taken), left, touching, effort)
        proved, effort = proved and exact, max(effort - used, EFFORT // 10)
        if made is None:
            break
        why(
            ("OTO-9.6056-2", "OTO-PER-11"),
            "two markers where such units or Control markers are, pointing at each other",
        )
        if len(made.markers) > 2:
            why("OTO-9.6056-3", "more markers enlarge a Pocket")
        else:
            why("OTO-NEC-33", "two markers make a line: the hexes of their grain")
        loops.append(made)
        left -= made.area
    for place in sorted(left):
        if place in side_position.where.turn and why(
            ("OTO-9.6057-1", "OTO-8.2-Pocket-1"),
            "with a map-edge hex it is no Pocket but an ordinary section of the area",
        ):
            loops.append(one_hex(place, "section"))
        elif why("OTO-9.6056-5", "a Pocket of one hex needs no marker"):
            loops.append(one_hex(place, "pocket"))
    return PocketSearch(tuple(loops), proved)


def _largest(
    side_position: SidePosition,
    taken: frozenset[Hex],
    left: set[Hex],
    touching: Touching,
    effort: int,
) -> tuple[Loop | None, bool, int]:
    """The largest Pocket that holds one of these units: a loop, or else a line."""
    ring = frozenset(side_position.where.ring)
    sites = side_position.pocket_anchors - taken - ring
    web = Web(side_position.where, side_position.kinds, sites, side_position.blocked | taken | ring)
    best: Loop | None = None
    if in_force("OTO-NEC-33"):
        rows = {row for node in web.nodes for row in web.rows(node, over=True)}
        for path in sorted(web.layout.path(row) for row in rows):
            if left.intersection(path) and (best is None or len(path) > len(best.area)):
                best = line(path, "pocket")
    if not in_force("OTO-9.6056-3"):
        return best, True, 0
    return _ring(side_position, web, left, touching, effort, best)


def _ring(
    side_position: SidePosition,
    web: Web,
    left: set[Hex],
    touching: Touching,
    effort: int,
    best: Loop | None,
) -> tuple[Loop | None, bool, int]:
    """The largest loop without an edge hex, sought by its first marker."""
    starts: list[tuple[int, Task, Task, int]] = []
    open_ = web.all
    for cell in sorted(web.nodes):
        # Nothing of the loop lies above its first hex, or left of it.
        ahead, back = Task(cell, 0, cell, 1), Task(cell, 3, cell, -1)
        here = web.connected(cell, cell, open_)
        bound = bound_of(web, ahead, here)
        if bound is not None:
            starts.append((bound // 2 + 1, ahead, back, here))
        open_ &= ~web.here[cell]
    proved, begun = True, web.looks
    for bound, ahead, back, here in sorted(starts, key=lambda item: (-item[0], item[1])):
        if best is not None and bound <= len(best.area):
            break
        if web.looks - begun > effort:
            return best, False, web.looks
        found = best_chains(web, ahead, back, here, effort // 3)
        proved = proved and found.proved
        for chain in found.chains[:1]:
            loop = _loop(side_position, web, ahead.start, chain, touching)
            if left & loop.area and (best is None or len(loop.area) > len(best.area)):
                best = loop
    return best, proved, web.looks


def _loop(
    side_position: SidePosition, web: Web, start: int, chain: Chain, touching: Touching
) -> Loop:
    links = [Link(row) for row in web.chained(start, chain.grains)]
    path = (*links[0].hexes[:1], *(place for link in links for place in link.hexes[1:]))
    anchors = side_position.pocket_anchors
    fewer = [Link(piece) for piece in fewest_links(path, anchors, side_position.kinds)]
    unmarked = anchors.isdisjoint(passed_over(fewer))
    if len(fewer) > 2 and (unmarked or in_force("OTO-NEC-35")):
        links = fewer
    return make_loop(side_position.where, "pocket", in_reading_order(links), touching)
