"""Points on which more units stand than may stay there when operations end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from landbridge.engine.refusals import Violation
from landbridge.engine.rules import rule
from landbridge.games.arsenal.forces.units import FIREPOWER
from landbridge.games.arsenal.war.columns import (
    FIGHTS,
    ID,
    KIND_OF,
    WORDS,
    name_of,
    overfull,
    room,
    units_on,
)
from landbridge.games.arsenal.war.control import defended
from landbridge.games.arsenal.war.movement.march import ends, movable

if TYPE_CHECKING:
    from landbridge.games.arsenal.war.state import War


class Leaving(NamedTuple):
    """A unit that can leave a point that is too full."""

    unit: int
    start: int
    to: int


def leaving(state: War, side: int) -> Iterator[Leaving]:
    """For each point of a side that is too full, who could best leave it.

    The weakest that can go without a battle, to an own point with much room before an empty one.
    Whoever cannot leave stays: nobody is asked for what cannot be done.
    """
    full = overfull(state, side)
    mobile = set(movable(state, side)) if full else set()
    for point in full:
        units = [u for u in units_on(state.at, point) if FIGHTS[u] and u in mobile]
        for unit in sorted(units, key=lambda u: (FIREPOWER[KIND_OF[u]][1], u)):
            away = [p for p in ends(state, unit) if state.held[p] == side or not defended(state, p)]
            if away:
                best = max(away, key=lambda p: (state.held[p] == side, room(state, p), -p))
                yield Leaving(unit, point, best)
                break


@rule("RUL-DC-6", otherwise=())
def crowds(state: War, side: int) -> tuple[Violation, ...]:
    """What is wrong with how a side's units are spread when its operations end."""
    return tuple(_crowd(state, found) for found in leaving(state, side))


def _crowd(state: War, found: Leaving) -> Violation:
    over = -room(state, found.start)
    return Violation(
        f"{name_of(found.start)} holds {over} more combat {'unit' if over == 1 else 'units'} than"
        " may stay there",
        ("DC-R12", "RUL-DC-6"),
        f"move {ID[found.unit]} {WORDS[found.start]} {WORDS[found.to]}",
    )
