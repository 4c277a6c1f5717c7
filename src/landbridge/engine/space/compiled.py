"""The kernels as machine code (extra `fast`): those of `plain`, with the same integers."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from landbridge.engine.space import loops
from landbridge.engine.space.graph import NONE, Graph, StepCosts
from landbridge.engine.space.machine_code import load_loops
from landbridge.engine.space.plain import Found, first_steps

__all__ = [
    "both",
    "either",
    "first_steps",
    "marked_places",
    "reached",
    "spread",
    "touch",
    "widened",
    "without",
    "zones",
]
# The first steps of one mover are a handful: plain Python is as quick.

_loops = load_loops(loops)
_spread, _zones, _widened = _loops["spread"], _loops["zones"], _loops["widened"]
_reached, _either, _both = _loops["reached"], _loops["either"], _loops["both"]
_without, _touch, _marked_places = _loops["without"], _loops["touch"], _loops["marked_places"]


class _Room:
    """Columns that a search fills on its way, made once for each size of map."""

    def __init__(self, graph: Graph) -> None:
        entries = graph.size * (graph.width + 1)
        self.head, self.begun = array("i"), array("b", bytes(graph.size))
        self.place_of, self.after = (array("i", bytes(4 * entries)) for _ in range(2))

    def buckets(self, limit: int) -> array[int]:
        """One for every cost up to a limit."""
        if len(self.head) <= limit:
            self.head = array("i", bytes(4 * (limit + 1)))
        return self.head


_rooms: dict[tuple[int, int], _Room] = {}


def _address(column: array[int]) -> int:
    return column.buffer_info()[0]


def spread(
    costs: StepCosts,
    starts: Sequence[int],
    spent: Sequence[int],
    limit: int,
    barred: bytes | None,
    stops: bytes | None,
    goal: int,
) -> Found:
    """The cheapest ways from any of the starts, each with something spent already."""
    graph = costs.graph
    size = graph.size, graph.width
    room = _rooms.get(size) or _rooms.setdefault(size, _Room(graph))
    head = room.buckets(limit)
    cost = array("h", (NONE,)) * graph.size
    came = array("i", (NONE,)) * graph.size
    begin, already = array("i", starts), array("i", spent)
    _spread(
        _address(graph.ends),
        _address(costs.column),
        graph.width,
        _address(begin),
        _address(already),
        len(begin),
        limit,
        barred,
        barred is not None,
        stops,
        stops is not None,
        goal,
        _address(cost),
        _address(came),
        _address(head),
        _address(room.place_of),
        _address(room.after),
        _address(room.begun),
    )
    return cost, came


def zones(graph: Graph, places: Sequence[int], negated: bytes | None) -> bytes:
    """The places next to any of these, but for those where the zone is negated."""
    marked, exerting = array("b", bytes(graph.size)), array("i", places)
    size = 0 if negated is None else graph.size
    _zones(
        _address(graph.ends),
        graph.width,
        _address(exerting),
        len(exerting),
        negated,
        size,
        _address(marked),
    )
    return marked.tobytes()


def widened(graph: Graph, marked: bytes) -> bytes:
    """Every marked place and all places next to one."""
    wider = array("b", bytes(graph.size))
    _widened(_address(graph.ends), graph.width, marked, graph.size, _address(wider))
    return wider.tobytes()


def reached(cost: array[int]) -> bytes:
    """By place: 1 where a way leads."""
    marked = array("b", bytes(len(cost)))
    _reached(_address(cost), len(cost), _address(marked))
    return marked.tobytes()


def either(marks: bytes, others: bytes) -> bytes:
    """The places that one of two columns marks."""
    found = array("b", marks)
    _either(marks, others, min(len(marks), len(others)), _address(found))
    return found.tobytes()


def both(marks: bytes, others: bytes) -> bytes:
    """The places that both of two columns mark."""
    found = array("b", marks)
    _both(marks, others, min(len(marks), len(others)), _address(found))
    return found.tobytes()


def without(marks: bytes, others: bytes) -> bytes:
    """The places that the first of two columns marks and the second does not."""
    found = array("b", marks)
    _without(marks, others, min(len(marks), len(others)), _address(found))
    return found.tobytes()


def touch(marks: bytes, others: bytes) -> bool:
    """Whether two columns mark the same place."""
    return bool(_touch(marks, others, min(len(marks), len(others))))


def marked_places(marks: bytes) -> list[int]:
    """The places that a column marks with 1, in order."""
    places = array("i", bytes(4 * len(marks)))
    count = _marked_places(marks, len(marks), _address(places))
    return places[:count].tolist()
