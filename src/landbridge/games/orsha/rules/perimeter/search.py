"""The largest main loops that a side can draw, from its stretches of edge and its anchors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import NamedTuple

from msgspec import Struct

from landbridge.engine.rules.citing import in_force
from landbridge.engine.space.hexes import Hex
from landbridge.games.orsha.rules.perimeter.chains import (
    EFFORT,
    Chain,
    best_chains,
    best_together,
    bound_of,
    tidy,
)
from landbridge.games.orsha.rules.perimeter.grains import Path
from landbridge.games.orsha.rules.perimeter.loops import (
    Link,
    Loop,
    enclosed,
    fewest_links,
    in_reading_order,
    make_loop,
    open_stretch,
    passed_over,
)
from landbridge.games.orsha.rules.perimeter.map_edge import Run
from landbridge.games.orsha.rules.perimeter.side_position import SidePosition
from landbridge.games.orsha.rules.perimeter.stretches import FEW, Edge, attempts, web_of
from landbridge.games.orsha.rules.perimeter.web import Task, Web
from landbridge.games.orsha.rulings import StuckEdge, Touching

PAIRINGS = 2
"""How many times the usual effort may be spent on all ways to join the same stretches."""
PATIENCE = 2
"""How many times the usual effort may be spent on ways that lead nowhere."""


class MainLoops(Struct, frozen=True):
    """Main loops, and what is known about them."""

    loops: tuple[Loop, ...]
    proved: bool
    """Whether no others enclose more."""
    stepped_back: tuple[Hex, ...] = ()
    """Edge markers from which no grain leads on."""
    open_runs: tuple[Run, ...] = ()
    """Stretches of edge that no loop closes."""


class _Plan(NamedTuple):
    """Chains that close every stretch; `joins[i]` is the stretch to which chain i leads."""

    area: int
    joins: tuple[int, ...]
    chains: tuple[Path, ...]
    proved: bool


def draw_main(side_position: SidePosition, touching: Touching, stuck_edge: StuckEdge) -> MainLoops:
    """The main loops that enclose most."""
    if side_position.whole:
        ring = side_position.where.ring
        link = Link((*ring, ring[0]), True)
        return MainLoops((Loop("main", (), (link,), side_position.where.hexes),), True)
    proved = True
    left = PATIENCE * EFFORT
    for edges in attempts(side_position, stuck_edge):
        plan: _Plan | None = _Plan(0, (), (), True)
        if edges:
            web = web_of(side_position, edges)
            # Many stretches at once are closed soon or not at all; one alone is worth a try.
            effort = EFFORT if len(edges) < 3 else EFFORT // 6
            least = EFFORT // 3 if len(edges) == 1 else EFFORT // 8
            plan = _close(side_position, web, edges, max(least, min(effort, left)))
            left -= web.looks
        if plan is None:
            continue
        if not plan.chains and edges:
            proved = proved and plan.proved
            continue
        edges, plan = _with_more(side_position, edges, plan)
        loops = [*_loops(side_position, edges, plan, touching)]
        closed = {place for edge in edges for place in (*edge.hexes, *edge.spur)}
        open_runs = tuple(run for run in side_position.runs if run.hexes[0] not in closed)
        if open_runs and len(side_position.runs) > FEW:
            proved = False  # Not every choice of stretches has been tried.
        loops += [open_stretch(run.hexes) for run in open_runs]
        stuck = tuple(
            place
            for run in side_position.runs
            for place in (run.hexes[0], run.hexes[-1])
            if any(place in edge.spur for edge in edges)
        )
        return MainLoops(tuple(loops), proved and plan.proved, stuck, open_runs)
    raise AssertionError("leaving every stretch open always works")


def _with_more(
    side_position: SidePosition, edges: tuple[Edge, ...], plan: _Plan
) -> tuple[tuple[Edge, ...], _Plan]:
    """Stretches that were left open are closed one by one, where that costs nothing."""
    used = {place for edge in edges for place in (*edge.hexes, *edge.spur)}
    for run in sorted(side_position.runs, key=lambda run: (-len(run.hexes), run.hexes)):
        alone = (Edge(run.hexes, ()),)
        if not used.isdisjoint(run.hexes) or _closed(side_position, alone) is None:
            continue
        rank = {other.hexes[0]: place for place, other in enumerate(side_position.runs)}
        wider = tuple(sorted((*edges, *alone), key=lambda edge: _rank(edge, rank)))
        found = _closed(side_position, wider)
        if found is not None and found.area >= plan.area + len(run.hexes):
            edges, plan = wider, found
    return edges, plan


def _rank(edge: Edge, rank: dict[Hex, int]) -> int:
    """Where a stretch comes in the order round the map."""
    return min(rank[place] for place in (*edge.hexes, *edge.spur) if place in rank)


def _closed(side_position: SidePosition, edges: tuple[Edge, ...]) -> _Plan | None:
    """Chains that close these stretches, if any are found soon."""
    found = _close(side_position, web_of(side_position, edges), edges, EFFORT // 20)
    return found if found is not None and found.chains else None


# Closing the stretches


def _tasks(side_position: SidePosition, web: Web, start: Hex, stop: Hex) -> tuple[Task, Task]:
    """A chain that is wanted, clockwise and back again; the outside begins along the edge."""
    where, cell, direction = side_position.where, web.layout.cell, web.layout.direction
    ring, turn = where.ring, where.turn
    after, before = ring[(turn[start] + 1) % len(ring)], ring[turn[stop] - 1]
    a, b = cell[start], cell[stop]
    return (
        Task(a, direction[cell[after] - a], b, 1),
        Task(b, direction[cell[before] - b], a, -1),
    )


def _close(
    side_position: SidePosition, web: Web, edges: tuple[Edge, ...], effort: int
) -> _Plan | None:
    """The best chains that close all these stretches; None if there are none."""
    ends = [(edge.hexes[0], edge.hexes[-1]) for edge in edges]
    if any(not web.here.get(web.layout.cell[place]) for pair in ends for place in pair):
        return None
    base = sum(_worth(web, edge.hexes) for edge in edges)
    best: _Plan | None = None
    proved = True
    limit = web.looks + PAIRINGS * effort
    for bound, joins in _pairings(side_position, web, ends):
        loops = _cycles(joins)
        if best is not None and (base + bound) // 2 + loops <= best.area:
            continue
        share = min(effort, max(limit - web.looks, effort // 10))
        chains, exact = _chains(side_position, web, edges, joins, share)
        proved = proved and exact
        if chains:
            gain = sum(chain.gain for chain in chains)
            area = (base + gain) // 2 + loops
            if best is None or area > best.area:
                paths = tuple(
                    _cells(web, web.layout.cell[ends[i][1]], chain)
                    for i, chain in enumerate(chains)
                )
                best = _Plan(area, joins, paths, True)
    if best is None:
        return None if proved else _Plan(0, (), (), False)
    return best._replace(proved=proved)


def _worth(web: Web, path: Path) -> int:
    return web.twice(web.layout.cells(path)) + len(path) - 1


def _cells(web: Web, start: int, chain: Chain) -> Path:
    """The hexes of a chain in order."""
    rows = web.chained(start, chain.grains)
    return (*rows[0][:1], *(place for row in rows for place in row[1:]))


def _cycles(joins: Sequence[int]) -> int:
    """How many loops arise when stretch i is followed by stretch joins[i]."""
    left, count = set(range(len(joins))), 0
    while left:
        count += 1
        at = min(left)
        while at in left:
            left.discard(at)
            at = joins[at]
    return count


def _pairings(
    side_position: SidePosition, web: Web, ends: Sequence[tuple[Hex, Hex]]
) -> list[tuple[int, tuple[int, ...]]]:
    """Which stretch may follow which, the most promising first, with bounds on the gain."""
    count = len(ends)
    every: list[tuple[int, ...]] = [tuple((i + k) % count for i in range(count)) for k in (0, 1)]
    if count <= 3:
        every = list(permutations(range(count)))
    bounds: dict[tuple[int, int], int | None] = {}
    for i, j in {(i, j) for joins in every for i, j in enumerate(joins)}:
        task, _ = _tasks(side_position, web, ends[i][1], ends[j][0])
        open_ = web.connected(task.start, task.stop, _open_to(web, ends, task))
        bounds[i, j] = bound_of(web, task, open_)
    found = []
    for joins in every:
        parts = [bounds[i, j] for i, j in enumerate(joins)]
        if None not in parts:
            found.append((sum(part for part in parts if part is not None), joins))
    return sorted(found, key=lambda item: (-item[0], item[1]))


def _open_to(web: Web, ends: Sequence[tuple[Hex, Hex]], task: Task) -> int:
    """All grains but those at markers where other chains begin or end."""
    open_ = web.all
    for pair in ends:
        for place in pair:
            cell = web.layout.cell[place]
            if cell not in (task.start, task.stop):
                open_ &= ~web.here[cell]
    return open_


def _chains(
    side_position: SidePosition,
    web: Web,
    edges: Sequence[Edge],
    joins: tuple[int, ...],
    effort: int,
) -> tuple[list[Chain], bool]:
    """The best chains for one pairing, and whether none can be better."""
    ends = [(edge.hexes[0], edge.hexes[-1]) for edge in edges]
    tasks = [_tasks(side_position, web, ends[i][1], ends[j][0]) for i, j in enumerate(joins)]
    allowed = [_open_to(web, ends, task) for task, _ in tasks]
    if len(tasks) == 1:
        found = best_chains(web, *tasks[0], allowed[0], effort)
        if not found.chains:
            return [], found.proved
        return [
            _preferred(side_position, web, tasks[0][0], edges[0].hexes, found.chains)
        ], found.proved
    joint, known = best_together(web, [task for task, _ in tasks], allowed, effort // 4)
    if known:
        return list(joint), True
    spans = [ends[i][1].distance(ends[j][0]) for i, j in enumerate(joins)]
    order = sorted(range(len(tasks)), key=lambda i: (spans[i], i))
    for turns in (order, order[::-1]):
        made = _in_turn(web, tasks, allowed, turns, effort // len(tasks))
        if made:
            return made, False
    return [], False


def _in_turn(
    web: Web,
    tasks: Sequence[tuple[Task, Task]],
    allowed: Sequence[int],
    order: Sequence[int],
    effort: int,
) -> list[Chain]:
    """Chains made one after the other, each clear of those before; nothing if one fails."""
    made: dict[int, Chain] = {}
    for i in order:
        open_ = allowed[i]
        for k, chain in made.items():
            open_ &= ~_grains_barred(web, tasks[k][0], chain)
        found = best_chains(web, *tasks[i], open_, effort, stubborn=False)
        if not found.chains:
            return []
        made[i] = found.chains[0]
    return [made[i] for i in range(len(tasks))]


def _grains_barred(web: Web, task: Task, chain: Chain) -> int:
    """Every grain that cannot be used beside a chain."""
    taken = 0
    for grain in chain.grains:
        taken |= web.clash[grain] | 1 << grain
        for end in (web.grains[grain][0], web.grains[grain][-1]):
            if end not in (task.start, task.stop):
                taken |= web.here[end]
    return taken


def _preferred(
    side_position: SidePosition, web: Web, task: Task, held: Path, chains: Sequence[Chain]
) -> Chain:
    """Of equally large loops that with more own units, then fewer markers, then by the labels."""

    def inside(chain: Chain) -> int:
        area = enclosed([*held[:-1], *_cells(web, task.start, chain)[:-1]])
        return sum(unit.place in area for unit in (*side_position.units, *side_position.smc))

    def rank(chain: Chain) -> tuple[int, int, Path]:
        path = _cells(web, task.start, chain)
        pieces = fewest_links(path, side_position.anchors, side_position.kinds)
        return -inside(chain), len(pieces), path

    chain = min(chains, key=rank) if len(chains) > 1 else chains[0]
    return tidy(web, task, web.all, chain, inside)


def _loops(
    side_position: SidePosition, edges: Sequence[Edge], plan: _Plan, touching: Touching
) -> Iterator[Loop]:
    """The loops of a plan, each told from its first marker on, along its grains."""
    left = set(range(len(plan.joins)))
    while left:
        order = [min(left)]
        while plan.joins[order[-1]] != order[0]:
            order.append(plan.joins[order[-1]])
        left -= set(order)
        links = _links(side_position, edges, plan, order, True)
        few = len(links) < 3 and not any(link.edge for link in links)
        unmarked = side_position.anchors.isdisjoint(passed_over(links))
        if few or not (unmarked or in_force("OTO-NEC-35")):
            links = _links(side_position, edges, plan, order, False)
        spur = [place for at in order for place in edges[at].spur]
        yield make_loop(side_position.where, "main", in_reading_order(links), touching, spur)


def _links(
    side_position: SidePosition,
    edges: Sequence[Edge],
    plan: _Plan,
    order: Sequence[int],
    merge: bool,
) -> list[Link]:
    """The links of one loop: each chain in as few grains as may be, and the edge behind it."""
    links: list[Link] = []
    for at in order:
        path, edge = plan.chains[at], edges[plan.joins[at]].hexes
        if path in side_position.gaps:
            links.append(Link(path, True))
        else:
            pieces = fewest_links(path, side_position.anchors, side_position.kinds, merge)
            links += [Link(piece) for piece in pieces]
        if len(edge) > 1:
            links.append(Link(edge, True))
    return links
