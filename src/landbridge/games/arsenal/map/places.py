"""Every place where a unit or a factory can be: the points of the map, and the boxes beside it.

A place is one number of a column of `PLACE`: points count from 0, boxes from the top downwards.
The chapters and the columns of a position use the same numbers.
"""

from __future__ import annotations

from landbridge.engine.columns import BYTE, Column
from landbridge.games.arsenal.map.points import NUMBER, POINTS, point_number

PLACE: Column = BYTE
"""The columns that say where something is."""

SIBERIA, DEAD, POOL, LATER, OUT, ANYWHERE = (PLACE.top - box for box in range(6))
"""The boxes of units: behind the eastern edge, the dead pile, composites that are not made yet,
later arrivals, out of play for good; and, for a unit that is due, wherever its nation may enter."""
UNBUILT, DESTROYED = PLACE.top - 1, PLACE.top - 2
"""The boxes of factories: not deployed yet, and lost."""
NOWHERE = PLACE.top
"""The target of a unit that attacks nothing."""
LAST_POINT = len(POINTS) - 1

assert LAST_POINT < ANYWHERE, "points and boxes do not fit into one column"

PLACE_WORDS: tuple[str, ...] = (
    *(point.id for point in POINTS),
    *("Siberia" for _ in range(len(POINTS), PLACE.top + 1)),
)
"""By place: its word in an action."""


def is_in_play(place: int) -> bool:
    """Whether what is at a place is in play: on a point, or in Siberia."""
    return place <= LAST_POINT or place == SIBERIA


def place_number(word: str) -> int:
    """A point, or the Siberia box."""
    known = NUMBER.get(word)
    if known is not None:
        return known
    return SIBERIA if word.strip().lower() == "siberia" else point_number(word)


def place_name(place: int) -> str:
    """What players call a place."""
    return "Siberia" if place == SIBERIA else POINTS[place].name


def by_place(points: bytes, siberia: int) -> bytes:
    """A table by place: what is said of each point, of Siberia, and nothing of other places."""
    return points + bytes(SIBERIA - len(points)) + bytes((siberia,))
