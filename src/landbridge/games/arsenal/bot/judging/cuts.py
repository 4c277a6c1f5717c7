"""The cheapest cut: which places to hold, and which to give up to an enemy."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

SMALL = 1e-9


class _Net:
    """Pipes with a capacity each; every pipe has a twin that runs back."""

    def __init__(self, nodes: int) -> None:
        self.out: list[list[int]] = [[] for _ in range(nodes)]
        self.end: list[int] = []
        self.left: list[float] = []

    def pipe(self, start: int, end: int, capacity: float) -> None:
        """Lay a pipe."""
        for here, there, room in ((start, end, capacity), (end, start, 0.0)):
            self.out[here].append(len(self.end))
            self.end.append(there)
            self.left.append(room)

    def levels(self, source: int) -> list[int]:
        """By node: how many pipes with room lead to it from the source; -1 where none do."""
        level = [-1] * len(self.out)
        level[source] = 0
        queue = [source]
        for node in queue:
            for pipe in self.out[node]:
                end = self.end[pipe]
                if level[end] < 0 and self.left[pipe] > SMALL:
                    level[end] = level[node] + 1
                    queue.append(end)
        return level

    def fill(self, source: int, sink: int) -> list[int]:
        """Send all that goes from source to sink; the nodes that can still be reached then."""
        while True:
            level = self.levels(source)
            if level[sink] < 0:
                return level
            tried = [0] * len(self.out)
            while self._push(source, sink, level, tried):
                pass

    def _push(self, source: int, sink: int, level: list[int], tried: list[int]) -> bool:
        """Send as much as one way carries; False where no way is left on these levels."""
        way: list[int] = []
        node = source
        while node != sink:
            pipes = self.out[node]
            while tried[node] < len(pipes):
                pipe = pipes[tried[node]]
                if self.left[pipe] > SMALL and level[self.end[pipe]] == level[node] + 1:
                    break
                tried[node] += 1
            else:
                if not way:
                    return False
                back = way.pop()
                node = self.end[back ^ 1]
                tried[node] += 1
                continue
            way.append(pipe)
            node = self.end[pipe]
        most = min(self.left[pipe] for pipe in way)
        for pipe in way:
            self.left[pipe] -= most
            self.left[pipe ^ 1] += most
        return True


class Cut:
    """A net of places for which the cheapest cut is asked, once or for one worth after another.

    `neighbours` are the places in question with the ways between them, `price` what each costs to
    hold, `entered` those that the enemy can step on from outside. Whoever stands on a place stops
    him there.
    """

    def __init__(
        self,
        neighbours: Mapping[int, Iterable[int]],
        price: Mapping[int, float],
        entered: Sequence[int],
    ) -> None:
        self._number = number = {place: 2 * index for index, place in enumerate(price)}
        self._source, self._sink = 2 * len(number), 2 * len(number) + 1
        self._net = net = _Net(2 * len(number) + 2)
        self._losses: dict[int, int] = {}
        """By place: the pipe through which what it is worth is lost."""
        for place, enters in number.items():
            net.pipe(enters, enters + 1, price[place])
            self._losses[place] = len(net.end)
            net.pipe(enters + 1, self._sink, 0.0)
            for end in neighbours[place]:
                if end in number:
                    net.pipe(enters + 1, number[end], float("inf"))
        for place in entered:
            net.pipe(self._source, number[place], float("inf"))
        self._room = tuple(net.left)

    def cheapest(self, worth: Mapping[int, float]) -> tuple[frozenset[int], frozenset[int]]:
        """Which to hold and which to give up, so that prices and lost worth together are least."""
        net, number = self._net, self._number
        net.left = list(self._room)
        for place, pipe in self._losses.items():
            net.left[pipe] = worth[place]
        level = net.fill(self._source, self._sink)
        open_to_him = [place for place, enters in number.items() if level[enters] >= 0]
        held = frozenset(place for place in open_to_him if level[number[place] + 1] < 0)
        return held, frozenset(open_to_him) - held
