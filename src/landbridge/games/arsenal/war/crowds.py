"""Points on which more units stand than may stay there when operations end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from landbridge.engine.refusals import Violation
from landbridge.engine.rules import rule
from landbridge.games.arsenal.units import UNITS
from landbridge.games.arsenal.war.columns import FIGHTS, box, crowded, name_of, room, units_on
from landbridge.games.arsenal.war.control import defended
from landbridge.games.arsenal.war.marching import ends, movable

if TYPE_CHECKING:
    from landbridge.games.arsenal.war.state import War


def leaving(state: War, side: int) -> Iterator[tuple[int, dict[int, list[int]]]]:
    """Each point of a side that is too full, with the units that can leave it and where to.

    A unit that cannot leave stays: nobody is asked for what cannot be done.
    """
    full = [point for point in crowded(state) if room(state, point) < 0]
    mobile = set(movable(state, side)) if full else set()
    for point in sorted(full):
        units = (u for u in units_on(state.at, point) if FIGHTS[u] and u in mobile)
        away = {unit: found for unit in units if (found := _away(state, unit, side))}
        if away:
            yield point, away


def _away(state: War, unit: int, side: int) -> list[int]:
    """The points to which a unit can go without a battle."""
    return [p for p in ends(state, unit) if state.held[p] == side or not defended(state, p)]


@rule("RUL-DC-6", otherwise=())
def crowds(state: War, side: int) -> tuple[Violation, ...]:
    """What is wrong with how a side's units are spread when its operations end."""
    return tuple(_crowd(state, point, away) for point, away in leaving(state, side))


def _crowd(state: War, point: int, away: dict[int, list[int]]) -> Violation:
    over = -room(state, point)
    ways = (f"{UNITS[unit].id} to {name_of(found[0])}" for unit, found in list(away.items())[:3])
    return Violation(
        f"{name_of(point)} holds {over} more combat {'unit' if over == 1 else 'units'} than may"
        f" stay there in {box(state).month}",
        ("DC-R12", "RUL-DC-6"),
        f"move units away, for example {', '.join(ways)}",
    )
