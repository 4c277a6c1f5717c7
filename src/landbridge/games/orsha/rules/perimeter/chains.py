"""The best chain of grains between two markers: exact where that is feasible, good where not.

Best-first search over whole grains, bounded by the outermost walk of `Web`. If it does not end
within its budget, a greedy chain is improved stretch by stretch, each stretch by the same search.
Budgets count chains weighed, never time, so the answer is the same on every machine.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from landbridge.games.orsha.rules.perimeter.web import Task, Web, WebStep

EFFORT = 3000
"""Chains weighed for one wish before the best known is taken."""
STRETCH = 60
TIES = 24
"""Equally good chains that are looked at before one is chosen."""
NEVER = -(10**9)


class Chain(NamedTuple):
    """Grains from a start to a stop, and twice the area they gain (steps included)."""

    gain: int
    grains: tuple[int, ...]


class BestChains(NamedTuple):
    """The best chains known, all equally good, and whether none can be better."""

    chains: tuple[Chain, ...]
    proved: bool


class _Child(NamedTuple):
    bound: int
    """What the whole chain can gain at most."""
    grain: int
    end: int
    open: int
    gain: int


def _children(
    web: Web, task: Task, node: int, open_: int, grains: tuple[int, ...], gain: int
) -> Iterator[_Child]:
    """Every way to go on from the head of a chain, with what it can still lead to."""
    ring = task.start == task.stop
    for way in web.at.get(node, ()):
        if not open_ >> way.grain & 1:
            continue
        grown = gain + task.hand * way.gain + way.steps
        if way.end == task.stop:
            # Two zigzags between the same two markers make no loop of their own.
            if not (ring and len(grains) == 1):
                yield _Child(grown, way.grain, way.end, 0, grown)
            continue
        left = open_ & ~web.clash[way.grain]
        left &= ~(1 << way.grain) if ring and node == task.start else ~web.here[node]
        left = web.connected(way.end, task.stop, left)
        if not left:
            continue
        rest = web.outermost(way.end, (way.arrives + task.hand) % 6, task.stop, task.hand, left)
        if rest is not None:
            yield _Child(grown + rest, way.grain, way.end, left, grown)


def bound_of(web: Web, task: Task, open_: int) -> int | None:
    """What a chain can gain at most; None if there is none."""
    if task.start != task.stop:
        return web.outermost(*task, open_) if open_ else None
    # Several rings may hang together in the marker where they begin and end.
    return max(
        (child.bound for child in _children(web, task, task.start, open_, (), 0)), default=None
    )


def _search(web: Web, task: Task, open_: int, floor: int, budget: int) -> BestChains:
    """Every best chain that gains more than the floor, unless the budget runs out first."""
    open_ = web.connected(task.start, task.stop, open_)
    bound = bound_of(web, task, open_)
    if bound is None or bound <= floor:
        return BestChains((), True)
    limit = web.looks + budget
    heap: list[tuple[int, int, int, int, int, tuple[int, ...], int]] = [
        (-bound, 0, 0, task.start, open_, (), 0)
    ]
    better: dict[int, list[tuple[int, int]]] = {}
    best: list[Chain] = []
    ticket = 0
    while heap:
        minus, _, _, node, open_, grains, gain = heapq.heappop(heap)
        if best and (-minus < best[0].gain or len(best) >= TIES):
            break
        if node < 0:
            best.append(Chain(gain, grains))
            continue
        if web.looks > limit:
            return BestChains(tuple(best), bool(best))
        known = better.setdefault(node, [])
        if any(g >= gain and o & open_ == open_ for g, o in known):
            continue
        known.append((gain, open_))
        for child in _children(web, task, node, open_, grains, gain):
            if child.bound > floor and (not best or child.bound >= best[0].gain):
                ticket += 1
                head = -1 if child.end == task.stop else child.end
                heapq.heappush(
                    heap,
                    (
                        -child.bound,
                        -len(grains),
                        ticket,
                        head,
                        child.open,
                        (*grains, child.grain),
                        child.gain,
                    ),
                )
    return BestChains(tuple(best), True)


def _greedy(web: Web, task: Task, open_: int, budget: int) -> Chain | None:
    """A chain that always takes the most promising grain, turning back from dead ends."""
    limit = web.looks + budget
    start = web.connected(task.start, task.stop, open_)
    if not start:
        return None
    pile: list[tuple[int, int, tuple[int, ...], int]] = [(task.start, start, (), 0)]
    while pile:
        node, left, grains, gain = pile.pop()
        if node < 0:
            return Chain(gain, grains)
        if web.looks > limit:
            return None
        children = sorted(
            _children(web, task, node, left, grains, gain),
            key=lambda child: (child.bound, -child.grain),
        )
        for child in children:
            head = -1 if child.end == task.stop else child.end
            pile.append((head, child.open, (*grains, child.grain), child.gain))
    return None


# Improving a chain stretch by stretch


def _ways(web: Web, start: int, grains: tuple[int, ...]) -> list[WebStep]:
    node, ways = start, []
    for grain in grains:
        way = next(way for way in web.at[node] if way.grain == grain)
        ways.append(way)
        node = way.end
    return ways


def _improve(web: Web, task: Task, open_: int, chain: Chain) -> Chain:
    for size in (3, 5, 8):
        index = 0
        while index < len(chain.grains):
            ways = _ways(web, task.start, chain.grains)
            stop = min(index + size, len(ways))
            part, free, worth = _stretch(web, task, open_, ways, index, stop)
            found = _search(web, part, free, worth, STRETCH).chains
            if part.start == part.stop or not found:
                index += max(1, size // 2)
                continue
            chain = _replaced(web, task, chain, index, stop, found[0].grains)
            index = max(0, index - size)
    return chain


def tidy(web: Web, task: Task, open_: int, chain: Chain, inside: Callable[[Chain], int]) -> Chain:
    """The same gain over fewer hexes, where one or two grains can replace a needless detour.

    No fewer units may be inside afterwards.
    """
    again = True
    while again:
        ways, again = _ways(web, task.start, chain.grains), False
        for first, last in ((i, j) for i in range(len(ways)) for j in range(len(ways), i + 1, -1)):
            part, free, worth = _stretch(web, task, open_, ways, first, last)
            steps = sum(way.steps for way in ways[first:last])
            for grains in _short_cuts(web, part, free, worth, steps):
                other = _replaced(web, task, chain, first, last, grains)
                if inside(other) >= inside(chain):
                    chain, again = other, True
                    break
            if again:
                break
    return chain


def _short_cuts(
    web: Web, part: Task, open_: int, worth: int, steps: int
) -> Iterator[tuple[int, ...]]:
    """One or two grains over fewer hexes that gain as much."""
    if part.start == part.stop:
        return
    for way in web.at[part.start]:
        if not open_ >> way.grain & 1 or way.steps >= steps:
            continue
        gain = part.hand * way.gain + way.steps
        if way.end == part.stop:
            if gain >= worth:
                yield (way.grain,)
            continue
        for onward in web.at[way.end]:
            if (
                onward.end == part.stop
                and (open_ & ~web.clash[way.grain]) >> onward.grain & 1
                and way.steps + onward.steps < steps
                and gain + part.hand * onward.gain + onward.steps >= worth
            ):
                yield (way.grain, onward.grain)


def _replaced(
    web: Web, task: Task, chain: Chain, first: int, last: int, grains: tuple[int, ...]
) -> Chain:
    kept = (*chain.grains[:first], *grains, *chain.grains[last:])
    return Chain(
        sum(task.hand * way.gain + way.steps for way in _ways(web, task.start, kept)), kept
    )


def _stretch(
    web: Web, task: Task, open_: int, ways: list[WebStep], first: int, last: int
) -> tuple[Task, int, int]:
    """The wish for another chain between two markers of a chain, the rest of which stays.

    With it come the grains that are open to it, and what the present stretch gains.
    """
    nodes = [task.start, *(way.end for way in ways)]
    for index, way in enumerate(ways):
        if not first <= index < last:
            open_ &= ~web.clash[way.grain] & ~(1 << way.grain)
    for index, node in enumerate(nodes):
        if not first <= index <= last:
            open_ &= ~web.here[node]
    turn = (ways[first - 1].arrives + task.hand) % 6 if first else task.first
    part = Task(nodes[first], turn, nodes[last], task.hand)
    worth = sum(task.hand * way.gain + way.steps for way in ways[first:last])
    return part, open_, worth


def best_chains(
    web: Web, ahead: Task, back: Task, open_: int, effort: int = EFFORT, stubborn: bool = True
) -> BestChains:
    """The best chains from one marker to another.

    The same wish is given twice, walked from either end. Effort is how many chains may be weighed,
    about; only a stubborn search spends all of it where nothing turns up at first.
    """
    limit = web.looks + effort
    quick = _search(web, ahead, open_, NEVER, effort // 12)
    if quick.proved:
        return quick
    mirrored = _search(web, back, open_, NEVER, effort // 12)
    if mirrored.proved:
        return BestChains(tuple(_turned(chain) for chain in mirrored.chains), True)
    tried = []
    for task in (ahead, back):
        chain = _greedy(web, task, open_, effort // 6)
        if chain is not None:
            chain = _improve(web, task, open_, chain)
            tried.append(chain if task is ahead else _turned(chain))
    if not tried and not stubborn:
        return BestChains((), False)
    if not tried:
        late = _search(web, ahead, open_, NEVER, limit - web.looks)
        return late if late.proved else BestChains((), False)
    best = max(tried, key=lambda chain: (chain.gain, [-g for g in chain.grains]))
    late = _search(web, ahead, open_, best.gain, limit - web.looks)
    return late if late.chains else BestChains((best,), late.proved)


def _turned(chain: Chain) -> Chain:
    return Chain(chain.gain, chain.grains[::-1])


# Several chains at once


class _Head(NamedTuple):
    """Where a search for several chains stands."""

    turn: int
    """Which chain is being made."""
    node: int
    free: int
    """Grains that none of the chains has taken or crossed."""
    made: tuple[Chain, ...]
    grains: tuple[int, ...]
    gain: int


def best_together(
    web: Web, tasks: Sequence[Task], allowed: Sequence[int], effort: int
) -> tuple[tuple[Chain, ...], bool]:
    """The best chains for several wishes that keep clear of each other, if the search ends.

    `allowed` are the grains open to each wish; the second part says whether nothing is better.
    """
    limit, ticket = web.looks + effort, 0
    first = _Head(0, tasks[0].start, web.all, (), (), 0)
    rest = _still(web, tasks, allowed, 0, web.all)
    if rest is None:
        return (), True
    heap: list[tuple[int, int, int, _Head]] = [(-rest, 0, 0, first)]
    better: dict[tuple[int, int], list[tuple[int, int]]] = {}
    while heap:
        _, _, _, head = heapq.heappop(heap)
        if head.turn == len(tasks):
            return head.made, True
        if web.looks > limit:
            return (), False
        total = head.gain + sum(chain.gain for chain in head.made)
        known = better.setdefault((head.turn, head.node), [])
        if any(g >= total and f & head.free == head.free for g, f in known):
            continue
        known.append((total, head.free))
        for grown, bound in _grow(web, tasks, allowed, head):
            ticket += 1
            depth = len(grown.grains) + sum(len(chain.grains) for chain in grown.made)
            heapq.heappush(heap, (-bound, -depth, ticket, grown))
    return (), True


def _still(
    web: Web, tasks: Sequence[Task], allowed: Sequence[int], turn: int, free: int
) -> int | None:
    """What the wishes from this one on can still gain at most; None if one cannot be met."""
    total = 0
    for task, own in zip(tasks[turn:], allowed[turn:], strict=True):
        open_ = web.connected(task.start, task.stop, free & own)
        bound = bound_of(web, task, open_)
        if bound is None:
            return None
        total += bound
    return total


def _grow(
    web: Web, tasks: Sequence[Task], allowed: Sequence[int], head: _Head
) -> Iterator[tuple[_Head, int]]:
    task, before = tasks[head.turn], sum(chain.gain for chain in head.made)
    later = {node for t in tasks[head.turn + 1 :] for node in (t.start, t.stop)}
    for way in web.at.get(head.node, ()):
        if not (head.free & allowed[head.turn]) >> way.grain & 1:
            continue
        free = head.free & ~web.clash[way.grain] & ~(1 << way.grain)
        kept = later | ({task.stop} if head.node == task.start else set())
        free &= ~(0 if head.node in kept else web.here[head.node])
        gain = head.gain + task.hand * way.gain + way.steps
        grains = (*head.grains, way.grain)
        if way.end == task.stop:
            if task.start == task.stop and len(grains) == 2:
                continue
            free &= ~(0 if way.end in later else web.here[way.end])
            rest = _still(web, tasks, allowed, head.turn + 1, free)
            if rest is not None:
                turn = head.turn + 1
                node = tasks[turn].start if turn < len(tasks) else -1
                made = (*head.made, Chain(gain, grains))
                yield _Head(turn, node, free, made, (), 0), before + gain + rest
            continue
        open_ = web.connected(way.end, task.stop, free & allowed[head.turn])
        outside = (way.arrives + task.hand) % 6
        near = web.outermost(way.end, outside, task.stop, task.hand, open_) if open_ else None
        rest = _still(web, tasks, allowed, head.turn + 1, free) if near is not None else None
        if near is not None and rest is not None:
            grown = _Head(head.turn, way.end, free, head.made, grains, gain)
            yield grown, before + gain + near + rest
